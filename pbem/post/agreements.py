"""Mail about what needs consent: proposals and the consents so far, and what was agreed."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from pbem.home import Home
from pbem.mail.compose import Kind
from pbem.mail.transport import Delivery
from pbem.post.mailing import known_addresses, mail_to, moment_of, outbox_of, send_now
from pbem.post.outgoing import Posted, how_to_play
from pbem.replay import Position, notice_of, read_position
from pbem.save.agreement import Agreed
from pbem.save.keys import NamedKey
from pbem.save.proposals import proposal_file
from pbem.save.trust import TrustedSave
from pbem.wire.consent import Substitution


def post_proposal(
    home: Home,
    save: TrustedSave,
    agreed: Agreed,
    lines: Sequence[str],
    key: NamedKey,
    when: int,
    *,
    again: bool = False,
) -> Posted:
    """Mail a proposal, or the consents to it so far, to all other players.

    again: also when the very same mail has been sent already, and got lost.

    Whoever is to move sends his save along: records that he has signed and not sent yet (a note,
    the dice of a battle) may be among those that the proposal was made on.  So does everybody who
    writes to somebody who is to take over a seat and has sent his card.
    """
    data = proposal_file(agreed)
    file = f"{agreed.proposal.digest.hex()[:8]}"
    text = "\n".join(
        [
            *lines,
            "",
            "To consent, once `pbem fetch` has taken this in:",
            f"  pbem consent {save.genesis.game.hex()[:8]} {file}",
        ]
    )
    # Its own digest and not the head: there may be several proposals on one head.
    identity = hashlib.sha256(data).hexdigest()
    what = agreed.proposal.what
    newcomer: list[tuple[str, str]] = []
    if isinstance(what, Substitution) and what.player not in save.players:
        card = home.card_of(save.genesis.game, what.key)
        newcomer = [(what.player, card.address)] if card is not None else []
    seat = save.seats.get(read_position(save).nation)
    has_more = seat is not None and save.players.get(seat) == key.key.public
    return _post_to_all(
        home,
        save,
        key,
        when,
        text=text,
        subject="a proposal",
        attached=data,
        identity=identity,
        position=save.to_bytes() if has_more or newcomer else b"",
        newcomers=newcomer,
        again=again,
    )


def post_agreement(home: Home, position: Position, key: NamedKey, when: int) -> Posted:
    """Mail the save after an agreement to all other players."""
    save = position.save
    agreed = save.entries[-1].agreed
    notice = (
        [str(notice_of(save, agreed, len(save.entries) - 1, position.definition))]
        if agreed is not None
        else []
    )
    text = "\n".join([*notice, "", *how_to_play(position)])
    return _post_to_all(home, save, key, when, text=text, subject="agreed by all")


def _post_to_all(
    home: Home,
    save: TrustedSave,
    key: NamedKey,
    when: int,
    *,
    text: str,
    subject: str,
    attached: bytes | None = None,
    identity: str = "",
    position: bytes = b"",
    newcomers: Sequence[tuple[str, str]] = (),
    again: bool = False,
) -> Posted:
    addresses = known_addresses(home, save)
    everybody = {**save.players, save.genesis.host: save.holders.host}
    mine = key.key.public
    # Also under a key that this very agreement has replaced.
    own = {span.player for span in save.holders.spans if span.key == mine}
    others = [name for name, known in everybody.items() if known != mine and name not in own]
    unreachable = tuple(name for name in others if name not in addresses)
    people = [(name, addresses[name]) for name in others if name in addresses]
    people += newcomers
    if not people or home.config.mail is None:
        return Posted((), None, unreachable)
    mail = mail_to(
        home, save, key, when, Kind.OTHER, people, text=text, subject=subject, attached=attached
    )
    mail = replace(mail, head=identity or mail.head, position=position)
    outbox = outbox_of(home)
    entry = outbox.spool(mail, moment_of(when))
    if again and not entry.with_delivery(Delivery.PENDING):
        entry = outbox.resend(entry.key)
    return Posted((entry,), send_now(home, when), unreachable)
