"""A letter about a game: what it says, who gets it, and how it goes into the outbox."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime

from engine.values import dataclass, replace
from pbem.config import Config
from pbem.home import Home
from pbem.lobby.observing import kept_observers
from pbem.mail.address import Address, parse_address
from pbem.mail.compose import InlineImage, MailKind, TurnMail
from pbem.mail.connect import open_transport
from pbem.mail.entry import OutboxEntry
from pbem.mail.errors import MailError
from pbem.mail.outbox import Outbox, SendReport
from pbem.mail.transport import Delivery
from pbem.post.had import closed_turns
from pbem.post.who_has import HEAD_DIGITS, WhoHas
from pbem.save.cards import make_card
from pbem.save.keys import NamedKey
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.usage import UsageError


@dataclass(frozen=True, slots=True)
class Letter:
    """What is mailed about a game.

    moved: the nation of a turn.
    attached: the file that it is about, None for the save of the game.
    identity: by which the outbox recognizes the same letter, "" for the head of the save.
    position: a save that goes along beside another file, b"" for none.
    picture: a PNG that the HTML shows as ``cid:map``, b"" for none.
    turn_number: counted from 1, 0 for a letter that is not about a turn.
    calendar: the deadline of the turn as an iCalendar file, b"" for none.
    """

    text: str
    html: str = ""
    kind: MailKind = MailKind.OTHER
    moved: str = ""
    attached: bytes | None = None
    identity: str = ""
    position: bytes = b""
    picture: bytes = b""
    turn_number: int = 0
    calendar: bytes = b""


@dataclass(frozen=True, slots=True)
class Recipients:
    """Who gets a letter, and the names of those who should but whose address is not known."""

    people: tuple[Address, ...]
    unreachable: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PostResult:
    """What became of letters: their outbox entries, and the report of the attempt to send them.

    report: None when no outgoing mail is configured, or there was nothing to send.
    unreachable: names of those who got none.
    relayed: addresses of dice servers from which all can get the save.
    """

    entries: tuple[OutboxEntry, ...]
    report: SendReport | None
    unreachable: tuple[str, ...]
    relayed: tuple[str, ...] = ()

    @property
    def leaves_some_out(self) -> bool:
        """Whether somebody gets nothing, so that a file has to be handed over."""
        return not self.relayed and (self.report is None or bool(self.unreachable))


def recipients(
    home: Home,
    save: TrustedSave,
    key: NamedKey,
    *,
    first: str = "",
    host: bool = False,
    newcomers: Sequence[Address] = (),
    myself: bool = False,
    observers: bool = False,
) -> Recipients:
    """All other players, `first` in front.

    observers: after the players, the others who observe the game.
    host: the host too, when they no longer hold a seat; newcomers: others who get it too, such
    as those who are to become players; myself: after all of them the player, whose other computers,
    and whose home when it is put back from a backup, get what they have signed from there.
    """
    addresses = known_addresses(home, save)
    everybody = dict(save.players)
    if host:
        everybody[save.genesis.host] = save.holders.host
    mine = key.key.public
    # Also under a name whose key an agreement has replaced.
    own = {span.player for span in save.holders.spans if span.key == mine}
    others = [name for name, known in everybody.items() if known != mine and name not in own]
    others.sort(key=lambda name: name != first)
    people = [Address(name, addresses[name]) for name in others if name in addresses]
    people += newcomers
    if observers:
        known = {one.mail for one in people}
        known |= {home.config.mail.me.mail} if home.config.mail is not None else set()
        people += [one for one in watchers(home, save) if one.mail not in known]
    if myself and people and home.config.mail is not None and home.config.mail.reaches_me:
        people.append(_me(home.config, key))
    unreachable = tuple(name for name in others if name not in addresses)
    return Recipients(tuple(people), unreachable)


def watchers(home: Home, save: TrustedSave) -> tuple[Address, ...]:
    """Those who observe a game; an address that no server accepts is left out."""
    found: list[Address] = []
    for one in kept_observers(home, save).people:
        with suppress(MailError):
            found.append(Address(one.name, parse_address(one.address)))
    return tuple(found)


def only(home: Home, save: TrustedSave, name: str) -> Recipients:
    """One player of a game, or nobody when their address is not known."""
    addresses = known_addresses(home, save)
    if name not in addresses:
        return Recipients((), (name,))
    return Recipients((Address(name, addresses[name]),))


def post_letter(
    home: Home,
    save: TrustedSave,
    key: NamedKey,
    when: int,
    letter: Letter,
    to: Recipients,
    *,
    again: bool = False,
) -> PostResult:
    """Put a letter into the outbox and try to send what waits there.

    again: even if the very same letter was sent already, and got lost.
    """
    if not to.people:
        return PostResult((), None, to.unreachable)
    entry = spool(home, save, key, when, letter, to.people)
    if again and not entry.with_delivery(Delivery.PENDING):
        entry = outbox_of(home).resend(entry.key)
    return PostResult((entry,), send_now(home, when), to.unreachable)


def spool(
    home: Home,
    save: TrustedSave,
    key: NamedKey,
    when: int,
    letter: Letter,
    people: Sequence[Address],
) -> OutboxEntry:
    """Put a letter with the cards of all players into the outbox; people: at least one."""
    card = own_card(home, save, key, when)
    # The card of today takes the place of the one that was kept.
    own = {own_name(save, key): card} if card else {}
    cards = tuple({**home.card_files(save), **own}.items())
    sender = _me(home.config, key)
    data = letter.attached if letter.attached is not None else save.to_bytes()
    mail = mail_of(save, letter, sender, people, when)
    watched = kept_observers(home, save).file
    mail = replace(mail, save=data, position=letter.position, cards=cards, observers=watched)
    return outbox_of(home).spool(mail, moment_of(when))


def mail_of(
    save: TrustedSave, letter: Letter, sender: Address, people: Sequence[Address], when: int
) -> TurnMail:
    """A letter as a mail without files; people: at least one."""
    first, *rest = people
    return TurnMail(
        kind=letter.kind,
        game_id=save.genesis.game.hex(),
        head=letter.identity or save.head.hex(),
        game_name=save.genesis.name,
        moved=letter.moved,
        sender=sender,
        to=(first,),
        cc=tuple(rest),
        text=letter.text,
        html=letter.html,
        date=moment_of(when),
        turn_number=letter.turn_number,
        calendar=letter.calendar,
        knows=closed_turns(save),
        images=(InlineImage("map", "png", letter.picture),) if letter.picture else (),
    )


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


def _me(config: Config, key: NamedKey) -> Address:
    if config.mail is None:
        raise UsageError(
            "mail-not-configured",
            "No mail is configured.",
            "Set it up with `pbem mail setup` (see `pbem help mail`), or hand over the file.",
        )
    return Address(config.mail.me.name or key.name, config.mail.me.mail)


def known_addresses(home: Home, save: TrustedSave) -> Mapping[str, str]:
    """Where to reach the players; a card whose address no server accepts is as good as none."""
    known = dict(home.invited_addresses(ref_of(save)))
    for name, card in home.cards(save).items():
        try:
            known[name] = parse_address(card.address)
        except MailError:
            known.pop(name, None)
    return known


def outbox_of(home: Home) -> Outbox:
    """The mail that waits to be sent."""
    return Outbox(home.outbox_path)


def send_now(home: Home, when: int, *, due_only: bool = False) -> SendReport | None:
    """Try to send what waits; None when no outgoing mail is configured.

    due_only: but not what was tried a moment ago, as a program does that runs all the time.
    """
    mail = home.config.mail
    if mail is None or mail.outgoing is None:
        return None
    transport = open_transport(mail.outgoing)
    report = outbox_of(home).send(transport, moment_of(when), due_only=due_only)
    _note_sent(home, report, when)
    return report


def _note_sent(home: Home, report: SendReport, when: int) -> None:
    """Keep since when the others could have what went out now."""
    sent = [entry for entry in report.entries if not entry.waits]
    for ref in home.game_store.games() if sent else ():
        for entry in sent:
            if entry.game_id == ref.game.hex():
                who = WhoHas(home.game_store.folder(ref))
                who.note_came(entry.head[:HEAD_DIGITS], when)


def is_handed_on(home: Home, identity: str) -> bool:
    """Whether a letter is in the outbox and nobody's copy is waiting there to be sent; one whose
    arrival is not sure waits for the player.

    identity: of the letter, or the head of its save in hex.
    """
    found = [entry for entry in outbox_of(home).entries() if entry.head == identity]
    return any(not entry.waits for entry in found)


def moment_of(when: int) -> datetime:
    """Unix seconds as a date in UTC."""
    return datetime.fromtimestamp(when, UTC)
