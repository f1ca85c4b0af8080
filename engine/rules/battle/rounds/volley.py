"""Hits have been rolled: which units are lost.

Rule: rule book, Battle and How units fire (B75, B183, B189, B191, B198, B201, B206).  The nation on
turn chooses for its own units, when there is something to choose.  The defender is away: their
standing orders decide, else the default order, or an option says that they are asked (G20).
Casualties fire once more in the round if their side has not fired yet; those of a bombardment and
of AA guns, where the owner chooses them (B92), are removed at once.
Where several nations defend together, the attacker may by option choose which of them takes the
hits first (C74); its own order of losses then says which of its units.
Options: transport_casualties_restricted, bombard_casualties_fire, ask_defender,
attacker_picks_ally.
"""

from collections.abc import Iterator
from typing import Final

from engine.core.agenda import Decision, VolleyFrame
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.battle import AllyHit, CasualtiesMarked
from engine.core.events.turn import FramePopped, FramePushed, FrameReplaced
from engine.core.ids import NationName, TerritoryName, UnitId
from engine.core.standing_orders import StandingUse
from engine.core.words import ChosenBy
from engine.gamedef import State
from engine.gamedef.position import Waiting
from engine.orders.form import Order
from engine.orders.hit_first import HitFirst
from engine.orders.lose import Lose
from engine.rules.battle.rounds.casualties import (
    casualty_order,
    default_casualties,
    has_real_choice,
    hit_capacity,
    owners_of,
    split_hits,
)
from engine.rules.battle.rounds.standing_orders import standing_casualties
from engine.rules.common.battle_step import (
    ATTACKER,
    DEFENDER,
    battle_if_any,
    battle_of,
    check_fits_decision,
    nation_of,
)
from engine.rules.common.frame import Events, FrameRules, resolve_no_roll, top_frame
from engine.rules.common.losses import resolve_losses
from engine.rules.common.picks import pick_units, picks_of
from engine.rules.common.relations import is_asked, is_mere_transport, type_of
from engine.values import replace

BOMBARDMENT: Final = "bombardment"
AA_STEPS: Final = ("aa_fire", "overflight")
"""Steps whose casualties are lost at once, so they never fire."""


def _volley_of(state: State) -> VolleyFrame:
    return top_frame(state, VolleyFrame)


def _advance(state: State) -> Events | Waiting:
    volley = _volley_of(state)
    targets = _targets_now(state, volley)
    hits = min(volley.hits, _capacity(state, volley, targets))
    if hits == 0:
        return (FramePopped(),)
    if _picks_ally(state, volley):
        return _ally_decision(state, volley)
    # Each question costs a player a mail, so one without a real choice is never asked.
    if hits == _capacity(state, volley, targets) or not has_real_choice(state, targets, hits):
        chosen = _default(state, volley, targets, hits)
        return _allot(state, volley, chosen, "default")
    if volley.side == ATTACKER:
        return _decision(state, volley)
    # The defender's turn is not now. Standing orders come first even where an option has defenders
    # asked: whoever has said what to lose need not be waited for.
    nation = _chooser(state, volley)
    choice = None
    if not volley.deadly:
        choice = standing_casualties(state, nation, _place_of(state, volley), targets, hits)
    if is_asked(state, nation) and not (choice is not None and choice.is_complete):
        return _decision(state, volley)
    if choice is None:
        chosen = _default(state, volley, targets, hits)
        return _allot(state, volley, chosen, "default")
    chosen_by: ChosenBy = "standing" if choice.use.fired else "default"
    return _allot(state, volley, choice.hits, chosen_by, choice.use)


def _capacity(state: State, volley: VolleyFrame, targets: tuple[UnitId, ...]) -> int:
    """How many hits the targets can take; one each where a single hit destroys them."""
    return len(targets) if volley.deadly else hit_capacity(state, targets)


