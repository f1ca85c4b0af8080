"""How the nations of a block game stand: their numbers, and what is between them in sentences.

Rule: Triumph & Tragedy 2nd edition (T113, T127, T147, T186, T223, T240, T261).
"""

from collections.abc import Iterator

from engine.core.blocks import CommandCard, war_pair
from engine.core.ids import NationName
from engine.gamedef import State
from engine.rules.blocks.areas import position_of
from engine.rules.blocks.command import EMERGENCY, NO_COMMAND
from engine.rules.blocks.economy import NationEconomy, factory_cost_of, is_at_peace, standing_of
from engine.rules.blocks.points import points_of
from engine.rules.blocks.trade import ALL, losses_of
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class BlockNation:
    """A nation of a block game.

    standing: its population, resources, industry, production and blockades.
    points: victory points that everybody can see; chits: dividends of peace, known or not.
    """

    standing: NationEconomy
    points: int
    chits: int


def block_nation(state: State, nation: NationName) -> BlockNation:
    """The numbers of a nation; TypeError in a game that is not one of blocks."""
    standing = standing_of(state, nation)
    chits = position_of(state).chits.get(nation, 0)
    return BlockNation(standing, points_of(state, standing), chits)


def block_facts(state: State) -> tuple[str, ...]:
    """War and peace, influence, satellites, blockades and commands; () in other games."""
    if state.blocks is None:
        return ()
    return (
        *_costs(state),
        *_wars(state),
        *_influence(state),
        *_blockades(state),
        *_commands(state),
    )


def _costs(state: State) -> Iterator[str]:
    costs = [f"{nation} {factory_cost_of(state, nation)}" for nation in position_of(state).order]
    yield f"A point of industry costs in factories: {', '.join(costs)}."


def _wars(state: State) -> Iterator[str]:
    position = position_of(state)
    started = {war_pair(*pair): pair for pair in position.aggressors}
    for pair in position.wars:
        one, other = started.get(pair, pair)
        how = f", declared by {one}" if pair in started else ""
        yield f"{one} and {other} are at war{how}."
    peaceful = [name for name in position.order if is_at_peace(state, name)]
    if peaceful:
        yield f"At peace: {', '.join(peaceful)}."


def _influence(state: State) -> Iterator[str]:
    position = position_of(state)
    for nation in position.order:
        held = [
            f"{country} {one.markers}"
            for country, one in sorted(position.influence.items())
            if one.nation == nation
        ]
        if held:
            yield f"Influence of {nation}: {', '.join(held)}."
        own = [country for country, one in sorted(position.satellites.items()) if one == nation]
        if own:
            yield f"Satellites of {nation}: {', '.join(own)}."


def _blockades(state: State) -> Iterator[str]:
    position = position_of(state)
    for nation in position.order:
        shut = () if is_at_peace(state, nation) else sorted(losses_of(state, nation))
        if shut:
            yield f"No trade route to {nation} now: {', '.join(shut)}."
    if position.blockades:
        marked = (
            place if what == ALL else f"{place} (round Africa)"
            for place, what in sorted(position.blockades.items())
        )
        yield f"Blockaded in summer: {', '.join(marked)}."


def _commands(state: State) -> Iterator[str]:
    told = [f"{nation} {_card(card)}" for nation, card in position_of(state).commands.items()]
    if told:
        yield f"Commands of the season: {', '.join(told)}."


def _card(card: CommandCard) -> str:
    if card.kind == NO_COMMAND:
        return "passes"
    if card.kind == EMERGENCY:
        return f"{card.kind} {card.letter}".strip()
    return f"{card.letter}{card.value}"
