"""Reading a plain tree into frozen dataclasses and writing it back, by their fields (ADR 0023).

A class says what its fields are, in the words of engine/gamedef/schema.py.  A new field of a unit
type, or a new kind of condition, needs nothing here.
"""
