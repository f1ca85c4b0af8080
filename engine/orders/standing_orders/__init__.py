"""Standing orders: what a nation wants its defence to do while its player is away (ADR 0010).

One file per kind of instruction; `form` says what all of them have, `registry` lists them.
"""
