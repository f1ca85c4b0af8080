"""`pbem send`: mail the save to the next player and copies to all."""

import click

from pbem.agreements.describe import describe_proposal
from pbem.agreements.open_proposals import waiting_named
from pbem.home import Home
from pbem.mail.transport import Delivery
from pbem.output import Output
from pbem.play.drafts import open_session
from pbem.post import (
    decide_unsure,
    hand_on,
    mail_lines,
    mailto_of,
    open_mails,
    post_proposal,
    post_so_far,
    send_now,
    to_hand_on,
)
from pbem.post.letter import PostResult
from pbem.post.relay_put import put_at_relays
from pbem.replay import read_position
from pbem.replay.errors import NotYourTurnError
from pbem.replay.scenarios import whole
from pbem.result import Result
from pbem.save.keys import NamedKey
from pbem.save.shelf import CURRENT, ref_of
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.terminal.command_line import JSON, SAVE, now, own_key
from pbem.usage import UsageError

_NOT_SENT = 9
"""The exit code when a mail could not be handed over and waits, as for a network that fails."""


class SentMail(Output):
    """A copy of a mail, and what became of it.

    code: why, such as no-such-address, "" where it was sent; reason: the same as a sentence.
    """

    mail: str
    to: str
    delivery: Delivery
    code: str
    reason: str


class SendOutput(Output):
    """What was sent; unreachable: players without an address; relayed: addresses of dice servers
    that have the save for the others."""

    mails: list[SentMail]
    unreachable: tuple[str, ...]
    relayed: tuple[str, ...]


class LinkOutput(Output):
    """A link that opens a mail, and the file to attach to it."""

    link: str
    attach: str


@click.command("send")
@SAVE
@click.option(
    "--again", default="", metavar="MAIL", help="Send a mail again that is unsure or got lost."
)
@click.option("--sent", default="", metavar="MAIL", help="Note that an unsure mail did arrive.")
@click.option(
    "--proposal", default="", metavar="PROPOSAL", help="Mail a proposal and its consents again."
)
@click.option(
    "--so-far", "is_so_far", is_flag=True, help="Show the others your turn before it is over."
)
@click.option(
    "--print-link", is_flag=True, help="Print a mailto: link for your mail program instead."
)
@click.option(
    "--with-scenario", is_flag=True, help="With the scenario, for a player who does not have it."
)
@JSON
def command(
    save: str,
    again: str,
    sent: str,
    proposal: str,
    is_so_far: bool,
    print_link: bool,
    with_scenario: bool,
    as_json: bool,
) -> Result[SendOutput | LinkOutput]:
    """Mail SAVE to the next player, with the report of the turn; copies go to all others.

    Where others have turns that you lack, ask all for them instead.

    With --so-far: your turn under way, marked as one that is not over, for the others to look at.
    It signs the orders that you have given so far.
    """
    del as_json
    home = Home.standard()
    key = own_key(home)
    chosen = home.choose(save).save
    if with_scenario:
        chosen = whole(chosen)
    if print_link:
        return _link(home, chosen, key)
    if home.config.mail is None:
        is_plain = not (again or sent or proposal or is_so_far)
        refused: list[str] = []
        if is_plain and (relayed := _relayed(home, chosen, key, refused)):
            return _result(home, chosen, PostResult((), None, (), relayed))
        raise UsageError(
            "mail-not-configured",
            " ".join(["No mail is configured.", *refused]),
            "Set it up with `pbem mail setup` (see `pbem help mail`), or hand over the file.",
        )
    for wanted, is_again in ((again, True), (sent, False)):
        if wanted:
            entry = decide_unsure(home, chosen, wanted, again=is_again)
            return _result(home, chosen, PostResult((entry,), send_now(home, now()), ()))
    if is_so_far:
        saved = shown_save(home, save, key)
        posted = post_so_far(home, home.position(saved), key, now())
    elif proposal:
        one = waiting_named(home, chosen, proposal)
        lines = describe_proposal(read_position(chosen), one.signed)
        posted = post_proposal(home, chosen, one.signed, lines, key, now(), again=True)
    else:
        posted = hand_on(home, chosen, key, now())
    return _result(home, chosen, posted)


def _relayed(home: Home, save: TrustedSave, key: NamedKey, refused: list[str]) -> tuple[str, ...]:
    """The dice servers from which all others can get a save now; refused: gets why others are
    none of them."""
    if save.state != PLAYING:
        return ()
    return put_at_relays(home, to_hand_on(save, key.key.public), key, refused)


def shown_save(home: Home, save: str, key: NamedKey) -> TrustedSave:
    """The save of one's own turn under way, with the orders so far signed."""
    session, _ = open_session(home, home.choose(save), key, now)
    return session.show()


def _link(home: Home, save: TrustedSave, key: NamedKey) -> Result[LinkOutput]:
    """The link, and the file that has to be attached by hand."""
    if save.state != PLAYING:
        raise NotYourTurnError(
            "not-started",
            "the game has not started, and an invitation cannot be sent as a link",
            "Hand over the save file.",
        )
    link = mailto_of(home, to_hand_on(save, key.key.public), key, now())
    if not link:
        raise UsageError(
            "no-address", "No address of another player is known.", "Hand over the save file."
        )
    path = home.game_store.folder(ref_of(save)) / CURRENT
    return Result(f"{link}\nAttach {path}", LinkOutput(link, str(path)))


def _result(home: Home, save: TrustedSave, posted: PostResult) -> Result[SendOutput]:
    error = posted.report.error if posted.report else None
    touched = posted.report.entries if posted.report else posted.entries
    # What waits or is unsure must not be forgotten, even when there is nothing new to say about it.
    told = {entry.key for entry in (*touched, *posted.entries)}
    waiting = tuple(entry for entry in open_mails(home, save) if entry.key not in told)
    outcomes = [
        SentMail(entry.key, outcome.recipient, outcome.delivery, outcome.code, outcome.reason)
        for entry in (*touched, *waiting)
        for outcome in entry.to_others
    ]
    data = SendOutput(outcomes, posted.unreachable, posted.relayed)
    lines = list(dict.fromkeys([*mail_lines(posted), *mail_lines(PostResult(waiting, None, ()))]))
    if posted.report is None and posted.entries:
        lines.append("No outgoing mail is configured: the mail waits in the outbox.")
    if posted.unreachable:
        lines.append(f"The save file: {home.game_store.folder(ref_of(save)) / CURRENT}")
    if not lines:
        lines.append(
            "Nothing to send: all seats are yours."
            if len(set(save.players.values())) == 1
            else "Nothing to send: everything has been sent already"
            f"{_once_more(home, save, posted)}."
        )
    newest = {entry.key: entry for entry in (*posted.entries, *touched, *waiting)}
    is_waiting = any(entry.with_delivery(Delivery.PENDING) for entry in newest.values())
    if error is not None:
        return Result("\n".join(lines), data, error.exit_code)
    return Result("\n".join(lines), data, _NOT_SENT if posted.report and is_waiting else 0)


def _once_more(home: Home, save: TrustedSave, posted: PostResult) -> str:
    """How to send a mail again, for those who know that it got lost."""
    game = home.handle(save)
    again = [f"`pbem send {game} --again {entry.key[:8]}`" for entry in posted.entries]
    return f"; if it got lost, {' and '.join(again)} sends it once more" if again else ""
