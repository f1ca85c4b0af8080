"""Battles: numbers that the odds share, what is before the rounds, the rounds, what is around."""
