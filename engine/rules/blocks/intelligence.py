"""Intelligence cards.

Those that only show something to their player (agent, code break) do nothing more where all cards
and blocks lie open.  A double agent in the hand of the victim turns sabotage, a spy ring and a mole
on who played them, by itself: nothing else that it could do is worth more.

Rule: Triumph & Tragedy 2nd edition, rule book 7.34, 9.5 (T183a to T183h).
"""

from collections.abc import Iterator

from engine.core.agenda import CardDraw
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.block_cards import CardsSpent, IndustryChanged, IntelligencePlayed
from engine.core.events.block_year import InfluenceSet
from engine.core.ids import NOBODY, NationName
from engine.core.words import IntelligenceKind
from engine.gamedef import State
from engine.rules.blocks.alignment import entry_of
from engine.rules.blocks.areas import position_of
from engine.rules.blocks.cards import cards_of, hand_of, rules_of, vault_of
from engine.rules.blocks.draw import resolve_draws
from engine.rules.blocks.influence import why_no_influence
from engine.rules.blocks.research import achieved, check_new, is_one_of
from engine.rules.common.frame import Events

_ON_A_RIVAL = ("agent", "code_break", "spy_ring", "sabotage")


def check_intelligence(
    state: State, kind: IntelligenceKind, numbers: tuple[int, ...], target: str
) -> Iterator[Illegal]:
    """Every reason against an intelligence card, the first of some cards."""
    if kind != "mole" and len(numbers) > 1:
        yield Illegal("one-card", "an intelligence card is played alone", "T142")
    if kind == "double_agent":
        text = "a double agent acts by itself when intelligence is used against its holder"
        yield Illegal("double-agent", text, "T183h")
    elif kind in _ON_A_RIVAL:
        yield from _check_rival(state, kind, target)
    elif kind == "coup":
        yield from _check_coup(state, target)
    else:
        yield from _check_mole(state, numbers, target)


def _check_rival(state: State, kind: IntelligenceKind, target: str) -> Iterator[Illegal]:
    if target not in state.definition.politics.nation_names or target == state.nation:
        text = "this card names a rival: play CARD: NATION"
        yield Illegal("no-rival", text, "T183a")
    elif kind == "spy_ring" and not hand_of(state, NationName(target)):
        yield Illegal("no-cards-there", f"the {target} have no cards", "T183d")


def _check_coup(state: State, target: str) -> Iterator[Illegal]:
    why = why_no_influence(state, target)
    if not why and entry_of(state, target) is not None:
        why = f"{target} is no minor country"
    held = position_of(state).influence.get(target)
    if not why and (held is None or held.nation == state.nation):
        why = f"no rival has influence in {target}"
    if why:
        yield Illegal("no-coup", why, "T183e")


def _check_mole(state: State, numbers: tuple[int, ...], target: str) -> Iterator[Illegal]:
    """A technology in the vault of a rival, with one real card of it (T183g)."""
    if not _victim_of_mole(state, target):
        text = f"{target or 'what is named'} is not in the vault of a rival"
        yield Illegal("not-in-vault", text, "T183g")
        return
    if len(numbers) != 2 or not is_one_of(state, numbers[1], target):
        text = f"a mole needs one card of {target.replace('_', ' ')} beside it"
        yield Illegal("no-pair", text, "T183g")
    yield from check_new(state, state.nation, target)


def _victim_of_mole(state: State, technology: str) -> NationName:
    """A rival with a technology in its vault; "" for none."""
    for nation, vault in cards_of(state).vaults.items():
        if nation != state.nation and any(one.technology == technology for one in vault):
            return nation
    return NOBODY


def resolve_intelligence(
    state: State,
    kind: IntelligenceKind,
    numbers: tuple[int, ...],
    target: str,
    *,
    is_secret: bool,
) -> Events:
    """What an intelligence card does, at once (T183a); a mole's find may go into the vault."""
    if kind == "mole":
        return _resolve_mole(state, numbers, target, is_secret=is_secret)
    nation = state.nation
    log = EventLog(state)
    log.add(CardsSpent(nation, numbers, "intelligence", target))
    if kind == "coup":
        held = position_of(state).influence[target]
        log.add(IntelligencePlayed(nation, kind, target, is_turned=False))
        log.add(InfluenceSet(target, held.nation, 0))
        return log.events
    victim = NationName(target)
    answer = _double_agent(state, victim) if kind in {"sabotage", "spy_ring"} else ()
    if answer:
        log.add(CardsSpent(victim, answer, "intelligence", nation))
    thief, loser = (victim, nation) if answer else (nation, victim)
    log.add(IntelligencePlayed(nation, kind, target, is_turned=bool(answer)))
    if kind == "sabotage":
        left = max(0, position_of(state).industry.get(loser, 0) - 1)
        log.add(IndustryChanged(loser, left, by_cards=False))
    elif kind == "spy_ring" and hand_of(log.state, loser):
        log.extend(resolve_draws((CardDraw(thief, "", 1, loser),)))
    return log.events


def _double_agent(state: State, victim: NationName) -> tuple[int, ...]:
    """The double agent in the hand of a nation; () for none."""
    rules = rules_of(state)
    for number in hand_of(state, victim):
        card = rules.investment_card(number)
        if card is not None and card.intelligence == "double_agent":
            return (number,)
    return ()


def _resolve_mole(
    state: State, numbers: tuple[int, ...], technology: str, *, is_secret: bool
) -> Events:
    """The card beside the mole is the one that stays open (T178)."""
    mole, real = numbers
    victim = _victim_of_mole(state, technology)
    answer = _double_agent(state, victim)
    if answer:
        return _resolve_turned(state, mole, technology, victim, answer)
    return (
        IntelligencePlayed(state.nation, "mole", technology, is_turned=False),
        achieved(state.nation, technology, (real, mole), is_secret=is_secret),
    )


def _resolve_turned(
    state: State, mole: int, technology: str, victim: NationName, answer: tuple[int, ...]
) -> Events:
    """The victim achieves what its double agent finds in the vault of the mole's player (T183h).

    The first technology there of which it has a real card; it goes into the vault of the victim,
    which shows it when it likes.  The card that was played beside the mole stays in the hand.
    """
    turned = (
        CardsSpent(state.nation, (mole,), "intelligence", technology),
        IntelligencePlayed(state.nation, "mole", technology, is_turned=True),
    )
    for found in vault_of(state, state.nation):
        real = [number for number in hand_of(state, victim) if is_one_of(state, number, found)]
        if real and not tuple(check_new(state, victim, found)):
            return (*turned, achieved(victim, found, (real[0], *answer), is_secret=True))
    return (*turned, CardsSpent(victim, answer, "intelligence", state.nation))


def legal_targets(state: State, kind: IntelligenceKind) -> tuple[str, ...]:
    """What an intelligence card that is played alone could name, sorted."""
    if kind in _ON_A_RIVAL:
        return tuple(sorted(state.definition.politics.nation_names))
    return tuple(sorted(position_of(state).influence)) if kind == "coup" else ()
