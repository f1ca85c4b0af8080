"""Moves and their checks; each file describes its part."""
