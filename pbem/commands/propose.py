"""`pbem propose`: a command for every kind of motion, made of its form."""

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from pbem.agreements.consent import add_consent
from pbem.agreements.ground import GameGround
from pbem.agreements.propose import propose
from pbem.motions.form import Answers, Ask, InputKind, MotionForm
from pbem.motions.key_change import KeyChange
from pbem.motions.motion import Motion
from pbem.motions.table import FORMS
from pbem.post import advance_proposal
from pbem.post.agreeing import AnyAgreement, NotSignedOutput
from pbem.replay import SaveTeller, definition_of
from pbem.result import Result
from pbem.save.trusted_save import TrustedSave
from pbem.terminal.command_line import JSON, SAVE, key_in, now, own_key, read_orders
from pbem.terminal.proposals import WORDS, game_of, proposed
from pbem.text import plain
from pbem.usage import UsageError


@click.group("propose")
@SAVE
@click.pass_context
def command(context: click.Context, save: str) -> None:
    """Propose something that others have to consent to; nothing changes before all have."""
    context.obj = save


@command.command("new-key", short_help="Change your own key.")
@click.option(
    "--with",
    "with_file",
    required=True,
    type=click.Path(path_type=Path),
    help="The file of your new key.",
)
@WORDS
@JSON
@click.pass_obj
def new_key(save: str, with_file: Path, words: str, as_json: bool) -> Result[AnyAgreement]:
    """Change your own key. Both keys sign; for one that is lost there is `lost-key`."""
    del as_json
    home, chosen = game_of(save)
    key, fresh = own_key(home), key_in(with_file, "That key")
    motion = KeyChange(key.key.public, fresh.key.public, lost=False)
    one = propose(home, chosen, key, motion, words=words, when=now())
    signed = add_consent(home, chosen, one.signed, fresh, now())
    result = advance_proposal(home, chosen, key, signed, now())
    note = f"Once it is done, replace {home.key_path} with {with_file}."
    return Result(f"{result.text}\n{plain(note)}", result.data, result.exit_code)


def _command_of(form: MotionForm) -> click.Command:
    """The command that fills in a form."""

    def run(
        context: click.Context, /, words: str, as_json: bool, yes: bool = False, **given: object
    ) -> Result[AnyAgreement]:
        home, chosen = game_of(str(context.obj))
        answers = Answers({ask.name: _answer(ask, given) for ask in form.asks})
        motion = form.make(GameGround(home, chosen, own_key(home), now()), answers)
        if form.question and not yes and not _is_wanted(form, chosen, motion, as_json=as_json):
            return Result("Nothing is signed.", NotSignedOutput(signed=False))
        return proposed(home, chosen, motion, words)

    short = form.text.partition(". ")[0].rstrip(".")
    made = click.Command(
        form.name,
        callback=click.pass_context(run),
        help=f"{form.text}\n\n{form.more}".strip(),
        short_help=f"{short}.",
    )
    for ask in form.asks:
        _add_parameter(made, ask)
    if form.question:
        click.option("--yes", is_flag=True, help="Sign without being asked.")(made)
    return JSON(WORDS(made))


def _add_parameter(made: click.Command, ask: Ask) -> None:
    """How an answer is given on the command line."""
    option, text = f"--{ask.option or ask.name}", f"{ask.text}."
    match ask.part:
        case InputKind.LINES:
            click.argument(ask.name, nargs=-1)(made)
            click.option("--file", help=f"{ask.text}, in a file; - is standard input.")(made)
        case InputKind.SWITCH:
            click.option(option, ask.name, is_flag=True, help=text)(made)
        case InputKind.SOME:
            click.option(option, ask.name, multiple=True, help=f"{text} Repeat it.")(made)
        case InputKind.ONE | InputKind.TEXT if ask.is_first:
            click.argument(ask.name)(made)
        case InputKind.ONE | InputKind.TEXT:
            kind, metavar = click.Choice(ask.words) if ask.words else None, ask.placeholder or None
            click.option(option, ask.name, type=kind, metavar=metavar, help=text)(made)


def _answer(ask: Ask, given: Mapping[str, object]) -> object:
    value = given[ask.name]
    if value is None:
        return ""
    if ask.part is not InputKind.LINES or not isinstance(value, tuple):
        return list(value) if isinstance(value, tuple) else value
    file = given["file"]
    lines = read_orders(str(file), "The changes").splitlines() if file is not None else ()
    return "\n".join([*value, *(line for line in lines if not line.startswith("#"))])


def _is_wanted(form: MotionForm, save: TrustedSave, motion: Motion, *, as_json: bool) -> bool:
    """The answer at a terminal; UsageError where nobody can be asked."""
    clause = motion.clause(SaveTeller(save, definition_of(save)))
    what = plain(f"{clause[0].upper()}{clause[1:]}")
    if as_json or not sys.stdin.isatty():
        raise UsageError(
            "proposal-unconfirmed", f"{what}. Nothing is signed yet.", "Add --yes to sign it."
        )
    return click.confirm(f"{what}. {form.question}", err=True)


for _form in FORMS.values():
    command.add_command(_command_of(_form))
