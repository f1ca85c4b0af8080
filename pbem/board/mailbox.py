"""Setting up the player's mail on the page: where their provider is, what it wants, and a try."""

from collections.abc import Callable
from typing import Final, TypeAlias

from engine.values import dataclass
from pbem.board.actions import Body, text_in
from pbem.home import Home
from pbem.mail.address import parse_address
from pbem.mail.autoconfig import ask_domain
from pbem.mail.probe import probe
from pbem.mail.providers import LoginWay, MailServer, Provider, known_providers
from pbem.mail.setup import MailAccount, SignIn
from pbem.mail.sign_in import sign_in_by_browser
from pbem.mail.token_store import has_keyring
from pbem.post import moment_of
from pbem.post.account import Chosen, keep_account, password_line, provider_of_servers
from pbem.save.keys import NamedKey
from pbem.text import plain
from pbem.usage import UsageError

Plain: TypeAlias = dict[str, object]

_PASSWORDS: Final = (LoginWay.APP_PASSWORD, LoginWay.PASSWORD)


@dataclass(frozen=True, slots=True)
class Mailbox:
    """The mail of the player, and what tells them where to sign in.

    clock: Unix seconds.  show: given the address of a provider's page.
    """

    home: Home
    key: NamedKey
    clock: Callable[[], int]
    show: Callable[[str], None]

    def view(self) -> Plain:
        """The address that is set up, "" for none."""
        mail = self.home.config.mail
        return {"address": plain(mail.me.mail) if mail is not None else ""}

    def look(self, body: Body) -> Plain:
        """What is known of the provider of `address`: its servers, and what it lets in.

        Raises MailError for what is not an address.
        """
        address = parse_address(text_in(body, "address"))
        domain = address.rpartition("@")[2]
        found = _published(domain)
        if found is None:
            return {"address": plain(address), "known": False}
        return {
            "address": plain(address),
            "known": True,
            "title": plain(found.title),
            "smtp": _shown(found.smtp),
            "imap": _shown(found.imap),
            "password": next((str(way) for way in found.login if way in _PASSWORDS), ""),
            "make": found.app_password,
            "note": plain(found.note),
            "sign_in": found.oauth is not None,
            "register": found.oauth.register if found.oauth is not None else "",
        }

    def keep(self, body: Body) -> list[str]:
        """Sign in, try both directions, and keep the settings if they work.

        `address`, `password`, or a `client` id for a sign-in; `imap` and `smtp` where the provider
        is not known.  Raises MailError and UsageError; nothing is written then but the secret.
        """
        address = parse_address(text_in(body, "address"))
        provider = self._provider(address.rpartition("@")[2], body)
        password, client = text_in(body, "password"), text_in(body, "client").strip()
        if not password and not client:
            raise UsageError("password-missing", "Your provider wants a password or a sign-in.")
        self.home.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        in_keyring = has_keyring()
        if client:
            login, sign_in = 'login = "oauth2"', SignIn(client, in_keyring)
        else:
            login = password_line(self.home, address, password, in_keyring=in_keyring)
            sign_in = None
        chosen = Chosen(
            MailAccount(self.key.name, address, provider, (login,), sign_in), self.home.root
        )
        settings = chosen.settings()
        if settings.oauth is not None:
            tokens = sign_in_by_browser(settings.oauth, address, self.show)
            with settings.oauth.store.held():
                settings.oauth.store.write(address, tokens.refresh)
        found = probe(settings, moment_of(self.clock()).date())
        for one in found:
            if one.error is not None:
                raise one.error
        keep_account(self.home, chosen)
        self.home.forget_config()
        return [plain(one.text) for one in found]

    def _provider(self, domain: str, body: Body) -> Provider:
        imap, smtp = text_in(body, "imap").strip(), text_in(body, "smtp").strip()
        if imap and smtp:
            return provider_of_servers(domain, imap, smtp)
        found = _published(domain)
        if found is None:
            raise UsageError(
                "no-such-provider",
                f"Nothing is known of the mail servers of {plain(domain)}.",
                "The help pages of your provider name them.",
            )
        return found


def _published(domain: str) -> Provider | None:
    """The provider of a domain, from our list or from what the domain publishes."""
    known = (one for one in known_providers() if domain in one.domains)
    return next(known, None) or ask_domain(domain)


def _shown(endpoint: MailServer) -> str:
    return plain(f"{endpoint.host}, port {endpoint.port}")
