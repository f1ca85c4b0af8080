"""Mail to the other players: invitations, answers, the start of a game, turns.

Everything is spooled first (pbem.mail.outbox), so that a crash loses nothing and sends nothing
twice.  Addresses come from signed cards beside the save, or from what the host typed; the save
itself holds none.
"""

from dataclasses import dataclass

from engine import status_view
from pbem.home import Home
from pbem.lobby.terms import terms_of
from pbem.mail.address import Address
from pbem.mail.compose import Kind, TurnMail, mailto_link
from pbem.mail.entry import Entry
from pbem.mail.outbox import SendReport
from pbem.mail.transport import Delivery
from pbem.post.mailing import known_addresses, mail_to, moment_of, outbox_of, own_name, send_now
from pbem.replay import Position, Turn
from pbem.report.map_picture import picture_of
from pbem.report.model import TurnFacts, TurnSummary
from pbem.report.render import Invitation, render_invitation, render_mail, render_turn
from pbem.report.summary import summarise
from pbem.save.keys import NamedKey
from pbem.save.trust import TrustedSave
from pbem.text import plain, quoted
from pbem.usage import UsageError


@dataclass(frozen=True, slots=True)
class Posted:
    """What became of a mail: its outbox entries, and the report of the attempt to send it."""

    entries: tuple[Entry, ...]
    report: SendReport | None
    unreachable: tuple[str, ...]


def facts_of(position: Position, turn: Turn) -> TurnFacts:
    """What a report has to know about a turn besides its events."""
    save = position.save
    following = position.nation if turn is position.last_turn else ""
    return TurnFacts(
        game=save.genesis.name,
        game_id=save.genesis.game.hex(),
        round=turn.round,
        nation=turn.nation,
        player=player_then(save, turn.nation, turn.last),
        dice_words=save.dice_words,
        verification=_fingerprint(save),
        message=turn.message,
        next_nation=following,
        next_player=(save.seats.get(following) or "") if following else "",
        notices=tuple(map(str, turn.notices)),
    )


def player_then(save: TrustedSave, nation: str, record: int) -> str:
    """Who held a seat when a record was written; "" when nobody did."""
    span = save.holders.holder_before(nation, record)
    return span.player if span is not None else save.seats.get(nation) or ""


def _fingerprint(save: TrustedSave) -> str:
    rolls = sum(entry.kind == "roll" for entry in save.entries)
    return (
        f"The save holds {len(save.entries)} records and {rolls} rolls; its last record is "
        f"{save.head.hex()[:16]}. `pbem verify` checks all of it."
    )


def summary_of(position: Position, turn: Turn) -> TurnSummary:
    """The report of one turn of a game as data."""
    return summarise(turn.before, turn.events, turn.after, facts_of(position, turn))


def page_of(turn: Turn, summary: TurnSummary) -> str:
    """The report of one turn as a page of its own, with the board as it was after the turn."""
    return render_turn(summary, "html", picture_of(turn.after, summary.moves, summary.battles))


def post_turn(home: Home, position: Position, key: NamedKey, when: int) -> Posted:
    """Mail the save with the report of its last turn to the next player, copies to all others."""
    turn = position.last_turn
    if turn is None:
        return post_start(home, position, key, when)
    summary = summary_of(position, turn)
    how_to = how_to_play(position)
    return _post(
        home,
        position.save,
        key,
        when,
        kind=Kind.TURN,
        first=position.save.seats.get(position.nation) or "",
        round_number=turn.round,
        moved=turn.nation,
        to_move=position.nation,
        text=render_mail(summary, how_to, "txt"),
        html=render_mail(summary, how_to, "html"),
    )


def post_handover(home: Home, position: Position, key: NamedKey, when: int) -> Posted:
    """Mail the save in the middle of a turn to the player who has to go on, copies to all others.

    He is a defender who is asked, or the player of the turn once the defender has answered.
    """
    text, subject = handover_text(position)
    turn = position.open_turn
    return _post(
        home,
        position.save,
        key,
        when,
        kind=Kind.TURN,
        first=position.save.seats.get(position.nation) or "",
        round_number=position.state.round,
        moved=turn.nation if turn is not None else "",
        to_move=position.nation,
        text=text,
        subject=subject,
    )


