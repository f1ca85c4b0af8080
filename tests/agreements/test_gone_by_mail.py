"""A player and one of two dice servers are gone: what the other one types, from the proposal on.

Ann is the host and moves first. The servers are authorities in folders, found by their addresses.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.dice.client import DiceClient, EmbeddedClient
from pbem.save.errors import DiceUnavailableError
from pbem.save.records import Start, VoidRoll
from tests.agreements.test_attacks_late import HOUR, LAST
from tests.support.by_mail import begin
from tests.support.table import Desk, mail_desks

ONE, TWO, THREE = (f"https://{name}.example.org" for name in ("one", "two", "three"))
PACE = ("--pace", "72h", "--bumps", "2 every 24h then forfeit")


class Gone:
    """A server that nobody reaches, whatever is asked."""

    def __getattr__(self, name: str) -> Callable[..., object]:
        def nobody(*_: object, **__: object) -> object:
            raise DiceUnavailableError("dice-server-unavailable", "nobody answers")

        return nobody


@pytest.fixture
def gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The addresses that nobody reaches."""
    away: set[str] = set()

    def found(address: str, folder: Path, clock: Callable[[], int]) -> DiceClient | Gone:
        del folder
        if address in away:
            return Gone()
        return EmbeddedClient(tmp_path / address.partition("//")[2], clock)

    for module in ("authority", "new_dice", "founding"):
        monkeypatch.setattr(f"pbem.lobby.{module}.connect", found)
    return away


def begun(folder: Path, *options: str) -> tuple[Desk, Desk, str]:
    ann, ben = mail_desks(folder, "Ann", "Ben")
    return ann, ben, begin(ann, ben, "--dice", ONE, "--dice", TWO, *options)


def at(monkeypatch: pytest.MonkeyPatch, desk: Desk, later: int) -> None:
    """So many seconds after the start of the game, for all commands."""
    save = desk.home.game_store.load(desk.game)
    assert save is not None
    [start] = [one for one in save.records if isinstance(one, Start)]
    for module in (
        "commands.pace",
        "commands.enact",
        "commands.fetch",
        "commands.play",
        "commands.propose",
        "commands.consent",
        "terminal.proposals",
    ):
        monkeypatch.setattr(f"pbem.{module}.now", lambda: start.time + later)


def test_the_host_and_a_server_are_gone_and_the_game_goes_on(
    tmp_path: Path, gone: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben tells the new server who plays: the host is the one who is gone."""
    _, ben, game = begun(tmp_path, *PACE)
    gone.add(TWO)
    wish = ("player-and-dice", "Ann", "--name", "Ben", "--replaces", "second", "--address", THREE)
    out = ben.ok("propose", game, *wish).out
    assert "'Ben' takes" in out and "from 'Ann', who is absent and has not signed" in out
    assert f"the second dice authority is replaced by '{THREE}'" in out
    assert "reminders included" in out, "all have consented, and it is too early"
    at(monkeypatch, ben, LAST)
    assert ben.run("enact", game).code == 8
    at(monkeypatch, ben, LAST + HOUR)
    out = ben.ok("enact", game).out
    assert "SUBSTITUTE AND NEW DICE AUTHORITY: " in out and "Russians (Ben) to move" in out
    ben.ok("play", game, "--computer", "easy")
    ben.ok("play", game, "--computer", "easy")
    assert ben.ok("verify", game, "--json").data["turns"] == 2
    assert "nothing was rolled and thrown away" in ben.ok("dice", "audit", game).out


def test_whoever_is_there_says_so_to_the_server_that_is_left(
    tmp_path: Path, gone: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, game = begun(tmp_path, *PACE)
    gone.add(TWO)
    wish = ("player-and-dice", "Ann", "--name", "Ben", "--replaces", "second", "--address", THREE)
    ben.ok("propose", game, *wish)
    assert f"If you are there, say so: pbem pace {game} --here" in ann.ok("fetch").out
    at(monkeypatch, ben, LAST)
    assert "knows that you are here" in ann.ok("pace", game, "--here").out
    at(monkeypatch, ben, LAST + HOUR)
    refused = ben.run("enact", game)
    assert refused.code == 8 and "reminders included" in refused.err + refused.out


def test_new_dice_give_up_the_roll_that_the_other_server_has_answered(
    tmp_path: Path, gone: set[str]
) -> None:
    ann, ben, game = begun(tmp_path)
    gone.add(TWO)
    assert ann.run("play", game, "--computer", "easy").code == 9
    out = ann.ok("propose", game, "new-dice", THREE, "--replaces", "second").out
    assert "rolls up to number 1 that the other one alone has answered are given up" in out
    name = str(ann.ok("consent", game, "--json").rows("proposals")[0]["proposal"])
    ben.ok("fetch")
    ben.ok("consent", game, name, "--yes")
    ann.ok("fetch")
    ann.ok("play", game, "--computer", "easy")
    save = ann.home.game_store.load(ann.game)
    assert save is not None
    assert [one.request.index for one in save.records if isinstance(one, VoidRoll)] == [1]
    assert "Germans (Ben) to move" in ben.ok("fetch").out
    assert ben.ok("verify", game).code == 0
