"""Founding a game: who is to play what, on which terms, and with whose dice."""

import secrets
from collections.abc import Mapping

from engine import RULES_VERSION, Definition
from engine.values import dataclass, field
from pbem.dice.client import EMBEDDED, connect
from pbem.dice.protocol import verify_commitment
from pbem.dice.rehearsal import ADDRESS as REHEARSAL
from pbem.home import Home
from pbem.lobby.authority import follow_new_key
from pbem.lobby.joining import Fresh, start_if_ready
from pbem.lobby.names import check_name
from pbem.replay import packaged_name, tree_to_sign, with_options
from pbem.save.invite import new_game
from pbem.save.keyring import check_pinned
from pbem.save.keys import NamedKey
from pbem.save.kinds import GameMode
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import quoted
from pbem.usage import UsageError
from pbem.wire.address import normal_address
from pbem.wire.pace import Pace
from pbem.wire.signing import Verifier

_SERVERS = ("https://", "http://")
_MOST_TITLE = 200


@dataclass(frozen=True, slots=True)
class Seat:
    """A player for a nation: a name, and the address the invitation goes to ("" for none)."""

    player: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class FoundingPlan:
    """What `pbem new` is given.

    scenario: what is played, without the options of this game.
    title: of the game, "" for the scenario's.
    seats: by nation; hotseat: the host holds all of them.
    seed: for a rehearsal with dice that prove nothing, "" for real dice.
    dice: addresses of one dice authority, or of two, in the order in which they answer.
    keys: public keys of players at the same computer, who need not join (rehearsals only).
    pace: what a turn may take, None for a game without one.
    """

    scenario: Definition
    title: str
    seats: Mapping[str, Seat]
    options: Mapping[str, object]
    dice: tuple[str, ...] = (EMBEDDED,)
    seed: str = ""
    hotseat: bool = False
    keys: Mapping[str, bytes] = field(default_factory=dict)
    pace: Pace | None = None


def found(
    home: Home, setup: FoundingPlan, key: NamedKey, clock: int, fresh: Fresh = secrets.token_bytes
) -> TrustedSave:
    """Found a game, start it when nobody else has to join, and store it.

    fresh: random bytes; only a rehearsal that must be the same each time names another source.
    Raises UsageError for seats, names and options that do not fit, DefinitionError for options,
    KeyMismatchError when another key is pinned for the host, DiceError from the authority.  All but
    the last come before anything is written.
    """
    definition = setup.scenario
    with_options(definition, setup.options)
    players, seats = _seating(definition, setup, key)
    mode, addresses = _mode(setup)
    check_name(key.name, "Your name")
    if setup.title:
        check_name(setup.title, "The name of the game", _MOST_TITLE)
    check_pinned(home.keyring().players, key.name, key.key.public)
    game = fresh(16)
    packaged = packaged_name(definition)
    dice = _commitments(home, addresses, game, key.key.public, clock)
    save = new_game(
        host=key.name,
        key=key.key,
        game=game,
        name=setup.title or definition.name,
        mode=mode,
        rules=RULES_VERSION,
        scenario=tree_to_sign(definition),
        options=dict(setup.options),
        seats=seats,
        players=players,
        dice=dice,
        time=clock,
        pace=setup.pace,
        keyring=home.keyring(),
        scenario_name=packaged,
        is_packaged=bool(packaged),
    )
    home.game_store.store(save)
    by_mail = {
        seat.player: seat.address
        for seat in setup.seats.values()
        if seat.address and seat.player != key.name
    }
    if by_mail:
        home.keep_addresses(ref_of(save), by_mail)
    return start_if_ready(home, save, key, clock, fresh) or save


def _commitments(
    home: Home, addresses: tuple[str, ...], game: bytes, host: bytes, clock: int
) -> tuple[tuple[str, bytes], ...]:
    """Address and commitment of each authority, which all commit before anybody joins.

    Each one after the first is told whose answer it waits for.
    """
    made: list[tuple[str, bytes]] = []
    before = b""
    for address in addresses:
        client = connect(address, home.dice_folder, lambda: clock)
        commitment = client.register(game, host, before)
        before = verify_commitment(commitment, Verifier()).authority
        follow_new_key(home, address, before, client)
        made.append((address, commitment))
    return tuple(made)


def _mode(setup: FoundingPlan) -> tuple[GameMode, tuple[str, ...]]:
    """The mode of the game, and the addresses of its dice authorities."""
    if setup.seed:
        return "rehearsal", (f"{REHEARSAL}{setup.seed}",)
    for address in setup.dice:
        if address != EMBEDDED and not address.startswith(_SERVERS):
            raise UsageError(
                "dice-address",
                f"{quoted(address)} is not a dice authority.",
                "Leave out --dice for the one on this computer, or name a server's https:// "
                "address.",
            )
    if len(setup.dice) > 2 or len({normal_address(one) for one in setup.dice}) < len(setup.dice):
        raise UsageError(
            "dice-twice",
            "A game has one dice authority, or two different ones.",
            "Name each of them once with --dice.",
        )
    return ("hotseat" if setup.hotseat else "mail"), setup.dice


def _seating(
    definition: Definition, setup: FoundingPlan, key: NamedKey
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
            f"Nobody is named to play {', '.join(missing)}.",
            "Name an address for each, or yourself, or play all nations at this computer "
            "(--seat NATION=ADDRESS, =me, --hotseat).",
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
    """One name is one player: two addresses for it are two people, or a mistake."""
    known: dict[str, str] = {}
    for seat in seats.values():
        address = known.setdefault(seat.player, seat.address)
        if address != seat.address:
            raise UsageError(
                "two-addresses",
                f"{quoted(seat.player)} has two addresses, {address} and {seat.address}.",
                "If they are two people, name them: --seat 'NATION=Name <address>'.",
            )
