"""Government: one play or pass of each nation in turn, until all have passed in a row.

Rule: Triumph & Tragedy 2nd edition, rule book 7.3 to 7.5 (T131, T135 to T145).
"""

from collections.abc import Iterator
from itertools import combinations

from engine.core.errors import Illegal
from engine.core.events.block_cards import CardPassed, CardsSpent, IndustryChanged
from engine.core.ids import NationName
from engine.gamedef import State
from engine.gamedef.block_cards import InvestmentCard
from engine.orders.discard import Discard
from engine.orders.play import Play
from engine.rules.blocks.areas import position_of
from engine.rules.blocks.cards import (
    cards_of,
    check_held,
    hand_of,
    investments_of,
    limit_of,
    rules_of,
)
from engine.rules.blocks.diplomacy import check_action_card, named_by, resolve_action_card
from engine.rules.blocks.economy import factory_cost_of
from engine.rules.blocks.intelligence import (
    check_intelligence,
    legal_targets,
    resolve_intelligence,
)
from engine.rules.blocks.research import (
    check_technology,
    legal_technologies,
    resolve_technology,
)
from engine.rules.common.frame import Events

_MOST_FACTORIES = 4
"""Cards that are offered together for a point of industry; more are taken when they are named."""


def check_play(state: State, order: Play) -> tuple[Illegal, ...]:
    """Every reason against a play."""
    reasons = check_held(state, order.cards)
    if position_of(state).turn.has_played:
        text = "one play at a time: done, then the others have their say"
        reasons.append(Illegal("played-already", text, "T135"))
    return tuple(reasons) or tuple(check_use(state, order))


def check_use(state: State, order: Play) -> Iterator[Illegal]:
    """Every reason against what cards in the hand are played for."""
    if order.is_secret and order.target not in state.definition.technology.names:
        yield Illegal("not-a-technology", "only a technology is kept in a vault", "T179")
    action = rules_of(state).action_card(order.cards[0])
    if action is not None:
        if len(order.cards) > 1:
            yield Illegal("one-card", "an Action card is played alone", "T142")
        elif not order.target:
            yield Illegal("no-target", "name a country: play CARD: COUNTRY", "T137")
        else:
            yield from check_action_card(state, action, order.target)
        return
    cards = _investments(state, order.cards)
    if len(cards) < len(order.cards):
        text = "Action and Investment cards are not played together"
        yield Illegal("mixed-cards", text, "T131")
    elif not order.target:
        yield from _check_industry(state, cards)
    elif cards[0].intelligence:
        yield from check_intelligence(state, cards[0].intelligence, order.cards, order.target)
    else:
        yield from check_technology(state, order.cards, order.target)


def _investments(state: State, numbers: tuple[int, ...]) -> list[InvestmentCard]:
    found = map(rules_of(state).investment_card, numbers)
    return [card for card in found if card is not None]


def _check_industry(state: State, cards: list[InvestmentCard]) -> Iterator[Illegal]:
    """Factories for a point more (T140, T141)."""
    nation = state.nation
    have, cost = sum(card.factories for card in cards), factory_cost_of(state, nation)
    if have < cost:
        text = f"industry costs the {nation} {cost} factories a point, and these cards have {have}"
        yield Illegal("too-few-factories", text, "T140")
    most = rules_of(state).rises
    if cards_of(state).rises.get(nation, 0) >= most:
        yield Illegal("industry-full", f"industry gains {most} points a year by cards", "T141")


def resolve_play(state: State, order: Play) -> Events:
    """What a play does."""
    rules, nation = rules_of(state), state.nation
    action = rules.action_card(order.cards[0])
    if action is not None:
        return resolve_action_card(state, order.cards[0], action, order.target)
    if not order.target:
        more = position_of(state).industry.get(nation, 0) + 1
        spent = CardsSpent(nation, order.cards, "industry")
        return (spent, IndustryChanged(nation, more, by_cards=True))
    first = rules.investment_card(order.cards[0])
    if first is not None and first.intelligence:
        return resolve_intelligence(
            state, first.intelligence, order.cards, order.target, is_secret=order.is_secret
        )
    return resolve_technology(state, order.cards, order.target, is_secret=order.is_secret)


def resolve_end_of_play(state: State) -> Events:
    """Whoever has played nothing has passed (T135)."""
    return () if position_of(state).turn.has_played else (CardPassed(state.nation),)


def is_government_over(state: State) -> bool:
    """Whether all nations have passed in a row (T135)."""
    return cards_of(state).passes >= len(position_of(state).order)


def legal_plays(state: State) -> Iterator[Play]:
    """All plays but those that spend more factories than needed, by card."""
    if position_of(state).turn.has_played:
        return
    yield from (order for order in legal_uses(state) if not check_play(state, order))
    yield from _legal_industry(state)
    for pair, technology in legal_technologies(state):
        yield Play(pair, technology)
        yield Play(pair, technology, is_secret=True)


def legal_uses(state: State) -> Iterator[Play]:
    """Every card of the hand on every target that is on it, legal or not."""
    for number in hand_of(state, state.nation):
        yield from (Play((number,), target) for target in _targets(state, number))


def _targets(state: State, number: int) -> tuple[str, ...]:
    rules = rules_of(state)
    action, investment = rules.action_card(number), rules.investment_card(number)
    if action is not None:
        wildcard = rules.wildcards.get(action.wildcard)
        return action.countries if wildcard is None else named_by(state, wildcard)
    if investment is not None and investment.intelligence:
        return legal_targets(state, investment.intelligence)
    return ()


def _legal_industry(state: State) -> Iterator[Play]:
    """Groups of cards that just reach the cost, one for each way to add up to it (T140)."""
    cost = factory_cost_of(state, state.nation)
    worth = {number: card.factories for number, card in investments_of(state).items()}
    seen: set[tuple[int, ...]] = set()
    for size in range(1, _MOST_FACTORIES + 1):
        for group in combinations(worth, size):
            values = tuple(sorted(worth[number] for number in group))
            if values in seen or not cost <= sum(values) < cost + values[0]:
                continue
            seen.add(values)
            order = Play(group)
            if not check_play(state, order):
                yield order


def over_the_limit(state: State, nation: NationName) -> int:
    """Cards that a nation has to put away after Government (T144)."""
    return max(0, len(hand_of(state, nation)) - limit_of(state, nation))


def check_discard(state: State, order: Discard) -> tuple[Illegal, ...]:
    """Every reason against putting cards away (T144)."""
    reasons = check_held(state, order.cards)
    most = over_the_limit(state, state.nation)
    if len(order.cards) > most:
        cards = "1 card more" if most == 1 else f"{most} cards more"
        text = f"the {state.nation} have {cards} than they may keep, and discard no others"
        reasons.append(Illegal("within-limit", text, "T144"))
    return tuple(reasons)


def check_discarded(state: State) -> tuple[Illegal, ...]:
    """The game goes on once no hand is too large (T144)."""
    left = over_the_limit(state, state.nation)
    if not left:
        return ()
    cards = "1 card" if left == 1 else f"{left} cards"
    return (Illegal("hand-too-large", f"discard {cards} first: discard CARD CARD", "T144"),)


def resolve_discard(state: State, order: Discard) -> Events:
    """Cards leave the hand."""
    return (CardsSpent(state.nation, order.cards, "limit"),)


def legal_discards(state: State) -> Iterator[Discard]:
    """Any one card, while there are too many."""
    if over_the_limit(state, state.nation):
        yield from (Discard((number,)) for number in hand_of(state, state.nation))
