"""Before the rounds: which battles there are, who is in them, and how one begins."""
