"""What needs the consent of others: proposed, consented to, and put into the game."""
