"""What a game shows: names of the rules, units and abilities that its events prove.

`covered` reads the events, nothing else: what no event tells of is not covered.  The list of names
that the recorded games have to cover, and why, is in tests/playthroughs/test_corpus_coverage.py.
"""

from collections.abc import Iterable, Iterator, Sequence

from engine import (
    NEUTRAL,
    FileStanding,
    StandingInstruction,
    StandingUse,
    State,
    Unit,
    UnitType,
    evolve,
    order_to_plain,
)
from engine.core.agenda import BattleFrame
from engine.core.events import Event, battle, economy, movement, turn
from engine.orders.form import Order
from pbem.motions.edit import Edit
from pbem.replay import History, read_history
from pbem.save.records import TurnEnd
from pbem.save.trusted_save import TrustedSave
from pbem.wire.shapes import kind_of

Step = tuple[State, Sequence[Event]]
"""The state before something happened, and what happened."""

_AUTOMATIC = ("tech_activation", "end_turn", "capitals", "end_round")
_JET_DEFENCE = 5
_SUPER_SUB_ATTACK = 3


def covered(steps: Iterable[Step]) -> frozenset[str]:
    """The names of everything that happened; the steps may be those of several games."""
    found: set[str] = set()
    for before, happened in steps:
        state = before
        for event in happened:
            found.update(_witness(state, event))
            state = evolve(state, event)
    return frozenset(found)


def covered_by(save: TrustedSave) -> frozenset[str]:
    """The names of everything that happened in a game; its log must be good throughout."""
    history = _history_of(save)
    return covered(_steps_of(history)) | _written(save) | _ordered(history)


def _written(save: TrustedSave) -> frozenset[str]:
    """The kinds of records in a log, and what was agreed, edited and said in them."""
    found: set[str] = set()
    for entry in save.entries:
        found.add(f"record {entry.kind}")
        if entry.agreement is not None:
            what = entry.agreement.proposal.motion
            kind = kind_of(type(what)).replace("_", " ")
            alone = getattr(what, "absent", False) or getattr(what, "lost", False)
            found.add(f"agreed {kind}{' without the old key' if alone else ''}")
            if isinstance(what, Edit):
                found.update(_kind_of_plain("change", change) for change in what.changes)
        elif isinstance(entry.record, TurnEnd) and entry.record.end.message:
            found.add("message")
    return frozenset(found)


def _ordered(history: History) -> frozenset[str]:
    """The kinds of orders that were given."""
    actions = (moment.action for moment in history.moments)
    return frozenset(
        _kind_of_plain("order", order_to_plain(action))
        for action in actions
        if isinstance(action, Order)
    )


def _kind_of_plain(what: str, plain: object) -> str:
    """The kind of an order or a change by hand, which its plain form begins with."""
    kind = plain[0] if isinstance(plain, Sequence) and plain else ""
    return f"{what} {kind}"


def _history_of(save: TrustedSave) -> History:
    history = read_history(save)
    if history.error is not None:
        raise history.error
    return history


def _steps_of(history: History) -> Iterator[Step]:
    """A game as states and what happened next.

    What happens before the first order (the first bid is granted) has no state before it; that
    loses nothing, because the same happens to the other nations.
    """
    state = history.moments[0].step.state
    for moment in history.moments[1:]:
        if moment.back_to is None:
            yield state, moment.step.events
        state = moment.step.state


def _witness(state: State, event: Event) -> Iterator[str]:
    yield from _of_the_turn(event)
    yield from _of_the_economy(state, event)
    yield from _of_movement(state, event)
    yield from _of_battle(state, event)
    yield from _of_losses(state, event)
    yield from _of_conquest(state, event)
    yield from _of_bombing(state, event)
    yield from _of_defence(event)


def _of_the_turn(event: Event) -> Iterator[str]:
    match event:
        case turn.PhaseClosing():
            yield f"phase {event.phase}"
        case turn.PhaseEnded() if event.phase in _AUTOMATIC:
            yield f"phase {event.phase}"
        case turn.RoundBegan(round=10):
            yield "tenth round"
        case turn.GameEnded():
            yield f"end by {event.outcome.kind}"


