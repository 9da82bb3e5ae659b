"""Storypath Ultra."""
