"""The command of a season: a card, an emergency or a pass, and who moves first by it.

Rule: Triumph & Tragedy 2nd edition, Command Value and Emergency Command (T2, T3); rule book 10.1
(T91, T184, T186 to T188).  The cards are at the table: players state those that they play.
"""

from typing import Final

from engine.core.blocks import CommandCard
from engine.core.errors import Illegal
from engine.core.events.block_year import CommandGiven, CommandTaken
from engine.core.ids import NationName
from engine.gamedef import State
from engine.gamedef.blocks import Season
from engine.orders.command import Command
from engine.rules.blocks.areas import game_of, position_of
from engine.rules.common.frame import Events

CARD: Final = "card"
EMERGENCY: Final = "emergency"
NO_COMMAND: Final = "pass"

_UNNAMED: Final = "~"
"""What a card without a letter is sorted as: after all that have one."""


def check_command(state: State, order: Command) -> tuple[Illegal, ...]:
    """Every reason against a command of the nation on turn."""
    return check_command_of(state, state.nation, order)


def check_command_of(state: State, nation: NationName, order: Command) -> tuple[Illegal, ...]:
    """Every reason against the command of a nation for the season under way."""
    most = game_of(state).most_command
    if order.kind == CARD and not 1 <= order.value <= most:
        text = f"a Command card has a value from 1 to {most}, not {order.value}"
        return (Illegal("bad-command", text, "T2"),)
    if order.kind != CARD and order.value:
        return (Illegal("bad-command", "a command is a value, an emergency or a pass", "T2"),)
    if not order.letter:
        return ()
    return _check_letter(state, nation, order)


def _check_letter(state: State, nation: NationName, order: Command) -> tuple[Illegal, ...]:
    """A card that is named exists once; in winter those of all seasons are good (T91, T188)."""
    seasons = game_of(state).seasons
    here = current_season(state)
    every = order.kind == EMERGENCY or here is None or here.is_homebound
    values = [one.cards[order.letter] for one in seasons if order.letter in one.cards]
    if not every and here is not None:
        values = [here.cards[order.letter]] if order.letter in here.cards else []
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


def current_season(state: State) -> Season | None:
    """The season of the phase under way; None outside the year's seasons."""
    return game_of(state).season_of(state.definition.sequence[state.phase.step].name)


def legal_commands(state: State) -> list[Command]:
    """The cards of the season by letter, in winter all (T91), then an emergency and a pass."""
    season = current_season(state)
    every = season is not None and season.is_homebound
    seasons = game_of(state).seasons if every or season is None else (season,)
    cards = sorted({card for one in seasons for card in one.cards.items()})
    named = [Command(CARD, value, letter) for letter, value in cards]
    if not named:
        named = [Command(CARD, value) for value in range(1, game_of(state).most_command + 1)]
    good = [one for one in named if not check_command(state, one)]
    return [*good, Command(EMERGENCY), Command(NO_COMMAND)]


def resolve_command(state: State, order: Command) -> Events:
    """The command says how many units may move in the turn that it brings."""
    return (given_command(state, state.nation, order),)


def given_command(state: State, nation: NationName, order: Command) -> CommandGiven:
    """A command of any nation."""
    emergency = game_of(state).emergency.get(nation, 0)
    value = {CARD: order.value, EMERGENCY: emergency}.get(order.kind, 0)
    return CommandGiven(nation, order.kind, value, order.letter)


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
    return card is not None and card.kind != NO_COMMAND


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


def is_emergency(state: State) -> bool:
    """Whether the turn is under Emergency Command (T4 to T6)."""
    return position_of(state).turn.kind == EMERGENCY
