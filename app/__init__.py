"""Umpire: the rules referee for virtual tabletops."""
