"""Attacks on the play itself: every record is signed and linked as it must be, and yet it is wrong.

Each row of the trust rules is tried with the engine: verify names the bad record and the reason,
the position before it can still be looked at, nobody's home changes, and the save is not filed.
"""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import Done, RollRequest
from pbem.dice.client import EmbeddedClient
from pbem.replay import read_history, read_position
from pbem.replay.errors import IllegalOrderError
from pbem.save.ending import EndingFile
from pbem.save.trusted_save import TrustedSave
from tests.support.table import (
    CLOCK,
    Desk,
    Table,
    assert_unchanged,
    desks_of,
    pass_turn,
    snapshot,
    table,
)


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


@pytest.fixture
def ben(tmp_path: Path, game: Table) -> Desk:
    return desks_of(tmp_path, game)[1]


def refused_everywhere(
    tmp_path: Path, ben: Desk, save: TrustedSave, exit_code: int, code: str, record: int
) -> str:
    """The save is refused by every door with the same code; the sentence of verify."""
    refused(tmp_path, ben, save, exit_code, code, record)
    path = tmp_path / "bad.pbem"
    for command in ("status", "history"):
        assert ben.refused(exit_code, command, path).error["code"] == code
    assert ben.refused(exit_code, "show", path, "Moscow").error["code"] == code
    assert ben.refused(exit_code, "play", path, "--computer", "easy").error["code"] == code
    text = ben.run("verify", path).out
    assert "NOT PROVEN" in text
    assert "last good position" in text
    return text


def refused(
    tmp_path: Path, ben: Desk, save: TrustedSave, exit_code: int, code: str, record: int
) -> str:
    """The save is refused when it is verified and not taken in; what is said about it."""
    path = tmp_path / "bad.pbem"
    path.write_bytes(save.to_bytes())
    said = ben.refused(exit_code, "verify", path)
    assert (said.error["code"], said.error["record"]) == (code, record)
    before = snapshot(ben.root)
    fetched = ben.run("fetch", path, "--json")
    assert fetched.code == exit_code
    assert fetched.rows("news")[0]["code"] == code
    assert_unchanged(before, ben.root)
    return str(said.error["text"])


Attack = Callable[[Table], TrustedSave]


def orders(nation: str, *lines: object, by: str = "") -> Attack:
    return lambda game: game.signed(nation, lines, by)


def in_battle(*lines: str) -> Attack:
    """Orders with a legal attack before them; the battle's dice are wanted at the end of it."""
    attack = (
        "done",
        "done",
        "move 2 infantry: Karelija > Finland",
        "done",
        "fight Finland",
    )
    return lambda game: game.signed("Russians", [*attack, *lines])


