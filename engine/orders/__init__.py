"""What a player can write: one file per order, with its type, its plain form and its notation.

`form` says what all orders have, `registry` lists them.  An *action*, what the log of a game
holds, is an order or the result of a roll.  What the players have *agreed* to is in the log as
well, in records of another kind.

What needs all orders at once is found when it is used; an order itself is imported from its file.
"""

from typing import TYPE_CHECKING

from engine.lazy import lazy_names

if TYPE_CHECKING:
    from engine.orders.registry import form_of as form_of
else:
    __getattr__, __all__ = lazy_names(__spec__)
