"""`pbem help`: the pages of the manual, as they are in the checkout or in an installed wheel."""

from collections.abc import Mapping
from importlib import import_module, resources
from pathlib import Path

import click

from pbem.commands.directory import EXAMPLES
from pbem.output import Output
from pbem.result import Result
from pbem.terminal.command_line import JSON
from pbem.text import quoted
from pbem.usage import UsageError

PAGES = {
    "first-game": "the first game in ten minutes, step by step",
    "playing": "a game by hand: orders, odds, agreements, proofs",
    "invited": "somebody has invited you: what to do, from zero",
    "board": "the page in your browser",
    "mail": "every way in and out for mail",
    "forum": "playing in a forum",
    "maps": "pictures, and maps of TripleA",
    "maps-making": "bringing or making a map",
    "triplea": "coming from TripleA: what is the same, and what is not",
    "replay": "the whole game as one page",
    "verify-page": "checking a save in a browser",
    "dice-server": "running a club's dice server",
    "configuration": "the home and config.toml",
    "exit-codes": "what the exit codes and error codes mean",
    "faq": "questions, and what to do when something goes wrong",
    "orders": "how orders are written",
}
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
@click.argument("topic", required=False)
@click.option("--schema", is_flag=True, help="The JSON Schema of the --json of command TOPIC.")
@JSON
def command(topic: str | None, schema: bool, as_json: bool) -> Result[HelpOutput]:
    """Show a page of the manual, or the help of a command that has no page of its own.

    Without TOPIC the pages are listed. `pbem COMMAND --help` is the help of a command.
    """
    del as_json
    if schema:
        return _schema(topic or "")
    if topic is None:
        wide = max(map(len, PAGES))
        lines = [f"  {name:<{wide}}  {text}" for name, text in PAGES.items()]
        text = "\n".join(("Pages: pbem help NAME", *lines, "", "Commands: pbem --help"))
        return Result(text, HelpOutput(pages=PAGES))
    if topic in PAGES:
        shown = [line for line in page(topic).splitlines() if not line.startswith("![")]
        return Result("\n".join(shown), HelpOutput(page=topic, markdown=page(topic)))
    if topic in EXAMPLES:
        found = import_module("pbem.cli").pbem
        context = click.Context(found, info_name="pbem", help_option_names=["-h", "--help"])
        command = found.get_command(context, topic)
        text = command.get_help(click.Context(command, context, topic))
        return Result(text, HelpOutput(command=topic, help=text))
    raise UsageError(
        "unknown-topic", f"There is no page {quoted(topic)}.", f"Pages: {', '.join(PAGES)}."
    )


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
