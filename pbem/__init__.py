"""Play-by-email for grand-strategy games: turns that prove themselves."""

VERSION = "0.1.0"
