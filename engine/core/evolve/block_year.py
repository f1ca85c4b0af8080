"""What the year of a block game does to a state: commands, supply, influence, dividends."""

from collections.abc import Mapping
from typing import TypeVar

from engine.core.blocks import BlockState, CommandCard, Influence
from engine.core.events import Event
from engine.core.events.block_year import (
    AllyActivated,
    BlockadesMarked,
    CommandGiven,
    CommandTaken,
    DividendsDue,
    ForcesArrived,
    InfluenceSet,
    SeasonEnded,
    SupplyFailed,
    TieBroken,
)
from engine.core.evolve.block_cards import with_reserve_taken
from engine.core.evolve.blocks import blocks_of, with_turn, without_influence
from engine.core.evolve.parts import with_new_units, with_strength
from engine.core.ids import NOBODY, NationName
from engine.core.state import State
from engine.values import replace

D = TypeVar("D")


def evolve(state: State[D], event: Event) -> State[D] | None:
    """The state after an event of this family; None when the event is of another one."""
    match event:
        case CommandGiven():
            card = CommandCard(event.kind, event.command, event.letter)
            blocks = blocks_of(state)
            turn = blocks.turn
            if event.nation == state.nation:
                turn = replace(turn, command=event.command, kind=event.kind)
            commands = {**_that_stand(blocks, event), event.nation: card}
            return replace(state, blocks=replace(blocks, turn=turn, commands=commands))
        case CommandTaken():
            turn = replace(blocks_of(state).turn, command=event.command, kind=event.kind)
            return with_turn(state, turn)
        case TieBroken():
            return replace(state, blocks=replace(blocks_of(state), favoured=event.nation))
        case SeasonEnded():
            return replace(state, blocks=replace(blocks_of(state), commands={}, favoured=NOBODY))
        case SupplyFailed():
            return with_strength(state, event.unit, event.strength)
        case AllyActivated():
            blocks = blocks_of(state)
            cards = blocks.cards
            if cards is not None:
                for nation in event.released:
                    cards = with_reserve_taken(cards, nation)
            return replace(state, blocks=replace(blocks, active=event.nation, cards=cards))
    return _evolve_nations(state, event)


def _that_stand(blocks: BlockState, event: CommandGiven) -> Mapping[NationName, CommandCard]:
    """The commands of the others: where cards are dealt a card calls back who has passed (T185)."""
    if blocks.cards is None or event.kind == "pass":
        return blocks.commands
    return {name: card for name, card in blocks.commands.items() if card.kind != "pass"}


def _evolve_nations(state: State[D], event: Event) -> State[D] | None:
    match event:
        case BlockadesMarked():
            return replace(state, blocks=replace(blocks_of(state), blockades=dict(event.blockades)))
        case InfluenceSet():
            blocks = without_influence(blocks_of(state), event.country)
            if event.markers:
                held = Influence(event.nation, event.markers)
                blocks = replace(blocks, influence={**blocks.influence, event.country: held})
            return replace(state, blocks=blocks)
        case DividendsDue():
            blocks = blocks_of(state)
            chits = {**blocks.chits}
            for nation in event.nations:
                chits[nation] = chits.get(nation, 0) + 1
            return replace(state, blocks=replace(blocks, chits=chits, disturbed=()))
        case ForcesArrived():
            blocks = blocks_of(state)
            waves = {**blocks.waves, event.country: event.wave}
            return with_new_units(replace(state, blocks=replace(blocks, waves=waves)), event.units)
    return None
