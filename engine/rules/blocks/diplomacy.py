"""Action cards in Government: influence by cards of countries, and by wildcards.

A card of a country lies there until Government is over, unless a rival plays one as well; a
wildcard acts at once.

Rule: Triumph & Tragedy 2nd edition, rule book 7.31, 7.4, 8 (T137 to
T139, T143, T146, T153 to T162).
"""

from collections.abc import Iterator

from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.block_cards import (
    CardsSpent,
    DiplomacyCancelled,
    DiplomacyOver,
    DiplomacyPlayed,
    IndustryChanged,
)
from engine.core.ids import NationName, TerritoryName
from engine.gamedef import State
from engine.gamedef.block_cards import ActionCard, Wildcard
from engine.rules.blocks.alignment import entry_of
from engine.rules.blocks.areas import game_of, position_of
from engine.rules.blocks.cards import cards_of, rules_of
from engine.rules.blocks.influence import (
    SATELLITE,
    markers_of,
    resolve_marker,
    why_no_influence,
)
from engine.rules.blocks.minors import lands_of
from engine.rules.common.frame import Events


def check_action_card(state: State, card: ActionCard, country: str) -> Iterator[Illegal]:
    """Every reason against a card on a country."""
    why = why_no_influence(state, country)
    if why:
        yield Illegal("no-influence", why, "T160")
        return
    if card.wildcard:
        yield from _check_wildcard(state, rules_of(state).wildcards[card.wildcard], country)
    elif country not in card.countries:
        names = " or ".join(card.countries)
        yield Illegal("not-on-card", f"the card names {names}, and not {country}", "T137")
    else:
        yield from _check_room(state, country)


def _check_room(state: State, country: str) -> Iterator[Illegal]:
    if _is_full(state, state.nation, country):
        text = f"the {state.nation} have all the influence in {country} that they can have"
        yield Illegal("no-more-influence", text, "T162")


def _is_full(state: State, nation: NationName, country: str) -> bool:
    """Whether a nation has three markers in a country that will never be its satellite (T162)."""
    return markers_of(state, nation, country) >= SATELLITE


def _check_wildcard(state: State, card: Wildcard, country: str) -> Iterator[Illegal]:
    held = position_of(state).influence.get(country)
    rival = held.nation if held is not None and held.nation != state.nation else ""
    if card.against:
        if not rival or country not in card.against.get(NationName(rival), ()):
            text = f"{card.name} takes no marker away in {country}"
            yield Illegal("nothing-to-remove", text, "T158")
    elif country not in named_by(state, card):
        text = f"the {state.nation} cannot name {country} with {card.name}"
        yield Illegal("not-on-card", text, "T155")
    else:
        yield from _check_room(state, country)


def named_by(state: State, card: Wildcard) -> tuple[str, ...]:
    """The countries that the nation on turn may name with a wildcard, sorted (T155 to T157)."""
    game = game_of(state)
    if card.against:
        return tuple(sorted({one for listed in card.against.values() for one in listed}))
    if card.is_free:
        return tuple(sorted(game.countries))
    if not card.beside:
        return card.lists.get(state.nation, ())
    minors = (name for name in sorted(game.countries) if entry_of(state, name) is None)
    return tuple(name for name in minors if _touches(state, name, own=card.beside == "own"))


def _touches(state: State, country: str, *, own: bool) -> bool:
    """Whether a country is next to land of the nation on turn, or of a rival of it (T156)."""
    board = state.definition.board

    def fits(place: TerritoryName) -> bool:
        owner = state.owners.get(place)
        return bool(owner) and (owner == state.nation) == own

    borders = (beyond for place in lands_of(state, country) for beyond in board.neighbours(place))
    return any(map(fits, borders))


def resolve_action_card(state: State, number: int, card: ActionCard, country: str) -> Events:
    """What a card on a country does now."""
    nation = state.nation
    if card.wildcard:
        return _resolve_wildcard(state, number, rules_of(state).wildcards[card.wildcard], country)
    there = cards_of(state).played.get(country)
    if there is not None and there.nation != nation:
        return (DiplomacyCancelled(nation, country, there.nation, (number, there.cards[0])),)
    return (DiplomacyPlayed(nation, country, number),)


def _resolve_wildcard(state: State, number: int, card: Wildcard, country: str) -> Events:
    log = EventLog(state)
    log.add(CardsSpent(state.nation, (number,), "wildcard", country))
    if card.industry:
        left = max(0, position_of(state).industry.get(state.nation, 0) - card.industry)
        log.add(IndustryChanged(state.nation, left, by_cards=False))
    log.extend(resolve_marker(log.state, state.nation, country, card.name))
    return log.events


def resolve_diplomacy(state: State) -> Events:
    """All cards that lie on countries act, nation by nation in the order of the year (T143)."""
    log = EventLog(state)
    for nation in position_of(state).order:
        for country, there in sorted(cards_of(state).played.items()):
            if there.nation != nation:
                continue
            for _ in there.cards:
                # Once it has gone over, no card touches it any more (T150).
                if not why_no_influence(log.state, country) and not _is_full(
                    log.state, nation, country
                ):
                    log.extend(resolve_marker(log.state, nation, country))
    log.add(DiplomacyOver())
    return log.events
