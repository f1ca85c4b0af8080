"""Setting the table: founding a game, answering an invitation, starting when all have joined."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TypeAlias

from engine import (
    RULES_VERSION,
    Definition,
    option_names,
    tree_from_definition,
)
from pbem.dice.client import EMBEDDED, connect
from pbem.dice.rehearsal import ADDRESS as REHEARSAL
from pbem.home import Home
from pbem.lobby.authority import dice_of
from pbem.lobby.names import check_name
from pbem.replay import definition_of, with_options
from pbem.replay.errors import NotYourTurnError
from pbem.save.invite import join_answer, make_join, new_game
from pbem.save.keyring import check_pinned
from pbem.save.keys import NamedKey
from pbem.save.records import Join
from pbem.save.trust import INVITING, TrustedSave
from pbem.text import quoted
from pbem.usage import UsageError

_BID = "bid"
_SERVERS = ("https://", "http://")
_MOST_TITLE = 200
_MOST_DIGITS = 9

Fresh: TypeAlias = Callable[[int], bytes]
"""So many random bytes."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who is to play a nation: a name, and the address the invitation goes to ("" for none)."""

    player: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """What `pbem new` was told.

    scenario: what is played, without the options of this game.
    title: of the game, "" for the scenario's.
    seats: by nation; hotseat: the host holds all of them.
    seed: for a rehearsal with dice that prove nothing, "" for real dice.
    keys: public keys of players at the same table, who need not join (rehearsals only).
    """

    scenario: Definition
    title: str
    seats: Mapping[str, Seat]
    options: Mapping[str, object]
    dice_address: str = EMBEDDED
    seed: str = ""
    hotseat: bool = False
    keys: Mapping[str, bytes] = field(default_factory=dict)


def found(
    home: Home, setup: Setup, key: NamedKey, clock: int, fresh: Fresh = secrets.token_bytes
) -> TrustedSave:
    """Found a game, start it when nobody else has to join, and file it.

    fresh: random bytes; only a rehearsal that is to be the same each time names another source.
    Raises UsageError for seats, names and options that do not fit, DefinitionError for options,
    KeyMismatchError when another key is pinned for the host, DiceError from the authority.  All but
    the last come before anything is written.
    """
    definition = setup.scenario
    with_options(definition, setup.options)
    players, seats = _seating(definition, setup, key)
    mode, address = _mode(setup)
    check_name(key.name, "Your name")
    if setup.title:
        check_name(setup.title, "The name of the game", _MOST_TITLE)
    check_pinned(home.keyring().players, key.name, key.key.public)
    game = fresh(16)
    dice = connect(address, home.dice_folder, lambda: clock)
    save = new_game(
        host=key.name,
        key=key.key,
        game=game,
        name=setup.title or definition.name,
        mode=mode,
        rules=RULES_VERSION,
        scenario=tree_from_definition(definition),
        options=dict(setup.options),
        seats=seats,
        players=players,
        dice_address=address,
        commitment=dice.register(game, key.key.public),
        time=clock,
        keyring=home.keyring(),
    )
    home.game_store.store(save)
    addresses = {
        seat.player: seat.address
        for seat in setup.seats.values()
        if seat.address and seat.player != key.name
    }
    if addresses:
        home.keep_addresses(game, addresses)
    return start_if_ready(home, save, key, clock, fresh) or save


def _mode(setup: Setup) -> tuple[str, str]:
    if setup.seed:
        return "rehearsal", f"{REHEARSAL}{setup.seed}"
    if setup.dice_address != EMBEDDED and not setup.dice_address.startswith(_SERVERS):
        raise UsageError(
            "dice-address",
            f"{quoted(setup.dice_address)} is no dice authority.",
            "Leave out --dice for the one of this computer, or name a server's https:// address.",
        )
    return ("hotseat" if setup.hotseat else "mail"), setup.dice_address


def _seating(
    definition: Definition, setup: Setup, key: NamedKey
) -> tuple[dict[str, bytes | None], dict[str, str | None]]:
    nations = definition.politics.nation_names
    unknown = [nation for nation in setup.seats if nation not in nations]
    if unknown:
        raise UsageError(
            "unknown-nation",
            f"There is no nation {quoted(unknown[0])} in {definition.name}.",
            f"Its nations are {', '.join(nations)}.",
        )
    missing = [nation for nation in nations if nation not in setup.seats]
    if missing and not (setup.hotseat or setup.seed):
        raise UsageError(
            "seat-missing",
            f"Nobody is named for {', '.join(missing)}.",
            "Add --seat NATION=ADDRESS for each, =me for yourself, or use --hotseat.",
        )
    for named in setup.seats.values():
        check_name(named.player, "A player's name")
    others = [seat.player for seat in setup.seats.values() if seat.player != key.name]
    if others and setup.hotseat:
        raise UsageError(
            "hotseat-seats",
            f"At one computer all seats are yours, and {quoted(others[0])} cannot join.",
            "Leave out --hotseat, or the --seat options.",
        )
    if setup.seed and any(name not in setup.keys for name in others):
        raise UsageError(
            "rehearsal-seats",
            f"In a rehearsal all seats are yours, and {quoted(others[0])} cannot join.",
            "Leave out --seed for a real game, or the --seat options.",
        )
    _check_one_address(setup.seats)
    seats: dict[str, str | None] = {}
    players: dict[str, bytes | None] = {}
    for nation in nations:
        seat = setup.seats.get(nation)
        name = key.name if setup.hotseat or seat is None else seat.player
        seats[nation] = name
        players[name] = key.key.public if name == key.name else setup.keys.get(name)
    return players, seats