ATTACKS: dict[str, tuple[Attack, int, str]] = {
    "another nation than the one to move": (orders("Germans", "done"), 8, "not-your-turn"),
    "an ally, by the same player": (orders("British", "done"), 8, "not-your-turn"),
    "too few PUs": (orders("Russians", "done", "buy 30 armour"), 6, "not-enough-pus"),
    "somebody else's units": (
        orders("Russians", "done", "done", "move 1 infantry: Finland > Karelija"),
        6,
        "not-enough-units",
    ),
    "an order of another phase": (orders("Russians", "place 1 infantry: Moscow"), 6, "wrong-phase"),
    "a move across the world": (
        orders("Russians", "done", "done", "move 1 infantry: Moscow > Finland"),
        6,
        "not-enough-movement",
    ),
    "a path with a gap": (
        orders("Russians", "done", "done", "move 1 infantry: Moscow > Finland > Karelija"),
        6,
        "not-adjacent",
    ),
    "an order while dice are wanted": (in_battle("done"), 6, "dice-first"),
    "standing orders for another nation": (
        orders("Germans", "standing losses: infantry"),
        8,
        "not-your-turn",
    ),
    "standing orders while dice are wanted": (
        in_battle("standing losses: infantry"),
        6,
        "dice-first",
    ),
    "dice among the orders": (orders("Russians", "done", ["dice", [1]]), 6, "invalid-order"),
    "nonsense": (orders("Russians", ["buy", "everything"]), 6, "invalid-order"),
    "an order with a negative number": (
        orders("Russians", "done", ["buy", [["infantry", -5]]]),
        6,
        "invalid-order",
    ),
    "an unknown territory": (
        orders(
            "Russians", "done", "done", ["move", [[1, "infantry", "", []]], ["X", "Y"], False, []]
        ),
        6,
        "unknown-territory",
    ),
    "dice where none are wanted": (lambda game: game.rolled(), 7, "no-dice-wanted"),
    "dice for another nation": (lambda game: game.rolled("Germans"), 8, "not-your-turn"),
    "the end of a turn that has not begun": (
        lambda game: game.ended("Russians"),
        8,
        "turn-not-over",
    ),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_first_record_that_breaks_the_rules_is_named(
    tmp_path: Path, game: Table, ben: Desk, name: str
) -> None:
    attack, exit_code, code = ATTACKS[name]
    save = attack(game)
    refused(tmp_path, ben, save, exit_code, code, len(save.entries) - 1)


def test_no_command_goes_on_with_a_save_that_breaks_the_rules(
    tmp_path: Path, game: Table, ben: Desk
) -> None:
    for name in ("too few PUs", "dice where none are wanted"):
        attack, exit_code, code = ATTACKS[name]
        save = attack(game)
        text = refused_everywhere(tmp_path, ben, save, exit_code, code, len(save.entries) - 1)
        assert "round 1, Russians" in text


def test_illegal_order_names_rule_and_reason_and_leaves_the_orders_before_it(
    tmp_path: Path, game: Table, ben: Desk
) -> None:
    save = game.signed(
        "Russians", ["done", "buy 4 infantry", "done", "move 1 armour: Moscow > Finland"]
    )
    position = read_position(save)
    assert isinstance(position.error, IllegalOrderError)
    assert all(reason.rule.startswith("B") for reason in position.error.reasons)
    assert position.moments == 3
    assert read_history(save).moments[-1].number == 3
    path = tmp_path / "bad.pbem"
    path.write_bytes(save.to_bytes())
    shown = ben.run("status", path)
    assert "Russians, combat move" in shown.out
    assert shown.out.startswith("NOT PROVEN: Record 2 (orders): move 1 armour: Moscow > Finland: ")
    steps = ben.run("history", path, "--json").rows("steps")
    assert [step["action"] for step in steps] == ["done", "buy 4 infantry", "done"]
    reasons = ben.run("verify", path, "--json").error["reasons"]
    assert isinstance(reasons, list)
    assert reasons[0]["rule"].startswith("B")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"count": 3}, "other-dice-wanted"),
        ({"count": 1}, "other-dice-wanted"),
        ({"sides": 5}, "other-dice-wanted"),
        ({"step": "casualties"}, "other-dice-wanted"),
        ({"round": 2}, "other-dice-wanted"),
        ({"where": "Moscow"}, "other-dice-wanted"),
        ({"side": "defender"}, "other-dice-wanted"),
        ({"phase": "tech"}, "other-dice-wanted"),
    ],
)
def test_dice_for_anything_but_what_the_game_asks_for_are_refused(
    tmp_path: Path, game: Table, ben: Desk, change: dict[str, Any], code: str
) -> None:
    game.save = in_battle()(game)
    waiting = game.position().step.waiting
    assert isinstance(waiting, RollRequest) and waiting.count == 2
    save = game.rolled(**change)
    text = refused(tmp_path, ben, save, 7, code, 3)
    assert "the game waits for general fire of Russians in Finland" in text


def test_wrong_digest_names_the_turn_and_its_record(tmp_path: Path, game: Table, ben: Desk) -> None:
    session = game.session()
    while not session.is_over:
        session.give(Done())
    game.save = game.signed("Russians", session.pending)
    save = game.ended("Russians", bytes(32))
    refused_everywhere(tmp_path, ben, save, 4, "wrong-digest", len(save.entries) - 1)


def test_turn_end_too_early(tmp_path: Path, game: Table, ben: Desk) -> None:
    """The authority knows no rules, so it closes such a turn; the replay refuses it."""
    game.save = game.signed("Russians", ["done", "done"])
    refused_everywhere(tmp_path, ben, game.ended("Russians"), 8, "turn-not-over", 3)


