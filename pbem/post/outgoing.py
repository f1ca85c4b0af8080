"""Mail to the other players: invitations, answers, the start of a game, turns.

Everything is spooled first (pbem.mail.outbox), so that a crash loses nothing and sends nothing
twice.  Addresses come from signed cards beside the save, or from what the host typed; the save
itself holds none.
"""

from pathlib import Path
from typing import Final

from engine import status_view
from engine.values import replace
from pbem.home import Home
from pbem.lobby.pace import report_lines
from pbem.lobby.terms import terms_of
from pbem.mail.address import Address
from pbem.mail.compose import MailKind, mailto_link
from pbem.mail.entry import OutboxEntry
from pbem.mail.transport import Delivery
from pbem.post.letter import (
    Letter,
    PostResult,
    Recipients,
    mail_of,
    only,
    outbox_of,
    own_name,
    post_letter,
    recipients,
    send_now,
    spool,
)
from pbem.post.relay_put import put_at_relays
from pbem.replay import Position, Turn, last_turn, tree_of
from pbem.replay.clock import TurnClock, clock_of, clocks_of
from pbem.report.mail_picture import MailPicture
from pbem.report.model import TurnFacts, TurnSummary
from pbem.report.render import Invitation, render_invitation, render_mail, render_turn
from pbem.report.summary import summarise
from pbem.save.keys import NamedKey
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import counted, date_text, plain, quoted
from pbem.usage import UsageError

_MOST_NOTES: Final = 3_000
"""How much of what a map maker says stands in a mail, in characters."""


def facts_of(position: Position, turn: Turn, *, is_past: bool = False) -> TurnFacts:
    """What a report needs to know about a turn besides its events.

    is_past: as it is told later on, whatever has come after it.
    """
    save = position.save
    is_last = turn.is_finished and turn.number == position.finished - 1 and not is_past
    following = position.nation if is_last else ""
    times = report_lines(clocks_of(save, position.mover), turn.number + 1, is_last=is_last)
    return TurnFacts(
        game=save.genesis.name,
        game_id=save.genesis.game.hex(),
        round=turn.round,
        nation=turn.nation,
        player=save.player_then(turn.nation, turn.last),
        dice_words=save.dice_words,
        verification=_end_of(save, turn) if is_past else _fingerprint(save),
        message=turn.message,
        next_nation=following,
        next_player=(save.seats.get(following) or "") if following else "",
        notices=(*map(str, turn.notices), *times),
        is_so_far=not turn.is_finished,
    )


def _fingerprint(save: TrustedSave) -> str:
    rolls = sum(entry.kind == "roll" for entry in save.entries)
    return (
        f"The save holds {counted(len(save.entries), 'record')} and {counted(rolls, 'roll')}; "
        f"its last record is "
        f"{save.head.hex()[:16]}. `pbem verify` checks all of it."
    )


def _end_of(save: TrustedSave, turn: Turn) -> str:
    head = save.entries[turn.last].head.hex()[:16]
    return (
        f"The turn ends with record {turn.last} of its save, {head}. "
        "`pbem verify` checks all of it."
    )


def summary_of(position: Position, turn: Turn, *, is_past: bool = False) -> TurnSummary:
    """The report of one turn of a game as data; is_past: as in `facts_of`."""
    facts = facts_of(position, turn, is_past=is_past)
    return summarise(turn.before, turn.events, turn.after, facts)


def page_of(turn: Turn, summary: TurnSummary, folder: Path | None = None) -> str:
    """The report of one turn as a page of its own, with the board as it was after the turn.

    folder: a TripleA map to draw it with.
    """
    from pbem.report.map_page import picture_of  # noqa: PLC0415 - slow, and only for this

    picture = picture_of(turn.after, summary, folder=folder)
    return render_turn(summary, "html", picture)


def post_position(home: Home, position: Position, key: NamedKey, when: int) -> PostResult:
    """Mail the save to whoever it waits for, at the end of a turn or in the middle of one; where
    the game has a relay, it is there too."""
    relayed = put_at_relays(home, position, key)
    if relayed and home.config.mail is None:
        return PostResult((), None, (), relayed)
    post = post_turn if position.open_turn is None else post_handover
    return replace(post(home, position, key, when), relayed=relayed)


