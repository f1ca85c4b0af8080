"""The past of a game on the page: its replay as a file, and what happened in an area."""

import threading
from itertools import pairwise
from typing import Final

from pbem.home import Home
from pbem.named_files import read_save_file
from pbem.post import replay_of
from pbem.replay import History, read_history
from pbem.replay.history import Filter, fits, text_of
from pbem.report import sentences
from pbem.save.shelf import CURRENT, GameRef
from pbem.save.trusted_save import TrustedSave
from pbem.text import plain

_MOST_TOLD: Final = 60


def replay_page(home: Home, ref: GameRef) -> bytes:
    """The whole game as one page, as `pbem replay` writes it; raises as `Home.view_bytes` does."""
    data = read_save_file(home.game_store.folder(ref) / CURRENT)
    return replay_of(home, home.view_bytes(data)).page


class KeptHistory:
    """The moments of the game that was looked at last, so that each area asks for them once."""

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._kept: tuple[TrustedSave, History] | None = None
        self._lock = threading.Lock()

    def of(self, save: TrustedSave) -> History:
        """The history of a save."""
        with self._lock:
            if self._kept is None or self._kept[0] is not save:
                self._kept = (save, read_history(save))
            return self._kept[1]


def moments_of(history: History) -> list[dict[str, object]]:
    """The turns with their steps, without what was taken back; what can be tried from."""
    turns: list[dict[str, object]] = []
    steps: list[list[object]] = []
    heading = ""
    for moment in history.line():
        here = f"Round {moment.round}, {moment.nation}" if moment.number else "The start"
        if here != heading:
            heading, steps = here, []
            turns.append({"title": plain(here), "steps": steps})
        text = text_of(moment)
        if moment.number:
            text = f"{moment.phase.replace('_', ' ')}: {text}"
        steps.append([moment.number, plain(text)])
    return turns


def past_of(history: History, name: str) -> list[str]:
    """What happened in an area, in sentences with their round and nation, the latest first."""
    wanted = Filter(territory=name)
    told = [
        f"Round {moment.round}, {moment.nation}: {plain(text)}"
        for before, moment in pairwise(history.line())
        if fits(moment, wanted)
        for text in sentences(before.step.state, moment.step.events)
        if name in text
    ]
    return told[::-1][:_MOST_TOLD]
