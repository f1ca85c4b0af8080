"""Setting the table: founding a game, answering an invitation, starting when all have joined."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from engine import (
    RULES_VERSION,
    Definition,
    load_scenario,
    option_text,
    tree_from_definition,
)
from pbem.dice.client import EMBEDDED, DiceClient, connect
from pbem.dice.rehearsal import ADDRESS as REHEARSAL
from pbem.home import Home
from pbem.save.invite import join_answer, make_join, new_game
from pbem.save.keys import NamedKey
from pbem.save.trust import INVITING, TrustedSave
from pbem.turn.errors import NotYourTurnError
from pbem.turn.reading import with_options
from pbem.usage import UsageError

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

    scenario: a name of ours; title: of the game, "" for the scenario's.
    seats: by nation; hotseat: the host holds all of them.
    seed: for a rehearsal with dice that prove nothing, "" for real dice.
    keys: public keys of players at the same table, who need not join (rehearsals only).
    """

    scenario: str
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
    Raises UsageError for seats and options that do not fit, DiceError from the authority.
    """
    definition = load_scenario(setup.scenario)
    with_options(definition, setup.options)
    players, seats = _seating(definition, setup, key)
    mode, address = _mode(setup)
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
    home.shelf.store(save)
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
    return ("hotseat" if setup.hotseat else "mail"), setup.dice_address


def _seating(
    definition: Definition, setup: Setup, key: NamedKey
) -> tuple[dict[str, bytes | None], dict[str, str | None]]:
    nations = definition.nation_names()
    unknown = [nation for nation in setup.seats if nation not in nations]
    if unknown:
        raise UsageError(
            "unknown-nation",
            f"There is no nation {unknown[0]!r} in {definition.name}.",
            f"Its nations are {', '.join(nations)}.",
        )
    missing = [nation for nation in nations if nation not in setup.seats]
    if missing and not (setup.hotseat or setup.seed):
        raise UsageError(
            "seat-missing",
            f"Nobody is named for {', '.join(missing)}.",
            "Add --seat NATION=ADDRESS for each, =me for yourself, or use --hotseat.",
        )
    seats: dict[str, str | None] = {}
    players: dict[str, bytes | None] = {}
    for nation in nations:
        seat = setup.seats.get(nation)
        name = key.name if setup.hotseat or seat is None else seat.player
        seats[nation] = name
        players[name] = key.key.public if name == key.name else setup.keys.get(name)
    return players, seats


def answer(
    home: Home, save: TrustedSave, key: NamedKey, clock: int, player: str = ""
) -> tuple[TrustedSave, bytes]:
    """Take the seats kept for a player: the save with the join, and the answer for the host.

    player: the name one was invited under, "" when there is only one it can be.
    """
    if save.state != INVITING:
        raise NotYourTurnError("already-started", "the game has started already")
    open_names = [name for name, known in save.genesis.players.items() if known is None]
    waiting = [name for name in open_names if name not in save.players]
    name = player or (key.name if key.name in waiting else "")
    if not name and len(waiting) == 1:
        name = waiting[0]
    if name not in waiting:
        raise UsageError(
            "which-player",
            f"The seats of this game are kept for {', '.join(waiting) or 'nobody'}.",
            "Say which of them you are with --as NAME.",
        )
    record = make_join(save, name, key.key, time=clock)
    joined = save.append_join(record)
    home.shelf.store(joined)
    return joined, join_answer(record)


def start_if_ready(
    home: Home,
    save: TrustedSave,
    key: NamedKey,
    clock: int,
    fresh: Fresh = secrets.token_bytes,
) -> TrustedSave | None:
    """Start the game when all have joined and the key is the host's; None otherwise."""
    ready = save.state == INVITING and all(
        player is not None and player in save.players for player in save.seats.values()
    )
    if not ready or save.genesis.host_key != key.key.public:
        return None
    started = save.append_start(key.key, time=clock, random=fresh(32))
    dice = dice_of(home, started, clock)
    dice.register_seats(started.seat_registration(key.key))
    home.shelf.store(started)
    return started


def dice_of(home: Home, save: TrustedSave, clock: int) -> DiceClient:
    """The dice authority that a save names."""
    return connect(save.genesis.dice_address, home.dice_folder, lambda: clock)


def parse_options(definition: Definition, texts: Mapping[str, str]) -> dict[str, object]:
    """Option values from text: true, false, a whole number; `bid.Germans` sets a bid.

    Raises DefinitionError through `with_options` when the game is founded, UsageError here.
    """
    options: dict[str, object] = {}
    bids: dict[str, int] = {}
    for name, text in texts.items():
        head, _, nation = name.partition(".")
        if head == "bid" and nation:
            bids[_known_nation(definition, nation)] = int(text) if text.isdecimal() else -1
            continue
        option_text(name)
        options[name] = _value(text)
    if bids:
        options["bid"] = bids
    return options


def _known_nation(definition: Definition, nation: str) -> str:
    for known in definition.nation_names():
        if known.lower() == nation.lower():
            return known
    raise UsageError("unknown-nation", f"There is no nation {nation!r} in {definition.name}.")


def _value(text: str) -> object:
    lowered = text.strip().lower()
    if lowered in {"true", "on", "yes"}:
        return True
    if lowered in {"false", "off", "no"}:
        return False
    return int(lowered) if lowered.isdecimal() else text
