"""Technology by Investment cards: pairs, science, espionage, the vault.

Rule: Triumph & Tragedy 2nd edition, rule book 7.33, 9 (T173 to T181).
"""

from collections.abc import Iterator

from engine.core.blocks import SecretTechnology
from engine.core.errors import Illegal
from engine.core.events.block_cards import TechnologyAchieved
from engine.core.ids import NationName
from engine.gamedef import State
from engine.gamedef.block_cards import InvestmentCard
from engine.orders.unveil import Unveil
from engine.rules.blocks.cards import cards_of, investments_of, plays_cards, rules_of, vault_of
from engine.rules.blocks.points import ATOMIC, is_stage
from engine.rules.blocks.variants import year_of
from engine.rules.common.frame import Events

_PAIR = 2


def check_technology(state: State, numbers: tuple[int, ...], technology: str) -> Iterator[Illegal]:
    """Every reason against a technology for two cards."""
    yield from check_new(state, state.nation, technology)
    cards = [rules_of(state).investment_card(number) for number in numbers]
    held = [card for card in cards if card is not None]
    if len(numbers) != _PAIR or len(held) != _PAIR:
        text = f"{_called(technology)} takes two Investment cards"
        yield Illegal("no-pair", text, "T174")
        return
    real = [card for card in held if is_real(card, technology)]
    if not real:
        text = f"neither card is one of {_called(technology)}"
        yield Illegal("no-pair", text, "T174")
        return
    if len(real) == _PAIR:
        return
    other = next(card for card in held if not is_real(card, technology))
    yield from _check_other(state, other, technology)


def _check_other(state: State, card: InvestmentCard, technology: str) -> Iterator[Illegal]:
    """What may stand for the second card: science of its year, or espionage (T175, T176)."""
    if card.is_espionage:
        if not _is_shown_by_rival(state, technology):
            text = f"espionage needs a rival that has shown {_called(technology)}"
            yield Illegal("not-shown", text, "T175")
    elif technology not in card.technologies or not card.from_year:
        text = f"only one of the cards is one of {_called(technology)}"
        yield Illegal("no-pair", text, "T174")
    elif year_of(state) < card.from_year:
        text = f"this science card is for later years than this one, from year {card.from_year} on"
        yield Illegal("too-early", text, "T176")


def check_new(state: State, nation: NationName, technology: str) -> Iterator[Illegal]:
    """Why a nation cannot achieve a technology at all (T177, T181)."""
    if technology not in state.definition.technology.names:
        yield Illegal("unknown-technology", f"there is no technology {technology!r}", "T173")
        return
    known = {*state.technologies.get(nation, ()), *vault_of(state, nation)}
    if technology in known:
        text = f"the {nation} have {_called(technology)} already"
        yield Illegal("known-already", text, "T177")
    if is_stage(technology):
        stage = int(technology.removeprefix(ATOMIC))
        if stage > 1 and f"{ATOMIC}{stage - 1}" not in known:
            text = f"{_called(technology)} comes after the stage before it"
            yield Illegal("stage-missing", text, "T181")
        if nation in cards_of(state).staged:
            yield Illegal("one-stage", "atomic research gains one stage a year", "T181")


def is_real(card: InvestmentCard, technology: str) -> bool:
    """Whether a card is one of the technology itself, not science that may stand for it."""
    return technology in card.technologies and not card.from_year


def is_one_of(state: State, number: int, technology: str) -> bool:
    """Whether a number is that of a real card of a technology."""
    card = rules_of(state).investment_card(number)
    return card is not None and is_real(card, technology)


def _is_shown_by_rival(state: State, technology: str) -> bool:
    rivals = (name for name in state.technologies if name != state.nation)
    return any(technology in state.technologies[name] for name in rivals)


def _called(technology: str) -> str:
    return technology.replace("_", " ")


def resolve_technology(
    state: State, numbers: tuple[int, ...], technology: str, *, is_secret: bool
) -> Events:
    """The nation has the technology; the card that stays open is one of it (T178)."""
    real_first = sorted(numbers, key=lambda number: not is_one_of(state, number, technology))
    return (achieved(state.nation, technology, tuple(real_first), is_secret=is_secret),)


def achieved(
    nation: NationName, technology: str, cards: tuple[int, ...], *, is_secret: bool
) -> TechnologyAchieved:
    """A nation has a technology that it had not, by cards of which the first stays open (T178)."""
    return TechnologyAchieved(
        nation,
        SecretTechnology(technology, cards),
        is_secret=is_secret,
        is_new=True,
        is_stage=is_stage(technology),
    )


def check_unveil(state: State, nation: NationName, order: Unveil) -> tuple[Illegal, ...]:
    """Every reason why a nation cannot show a technology (T180)."""
    if not plays_cards(state):
        text = "the cards of this game are at the table: enter technologies by agreement"
        return (Illegal("no-cards", text, "T180"),)
    if order.technology in vault_of(state, nation):
        return ()
    text = f"{_called(order.technology)} is not in the vault of the {nation}"
    return (Illegal("not-in-vault", text, "T180"),)


def resolve_unveil(state: State, nation: NationName, order: Unveil) -> Events:
    """A technology out of the vault has its effect from now on (T180)."""
    return tuple(
        TechnologyAchieved(nation, held, is_secret=False, is_new=False)
        for held in cards_of(state).vaults[nation]
        if held.technology == order.technology
    )


def legal_unveils(state: State, nation: NationName) -> Iterator[Unveil]:
    """What a nation can show."""
    if plays_cards(state):
        yield from map(Unveil, vault_of(state, nation))


def legal_technologies(state: State) -> Iterator[tuple[tuple[int, ...], str]]:
    """Pairs of cards in hand with the technology that they give, sorted by technology."""
    cards = investments_of(state)
    for technology in state.definition.technology.names:
        if tuple(check_new(state, state.nation, technology)):
            continue
        real = [number for number, card in cards.items() if is_real(card, technology)]
        for number in real[:1]:
            for other in cards:
                pair = (number, other)
                if other != number and not tuple(check_technology(state, pair, technology)):
                    yield pair, technology
