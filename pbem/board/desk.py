"""What the player does with a game without opening its board: seats, consents, proposals, mail."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from engine.values import dataclass
from pbem.agreements.ground import GameGround
from pbem.agreements.open_proposals import waiting
from pbem.board.actions import Body, text_in
from pbem.home import Home
from pbem.motions.form import Answers
from pbem.motions.table import FORMS
from pbem.motions.withdrawal import Withdrawal
from pbem.post import (
    decide_unsure,
    give_consent,
    hand_on,
    mail_lines,
    make_proposal,
    send_now,
    take_seat,
)
from pbem.post.letter import PostResult
from pbem.post.parting import decline
from pbem.replay import require_playing
from pbem.save.errors import NotASaveError
from pbem.save.keys import NamedKey
from pbem.save.shelf import GameRef, handle
from pbem.save.trusted_save import INVITING, TrustedSave
from pbem.text import plain
from pbem.usage import UsageError

Plain: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True)
class GameDesk:
    """A game in the list, and the player before it.

    clock: Unix seconds.  progress: told, in a few words, what takes a while.
    """

    home: Home
    ref: GameRef
    key: NamedKey
    clock: Callable[[], int]
    progress: Callable[[str], None]

    @property
    def save(self) -> TrustedSave:
        """The newest save; UsageError when the game is gone."""
        save = self.home.game_store.load(self.ref, self.home.keyring())
        if save is None:
            raise UsageError("save-not-found", "This game is not in your list any more.")
        return save


def join(desk: GameDesk, body: Body) -> list[str]:
    """Take the seat that the player was invited to; `player` is the name they were invited under,
    `genesis` the invitation that they were shown, so that no other one is answered."""
    player = text_in(body, "player")
    if desk.save.genesis_head.hex() != text_in(body, "genesis"):
        raise UsageError("another-invitation", "This is not the invitation that you were shown.")
    desk.progress("taking the seat and answering the host")
    text = handle(desk.ref, desk.home.game_store.games())
    return [plain(line) for line in take_seat(desk.home, text, desk.key, desk.clock, player).lines]


def leave(desk: GameDesk, body: Body) -> list[str]:
    """Drop an invitation from the list; `genesis` is that of the one that the player was shown."""
    save = desk.save
    joined = desk.key.key.public in save.players.values()
    if save.state != INVITING or joined or save.genesis_head.hex() != text_in(body, "genesis"):
        raise UsageError("another-invitation", "This is not an invitation that you can leave.")
    desk.home.forget_game(desk.ref)
    return ["The invitation is out of your list. A mail with it brings it back."]


def refuse(desk: GameDesk, body: Body) -> list[str]:
    """Tell the host that the player does not want to play; `player` and `genesis` as for `join`."""
    save = desk.save
    joined = desk.key.key.public in save.players.values()
    if save.state != INVITING or joined or save.genesis_head.hex() != text_in(body, "genesis"):
        raise UsageError("another-invitation", "This is not an invitation that you can decline.")
    desk.progress("telling the host")
    done = decline(desk.home, save, desk.key, "", desk.clock(), text_in(body, "player"))
    return [plain(line) for line in done.lines]


def consent(desk: GameDesk, body: Body) -> list[str]:
    """Sign a consent and send it on; `digest` is that of the proposal that the player was shown, in
    full, so that no other one is signed.

    Raises NotASaveError `no-such-proposal`, and as `give_consent` does.
    """
    digest = text_in(body, "digest")
    save = desk.save
    require_playing(save)
    for one in waiting(desk.home, save):
        if one.signed.proposal.digest.hex() == digest:
            desk.progress("signing and sending your consent")
            said = give_consent(desk.home, save, one, desk.key, desk.clock())
            return said.text.splitlines()
    raise NotASaveError(
        "no-such-proposal", "this proposal is no longer open", "Look at your games again."
    )


def withdraw(desk: GameDesk, body: Body) -> list[str]:
    """Withdraw a proposal of the player's own; `digest` as for `consent`.

    Raises NotASaveError `no-such-proposal`, OutOfTurnError `not-your-proposal` and
    `all-have-consented`.
    """
    save, when = desk.save, desk.clock()
    require_playing(save)
    desk.progress("withdrawing your proposal")
    ground = GameGround(desk.home, save, desk.key, when)
    motion = Withdrawal(*ground.own_proposal(text_in(body, "digest")[:8]))
    return make_proposal(desk.home, save, desk.key, motion, "", when).text.splitlines()


def proposals(desk: GameDesk) -> Plain:
    """The kinds of proposals with the parts of their forms, as the page draws them."""
    save = desk.save
    require_playing(save)
    ground = GameGround(desk.home, save, desk.key, desk.clock())
    kinds: list[Plain] = [
        {
            "name": name,
            "title": form.title,
            "text": form.text,
            "asks": [
                {
                    "name": ask.name,
                    "text": ask.text,
                    "part": str(ask.part),
                    "choices": [list(pair) for pair in ask.choices(ground)],
                    "example": ask.example,
                }
                for ask in form.asks
                if not ask.is_for_experts
            ],
        }
        for name, form in FORMS.items()
    ]
    return {"kinds": kinds}


def propose(desk: GameDesk, body: Body) -> list[str]:
    """Propose something: sign it, and mail it to those who are asked.

    `name` is the kind, `answers` what was filled in, `words` what the others are told.  Raises as
    the motions do, and what keeps the proposal from ever being agreed to.
    """
    form = FORMS.get(text_in(body, "name"))
    answers = body.get("answers")
    if form is None or not isinstance(answers, dict):
        raise UsageError("bad-request", "The page sent no proposal.")
    words, save, when = text_in(body, "words").strip(), desk.save, desk.clock()
    require_playing(save)
    desk.progress("signing and sending your proposal")
    motion = form.make(GameGround(desk.home, save, desk.key, when), Answers(answers))
    return make_proposal(desk.home, save, desk.key, motion, words, when).text.splitlines()


def send(desk: GameDesk, body: Body) -> list[str]:
    """Mail the newest of the game: what was signed, and then never written as a mail."""
    del body
    desk.progress("sending the mail")
    posted = hand_on(desk.home, desk.save, desk.key, desk.clock())
    return _told(mail_lines(posted))


def send_again(desk: GameDesk, body: Body) -> list[str]:
    """Send a mail again that waits, came back or got lost; `mail` is its key."""
    entry = decide_unsure(desk.home, desk.save, text_in(body, "mail"), again=True)
    desk.progress("sending the mail")
    return _told(mail_lines(PostResult((entry,), send_now(desk.home, desk.clock()), ())))


def arrived(desk: GameDesk, body: Body) -> list[str]:
    """Note that a mail which may have got lost did arrive; `mail` is its key."""
    decide_unsure(desk.home, desk.save, text_in(body, "mail"), again=False)
    return ["Noted: it arrived."]


def _told(lines: list[str]) -> list[str]:
    return [plain(line) for line in lines] or ["There was nothing to send."]


DeskAction: TypeAlias = Callable[[GameDesk, Body], list[str]]

DESK_ACTIONS: Final[Mapping[str, DeskAction]] = MappingProxyType(
    {
        "join": join,
        "leave": leave,
        "decline": refuse,
        "consent": consent,
        "withdraw": withdraw,
        "propose": propose,
        "send": send,
        "send-again": send_again,
        "arrived": arrived,
    }
)
"""The actions by the last part of their address."""