def _of_the_economy(state: State, event: Event) -> Iterator[str]:
    match event:
        case economy.ResearchRolled() if not event.hits:
            yield "research fails"
        case economy.TechnologyRerolled():
            yield "technology rolled again"
        case economy.TechnologyFound():
            yield f"found {event.technology}"
        case economy.TechnologyActivated():
            yield f"active {event.technology}"
        case economy.UnitsBought():
            yield from (f"bought {name}" for name, _ in event.units)
        case economy.LandDrawn():
            yield "land drawn at random"
        case economy.UnitsLevied():
            yield "units levied"
        case economy.UnitsPlaced():
            yield from _of_placement(state, event)
        case economy.FightersBoarded():
            yield "fighter hops on a new carrier"
        case economy.UnplacedUnitsLost():
            yield "unplaced units lost"
        case economy.IncomeBlockaded():
            yield "income blockaded"
        case economy.IncomeWithheld():
            yield "income withheld"
        case economy.UnitsRepaired():
            yield "damaged ship repaired"


def _of_placement(state: State, event: economy.UnitsPlaced) -> Iterator[str]:
    if state.phase.phase == "bid_place":
        yield "bid placed"
    for unit in event.units:
        yield f"placed {unit.type}"
        if _kind(state, unit).is_air and _is_sea(state, event.territory):
            yield "new fighter on a new carrier"


def _of_movement(state: State, event: Event) -> Iterator[str]:
    match event:
        case movement.UnitsMoved():
            yield from _of_a_move(state, event)
        case movement.UnitsLoaded():
            yield from (f"loaded {state.units[unit].type}" for unit, _ in event.pairs)
        case movement.UnitsUnloaded():
            if event.amphibious:
                yield "amphibious landing"
            elif not event.in_combat:
                yield "landing in the non-combat move"
        case movement.AircraftStowed():
            yield "carrier takes aircraft of an ally along"
        case movement.AircraftLost():
            yield "aircraft without a place to land"


def _of_a_move(state: State, event: movement.UnitsMoved) -> Iterator[str]:
    units = [state.units[key] for key in event.units]
    passed = event.path[1:-1]
    for unit, spent in zip(units, event.spent, strict=True):
        kind = _kind(state, unit)
        yield f"moved {unit.type}"
        if kind.is_air and unit.moved + spent > kind.movement:
            yield "long-range flight"
        if kind.decks.carrier_cost and state.phase.phase == "noncombat_move":
            yield from ("aircraft lands at sea",) if _is_sea(state, event.path[-1]) else ()
        if kind.undersea.is_submarine and any(
            _has_enemy(state, event.nation, zone) for zone in passed
        ):
            yield "submarine passes enemies"
        if kind.mobility.can_blitz and any(
            _is_hostile(state, event.nation, land) for land in passed
        ):
            yield "blitz"
    sail = {frozenset(pair) for pair in zip(event.path[:-1], event.path[1:], strict=True) if units}
    if any(frozenset(canal.zones) in sail for canal in state.definition.board.canals) and any(
        _kind(state, unit).is_sea for unit in units
    ):
        yield "ship passes a canal"


def _of_battle(state: State, event: Event) -> Iterator[str]:
    match event:
        case battle.BattleBegan(kind="battle"):
            yield from _of_a_beginning(state, event)
        case battle.VolleyFired():
            yield from _of_fire(state, event)
        case battle.CasualtiesMarked():
            yield from ("ship damaged",) if event.damaged else ()
            yield from ("casualties chosen by the player",) if event.chosen_by == "player" else ()
        case battle.UnitsSubmerged():
            yield f"submarines of the {event.side} submerge"
        case battle.UnitsRetreated():
            yield "retreat at sea" if _is_sea(state, event.territory) else "retreat on land"
        case battle.AircraftWithdrew():
            yield "aircraft withdraw"
        case battle.LandingAbandoned():
            yield "landing abandoned"
        case battle.Bombarded():
            yield from (f"bombardment by {state.units[unit].type}" for unit in event.units)
        case battle.BattleEnded(kind="battle"):
            yield f"battle won by the {event.winner}" if event.winner != "draw" else "battle drawn"
            if event.winner == "draw" and event.fought:
                yield "stalemate"
        case battle.AircraftLanded():
            yield "homeless aircraft landed"


