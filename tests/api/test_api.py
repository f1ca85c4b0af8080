"""The API for programs of others: its examples run, and what it says is what the game is."""

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import pbem.api
from engine import Illegal, RollResult, apply, new_game, order_from_plain, state_digest
from pbem.api import PlayerHome, new_position, open_game, read_position
from pbem.save.errors import SaveError
from tests.support.table import Desk, desk, desks_of, table

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
SAVES = ROOT / "savegames"


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    """Somebody who plays all nations of Classic at one computer."""
    made = desk(tmp_path, "Ann", f'[dice]\nfolder = "{tmp_path / "authority"}"\n')
    made.ok("new", "classic_1942", "--hotseat")
    return made


def example(name: str, *arguments: object, home: Path) -> str:
    """What an example prints, run as its reader runs it."""
    done = subprocess.run(
        [sys.executable, EXAMPLES / name, *map(str, arguments)],
        env={**os.environ, "PBEM_HOME": str(home)},
        cwd=home,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


def test_a_bot_plays_a_turn_and_whatever_was_signed_is_legal(ann: Desk) -> None:
    game = PlayerHome(ann.root).games()[0]
    assert "next Germans" in example("bot.py", game, home=ann.root)
    played = PlayerHome(ann.root).game(game)
    assert played.error is None
    assert [turn.nation for turn in played.turns] == ["Russians"]
    assert played.turns[0].message == "This turn was played by a program."
    assert "PURCHASE\n  8 infantry" in played.turns[0].report()
    assert ann.ok("verify", game)


def test_dice_of_many_games_are_one_table(tmp_path: Path) -> None:
    lines = example("luck_table.py", SAVES, home=tmp_path).splitlines()
    assert lines[0] == "game,player,nation,dice,hits,expected,deviations,swing"
    assert len({line.split(",")[0] for line in lines[1:]}) > 10


def test_a_game_and_its_position_as_json(tmp_path: Path) -> None:
    out = tmp_path / "game"
    told = example("game_to_json.py", SAVES / "blocks.pbem", out, home=tmp_path)
    assert told.endswith("the same position again: True\n")
    assert json.loads(Path(f"{out}.json").read_bytes())["format"] == "pbem-game-1"


def test_every_cell_of_the_notebook_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    cells = json.loads((EXAMPLES / "a_game.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {}
    with contextlib.redirect_stdout(io.StringIO()) as said:
        for cell in cells:
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), "a_game.ipynb", "exec"), names)
    assert "Germans" in said.getvalue()


@pytest.mark.parametrize("name", ["two-boards", "blocks", "rarities"])
def test_the_data_of_a_game_are_enough_to_play_it_again(name: str) -> None:
    game = open_game(SAVES / f"{name}.pbem")
    data = game.data()
    step = new_game(game.start.state.definition)
    assert data.start.digest == state_digest(step.state).hex()
    for one in data.steps:
        if one.roll is not None:
            step = apply(step.state, RollResult(one.roll.dice))
        elif one.order is not None:
            step = apply(step.state, order_from_plain(one.order))
    assert game.position.digest == state_digest(step.state).hex()
    assert data.proven and data.waiting == game.position.waiting


def test_past_turns_have_positions_like_any_other() -> None:
    game = open_game(SAVES / "two-boards.pbem")
    there = [turn.position for turn in game.turns]
    assert len({position.digest for position in there}) == len(there) > 1
    assert [position.nation for position in there[:-1]] == [turn.nation for turn in game.turns[1:]]
    again = read_position(there[0].to_json(), there[0].state.definition)
    assert again.digest == there[0].digest
    assert there[-1].digest == game.position.digest


def test_data_of_the_command_and_of_the_api_are_the_same(ann: Desk) -> None:
    told = ann.ok("export", SAVES / "blocks.pbem", "--data", "--json").data["data"]
    printed = ann.ok("export", SAVES / "blocks.pbem", "--data").out
    assert json.loads(printed) == told
    assert told["name"] == open_game(SAVES / "blocks.pbem").name


def test_legal_orders_say_their_phase_kind_and_fields(ann: Desk) -> None:
    game = PlayerHome(ann.root).games()[0]
    data = ann.ok("legal", game, "--json").data
    assert data["phase"] == "tech"
    assert data["orders"][0] == {
        "line": "tech 1",
        "kind": "tech",
        "fields": {"technology": "", "dice": 1},
        "plain": ["tech", "", 1],
    }


def test_what_is_tried_changes_nothing() -> None:
    start = new_position("classic_1942")
    before = start.digest
    buying = start.after("done")
    assert [reason.code for reason in buying.check("buy 99 infantry")] == ["not-enough-pus"]
    assert all(isinstance(reason, Illegal) for reason in buying.check("buy 99 infantry"))
    assert buying.after("buy 1 infantry").digest != buying.digest
    assert start.digest == before


def test_a_position_is_read_again_and_played_on() -> None:
    start = new_position("triumph_tragedy")
    again = read_position(start.to_json(), start.state.definition)
    assert again.state == start.state
    assert again.waiting == start.waiting
    assert list(again.legal()) == list(start.legal())


def test_a_turn_goes_on_where_a_program_left_it(ann: Desk) -> None:
    home = PlayerHome(ann.root)
    (game,) = home.games()
    home.turn(game).give("done", "buy 2 infantry")
    turn = home.turn(game)
    assert turn.position.phase == "purchase"
    assert dict(turn.position.state.purchase) == {"infantry": 2}
    turn.undo_all()
    assert home.turn(game).position.phase == "tech"


def test_nobody_plays_the_turn_of_somebody_else(tmp_path: Path) -> None:
    _, ben = desks_of(tmp_path, table(tmp_path))
    home = PlayerHome(ben.root)
    with pytest.raises(SaveError, match="Ann"):
        home.turn(home.games()[0])


def test_what_is_promised_is_listed_and_explained() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for name in pbem.api.__all__:
        assert f"`{name}" in page, f"docs/api.md does not name {name}"
        assert getattr(pbem.api, name).__doc__
