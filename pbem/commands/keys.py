"""`pbem keys`: a player's own key, and the keys of others that they trust."""

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.lazy import LazyFunction
from pbem.files import write_atomic
from pbem.home import PASSPHRASE_VARIABLE, Home
from pbem.output import Output
from pbem.result import Result
from pbem.save.keyring import Keyring
from pbem.terminal.command_line import JSON, now, own_identity, own_key
from pbem.text import plain, quoted
from pbem.usage import UsageError
from pbem.wire.address import is_server
from pbem.wire.fingerprint import fingerprint, parse_fingerprint

if TYPE_CHECKING:
    from pbem.lobby.own_key import check_no_key, make_key
    from pbem.mail.address import parse_address
    from pbem.save.cards import make_card
else:
    # Late: what is made once, a key or a card, takes longer to load than to show what there is.
    check_no_key = LazyFunction("pbem.lobby.own_key", "check_no_key")
    make_key = LazyFunction("pbem.lobby.own_key", "make_key")
    parse_address = LazyFunction("pbem.mail.address", "parse_address")
    make_card = LazyFunction("pbem.save.cards", "make_card")


@click.group("keys")
def command() -> None:
    """Make, show and pin keys."""


class KeyOutput(Output):
    """Your key, and the fingerprints that are pinned.

    Of players, and of dice servers by address.
    """

    name: str
    fingerprint: str
    public_key: str
    pinned: dict[str, str]
    pinned_dice: dict[str, list[str]]


class CardOutput(Output):
    """An address card that was written."""

    name: str
    address: str
    file: str


class PinOutput(Output, omit_defaults=True):
    """Whose key is pinned now, or no longer."""

    pinned: str = ""
    forgotten: str = ""


@command.command("new")
@click.option("--name", help="The name to play under.")
@click.option(
    "--no-passphrase", is_flag=True, help="Leave the key unprotected: for bots and rehearsals."
)
@JSON
def new(name: str | None, no_passphrase: bool, as_json: bool) -> Result[KeyOutput]:
    """Make your key. It signs everything you do; nobody can play for you without it."""
    del as_json
    home = Home.standard()
    chosen = name or home.config.player
    if not chosen:
        raise UsageError("name-missing", "A key needs a name to play under.", "Add --name NAME.")
    check_no_key(home, chosen)  # before a passphrase is asked for
    named = make_key(home, chosen, "" if no_passphrase else _new_passphrase())
    return _about(home, named.name, named.key.public, "Your key is made.")


@command.command("show", short_help="Show your name and fingerprint, and what is pinned.")
@JSON
def show(as_json: bool) -> Result[KeyOutput]:
    """Show your name and fingerprint, and the keys that you have pinned."""
    del as_json
    home = Home.standard()
    name, public = own_identity(home)
    return _about(home, name, public, "")


@command.command("card", short_help="Write your address card.")
@click.option("--address", help="Your mail address; by default the one in config.toml.")
@click.option("--out", type=click.Path(path_type=Path), help="The file; NAME.card by default.")
@JSON
def card(address: str | None, out: Path | None, as_json: bool) -> Result[CardOutput]:
    """Write your address card, for those who want to make you a substitute."""
    del as_json
    home = Home.standard()
    key = own_key(home)
    mail = home.config.mail
    if not address and mail is None:
        raise UsageError(
            "address-missing", "A card needs your mail address.", "Add --address ADDRESS."
        )
    wanted = parse_address(address) if address else mail.me.mail if mail is not None else ""
    path = out or Path(f"{re.sub(r'[^A-Za-z0-9]+', '-', key.name).strip('-') or 'my'}.card")
    write_atomic(path, make_card(key.name, wanted, key.key, time=now()))
    text = f"The card of {plain(key.name)} <{plain(wanted)}> is in {path}."
    return Result(text, CardOutput(key.name, wanted, str(path)))


@command.command("pin", short_help="Pin a player's key.")
@click.argument("name")
@click.argument("words", metavar="FINGERPRINT")
@click.option("--save", "save_text", required=True, help="A save that holds that player's key.")
@JSON
def pin(name: str, words: str, save_text: str, as_json: bool) -> Result[PinOutput]:
    """Pin a player's key after comparing its fingerprint by phone."""
    del as_json
    home = Home.standard()
    save = home.choose(save_text).save
    keys = {**save.players, save.genesis.host: save.genesis.host_key}
    if name not in keys:
        raise UsageError(
            "unknown-player",
            f"{quoted(name)} has no key in that game.",
            f"These have: {', '.join(map(quoted, sorted(keys)))}.",
        )
    first = next((span.key for span in save.holders.spans if span.player == name), keys[name])
    if first != keys[name]:
        raise UsageError(
            "key-was-replaced",
            f"{quoted(name)} joined that game with another key, which has been replaced since.",
            "A pin is for the key somebody joins with; `pbem info GAME players` shows both.",
        )
    if parse_fingerprint(words) != fingerprint(keys[name]):
        raise UsageError(
            "fingerprint-differs",
            f"The key of {name} in that game has the fingerprint {fingerprint(keys[name])}, "
            "not the one you typed.",
            "Do not play on until you know why.",
        )
    home.pin(name, keys[name])
    return Result(f"The key of {plain(name)} is pinned.", PinOutput(pinned=name))


