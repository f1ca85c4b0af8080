"""`pbem play`: your turn, by hand, from a file of orders, by the computer, or by a bot."""

import sys
from functools import partial
from typing import TYPE_CHECKING

import click

from engine import describe_waiting
from engine.lazy import LazyFunction
from pbem.home import Home, SelectedSave
from pbem.lobby.computer_seats import computer_seats
from pbem.output import Output, changed
from pbem.play.advice_output import AdviceOutput
from pbem.play.computer import PLAYERS, play_by_computer
from pbem.play.computer_turns import play_computer_seats
from pbem.play.draft_file import MovedOnError
from pbem.play.drafts import Draft, open_session
from pbem.play.session import Session
from pbem.post import mail_lines, post_position, show_battles, summary_of
from pbem.replay import Position, definition_of, last_turn
from pbem.report import render_turn
from pbem.result import Result
from pbem.save.keys import NamedKey
from pbem.save.records import MAX_MESSAGE
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.screen import paper_width, say
from pbem.terminal.command_line import JSON, SAVE, Say, now, own_key, sayer
from pbem.terminal.computer_options import BOT, SECONDS, ComputerChoice, check_players, player_asked
from pbem.text import counted, plain
from pbem.usage import UsageError

if TYPE_CHECKING:
    from pbem.play.file_advice import accepted_codes
    from pbem.terminal.order_file import play_orders
else:
    # Late: who plays by hand needs no file of orders.
    play_orders = LazyFunction("pbem.terminal.order_file", "play_orders")
    accepted_codes = LazyFunction("pbem.play.file_advice", "accepted_codes")


class TurnOutput(Output, omit_defaults=True):
    """What became of a turn.

    handed_over: another player goes on in the middle of it; lost_orders: of a draft.
    """

    game: str
    finished: bool
    nation: str
    lost_orders: tuple[str, ...] | None = None
    handed_over: bool | None = None
    head: str | None = None
    to_move: str | None = None
    sent: bool | None = None


@click.command("play")
@SAVE
@click.option("--orders", help="Play the orders in this file; - is standard input.")
@click.option("--resume", is_flag=True, help="With --orders: leave out what was played already.")
@click.option(
    "--in-part",
    is_flag=True,
    help="With --orders: where some units of a move cannot go, the others go.",
)
@click.option(
    "--dry-run",
    is_flag=True,
    help="With --orders: sign nothing; say what is certain and what is likely.",
)
@click.option(
    "--accept-warnings",
    default="",
    metavar="NAMES",
    help="With --orders: play in spite of these warnings, with commas between them, or all.",
)
@click.option("--open-end", is_flag=True, help="With --orders: stop after the last order.")
@click.option("--computer", type=ComputerChoice(PLAYERS), help="Let the computer play this turn.")
@BOT
@SECONDS
@click.option("--message", default="", help="A message to the others, sent with the turn.")
@click.option("--no-send", is_flag=True, help="Sign the turn, and leave the mail to `pbem send`.")
@JSON
def command(
    save: str,
    orders: str | None,
    resume: bool,
    in_part: bool,
    dry_run: bool,
    accept_warnings: str,
    open_end: bool,
    computer: str | None,
    bot: str | None,
    seconds: float | None,
    message: str,
    no_send: bool,
    as_json: bool,
) -> Result[TurnOutput | AdviceOutput]:
    """Play the turn of the nation to move in SAVE; the dice are requested as they are needed.

    A turn that is signed is mailed at once, where mail is set up.
    """
    for_orders = resume or open_end or in_part or dry_run or accept_warnings != ""
    check_players(orders, computer, bot, seconds)
    _check_usage(orders, message, for_orders)
    accepted = accepted_codes(accept_warnings) if accept_warnings else frozenset[str]()
    home = Home.standard()
    key = own_key(home)
    chosen = home.choose(save)
    by_hand = orders is None and computer is None and bot is None
    report = sayer(as_json)
    if by_hand and _play_seats(home, chosen.save, key, report) is not None:
        chosen = home.choose(save)
    session, draft = open_session(home, chosen, key, now)
    if by_hand and (as_json or not sys.stdin.isatty()):
        raise UsageError(
            "no-terminal",
            "There is no terminal to play at.",
            "Name a file with --orders, or let the computer play with --computer.",
        )
    _tell(draft, report)
    if by_hand:
        if message:
            session.set_message(message)
        played = _by_hand(home, chosen, key, (session, draft), no_send=no_send)
        return played._replace(ends_talk=True)
    if orders is not None:
        told = play_orders(
            session,
            orders,
            resume=resume,
            in_part=in_part,
            dry_run=dry_run,
            accepted=accepted,
            finish=not open_end,
            message=message,
            say=report,
        )
        if told is not None:
            return told
    else:
        start = partial(definition_of, session.save)
        with player_asked(computer, bot, seconds, start) as player, session.changing():
            session.set_message(message or session.message)
            play_by_computer(session, player)
    for line in _show(home, session, key):
        report(line)
    result = _end(home, session, draft, is_over=session.is_over or session.waits_for != "")
    if not (result.data.finished or result.data.handed_over):
        return result
    following = _play_seats(home, session.save, key, report) or home.position(session.save)
    sends = not no_send and _can_send(home, session, following)
    return _sent(home, following, result, key) if sends else result


