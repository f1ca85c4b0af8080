"""Leagues and tournaments, worked out from verified saves: whoever has the saves gets the same.

`gather` reads a folder, `table` adds its games up, `ratings` rates them; `pairing` pairs a round
and `draw` has a dice authority draw its sides.

Docs: docs/adr/0106-league-and-rounds.md.
"""
