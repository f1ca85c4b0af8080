"""What standing orders did in a turn, and which ones its player left.

Rule: rule book, How units fire (B198, G20).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from engine import NationName, StandingUse, State, TerritoryName, events, format_standing
from pbem.report.battle_model import Force
from pbem.report.scenes import Event, Scene, forces_of, merged, place_of, with_nation
from pbem.report.words import times


@dataclass
class _Account:
    """What one combination of instructions did in one place; lives inside one function call."""

    killed: list[Force] = field(default_factory=list)
    damaged: list[Force] = field(default_factory=list)
    other: list[str] = field(default_factory=list)


@runtime_checkable
class _ByStanding(Protocol):
    """An event in which standing orders may have had a say."""

    @property
    def standing(self) -> StandingUse | None:
        """Those that did."""


def _place(event: Event) -> TerritoryName:
    match event:
        case events.blocks.BlockRetreated():
            return event.path[0]
        case events.battle.AircraftLanded():
            return event.origin
    return place_of(event)


def fired_of(scenes: Sequence[Scene]) -> tuple[str, ...]:
    """Which instructions fired or could not be met, one sentence per place and instruction.

    In the order in which they were first used.
    """
    accounts: dict[tuple[TerritoryName, StandingUse], _Account] = {}
    for scene in scenes:
        event, state = scene.event, scene.before
        use = event.standing if isinstance(event, _ByStanding) else None
        if use is None:
            continue
        account = accounts.setdefault((_place(event), use), _Account())
        match event:
            case events.battle.CasualtiesMarked():
                account.killed.extend(forces_of(state, event.killed))
                account.damaged.extend(forces_of(state, event.damaged))
            case events.battle.SubmarinesStayed():
                account.other.append(f"{with_nation(forces_of(state, event.units))} stayed")
            case events.battle.UnitsSubmerged():
                account.other.append(f"{with_nation(forces_of(state, event.units))} submerged")
            case events.battle.InterceptorsLaunched():
                launched = with_nation(forces_of(state, event.units)) or "no aircraft"
                account.other.append(f"{launched} took off against the raid")
            case events.battle.AircraftScrambled():
                scrambled = with_nation(forces_of(state, event.units)) or "no aircraft"
                account.other.append(f"{scrambled} scrambled to help")
            case events.battle.KamikazesAimed():
                account.other.append(times(event.cost, "kamikaze attack"))
            case events.battle.UnitsRetreated() | events.battle.AircraftLanded():
                units = with_nation(forces_of(state, event.units))
                account.other.append(f"{units} went to {event.to}")
            case _:
                account.other.extend(_of_blocks(scene))
    return tuple(
        _sentence(place, use, account, scenes[0].before)
        for (place, use), account in accounts.items()
    )


def _of_blocks(scene: Scene) -> Iterator[str]:
    """What standing orders did in a battle of blocks."""
    state = scene.before
    match scene.event:
        case events.blocks.BlockRetreated() as event:
            yield f"{with_nation(forces_of(state, (event.unit,)))} went to {event.path[-1]}"
        case events.blocks.BlockAimed() as event:
            did = f"fired at {event.target}" if event.target else "held its fire"
            yield f"{with_nation(forces_of(state, (event.unit,)))} {did}"
        case events.blocks.BlockReduced() as event:
            yield f"{with_nation(forces_of(state, (event.unit,)))} took a hit"
        case events.blocks.SubsEscaped() as event:
            yield f"{with_nation(forces_of(state, event.units))} escaped"
        case events.blocks.SubsFoughtOn() as event:
            yield f"{with_nation(forces_of(state, event.units))} stayed up"


def filed_of(scenes: Sequence[Scene], nation: NationName) -> tuple[str, ...]:
    """The standing orders of the nation after it changed them, a line each; () if it did not."""
    last: events.turn.StandingOrdersChanged | None = None
    for scene in scenes:
        event = scene.event
        if isinstance(event, events.turn.StandingOrdersChanged) and event.nation == nation:
            last = event
    if last is None:
        return ()
    definition = scenes[0].before.definition
    lines = tuple(format_standing(entry, definition) for entry in last.instructions)
    return lines or ("none any more",)


def instruction_words(use: StandingUse, state: State) -> str:
    """The instructions as the player wrote them, with those that could not be met."""
    definition = state.definition
    parts: list[str] = []
    if use.fired:
        parts.append("; ".join(format_standing(entry, definition) for entry in use.fired))
    if use.unmet:
        unmet = "; ".join(format_standing(entry, definition) for entry in use.unmet)
        parts.append(f"could not be fulfilled: {unmet}")
    return "; ".join(parts)


def _sentence(place: str, use: StandingUse, account: _Account, state: State) -> str:
    done = list(account.other)
    if account.killed:
        done.append(f"lost {with_nation(merged(account.killed, state))}")
    if account.damaged:
        done.append(f"damaged {with_nation(merged(account.damaged, state))}")
    return f"{place}, {use.nation} ({instruction_words(use, state)}): {'; '.join(done)}."
