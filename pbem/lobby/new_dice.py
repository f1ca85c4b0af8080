"""Another dice authority for a game under way: registered first, then proposed to all."""

from pbem.dice.client import EMBEDDED, connect
from pbem.dice.protocol import verify_commitment
from pbem.home import Home
from pbem.lobby.authority import dice_of, follow_new_key
from pbem.motions.motion import NewAuthority
from pbem.save.keys import NamedKey
from pbem.save.trusted_save import TrustedSave
from pbem.text import quoted
from pbem.usage import UsageError
from pbem.wire.address import is_server, normal_address
from pbem.wire.signing import Verifier


def new_authority(
    home: Home, save: TrustedSave, key: NamedKey, address: str, which: int, clock: int
) -> NewAuthority:
    """What to propose: an authority that has committed to the rest of the game.

    which: the place of the one that it replaces.  Whoever proposes it tells it who plays; see
    `name_seats` for doing that again.  Raises UsageError `dice-address`, `dice-twice`; DiceError as
    `Authority.register`, `game-registered` above all; DiceUnavailableError.
    """
    _check_address(save, address, which)
    client = connect(address, home.dice_folder, lambda: clock)
    before = save.sources[0].commitment.authority if which else b""
    # The proposer in the place of the host, who may be the one who is gone.
    me = key.key.public
    commitment = client.register(save.genesis.game, me, before, save.next_roll)
    follow_new_key(home, address, verify_commitment(commitment, Verifier()).authority, client)
    client.register_seats(save.seat_registration(key.key))
    return NewAuthority(which, address, commitment)


def name_seats(home: Home, save: TrustedSave, key: NamedKey, clock: int) -> None:
    """Whoever an authority knows as the host tells it who plays; one that knows it stays as it is.

    Raises UsageError `not-the-host`; DiceError `seats-registered` when one knows other seats.
    """
    newer = [
        (client, source.commitment.host)
        for client, source in zip(dice_of(home, save, clock), save.sources, strict=True)
        if source.is_successor
    ]
    hosts = [host for _, host in newer] or [save.holders.host]
    if key.key.public not in (save.holders.host, *hosts):
        raise UsageError(
            "not-the-host",
            "Only the host of a game can tell its dice authorities who plays.",
            f"Ask {quoted(save.name_of(hosts[-1]) or save.genesis.host)} to do it.",
        )
    for client, host in newer:
        if key.key.public == host:
            client.register_seats(save.seat_registration(key.key))


def _check_address(save: TrustedSave, address: str, which: int) -> None:
    if address != EMBEDDED and not is_server(address):
        raise UsageError(
            "dice-address",
            f"{quoted(address)} is not a dice authority.",
            f"Name a server's https:// address, or {EMBEDDED} for the one on this computer.",
        )
    others = [one for place, one in enumerate(save.sources) if place != which]
    if any(normal_address(one.address) == normal_address(address) for one in others):
        raise UsageError(
            "dice-twice",
            f"{quoted(address)} is the other dice authority of this game.",
            "Name one that somebody else runs.",
        )
