"""What a player has told the program to run, or to post to, when something happens (ADR 0094)."""