def post_turn(home: Home, position: Position, key: NamedKey, when: int) -> PostResult:
    """Mail the save with the report of its last turn to the next player, copies to all others."""
    turn = last_turn(position)
    if turn is None:
        return post_start(home, position, key, when)
    to = _everybody(home, position, key)
    if not to.people:
        return PostResult((), None, to.unreachable)
    clock = clock_of(position.save, position.mover)
    letter = turn_letter(home, position, turn, MailKind.TURN, how_to_play(position, clock))
    if clock is not None:
        letter = replace(letter, calendar=deadline_file(position.save, clock, when))
    return post_letter(home, position.save, key, when, letter, to)


def turn_letter(
    home: Home, position: Position, turn: Turn, kind: MailKind, how_to: tuple[str, ...]
) -> Letter:
    """The letter with the report of a turn; how_to: what to type to go on, a line each."""
    summary = summary_of(position, turn)
    picture = _picture_for(home, turn, summary)
    return Letter(
        text=render_mail(summary, how_to, "txt"),
        html=render_mail(summary, how_to, "html", picture),
        kind=kind,
        picture=picture.png if picture is not None else b"",
        turn_number=turn.number + 1,
        moved=turn.nation,
    )


def _picture_for(home: Home, turn: Turn, summary: TurnSummary) -> MailPicture | None:
    """The map for the mail of a turn, unless the player wants none or it cannot be made."""
    from pbem.report.map_still import mail_picture  # noqa: PLC0415 - slow, and only for this

    if home.config.mail is None or not home.config.mail.has_picture:
        return None
    return mail_picture(turn.after, summary, home.map_folder(turn.after.definition.name))


def post_handover(home: Home, position: Position, key: NamedKey, when: int) -> PostResult:
    """Mail the save in the middle of a turn to the player who has to go on, copies to all others.

    That is a defender who is asked, or the player of the turn once the defender has answered.
    """
    text = handover_text(position)
    turn = position.open_turn
    letter = Letter(
        text=text,
        kind=MailKind.TURN,
        turn_number=turn.number + 1 if turn is not None else 0,
        moved=turn.nation if turn is not None else "",
    )
    return _post_next(home, position, key, when, letter)


def handover_text(position: Position) -> str:
    """What a mail in the middle of a turn says."""
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
    return "\n".join(map(_shown, lines))


def _shown(text: str) -> str:
    return plain(text, lines=True)


def mailto_of(home: Home, position: Position, key: NamedKey, when: int) -> str:
    """A `mailto:` link to the other players with the report of the last turn, without the save.

    For players whose mail program does the sending; "" when no address is known.
    """
    turn = last_turn(position)
    how_to = how_to_play(position, clock_of(position.save, position.mover))
    text = "\n".join(how_to)
    if position.open_turn is not None:
        text = handover_text(position)
    elif turn is not None:
        text = render_mail(summary_of(position, turn), how_to, "txt")
    people = recipients(home, position.save, key, first=_next_player(position)).people
    if not people:
        return ""
    letter = Letter(
        text=text,
        kind=MailKind.TURN,
        moved=turn.nation if turn is not None else "",
    )
    # A link has no sender: it is written in the player's own mail program.
    return mailto_link(mail_of(position.save, letter, people[0], people, when))


def open_mails(home: Home, save: TrustedSave) -> tuple[OutboxEntry, ...]:
    """Mails of a game that wait, or that may or may not have arrived."""
    game = save.genesis.game.hex()
    return tuple(
        entry
        for entry in outbox_of(home).entries()
        if entry.game_id == game
        and (entry.with_delivery(Delivery.UNSURE) or entry.with_delivery(Delivery.PENDING))
    )


def decide_unsure(home: Home, save: TrustedSave, wanted: str, *, again: bool) -> OutboxEntry:
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


def post_start(home: Home, position: Position, key: NamedKey, when: int) -> PostResult:
    """Mail the save of a game that has just started to all; see `post_position`."""
    save = position.save
    relayed = put_at_relays(home, position, key)
    clock = clock_of(save, position.mover)
    how_to = how_to_play(position, clock)
    letter = Letter(
        text="\n".join([f"{save.genesis.name} has started.", "", *how_to]),
        kind=MailKind.TURN,
        calendar=deadline_file(save, clock, when) if clock is not None else b"",
    )
    return replace(_post_next(home, position, key, when, letter), relayed=relayed)


