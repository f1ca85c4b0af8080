"""`pbem new`: found a game and invite the players."""

from collections.abc import Iterable

import click

from engine import Profile
from pbem.atlas.known_folders import remember_folder
from pbem.commands.common import JSON, now, own_key
from pbem.home import Home
from pbem.lobby.authority import require_encrypted
from pbem.lobby.founding import Seat, Setup, found
from pbem.lobby.options import parse_options
from pbem.lobby.pace import read_pace_words
from pbem.lobby.scenarios import find_scenario, folder_of
from pbem.mail.address import parse_address
from pbem.post import mail_lines, post_invitations
from pbem.post.letter import PostResult
from pbem.replay import read_position
from pbem.result import Result
from pbem.save.game_store import CURRENT
from pbem.save.shelf import ref_of
from pbem.save.trust import PLAYING, TrustedSave
from pbem.text import plain, quoted
from pbem.usage import UsageError
from pbem.wire.pace import Pace


@click.command("new")
@click.argument("scenario")
@click.option("--name", "title", default="", help="A name for this game.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="NATION=WHO",
    help="Who plays a nation: an address, 'Name <address>', or me.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A rule option, such as low_luck=true.",
)
@click.option(
    "--profile",
    type=click.Choice(("rulebook", "triplea")),
    help="Whose rules apply where the two differ; by default triplea for its map files.",
)
@click.option("--bid", "bids", multiple=True, metavar="NATION=PUS", help="Extra PUs at the start.")
@click.option(
    "--dice",
    multiple=True,
    default=("embedded",),
    show_default=True,
    help="embedded, or a server's URL; twice for dice from two authorities together.",
)
@click.option("--plain-http", is_flag=True, help="Let --dice be another computer's http:// URL.")
@click.option(
    "--pace",
    default="",
    metavar="WORDS",
    help="What a turn may take, such as '72h mon-fri 08:00-22:00 +01:00'.",
)
@click.option(
    "--bumps",
    default="",
    metavar="WORDS",
    help="Reminders after that, such as '3 every 24h then forfeit'.",
)
@click.option("--absence", default=0, metavar="DAYS", help="How long each player may be away.")
@click.option("--hotseat", is_flag=True, help="All nations at this computer; needs nobody else.")
@click.option("--seed", default="", help="A rehearsal: dice from this seed, which prove nothing.")
@click.option("--no-send", is_flag=True, help="Write the invitations to the outbox only.")
@JSON
def COMMAND(  # noqa: N802
    scenario: str,
    title: str,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    profile: Profile | None,
    bids: tuple[str, ...],
    dice: tuple[str, ...],
    plain_http: bool,
    pace: str,
    bumps: str,
    absence: int,
    hotseat: bool,
    seed: str,
    no_send: bool,
    as_json: bool,
) -> Result:
    """Found a game of SCENARIO, such as big_world_1942.

    SCENARIO may also be a file: a scenario in TOML, or a TripleA map (.xml, or its folder or .zip).
    A map that needs rules that pbem does not have is refused with a list of them. Its folder gives
    the pictures its borders and colours.
    """
    del as_json
    for address in dice:
        require_encrypted(address, plain_http=plain_http)
    home = Home.standard()
    key = own_key(home)
    definition = find_scenario(scenario, profile)
    texts = _pairs(options, "--option")
    texts |= {f"bid.{nation}": amount for nation, amount in _pairs(bids, "--bid").items()}
    setup = Setup(
        scenario=definition,
        title=title,
        seats=_seats(seats, key.name, definition.politics.nation_names),
        options=parse_options(definition, texts),
        dice=dice,
        seed=seed,
        hotseat=hotseat,
        pace=_pace(pace, bumps, absence),
    )
    when = now()
    save = found(home, setup, key, when)
    folder = folder_of(scenario)
    if folder is not None:
        remember_folder(home.maps_path, definition.name, folder)
    posted = None
    if save.state != PLAYING and not no_send and home.config.mail is not None:
        posted = post_invitations(home, save, key, when)
    return _result(home, save, posted)


def _pace(words: str, bumps: str, absence: int) -> Pace | None:
    if words:
        return read_pace_words(words, bumps, absence)
    if bumps or absence:
        raise UsageError(
            "bad-pace", "--bumps and --absence go with a pace.", "Add --pace, such as --pace 72h."
        )
    return None


def _pair(text: str, option: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name.strip() or not value.strip():
        raise UsageError("wrong-pair", f"{option} takes NAME=VALUE, not {quoted(text)}.")
    return name.strip(), value.strip()


def _pairs(texts: tuple[str, ...], option: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in (_pair(text, option) for text in texts):
        _check_new(name, found, option)
        found[name] = value
    return found


def _check_new(name: str, known: Iterable[str], option: str) -> None:
    if name.lower() in {other.lower() for other in known}:
        raise UsageError(
            "named-twice", f"{option} names {quoted(name)} twice.", "Leave one of them out."
        )


def _seats(texts: tuple[str, ...], me: str, nations: tuple[str, ...]) -> dict[str, Seat]:
    folded = {nation.lower(): nation for nation in nations}
    seats: dict[str, Seat] = {}
    for text in texts:
        nation, who = _pair(text, "--seat")
        _check_new(nation, seats, "--seat")
        seats[folded.get(nation.lower(), nation)] = _person(who, me)
    return seats


def _person(who: str, me: str) -> Seat:
    """`me`, an address (its local part is the name), or `Name <address>`."""
    if who.lower() in {"me", me.lower()}:
        return Seat(me)
    name, bracket, rest = who.partition("<")
    address = parse_address(rest.rstrip("> ") if bracket else who)
    player = name.strip() if bracket else address.split("@")[0]
    if player == me:
        raise UsageError(
            "name-taken",
            f"{quoted(player)} is your own name.",
            "Write 'Name <address>' with another name, or =me.",
        )
    return Seat(player, address)


def _result(home: Home, save: TrustedSave, posted: PostResult | None) -> Result:
    game = save.genesis.game.hex()
    name = home.handle(save)
    lines = [f"Game {name}: {plain(save.genesis.name)}."]
    waiting = [name for name in save.genesis.players if name not in save.players]
    path = home.game_store.folder(ref_of(save)) / CURRENT
    if save.state == PLAYING:
        position = read_position(save)
        lines.append(f"It has started; {position.nation} to move: pbem play {name}")
    else:
        lines.append(f"Waiting for {plain(', '.join(waiting))} to join.")
        if posted is None:
            lines.append(f"The invitation for them is the file {path}.")
    lines.append(save.dice_words)
    lines += mail_lines(posted)
    data = {
        "game": game,
        "name": save.genesis.name,
        "state": save.state,
        "waiting_for": waiting,
        "file": str(path),
    }
    return Result("\n".join(lines), data)
