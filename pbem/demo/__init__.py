"""A whole round between two players on one machine, with everything that a real game has."""
