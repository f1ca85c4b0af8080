"""Rules of block games: Triumph & Tragedy, 2nd edition (docs/adr/0024-block-games.md)."""
