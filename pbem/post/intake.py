"""Taking in what came by mail or as a file: verify it, store it, say what is new.

Nothing unsigned is believed, and nothing that fails its proof is stored.  The From line of
a mail plays no part.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import partial

from engine.values import dataclass
from pbem.agreements.describe import describe_proposal
from pbem.agreements.open_proposals import count_kept, keep, names_of, no_such_game, waiting
from pbem.post.opened import OpenedGames
from pbem.replay import definition_of
from pbem.save import format as container
from pbem.save.agreement_checks import SignedProposal
from pbem.save.cards import read_card
from pbem.save.errors import NotASaveError, OutOfTurnError, SaveError
from pbem.save.game_store import Relation
from pbem.save.invite import join_game, read_join_answer
from pbem.save.proposal_file import read_proposal_file
from pbem.save.records import Join
from pbem.save.trust import INVITING, PLAYING, TrustedSave, open_save

_OTHER_HISTORY = "proposal-other-history"
_MOST_KEPT = 100
"""Proposals kept of a game at most, those that wait for their turn included."""


class Kind(StrEnum):
    """What a piece of news is about."""

    INVITATION = "invitation"
    ANSWER = "answer"
    TURN = "turn"
    SEEN = "seen"
    FORK = "fork"
    CARD = "card"
    PROPOSAL = "proposal"
    EARLY = "early"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class News:
    """One piece of news.

    game: hex id, "" when the file belongs to no known game; name: of the game.
    text: one sentence for people; exit_code and code: of what was refused, else 0 and "".
    to_move: the nation that the game waits for now, "" while players are joining.
    """

    kind: Kind
    text: str
    game: str = ""
    name: str = ""
    to_move: str = ""
    code: str = ""
    exit_code: int = 0


def is_ours(data: bytes) -> bool:
    """Whether bytes begin like one of our files; the predicate for extracting them from a mail."""
    return data.startswith(container.MAGIC)


def take_in(games: OpenedGames, files: Sequence[bytes]) -> tuple[News, ...]:
    """Take in the files of one mail: saves, answers, proposals, then the cards."""
    news: list[News] = []
    named: list[bytes] = []
    by_kind = sorted(files, key=_order)
    for data in by_kind:
        try:
            kind = container.kind_of(data)
            if kind == container.SAVE:
                news.append(_take_save(games, data, named))
            elif kind == container.JOIN:
                news.append(_take_answer(games, data, named))
            elif kind == container.PROPOSAL:
                news.extend(_take_proposal(games, data, named))
            else:
                news.extend(_take_card(games, data, named))
        except SaveError as error:
            news.append(refused(error))
    return tuple(news)


def refused(error: SaveError) -> News:
    """The news that something was not taken in."""
    return News(Kind.REFUSED, f"refused: {error}", code=error.code, exit_code=error.exit_code)


def _order(data: bytes) -> tuple[int, int]:
    """Saves first, because all others belong to one; of two saves the longer log comes later."""
    order = {container.SAVE: 0, container.JOIN: 1, container.PROPOSAL: 2, container.CARD: 3}
    try:
        return order[container.kind_of(data)], len(data)
    except SaveError:
        return 4, 0


def _take_save(games: OpenedGames, data: bytes, named: list[bytes]) -> News:
    save = open_save(data, games.home.keyring())
    game, name = save.genesis.game, save.genesis.name
    to_move = mover = ""
    if save.state == PLAYING:
        position = games.position(save)
        if position.error is not None:
            raise position.error
        to_move, mover = position.nation, position.mover
    else:
        # Better to learn now that this version cannot play it than after the game has started.
        definition_of(save)
    comparison = games.file(save)
    named.append(game)
    relation = comparison.relation
    news = partial(News, game=game.hex(), name=name, to_move=to_move)
    if relation is Relation.FORK:
        text = (
            f"{name}: this save and yours diverge at record {comparison.index}: the same position "
            "was played in two ways. Both are kept as proof; your save stays the current one."
        )
        return news(Kind.FORK, text, code="forked", exit_code=8)
    if relation is Relation.SAME:
        return news(Kind.SEEN, f"{name}: seen before, nothing changes.")
    if relation is Relation.OLDER:
        text = f"{name}: an older save than yours, nothing changes."
        return news(Kind.SEEN, text, code="stale")
    if save.state == INVITING:
        return news(Kind.INVITATION, f"{name}: an invitation from {save.genesis.host}.")
    return news(Kind.TURN, f"{name}: {whose(save, to_move, mover)}.")


def whose(save: TrustedSave, to_move: str, mover: str = "") -> str:
    """Whose turn it is, as the end of a sentence.

    mover: the nation in whose turn `to_move` is only asked, when that is another nation.
    """
    if not to_move:
        return "the game is over"
    who = f"{to_move} ({save.player_of(to_move)})"
    return f"{who} to move" if mover in {"", to_move} else f"{who} asked in the turn of {mover}"


def _take_answer(games: OpenedGames, data: bytes, named: list[bytes]) -> News:
    record = read_join_answer(data)
    for game in games.home.game_store.games_founded_by(join_game(record)):
        save = _sound(games, game)
        if save is None:
            continue
        named.append(game)
        name = save.genesis.name
        news = partial(News, game=game.hex(), name=name)
        if any(entry.raw == record for entry in save.entries):
            return news(Kind.SEEN, f"{name}: that answer was seen before.")
        grown = save.append_join(record)
        games.file(grown)
        joined = grown.records[-1]
        who = joined.player if isinstance(joined, Join) else "somebody"
        return news(Kind.ANSWER, f"{name}: {who} has joined.")
    raise NotASaveError(
        "unknown-game", "it answers an invitation to a game that you do not have", "Nothing to do."
    )


def _take_proposal(games: OpenedGames, data: bytes, named: list[bytes]) -> list[News]:
    """Keep a proposal, or consents to one that is known; what can never be agreed to is refused.

    One that was made on a position of which this home does not know yet is kept as well, and told
    of when everything else is in (`take_in_early`).
    """
    signed = read_proposal_file(data)
    save = games.save(signed.proposal.game)
    if save is None:
        raise no_such_game()
    named.append(save.genesis.game)
    try:
        save.check_proposal(signed)
    except OutOfTurnError as error:
        if error.code != _OTHER_HISTORY or not _may_wait(games, save, signed):
            raise
        keep(games.home, signed)
        games.early.append(signed)
        return []
    return [_kept(games, save, signed)]


def take_in_early(games: OpenedGames) -> list[News]:
    """News of the proposals that came before their turn, now that everything else is in."""
    news: list[News] = []
    for signed in games.early:
        save = games.save(signed.proposal.game)
        if save is None:
            continue
        try:
            save.check_proposal(signed)
        except SaveError:
            text = (
                f"{save.genesis.name}: a proposal has come before the turn on which it was made; "
                "it waits for that turn."
            )
            game = save.genesis.game.hex()
            news.append(News(Kind.EARLY, text, game, save.genesis.name))
        else:
            news.append(_kept(games, save, signed, is_new=True))
    games.early.clear()
    return news


def _may_wait(games: OpenedGames, save: TrustedSave, signed: SignedProposal) -> bool:
    """Whether a player has signed it and not too many wait: mail can come from anyone."""
    known = {save.genesis.host_key, *save.players.values()}
    return signed.proposal.proposer in known and count_kept(games.home, save) < _MOST_KEPT


def _kept(
    games: OpenedGames, save: TrustedSave, signed: SignedProposal, *, is_new: bool = False
) -> News:
    """Keep a proposal that fits; is_new: its file was put there in this run."""
    news = partial(News, game=save.genesis.game.hex(), name=save.genesis.name)
    if any(
        one.agreement is not None and one.agreement.proposal.digest == signed.proposal.digest
        for one in save.entries
    ):
        return news(Kind.SEEN, f"{save.genesis.name}: that has been agreed and enacted already.")
    known = [one.signed for one in waiting(games.home, save)]
    kept = keep(games.home, signed)
    if kept in known and not is_new:
        return news(Kind.SEEN, f"{save.genesis.name}: that proposal was seen before.")
    missing = names_of(save, save.check_proposal(kept), kept.proposal.motion)
    text = "; ".join(line.strip() for line in describe_proposal(games.position(save), kept))
    text = text.replace(":; ", ": ")
    state = f"{', '.join(missing)} must still consent" if missing else "all have consented"
    return news(Kind.PROPOSAL, f"{text}. {state[0].upper()}{state[1:]}.")


def _sound(games: OpenedGames, game: bytes) -> TrustedSave | None:
    """The save of a stored game; None when it is damaged: others must not suffer for it."""
    try:
        return games.save(game)
    except SaveError:
        return None


def _take_card(games: OpenedGames, data: bytes, named: list[bytes]) -> list[News]:
    """Keep a card with the games of its mail, or with all games of its key when it came alone.

    Only the cards of players are kept: otherwise anyone who can send mail could fill the disk.
    """
    key = read_card(data).key
    home = games.home
    found = [
        game
        for game in dict.fromkeys(named or home.game_store.games_that_hold(key))
        if (save := _sound(games, game)) is not None
        and key in (save.genesis.host_key, *save.players.values())
    ]
    if not found:
        return [News(Kind.SEEN, "an address card of somebody who is in none of your games")]
    return [
        News(
            Kind.CARD,
            f"address card of {home.keep_card(game, data).name} kept",
            game=game.hex(),
        )
        for game in found
    ]
