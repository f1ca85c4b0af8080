"""`pbem mail`: set up the mail of a player, sign in, and try both directions."""

import click

from pbem.home import Home
from pbem.mail.probe import probe
from pbem.mail.settings import ImapSettings, MailSettings, SmtpSettings
from pbem.output import Output, changed
from pbem.post import moment_of
from pbem.post.account import keep_account
from pbem.result import Result
from pbem.terminal.command_line import JSON, now
from pbem.terminal.mail_account import ask_account, sign_in_to
from pbem.usage import UsageError


@click.group("mail")
def command() -> None:
    """Set up your mail, sign in to it, and try both directions."""


class MailTry(Output):
    """One direction of the mail, and whether it works."""

    direction: str
    works: bool
    code: str
    text: str


class MailOutput(Output):
    """What came of trying the mail; config: the file with the settings that were written."""

    tried: list[MailTry]
    config: str = ""


@command.command("setup", short_help="Find your servers, sign in, and write the settings.")
@click.argument("address", required=False, default="")
@click.option("--name", default="", help="Your name, as the others see it.")
@click.option("--client-id", default="", metavar="ID", help="Sign in as this registered program.")
@click.option("--client-secret", is_flag=True, help="Ask for the secret of the client id, too.")
@click.option(
    "--provider-file",
    type=click.Path(exists=True, dir_okay=False),
    default=None,
    help="A description of your provider, in the form of providers.toml.",
)
@click.option(
    "--keep",
    type=click.Choice(["keyring", "file"]),
    default=None,
    help="Where the sign-in or password is kept; the keyring, if there is one.",
)
@click.option("--device", is_flag=True, help="Sign in on another machine, with a code.")
@click.option("--password", "by_password", is_flag=True, help="Use an app password.")
@click.option("--replace", is_flag=True, help="Replace the mail that is configured.")
@click.option("--anyway", is_flag=True, help="Write the settings even if the try fails.")
@JSON
def setup(
    address: str,
    name: str,
    client_id: str,
    client_secret: bool,
    provider_file: str | None,
    keep: str | None,
    device: bool,
    by_password: bool,
    replace: bool,
    anyway: bool,
    as_json: bool,
) -> Result[MailOutput]:
    """Ask for your address, find its servers, sign in, try both directions, and write config.toml.

    Providers that want a sign-in (Gmail, Outlook) also want a client id, which you make yourself
    once: `pbem help mail` says how. With --password an app password is asked for instead.
    """
    home = Home.standard()
    if home.config.mail is not None and not replace:
        raise UsageError(
            "mail-is-configured",
            "Mail is configured already.",
            "Try it with `pbem mail test`, or set it up anew with --replace.",
        )
    account = ask_account(
        home,
        address,
        name=name,
        client_id=client_id,
        with_secret=client_secret,
        provider_file=provider_file,
        keep=keep,
        by_password=by_password,
    )
    settings = account.settings()
    if settings.oauth is not None:
        sign_in_to(settings.oauth, _account_of(settings), by_code=device)
    result = _tried(settings, as_json)
    if result.exit_code and not anyway:
        text = f"{result.text}\nNothing was written; `--anyway` writes the settings all the same."
        return Result(text, result.data, result.exit_code)
    path = keep_account(home, account)
    text = f"{result.text}\nThe settings are in {path}."
    return Result(text, changed(result.data, config=str(path)), result.exit_code)


@command.command("sign-in", short_help="Sign in anew to the account that is configured.")
@click.option("--device", is_flag=True, help="Sign in on another machine, with a code.")
@JSON
def sign_in(device: bool, as_json: bool) -> Result[MailOutput]:
    """Sign in anew to the account that is configured, for instance after a change of password."""
    settings = _configured()
    if settings.oauth is None:
        raise UsageError(
            "mail-without-sign-in",
            "The mail that is configured uses no sign-in.",
            "Change the password where it is kept, or run `pbem mail setup --replace`.",
        )
    sign_in_to(settings.oauth, _account_of(settings), by_code=device)
    return _tried(settings, as_json)


@command.command("test", short_help="Try both directions; sends nothing.")
@JSON
def test(as_json: bool) -> Result[MailOutput]:
    """Try both directions of the mail that is configured; sends nothing."""
    return _tried(_configured(), as_json)


def _configured() -> MailSettings:
    mail = Home.standard().config.mail
    if mail is None:
        raise UsageError(
            "mail-not-configured", "No mail is configured.", "Set it up with `pbem mail setup`."
        )
    return mail


def _account_of(settings: MailSettings) -> str:
    """The name to sign in with: that of the mail servers."""
    for way in (settings.outgoing, settings.incoming):
        if isinstance(way, SmtpSettings | ImapSettings) and way.server.user:
            return way.server.user
    return settings.me.mail


def _tried(settings: MailSettings, as_json: bool) -> Result[MailOutput]:
    """What came of both directions; the exit code of the first that does not work."""
    del as_json
    found = probe(settings, moment_of(now()).date())
    codes = [one.error.exit_code for one in found if one.error is not None]
    rows = [
        MailTry(
            one.direction,
            one.error is None,
            one.error.code if one.error is not None else "",
            one.text,
        )
        for one in found
    ]
    return Result("\n".join(one.text for one in found), MailOutput(rows), codes[0] if codes else 0)
