"""A game before its first turn: what is played, on which terms, by whom, with whose dice."""
