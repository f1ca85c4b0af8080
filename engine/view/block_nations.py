"""How the nations of a block game stand: their numbers, and what is between them in sentences.

Rule: Triumph & Tragedy 2nd edition (T31, T113, T127, T147, T186, T215, T223, T240, T261).
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.core.blocks import CommandCard
from engine.core.ids import NationName, TerritoryName, pair_of
from engine.gamedef import State
from engine.rules.blocks.areas import position_of
from engine.rules.blocks.command import BLUFF, EMERGENCY, NO_COMMAND, RESTRAINED, moves_left
from engine.rules.blocks.economy import NationEconomy, factory_cost_of, is_at_peace, standing_of
from engine.rules.blocks.points import points_of
from engine.rules.blocks.supply import supplied, unsupplied
from engine.rules.blocks.trade import ALL, losses_of
from engine.values import dataclass
from engine.view.block_cards import card_facts


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
        *_variants(state),
        *_costs(state),
        *_wars(state),
        *(f"{nation} has violated {', '.join(own)}." for nation, own in _violations(state)),
        *_influence(state),
        *_blockades(state),
        *_commands(state),
        *card_facts(state),
    )


@dataclass(frozen=True, slots=True)
class BlockSupply:
    """Supply of a nation: the areas that its lines reach, and its blocks that none reaches."""

    lines: frozenset[TerritoryName]
    cut_off: Mapping[TerritoryName, int]


def block_supply(state: State, nation: NationName) -> BlockSupply:
    """What the supply phase would find for a nation now; at peace nobody loses by it (T215)."""
    cut_off = Counter(unit.territory for unit in unsupplied(state, nation))
    return BlockSupply(supplied(state, nation), dict(sorted(cut_off.items())))


def block_glance(state: State, viewer: NationName) -> tuple[tuple[str, str], ...]:
    """What a player wants to know at any time, as pairs of a title and a few words.

    viewer: whose supply it is about; "" leaves it out.  () in games that are not of blocks.
    """
    if state.blocks is None:
        return ()
    position = position_of(state)
    wars = [f"{one} and {other}" for one, other in position.wars]
    peaceful: list[str] = [name for name in position.order if is_at_peace(state, name)]
    violated = [f"{', '.join(own)} by {nation}" for nation, own in _violations(state)]
    cards = [f"{nation} {_card(card)}" for nation, card in position.commands.items()]
    if position.turn.command:
        cards.append(f"{state.nation} may still move {moves_left(state)}")
    supply = block_supply(state, viewer).cut_off if viewer else {}
    cut_off = [f"{place} {count}" for place, count in supply.items()]
    if viewer and not cut_off:
        cut_off = [f"all of {viewer}"]
    told: dict[str, list[str]] = {
        "War": wars,
        "Peace": peaceful,
        "Violated": violated,
        "Command": cards,
        "Cut off from supply" if supply else "In supply": cut_off,
    }
    return tuple((title, ", ".join(words)) for title, words in told.items() if words)


def _violations(state: State) -> Iterator[tuple[NationName, list[str]]]:
    """The countries whose neutrality each nation has violated, or which it fights (T31, T237)."""
    position = position_of(state)
    for nation in position.order:
        own = [country for violator, country in position.violated if violator == nation]
        if own:
            yield nation, own


def _variants(state: State) -> Iterator[str]:
    active = position_of(state).active
    if active:
        yield f"{active} is the active ally of this year."


def _costs(state: State) -> Iterator[str]:
    costs = [f"{nation} {factory_cost_of(state, nation)}" for nation in position_of(state).order]
    yield f"A point of industry costs in factories: {', '.join(costs)}."


def _wars(state: State) -> Iterator[str]:
    position = position_of(state)
    started = {pair_of(*pair): pair for pair in position.aggressors}
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
    if card.kind == BLUFF:
        return "bluffs"
    if card.kind == EMERGENCY:
        return f"{card.kind} {card.letter}".strip()
    if card.kind == RESTRAINED:
        return f"{card.letter}{card.value} without attack"
    return f"{card.letter}{card.value}"
