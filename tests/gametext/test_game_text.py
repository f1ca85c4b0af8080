"""The game as text: what is written is read, and what is wrong is named with its line."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine import RollResult, load_scenario
from pbem.gametext import (
    GameText,
    Remark,
    format_game_text,
    read_game_text,
    text_of_save,
)
from pbem.named_files import is_game_text
from pbem.play.what_if import WhatIf, as_what_if
from pbem.replay import History, read_history
from pbem.save.trust import open_save
from pbem.usage import UsageError

GAMES = sorted((Path(__file__).parents[2] / "savegames").glob("*.pbem"))
# Together they hold every kind of order and record; the others are more of the same.
CHOSEN = {
    *("agreed", "blocks", "classic-allies-together", "rarities", "technologies", "two-boards"),
    "vanished",
}
ALL_KINDS = [path for path in GAMES if path.stem in CHOSEN]
SHORT = next(path for path in GAMES if path.stem == "technologies")


@pytest.fixture(scope="module")
def history() -> History:
    return read_history(open_save(SHORT.read_bytes()))


@pytest.fixture(scope="module")
def game(history: History) -> GameText:
    return text_of_save(open_save(SHORT.read_bytes()), history)


@pytest.fixture(scope="module")
def written(game: GameText) -> str:
    return format_game_text(game)


@pytest.mark.parametrize("path", ALL_KINDS, ids=lambda path: path.stem)
@pytest.mark.slow
def test_B254_recorded_games_come_back_from_their_text(path: Path) -> None:
    save = open_save(path.read_bytes())
    history = read_history(save)
    text = format_game_text(text_of_save(save, history))
    again, played = read_game_text(text.encode())
    assert format_game_text(again) == text
    assert played.moments[-1].step.state == history.line()[-1].step.state


def test_a_forum_may_quote_it_and_change_the_ends_of_its_lines(written: str) -> None:
    quoted = "\r\n".join(f"> {line}" for line in written.split("\n")).encode()
    assert is_game_text(quoted)
    assert format_game_text(read_game_text(quoted)[0]) == written


def test_messages_and_odd_words_survive_as_remarks(game: GameText) -> None:
    odd = Remark('He said "no" # 1\n\u202eend\\')
    text = format_game_text(game.with_lines((odd,)))
    assert text.isascii()
    assert read_game_text(text.encode())[0].lines[-1] == odd


def test_an_order_that_is_illegal_is_named_with_its_line(written: str) -> None:
    lines = written.split("\n")
    place = next(at for at, line in enumerate(lines) if line == "done")
    lines[place] = "buy 5000 infantry"
    with pytest.raises(UsageError, match=f"Line {place + 1}, .*buy 5000 infantry") as caught:
        read_game_text("\n".join(lines).encode())
    assert caught.value.code == "game-text-unreadable"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("pbem game text 1", "pbem game text 2", "does not begin"),
        ("rules: 1", "rules: 77", "rules version"),
        ("from: ", "from: x", "no line `from:`"),
        ('name: "', "name: ", "Line 2"),
        ("scenario: ", "scenario: chess 00\noption: x = ", "no scenario|Line"),
        ("\n\n# Round", "\nodd: 1\n\n# Round", "not a line of the head"),
        ("\ndone\n", "\ndane\n", "Line"),
        ("\ndice ", "\ndice 99 ", "Line"),
        ("\ndice ", "\ndice x ", "expected a number"),
    ],
)
def test_a_text_that_was_changed_is_refused_with_place_and_reason(
    written: str, old: str, new: str, reason: str
) -> None:
    assert old in written
    with pytest.raises(UsageError, match=reason):
        read_game_text(written.replace(old, new, 1).encode())


def test_a_scenario_of_the_program_is_named_by_its_digest(game: GameText) -> None:
    ours = load_scenario("big_world_1942")
    start = replace(game, head=replace(game.head, scenario=ours, options={}), definition=ours)
    text = format_game_text(start.cut(()))
    assert "scenario: big_world_1942 " in text
    assert read_game_text(text.encode())[0].definition == ours
    digest = text.split("scenario: big_world_1942 ")[1][:16]
    with pytest.raises(UsageError, match="another version"):
        read_game_text(text.replace(digest, "0" * 16).encode())


def test_a_scenario_of_the_host_is_embedded(game: GameText) -> None:
    theirs = replace(load_scenario("big_world_1942"), name="House rules")
    start = replace(game, head=replace(game.head, scenario=theirs, options={}), definition=theirs)
    text = format_game_text(start.cut(()))
    assert read_game_text(text.encode())[0].definition == theirs
    assert "\n| eN" in text
    with pytest.raises(UsageError, match="embedded scenario"):
        read_game_text(text.replace("| eN", "| XX", 1).encode())


def test_a_bomb_in_the_head_is_refused(written: str) -> None:
    import base64  # noqa: PLC0415
    import zlib  # noqa: PLC0415

    bomb = base64.b64encode(zlib.compress(bytes(64 * 1024 * 1024), 9)).decode()
    head = written.split("scenario: ", maxsplit=1)[0]
    text = f"{head}scenario: embedded\n| {bomb}\n\n"
    with pytest.raises(UsageError, match="too large or cut off"):
        read_game_text(text.encode())


def test_a_what_if_rolls_its_own_dice_and_tells_where_it_left(
    game: GameText, history: History
) -> None:
    place = next(
        moment.number for moment in history.moments[1:] if isinstance(moment.action, RollResult)
    )
    before = history.moments[place - 1]
    faces = set()
    for seed in range(3):
        what_if = WhatIf(
            as_what_if(game.cut(game.lines[: place - 1]), place - 1), before.step, seed
        )
        _, roll, _ = what_if.roll()
        faces.add(roll.dice)
        text = format_game_text(what_if.text)
        assert f"step: {place - 1}\n" in text
        assert read_game_text(text.encode())[1].moments[-1].step == what_if.step
    assert len(faces) == 3
