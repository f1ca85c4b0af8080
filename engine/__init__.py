"""The rules engine: pure, without input or output.

The public API is the list of names in `engine.api`.  Everything outside imports them from here, or
uses one of the other doors: `engine.ai`, `engine.odds` and `engine.loading`.  The names are loaded
together when the first of them is wanted, so that a program that needs the odds of a battle and no
game does not wait for all the rules (ADR 0010).
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
