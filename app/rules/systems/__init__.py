"""The game systems, one folder each, ignorant of each other."""
