"""Sizes of files and numbers of signature checks, beside what they were meant to become.

TripleA's size was measured once: its save of 20 rounds of Big World with 7 rolls a turn, which
proves nothing.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from unittest import mock

from engine.values import replace
from pbem.save.armour import armour
from pbem.save.format import SAVE, build
from pbem.save.packing import pack
from pbem.save.record_parts import NOTHING, Attached
from pbem.save.records import Roll, Start, TurnEnd
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.wire.signing import Verifier
from tests.support.table import NATIONS

_GAMES = Path(__file__).resolve().parents[2] / "savegames"
_PBEM = Path(sys.executable).with_name("pbem")
_KB = 1_000
_FORUM_POST = 32_767
"""Characters."""
_LONGEST = "allies-and-axis"
_GOALS = {"a demo round": 12}
"""In kB."""
_TURNS = 84
_GOAL = 40
"""kB for so many turns: those of the longest game when the goal was set, with 689 rolls."""
_LONG = 45
_TRIPLEA = 182
"""kB for a game of 20 rounds."""
_ROUNDS = 20


def bench_sizes() -> None:
    """Print the size of each recorded game and of a round that is played now."""
    print("sizes, signature checks beside one for each signature of a log that keeps all of them:")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "demo"
        subprocess.run([str(_PBEM), "demo", "--out", str(out)], check=True, capture_output=True)
        demo = max(out.rglob("*.pbem"), key=lambda path: path.stat().st_size).read_bytes()
    _show("a demo round", demo)
    print(f"    as text {len(armour(demo))} characters, a forum post takes {_FORUM_POST}")
    for path in sorted(_GAMES.glob("*.pbem")):
        _show(path.stem, path.read_bytes())
    _parts(open_save((_GAMES / f"{_LONGEST}.pbem").read_bytes()))


def _parts(save: TrustedSave) -> None:
    """Print what the longest game weighed after its first turns, and what 20 rounds of it weigh."""
    print(f"    {_LONGEST} after its first turns, each a save that proves itself:")
    ends = sum(isinstance(entry.record, TurnEnd) for entry in save.entries)
    whole = len(NATIONS) * _ROUNDS
    goals = {_TURNS: f"goal {_GOAL}", whole: f"goal {_LONG} with 7, TripleA {_TRIPLEA} kB"}
    for turns, goal in goals.items():
        done = min(turns, ends)
        data = after_turns(save, done)
        rolls = sum(isinstance(entry.record, Roll) for entry in open_save(data).entries)
        sent, full = (len(one) / _KB for one in (after_turns(save, done, NOTHING), data))
        note = "" if done == turns else f", scaled from {sent:.1f} kB for {done} turns"
        print(
            f"      {turns:3} turns, {rolls} rolls ({rolls / done:.1f} a turn): "
            f"{sent * turns / done:.1f} kB ({goal}){note}; with its scenario "
            f"{full * turns / done:.1f} kB"
        )


def after_turns(save: TrustedSave, turns: int, attached: Attached | None = None) -> bytes:
    """The file that a game was after so many turns: the same records, packed as at that time.

    attached: to the genesis, None for what is attached now; NOTHING for a file as it is sent to
    players who have the scenario.
    """
    ends = [entry.index for entry in save.entries if isinstance(entry.record, TurnEnd)]
    start = save.entries[save.start_index].record
    if not isinstance(start, Start):
        raise TypeError("the game has not begun")
    genesis = save.entries[0]
    first = replace(genesis, attached=genesis.attached if attached is None else attached)
    opening = (first.raw, *(entry.raw for entry in save.entries[1 : save.start_index + 1]))
    closed = save.entries[save.start_index + 1 : ends[turns - 1] + 1]
    return build(SAVE, (*opening, pack(closed, start.time, len(save.sources))))


def _show(name: str, data: bytes) -> None:
    with mock.patch.object(Verifier, "check", autospec=True, side_effect=Verifier.check) as check:
        save = open_save(data)
    goal = f" (goal {_GOALS[name]})" if name in _GOALS else ""
    rolls = sum(isinstance(entry.record, Roll) for entry in save.entries)
    print(
        f"  {name:<24}{len(data) / _KB:7.1f} kB{goal:<10}{len(save.entries):6} records, "
        f"{rolls:4} rolls, {check.call_count:5} checks, 1/{_all(save) / check.call_count:.1f}"
    )


def _all(save: TrustedSave) -> int:
    """The signatures of a log in which every record keeps its own and every roll its receipts."""
    authorities = len(save.sources)
    count = authorities
    for entry in save.entries:
        count += 1 + (authorities if isinstance(entry.record, Roll | TurnEnd) else 0)
        if entry.agreement is not None:
            count += 1 + len(entry.agreement.consents)
    return count


if __name__ == "__main__":
    bench_sizes()
