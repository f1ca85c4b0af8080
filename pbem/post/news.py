"""What a player is told about what came in: one sentence each."""

from enum import StrEnum

from engine.values import dataclass
from pbem.save.errors import SaveError
from pbem.save.shelf import GameRef, ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import quoted_path


class NewsKind(StrEnum):
    """What a piece of news is about."""

    INVITATION = "invitation"
    ANSWER = "answer"
    TURN = "turn"
    SO_FAR = "so-far"
    STRANGER = "stranger"
    SEEN = "seen"
    FORK = "fork"
    CARD = "card"
    PROPOSAL = "proposal"
    OBSERVERS = "observers"
    PLAN = "plan"
    DECLINED = "declined"
    CALLED_OFF = "called-off"
    EARLY = "early"
    VERSION = "version"
    SENT = "sent"
    LACKING = "lacking"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class News:
    """One piece of news.

    game: hex id, "" when the file belongs to no known game; name: of the game.
    text: one sentence for people; exit_code and code: of what was refused, else 0 and "".
    to_move: the nation that the game waits for now, "" while players are joining.
    ref: the game, None when the file belongs to no known game.
    """

    kind: NewsKind
    text: str
    game: str = ""
    name: str = ""
    to_move: str = ""
    code: str = ""
    exit_code: int = 0
    ref: GameRef | None = None


def refused(error: SaveError, path: str = "") -> News:
    """The news that something was not taken in; path: the file in which it is, if it is known."""
    where = f" (the file {quoted_path(path)})" if path else ""
    text = f"refused: {error}{where}"
    return News(NewsKind.REFUSED, text, code=error.code, exit_code=error.exit_code)


def news_of(
    save: TrustedSave,
    kind: NewsKind,
    text: str,
    *,
    to_move: str = "",
    code: str = "",
    exit_code: int = 0,
) -> News:
    """News of a known game."""
    genesis = save.genesis
    return News(
        kind, text, genesis.game.hex(), genesis.name, to_move, code, exit_code, ref_of(save)
    )


def whose(save: TrustedSave, to_move: str, mover: str = "") -> str:
    """Whose turn it is, as the end of a sentence.

    mover: the nation in whose turn `to_move` is only asked, when that is another nation.
    """
    if not to_move:
        return "the game is over"
    who = f"{to_move} ({save.player_of(to_move)})"
    return f"{who} to move" if mover in {"", to_move} else f"{who} asked in the turn of {mover}"
