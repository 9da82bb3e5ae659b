"""Fights of superheroes on the encounters' frame: every command of the rules page, and the hooks of its turns."""

from app.rules.systems.supers.encounter.rules import ENCOUNTERS

__all__ = ["ENCOUNTERS"]
