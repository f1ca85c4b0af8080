"""Rules of block games: Triumph & Tragedy, 2nd edition (docs/adr/0018-block-games.md)."""
