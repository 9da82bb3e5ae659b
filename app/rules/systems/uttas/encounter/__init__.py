"""Fights and chases: what the system answers to the frame that all systems share."""

from app.rules.systems.uttas.encounter.rules import ENCOUNTERS

__all__ = ["ENCOUNTERS"]
