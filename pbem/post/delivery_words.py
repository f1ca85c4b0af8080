"""What became of mail, in words."""

from pbem.home import Home
from pbem.mail.eml import EML
from pbem.mail.entry import OutboxEntry
from pbem.mail.errors import MailError
from pbem.mail.outbox import SendReport
from pbem.mail.transport import Delivery, DeliveryOutcome
from pbem.post.dispatch import mails_in
from pbem.post.letter import PostResult, moment_of, send_now
from pbem.text import plain

_STATES = {
    Delivery.SENT: "sent",
    Delivery.PENDING: "NOT SENT yet",
    Delivery.SENDING: "being sent",
    Delivery.UNSURE: "perhaps sent",
    Delivery.REFUSED: "NOT SENT, refused",
}


def _mail_line(entry: OutboxEntry, outcome: DeliveryOutcome, why: str) -> str:
    """One sentence; why: what is said of all of them together, and so not of each."""
    has_own_reason = outcome.reason and outcome.reason not in why
    reason = f" ({plain(outcome.reason)})" if has_own_reason else ""
    if outcome.delivery is Delivery.SENT and entry.via.startswith(EML):
        folder = plain(entry.via.removeprefix(EML))
        return f"Mail to {outcome.recipient}: written to {folder}; send it with your mail program"
    way_out = ""
    if outcome.delivery is Delivery.UNSURE:
        game, key = entry.game_id[:8], entry.key[:8]
        way_out = (
            f"; ask whether it arrived, then `pbem send {game} --sent {key}`, "
            f"or `--again {key}` to send it once more"
        )
    return f"Mail to {outcome.recipient}: {_STATES[outcome.delivery]}{reason}{way_out}"


def mail_lines(posted: PostResult | None) -> list[str]:
    """What became of mail, one sentence each."""
    if posted is None:
        return []
    changed = {entry.key: entry for entry in posted.report.entries} if posted.report else {}
    own = {entry.key for entry in posted.entries}
    told = [
        (changed.get(entry.key, entry), outcome)
        for entry in posted.entries
        for outcome in changed.get(entry.key, entry).to_others
        if entry.key in changed or outcome.delivery in {Delivery.PENDING, Delivery.UNSURE}
    ]
    # Of other mails, only what has become of them now; that they wait has been said before.
    told += [
        (entry, outcome)
        for entry in changed.values()
        for outcome in entry.to_others
        if entry.key not in own and outcome.delivery is not Delivery.PENDING
    ]
    error: MailError | None = posted.report.error if posted.report else None
    why = str(error) if error is not None else ""
    lines = list(dict.fromkeys(_mail_line(entry, outcome, why) for entry, outcome in told))
    if error is not None:
        lines.append(f"{error} What is not sent waits; pbem tries again with your next command.")
    if posted.unreachable:
        names = plain(", ".join(posted.unreachable))
        way_out = "the dice server has it" if posted.relayed else "hand over the save file"
        lines.append(f"No address is known for {names}: {way_out}.")
    lines += [f"At the dice server {plain(one)} for all others to fetch" for one in posted.relayed]
    return lines


def try_again(home: Home, when: int, *, due_only: bool = False) -> list[str]:
    """Send what waits in the outbox, and say what became of it; what else a command does is not
    given up because of that.

    due_only: but not what was tried a moment ago.
    """
    moment = moment_of(when)
    if not any(one.waits and (not due_only or one.is_due(moment)) for one in mails_in(home)):
        return []
    try:
        report = send_now(home, when, due_only=due_only)
    except MailError as error:
        report = SendReport((), error)
    return mail_lines(PostResult((), report, ()))
