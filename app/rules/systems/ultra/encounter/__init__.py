"""Scenes of Ultra: open actions and what their hits buy, Status Effects, facts, injuries and who is out."""

from app.rules.systems.ultra.encounter.rules import ENCOUNTERS

__all__ = ["ENCOUNTERS"]
