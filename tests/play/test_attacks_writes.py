"""A disk that fails, is full, or a kill, at any call that writes of a turn with roll and mail."""

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.dice.client import EmbeddedClient
from pbem.home import Home
from pbem.replay import read_position
from pbem.save.audit import audit_dice
from pbem.save.records import Roll
from pbem.save.trust import open_save
from tests.support.crashes import HERE, Plan, Try, count_moments, run_plan
from tests.support.table import ANYWAY, CLOCK, GAME, desk, table
from tests.support.write_faults import HOWS, How

NAME = GAME.hex()[:8]
ORDERS = """buy 3 infantry
losses: infantry
move 2 infantry, 1 fighter: Karelija > Finland
fight Finland
place 3 infantry: Moscow
"""
TURN_IS_OVER = 8
_SHARE = {"kill": 4, "fail": 3, "full": 2}
"""How many calls the suite lets go wrong in each way; `make fuzz ARGS=--writes` takes all."""
_AT_ONCE = 8
"""How many of them one process tries, so that none runs for long."""


def plan_in(folder: Path) -> Plan:
    """Ann's turn, with the dice authority in her home and Ben's Maildir beside it."""
    template = folder / "template"
    config = (
        '[mail]\naddress = "ann@example.org"\n[mail.outgoing]\nkind = "maildir"\n'
        f'[mail.outgoing.maildirs]\n"ben@example.org" = "{HERE}/box"\n'
    )
    ann = desk(template, "Ann", config)
    game = table(ann.root / "dice")
    ann.home.game_store.store(game.save)
    ann.home.keep_addresses(ann.game, {"Ben": "ben@example.org"})
    for part in ("tmp", "new", "cur"):
        (template / "box" / part).mkdir(parents=True)
    (template / "turn.orders").write_text(ORDERS, encoding="utf-8")
    command = ("play", NAME, *ANYWAY, "--orders", f"{HERE}/turn.orders")
    again = (*command, "--resume")
    sent = (("send", NAME),)
    return Plan(str(template), str(folder / "work"), "ann", command, again, (), "kill", sent)


def check_all_is_well(entry: Try) -> None:
    """One turn, one set of dice and one mail; every save opens; the first words were a sentence."""
    assert "bug in pbem" not in entry.said and "Traceback" not in entry.said, entry
    if entry.codes:
        assert entry.codes[-1] == 0 or set(entry.codes) == {TURN_IS_OVER}, entry
    assert set(entry.afterwards) == {0}, entry
    home = Home(Path(entry.folder) / "ann")
    save = home.choose(NAME).save
    position = read_position(save)
    assert (position.error, position.nation) == (None, "Germans"), entry
    journal = EmbeddedClient(home.root / "dice", lambda: CLOCK).journal(GAME)
    assert audit_dice(save, journal) == (), entry
    rolls = [record for record in save.records if isinstance(record, Roll)]
    assert [one.event for one in journal] == ["roll"] * len(rolls) + ["closing"], entry
    box = Path(entry.folder) / "box"
    assert len(list((box / "new").iterdir())) == 1, entry
    for path in home.root.rglob("*.pbem"):
        open_save(path.read_bytes())


def run_share(folder: Path, how: How, wanted: int) -> tuple[int, list[Try]]:
    """Let it go wrong at so many calls, spread over all; how many there are, and the tries."""
    plan = replace(plan_in(folder), how=how)
    count = count_moments(plan)
    moments = spread(count, min(wanted, count))
    tries: list[Try] = []
    for start in range(0, len(moments), _AT_ONCE):
        part, work = moments[start : start + _AT_ONCE], str(folder / f"work {start}")
        tries += run_plan(replace(plan, moments=part, work=work))
    return count, tries


def spread(count: int, wanted: int) -> list[int]:
    """So many numbers between 1 and count, the last one among them."""
    return sorted({count - index * count // wanted for index in range(wanted)})


@pytest.mark.slow
@pytest.mark.parametrize("how", HOWS)
def test_a_turn_goes_on_after_any_call_that_writes_went_wrong(tmp_path: Path, how: How) -> None:
    count, tries = run_share(tmp_path, how, _SHARE[how])
    assert count > 50
    for entry in tries:
        assert entry.was_killed == (how == "kill"), entry
        check_all_is_well(entry)
