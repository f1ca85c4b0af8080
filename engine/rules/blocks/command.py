"""The command of a season: a card, an emergency or a pass, and who moves first by it.

Rule: Triumph & Tragedy 2nd edition, Command Value and Emergency Command (T2, T3); rule book 10.1
(T91, T184 to T189); 18.23 (T257).  Where the cards are at the table players state those that they
play; otherwise they hold them, and those that command are discarded.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from engine.core.blocks import CommandCard
from engine.core.errors import Illegal
from engine.core.events.block_cards import CardsSpent
from engine.core.events.block_year import CommandGiven, CommandTaken
from engine.core.ids import NationName
from engine.gamedef import State
from engine.gamedef.blocks import Season
from engine.orders.command import Command
from engine.rules.blocks.areas import game_of, position_of
from engine.rules.blocks.cards import hand_of, plays_cards, rules_of
from engine.rules.blocks.variants import is_passive
from engine.rules.common.frame import Events
from engine.values import replace

CARD: Final = "card"
EMERGENCY: Final = "emergency"
BLUFF: Final = "bluff"
NO_COMMAND: Final = "pass"
RESTRAINED: Final = "restrained"
"""The turn of a passive ally with one card: nobody attacks, nobody fights (T257)."""

_UNNAMED: Final = "~"
"""What a card without a letter is sorted as: after all that have one."""


def check_command(state: State, order: Command) -> tuple[Illegal, ...]:
    """Every reason against a command of the nation on turn."""
    return check_command_of(state, state.nation, order)


def check_command_of(state: State, nation: NationName, order: Command) -> tuple[Illegal, ...]:
    """Every reason against the command of a nation for the season under way."""
    most = game_of(state).most_command
    if order.beside:
        return _check_two_cards(state, nation, order)
    if order.kind == CARD and not 1 <= order.value <= most:
        text = f"a Command card has a value from 1 to {most}, not {order.value}"
        return (Illegal("bad-command", text, "T2"),)
    if order.kind == BLUFF:
        return _check_bluff(state, nation, order)
    if order.kind != CARD and order.value:
        return (Illegal("bad-command", "a command is a value, an emergency or a pass", "T2"),)
    if not order.letter:
        return _check_named(state, order)
    return _check_letter(state, nation, order) or _check_hand(state, nation, order)


def _check_two_cards(state: State, nation: NationName, order: Command) -> tuple[Illegal, ...]:
    """A passive ally may command with two cards of the season (T257)."""
    first, second = order.cards()
    if order.kind != CARD or not is_passive(state, nation):
        text = "only a passive ally commands with two cards"
        return (Illegal("one-card", text, "T257"),)
    if first == second or not second.value:
        text = f"{order.beside} is not a second card"
        return (Illegal("one-card", text, "T257"),)
    return tuple(
        reason for card in (first, second) for reason in check_command_of(state, nation, card)
    )


def _check_bluff(state: State, nation: NationName, order: Command) -> tuple[Illegal, ...]:
    """An Investment card of the hand is no command (T189)."""
    if not plays_cards(state):
        text = "the cards of this game are at the table: who bluffs there passes here"
        return (Illegal("no-cards", text, "T189"),)
    is_held = order.value in hand_of(state, nation)
    if not is_held or rules_of(state).investment_card(order.value) is None or order.letter:
        text = f"the {nation} hold no Investment card {order.value} to bluff with"
        return (Illegal("not-in-hand", text, "T189"),)
    return _check_first(state, nation)


def _check_named(state: State, order: Command) -> tuple[Illegal, ...]:
    """A card that is dealt is named by its letter."""
    if order.kind == NO_COMMAND or not plays_cards(state):
        return ()
    text = "say which of your cards commands: command K9, command emergency S"
    return (Illegal("card-unnamed", text, "T184"),)


def _check_hand(state: State, nation: NationName, order: Command) -> tuple[Illegal, ...]:
    """Nobody commands with a card that somebody else holds, or nobody, or with two (T184)."""
    if not plays_cards(state):
        return ()
    again = _check_first(state, nation)
    if again or commanding(state, nation, order):
        return again
    card = f"{order.letter}{order.value or ''}"
    when = "of another season " if order.kind == EMERGENCY else ""
    text = f"the {nation} hold no Action card {card} {when}".rstrip()
    return (Illegal("not-in-hand", text, "T184"),)


def _check_first(state: State, nation: NationName) -> tuple[Illegal, ...]:
    """A card that is committed stays (T184)."""
    if nation not in position_of(state).commands:
        return ()
    text = f"the {nation} have commanded this season already: take it back first"
    return (Illegal("commanded-already", text, "T184"),)


def commanding(state: State, nation: NationName, order: Command) -> tuple[int, ...]:
    """The cards in the hand of a nation that an order commands or bluffs with; () for none.

    An emergency is a card of another season (T188); of several with its letter the lowest value
    goes.
    """
    if order.kind == BLUFF:
        return (order.value,)
    if order.beside:
        return tuple(card for one in order.cards() for card in commanding(state, nation, one))
    found = []
    for number in hand_of(state, nation):
        card = rules_of(state).action_card(number)
        if card is None or card.letter != order.letter:
            continue
        is_here = is_valid(state, number)
        fits = card.value == order.value if is_here else not order.value
        if fits and is_here == (order.kind == CARD):
            found.append((card.value, number))
    return (min(found)[1],) if found else ()


def _check_letter(state: State, nation: NationName, order: Command) -> tuple[Illegal, ...]:
    """A card that is named exists once; in winter those of all seasons are good (T91, T188)."""
    here = current_season(state)
    every = order.kind == EMERGENCY or here is None or here.is_homebound
    values = [
        value
        for letter, value in _cards_of(state, None if every else here)
        if letter == order.letter
    ]
    season = here.name if here is not None and not every else "any season"
    if not values:
        text = f"no Command card of {season} has the letter {order.letter}"
        return (Illegal("no-such-card", text, "T186"),)
    if order.kind == CARD and order.value not in values:
        right = " or ".join(f"{order.letter}{value}" for value in sorted({*values}))
        text = f"there is no card {order.letter}{order.value} of {season}, but {right}"
        return (Illegal("no-such-card", text, "T186"),)
    for other, card in position_of(state).commands.items():
        taken = (card.kind, card.letter, card.value) == (CARD, order.letter, order.value)
        if taken and other != nation and order.kind == CARD:
            text = f"the {other} command with {order.letter}{order.value} already"
            return (Illegal("card-taken", text, "T130"),)
    return ()


def _cards_of(state: State, season: Season | None) -> list[tuple[str, int]]:
    """Letters and values of the Command cards of a season, of all for None."""
    seasons = game_of(state).seasons if season is None else (season,)
    return [card for one in seasons for card in game_of(state).command_cards(one.name).items()]


def current_season(state: State) -> Season | None:
    """The season of the phase under way; None outside the year's seasons."""
    return game_of(state).season_of(state.definition.sequence[state.phase.step].name)


