"""Things every rule system shares and that know no rule themselves.

Board, units, state, agenda, events, the one function that changes a state, chance and digests.
Nothing in here may import another part of the engine.
"""
