"""Whether what a player has signed went out: of each game, from its row and the outbox.

This module imports nothing that is slow: every command may ask it.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Final

from pbem.glance import KnownRow
from pbem.home import Home
from pbem.save.shelf import handle

_WAITING: Final = frozenset({"pending", "sending"})
_REFUSED: Final = "refused"


def dispatch_words(row: Mapping[str, object], mails: Mapping[str, Mapping[str, object]]) -> str:
    """What is to be done about the mail of the newest position of a game, "" when nothing is.

    row: of the game, with `to_send` (`GameRow.plain`); mails: of `newest_mails`, by head.
    """
    head = str(row.get("to_send", ""))
    if not head:
        return ""
    mail = mails.get(head)
    if mail is None:
        return "signed, NOT SENT"
    states = {str(outcome[1]) for outcome in _outcomes(mail)}
    if states & _WAITING:
        return "signed, NOT SENT: the mail waits to be tried again"
    return "signed, and the mail came back" if _REFUSED in states else ""


def newest_mails(home: Home) -> dict[str, Mapping[str, object]]:
    """The states of the mails in the outbox, as they were written, by the head of their save.

    One that cannot be read is left out: `pbem outbox` says what is wrong with it.
    """
    found: dict[str, Mapping[str, object]] = {}
    for path in home.outbox_path.glob("*.json"):
        try:
            table: object = json.loads(path.read_bytes())
        except (OSError, ValueError):
            continue
        if isinstance(table, dict):
            found[str(table.get("head"))] = table
    return found


def unsent_lines(home: Home) -> Iterator[str]:
    """A sentence for each game whose newest end this player has signed and not sent.

    Only games that a list has shown before are known: the others would have to be played through.
    """
    games = home.game_store.games()
    mails: dict[str, Mapping[str, object]] | None = None
    for ref in games:
        row = KnownRow(home.root, home.game_store.folder(ref)).recall()
        if row is None or not row.get("to_send"):
            continue
        mails = newest_mails(home) if mails is None else mails
        words = dispatch_words(row, mails)
        if words:
            game = handle(ref, games)
            yield f"{row['name']}: {words}. `pbem send {game}` sends it."


def _outcomes(mail: Mapping[str, object]) -> Iterator[list[object]]:
    rows = mail.get("recipients")
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, list) and len(row) == 3:
            yield row