def legal_commands(state: State) -> list[Command]:
    """The cards of the season by letter, in winter all (T91), emergencies, bluffs and a pass."""
    season = current_season(state)
    every = season is not None and season.is_homebound
    cards = sorted({*_cards_of(state, None if every else season)})
    named = [Command(CARD, value, letter) for letter, value in cards]
    if not named:
        named = [Command(CARD, value) for value in range(1, game_of(state).most_command + 1)]
    emergencies = [Command(EMERGENCY)]
    if plays_cards(state):
        letters = sorted({letter for letter, _ in _cards_of(state, None)})
        emergencies = [Command(EMERGENCY, 0, letter) for letter in letters]
        emergencies += [Command(BLUFF, number) for number in hand_of(state, state.nation)]
    good = [one for one in (*named, *emergencies) if not check_command(state, one)]
    return [*good, *_pairs(state, good), Command(NO_COMMAND)]


def _pairs(state: State, good: list[Command]) -> Iterator[Command]:
    """Two cards for a passive ally, in the order of their letters (T257)."""
    if is_passive(state, state.nation):
        cards = [one for one in good if one.kind == CARD and one.letter]
        for one, other in combinations(cards, 2):
            yield replace(one, beside=f"{other.letter}{other.value}")


def resolve_command(state: State, nation: NationName, order: Command) -> Events:
    """The command of a nation says how many units may move in the turn that it brings.

    Of two cards of a passive ally the one with the earlier letter counts; with one card it does
    not attack (T257).
    """
    emergency = game_of(state).emergency.get(nation, 0)
    letter, value = min((card.letter, card.value) for card in order.cards())
    value = {CARD: value, EMERGENCY: emergency}.get(order.kind, 0)
    is_held_back = order.kind == CARD and not order.beside and is_passive(state, nation)
    given = CommandGiven(nation, RESTRAINED if is_held_back else order.kind, value, letter)
    card = commanding(state, nation, order) if plays_cards(state) else ()
    return (given, CardsSpent(nation, card, "command")) if card else (given,)


