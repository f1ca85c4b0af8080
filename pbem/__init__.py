"""Play-by-email for grand-strategy games: turns that prove themselves."""

from typing import Final

VERSION: Final = "0.1.0"
