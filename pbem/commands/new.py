"""`pbem new`: found a game and invite the players."""

import click

from engine import Profile
from pbem.home import Home
from pbem.lobby.founding_request import Wanted, check_new
from pbem.lobby.scenarios import find_scenario, is_scenario
from pbem.output import Output
from pbem.post import found_and_invite
from pbem.result import Result
from pbem.save.kinds import GameState
from pbem.terminal.command_line import JSON, now, own_key
from pbem.terminal.tab_names import scenarios
from pbem.text import quoted
from pbem.usage import UsageError


class FoundedOutput(Output):
    """A game that was founded; file: of its invitation."""

    game: str
    name: str
    state: GameState
    waiting_for: tuple[str, ...]
    file: str


@click.command("new")
@click.argument("scenario", shell_complete=scenarios)
@click.option("--name", "title", default="", help="A name for this game.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="NATION=WHO",
    help="Who plays a nation, or a whole alliance: an address, 'Name <address>', or me.",
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
@click.option(
    "--observer",
    "observers",
    multiple=True,
    metavar="WHO",
    help="Who gets each turn without a seat: an address, or 'Name <address>'.",
)
@click.option("--no-send", is_flag=True, help="Write the invitations to the outbox only.")
@JSON
def command(
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
    observers: tuple[str, ...],
    no_send: bool,
    as_json: bool,
) -> Result[FoundedOutput]:
    """Found a game of SCENARIO, such as big_world_1942.

    SCENARIO may also be a file: a scenario in TOML, or a TripleA map (.xml, or its folder or .zip).
    A map that needs rules that pbem does not have is refused with a list of them. Its folder gives
    the pictures its borders and colours.
    """
    del as_json
    home = Home.standard()
    if not is_scenario(scenario):
        find_scenario(scenario)  # says which there are, before a key is asked for
    wanted = Wanted(
        scenario=scenario,
        title=title,
        profile=profile,
        seats=_pairs(seats, "--seat"),
        options=_pairs(options, "--option"),
        bids=_pairs(bids, "--bid"),
        dice=dice,
        plain_http=plain_http,
        pace=pace,
        bumps=bumps,
        absence=absence,
        hotseat=hotseat,
        seed=seed,
    )
    founded = found_and_invite(
        home, wanted, own_key(home), now(), sends=not no_send, observers=observers
    )
    genesis = founded.save.genesis
    data = FoundedOutput(
        genesis.game.hex(), genesis.name, founded.save.state, founded.waiting, founded.file
    )
    return Result("\n".join(founded.lines), data)


def _pairs(texts: tuple[str, ...], option: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise UsageError("wrong-pair", f"{option} takes NAME=VALUE, not {quoted(text)}.")
        check_new(name.strip(), found, option)
        found[name.strip()] = value.strip()
    return found