def resolve_turn_command(state: State) -> Events:
    """At the beginning of a turn: what its nation has commanded the season with (T186)."""
    position = position_of(state)
    card = position.commands.get(state.nation)
    if card is None or position.turn.kind:
        return ()
    return (CommandTaken(state.nation, card.kind, card.value),)


def check_commanded(state: State) -> tuple[Illegal, ...]:
    """The season goes on once there is a command."""
    position = position_of(state)
    if position.turn.kind or state.nation in position.commands:
        return ()
    text = "say which card you command this season with, or that you pass"
    return (Illegal("no-command", text, "T2"),)


def command_order(state: State) -> tuple[NationName, ...]:
    """Who takes a turn in this season, the earliest letter first (T186).

    Of equal letters the card of the season comes first, then whom the die favours (T187); cards
    without a letter come last, in the order of the year.
    """
    position = position_of(state)

    def rank(nation: NationName) -> tuple[str, bool, bool, int]:
        card = position.commands[nation]
        late = (card.kind == EMERGENCY, nation != position.favoured)
        return (card.letter or _UNNAMED, *late, position.order.index(nation))

    movers = [name for name in position.order if _takes_turn(position.commands.get(name))]
    return tuple(sorted(movers, key=rank))


def _takes_turn(card: CommandCard | None) -> bool:
    return card is not None and card.kind not in {BLUFF, NO_COMMAND}


def tied_emergencies(state: State) -> tuple[NationName, ...]:
    """Nations whose emergencies have the same letter, once all have commanded (T187)."""
    position = position_of(state)
    letters: dict[str, list[NationName]] = {}
    for nation in position.order:
        card = position.commands.get(nation)
        if card is not None and card.kind == EMERGENCY and card.letter:
            letters.setdefault(card.letter, []).append(nation)
    return next((tuple(tied) for tied in letters.values() if len(tied) > 1), ())


def moves_left(state: State) -> int:
    """Units that may still move in this turn (T2)."""
    turn = position_of(state).turn
    return max(0, turn.command - len(turn.moves))


def is_restrained(state: State) -> bool:
    """Whether nobody attacks in this turn: under Emergency Command, or with the one card of a
    passive ally (T4 to T6, T257)."""
    return position_of(state).turn.kind in {EMERGENCY, RESTRAINED}


def turn_words(state: State) -> str:
    """What the turn is taken with, for people."""
    is_one_card = position_of(state).turn.kind == RESTRAINED
    return "one card of a passive ally" if is_one_card else "Emergency Command"


def is_valid(state: State, number: int) -> bool:
    """Whether a card commands in the season under way, which in winter all do (T91, T188)."""
    here, card = current_season(state), rules_of(state).action_card(number)
    if here is None or card is None:
        return False
    return here.is_homebound or card.season == here.name
