"""Cards: in whose hand they are, what is left in a deck, and what one is called.

Rule: Triumph & Tragedy 2nd edition, rule book 4 (T127, T130 to T132); docs/adr/0102.
"""

from collections.abc import Iterable

from engine.core.blocks import CardState
from engine.core.errors import Illegal
from engine.core.ids import NationName
from engine.core.words import DeckName
from engine.gamedef import State
from engine.gamedef.block_cards import CardRules, InvestmentCard
from engine.rules.blocks.areas import game_of, position_of


def plays_cards(state: State) -> bool:
    """Whether the program deals the cards; otherwise they are at the table (ADR 0078)."""
    return state.blocks is not None and state.blocks.cards is not None


def rules_of(state: State) -> CardRules:
    """What the cards of the game are; TypeError for a game without any."""
    rules = game_of(state).cards
    if rules is None:
        raise TypeError("this game has no cards")
    return rules


def cards_of(state: State) -> CardState:
    """Where the cards are; TypeError where they are at the table."""
    cards = position_of(state).cards
    if cards is None:
        raise TypeError("the cards of this game are at the table")
    return cards


def hand_of(state: State, nation: NationName) -> tuple[int, ...]:
    """The cards of a nation, sorted."""
    return cards_of(state).hands.get(nation, ())


def reserve_of(state: State, nation: NationName) -> tuple[int, ...]:
    """The cards that a nation has laid by until the next year, sorted (T256)."""
    return cards_of(state).reserved.get(nation, ())


def investments_of(state: State) -> dict[int, InvestmentCard]:
    """The Investment cards in the hand of the nation on turn, by number."""
    find, hand = rules_of(state).investment_card, hand_of(state, state.nation)
    return {number: card for number in hand if (card := find(number))}


def vault_of(state: State, nation: NationName) -> tuple[str, ...]:
    """The secret technologies of a nation, in the order of achievement (T179)."""
    return tuple(one.technology for one in cards_of(state).vaults.get(nation, ()))


def limit_of(state: State, nation: NationName) -> int:
    """Cards that a nation may keep after Government, fewer for those in its vault (T144)."""
    return max(0, rules_of(state).hand_limit[nation] - len(vault_of(state, nation)))


def deck_of(state: State, deck: DeckName) -> tuple[int, ...]:
    """The cards that are left in a deck, sorted: those that are nowhere else (T132)."""
    cards = cards_of(state)
    gone = {*cards.discarded}
    for held in (*cards.hands.values(), *cards.shown.values(), *cards.reserved.values()):
        gone.update(held)
    for lying in cards.played.values():
        gone.update(lying.cards)
    for vault in cards.vaults.values():
        gone.update(number for one in vault for number in one.cards)
    return tuple(number for number in rules_of(state).numbers(deck) if number not in gone)


def check_held(state: State, numbers: Iterable[int]) -> list[Illegal]:
    """Every reason why the nation on turn cannot use these cards together."""
    hand = hand_of(state, state.nation)
    wanted = tuple(numbers)
    twice = sorted({number for number in wanted if wanted.count(number) > 1})
    reasons = [
        Illegal("not-in-hand", f"the {state.nation} do not hold card {number}", "T131")
        for number in dict.fromkeys(wanted)
        if number not in hand
    ]
    if twice:
        reasons.append(Illegal("card-twice", f"card {twice[0]} is named twice", "T131"))
    return reasons


def card_words(rules: CardRules, number: int) -> str:
    """A card for people, such as ``31 (Summer Q9, USA or Austria)``; its number for none."""
    action = rules.action_card(number)
    if action is not None:
        what = action.wildcard or " or ".join(action.countries)
        return f"{number} ({action.season} {action.letter}{action.value}, {what})"
    investment = rules.investment_card(number)
    if investment is None:
        return str(number)
    words = [name.replace("_", " ") for name in investment.technologies]
    what = investment.intelligence.replace("_", " ") or " or ".join(words)
    if investment.is_espionage:
        what = f"{what} or espionage"
    if investment.from_year:
        what = f"science: {what}"
    factories = "1 factory" if investment.factories == 1 else f"{investment.factories} factories"
    return f"{number} ({factories}, {what})"
