"""The questions of `pbem mail setup`, and what becomes of their answers."""

import sys
import webbrowser
from pathlib import Path

import click

from engine.values import replace
from pbem.home import Home
from pbem.mail.address import parse_address
from pbem.mail.autoconfig import ask_domain
from pbem.mail.oauth import OAuthSettings
from pbem.mail.providers import (
    LoginWay,
    MailServer,
    Provider,
    known_providers,
    parse_providers,
)
from pbem.mail.setup import MailAccount, SignIn
from pbem.mail.sign_in import sign_in_by_browser, sign_in_by_code
from pbem.mail.token_store import has_keyring
from pbem.named_files import read_plain_file
from pbem.post.account import (
    Chosen,
    keep_secret,
    password_line,
    provider_of_servers,
)
from pbem.screen import tell
from pbem.text import plain
from pbem.usage import UsageError

_MOST_BYTES = 256 * 1024


def ask_account(
    home: Home,
    address: str,
    *,
    name: str,
    client_id: str,
    with_secret: bool,
    provider_file: str | None,
    keep: str | None,
    by_password: bool,
) -> Chosen:
    """Ask for what is not given; passwords are kept at once, where they will be looked for.

    Raises UsageError and MailError.
    """
    address = parse_address(address or _ask("Your mail address"))
    provider = _provider(address, provider_file)
    _say(f"Sending by {_shown(provider.smtp)}, receiving by {_shown(provider.imap)}.")
    if provider.note:
        _say(provider.note)
    home.root.mkdir(mode=0o700, parents=True, exist_ok=True)
    in_keyring = keep == "keyring" or (keep is None and has_keyring())
    if provider.oauth is not None and not by_password and not client_id:
        _say(f"This provider wants a sign-in. Make a client id at {provider.oauth.register}")
        other = _password_instead(provider)
        way_out = f"; leave it empty to use {other} instead" if other else ""
        _say(f"`pbem help mail` says how{way_out}.")
        client_id = _ask("Client id", empty=bool(other))
    identity = home.identity()
    name = name or (identity[0] if identity is not None else "")
    if provider.oauth is not None and client_id and not by_password:
        sign_in = SignIn(client_id, in_keyring)
        if with_secret:
            secret = _ask_hidden("Client secret")
            kept = f"{address} client secret"
            path = keep_secret(home, kept, secret, "mail-client-secret", in_keyring=in_keyring)
            sign_in = SignIn(client_id, in_keyring, kept if path is None else "", path)
        account = MailAccount(name, address, provider, ('login = "oauth2"',), sign_in)
    else:
        if LoginWay.APP_PASSWORD in provider.login and provider.app_password:
            _say("An app password is a password for one program, which does not open your account.")
            _say(f"Make one at {provider.app_password}")
        login = password_line(home, address, _ask_hidden("Password"), in_keyring=in_keyring)
        account = MailAccount(name, address, provider, (login,))
    return Chosen(account, home.root)


def _password_instead(provider: Provider) -> str:
    """What a provider takes in place of a sign-in, "" where that is nothing."""
    if LoginWay.APP_PASSWORD in provider.login:
        return "an app password"
    return "a password" if LoginWay.PASSWORD in provider.login else ""


def _provider(address: str, file: str | None) -> Provider:
    domain = address.rpartition("@")[2]
    if file is not None:
        text = read_plain_file(Path(file), _MOST_BYTES).decode("utf-8", "replace")
        found = parse_providers(text, Path(file).name)
        matching = [one for one in found if domain in one.domains]
        if not matching:
            raise UsageError("no-such-provider", f"{file} describes no provider of {domain}.")
        # Its addresses have to stand in the configuration: the name is known to nobody else.
        return replace(matching[0], name="")
    for provider in known_providers():
        if domain in provider.domains:
            return provider
    _say(f"Asking {domain} for its settings ...")
    found_there = ask_domain(domain)
    if found_there is None:
        _say(f"{domain} publishes none. Your provider's help pages name its servers.")
        return _typed_provider(domain)
    _say(f"From {found_there.source}:")
    _say(f"  out {_shown(found_there.smtp)}, in {_shown(found_there.imap)}")
    if not click.confirm("Give your password to these?", default=True, err=True):
        return _typed_provider(domain)
    return found_there


def _typed_provider(domain: str) -> Provider:
    imap, smtp = _ask("IMAP server"), _ask("SMTP server")
    return provider_of_servers(domain, imap, smtp)


def sign_in_to(settings: OAuthSettings, account: str, *, by_code: bool) -> None:
    """Sign in as the player is able to, and keep what has to be kept. Raises MailError."""
    if by_code:
        tokens = sign_in_by_code(settings, _show_code)
    else:
        tokens = sign_in_by_browser(settings, account, _show_page)
    with settings.store.held():
        settings.store.write(account, tokens.refresh)


def _show_code(page: str, code: str) -> None:
    _say(f"Open {page} on any machine and type {code}")


def _show_page(url: str) -> None:
    _say(f"Your browser opens this page; if it does not, open it yourself:\n{url}")
    webbrowser.open(url)


def _shown(endpoint: MailServer) -> str:
    return f"{endpoint.host} port {endpoint.port} ({endpoint.security})"


def _say(text: str) -> None:
    tell(plain(text, lines=True))


def _ask(words: str, *, empty: bool = False) -> str:
    return str(click.prompt(words, default="" if empty else None, show_default=False, err=True))


def _ask_hidden(words: str) -> str:
    if sys.stdin.isatty():
        return str(click.prompt(words, hide_input=True, err=True))
    # From a script: the next line.
    typed = sys.stdin.readline().strip()
    if not typed:
        raise UsageError("password-missing", f"{words}: none was given on standard input.")
    return typed