def _check_one_address(seats: Mapping[str, Seat]) -> None:
    """One name is one player: two addresses for it are two people, or a slip."""
    known: dict[str, str] = {}
    for seat in seats.values():
        address = known.setdefault(seat.player, seat.address)
        if address != seat.address:
            raise UsageError(
                "two-addresses",
                f"{quoted(seat.player)} has two addresses, {address} and {seat.address}.",
                "If they are two people, name them: --seat 'NATION=Name <address>'.",
            )


def answer(
    home: Home, save: TrustedSave, key: NamedKey, clock: int, player: str = ""
) -> tuple[TrustedSave, bytes]:
    """Take the seats kept for a player: the save with the join, and the answer for the host.

    player: the name one was invited under, "" when there is only one it can be.
    """
    if save.state != INVITING:
        raise NotYourTurnError(
            "already-started",
            "the game has started already, and nobody can join any more",
            "Ask the host for a new game.",
        )
    if (known := _own_join(save, key.key.public)) is not None:
        # Joined before, and perhaps cut off before the answer was written: the same answer again.
        home.game_store.store(save)
        return save, join_answer(known)
    open_names = [name for name, known in save.genesis.players.items() if known is None]
    waiting = [name for name in open_names if name not in save.players]
    name = player or (key.name if key.name in waiting else "")
    if not name and len(waiting) == 1:
        name = waiting[0]
    if name not in waiting:
        raise UsageError(
            "which-player",
            f"The seats of this game are kept for {', '.join(map(quoted, waiting)) or 'nobody'}.",
            "Say which of them you are with --as NAME." if waiting else "",
        )
    definition_of(save)
    record = make_join(save, name, key.key, time=clock)
    joined = save.append_join(record)
    home.game_store.store(joined)
    return joined, join_answer(record)


def _own_join(save: TrustedSave, public: bytes) -> bytes | None:
    for entry in save.entries:
        if isinstance(entry.record, Join) and entry.record.key == public:
            return entry.raw
    return None


def is_ready_to_start(save: TrustedSave, public: bytes) -> bool:
    """Whether all have joined and the key is the host's, who has only to start the game."""
    return (
        save.state == INVITING
        and save.genesis.host_key == public
        and all(player in save.players for player in save.seats.values())
    )


def start_if_ready(
    home: Home,
    save: TrustedSave,
    key: NamedKey,
    clock: int,
    fresh: Fresh = secrets.token_bytes,
) -> TrustedSave | None:
    """Start the game when all have joined and the key is the host's; None otherwise."""
    if not is_ready_to_start(save, key.key.public):
        return None
    started = save.append_start(key.key, time=clock, random=fresh(32))
    dice = dice_of(home, started, clock)
    dice.register_seats(started.seat_registration(key.key))
    home.game_store.store(started)
    return started


def parse_options(definition: Definition, texts: Mapping[str, str]) -> dict[str, object]:
    """Option values from text: true, false, a whole number; `bid.Germans` sets a bid.

    Raises UsageError for an unknown option or nation and for a number that is none; whether a value
    fits its option is seen when the game is founded.
    """
    options: dict[str, object] = {}
    bids: dict[str, int] = {}
    for name, text in texts.items():
        head, _, nation = name.partition(".")
        if name == _BID:
            raise UsageError("bad-bid", "A bid belongs to a nation.", "Write --bid Germans=6.")
        if head == _BID:
            bids[_known_nation(definition, nation)] = _pus(nation, text)
        elif name in option_names():
            options[name] = _value(text)
        else:
            near = get_close_matches(name, option_names(), 3)
            hint = f"Did you mean {', '.join(near)}?" if near else _all_options()
            raise UsageError("unknown-option", f"There is no option {quoted(name)}.", hint)
    if bids:
        options[_BID] = bids
    return options


def _all_options() -> str:
    return f"The options are {', '.join(option_names())}."


def _pus(nation: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > _MOST_DIGITS:
        raise UsageError(
            "bad-bid",
            f"The bid of {quoted(nation)} is {quoted(text)}.",
            "Write a whole number of PUs, such as --bid Germans=6.",
        )
    return int(text)


def _known_nation(definition: Definition, nation: str) -> str:
    for known in definition.politics.nation_names:
        if known.lower() == nation.lower():
            return known
    raise UsageError(
        "unknown-nation",
        f"There is no nation {quoted(nation)} in {definition.name}.",
        f"Its nations are {', '.join(definition.politics.nation_names)}.",
    )


def _value(text: str) -> object:
    lowered = text.strip().lower()
    if lowered in {"true", "on", "yes"}:
        return True
    if lowered in {"false", "off", "no"}:
        return False
    is_number = lowered.isascii() and lowered.isdecimal() and len(lowered) <= _MOST_DIGITS
    return int(lowered) if is_number else text
