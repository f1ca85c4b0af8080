"""`pbem help`: the pages of the manual, as they are in the checkout or in an installed wheel."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module, resources
from pathlib import Path

import click

from pbem.output import Output
from pbem.result import Result
from pbem.terminal.command_line import JSON
from pbem.terminal.directory import COMMANDS, PAGES
from pbem.terminal.tab_names import topics
from pbem.text import quoted
from pbem.usage import UsageError

_FORMATS = {"orders": "formats/orders-v1"}


class HelpOutput(Output, omit_defaults=True):
    """The pages there are, a page, the help of a command, or the schema of its output as text."""

    pages: Mapping[str, str] | None = None
    page: str | None = None
    markdown: str | None = None
    command: str | None = None
    help: str | None = None
    schema: str | None = None
    text: str | None = None


@click.command("help")
@click.argument("topic", nargs=-1, shell_complete=topics)
@click.option("--schema", is_flag=True, help="The JSON Schema of the --json of command TOPIC.")
@JSON
def command(topic: tuple[str, ...], schema: bool, as_json: bool) -> Result[HelpOutput]:
    """Show a page of the manual, or the help of a command that has no page of its own.

    Without TOPIC the pages are listed. `pbem COMMAND --help` is the help of a command.
    """
    del as_json
    if schema:
        return _schema("-".join(topic))
    if not topic:
        wide = max(map(len, PAGES))
        lines = [f"  {name:<{wide}}  {text}" for name, text in PAGES.items()]
        text = "\n".join(("Pages: pbem help NAME", *lines, "", "Commands: pbem --help"))
        return Result(text, HelpOutput(pages=PAGES))
    name = " ".join(topic)
    if name in PAGES:
        shown = [line for line in page(name).splitlines() if not line.startswith("![")]
        return Result("\n".join(shown), HelpOutput(page=name, markdown=page(name)))
    if (found := _help_of(topic)) is not None:
        return Result(found, HelpOutput(command=name, help=found))
    near = get_close_matches(name.lower(), (*PAGES, *COMMANDS), n=1)
    guess = f" Did you mean `pbem help {near[0]}`?" if near else ""
    raise UsageError(
        "unknown-topic",
        f"There is no page and no command {quoted(name)}.{guess}",
        "`pbem help` lists the pages, `pbem --help` the commands.",
    )


def _help_of(words: Sequence[str]) -> str | None:
    """The help of a command, or of one below it such as `mail setup`; None if there is none."""
    found: click.Command | None = import_module("pbem.cli").pbem
    context = click.Context(click.Group(), info_name="pbem")
    for word in words:
        found = found.get_command(context, word) if isinstance(found, click.Group) else None
        if found is None:
            return None
        context = click.Context(found, context, word, help_option_names=["-h", "--help"])
    return context.get_help()


def _schema(name: str) -> Result[HelpOutput]:
    """The JSON Schema of a command; of `mail test` it is called mail-test."""
    folder = resources.files("pbem") / "schemas"
    known = sorted(path.name.removesuffix(".json") for path in folder.iterdir())
    if name not in known:
        text = f"There is no schema {quoted(name)}."
        raise UsageError("unknown-topic", text, f"Schemas: {', '.join(known)}.")
    text = (folder / f"{name}.json").read_text("utf-8")
    return Result(text.rstrip(), HelpOutput(schema=name, text=text))


def page(name: str) -> str:
    """The text of a page, Markdown.  Raises FileNotFoundError if the installation is not whole."""
    file = f"{_FORMATS.get(name, name)}.md"
    package = resources.files("pbem")
    for top in (package / "pages", Path(str(package)).parent / "docs"):
        place = top / file
        if place.is_file():
            return place.read_text("utf-8")
    raise FileNotFoundError(f"the page {name} is missing; install pbem again")
