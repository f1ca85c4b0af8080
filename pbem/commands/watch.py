"""`pbem watch`: take in mail as it comes, until the player ends it."""

from functools import cache, partial

import click

from pbem.commands.fetch import FetchOutput, fetched
from pbem.home import Home
from pbem.post.open_cache import OpenedGames
from pbem.result import Result
from pbem.terminal.command_line import JSON, own_key, sayer
from pbem.terminal.mail_watch import watch
from pbem.terminal.notification import notify
from pbem.usage import UsageError


@click.command("watch")
@click.option("--notify", "is_notifying", is_flag=True, help="Show what is new on the desktop too.")
@JSON
def command(is_notifying: bool, as_json: bool) -> Result[FetchOutput]:
    """Take in mail as it comes, until you end it with Ctrl-C.

    What waits in the outbox is sent when its time has come, seats of the computer and plans are
    played, and hooks are run: a command, or a message to your phone or a chat.
    """
    home = Home.standard()
    # Asked for once, and only if there is something to sign.
    key_of = cache(partial(own_key, home))
    mail = home.config.mail
    incoming = mail.incoming if mail is not None else None

    def fetch() -> None:
        try:
            found = fetched(OpenedGames(home), (), key_of)
        except UsageError as error:
            if error.code != "mail-not-configured":
                raise
            raise UsageError(
                "nothing-to-watch",
                "There is no mailbox to watch, and no dice server that keeps turns of your games.",
                "Set up your mail with `pbem mail setup`.",
            ) from None
        if found.data.news:
            click.echo(found.json() if as_json else found.text)
            if is_notifying:
                notify(found.text)

    try:
        watch(home, incoming, fetch, sayer(as_json))
    except KeyboardInterrupt:
        return Result("Stopped.", FetchOutput([]))
    return Result("", FetchOutput([]))
