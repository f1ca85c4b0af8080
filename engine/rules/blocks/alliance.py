"""The active ally of a year, where one player has two nations.

The player names it when the die of the year is known.  What is passive shares out its production,
and lays by the cards of it until the next year.

Rule: Triumph & Tragedy 2nd edition, rule book 18.1, 18.2 (T254 to T256).
Options: two_players.
"""

from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.events.block_year import AllyActivated
from engine.core.ids import NationName
from engine.gamedef import State
from engine.orders.activate import Activate
from engine.rules.blocks.areas import position_of
from engine.rules.blocks.economy import standing_of
from engine.rules.blocks.variants import is_passive, two_players_of
from engine.rules.common.frame import Events


def _allies(state: State) -> tuple[NationName, ...]:
    variant = two_players_of(state.definition)
    return () if variant is None else variant.allies


def check_activate(state: State, order: Activate) -> tuple[Illegal, ...]:
    """Every reason against an active ally (T254)."""
    names = _allies(state)
    if position_of(state).active:
        text = f"the {position_of(state).active} are the active ally already: take it back first"
        return (Illegal("ally-named", text, "T254"),)
    if order.nation not in names:
        text = f"the active ally is the {' or the '.join(names)}"
        return (Illegal("no-ally", text, "T254"),)
    return ()


def check_activated(state: State) -> tuple[Illegal, ...]:
    """The year goes on once one of the allies is the active one."""
    if position_of(state).active:
        return ()
    return (Illegal("no-active-ally", "say which ally is active this year", "T254"),)


def resolve_activate(state: State, order: Activate) -> Events:
    """One ally is active; cards that were laid by are in the hands again.

    In the first year half of the first hand stays by of the one that is passive (T256).
    """
    names = _allies(state) if state.round > 1 else (order.nation,)
    return (AllyActivated(order.nation, names),)


def legal_activate(state: State) -> Iterator[Activate]:
    """Either ally."""
    if not position_of(state).active:
        yield from map(Activate, _allies(state))


def check_share(state: State, what: str, points: int) -> list[Illegal]:
    """Why a passive ally cannot spend so many points more on one thing (T255).

    what: ``"units"``, or a deck.  A third of its production goes to each of steps with cadres,
    Action cards and Investment cards, and what is left over to different ones.
    """
    if not is_passive(state, state.nation):
        return []
    turn = position_of(state).turn
    share, rest = divmod(standing_of(state, state.nation).level, 3)
    used: dict[str, int] = dict(turn.drawing.items())
    used["units"] = turn.spent - sum(turn.drawing.values())
    used[what] = used.get(what, 0) + points
    above = [one - share for one in used.values() if one > share]
    if len(above) <= rest and all(one == 1 for one in above):
        return []
    most = f"{share} or {share + 1}" if rest else f"{share}"
    text = (
        f"the passive ally shares out its production: {most} points for units, Action cards and "
        "Investment cards each"
    )
    return [Illegal("uneven-share", text, "T255")]
