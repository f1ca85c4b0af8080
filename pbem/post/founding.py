"""A game that is founded: its invitations, and what the founder is told."""

from collections.abc import Sequence

from engine.values import dataclass
from pbem.home import Home
from pbem.lobby.founding_request import Wanted, found_as_wanted
from pbem.lobby.names import check_name
from pbem.lobby.observing import check_number
from pbem.lobby.questions import founding_questions
from pbem.lobby.terms import dice_reach
from pbem.mail.address import Address, parse_address
from pbem.post.delivery_words import mail_lines
from pbem.post.letter import PostResult
from pbem.post.observing import let_observe
from pbem.post.outgoing import post_invitations
from pbem.replay import read_position
from pbem.replay.rules import definition_of
from pbem.save.keys import NamedKey
from pbem.save.shelf import CURRENT, ref_of
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.text import plain


@dataclass(frozen=True, slots=True)
class Founded:
    """A game that was founded just now.

    waiting: names of those who have to join.  posted: None when no invitation was mailed.
    file: the save, which is the invitation; lines: what the founder is told, a sentence each.
    """

    save: TrustedSave
    waiting: tuple[str, ...]
    posted: PostResult | None
    file: str
    lines: tuple[str, ...]


def observer_named(who: str) -> Address:
    """Somebody who is to observe a game: an address, or ``Name <address>``; MailError."""
    name, bracket, rest = who.partition("<")
    address = parse_address(rest.rstrip("> ") if bracket else who)
    named = name.strip() if bracket else ""
    check_name(named or address.split("@")[0], "An observer's name")
    return Address(named, address)


def found_and_invite(
    home: Home,
    wanted: Wanted,
    key: NamedKey,
    when: int,
    *,
    sends: bool = True,
    observers: Sequence[str] = (),
) -> Founded:
    """Found a game, and mail the invitations when mail is configured; raises as `found_as_wanted`.

    when: Unix seconds.  sends: False leaves the invitations to the founder.  observers: who gets
    its turns without a seat, as `observer_named` takes them.
    """
    watching = [observer_named(one) for one in observers]
    check_number(watching)
    save = found_as_wanted(home, wanted, key, when)
    posted = None
    if watching:
        let_observe(home, save, key, watching, (), when)
    if save.state != PLAYING and sends and home.config.mail is not None:
        posted = post_invitations(home, save, key, when)
    waiting = tuple(name for name in save.genesis.players if name not in save.players)
    name = home.handle(save)
    path = home.game_store.folder(ref_of(save)) / CURRENT
    lines = [f"Game {name}: {plain(save.genesis.name)}."]
    if save.state == PLAYING:
        nation = read_position(save).nation
        lines.append(f"It has started; {nation} to move: pbem play {name}")
    else:
        lines.append(f"Waiting for {plain(', '.join(waiting))} to join.")
        if posted is None:
            lines.append(f"The invitation for them is the file {path}.")
    lines += [
        save.dice_words,
        *filter(None, (dice_reach(save), _alone(save))),
        *(
            question.line()
            for question in founding_questions(definition_of(save))
            if question.option not in wanted.options
        ),
        *mail_lines(posted),
    ]
    return Founded(save, waiting, posted, str(path), tuple(lines))


def _alone(save: TrustedSave) -> str:
    """What one dice authority means for a game with a pace; "" for two, and without a pace."""
    if save.genesis.pace is None or len(save.sources) > 1:
        return ""
    return (
        "If this dice authority and a player are gone at once, nobody can go on; with two (--dice "
        "twice) the others can."
    )
