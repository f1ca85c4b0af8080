"""A game before its first turn: what is played, on which terms, by whom, and with whose dice."""
