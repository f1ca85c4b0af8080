"""What every rule system shares and what knows no rule itself.

Board, units, state, agenda, events, the one function that changes a state, chance and digests.
Nothing in here may import another part of the engine.
"""