def _play_seats(home: Home, save: TrustedSave, key: NamedKey, tell: Say) -> Position | None:
    """Let the computer play the seats that it has here, if they come next; where that leads."""
    if save.state != PLAYING or not computer_seats(home, ref_of(save)):
        return None
    before = home.position(save)
    after = play_computer_seats(home, ref_of(save), before, key, now)
    if after is not None:
        tell(f"The computer has played from {before.nation} on.")
    return after


def _can_send(home: Home, session: Session, following: Position) -> bool:
    """Whether there is mail, and somebody else who comes next."""
    mail = home.config.mail
    has_way = mail is not None and mail.outgoing is not None
    if not has_way or session.save.genesis.mode != "mail":
        return False
    return not following.nation or not session.is_mine(following.nation)


def _by_hand(
    home: Home,
    chosen: SelectedSave,
    key: NamedKey,
    opened: tuple[Session, Draft],
    *,
    no_send: bool,
) -> Result[TurnOutput]:
    """Play at the terminal, one turn after another while the next one is the player's own.

    The mail goes out after the last of them; it holds them all.
    """
    from pbem.terminal.prompt import play_at_terminal  # noqa: PLC0415 - slow to import

    session, draft = opened
    sends = home.config.mail is not None and session.save.genesis.mode == "mail" and not no_send

    def show() -> tuple[str, ...]:
        return _show(home, session, key)

    while True:
        try:
            is_confirmed = play_at_terminal(home, session, sends=sends, show=show)
            result = _end(home, session, draft, is_over=is_confirmed)
        except MovedOnError as error:
            say(f"  {error}")
            session, draft = _opened_anew(home, chosen, key)
            continue
        if not is_confirmed:
            return result
        following = _play_seats(home, session.save, key, say)
        following = following or home.position(session.save)
        goes_on = following.nation and following.open_turn is None
        if not goes_on or not session.is_mine(following.nation):
            return _sent(home, following, result, key) if sends else result
        say("\n".join(result.text.splitlines()[:-1]))
        say(f"The turn is signed. {following.nation} come next, and they are yours.")
        session, draft = _opened_anew(home, chosen, key)


def _show(home: Home, session: Session, key: NamedKey) -> tuple[str, ...]:
    """Show the others the battles that were just fought, where the settings say so."""
    if not home.config.shows_battles:
        return ()
    return tuple(show_battles(home, session, key, now()))


