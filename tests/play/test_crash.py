"""The process is killed at any moment of play, roll and send: nothing is lost or repeated."""

import os
import random
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest

from pbem.dice.client import EmbeddedClient
from pbem.home import Home
from pbem.replay import read_position
from pbem.save.audit import audit_dice
from pbem.save.errors import DiceUnavailableError
from pbem.save.records import Roll
from pbem.save.trusted_save import TrustedSave
from tests.support.crashes import HERE, Plan, run_plan
from tests.support.strace import missing
from tests.support.table import ANYWAY, CLOCK, GAME, Desk, desk, table

NAME = GAME.hex()[:8]
ORDERS = """buy 3 infantry
try tech rockets 1
losses: infantry
move 2 infantry, 1 fighter: Karelija > Finland
move 3 infantry, 1 armour: Northern Russia > Western Russia
fight Finland
retreat Western Russia > Northern Russia after round 1
try move 1 fighter: Finland > Karelija
place 3 infantry: Moscow
"""
needs_strace = pytest.mark.skipif(bool(missing()), reason=missing())


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    """Ann's home with the dice authority inside it, so that both are copied for every try."""
    folder = tmp_path / "template"
    ann = desk(folder, "Ann")
    game = table(ann.root / "dice")
    ann.home.game_store.store(game.save)
    (folder / "turn.orders").write_text(ORDERS, encoding="utf-8")
    command = ("play", NAME, *ANYWAY, "--orders", f"{HERE}/turn.orders")
    return Plan(str(folder), str(tmp_path / "work"), "ann", command, (*command, "--resume"))


def check_finished(folder: str) -> TrustedSave:
    """The turn is over, everything verifies, and the dice are those of the authority's journal."""
    home = Home(Path(folder) / "ann")
    save = home.choose(NAME).save
    position = read_position(save)
    assert position.error is None
    assert position.nation == "Germans", folder
    journal = EmbeddedClient(home.root / "dice", lambda: CLOCK).journal(GAME)
    assert audit_dice(save, journal) == ()
    indices = [record.request.index for record in save.records if isinstance(record, Roll)]
    assert indices == list(range(1, len(indices) + 1))
    events = [entry.event for entry in journal]
    assert events == ["roll"] * len(indices) + ["closing"]
    assert not home.draft_path(home.game_store.games()[0]).exists()
    return save


@pytest.mark.slow
@needs_strace
def test_orders_from_a_file_go_on_where_they_were_cut_off(plan: Plan) -> None:
    kinds = set()
    first, *tries = run_plan(replace(plan, shares={"kill": 10}))
    assert first.calls > 100 and len(tries) == 10
    for entry in tries:
        assert entry.was_killed
        # When the very last store was durable the turn is over, and going on is refused.
        if entry.state == "turn_end":
            assert entry.codes == [8] * len(entry.codes)
        else:
            assert entry.codes == [0], entry
        save = check_finished(entry.folder)
        assert save.next_roll > 1
        kinds.add(entry.state)
        actions = [
            action
            for record in save.records
            for action in getattr(record, "actions", ())
            if action[0] in {"buy", "move", "place"}
        ]
        assert len(actions) == len({str(action) for action in actions})
        assert {action[0] for action in actions} == {"buy", "move", "place"}
    # Killed before the first roll, between rolls, before the end was signed, and after it.
    assert kinds == {"start", "orders", "roll", "turn_end"}


@pytest.mark.slow
@needs_strace
def test_computer_goes_on_where_it_was_cut_off(plan: Plan) -> None:
    command = ("play", NAME, "--computer", "easy")
    computer = replace(plan, command=command, again=command, shares={"kill": 3})
    _, *tries = run_plan(computer)
    # After the last call that writes the turn is over, and the computer may not give another.
    for entry in tries[:-1]:
        assert entry.was_killed
        assert entry.codes == [0], entry
        check_finished(entry.folder)


def test_killed_by_the_clock_at_moments_that_nobody_chose(plan: Plan, tmp_path: Path) -> None:
    """The same without knowledge of where the writes are, a real process and a real SIGKILL."""
    chance, longest, killed = random.Random(5), 0.6, 0
    while not killed:
        # On a fast machine a turn may be over before the first kill: then sooner in another one.
        folder = tmp_path / f"clock-{longest}"
        shutil.copytree(plan.template, folder)
        killed = killed_and_finished(folder, chance, longest)
        check_finished(str(folder))
        longest /= 2


def killed_and_finished(folder: Path, chance: random.Random, longest: float) -> int:
    """How often the program was killed, each time within so many seconds, until its turn is over.

    After six times it is left alone.
    """
    env = {**os.environ, "PBEM_HOME": str(folder / "ann")}
    words = [sys.executable, "-m", "pbem", "play", NAME, "--computer", "random"]
    for killed in range(6):
        process = subprocess.Popen(
            words, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(chance.uniform(longest / 6, longest))
        process.kill()
        code = process.wait()
        save = Home(folder / "ann").choose(NAME).save
        assert read_position(save).error is None
        if code == 0 or read_position(save).nation != "Russians":
            return killed + (code < 0)
    subprocess.run(words, env=env, check=True, stdout=subprocess.DEVNULL)
    return 6


def test_killed_between_the_last_orders_and_the_end_of_the_turn(plan: Plan) -> None:
    """Signed orders that end the turn, and no turn end: going on signs the end and nothing else."""
    home = Home(Path(plan.template) / "ann")
    ann = Desk(home.root)
    away = DiceUnavailableError("dice-server-unavailable", "out of reach", "Try later.")
    with mock.patch.object(EmbeddedClient, "close", side_effect=away):
        assert ann.run("play", NAME, *ANYWAY, "--orders", f"{plan.template}/turn.orders").code == 9
    home.ending_path(home.game_store.games()[0]).unlink()
    save = home.choose(NAME).save
    assert read_position(home.choose(NAME).save).unsigned_end == "Russians"
    assert "the end of the turn has to be signed" in ann.ok("status", NAME).out
    (home.root / "config.toml").write_text('[mail]\naddress = "ann@example.org"\n')
    assert ann.refused(8, "send", NAME).error["code"] == "turn-not-over"
    done = ann.ok("play", NAME, "--computer", "easy", "--message", "Sorry, power cut")
    assert "Sorry, power cut" in done.out
    again = home.choose(NAME).save
    assert [entry.head for entry in again.entries[:-1]] == [entry.head for entry in save.entries]
    assert read_position(again).nation == "Germans"
