"""New blocks of strength 1, in the set-up, by production and by agreement.

Rule: Triumph & Tragedy 2nd edition, rule book 5.0 and 7.2 (T96, T110, T117, T122, T124).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from engine.core.errors import Illegal
from engine.core.ids import NEUTRAL, NationName, TerritoryName, UnitTypeName
from engine.core.pick import Pick
from engine.core.unit import Unit
from engine.gamedef import State
from engine.gamedef.schema import CountryName
from engine.orders.place import Place
from engine.rules.blocks.areas import country_of, game_of
from engine.rules.blocks.box import over_the_box


def new_cadres(state: State, picks: Iterable[Pick], place: TerritoryName) -> tuple[Unit, ...]:
    """The blocks that choices name; they are of the nation on turn where they say nothing else."""
    kinds = [(pick.type, pick.owner or state.nation) for pick in picks for _ in range(pick.count)]
    return tuple(
        Unit(
            state.next_unit + index,
            kind,
            owner,
            place,
            strength=1,
            country=builder_at(state, owner, place),
        )
        for index, (kind, owner) in enumerate(kinds)
    )


def check_new_blocks(
    state: State, order: Place, misfits: Callable[[UnitTypeName, int], Iterable[Illegal]]
) -> Iterator[Illegal]:
    """Why what an order places is not new blocks of the nation on turn.

    misfits: reasons against so many of a type there, asked once for each type that there is.
    """
    counts: Counter[UnitTypeName] = Counter()
    for pick in order.picks:
        counts[pick.type] += pick.count
        if pick.owner not in {"", state.nation} or pick.units:
            text = "cadres are your own units and have no numbers yet"
            yield Illegal("bad-cadre", text, "", order.territory)
    for name, count in counts.items():
        if name in game_of(state).types:
            yield from misfits(name, count)
        else:
            yield Illegal("unknown-unit-type", f"there is no unit type {name!r}")
    if order.producer:
        yield Illegal("bad-cadre", "cadres are not built by a factory", "", order.territory)


def check_box(state: State, country: CountryName, order: Place) -> list[Illegal]:
    """Why the box of a country has not so many blocks as an order places (T96)."""
    kinds = [pick.type for pick in order.picks for _ in range(pick.count)]
    return [
        Illegal("box-empty", f"the box has {have} more {kind} of {country}", "T96", order.territory)
        for kind, have in over_the_box(state, country, kinds).items()
    ]


def builder_at(state: State, owner: NationName, place: TerritoryName) -> CountryName:
    """The country that builds a block there: its own for a neutral one (T124)."""
    game = game_of(state)
    return country_of(state, place) if owner == NEUTRAL else game.power_at(owner, place)