def _of_a_beginning(state: State, event: battle.BattleBegan) -> Iterator[str]:
    attackers = [_kind(state, state.units[key]) for key in event.attackers]
    defenders = [_kind(state, state.units[key]) for key in event.defenders]
    owners = {
        state.units[key].owner
        for key, kind in zip(event.defenders, defenders, strict=True)
        if not kind.is_infrastructure
    }
    yield "sea battle" if _is_sea(state, event.territory) else "land battle"
    if len(owners) > 1:
        yield "two nations defend together"
    givers = {giver for rule in state.definition.support for giver in rule.givers}
    names = {kind.name for kind in attackers}
    if givers & names and any(kind.carriage.is_infantry for kind in attackers):
        yield "support"
    for own, other in ((attackers, defenders), (defenders, attackers)):
        if any(kind.undersea.is_submarine for kind in own) and any(
            kind.undersea.is_destroyer for kind in other
        ):
            yield "destroyer against submarine"


def _of_fire(state: State, event: battle.VolleyFired) -> Iterator[str]:
    frames = [frame for frame in state.agenda if isinstance(frame, BattleFrame)]
    if event.hits:
        yield f"{event.step} hit by the {event.side}"
    if event.step == "overflight":
        yield f"overflight in the {state.phase.phase}"
    if event.step == "aa_fire":
        yield from (f"AA fire in a {frame.kind}" for frame in frames)
        yield from ("low luck AA fire",) if state.definition.options.low_luck else ()
    if event.step == "general" and not state.definition.options.low_luck:
        yield "normal dice"
    yield from ("low luck hit",) if event.sure_hits else ()
    for group in event.groups:
        if len(group.dice) > group.units and event.step != "raid":
            yield "two dice of a heavy bomber"
        if event.step == "general" and group.strength == _JET_DEFENCE:
            yield "jet fighter defends"
        if event.step == "first_strike" and group.strength == _SUPER_SUB_ATTACK:
            yield "super submarine attacks"


def _of_losses(state: State, event: Event) -> Iterator[str]:
    if isinstance(event, battle.UnitsDestroyed):
        yield from (f"lost {state.units[key].type}" for key in event.units)
        if event.cause == "sunk_with_transport":
            yield "cargo sunk with its transport"


def _of_conquest(state: State, event: Event) -> Iterator[str]:
    match event:
        case battle.TerritoryTaken():
            yield "neutral land conquered" if event.previous == NEUTRAL else "land conquered"
            if event.owner != event.by:
                yield "land of an ally liberated"
            stay = any(unit.owner == event.by for unit in state.units_in(event.territory))
            if stay and event.territory not in state.turn.fought:
                yield "walk-in"
            if state.definition.board.territories[event.territory].capital_of == event.owner:
                yield "capital liberated"
        case battle.TerritoryReturned():
            yield "land returned with the capital"
        case battle.CapitalPlundered():
            yield "capital captured"
        case battle.UnitsExchanged():
            yield f"units {event.cause}"
        case battle.UnitsCaptured():
            yield from (f"captured {state.units[key].type}" for key in event.units)


def _of_bombing(state: State, event: Event) -> Iterator[str]:
    match event:
        case battle.FactoryBombed():
            yield event.cause
            if state.definition.options.low_luck_bombing:
                yield f"low-luck {event.cause}"
            if event.damage < event.rolled:
                yield "bombing limited"
        case battle.BattleBegan(kind="raid"):
            yield "raid flown"


def _of_defence(event: Event) -> Iterator[str]:
    """What a defender had left instructions for, or was asked."""
    use = getattr(event, "standing", None)
    if isinstance(use, StandingUse):
        yield from (f"standing {_kind_of_instruction(entry)}" for entry in use.fired)
        yield from (f"standing {_kind_of_instruction(entry)} unmet" for entry in use.unmet)
    match event:
        case battle.CasualtiesMarked(side="defender", chosen_by="player"):
            yield "losses chosen by the defender"
        case battle.UnitsSubmerged(side="defender", chosen_by="player"):
            yield "submerge chosen by the defender"
        case battle.AllyHit():
            yield "ally hit"


def _kind_of_instruction(entry: StandingInstruction) -> str:
    return _kind_of_plain("", order_to_plain(FileStanding(entry))[1:]).strip()


def _kind(state: State, unit: Unit) -> UnitType:
    return state.definition.unit_types[unit.type]


def _is_sea(state: State, place: str) -> bool:
    return state.definition.board.is_sea[place]


def _is_hostile(state: State, nation: str, land: str) -> bool:
    owner = state.owners.get(land, NEUTRAL)
    return not _is_sea(state, land) and not state.definition.politics.is_allied(nation, owner)


def _has_enemy(state: State, nation: str, zone: str) -> bool:
    return any(
        state.definition.politics.is_at_war(nation, unit.owner) for unit in state.units_in(zone)
    )
