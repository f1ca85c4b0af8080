"""The pipeline of a turn: a verified save in, play, a longer verified save out.

`reading` plays a save's log through the engine; `session` lets a player go on from its end;
`instructions` carries out a file of orders.  Files, mail and the clock are handed in.
"""
