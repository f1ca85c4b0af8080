"""A turn of a block game at a glance: declarations, battles with their losses, what changed hands.

Rule: docs/adr/0018-block-games.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine import NEUTRAL, NOBODY, NationName, State, TerritoryName, events, season_name
from pbem.report.scenes import Scene, side_of
from pbem.report.words import times

_COMMANDS = {
    "emergency": "Emergency Command, {count} units",
    "bluff": "a bluff, which brings no turn",
    "pass": "the turn is passed",
}

MANY = 4
"""More areas than this are counted, not named."""


@dataclass
class _Fight:
    """A battle being put together; lives inside one function call."""

    is_raid: bool
    lost: dict[str, int] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)
    bombed: dict[NationName, int] = field(default_factory=dict)
    after: str = ""


def highlights_of(scenes: Sequence[Scene]) -> tuple[str, ...]:
    """What matters most of a turn of a block game, a sentence each; () in other games."""
    return (*_set_up(scenes), *_told(scenes), *_fights(scenes), *_changes(scenes))


def strengths_of(state: State) -> tuple[str, ...]:
    """The blocks of each nation and their strength, a sentence; () in other games."""
    if state.blocks is None:
        return ()
    told = []
    for nation in state.definition.politics.nation_names:
        units = tuple(state.units_of(nation))
        strength = sum(unit.strength for unit in units)
        told.append(f"{nation} {strength} CV in {times(len(units), 'block')}")
    return (f"On the board: {', '.join(told)}.",)


def fought_in(scenes: Sequence[Scene]) -> tuple[str, ...]:
    """The areas in which blocks fought, in order."""
    started = (
        scene.event.territory
        for scene in scenes
        if isinstance(scene.event, events.blocks.BlockBattleStarted)
    )
    return tuple(dict.fromkeys(started))


def taken_in(scenes: Sequence[Scene]) -> tuple[str, ...]:
    """The areas that came under the control of another nation, in order."""
    places: dict[TerritoryName, None] = {}
    for scene in scenes:
        match scene.event:
            case events.blocks.ControlChanged(territory=place, owner=owner) if owner:
                places[place] = None
            case events.blocks.CountryAligned() as event:
                places.update(dict.fromkeys(event.areas))
    return tuple(places)


def season_in(scenes: Sequence[Scene]) -> str:
    """The season in which the nation commanded; "" outside the year and in other games."""
    told = (events.block_year.CommandGiven, events.block_year.CommandTaken)
    commands = (scene for scene in scenes if isinstance(scene.event, told))
    return next((season_name(scene.before) for scene in commands), "")


def command_sentence(state: State, event: events.block_year.CommandGiven) -> str:
    """What a nation commands with, and in which season (T85)."""
    season = season_name(state)
    when = f", {season}" if season else ""
    words = _COMMANDS.get(event.kind, "Command Value {count}")
    return f"{event.nation}{when}: {words.format(count=event.command)}."


def defeat_sentence(event: events.blocks.CountryDefeated) -> str:
    """A country whose capital has fallen, and what it loses."""
    lost = times(len(event.removed), "block")
    freed = sorted({unit.country for unit in event.garrisons})
    alone = f"; {', '.join(freed)} stand alone now" if freed else ""
    what = "is defeated" if event.is_power else "has fallen"
    return f"{event.country} {what}, conquered by {event.conqueror}, and has lost {lost}{alone}."


def _set_up(scenes: Sequence[Scene]) -> Iterator[str]:
    """How many blocks each nation has put on the board."""
    placed: dict[str, list[tuple[str, int]]] = {}
    for scene in scenes:
        if isinstance(scene.event, events.blocks.BlocksPlaced):
            one = (scene.event.territory, len(scene.event.units))
            placed.setdefault(scene.event.nation, []).append(one)
    for nation, groups in placed.items():
        blocks = times(sum(count for _, count in groups), "block")
        areas = times(len({place for place, _ in groups}), "area")
        yield f"{nation} placed {blocks} in {areas}."


def _told(scenes: Sequence[Scene]) -> Iterator[str]:
    for scene in scenes:
        match scene.event:
            case events.block_year.CommandGiven() as event:
                yield command_sentence(scene.before, event)
            case events.blocks.WarDeclared() as event:
                yield f"{event.nation} declared war on {event.enemy}."
            case events.blocks.NeutralityViolated() as event:
                yield f"{event.nation} violated the neutrality of {event.country}."
            case events.blocks.PartitionJoined() as event:
                yield f"{event.nation} joins in the partition of {event.country}."
            case events.blocks.CountryAligned() as event:
                yield f"{event.country} goes over to {event.nation}: {event.cause}."
            case events.blocks.CountryDefeated() as event:
                yield defeat_sentence(event)


def _fights(scenes: Sequence[Scene]) -> Iterator[str]:
    fights: dict[str, _Fight] = {}
    for scene in scenes:
        match scene.event:
            case events.blocks.BlockBattleStarted() as event:
                fights[event.territory] = _Fight(event.is_raid)
            case events.blocks.BlockReduced() as event if event.territory in fights:
                unit = scene.before.units[event.unit]
                _lose(fights[event.territory], side_of(unit), unit.strength - event.strength)
            case events.blocks.BlockEliminated() as event if event.territory in fights:
                unit = scene.before.units[event.unit]
                _lose(fights[event.territory], side_of(unit), unit.strength)
            case events.blocks.BlockRetreated() as event if event.path[0] in fights:
                fight = fights[event.path[0]]
                side = side_of(scene.before.units[event.unit])
                fight.gone[side] = fight.gone.get(side, 0) + 1
            case events.blocks.BlockFired(target="industry") as event if event.territory in fights:
                owner = scene.before.owners.get(event.territory, NOBODY)
                fights[event.territory].bombed.setdefault(owner, 0)
            case events.blocks.IndustryBombed() as event if event.territory in fights:
                bombed = fights[event.territory].bombed
                bombed[event.nation] = bombed.get(event.nation, 0) + event.points
            case events.blocks.BlockBattleEnded() as event if event.territory in fights:
                fights[event.territory].after = _left(scene.before, event.territory)
    for place, fight in fights.items():
        what = "Raid on" if fight.is_raid else "Battle in"
        told = [f"{side} lost {cv} CV" for side, cv in fight.lost.items() if cv]
        told = told or ["no losses"]
        told += [_of_industry(side, points) for side, points in fight.bombed.items()]
        told += [
            f"{times(count, 'block')} of {side} withdrew" for side, count in fight.gone.items()
        ]
        yield f"{what} {place}: {', '.join(told)}; there now: {fight.after or 'nobody'}."


def _of_industry(nation: NationName, points: int) -> str:
    """What bombers did to an industry (T214)."""
    if points:
        return f"the industry of {nation} fell by {points}"
    return f"no bomb hit the industry of {nation}"


def _lose(fight: _Fight, side: str, strength: int) -> None:
    fight.lost[side] = fight.lost.get(side, 0) + strength


def _left(state: State, place: TerritoryName) -> str:
    """Who is there after a battle, with all their strength."""
    left: dict[str, int] = {}
    for unit in state.units_in(place):
        left[side_of(unit)] = left.get(side_of(unit), 0) + unit.strength
    return " and ".join(f"{side} with {strength} CV" for side, strength in left.items())


def _changes(scenes: Sequence[Scene]) -> Iterator[str]:
    held: dict[TerritoryName, tuple[str, str]] = {}
    for scene in scenes:
        match scene.event:
            case events.blocks.ControlChanged(territory=place) as event:
                first = held.get(place, (event.before, ""))[0]
                held[place] = (first, event.owner)
    gained: dict[str, list[str]] = {}
    for place, (first, last) in held.items():
        if first != last:
            gained.setdefault(last or NEUTRAL, []).append(place)
    yield from _gains(gained)


def _gains(gained: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for nation, places in gained.items():
        what = ", ".join(places) if len(places) <= MANY else times(len(places), "area")
        yield f"{what} came under the control of {'nobody' if nation == NEUTRAL else nation}."
