"""A whole round between the sides of a game on one machine, with all that a real game has."""
