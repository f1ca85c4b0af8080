"""The room of the planning player: what is worth what, who threatens what, what to do about it.

Read `turn.py` first: it puts a phase together from the others (docs/computer.md, ADR 0086).
"""
