"""The board: a whole turn in the player's own browser, served to this computer only (ADR 0042)."""
