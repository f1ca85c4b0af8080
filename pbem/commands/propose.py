"""`pbem propose`: edits, take-backs, draws, surrender, other players, other keys, dice."""

from pathlib import Path

import click

from engine import NotationError, change_to_plain, parse_change
from pbem.agreements.consent import add_consent
from pbem.agreements.propose import check_is_player, propose
from pbem.commands import propose_dice
from pbem.commands.common import JSON, SAVE, key_in, now, own_key, read_orders
from pbem.commands.proposal_common import WORDS, game_of, proposed
from pbem.home import Home
from pbem.named_files import read_save_file
from pbem.post import advance_proposal
from pbem.replay import History, definition_of, read_history
from pbem.result import Result
from pbem.save.shelf import ref_of
from pbem.save.trust import TrustedSave
from pbem.text import plain, quoted
from pbem.usage import UsageError
from pbem.wire.canonical import Plain, decode, encode
from pbem.wire.consent import Draw, Edit, KeyChange, Substitution, Surrender, TakeBack


@click.group("propose")
@SAVE
@click.pass_context
def COMMAND(context: click.Context, save: str) -> None:  # noqa: N802
    """Propose something that others have to consent to; nothing changes before all have."""
    context.obj = save


@COMMAND.command("edit", short_help="Change the board by hand.")
@click.argument("changes", nargs=-1)
@click.option("--file", "file", help="Changes, one per line; - is standard input.")
@WORDS
@JSON
@click.pass_obj
def edit(
    save: str, changes: tuple[str, ...], file: str | None, words: str, as_json: bool
) -> Result:
    """Change the board by hand: 'add 2 British infantry: Egypt', 'money Russians: 50' ..."""
    del as_json
    home, chosen = game_of(save)
    lines = [*changes, *(_lines(file) if file is not None else ())]
    definition = definition_of(chosen)
    found: list[Plain] = []
    for number, line in enumerate(lines, start=1):
        try:
            found.append(decode(encode(change_to_plain(parse_change(line, definition)))))
        except NotationError as error:
            raise UsageError(
                "bad-change", f"Change {number}: {error}.", "docs/formats/orders-v1.md lists them."
            ) from None
    if not found:
        raise UsageError("no-changes", "There is nothing to change.", "Name at least one change.")
    return proposed(home, chosen, Edit(tuple(found)), words)


@COMMAND.command("take-back", short_help="Go back to an earlier position.")
@click.option("--step", type=int, help="Go back to this step of `pbem history`.")
@WORDS
@JSON
@click.pass_obj
def take_back(save: str, step: int | None, words: str, as_json: bool) -> Result:
    """Go back to an earlier position; without --step to before the last turn that was played."""
    del as_json
    home, chosen = game_of(save)
    history = read_history(chosen)
    record = _before_last_turn(chosen, history) if step is None else _record_of(history, step)
    return proposed(home, chosen, TakeBack(record, chosen.entries[record].head), words)


@COMMAND.command("draw")
@WORDS
@JSON
@click.pass_obj
def draw(save: str, words: str, as_json: bool) -> Result:
    """End the game without a winner."""
    del as_json
    home, chosen = game_of(save)
    return proposed(home, chosen, Draw(), words)


@COMMAND.command("surrender")
@WORDS
@JSON
@click.pass_obj
def surrender(save: str, words: str, as_json: bool) -> Result:
    """Give up for your whole side, even when it is not your turn."""
    del as_json
    home, chosen = game_of(save)
    me = check_is_player(chosen, own_key(home))
    definition = definition_of(chosen)
    mine = [nation for nation, player in chosen.seats.items() if player == me]
    side = sorted(
        nation
        for nation in definition.politics.nation_names
        if any(definition.politics.is_allied(nation, own) for own in mine)
    )
    return proposed(home, chosen, Surrender(tuple(side)), words)


@COMMAND.command("substitute")
@click.argument("player")
@click.option("--name", help="Who takes their seats; not needed with --card.")
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
) -> Result:
    """Give the seats of PLAYER to somebody else."""
    del as_json
    home, chosen = game_of(save)
    held = tuple(sorted(nation for nation, who in chosen.seats.items() if who == player))
    if not held:
        raise _no_such_player(chosen, player)
    new_name, new = _newcomer(home, chosen, name, key_text, card)
    motion = Substitution(
        seats=tuple(sorted(seats)) or held,
        old=chosen.players[player],
        player=new_name,
        key=new,
        absent=absent,
    )
    return proposed(home, chosen, motion, words)


@COMMAND.command("new-key", short_help="Change a player's key.")
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
) -> Result:
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
    if lost not in chosen.players:
        raise _no_such_player(chosen, str(lost))
    _, new = _newcomer(home, chosen, lost, key_text, card)
    return proposed(home, chosen, KeyChange(chosen.players[str(lost)], new, lost=True), words)


def _lines(file: str) -> list[str]:
    text = read_orders(file, "The changes")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def _before_last_turn(save: TrustedSave, history: History) -> int:
    """The record after which the last turn with any play in it began, finished or not."""
    played = [moment for moment in history.line() if moment.action is not None]
    if not played:
        raise UsageError("no-turn-yet", "Nobody has played a turn yet.")
    first = next(moment for moment in played if moment.turn == played[-1].turn)
    del save
    return first.record - 1


def _record_of(history: History, step: int) -> int:
    line = history.line()
    if step not in [moment.number for moment in line]:
        raise UsageError(
            "no-such-step", f"There is no step {step} to go back to.", "`pbem history` lists them."
        )
    chosen = next(moment for moment in line if moment.number == step)
    last = [moment.number for moment in line if moment.record == chosen.record][-1]
    if last != step:
        raise UsageError(
            "step-inside",
            f"Steps {step} to {last} were signed together.",
            f"Go back to step {last}, or to an earlier step.",
        )
    return chosen.record


def _newcomer(
    home: Home, save: TrustedSave, name: str | None, key_text: str | None, card: Path | None
) -> tuple[str, bytes]:
    """Name and key; the card is kept, so that the newcomer gets the game's mails from now on."""
    if card is not None:
        found = home.keep_card(ref_of(save), read_save_file(card))
        return name or found.name, found.key
    try:
        key = bytes.fromhex(key_text or "")
    except ValueError:
        key = b""
    if len(key) != 32 or not name:
        raise UsageError(
            "newcomer-missing",
            "The player's name and new key are missing.",
            "Write --name NAME --key HEX with 64 hex digits, or --card FILE.",
        )
    return name, key


def _no_such_player(save: TrustedSave, player: str) -> UsageError:
    names = ", ".join(map(quoted, save.players))
    return UsageError(
        "unknown-player", f"{quoted(player)} holds no seat in this game.", f"These do: {names}."
    )


for _command in propose_dice.COMMANDS:
    COMMAND.add_command(_command)
