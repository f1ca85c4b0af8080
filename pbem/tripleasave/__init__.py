"""Saves of TripleA: bytes to a position, in the words of its map (ADR 0097)."""
