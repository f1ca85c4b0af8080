"""A bot is asked over its standard input and output; what it does wrong is one sentence."""

import shlex
import sys
from pathlib import Path

import pytest

from engine import Done, State, check, waiting_for
from engine.ai import computer_player
from pbem.play.bot import BotError, BotPlayer
from pbem.play.bot_side import main
from tests.arena.__main__ import as_bot
from tests.arena.game import play_game
from tests.support.positions import classic, position
from tests.support.table import Desk, desk

GAME = classic()
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "bot_process.py"
READY = '{"kind": "ready", "format": "pbem-bot-1", "wants": []}'


def command(*words: str) -> str:
    return shlex.join([sys.executable, *words])


def talker(*lines: str) -> str:
    """A bot that answers with these lines, whatever is asked, and then ends."""
    return command("-c", "import sys\nfor a in sys.argv[1:]: input(); print(a, flush=True)", *lines)


def asked(bot: str, seconds: float = 20.0) -> tuple[State, object]:
    """A position and what a bot orders in it."""
    state = position(GAME, "Russians", "purchase")
    with BotPlayer(bot, GAME, seconds) as player:
        return state, player.choose(state, waiting_for(state))


@pytest.mark.parametrize("order", ['"done"', '["done"]'])
def test_an_answer_is_a_line_or_the_plain_form(order: str) -> None:
    answer = f'{{"kind": "answer", "number": 1, "order": {order}}}'
    assert asked(talker(READY, answer))[1] == Done()


@pytest.mark.parametrize(
    ("bot", "code", "why"),
    [
        (talker("hello"), "bot-broken", "'hello' is not what docs/formats/bot-v1.md expects"),
        (talker('{"kind": "ready"}'), "bot-broken", "missing required field `format`"),
        (talker(READY, READY), "bot-broken", "Invalid value 'ready'"),
        (talker(READY, '{"kind":"answer","number":7,"order":"done"}'), "bot-broken", "question 7"),
        (talker(READY, '{"kind":"answer","number":1,"order":"resign"}'), "bot-broken", "gives up"),
        (talker(READY), "bot-broken", "it ended with exit code 0"),
        (command("-c", "raise SystemExit('no ink')"), "bot-broken", "exit code 1: no ink"),
        (
            command("-c", "import time; time.sleep(60)"),
            "bot-late",
            "of one turn took longer than 0.9 s",
        ),
        (
            command("-c", "import os, time; os.close(1); time.sleep(60)"),
            "bot-broken",
            "closed its standard output",
        ),
        (command("-c", "print('x' * 2000000)"), "bot-broken", "longer than a mebibyte"),
        ("/no/such/bot", "bot-broken", "/no/such/bot cannot be run: No such file"),
        ("'", "bot-broken", "cannot be read"),
        ("", "bot-broken", "its command is empty"),
    ],
)
def test_whatever_a_bot_does_wrong_is_one_sentence(bot: str, code: str, why: str) -> None:
    with pytest.raises(BotError) as caught:
        asked(bot, 0.9 if code == "bot-late" else 20.0)
    assert caught.value.code == code
    assert why in str(caught.value)
    assert "were taken back; mend it, or play on by hand." in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_rules_refuse_an_order_and_the_bot_is_asked_again(tmp_path: Path) -> None:
    told = tmp_path / "told"
    program = (
        "import json, sys\n"
        f"said = open({str(told)!r}, 'w')\n"
        f"input(); print({READY!r}, flush=True)\n"
        "for line in sys.stdin:\n"
        "    said.write(line); said.flush()\n"
        "    number = json.loads(line)['number']\n"
        "    order = 'buy 99 fighter' if number < int(sys.argv[1]) else 'done'\n"
        "    print(json.dumps({'kind': 'answer', 'number': number, 'order': order}), flush=True)\n"
    )
    assert asked(command("-c", program, "3"))[1] == Done()
    assert told.read_text().count('"not-enough-pus"') == 2
    with pytest.raises(BotError, match="20 answers in a row were refused, the last because"):
        asked(command("-c", program, "99"))


def test_a_player_of_ours_plays_the_same_as_a_bot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = command("-m", "pbem.play.bot_side", "hard:0.5")
    with BotPlayer(bot, GAME) as player:
        for phase in ("purchase", "combat_move"):
            state = position(GAME, "Germans", phase)
            order = player.choose(state, waiting_for(state))
            assert order == computer_player("hard", 0.5).choose(state, waiting_for(state))
            assert not check(state, order)
    monkeypatch.setattr(sys, "argv", ["bot_side", "silly"])
    assert main() == 2
    assert "Name one of easy, fast, hard" in capsys.readouterr().err


def test_a_match_of_processes_is_the_same_match() -> None:
    alone, as_processes = (
        play_game(GAME, (first, "easy"), 1, 1) for first in ("easy", as_bot("easy"))
    )
    assert as_processes.swing == alone.swing
    assert as_processes.won == alone.won


def hotseat(tmp_path: Path) -> tuple[Desk, str]:
    ann = desk(tmp_path, "Ann", f'[dice]\nfolder = "{tmp_path / "authority"}"\n')
    ann.ok("new", "classic_1942", "--hotseat")
    return ann, ann.home.game_store.games()[0].game.hex()[:8]


def test_the_example_plays_turns_of_a_game(tmp_path: Path) -> None:
    """docs/examples/bot_process.py, which has no need of pbem."""
    ann, name = hotseat(tmp_path)
    for nation in ("Germans", "British", "Japanese"):
        played = ann.ok("play", name, "--bot", command(str(EXAMPLE)), "--json")
        assert played.data["finished"] is True
        assert played.data["to_move"] == nation
    assert "infantry" in ann.ok("summary", name, "--turn", 1).out
    assert "All is well." in ann.ok("verify", name).out


def test_a_bot_that_fails_leaves_nothing_half_written(tmp_path: Path) -> None:
    ann, name = hotseat(tmp_path)
    before = ann.ok("status", name).out
    late = talker(READY, '{"kind": "answer", "number": 1, "order": "done"}')
    refused = ann.refused(1, "play", name, "--bot", late)
    assert refused.error["code"] == "bot-broken"
    assert "it ended with exit code 0" in str(refused.error["text"])
    assert ann.ok("status", name).out == before
    assert ann.refused(2, "play", name, "--bot", late, "--computer", "easy").error["code"]
    (tmp_path / "tries").mkdir()
    tried = tmp_path / "tries" / "one.txt"
    bot = command("-m", "pbem.play.bot_side", "easy")
    assert ann.ok("try", name, "--bot", bot, "--out", tried, "--seed", 1)
    assert tried.is_file()
