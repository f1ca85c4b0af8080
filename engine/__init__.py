"""The rules engine: pure, without input or output.

The public API is the list of names in `engine.api`.  Everything outside imports them from here, or
uses one of the other doors: `engine.ai`, `engine.odds` and `engine.loading`.  The names are loaded
together when the first of them is used, so that a program that needs only the odds of a battle does
not wait for all the rules (ADR 0009).

A position is a value.  An order is checked against it; applied to it, it gives the next one:

>>> from engine import apply, check, load_scenario, new_game, parse_order
>>> game = load_scenario("big_world_1942")
>>> step = new_game(game)
>>> step.waiting
PhaseOpen(nation='Russians', phase='tech')
>>> done = parse_order("done", game)
>>> step = apply(step.state, done)
>>> step.waiting.phase
'purchase'
>>> [reason.code for reason in check(step.state, parse_order("buy 99 battleship", game))]
['not-enough-pus']
>>> order = parse_order("buy 3 infantry", game)
>>> check(step.state, order)
()
>>> after = apply(step.state, order)
>>> dict(after.state.purchase), dict(step.state.purchase)
({'infantry': 3}, {})
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.api import *  # noqa: F403
else:

    def __getattr__(name: str) -> object:
        """A public name; AttributeError for anything else."""
        import engine.api as api  # noqa: PLC0415, PLR0402 - late; `from engine` would ask us again

        if name not in {"__all__", *api.__all__}:
            raise AttributeError(f"engine has no public name {name!r}")
        value = getattr(api, name)
        globals()[name] = value
        return value
