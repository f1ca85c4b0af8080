"""What happens in a block game, one sentence for each event (docs/adr/0018-block-games.md)."""

from collections.abc import Iterator, Sequence

from engine import State, TerritoryName, Unit, events
from pbem.report.block_cards import card_sentences
from pbem.report.block_glance import command_sentence, defeat_sentence
from pbem.report.block_year import year_sentences
from pbem.report.scenes import Scene, side_of
from pbem.report.words import stack_of

_CHOSEN = {"default": " (by default)", "standing": " (by standing orders)"}


def course_of(scenes: Sequence[Scene]) -> tuple[str, ...]:
    """The course of a turn: command, declarations, battles shot by shot, retreats, control."""
    return tuple(text for scene in scenes for text in block_sentences(scene))


def block_sentences(scene: Scene) -> Iterator[str]:
    """The sentence of an event of a block game; nothing for any other event and for moves."""
    state = scene.before
    match scene.event:
        case events.blocks.TurnOrderSet() as event:
            yield f"The die of the year is {event.die}: {', '.join(event.order)}."
        case events.block_year.CommandGiven() as event:
            yield command_sentence(state, event)
        case events.blocks.WarDeclared() as event:
            yield f"{event.nation} declared war on {event.enemy}."
        case events.blocks.NeutralityViolated() as event:
            raised = ", ".join(f"{unit.territory} {unit.strength} CV" for unit in event.garrisons)
            defended = f", which raised garrisons: {raised}" if raised else ""
            yield f"{event.nation} violated the neutrality of {event.country}{defended}."
        case events.blocks.PartitionJoined() as event:
            yield f"{event.nation} joins in the partition of {event.country} and fights it."
        case events.blocks.CountryAligned() as event:
            came = ", ".join(_words(unit) for unit in event.units)
            with_units = f", with {came}" if came else ""
            yield f"{event.country} goes over to {event.nation}{with_units}: {event.cause}."
        case events.blocks.BlockExchanged(unit=unit):
            yield f"{unit.territory}: {_block(state, unit.id)} became {_words(unit)}."
        case events.blocks.CountryDefeated() as event:
            yield defeat_sentence(event)
            for unit in event.garrisons:
                yield f"{unit.territory} raised a garrison: {_words(unit)}."
        case _:
            yield from year_sentences(scene)
            yield from card_sentences(scene)
            yield from _of_the_board(scene)
            yield from _of_battles(scene)


def _of_the_board(scene: Scene) -> Iterator[str]:
    """Blocks that come and go by a player's choice, and whose land it is."""
    state = scene.before
    match scene.event:
        case events.blocks.BlocksPlaced() as event:
            units = stack_of((unit.type for unit in event.units), state.definition.unit_types)
            yield f"{event.nation} placed {units} in {event.territory}."
        case events.blocks.BlocksDisbanded() as event:
            kinds = (state.units[key].type for key in event.units)
            units = stack_of(kinds, state.definition.unit_types)
            yield f"{event.nation} disbanded {units} in {event.territory}."
        case events.blocks.ControlChanged() as event:
            now, before = event.owner or "nobody", event.before or "nobody"
            yield f"{event.territory} is controlled by {now} now (before: {before})."


def _of_battles(scene: Scene) -> Iterator[str]:
    state = scene.before
    match scene.event:
        case events.blocks.BlockBattleStarted() as event:
            what = "Raid on" if event.is_raid else "Battle in"
            yield f"{what} {event.territory}: {_there(state, event.territory)}."
        case events.blocks.GroupRevealed() as event:
            units = ", ".join(_block(state, key) for key in event.units)
            yield f"{event.territory}: {units} joined the battle."
        case events.blocks.EnemySpared() as event:
            yield f"{event.territory}: {event.attacker} left {event.enemy} out of the round."
        case _:
            yield from _of_rounds(scene)


def _of_rounds(scene: Scene) -> Iterator[str]:
    state = scene.before
    match scene.event:
        case events.blocks.BlockFired() as event:
            dice = _marked(event.dice, event.hits)
            hits = "1 hit" if event.hits == 1 else f"{event.hits} hits"
            who, why = _block(state, event.unit), _CHOSEN.get(event.chosen_by, "")
            yield f"{event.territory}: {who} fired at {event.target}{why}: {dice}, {hits}."
        case events.blocks.IndustryBombed() as event:
            yield f"{event.territory}: the industry of {event.nation} fell by {event.points}."
        case events.blocks.BlockReduced() as event:
            left = f"was reduced to {event.strength} CV" if event.strength else "was lost"
            why = _CHOSEN.get(event.chosen_by, "")
            yield f"{event.territory}: {_block(state, event.unit)} {left}{why}."
        case events.blocks.BlockRetreated() as event:
            how = "had to leave" if event.is_forced else "left"
            why = _CHOSEN.get(event.chosen_by, "")
            yield f"{_block(state, event.unit)} {how}{why}: {' > '.join(event.path)}."
        case events.blocks.BlockEliminated() as event:
            yield f"{_block(state, event.unit)} in {event.territory} is lost: {event.reason}."
        case events.blocks.SubsEscaped() as event:
            units = ", ".join(_block(state, key) for key in event.units)
            yield f"{event.territory}: {units} escaped{_CHOSEN.get(event.chosen_by, '')}."
        case events.blocks.SubsFoughtOn() as event:
            units = ", ".join(_block(state, key) for key in event.units)
            yield f"{event.territory}: {units} stayed up (by standing orders)."
        case events.blocks.SubsReturned() as event:
            units = ", ".join(_block(state, key) for key in event.units)
            yield f"{event.territory}: {units}, which had escaped, is in battle again."
        case events.blocks.BlockBattleEnded() as event:
            there = _there(state, event.territory) or "nobody"
            yield f"{event.territory} after the battle: {there}."


def _marked(dice: Sequence[int], hits: int) -> str:
    """The dice with those in brackets that hit: the lowest ones, as many as hit."""
    most = sorted(dice)[hits - 1] if hits else 0
    return " ".join(f"[{die}]" if die <= most else f"{die}" for die in dice)


def _block(state: State, key: int) -> str:
    return _words(state.units[key])


def _words(unit: Unit) -> str:
    """A block for people; a neutral one is its country's: ``Poland fortress (3 CV)``."""
    return f"{side_of(unit)} {unit.type} ({unit.strength} CV)"


def _there(state: State, place: TerritoryName) -> str:
    return ", ".join(_block(state, unit.id) for unit in state.units_in(place))