def test_turn_end_missing_or_followed_by_more_orders(
    tmp_path: Path, game: Table, ben: Desk
) -> None:
    session = game.session()
    while not session.is_over:
        session.give(Done())
    game.save = game.signed("Russians", session.pending)
    complete = game.save
    assert read_position(complete).error is None
    assert read_position(complete).unsigned_end == "Russians"
    more = game.signed("Russians", ["done"])
    refused(tmp_path, ben, more, 8, "turn-not-ended", len(more.entries) - 1)
    skipped = game.signed("Germans", ["done"])
    refused(tmp_path, ben, skipped, 8, "turn-not-ended", len(skipped.entries) - 1)
    stolen = game.ended("Germans", bytes(32))
    refused(tmp_path, ben, stolen, 8, "turn-not-over", len(stolen.entries) - 1)

    game.save = complete
    game.save = game.ended("Russians")
    twice = game.ended("Russians")
    refused(tmp_path, ben, twice, 8, "turn-not-over", len(twice.entries) - 1)
    again = game.signed("Russians", ["done"])
    refused(tmp_path, ben, again, 8, "not-your-turn", len(again.entries) - 1)


def test_orders_behind_the_end_of_the_turn_in_one_record_are_refused(
    tmp_path: Path, game: Table, ben: Desk
) -> None:
    session = game.session()
    count = 0
    while not session.is_over:
        session.give(Done())
        count += 1
    save = game.signed("Russians", ["done"] * (count + 1))
    refused(tmp_path, ben, save, 8, "turn-not-ended", 2)


def test_nobody_plays_for_another_player(tmp_path: Path, game: Table) -> None:
    ann, ben = desks_of(tmp_path, game)
    refused = ben.refused(8, "play", game.save.genesis.game.hex(), "--computer", "easy")
    assert refused.error["code"] == "not-your-turn"
    assert "'Ann'" in str(refused.error["text"])
    save = pass_turn(game.session())
    path = tmp_path / "turn.pbem"
    path.write_bytes(save.to_bytes())
    # The file is new to Ann, but it is not her turn: a refused command files nothing.
    assert ann.refused(8, "play", path, "--computer", "easy").error["code"] == "not-your-turn"


def test_same_turn_twice_and_an_older_save_change_nothing(tmp_path: Path, game: Table) -> None:
    _, ben = desks_of(tmp_path, game)
    old = tmp_path / "old.pbem"
    old.write_bytes(game.save.to_bytes())
    new = tmp_path / "new.pbem"
    new.write_bytes(pass_turn(game.session()).to_bytes())
    assert "Germans (Ben) to move" in ben.ok("fetch", new).out
    before = snapshot(ben.root)
    same = ben.ok("fetch", new, "--json").rows("news")
    assert [(row["kind"], row["code"]) for row in same] == [("seen", "")]
    older = ben.ok("fetch", old, "--json").rows("news")
    assert [(row["kind"], row["code"]) for row in older] == [("seen", "stale")]
    assert_unchanged(before, ben.root)
    assert ben.refused(8, "play", old, "--computer", "easy").error["code"] == "stale"


def test_two_turns_from_one_position_are_both_kept_as_proof(tmp_path: Path, game: Table) -> None:
    """Only an authority that closes a turn twice allows it, and both closings convict it."""
    _, ben = desks_of(tmp_path, game)
    start = game.save
    shutil.copytree(tmp_path / "authority", tmp_path / "twin")
    first = pass_turn(game.session(start), "first thought")
    game.dice = EmbeddedClient(tmp_path / "twin", lambda: CLOCK, chain_length=256)
    game.ending = EndingFile()
    second = pass_turn(game.session(start), "second thought")
    for number, save in enumerate((first, second)):
        (tmp_path / f"{number}.pbem").write_bytes(save.to_bytes())
    ben.ok("fetch", tmp_path / "0.pbem")
    forked = ben.run("fetch", tmp_path / "1.pbem", "--json")
    assert forked.code == 8
    (news,) = forked.rows("news")
    assert news["code"] == "forked"
    assert "this save and yours tell turn 1 in two ways (from record" in str(news["text"])
    folder = ben.home.game_store.folder(ben.game)
    (proof,) = (folder / "forks").iterdir()
    kept = {path.read_bytes() for path in proof.iterdir()}
    assert kept == {first.to_bytes(), second.to_bytes()}
    assert (folder / "current.pbem").read_bytes() == first.to_bytes()
    played = ben.run("play", tmp_path / "1.pbem", "--computer", "easy", "--json")
    assert (played.code, played.error["code"]) == (8, "forked")
    assert (folder / "current.pbem").read_bytes() == first.to_bytes()
