"""Declarations of war and violations of neutrality.

Rule: Triumph & Tragedy 2nd edition, General Movement (T31, T36); rule book 15.2 and 15.4 (T104,
T171, T229 to T234); 18.0 and 18.3 (T251 to T253, T258).  They are made under a Command card, before
the first move, and followed by an attack; a violated country raises garrisons as strong as its
muster numbers, where none stand yet.
"""

from typing import Final

from engine.core.agenda import CardDraw
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events.block_cards import CardsSpent
from engine.core.events.blocks import NeutralityViolated, WarDeclared
from engine.core.ids import NationName
from engine.gamedef import State
from engine.orders.declare import Declare
from engine.rules.blocks.aggression import can_attack_all, due
from engine.rules.blocks.alignment import entry_of, resolve_entry
from engine.rules.blocks.areas import game_of, is_at_war, is_violated, position_of
from engine.rules.blocks.cards import hand_of, plays_cards, rules_of
from engine.rules.blocks.command import CARD, is_valid
from engine.rules.blocks.draw import resolve_draws
from engine.rules.blocks.influence import protector_of, resolve_protection
from engine.rules.blocks.minors import (
    defenders_of,
    garrisons_in,
    may_intervene,
    may_partition,
    unheld_of,
)
from engine.rules.blocks.variants import ally_of, is_passive, side_of, two_players_of
from engine.rules.common.frame import Events

WAR: Final = "war"
VIOLATION: Final = "violation"


def check_declare(state: State, order: Declare) -> tuple[Illegal, ...]:
    """Every reason against a declaration."""
    reasons: list[Illegal] = []
    if position_of(state).turn.kind != CARD:
        text = "war is declared and neutrality violated under a Command card only"
        if is_passive(state, state.nation):
            text = f"{text}, by a passive ally under two"
        reasons.append(Illegal("no-command-card", text, "T192"))
    if position_of(state).turn.moves:
        text = "declarations are made before the first move of the turn"
        reasons.append(Illegal("too-late-to-declare", text, "T36"))
    if order.kind == WAR:
        reasons += _check_war(state, NationName(order.against))
    else:
        reasons += _check_violation(state, order.against)
    return tuple(reasons) or _check_attack(state, order)


def _check_attack(state: State, order: Declare) -> tuple[Illegal, ...]:
    """A declaration must be followed by an attack in the same turn, so one must be possible."""
    log = EventLog(state)
    log.extend(resolve_declare(state, order))
    if can_attack_all(log.state, due(log.state)):
        return ()
    text = f"no unit could attack {order.against} in this turn, as a declaration demands"
    return (Illegal("no-attack-possible", text, "T230"),)


def _check_war(state: State, enemy: NationName) -> list[Illegal]:
    if enemy not in state.definition.politics.nation_names or enemy == state.nation:
        text = f"there is no other nation {enemy!r} to declare war on"
        return [Illegal("unknown-nation", text, "T31")]
    if enemy == ally_of(state, state.nation):
        text = f"the {enemy} are your ally: the two never make war on each other"
        return [Illegal("ally", text, "T251")]
    if is_at_war(state, state.nation, enemy):
        return [Illegal("at-war-already", f"you are already at war with the {enemy}", "T31")]
    if ally_of(state, state.nation) and plays_cards(state) and not _war_card(state):
        text = "a declaration of an ally costs one more card that is valid in this season"
        return [Illegal("no-war-card", text, "T258")]
    return []


def _war_card(state: State) -> tuple[int, ...]:
    """The card that a declaration of war costs an ally: of those that are valid the one that moves
    the fewest units; () for none (T258)."""
    find = rules_of(state).action_card
    valid = [number for number in hand_of(state, state.nation) if is_valid(state, number)]
    return tuple(sorted(valid, key=lambda one: (card.value if (card := find(one)) else 0, one))[:1])


def _check_violation(state: State, country: str) -> list[Illegal]:
    if country not in game_of(state).countries:
        return [Illegal("unknown-country", f"there is no country {country!r}", "T31")]
    if is_violated(state, state.nation, country):
        text = f"you have already violated the neutrality of {country}"
        return [Illegal("violated-already", text, "T31")]
    if not unheld_of(state, country):
        return [Illegal("not-neutral", f"no area of {country} is neutral", "T31")]
    if may_intervene(state, state.nation, country) or may_partition(state, state.nation, country):
        text = f"{country} has been violated by others: enter it without a declaration"
        return [Illegal("open-already", text, "T237")]
    entry = entry_of(state, country)
    if entry is not None and entry.attacker != state.nation:
        text = f"only the {entry.attacker} can violate the neutrality of {country}"
        return [Illegal("not-the-attacker", text, "T171")]
    protector = protector_of(state, country)
    if protector not in {"", state.nation} and not is_at_war(state, state.nation, protector):
        text = f"the {protector} protect {country}: declare war on the {protector} first"
        if protector == ally_of(state, state.nation):
            text = f"your ally, the {protector}, protects {country}"
        return [Illegal("protected", text, "T234")]
    return []


def resolve_declare(state: State, order: Declare) -> Events:
    """War, or a country that defends itself, or one that joins a nation (T171)."""
    if order.kind == WAR:
        declared = WarDeclared(state.nation, NationName(order.against))
        is_paid = bool(ally_of(state, state.nation)) and plays_cards(state)
        cards = _war_card(state) if is_paid else ()
        return (CardsSpent(state.nation, cards, "war"), declared) if cards else (declared,)
    country = order.against
    entry = entry_of(state, country)
    protector = protector_of(state, country)
    is_saved = entry is None and protector not in {"", state.nation}
    stands = entry is not None or is_saved or defenders_of(state, country)
    raised = () if stands else garrisons_in(state, unheld_of(state, country))
    log = EventLog(state)
    log.add(NeutralityViolated(state.nation, country, raised))
    if entry is not None:
        log.extend(resolve_entry(log.state, entry))
    if is_saved:
        log.extend(resolve_protection(log.state, protector, country))
    if plays_cards(state):
        log.extend(_resolve_reaction(log.state, country))
    return log.events


def _resolve_reaction(state: State, country: str) -> Events:
    """The rivals of the violator draw Action cards, as many as the muster of the capital (T233).

    A country without one, and a power that joins a nation by it, call up none (T172).  Two allies
    share them, the first one the odd card; neither gets any for a violation by the other (T252).
    """
    game = game_of(state)
    capital = game.countries[country].capital
    count = game.areas[capital].muster if capital else 0
    variant = two_players_of(state.definition)
    draws: list[CardDraw] = []
    for name in position_of(state).order:
        cards = count
        if variant is not None and name in variant.allies:
            cards = (count + (name == variant.allies[0])) // 2
        if name not in side_of(state, state.nation):
            draws.append(CardDraw(name, "action", cards))
    return resolve_draws(draws)


def declarations(state: State) -> tuple[Declare, ...]:
    """All declarations that are legal now, sorted."""
    names = [Declare(WAR, name) for name in sorted(state.definition.politics.nation_names)]
    names += [Declare(VIOLATION, name) for name in sorted(game_of(state).countries)]
    return tuple(order for order in names if not check_declare(state, order))
