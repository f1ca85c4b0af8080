"""`pbem propose`: edits, take-backs, draws, surrender, other players, other keys, dice."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from pbem.agreements.consent import add_consent
from pbem.agreements.motions import (
    check_player,
    edit_of,
    forfeit_of,
    lost_key_of,
    newcomer_of,
    substitution_of,
    surrender_of,
    take_back_of,
    taker_of,
)
from pbem.agreements.propose import propose
from pbem.commands import propose_dice
from pbem.post import advance_proposal
from pbem.post.agreeing import AnyAgreement, NotSignedOutput
from pbem.result import Result
from pbem.terminal.command_line import JSON, SAVE, key_in, now, own_key, read_orders
from pbem.terminal.proposals import WORDS, game_of, proposed
from pbem.text import plain
from pbem.usage import UsageError
from pbem.wire.motions import Draw, KeyChange


@click.group("propose")
@SAVE
@click.pass_context
def command(context: click.Context, save: str) -> None:
    """Propose something that others have to consent to; nothing changes before all have."""
    context.obj = save


@command.command("edit", short_help="Change the board by hand.")
@click.argument("changes", nargs=-1)
@click.option("--file", "file", help="Changes, one per line; - is standard input.")
@WORDS
@JSON
@click.pass_obj
def edit(
    save: str, changes: tuple[str, ...], file: str | None, words: str, as_json: bool
) -> Result[AnyAgreement]:
    """Change the board by hand: 'add 2 British infantry: Egypt', 'money Russians: 50' ..."""
    del as_json
    home, chosen = game_of(save)
    lines = [*changes, *(_lines(file) if file is not None else ())]
    return proposed(home, chosen, edit_of(chosen, lines), words)


@command.command("take-back", short_help="Go back to an earlier position.")
@click.option("--step", type=int, help="Go back to this step of `pbem history`.")
@WORDS
@JSON
@click.pass_obj
def take_back(save: str, step: int | None, words: str, as_json: bool) -> Result[AnyAgreement]:
    """Go back to an earlier position; without --step to before the last turn that was played."""
    del as_json
    home, chosen = game_of(save)
    return proposed(home, chosen, take_back_of(chosen, step), words)


@command.command("draw")
@WORDS
@JSON
@click.pass_obj
def draw(save: str, words: str, as_json: bool) -> Result[AnyAgreement]:
    """End the game without a winner."""
    del as_json
    home, chosen = game_of(save)
    return proposed(home, chosen, Draw(), words)


@command.command("surrender")
@click.option("--yes", is_flag=True, help="Give up without being asked.")
@WORDS
@JSON
@click.pass_obj
def surrender(save: str, yes: bool, words: str, as_json: bool) -> Result[AnyAgreement]:
    """Give up for your whole side, even when it is not your turn.

    Anybody who plays all of a side needs nobody's consent: the game is over at once.
    """
    home, chosen = game_of(save)
    motion = surrender_of(chosen, own_key(home))
    if not yes and not _wants_to_give_up(motion.nations, as_json=as_json):
        return Result("Nothing is signed.", NotSignedOutput(signed=False))
    return proposed(home, chosen, motion, words)


def _wants_to_give_up(nations: Sequence[str], *, as_json: bool) -> bool:
    """The answer at a terminal; UsageError `surrender-unconfirmed` where nobody can be asked."""
    what = f"The {plain(', '.join(nations))} give up, and the others have won"
    if as_json or not sys.stdin.isatty():
        raise UsageError(
            "surrender-unconfirmed", f"{what}. Nothing is signed yet.", "Add --yes to give up."
        )
    return click.confirm(f"{what}. Do you give up?", err=True)


@command.command("forfeit", short_help="End the game because a player is late.")
@WORDS
@JSON
@click.pass_obj
def forfeit(save: str, words: str, as_json: bool) -> Result[AnyAgreement]:
    """End the game against the side of the player who is late, where that was agreed.

    All others have to consent. It goes into the game once the last reminder is due, by the clock of
    the dice authority.
    """
    del as_json
    home, chosen = game_of(save)
    return proposed(home, chosen, forfeit_of(chosen), words)


@command.command("substitute")
@click.argument("player")
@click.option("--name", help="Who takes their seats, a player or a newcomer; not with --card.")
@click.option(
    "--key", "key_text", help="The newcomer's public key, 64 hex digits (`pbem keys show --json`)."
)
@click.option(
    "--card",
    type=click.Path(path_type=Path),
    help="Or the newcomer's address card (`pbem keys card`).",
)
@click.option("--seat", "seats", multiple=True, help="Only this seat; repeat it for several.")
@click.option("--absent", is_flag=True, help="PLAYER cannot be asked; the host is asked instead.")
@WORDS
@JSON
@click.pass_obj
def substitute(
    save: str,
    player: str,
    name: str | None,
    key_text: str | None,
    card: Path | None,
    seats: tuple[str, ...],
    absent: bool,
    words: str,
    as_json: bool,
) -> Result[AnyAgreement]:
    """Give the seats of PLAYER to somebody else."""
    del as_json
    home, chosen = game_of(save)
    check_player(chosen, player)
    taker = taker_of(home, chosen, name or "", key_text or "", card)
    motion = substitution_of(chosen, player, taker, seats, absent=absent)
    return proposed(home, chosen, motion, words)


@command.command("new-key", short_help="Change a player's key.")
@click.option("--with", "with_file", type=click.Path(path_type=Path), help="Your new key file.")
@click.option("--lost", metavar="PLAYER", help="Another player has lost their key.")
@click.option("--key", "key_text", help="With --lost: their new public key, 64 hex digits.")
@click.option("--card", type=click.Path(path_type=Path), help="Or their new address card.")
@WORDS
@JSON
@click.pass_obj
def new_key(
    save: str,
    with_file: Path | None,
    lost: str | None,
    key_text: str | None,
    card: Path | None,
    words: str,
    as_json: bool,
) -> Result[AnyAgreement]:
    """Change your own key, or with --lost that of a player who has lost theirs."""
    del as_json
    home, chosen = game_of(save)
    if (with_file is None) == (lost is None):
        raise UsageError(
            "which-key",
            "Use either --with FILE or --lost PLAYER.",
            "See `pbem propose new-key --help`.",
        )
    if with_file is not None:
        key = own_key(home)
        fresh = key_in(with_file, "That key")
        motion = KeyChange(key.key.public, fresh.key.public, lost=False)
        one = propose(home, chosen, key, motion, words=words, when=now())
        signed = add_consent(home, chosen, one.signed, fresh, now())
        result = advance_proposal(home, chosen, key, signed, now())
        note = f"Once it is done, replace {home.key_path} with {with_file}."
        return Result(f"{result.text}\n{plain(note)}", result.data, result.exit_code)
    who = str(lost)
    check_player(chosen, who)
    _, new = newcomer_of(home, chosen, who, key_text or "", card)
    return proposed(home, chosen, lost_key_of(chosen, who, new), words)


def _lines(file: str) -> list[str]:
    text = read_orders(file, "The changes")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


for _command in propose_dice.COMMANDS:
    command.add_command(_command)
