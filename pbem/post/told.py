"""What became of mail, in words."""

from pbem.mail.eml import EML
from pbem.mail.entry import Entry
from pbem.mail.errors import MailError
from pbem.mail.transport import Delivery, Outcome
from pbem.post.letter import PostResult
from pbem.text import plain


def _mail_line(entry: Entry, outcome: Outcome) -> str:
    reason = f" ({plain(outcome.reason)})" if outcome.reason else ""
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
    return f"Mail to {outcome.recipient}: {outcome.delivery}{reason}{way_out}"


def mail_lines(posted: PostResult | None) -> list[str]:
    """What became of mail, one sentence each."""
    if posted is None:
        return []
    changed = {entry.key: entry for entry in posted.report.entries} if posted.report else {}
    own = {entry.key for entry in posted.entries}
    told = [
        (changed.get(entry.key, entry), outcome)
        for entry in posted.entries
        for outcome in changed.get(entry.key, entry).outcomes
        if entry.key in changed or outcome.delivery in {Delivery.PENDING, Delivery.UNSURE}
    ]
    # Of other mails, only what has become of them now; that they wait has been said before.
    told += [
        (entry, outcome)
        for entry in changed.values()
        for outcome in entry.outcomes
        if entry.key not in own and outcome.delivery is not Delivery.PENDING
    ]
    lines = list(dict.fromkeys(_mail_line(entry, outcome) for entry, outcome in told))
    error: MailError | None = posted.report.error if posted.report else None
    if error is not None:
        lines.append(f"Not everything could be sent; the rest waits in the outbox: {error}")
    if posted.unreachable:
        names = plain(", ".join(posted.unreachable))
        lines.append(f"No address is known for {names}: hand over the save file.")
    return lines
