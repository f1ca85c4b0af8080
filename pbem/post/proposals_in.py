"""What comes in about agreements: proposals, the consents to them, and withdrawals."""

from functools import partial
from typing import TYPE_CHECKING

from engine.lazy import LazyFunction
from pbem.agreements.open_proposals import (
    count_kept,
    keep,
    names_of,
    proposal_game,
    proposal_name,
    waiting,
)
from pbem.motions.consent import SignedProposal
from pbem.post.news import News, NewsKind, news_of
from pbem.post.open_cache import OpenedGames
from pbem.save.errors import OutOfTurnError, SaveError
from pbem.save.proposal_file import read_proposal_file
from pbem.save.shelf import GameRef, host_of, ref_of
from pbem.save.trusted_save import TrustedSave

if TYPE_CHECKING:
    from pbem.agreements.describe import describe_proposal
else:
    # Late: few mails bring a proposal.
    describe_proposal = LazyFunction("pbem.agreements.describe", "describe_proposal")

_OTHER_HISTORY = "proposal-other-history"
_MOST_KEPT = 100
"""Proposals kept of a game at most, those that wait for their turn included."""


def take_proposal(games: OpenedGames, data: bytes, named: list[GameRef]) -> list[News]:
    """Keep a proposal, or consents to one that is known; what can never be agreed to is refused.

    One that was made on a position of which this home does not know yet is kept as well, and told
    of when everything else is in (`take_in_early`).
    """
    signed = read_proposal_file(data)
    save = _save_of(games, signed)
    ref = ref_of(save)
    named.append(ref)
    if games.home.game_store.is_guest(ref) and not _names_me(games, signed):
        text = f"{save.genesis.name}: a proposal in a game that you do not play in; left out."
        return [news_of(save, NewsKind.SEEN, text)]
    if _is_enacted(save, signed):
        return [_kept(games, save, signed)]
    try:
        save.check_proposal(signed)
    except OutOfTurnError as error:
        if error.code != _OTHER_HISTORY or not _may_wait(games, save, signed):
            error.place = f"{save.genesis.name}, proposal {proposal_name(signed)}"
            raise
        keep(games.home, ref, signed)
        games.early.append(signed)
        return []
    return [_kept(games, save, signed)]


def _save_of(games: OpenedGames, signed: SignedProposal) -> TrustedSave:
    """The save that a proposal belongs to; NotASaveError `unknown-game`."""
    found = games.home.game_store.games_with_id(signed.proposal.game)
    return proposal_game((one for ref in found if (one := sound(games, ref)) is not None), signed)


def take_in_early(games: OpenedGames) -> list[News]:
    """News of the proposals that came before their turn, now that everything else is in."""
    news: list[News] = []
    for signed in games.early:
        save = _save_of(games, signed)
        try:
            save.check_proposal(signed)
        except SaveError:
            text = (
                f"{save.genesis.name}: a proposal has come before the turn on which it was made; "
                "it waits for that turn."
            )
            news.append(news_of(save, NewsKind.EARLY, text))
        else:
            news.append(_kept(games, save, signed, is_new=True))
    games.early.clear()
    return news


def _may_wait(games: OpenedGames, save: TrustedSave, signed: SignedProposal) -> bool:
    """Whether a player has signed it and not too many wait: mail can come from anyone."""
    known = {save.genesis.host_key, *save.players.values()}
    return signed.proposal.proposer in known and count_kept(games.home, save) < _MOST_KEPT


def _is_enacted(save: TrustedSave, signed: SignedProposal) -> bool:
    return any(
        one.agreement is not None and one.agreement.proposal.digest == signed.proposal.digest
        for one in save.entries
    )


def _kept(
    games: OpenedGames, save: TrustedSave, signed: SignedProposal, *, is_new: bool = False
) -> News:
    """Keep a proposal that fits; is_new: its file was put there in this run."""
    news = partial(news_of, save)
    if _is_enacted(save, signed):
        return news(
            NewsKind.SEEN, f"{save.genesis.name}: that has been agreed and enacted already."
        )
    known = [one.signed for one in waiting(games.home, save)]
    kept = keep(games.home, ref_of(save), signed)
    if kept in known and not is_new:
        return news(NewsKind.SEEN, f"{save.genesis.name}: that proposal was seen before.")
    missing = names_of(save, save.check_proposal(kept), kept.proposal.motion)
    if games.home.game_store.is_guest(ref_of(save)):
        text = (
            f"{save.genesis.name}, a game that you do not play in yet, {host_of(save)}: "
            "a proposal names you."
        )
        return news(NewsKind.PROPOSAL, text)
    text = "; ".join(line.strip() for line in describe_proposal(games.position(save), kept))
    text = text.replace(":; ", ": ").removesuffix(".")
    if kept.proposal.motion.withdrawn is not None:
        return news(NewsKind.PROPOSAL, f"{text}.")
    state = f"{', '.join(missing)} must still consent" if missing else "all have consented"
    text = f"{text}. {state[0].upper()}{state[1:]}."
    if _puts_me_out(games, save, kept):
        text += f" If you are there, say so: pbem pace {games.home.handle(save)} --here"
    return news(NewsKind.PROPOSAL, text)


def _puts_me_out(games: OpenedGames, save: TrustedSave, signed: SignedProposal) -> bool:
    """Whether a proposal takes this player's seats, or their key, in a game with a pace."""
    identity, out = games.home.identity(), signed.proposal.motion.puts_out
    return save.genesis.pace is not None and identity is not None and out == identity[1]


def _names_me(games: OpenedGames, signed: SignedProposal) -> bool:
    """Whether a proposal would give this player a seat or a new key."""
    change, identity = signed.proposal.motion.handover, games.home.identity()
    return identity is not None and change is not None and change.key == identity[1]


def sound(games: OpenedGames, game: GameRef) -> TrustedSave | None:
    """The save of a stored game; None when it is damaged: others must not suffer for it."""
    try:
        return games.save(game)
    except SaveError:
        return None
