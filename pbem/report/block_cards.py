"""Production, Government and cards of a block game in sentences (docs/adr/0102)."""

from collections.abc import Iterable, Iterator
from typing import Final

from engine import State, card_title, events
from pbem.report.scenes import Scene
from pbem.report.words import stack_of, times

_PURPOSES: Final = {
    "industry": "{nation} spent {cards} on industry.",
    "wildcard": "{nation} played {cards} on {target}.",
    "intelligence": "{nation} played {cards}.",
    "command": "{nation} commanded with {cards}.",
    "diplomacy": "{nation} played {cards} on {target}.",
    "war": "{nation} paid for the declaration of war with {cards}.",
    "limit": "{nation} discarded {cards}.",
}

_INTELLIGENCE: Final = {
    "agent": "An agent of {nation} looked at {target}.",
    "code_break": "{nation} read the messages of {target}.",
    "spy_ring": "A spy ring of {nation} was set on {target}.",
    "coup": "A coup in {target}: nobody but {nation} has a say there now.",
    "sabotage": "{nation} sabotaged the industry of {target}.",
    "mole": "A mole of {nation} brought {target} home.",
}


def card_sentences(scene: Scene) -> Iterator[str]:
    """The sentences of an event of the cards; nothing for any other event."""
    state = scene.before
    match scene.event:
        case events.block_cards.CadresBuilt() as event:
            units = stack_of((unit.type for unit in event.units), state.definition.unit_types)
            yield f"{event.nation} built {units} in {event.territory}."
        case events.block_cards.BlocksMustered() as event:
            units = stack_of((unit.type for unit in event.units), state.definition.unit_types)
            strength = event.units[0].strength
            yield f"{event.nation} raised {units} of {strength} CV in {event.territory}."
        case events.block_cards.BlocksStrengthened() as event:
            kinds = (state.units[key].type for key in event.units)
            units = stack_of(kinds, state.definition.unit_types)
            yield f"{event.nation} strengthened {units} in {event.territory}."
        case events.block_cards.CardsBought() as event:
            cards = times(event.count, f"{event.deck.capitalize()} card")
            yield f"{event.nation} paid for {cards}."
        case _:
            yield from _of_hands(scene)


def _of_hands(scene: Scene) -> Iterator[str]:
    state = scene.before
    match scene.event:
        case events.block_cards.DecksShuffled():
            yield "All discards are shuffled into their decks."
        case events.block_cards.CardsDrawn() as event:
            source = f" out of the hand of {event.victim}" if event.victim else ""
            later = ", for the next year" if event.is_reserved else ""
            yield f"{event.nation} drew {_cards(state, event.cards)}{source}{later}."
        case events.block_cards.DividendDrawn() as event:
            points = times(event.points, "point")
            yield f"{event.nation} drew a dividend of peace worth {points}."
        case events.block_cards.CardsSpent() as event:
            words = _PURPOSES[event.use]
            cards = _cards(state, event.cards)
            yield words.format(nation=event.nation, cards=cards, target=event.target)
        case events.block_cards.CardPassed() as event:
            yield f"{event.nation} passed."
        case _:
            yield from _of_government(scene)


def _of_government(scene: Scene) -> Iterator[str]:
    state = scene.before
    match scene.event:
        case events.block_cards.DiplomacyPlayed() as event:
            yield f"{event.nation} played {_cards(state, (event.card,))} on {event.country}."
        case events.block_cards.DiplomacyCancelled() as event:
            mine, other = (_cards(state, (card,)) for card in event.cards)
            yield f"{event.nation} played {mine} on {event.country}."
            yield f"It cancels {other} of {event.rival}."
        case events.block_cards.DiplomacyOver():
            yield "Government is over."
        case events.block_cards.IndustryChanged() as event:
            yield f"The industry of {event.nation} is {event.industry} now."
        case events.block_cards.TechnologyAchieved() as event:
            name = event.held.technology.replace("_", " ")
            pair = _cards(state, event.held.cards)
            if event.is_secret:
                yield f"{event.nation} keeps {name} in its vault ({pair})."
            elif event.is_new:
                yield f"{event.nation} has {name} now ({pair})."
            else:
                yield f"{event.nation} showed {name}."
        case events.block_cards.IntelligencePlayed() as event:
            target = event.target.replace("_", " ")
            if event.is_turned and event.kind == "mole":
                yield f"A mole of {event.nation} looked for {target}, and a double agent turned it."
                return
            yield _INTELLIGENCE[event.kind].format(nation=event.nation, target=target)
            if event.is_turned:
                yield f"A double agent of {target} turned it on {event.nation}."
        case events.block_cards.MusterDue() as event:
            yield f"{event.nation} will raise blocks in {', '.join(event.areas)}."


def _cards(state: State, numbers: Iterable[int]) -> str:
    return ", ".join(card_title(state.definition, number) for number in numbers)