def handover_text(position: Position) -> tuple[str, str]:
    """What a mail in the middle of a turn says, and its subject."""
    save, turn = position.save, position.open_turn
    player = save.seats.get(position.nation) or ""
    mover = position.mover
    status = status_view(position.state, position.step.waiting)
    game = save.genesis.game.hex()[:8]
    lines = [
        f"{save.genesis.name}, round {position.state.round}: the turn of the {mover} "
        f"({save.seats.get(mover) or ''}) waits for {position.nation} ({player}).",
        "",
        "The end of the turn has to be signed." if position.unsigned_end else f"{status.text}.",
    ]
    if status.choices:
        units = ", ".join(f"{len(row.units)} {row.owner} {row.type}" for row in status.choices)
        lines.append(f"To choose from: {units}.")
    if status.places:
        lines.append(f"Places: {', '.join(status.places)}.")
    lines += ["", "HOW TO GO ON"]
    lines += [f"  pbem {verb} {game}" for verb in ("verify", "play", "send")]
    if turn is not None:
        lines += ["", "The turn so far:", "", render_turn(summary_of(position, turn), "txt")]
    return "\n".join(map(_shown, lines)), f"{position.nation} asked"


def _shown(text: str) -> str:
    return plain(text, lines=True)


def mailto_of(home: Home, position: Position, key: NamedKey, when: int) -> str:
    """A `mailto:` link to the other players with the report of the last turn, without the save.

    For players whose mail program does the sending; "" when no address is known.
    """
    turn = position.last_turn
    text = "\n".join(how_to_play(position))
    if position.open_turn is not None:
        text = handover_text(position)[0]
    elif turn is not None:
        text = render_mail(summary_of(position, turn), how_to_play(position), "txt")
    following = position.save.seats.get(position.nation) or ""
    people, _ = _people(home, position.save, key, following)
    if not people:
        return ""
    (first, *rest) = [Address(name, address) for name, address in people]
    return mailto_link(
        TurnMail(
            kind=Kind.TURN,
            game_id=position.save.genesis.game.hex(),
            head=position.save.head.hex(),
            game_name=position.save.genesis.name,
            round_number=turn.round if turn is not None else position.state.round,
            moved=turn.nation if turn is not None else "",
            to_move=position.nation,
            # A link has no sender: it is written in the player's own mail program.
            sender=first,
            to=(first,),
            cc=tuple(rest),
            text=text,
            date=moment_of(when),
        )
    )


def open_mails(home: Home, save: TrustedSave) -> tuple[Entry, ...]:
    """Mails of a game that wait, or of which nobody knows whether they arrived."""
    game = save.genesis.game.hex()
    return tuple(
        entry
        for entry in outbox_of(home).entries()
        if entry.game_id == game
        and (entry.with_delivery(Delivery.UNSURE) or entry.with_delivery(Delivery.PENDING))
    )


def decide_unsure(home: Home, save: TrustedSave, wanted: str, *, again: bool) -> Entry:
    """Settle a mail that may not have arrived: send it again, or note that it did arrive.

    wanted: the first letters of its key, as `pbem send` says it.
    Raises UsageError when no mail of the game, or more than one, is meant.
    """
    outbox = outbox_of(home)
    game = save.genesis.game.hex()
    found = [
        entry.key
        for entry in outbox.entries()
        if entry.game_id == game and wanted and entry.key.startswith(wanted.lower())
    ]
    if len(found) != 1:
        known = [entry.key[:8] for entry in outbox.entries() if entry.game_id == game]
        raise UsageError(
            "outbox-no-such-mail",
            f"{quoted(wanted)} is {'more than one mail' if found else 'no mail'} of this game.",
            f"The outbox holds {', '.join(known) or 'none of it'}.",
        )
    return outbox.resend(found[0]) if again else outbox.mark_sent(found[0])


