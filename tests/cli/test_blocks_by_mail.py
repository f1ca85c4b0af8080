"""A block game by mail between three homes whose defenders are asked (T195)."""

from pathlib import Path

import pytest

from engine import Decision
from pbem.replay import Position, read_position
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from tests.cli.test_blocks import AXIS, USSR, WEST
from tests.support.table import ANYWAY, Desk, mail_desks

WAR = """\
declare war West
move 1 infantry: Milan > Marseille
fight Marseille
"""
# A tank acts before infantry, so the defender is asked before any die has fallen.
ATTACKERS = AXIS.replace("2 tank: Milan", "2 infantry: Milan").replace(
    "2 infantry: Tripoli", "2 tank: Tripoli"
)
DEFENDERS = WEST.replace("1 infantry: Marseille", "1 tank: Marseille").replace(
    "2 tank: Paris", "2 infantry: Paris"
)
NATIONS = ("Axis", "West", "USSR")


class Table:
    """Three homes and the game that they play by mail."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.first = ""
        ann, ben, cy = mail_desks(folder, "Ann", "Ben", "Cy")
        self.desks = dict(zip(NATIONS, (ann, ben, cy), strict=True))
        seats = ("Axis=me", "West=Ben <ben@example.org>", "USSR=Cy <cy@example.org>")
        words = (word for seat in seats for word in ("--seat", seat))
        ann.ok("new", "triumph_tragedy", *words, "--option", "ask_defender=true")
        self.fetch()
        self.name = ben.home.game_store.games()[0].game.hex()[:8]
        ben.ok("join", self.name, "--yes")
        cy.ok("join", self.name, "--yes")
        self.fetch()
        self.fetch()

    def fetch(self) -> None:
        for desk in self.desks.values():
            desk.ok("fetch")

    def position(self) -> Position:
        """The position that most has been played in."""
        saves = [self._save(desk) for desk in self.desks.values()]
        return read_position(max(saves, key=lambda save: len(save.entries)))

    def _save(self, desk: Desk) -> TrustedSave:
        store = desk.home.game_store
        return open_save((store.folder(store.games()[0]) / "current.pbem").read_bytes())

    def play(self, nation: str, text: str, *words: str) -> str:
        """Orders of a nation, mailed to the others, who fetch them."""
        orders = self.folder / "turn.orders"
        orders.write_text(text, encoding="utf-8")
        desk = self.desks[nation]
        out = desk.ok("play", self.name, *ANYWAY, "--orders", orders, *words).out
        desk.ok("send", self.name)
        self.fetch()
        return out


@pytest.fixture
def table(tmp_path: Path) -> Table:
    game = Table(tmp_path)
    for nation, text in zip(NATIONS, (ATTACKERS, DEFENDERS, USSR), strict=True):
        game.play(nation, text)
    for number in range(3):
        mover = game.position().mover
        if number == 2 and mover == "Axis":
            game.first = "command K5\n"
        else:
            game.play(mover, "command K5\n" if mover == "Axis" else "command pass\n")
    return game


def test_T62_T195_the_defender_retreats_by_mail_and_the_report_says_so(table: Table) -> None:
    table.play("Axis", table.first + WAR)
    waiting = table.position().step.waiting
    assert isinstance(waiting, Decision)
    assert (waiting.nation, waiting.what, waiting.territory) == (
        "West",
        "block_action",
        "Marseille",
    )
    assert "asked in the turn of Axis" in table.desks["West"].ok("status", table.name).out
    table.desks["USSR"].refused(8, "play", table.name, "--computer", "easy")
    table.play("West", "retreat Marseille > Gascony\n")
    if table.position().nation == "Axis":
        table.play("Axis", table.first + WAR, "--resume")
    report = table.desks["USSR"].ok("summary", table.name).out
    assert report.split("\n")[0].endswith("round 1, Spring: Axis")
    glance = report.split("AT A GLANCE")[1].split("\n\n")[0]
    assert "Axis declared war on West." in glance
    assert "Battle in Marseille" in glance and "Marseille came under the control" in glance
    assert "West tank (1 CV) left: Marseille > Gascony." in report
    for desk in table.desks.values():
        assert "All is well" in desk.ok("verify", table.name).out
