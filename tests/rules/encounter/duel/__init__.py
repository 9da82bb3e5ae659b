"""A small made-up system on trial: swords, one parry, poison, and a second who may stop it all."""

from tests.rules.encounter.duel.rules import DUEL

__all__ = ["DUEL"]
