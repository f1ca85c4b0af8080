"""The past of a game on the page: its replay, as a file."""

from pbem.home import Home
from pbem.named_files import read_save_file
from pbem.post import replay_of
from pbem.save.game_store import CURRENT
from pbem.save.shelf import GameRef


def replay_page(home: Home, ref: GameRef) -> bytes:
    """The whole game as one page, as `pbem replay` writes it; raises as `Home.view_bytes` does."""
    data = read_save_file(home.game_store.folder(ref) / CURRENT)
    return replay_of(home, home.view_bytes(data)).page