def _opened_anew(home: Home, chosen: SelectedSave, key: NamedKey) -> tuple[Session, Draft]:
    """The turn that the game waits for now, after it went on, and what was found of it."""
    newest = home.choose(home.handle(chosen.save)).save
    session, draft = open_session(home, SelectedSave(newest, chosen.path), key, now)
    _tell(draft, say)
    return session, draft


def _sent(
    home: Home, position: Position, result: Result[TurnOutput], key: NamedKey
) -> Result[TurnOutput]:
    """The result of a turn at the terminal, with its mail on the way."""
    posted = post_position(home, position, key, now())
    lines = result.text.splitlines()[:-1] + mail_lines(posted) + [_next_step(position)]
    waits = posted.report is None or posted.report.error is not None
    return result._replace(text="\n".join(lines), data=changed(result.data, sent=not waits))


def _next_step(position: Position) -> str:
    """What comes after a turn that was mailed."""
    if not position.nation:
        return "The game is over."
    player = plain(position.save.seats.get(position.nation) or "")
    return f"Next: {position.nation} ({player}). `pbem fetch` brings what they do."


def _check_usage(orders: str | None, message: str, for_orders: bool) -> None:
    if orders is None and for_orders:
        raise UsageError(
            "orders-missing",
            "--resume, --open-end, --in-part, --dry-run and --accept-warnings need --orders FILE.",
        )
    if len(message.encode()) > MAX_MESSAGE:
        raise UsageError(
            "message-too-long", f"The message is too long: at most {MAX_MESSAGE} bytes."
        )


def _tell(draft: Draft, report: Say) -> None:
    if draft.given:
        report(f"{counted(draft.given, 'order')} of your draft restored.")
    for sentence in draft.lost:
        report(f"Your draft no longer fits: {plain(sentence)}")
    if draft.lost:
        report("The whole draft will be kept beside the save as draft-lost.orders.")


def _end(home: Home, session: Session, draft: Draft, *, is_over: bool) -> Result[TurnOutput]:
    """Sign the end of the turn, or keep the turn as it is."""
    game = session.save.genesis.game.hex()
    data = TurnOutput(game, is_over, session.nation)
    if draft.lost:
        data = changed(data, lost_orders=tuple(draft.lost))
    if is_over and session.waits_for:
        return _hand_over(home, session, data)
    if not is_over:
        state = f"{session.nation}, {session.state.phase.phase.replace('_', ' ')}"
        where = f"{session.nation}, complete and unsigned" if session.is_over else state
        text = f"The turn is kept at {where}. Go on with: pbem play {home.handle(session.save)}"
        return Result(text, data)
    session.finish()
    position = home.position(session.save)
    turn = last_turn(position)
    if turn is None:
        raise RuntimeError("a finished turn is not in the log")
    text = render_turn(summary_of(position, turn), "txt", width=paper_width())
    last = _last_line(home, session)
    head = session.save.head.hex()
    return Result(f"{text}\n{last}", changed(data, head=head, to_move=position.nation))


def _hand_over(home: Home, session: Session, data: TurnOutput) -> Result[TurnOutput]:
    """Another player has to go on in the middle of the turn: a defender, or the mover."""
    save = session.hand_over()
    asked = session.waits_for
    who = f"{asked} ({plain(save.player_of(asked))})"
    lines = [
        f"{plain(describe_waiting(session.step.waiting))}.",
        f"The turn of {session.mover} waits for {who}; what you ordered is signed.",
    ]
    if save.genesis.mode == "mail":
        lines.append(f"Send it with: pbem send {home.handle(save)}")
    head = save.head.hex()
    told = changed(data, finished=False, handed_over=True, head=head, to_move=asked)
    return Result("\n".join(lines), told)


def _last_line(home: Home, session: Session) -> str:
    game = home.handle(session.save)
    if session.save.genesis.mode == "mail":
        return f"Turn signed. Send it with: pbem send {game}"
    return f"Turn signed. Go on with: pbem play {game}"
