"""Killed at any moment and asked by two at once: no index is ever answered twice differently."""

import random
import subprocess
import sys
import time
from pathlib import Path

from pbem.dice.client import EmbeddedClient
from pbem.dice.protocol import open_request, verify_commitment
from pbem.dice.rows import read_answer
from pbem.dice.sources import DiceSource, LogPoint
from pbem.wire.signing import Verifier
from tests.support.paper_game import ANN, BOB, GAME, HOST, invitation, join
from tests.support.receipts import checked_receipt

# Asks for roll after roll, each time with a head of its own, and prints every answer.
_ROLLER = """
import hashlib, os, sys
from pathlib import Path
from pbem.dice.client import EmbeddedClient
from pbem.dice.protocol import DiceRequest, RollSpec
from pbem.wire.errors import DiceError
from pbem.wire.signing import SigningKey
folder, secret, game, start, stop = sys.argv[1:]
key = SigningKey.from_secret(bytes.fromhex(secret))
client = EmbeddedClient(Path(folder), lambda: 5, chain_length=3000)
for index in range(int(start), int(stop)):
    head = os.urandom(32)
    spec = RollSpec("combat", "", 1, "", "", 3, 6)
    request = DiceRequest(bytes.fromhex(game), index, head, "Germans", spec)
    try:
        print(index, client.roll(request.sign(key)).hex(), flush=True)
    except DiceError as error:
        print(index, error.code, flush=True)
"""
_ROUNDS = 15


def _set_up(folder: Path) -> None:
    client = EmbeddedClient(folder, lambda: 5, chain_length=3000)
    save = invitation(commitment=client.register(GAME, HOST.public))
    save = save.append_join(join(save, "Ann", ANN)).append_join(join(save, "Bob", BOB))
    client.register_seats(save.append_start(HOST, time=1).seat_registration(HOST))


def _roller(folder: Path, start: int, stop: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", _ROLLER, str(folder), ANN.secret().hex(), GAME.hex()]
    return subprocess.Popen([*command, str(start), str(stop)], stdout=subprocess.PIPE, text=True)


def _answers(lines: list[str], answers: dict[int, str], refused: set[int]) -> None:
    """Collect complete answers; the last line of a killed process may be half a line."""
    for line in lines:
        if not line.endswith("\n"):
            continue
        index, answer = line.split()
        if answer == "reroll-refused":
            refused.add(int(index))
        elif answer != "roll-wrong-index":
            assert answers.setdefault(int(index), answer) == answer


def _check(folder: Path, answers: dict[int, str]) -> list[bytes]:
    """The journal holds every answer that anyone saw, without gaps, in one chain."""
    client = EmbeddedClient(folder, lambda: 5)
    rolls = [entry for entry in client.journal(GAME) if entry.event == "roll"]
    assert [entry.index for entry in rolls] == list(range(1, len(rolls) + 1))
    assert set(answers) <= set(range(1, len(rolls) + 1))
    commitment = verify_commitment(client.register(GAME, HOST.public), Verifier())
    source = DiceSource.of("embedded", commitment)
    for entry in rolls:
        signed, receipt = read_answer(entry.data)
        assert answers.get(entry.index, receipt.hex()) == receipt.hex()
        request, envelope = open_request(signed, Verifier())
        place = LogPoint(GAME, request.head, entry.index, 1, {"Germans": ANN.public}, (source,))
        source = source.after(envelope.body, checked_receipt(signed, receipt, place).seed)
    return [entry.data for entry in rolls]


def test_killed_at_random_moments(tmp_path: Path) -> None:
    """SIGKILL, again and again, at a random moment of asking and answering."""
    _set_up(tmp_path)
    chance = random.Random(5)
    answers: dict[int, str] = {}
    refused: set[int] = set()
    for _ in range(_ROUNDS):
        start = max(answers, default=0)
        process = _roller(tmp_path, max(start, 1), start + 500)
        assert process.stdout is not None
        # At most two of them are refused: the roll seen last, and one that was made unseen.
        lines = [process.stdout.readline() for _ in range(chance.randint(3, 5))]
        time.sleep(chance.random() * 0.03)
        process.kill()
        lines += process.stdout.readlines()
        process.stdout.close()
        process.wait()
        _answers(lines, answers, refused)
    assert len(answers) >= _ROUNDS
    assert refused, "the roll of the killed process must be found made when asked again"
    _check(tmp_path, answers)


def test_two_processes_at_once(tmp_path: Path) -> None:
    _set_up(tmp_path)
    processes = [_roller(tmp_path, 1, 60) for _ in range(2)]
    answers: dict[int, str] = {}
    refused: set[int] = set()
    for process in processes:
        output = process.communicate(timeout=60)[0]
        assert process.returncode == 0
        lines = output.splitlines(keepends=True)
        assert len(lines) == 59
        _answers(lines, answers, refused)
    assert sorted(answers) == list(range(1, 60))
    assert len(_check(tmp_path, answers)) == 59


def test_the_first_use_by_two_processes_makes_one_key(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from pbem.dice.client import EmbeddedClient;"
        "print(EmbeddedClient(Path(sys.argv[1]), lambda: 1).public_key.hex())"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "new")]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    keys = {process.communicate(timeout=60)[0] for process in processes}
    assert len(keys) == 1 and len(keys.pop().strip()) == 64
