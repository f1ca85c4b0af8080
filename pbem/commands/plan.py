"""`pbem plan`: orders for a coming turn, played when it comes if they fit."""

import click

from pbem.home import Home
from pbem.output import Output
from pbem.play.plans import keep_plan, plans_of
from pbem.replay import read_position, require_playing
from pbem.result import Result
from pbem.save.trusted_save import TrustedSave
from pbem.terminal.command_line import JSON, SAVE, now, own_key, read_orders
from pbem.text import plain
from pbem.usage import UsageError


class PlanOutput(Output):
    """Orders that wait for a turn; is_begun: a part of them is in the log."""

    number: int
    nation: str
    orders: str
    accepted: str
    is_begun: bool


class PlansOutput(Output):
    """What waits for your coming turns in a game."""

    game: str
    plans: list[PlanOutput]


@click.command("plan")
@SAVE
@click.option("--orders", help="Keep the orders in this file; - is standard input.")
@click.option(
    "--for", "nation", default="", metavar="NATION", help="Whose turn; yours if you have one."
)
@click.option(
    "--accept-warnings",
    "accepted",
    default="",
    metavar="NAMES",
    help="Play in spite of these warnings, with commas between them, or all.",
)
@click.option("--drop", type=int, metavar="NUMBER", help="Give a plan up.")
@JSON
def command(
    save: str, orders: str | None, nation: str, accepted: str, drop: int | None, as_json: bool
) -> Result[PlansOutput]:
    """Keep orders for your coming turn, and play them when it comes, if they fit.

    Lines such as `if Karelia is ours` or `if Egypt has at most 3 enemies` say when they fit; all of
    them must hold, each order must be legal, and no warning may be left. `pbem fetch` plays the
    first plan that fits, mails the turn, and says why others were dropped.
    """
    del as_json
    home = Home.standard()
    chosen = home.choose(save).save
    require_playing(chosen)
    key = own_key(home)
    if orders is not None:
        seat = nation or _only_seat(chosen, key.key.public)
        text = read_orders(orders, "The orders")
        keep_plan(home, read_position(chosen), key, seat, text, accepted, now())
    kept = plans_of(home, chosen, key.key.public)
    if drop is not None:
        gone = [one for one in kept if one.number == drop]
        if not gone:
            raise UsageError("no-such-plan", f"There is no plan {drop}.", "`pbem plan` lists them.")
        gone[0].drop()
        kept = tuple(one for one in kept if one.number != drop)
    lines: list[str] = []
    for one in kept:
        state = ", begun" if one.is_begun else ""
        lines.append(f"{one.number}  {one.plan.nation}, from turn {one.plan.turn} on{state}:")
        lines += [f"     {line}" for line in one.plan.orders.strip().splitlines()]
    rows = [
        PlanOutput(one.number, one.plan.nation, one.plan.orders, one.plan.accepted, one.is_begun)
        for one in kept
    ]
    text = "\n".join(lines) or "There are no plans for this game."
    return Result(plain(text, lines=True), PlansOutput(chosen.genesis.game.hex(), rows))


def _only_seat(save: TrustedSave, public: bytes) -> str:
    seats = [*save.seats_of(public)]
    if len(seats) == 1:
        return seats[0]
    raise UsageError(
        "which-nation",
        f"You hold {', '.join(seats) or 'no seat'} in this game.",
        "Say with --for NATION whose turn the orders are for.",
    )
