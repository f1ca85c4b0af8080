"""The dice authorities of a game, as this computer reaches them."""

from collections.abc import Sequence

from pbem.dice.authorities import AnswerFile, Authorities
from pbem.dice.client import EMBEDDED, DiceClient, connect
from pbem.dice.protocol import verify_commitment
from pbem.dice.sqlite import DATABASE
from pbem.dice.statements import open_statement, path_between
from pbem.dice.turn_state import Here, TurnState
from pbem.home import Home, SelectedSave
from pbem.motions.motion import Motion
from pbem.save.errors import DiceUnavailableError, KeyMismatchError, SaveError
from pbem.save.keyring import Keyring
from pbem.save.keys import NamedKey
from pbem.save.lateness import states_by
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.text import quoted
from pbem.usage import UsageError
from pbem.wire.address import is_open_to_others, is_server
from pbem.wire.signing import Verifier


def require_encrypted(address: str, *, plain_http: bool) -> None:
    """Refuse a dice server that others on the way to it can read, unless a player wants it.

    Raises UsageError `dice-not-encrypted`.
    """
    if is_open_to_others(address) and not plain_http:
        raise UsageError(
            "dice-not-encrypted",
            f"{quoted(address)} is another computer, and http:// is not encrypted.",
            "Use a server with an https:// address, or add --plain-http.",
        )


def dice_of(home: Home, save: TrustedSave, clock: int) -> tuple[DiceClient, ...]:
    """The dice authorities that a save names, in order; a server is not asked before it is needed.

    Raises DiceUnavailableError when one cannot be used from here; an embedded authority is never
    made anew for a game that has one, because it would roll other dice.
    """
    return _clients_at(home, [source.address for source in save.sources], clock)


def _clients_at(home: Home, addresses: Sequence[str], clock: int) -> tuple[DiceClient, ...]:
    folder = home.dice_folder
    if EMBEDDED in addresses and not (folder / DATABASE).is_file():
        raise DiceUnavailableError(
            "dice-out-of-reach",
            f"the dice authority of this game is not in {folder}",
            "It is on the host's computer. If you can reach its folder, name it as folder in "
            "the [dice] section of config.toml. Nothing else may roll in its place.",
        )
    return tuple(connect(address, folder, lambda: clock) for address in addresses)


def authorities_of(home: Home, save: TrustedSave, clock: int) -> Authorities:
    """The same, for a turn; raises as `dice_of`."""
    answers = AnswerFile(home.first_answer_path(ref_of(save)))
    return Authorities(dice_of(home, save, clock), answers)


def ask_of_turn(
    home: Home, save: TrustedSave, nation: str, clock: int, motion: Motion | None = None
) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    """What the dice authorities say of the turn under way, and the statements about newer keys.

    motion: of an agreement that is to hold it, which may replace one of them; clock: Unix seconds.
    Raises as `dice_of` and `Authority.turn_state`.
    """
    addresses = [source.address for source in save.sources]
    keys = [source.key for source in save.sources]
    if motion is not None and (new := motion.new_authority):
        addresses[new.which] = new.address
        keys[new.which] = verify_commitment(new.commitment, Verifier()).authority
    dice = Authorities(_clients_at(home, addresses, clock))
    states = dice.turn_state(save.genesis.game, nation, save.next_turn)
    return states, dice.statements(states, keys)


def heard_of_turn(home: Home, save: TrustedSave, nation: str, clock: int) -> tuple[TurnState, ...]:
    """What the dice authorities say of the turn under way; () when one is out of reach.

    clock: Unix seconds.
    """
    try:
        return states_by(*ask_of_turn(home, save, nation, clock), save.sources)[0]
    except SaveError:
        return ()


def say_here(home: Home, save: TrustedSave, key: NamedKey, clock: int) -> bytes:
    """Tell the dice authorities, for every seat of the player, how much of a game they have; up to
    which head.

    Before the start the log of each guest has other answers in it: all know how it begins.
    Raises UsageError `no-seat`, and as `Authority.note_here`.
    """
    head = save.head if save.state == PLAYING else save.entries[0].head
    nations = [*save.seats_of(key.key.public)]
    if not nations:
        raise UsageError("no-seat", "You hold no seat in this game.")
    dice = authorities_of(home, save, clock)
    for nation in nations:
        dice.note_here(Here(save.genesis.game, nation, head).sign(key.key))
    return head


def follow_new_key(home: Home, address: str, key: bytes, client: DiceClient) -> bool:
    """Pin a dice server's new key beside an older one that is pinned and has introduced it.

    Whether it was pinned now.  Raises DiceError for a statement that does not hold, and
    DiceUnavailableError.
    """
    pinned = home.keyring().keys_at(address) if is_server(address) else ()
    if not pinned or key in pinned:
        return False
    statements = [open_statement(raw, Verifier()) for raw in client.statements()]
    if not any(path_between(statements, old, key) for old in pinned):
        return False
    home.pin_authority(address, key)
    return True


def choose_following(home: Home, text: str, clock: int) -> SelectedSave:
    """Like `Home.choose`; a new key of a pinned dice server is looked for at that server.

    Raises as `Home.choose`.
    """
    try:
        return home.choose(text)
    except KeyMismatchError:
        save = home.choose(text, Keyring(home.keyring().players)).save
        for source in save.sources:
            if is_server(source.address):
                client = connect(source.address, home.dice_folder, lambda: clock)
                follow_new_key(home, source.address, source.commitment.authority, client)
        return home.choose(text)
