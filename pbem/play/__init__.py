"""A turn under way: what plays it (terminal, file, computer) and what advises its player."""
