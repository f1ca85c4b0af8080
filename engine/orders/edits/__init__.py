"""Changes of the board by hand, which all players have agreed to (B255).

They are not orders: no player gives them in a turn.  An agreement in the log holds them.  `units`
and `nations` hold the types with their plain form and notation, `registry` lists them.
"""
