"""The envelope of every mail of a game: who it is for, from whom, when, and what goes with it."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from pbem.config import Config
from pbem.home import Home
from pbem.mail.address import Address, parse_address
from pbem.mail.compose import Kind, TurnMail
from pbem.mail.connect import open_transport
from pbem.mail.errors import MailError
from pbem.mail.outbox import Outbox, SendReport
from pbem.save.cards import make_card
from pbem.save.keys import NamedKey
from pbem.save.trust import TrustedSave
from pbem.usage import UsageError


def own_card(home: Home, save: TrustedSave, key: NamedKey, when: int) -> bytes | None:
    """The player's signed address card for a game; None when no mail is configured."""
    mail = home.config.mail
    if mail is None:
        return None
    return make_card(own_name(save, key), mail.me.mail, key.key, time=when)


def own_name(save: TrustedSave, key: NamedKey) -> str:
    """The name under which a key plays a game; the name in the key file before it has joined."""
    names = [name for name, known in save.players.items() if known == key.key.public]
    return names[0] if names else key.name


def mail_to(
    home: Home,
    save: TrustedSave,
    key: NamedKey,
    when: int,
    kind: Kind,
    people: Iterable[tuple[str, str]],
    *,
    text: str,
    html: str = "",
    subject: str = "",
    round_number: int = 0,
    moved: str = "",
    to_move: str = "",
    attached: bytes | None = None,
) -> TurnMail:
    """A mail of a game to some people, with the cards of all players."""
    (first, *rest) = [Address(name, address) for name, address in people]
    card = own_card(home, save, key, when)
    cards = dict.fromkeys([*([card] if card else []), *home.card_files(save)])
    return TurnMail(
        kind=kind,
        game_id=save.genesis.game.hex(),
        head=save.head.hex(),
        game_name=save.genesis.name,
        round_number=round_number,
        moved=moved,
        to_move=to_move,
        sender=_me(home.config, key),
        to=(first,),
        cc=tuple(rest),
        text=text,
        html=html,
        date=moment_of(when),
        save=attached if attached is not None else save.to_bytes(),
        subject=subject,
        cards=tuple(cards),
    )


def _me(config: Config, key: NamedKey) -> Address:
    if config.mail is None:
        raise UsageError(
            "mail-not-configured",
            "No mail is configured.",
            "Write a [mail] section into config.toml (docs/mail.md), or hand over the file.",
        )
    return Address(config.mail.me.name or key.name, config.mail.me.mail)


def known_addresses(home: Home, save: TrustedSave) -> Mapping[str, str]:
    """Where to reach the players; a card whose address no server accepts is as good as none."""
    known = dict(home.invited_addresses(save.genesis.game))
    for name, card in home.cards(save).items():
        try:
            known[name] = parse_address(card.address)
        except MailError:
            known.pop(name, None)
    return known


def outbox_of(home: Home) -> Outbox:
    """The mail that waits to be sent."""
    return Outbox(home.outbox_path)


def send_now(home: Home, when: int) -> SendReport | None:
    """Try to send what waits; None when no outgoing mail is configured."""
    mail = home.config.mail
    if mail is None or mail.outgoing is None:
        return None
    return outbox_of(home).send(open_transport(mail.outgoing), moment_of(when))


def moment_of(when: int) -> datetime:
    """Unix seconds as a date in UTC."""
    return datetime.fromtimestamp(when, UTC)
