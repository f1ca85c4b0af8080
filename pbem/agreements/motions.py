"""What a player wants to propose, made from their words: the motion, or why it means nothing.

The commands and the page of the board go through here alike.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from engine import NationName, NotationError, change_to_plain, parse_change
from pbem.agreements.propose import check_is_player
from pbem.home import Home
from pbem.lobby.authority import authorities_of, require_encrypted
from pbem.lobby.new_dice import new_authority
from pbem.named_files import read_save_file
from pbem.replay import History, definition_of, read_history, read_position
from pbem.save.keys import NamedKey
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import quoted
from pbem.usage import UsageError
from pbem.wire.canonical import Plain, decode, encode
from pbem.wire.motions import (
    Edit,
    Forfeit,
    KeyChange,
    LostRoll,
    NewDice,
    Substitution,
    Surrender,
    TakeBack,
)

PLACES: Final = ("first", "second")
"""What the two dice authorities of a game are called."""


def edit_of(save: TrustedSave, lines: Iterable[str]) -> Edit:
    """Changes of the board by hand; lines: one change each, such as ``money Russians: 50``.

    Raises UsageError `bad-change` with the number of the line, and `no-changes`.
    """
    definition = definition_of(save)
    found: list[Plain] = []
    for number, line in enumerate(lines, start=1):
        try:
            found.append(decode(encode(change_to_plain(parse_change(line, definition)))))
        except NotationError as error:
            stop = "" if str(error).endswith("?") else "."
            raise UsageError(
                "bad-change",
                f"Change {number}: {error}{stop}",
                "docs/formats/orders-v1.md says what can be changed.",
            ) from None
    if not found:
        raise UsageError("no-changes", "There is nothing to change.", "Name at least one change.")
    return Edit(tuple(found))


def take_back_of(save: TrustedSave, step: int | None) -> TakeBack:
    """Back to the position after a step of the history; None: before the last turn played."""
    history = read_history(save)
    record = _before_last_turn(history) if step is None else _record_of(history, step)
    return TakeBack(record, save.entries[record].head)


def steps_to_go_back_to(save: TrustedSave) -> tuple[int, ...]:
    """The steps that `take_back_of` takes: the last of what was signed together, without today's
    end; () before the first turn."""
    line = read_history(save).line()
    last = {moment.record: moment.number for moment in line}
    return tuple(last.values())[:-1]


def surrender_of(save: TrustedSave, key: NamedKey) -> Surrender:
    """The whole side of a player gives up; NotYourTurnError for somebody without a seat."""
    me = check_is_player(save, key)
    politics = definition_of(save).politics
    mine = [NationName(nation) for nation, player in save.seats.items() if player == me]
    side = sorted(
        nation
        for nation in politics.nation_names
        if any(politics.is_allied(nation, own) for own in mine)
    )
    return Surrender(tuple(side))


def forfeit_of(save: TrustedSave) -> Forfeit:
    """The side of the player whose turn it is has lost; UsageError `game-over` after the end."""
    mover = read_position(save).mover
    if not mover:
        raise UsageError("game-over", "The game is over.")
    politics = definition_of(save).politics
    side = [nation for nation in politics.nation_names if politics.is_allied(nation, mover)]
    return Forfeit(tuple(sorted(side)), save.players[save.player_of(mover)])


def substitution_of(
    save: TrustedSave,
    player: str,
    newcomer: tuple[str, bytes],
    seats: Iterable[str],
    *,
    absent: bool,
) -> Substitution:
    """Somebody else takes seats of a player.

    newcomer: as `newcomer_of` gives them.  seats: () for all that the player holds.  absent: they
    cannot be asked.
    """
    held = tuple(sorted(nation for nation, who in save.seats.items() if who == player))
    if not held:
        raise _no_such_player(save, player)
    name, key = newcomer
    return Substitution(
        seats=tuple(sorted(seats)) or held,
        old=save.players[player],
        player=name,
        key=key,
        absent=absent,
    )


def lost_key_of(save: TrustedSave, player: str, key: bytes) -> KeyChange:
    """A player has lost their key, and plays on with another one."""
    return KeyChange(save.players[player], key, lost=True)


def newcomer_of(
    home: Home, save: TrustedSave, name: str, key_text: str, card: Path | None
) -> tuple[str, bytes]:
    """Name and key, from an address card or typed.

    key_text: 64 hex digits.  The card is kept, so that the newcomer gets the game's mails from
    now on.  Raises UsageError `newcomer-missing`, and as `read_card` does.
    """
    if card is not None:
        found = home.keep_card(ref_of(save), read_save_file(card))
        return name or found.name, found.key
    try:
        key = bytes.fromhex(key_text)
    except ValueError:
        key = b""
    if len(key) != 32 or not name:
        raise UsageError(
            "newcomer-missing",
            "The player's name and new key are missing.",
            "Write --name NAME --key HEX with 64 hex digits, or --card FILE.",
        )
    return name, key


def taker_of(
    home: Home, save: TrustedSave, name: str, key_text: str, card: Path | None
) -> tuple[str, bytes]:
    """Who takes a seat: a player of the game by their name alone, or as `newcomer_of`."""
    if card is None and not key_text and name in save.players:
        return name, save.players[name]
    return newcomer_of(home, save, name, key_text, card)


def new_dice_of(
    home: Home,
    save: TrustedSave,
    key: NamedKey,
    address: str,
    replaces: str,
    when: int,
    *,
    plain_http: bool = False,
) -> NewDice:
    """Another dice authority, which is asked to commit now.

    replaces: of two authorities the one that is gone, "first" or "second"; "" when there is one.
    """
    require_encrypted(address, plain_http=plain_http)
    return new_authority(home, save, key, address, _place(save, replaces), when)


def lost_roll_of(home: Home, save: TrustedSave, when: int) -> LostRoll:
    """The rolls that the authorities have answered for positions that are lost."""
    answered = authorities_of(home, save, when).answered(save.genesis.game)
    last = max(answered, default=0)
    if last < save.next_roll:
        raise UsageError(
            "nothing-lost",
            "The dice authorities have answered no roll that this game does not have.",
            "Play on with `pbem play`.",
        )
    return LostRoll(last)


def _place(save: TrustedSave, replaces: str) -> int:
    if not replaces and len(save.sources) == 1:
        return 0
    place = PLACES.index(replaces) if replaces else len(save.sources)
    if place >= len(save.sources):
        named = " and ".join(
            f"{source.address} ({word})" for word, source in zip(PLACES, save.sources, strict=False)
        )
        raise UsageError(
            "which-dice", f"The dice come from {named}.", "Say with --replaces which one is gone."
        )
    return place


def _before_last_turn(history: History) -> int:
    """The record after which the last turn with any play in it began, finished or not."""
    played = [moment for moment in history.line() if moment.action is not None]
    if not played:
        raise UsageError("no-turn-yet", "Nobody has played a turn yet.")
    first = next(moment for moment in played if moment.turn == played[-1].turn)
    return first.record - 1


def _record_of(history: History, step: int) -> int:
    line = history.line()
    if step not in [moment.number for moment in line]:
        raise UsageError(
            "no-such-step", f"There is no step {step} to go back to.", "`pbem history` lists them."
        )
    chosen = next(moment for moment in line if moment.number == step)
    last = [moment.number for moment in line if moment.record == chosen.record][-1]
    if last != step:
        raise UsageError(
            "step-inside",
            f"Steps {step} to {last} were signed together.",
            f"Go back to step {last}, or to an earlier step.",
        )
    return chosen.record


def check_player(save: TrustedSave, player: str) -> None:
    """Raise UsageError `unknown-player` unless this is the name of a player."""
    if player not in save.players:
        raise _no_such_player(save, player)


def _no_such_player(save: TrustedSave, player: str) -> UsageError:
    names = ", ".join(map(quoted, save.players))
    return UsageError(
        "unknown-player", f"{quoted(player)} holds no seat in this game.", f"These do: {names}."
    )