@command.command("pin-dice", short_help="Pin the key of a dice server.")
@click.argument("words", metavar="FINGERPRINT")
@click.option("--save", "save_text", help="A save of a game with that dice server.")
@click.option("--server", "address", help="Its address, before there is a game.")
@JSON
def pin_dice(
    words: str, save_text: str | None, address: str | None, as_json: bool
) -> Result[PinOutput]:
    """Pin a key of a dice server after comparing its fingerprint.

    Older keys of the server stay pinned, for the games that began with them.
    """
    del as_json
    home = Home.standard()
    if (save_text is None) == (address is None):
        raise UsageError(
            "pin-dice-what",
            "The key of a dice server is looked for in a save or at the server.",
            "Add --save SAVE or --server ADDRESS.",
        )
    if save_text is not None:
        address, keys = _dice_key_of(home, save_text)
    else:
        from pbem.dice.http import ServerClient  # noqa: PLC0415 - slow to import

        address = str(address)
        keys = ServerClient(address).keys()
    wanted = parse_fingerprint(words)
    key = next((key for key in keys if fingerprint(key) == wanted), None)
    if key is None:
        shown = " and ".join(map(fingerprint, keys[:3]))
        raise UsageError(
            "fingerprint-differs",
            f"The dice server has the fingerprint {shown or '(none)'}, not the one you typed.",
            "Do not play on until you know why.",
        )
    home.pin_authority(address, key)
    return Result(f"The key of {plain(address)} is pinned.", PinOutput(pinned=address))


def _dice_key_of(home: Home, save_text: str) -> tuple[str, tuple[bytes, ...]]:
    """Address and key of a game's dice server, even when other keys are pinned for it."""
    players_only = Keyring(home.keyring().players)
    save = home.choose(save_text, players_only).save
    if save.dice_kind != "server":
        raise UsageError(
            "no-dice-server",
            "That game has no dice server.",
            "An authority on the host's computer has a key of its own in each game.",
        )
    source = next(one for one in save.sources if is_server(one.address))
    return source.address, (source.key,)


@command.command("forget", short_help="Unpin a key.")
@click.argument("name")
@click.argument("words", metavar="[FINGERPRINT]", required=False)
@JSON
def forget(name: str, words: str | None, as_json: bool) -> Result[PinOutput]:
    """Unpin the key of a player, or the keys of a dice server by its address.

    With a FINGERPRINT, only the key with that fingerprint.
    """
    del as_json
    home = Home.standard()
    known = home.keyring()
    key = None
    if words is not None:
        wanted = parse_fingerprint(words)
        key = next((one for one in known.keys_at(name) if fingerprint(one) == wanted), b"")
    if not home.forget(name, key):
        raise UsageError(
            "not-pinned",
            f"No key is pinned for {quoted(name)}.",
            "`pbem keys show` lists what is pinned.",
        )
    what = "The key" if words is not None or not known.keys_at(name) else "Every key"
    return Result(f"{what} of {plain(name)} is no longer pinned.", PinOutput(forgotten=name))


def _about(home: Home, name: str, public: bytes, headline: str) -> Result[KeyOutput]:
    shown = fingerprint(public)
    lines = [headline] if headline else []
    lines += [
        f"name         {plain(name)}",
        f"fingerprint  {shown}",
        f"file         {home.key_path}",
    ]
    keyring = home.keyring()
    players = {other: [fingerprint(key)] for other, key in sorted(keyring.players.items())}
    servers = {
        address: [fingerprint(key) for key in keys]
        for address, keys in sorted(keyring.authorities.items())
    }
    for other, pinned in (*players.items(), *servers.items()):
        lines += [f"pinned       {plain(other)}: {words}" for words in pinned]
    pins = {other: pinned[0] for other, pinned in players.items()}
    data = KeyOutput(name, shown, public.hex(), pins, servers)
    return Result("\n".join(lines), data)


def _new_passphrase() -> str:
    given = os.environ.get(PASSPHRASE_VARIABLE)
    if given:
        return given
    if not sys.stdin.isatty():
        raise UsageError(
            "passphrase-needed",
            "A passphrase is needed, and there is no terminal to ask for it.",
            f"Set {PASSPHRASE_VARIABLE}, or add --no-passphrase.",
        )
    return str(click.prompt("Passphrase", hide_input=True, confirmation_prompt=True, err=True))
