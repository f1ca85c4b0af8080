"""What the cards of a block game do to a state: hands, decks, production, technology."""

from collections.abc import Iterable
from typing import TypeVar

from engine.core.blocks import BlockTurn, CardsInPlay, CardState
from engine.core.events import Event
from engine.core.events.block_cards import (
    BlocksMustered,
    BlocksStrengthened,
    CadresBuilt,
    CardPassed,
    CardsBought,
    CardsDrawn,
    CardsSpent,
    DecksShuffled,
    DiplomacyCancelled,
    DiplomacyOver,
    DiplomacyPlayed,
    DividendDrawn,
    IndustryChanged,
    IntelligencePlayed,
    MusterDue,
    TechnologyAchieved,
)
from engine.core.evolve.blocks import blocks_of, with_turn
from engine.core.evolve.parts import with_new_units, with_strength
from engine.core.ids import NationName
from engine.core.state import State
from engine.values import replace

D = TypeVar("D")


def evolve(state: State[D], event: Event) -> State[D] | None:
    """The state after an event of this family; None when the event is of another one."""
    match event:
        case CadresBuilt():
            built = tuple(unit.id for unit in event.units)
            return with_new_units(_paid(state, len(built), built), event.units)
        case BlocksStrengthened():
            after = _paid(state, len(event.units), event.units)
            for key in event.units:
                after = with_strength(after, key, after.units[key].strength + 1)
            return after
        case CardsBought():
            after = _paid(state, event.count, ())
            turn = blocks_of(after).turn
            drawing = {**turn.drawing, event.deck: turn.drawing.get(event.deck, 0) + event.count}
            return with_turn(after, replace(turn, drawing=drawing))
        case BlocksMustered():
            cards = _cards_of(state)
            left = {place: one for place, one in cards.musters.items() if place != event.territory}
            return with_new_units(_with_cards(state, replace(cards, musters=left)), event.units)
        case MusterDue():
            cards = _cards_of(state)
            due = dict.fromkeys(event.areas, event.nation)
            return _with_cards(state, replace(cards, musters={**cards.musters, **due}))
        case IndustryChanged():
            return _with_industry(state, event)
        case DividendDrawn():
            return _with_dividend(state, event)
        case IntelligencePlayed():
            return state
    return _evolve_cards(state, event)


def _evolve_cards(state: State[D], event: Event) -> State[D] | None:
    match event:
        case DecksShuffled():
            cards = replace(_cards_of(state), discarded=(), rises={}, staged=(), passes=0)
            return _with_cards(state, cards)
        case CardsDrawn():
            cards = _cards_of(state)
            if event.victim:
                cards = _without(cards, event.victim, event.cards)
            into = _with_reserve if event.is_reserved else _with_hand
            return _with_cards(state, into(cards, event.nation, event.cards))
        case CardsSpent():
            cards = _without(_cards_of(state), event.nation, event.cards)
            after = _onto_discards(cards, event.cards)
            is_play = event.use not in {"command", "limit", "war"}
            return _played(state, after) if is_play else _with_cards(state, after)
        case CardPassed():
            cards = _cards_of(state)
            return _with_cards(state, replace(cards, passes=cards.passes + 1))
        case DiplomacyPlayed():
            cards = _without(_cards_of(state), event.nation, (event.card,))
            before = cards.played.get(event.country)
            there = (*before.cards, event.card) if before is not None else (event.card,)
            played = {**cards.played, event.country: CardsInPlay(event.nation, there)}
            return _played(state, replace(cards, played=played))
        case DiplomacyCancelled():
            return _played(state, _cancelled(_cards_of(state), event))
        case DiplomacyOver():
            cards = _cards_of(state)
            lying = [card for there in cards.played.values() for card in there.cards]
            return _with_cards(state, replace(_onto_discards(cards, lying), played={}, passes=0))
        case TechnologyAchieved():
            return _with_technology(state, event)
    return None


def _cards_of(state: State[D]) -> CardState:
    cards = blocks_of(state).cards
    if cards is None:
        raise TypeError("the cards of this game are at the table")
    return cards


def _with_cards(state: State[D], cards: CardState) -> State[D]:
    return replace(state, blocks=replace(blocks_of(state), cards=cards))


