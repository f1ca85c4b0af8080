"""A seat that is taken: the answer to the host, and what the player has agreed to."""

from collections.abc import Callable
from pathlib import Path

from engine.values import dataclass
from pbem.files import write_atomic
from pbem.home import Home
from pbem.lobby.authority import choose_following, require_encrypted
from pbem.lobby.joining import answer
from pbem.lobby.terms import Terms, terms_of
from pbem.post.delivery_words import mail_lines
from pbem.post.letter import own_name
from pbem.post.outgoing import post_answer
from pbem.save.keys import NamedKey
from pbem.save.shelf import host_of, ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import plain


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """A seat that was taken just now.

    nations: those of the player.  answer: the file for the host.  lines: what the player is told.
    """

    save: TrustedSave
    nations: tuple[str, ...]
    terms: Terms
    answer: Path
    lines: tuple[str, ...]


def take_seat(
    home: Home,
    text: str,
    key: NamedKey,
    clock: Callable[[], int],
    player: str = "",
    *,
    out: Path | None = None,
    plain_http: bool = False,
) -> TakenSeat:
    """Take the seat kept for a player, write the answer, and mail it when mail is configured.

    text: the game as `Home.choose` takes it.  clock: Unix seconds.  player: the name they were
    invited under, "" when it can only be one.  out: where the answer is written, None for beside
    the game.  Raises as `choose_following`, `require_encrypted` and `answer` do.
    """
    chosen = choose_following(home, text, clock())
    for source in chosen.save.sources:
        require_encrypted(source.address, plain_http=plain_http)
    when = clock()
    save, record = answer(home, chosen.save, key, when, player)
    path = out or home.game_store.folder(ref_of(save)) / "answer.pbem"
    write_atomic(path, record)
    posted = None
    if home.config.mail is not None:
        posted = post_answer(home, save, record, key, when)
    terms, me = terms_of(save), own_name(save, key)
    nations = tuple(nation for nation, name in save.seats.items() if name == me)
    is_mailed = posted is not None and not posted.leaves_some_out
    by_hand = [] if is_mailed else [f"The answer for the host is in {path}."]
    lines = (
        f"You have taken {', '.join(nations)} in {plain(save.genesis.name)} "
        f"(game {home.handle(save)}), {host_of(save)}.",
        *_renamed(key.name, me),
        *_others(home, save),
        "You have agreed to these terms:",
        *(f"  {line}" for line in terms.lines()),
        *by_hand,
        *mail_lines(posted),
    )
    return TakenSeat(save, nations, terms, path, lines)


def _renamed(own: str, here: str) -> list[str]:
    """What the host calls a player who calls themselves something else."""
    return [f"In this game you are called {here}, as the host named you."] if own != here else []


def _others(home: Home, save: TrustedSave) -> list[str]:
    """Other games of this id: whoever joins must know that they have taken the right one."""
    others = home.others_of_that_id(save)
    head = f"You have another game with the id {save.genesis.game.hex()[:8]}; this is not it:"
    return [head, *(f"  {plain(line)}" for line in others)] if others else []
