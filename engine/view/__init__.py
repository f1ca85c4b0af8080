"""Questions about a position that change nothing: one territory, one nation, the whole game."""
