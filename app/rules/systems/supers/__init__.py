"""Supers: a d20 against a difficulty, degrees of success, and a track of damage instead of hit points."""