def post_start(home: Home, position: Position, key: NamedKey, when: int) -> Posted:
    """Mail the save of a game that has just started to all."""
    save = position.save
    text = "\n".join([f"{save.genesis.name} has started.", "", *how_to_play(position)])
    return _post(
        home,
        save,
        key,
        when,
        kind=Kind.TURN,
        first=save.seats.get(position.nation) or "",
        round_number=position.state.round,
        moved="",
        to_move=position.nation,
        text=text,
    )


def post_invitations(home: Home, save: TrustedSave, key: NamedKey, when: int) -> Posted:
    """Mail the founding save to everybody who has not joined, each with words of his own."""
    addresses = home.invited_addresses(save.genesis.game)
    waiting = [name for name in save.genesis.players if name not in save.players]
    posted: list[Entry] = []
    for name in waiting:
        if name not in addresses:
            continue
        text = render_invitation(_invitation(save, name))
        mail = mail_to(
            home, save, key, when, Kind.INVITATION, ((name, addresses[name]),), text=text
        )
        posted.append(outbox_of(home).spool(mail, moment_of(when)))
    unreachable = tuple(name for name in waiting if name not in addresses)
    return Posted(tuple(posted), send_now(home, when), unreachable)


def post_answer(home: Home, save: TrustedSave, answer: bytes, key: NamedKey, when: int) -> Posted:
    """Mail a join answer to the host."""
    host = save.genesis.host
    addresses = known_addresses(home, save)
    if host not in addresses:
        return Posted((), None, (host,))
    me = own_name(save, key)
    names = ", ".join(nation for nation, player in save.seats.items() if player == me)
    text = f"{me} takes {names or 'a seat'} in {save.genesis.name}."
    mail = mail_to(
        home,
        save,
        key,
        when,
        Kind.OTHER,
        ((host, addresses[host]),),
        text=text,
        subject=f"{me} has joined",
        attached=answer,
    )
    entry = outbox_of(home).spool(mail, moment_of(when))
    return Posted((entry,), send_now(home, when), ())


def _post(
    home: Home,
    save: TrustedSave,
    key: NamedKey,
    when: int,
    *,
    kind: Kind,
    first: str,
    round_number: int,
    moved: str,
    to_move: str,
    text: str,
    html: str = "",
    subject: str = "",
) -> Posted:
    """Spool one mail to all other players, the next one first, and try to send it."""
    people, unreachable = _people(home, save, key, first)
    if not people:
        return Posted((), None, unreachable)
    mail = mail_to(
        home,
        save,
        key,
        when,
        kind,
        people,
        text=text,
        html=html,
        subject=subject,
        round_number=round_number,
        moved=moved,
        to_move=to_move,
    )
    entry = outbox_of(home).spool(mail, moment_of(when))
    return Posted((entry,), send_now(home, when), unreachable)


def _people(
    home: Home, save: TrustedSave, key: NamedKey, first: str
) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    """The other players with their addresses, one of them first; and those without an address."""
    addresses = known_addresses(home, save)
    others = [name for name, known in save.players.items() if known != key.key.public]
    people = [(name, addresses[name]) for name in others if name in addresses]
    people.sort(key=lambda person: person[0] != first)
    return people, tuple(name for name in others if name not in addresses)


def _invitation(save: TrustedSave, name: str) -> Invitation:
    genesis = save.genesis
    nations = [nation for nation, player in genesis.seats.items() if player == name]
    game = genesis.game.hex()[:8]
    return Invitation(
        game=genesis.name,
        game_id=genesis.game.hex(),
        scenario=str(genesis.scenario.get("name", "")),
        host=genesis.host,
        nation=", ".join(nations),
        seats=tuple((nation, player or "") for nation, player in genesis.seats.items()),
        terms=terms_of(save).lines(),
        message="",
        how_to=(
            "pbem fetch",
            f"pbem join {game} --as {name}",
        ),
    )


def how_to_play(position: Position) -> tuple[str, ...]:
    """What to type to go on, a line each."""
    game = position.save.genesis.game.hex()[:8]
    if not position.nation:
        return ("The game is over.", f"pbem verify {game}")
    player = position.save.seats.get(position.nation) or ""
    return (
        f"{position.nation} ({player}) to move:",
        "pbem fetch",
        f"pbem verify {game}",
        f"pbem play {game}",
        f"pbem send {game}",
    )
