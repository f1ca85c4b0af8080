"""Saves that prove themselves: the format, the chain of records, keys, and the shelf.

`trust.open_save` is the only door from bytes to a verified save; `invite` founds games and collects
joins; `armour` is the text form; `shelf` keeps a player's saves; `keys`, `keyring` and `cards` say
who is who. Specification: docs/formats/save-v1.md.
"""
