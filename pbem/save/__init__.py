"""Saves that prove themselves: the format, the chain of records, keys, and the game store.

`trust.open_save` is the only door from bytes to a verified save; `invite` founds games and collects
joins; `armour` is the text form; `game_store` keeps a player's saves; `keys`, `keyring` and `cards`
say who is who. Specification: docs/formats/save-v1.md.
"""