def _pool(state: State, volley: VolleyFrame, targets: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """All hits that the targets can take, in default order."""
    order = casualty_order(state, targets, volley.side)
    # Losses come after all hits that only damage.
    return order[-len(targets) :] if volley.deadly else order


def _default(
    state: State, volley: VolleyFrame, targets: tuple[UnitId, ...], hits: int
) -> tuple[UnitId, ...]:
    if volley.deadly:
        return _pool(state, volley, targets)[:hits]
    return default_casualties(state, targets, hits, volley.side)


def _targets_now(state: State, volley: VolleyFrame) -> tuple[UnitId, ...]:
    """What can take the next hits; with the option, transports only when nothing else is left."""
    if not state.definition.options.transport_casualties_restricted:
        return volley.targets
    # So one volley may be taken in two goes: first what the warships can take, and the rest, which
    # stays on this frame, by the transports.
    units = (state.units[unit] for unit in volley.targets)
    warships = tuple(unit.id for unit in units if not is_mere_transport(type_of(state, unit)))
    return warships or volley.targets


def _chooser(state: State, volley: VolleyFrame) -> NationName:
    """The nation that chooses the losses: each ally its own where allies are hit one by one."""
    battle = battle_of(state)
    owners = owners_of(state, volley.targets)
    if volley.side == ATTACKER or not state.definition.options.attacker_picks_ally:
        return nation_of(battle, volley.side)
    return owners[0] if len(owners) == 1 else nation_of(battle, volley.side)


def _place_of(state: State, volley: VolleyFrame) -> TerritoryName:
    return volley.territory or battle_of(state).territory


def _picks_ally(state: State, volley: VolleyFrame) -> bool:
    """Whether the attacker is asked whose units are hit; not where it makes no difference."""
    if volley.side != DEFENDER or not state.definition.options.attacker_picks_ally:
        return False
    targets = _targets_now(state, volley)
    spared = volley.hits < hit_capacity(state, targets)
    return spared and len(owners_of(state, targets)) > 1


def _ally_decision(state: State, volley: VolleyFrame) -> Decision:
    battle = battle_of(state)
    return Decision(
        nation=nation_of(battle, ATTACKER),
        what="ally",
        territory=battle.territory,
        round=battle.round,
        step=volley.step,
        units=_targets_now(state, volley),
        count=volley.hits,
    )


def _check_ally(state: State, volley: VolleyFrame, order: Order) -> tuple[Illegal, ...]:
    decision = _ally_decision(state, volley)
    reasons = check_fits_decision(order, decision, (HitFirst,))
    if reasons or not isinstance(order, HitFirst):
        return reasons
    owners = owners_of(state, decision.units)
    if order.nation in owners:
        return ()
    text = f"the {order.nation} cannot be hit in {decision.territory}; possible: "
    text += ", ".join(owners)
    return (Illegal("no-such-defender", text, "C74", decision.territory),)


def _resolve_ally(state: State, volley: VolleyFrame, nation: NationName) -> Events:
    """The hits of one nation on a frame of their own; what it cannot take waits below."""
    mine = tuple(key for key in _targets_now(state, volley) if state.units[key].owner == nation)
    hits = min(volley.hits, hit_capacity(state, mine))
    # The others are out of reach of these hits only: more hits than this nation can take go on to
    # them, and the attacker is asked again.
    others = tuple(key for key in volley.targets if key not in mine)
    chosen = AllyHit(_place_of(state, volley), nation, hits)
    its_own = replace(volley, hits=hits, targets=mine)
    if hits == volley.hits:
        return (chosen, FrameReplaced(its_own))
    rest = replace(volley, hits=volley.hits - hits, targets=others)
    return (chosen, FrameReplaced(rest), FramePushed(its_own))


def _decision(state: State, volley: VolleyFrame) -> Decision:
    battle = battle_if_any(state)
    return Decision(
        nation=state.nation if battle is None else _chooser(state, volley),
        what="casualties",
        territory=_place_of(state, volley),
        round=0 if battle is None else battle.round,
        step=volley.step,
        units=_targets_now(state, volley),
        count=volley.hits,
    )


def _check(state: State, order: Order) -> tuple[Illegal, ...]:
    volley = _volley_of(state)
    if _picks_ally(state, volley):
        return _check_ally(state, volley, order)
    decision = _decision(state, volley)
    reasons = check_fits_decision(order, decision, (Lose,))
    if reasons or not isinstance(order, Lose):
        return reasons
    pool = _pool(state, volley, decision.units)
    chosen, reasons = pick_units(state, order.picks, pool, decision.territory)
    if not reasons and len(chosen) != decision.count:
        text = (
            f"{decision.count} hits must be taken in {decision.territory}, "
            f"but {len(chosen)} are named"
        )
        return (Illegal("wrong-casualty-count", text, "B198", decision.territory),)
    return reasons


def _resolve(state: State, order: Order) -> Events:
    volley = _volley_of(state)
    if isinstance(order, HitFirst):
        return _resolve_ally(state, volley, order.nation)
    if not isinstance(order, Lose):
        return ()
    pool = _pool(state, volley, _targets_now(state, volley))
    chosen, _ = pick_units(state, order.picks, pool, order.territory)
    return _allot(state, volley, chosen, "player")


def _allot(
    state: State,
    volley: VolleyFrame,
    chosen: tuple[UnitId, ...],
    chosen_by: ChosenBy,
    use: StandingUse | None = None,
) -> Events:
    """The chosen units take the hits; what is left of the volley stays on the agenda."""
    place = _place_of(state, volley)
    killed, damaged = (chosen, ()) if volley.deadly else split_hits(state, chosen)
    log = EventLog(state)
    left = replace(
        volley,
        hits=volley.hits - len(chosen),
        targets=tuple(unit for unit in volley.targets if unit not in killed),
    )
    log.add(FrameReplaced(left) if left.hits and left.targets else FramePopped())
    log.add(CasualtiesMarked(place, volley.side, killed, damaged, chosen_by, use))
    if volley.step == BOMBARDMENT and not state.definition.options.bombard_casualties_fire:
        log.extend(resolve_losses(log.state, place, killed, BOMBARDMENT))
    elif volley.step in AA_STEPS:
        log.extend(resolve_losses(log.state, place, killed, "aa_fire"))
    return log.events


def _legal(state: State) -> Iterator[Order]:
    """The recommended answer, then for each type the one that loses as many of it as possible.

    There are more: every choice of as many hits as the Decision requires.
    """
    volley = _volley_of(state)
    targets = _targets_now(state, volley)
    territory = _place_of(state, volley)
    if _picks_ally(state, volley):
        for nation in owners_of(state, targets):
            yield HitFirst(territory, nation)
        return
    first = _default(state, volley, targets, volley.hits)
    answers = [Lose(territory, picks_of(state, first))]
    order = _pool(state, volley, targets)
    for kind in sorted({state.units[unit].type for unit in targets}):
        of_kind = [unit for unit in order if state.units[unit].type == kind]
        others = [unit for unit in order if state.units[unit].type != kind]
        chosen = [*of_kind, *others][: volley.hits]
        answers.append(Lose(territory, picks_of(state, chosen)))
    yield from dict.fromkeys(answers)


VOLLEY_FRAME: Final = FrameRules(_advance, _check, _resolve, resolve_no_roll, _legal)
