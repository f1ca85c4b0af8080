"""Money and what it buys; each file describes its part."""