def _played(state: State[D], cards: CardState) -> State[D]:
    """Somebody has used a card: nobody has passed since, and the play of the turn is made."""
    after = _with_cards(state, replace(cards, passes=0))
    return with_turn(after, replace(blocks_of(after).turn, has_played=True))


def _paid(state: State[D], points: int, built: Iterable[int]) -> State[D]:
    turn: BlockTurn = blocks_of(state).turn
    after = replace(turn, spent=turn.spent + points, built=tuple(sorted({*turn.built, *built})))
    return with_turn(state, after)


def _with_hand(cards: CardState, nation: NationName, more: Iterable[int]) -> CardState:
    hand = tuple(sorted((*cards.hands.get(nation, ()), *more)))
    return replace(cards, hands={**cards.hands, nation: hand})


def _with_reserve(cards: CardState, nation: NationName, more: Iterable[int]) -> CardState:
    kept = tuple(sorted((*cards.reserved.get(nation, ()), *more)))
    return replace(cards, reserved={**cards.reserved, nation: kept})


def with_reserve_taken(cards: CardState, nation: NationName) -> CardState:
    """The cards that a nation had laid by are in its hand (T256)."""
    held = _with_hand(cards, nation, cards.reserved.get(nation, ()))
    left = {name: kept for name, kept in cards.reserved.items() if name != nation}
    return replace(held, reserved=left)


def _without(cards: CardState, nation: NationName, gone: Iterable[int]) -> CardState:
    lost = {*gone}
    hand = tuple(card for card in cards.hands.get(nation, ()) if card not in lost)
    return replace(cards, hands={**cards.hands, nation: hand})


def _onto_discards(cards: CardState, more: Iterable[int]) -> CardState:
    return replace(cards, discarded=tuple(sorted((*cards.discarded, *more))))


def _cancelled(cards: CardState, event: DiplomacyCancelled) -> CardState:
    there = cards.played[event.country]
    left = tuple(card for card in there.cards if card not in event.cards)
    played = {name: one for name, one in cards.played.items() if name != event.country}
    if left:
        played[event.country] = CardsInPlay(there.nation, left)
    without = _without(cards, event.nation, event.cards)
    return _onto_discards(replace(without, played=played), event.cards)


def _with_industry(state: State[D], event: IndustryChanged) -> State[D]:
    blocks = blocks_of(state)
    after = replace(
        state, blocks=replace(blocks, industry={**blocks.industry, event.nation: event.industry})
    )
    if not event.by_cards:
        return after
    cards = _cards_of(after)
    rises = {**cards.rises, event.nation: cards.rises.get(event.nation, 0) + 1}
    return _with_cards(after, replace(cards, rises=rises))


def _with_dividend(state: State[D], event: DividendDrawn) -> State[D]:
    blocks, cards = blocks_of(state), _cards_of(state)
    left = tuple(count - (points == event.points) for points, count in enumerate(cards.chits))
    dividends = {
        **blocks.dividends,
        event.nation: blocks.dividends.get(event.nation, 0) + event.points,
    }
    known = replace(blocks, dividends=dividends, cards=replace(cards, chits=left))
    return replace(state, blocks=known)


def _with_technology(state: State[D], event: TechnologyAchieved) -> State[D]:
    """Out of the hand into the vault, or from either into the open (T178 to T180)."""
    nation, held = event.nation, event.held
    cards = _cards_of(state)
    vault = tuple(one for one in cards.vaults.get(nation, ()) if one != held)
    if event.is_new:
        cards = _without(cards, nation, held.cards)
    if event.is_secret:
        vault = (*vault, held)
    else:
        shown = (*cards.shown.get(nation, ()), held.cards[0])
        cards = replace(_onto_discards(cards, held.cards[1:]), shown={**cards.shown, nation: shown})
    vaults = {name: one for name, one in cards.vaults.items() if name != nation}
    cards = replace(cards, vaults={**vaults, nation: vault} if vault else vaults)
    if event.is_new and event.is_stage:
        cards = replace(cards, staged=tuple(sorted({*cards.staged, nation})))
    after = _played(state, cards) if event.is_new else _with_cards(state, cards)
    if event.is_secret:
        return after
    known = tuple(sorted({*after.technologies.get(nation, ()), held.technology}))
    return replace(after, technologies={**after.technologies, nation: known})
