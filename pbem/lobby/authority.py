"""The dice authority of a game, as this computer reaches it."""

from pbem.dice.client import DiceClient, connect
from pbem.dice.sqlite import DATABASE
from pbem.home import Home
from pbem.save.errors import DiceUnavailableError
from pbem.save.trust import TrustedSave
from pbem.text import quoted
from pbem.usage import UsageError
from pbem.wire.address import is_open_to_others


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


def dice_of(home: Home, save: TrustedSave, clock: int) -> DiceClient:
    """The dice authority that a save names.

    Raises DiceUnavailableError when it cannot be used from here; an embedded authority is never
    made anew for a game that has one, because it would roll other dice.
    """
    folder = home.dice_folder
    if save.dice_kind == "embedded" and not (folder / DATABASE).is_file():
        raise DiceUnavailableError(
            "dice-out-of-reach",
            f"the dice authority of this game is not in {folder}",
            "It is on the host's computer. If you can reach its folder, name it as folder in "
            "the [dice] section of config.toml. Nothing else may roll in its place.",
        )
    return connect(save.sources[0].address, folder, lambda: clock)