def post_invitations(home: Home, save: TrustedSave, key: NamedKey, when: int) -> PostResult:
    """Mail the founding save to everybody who has not joined, each with words of their own."""
    addresses = home.invited_addresses(ref_of(save))
    waiting = [name for name in save.genesis.players if name not in save.players]
    spooled: list[OutboxEntry] = []
    for name in waiting:
        if name in addresses:
            letter = Letter(text=invitation_text(save, name), kind=MailKind.INVITATION)
            people = (Address(name, addresses[name]),)
            spooled.append(spool(home, save, key, when, letter, people))
    unreachable = tuple(name for name in waiting if name not in addresses)
    return PostResult(tuple(spooled), send_now(home, when), unreachable)


def post_answer(
    home: Home, save: TrustedSave, answer: bytes, key: NamedKey, when: int
) -> PostResult:
    """Mail a join answer to the host."""
    me = own_name(save, key)
    names = ", ".join(nation for nation, player in save.seats.items() if player == me)
    letter = Letter(
        text=f"{me} takes {names or 'a seat'} in {save.genesis.name}.",
        attached=answer,
    )
    return post_letter(home, save, key, when, letter, only(home, save, save.genesis.host))


def _post_next(
    home: Home, position: Position, key: NamedKey, when: int, letter: Letter
) -> PostResult:
    """Post a letter to the player who has to go on, with copies to all others."""
    return post_letter(home, position.save, key, when, letter, _everybody(home, position, key))


def _everybody(home: Home, position: Position, key: NamedKey) -> Recipients:
    """The player who has to go on, all others, and the player's own other computers."""
    first = _next_player(position)
    return recipients(home, position.save, key, first=first, myself=True, observers=True)


def _next_player(position: Position) -> str:
    return position.save.seats.get(position.nation) or ""


def invitation_text(save: TrustedSave, name: str) -> str:
    """What a player is told who is invited under a name."""
    return render_invitation(_invitation(save, name))


def _invitation(save: TrustedSave, name: str) -> Invitation:
    genesis = save.genesis
    nations = [nation for nation, player in genesis.seats.items() if player == name]
    game = genesis.game.hex()[:8]
    return Invitation(
        game=genesis.name,
        game_id=genesis.game.hex(),
        scenario=str(tree_of(save).get("name", "")),
        host=genesis.host,
        nation=", ".join(nations),
        seats=tuple((nation, player or "") for nation, player in genesis.seats.items()),
        terms=terms_of(save).lines(),
        message="",
        how_to=(
            "pbem board             # in your browser: press Fetch mail",
            "pbem fetch             # or at the terminal",
            f"pbem join {game} --as {name}",
        ),
        notes=_beginning(str(tree_of(save).get("notes", "")), f"pbem info {game} notes"),
    )


def _beginning(notes: str, command: str) -> tuple[str, ...]:
    """The notes of a map, as far as a mail has room for them; command: what tells the rest."""
    lines = notes.strip().split("\n") if notes.strip() else []
    shown: list[str] = []
    room = _MOST_NOTES
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            return (*shown, f"(more: {command})")
        shown.append(line)
    return tuple(shown)


def how_to_play(position: Position, clock: TurnClock | None) -> tuple[str, ...]:
    """What to type to go on, a line each; clock: that of the turn under way, if it has one."""
    game = position.save.genesis.game.hex()[:8]
    if not position.nation:
        return ("The game is over.", "pbem fetch", f"pbem verify {game}")
    player = position.save.seats.get(position.nation) or ""
    in_time = f", in time until {date_text(clock.until, clock.offset)}" if clock is not None else ""
    return (
        f"Now it is up to {position.nation} ({player}){in_time}:",
        "pbem board             # in your browser: press Fetch mail",
        "pbem fetch             # or at the terminal",
        f"pbem verify {game}",
        f"pbem play {game}",
        f"pbem send {game}",
        "Without mail in pbem: save the attached .pbem file and name it after pbem fetch.",
    )


def deadline_file(save: TrustedSave, clock: TurnClock, when: int) -> bytes:
    """The deadline of the turn under way as an iCalendar file."""
    from pbem.mail.calendar import Deadline, deadlines_file  # noqa: PLC0415 - slow, only for this

    game, name = save.genesis.game.hex(), save.genesis.name
    one = Deadline(game, name, clock.number, clock.nation, clock.until, when)
    return deadlines_file([one])
