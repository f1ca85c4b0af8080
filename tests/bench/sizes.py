"""Sizes of files and numbers of signature checks, beside what they were meant to become.

TripleA's size was measured once: its save of 20 rounds of Big World with 7 rolls a turn, which
proves nothing.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from unittest import mock

from pbem.save.armour import armour
from pbem.save.records import Roll, TurnEnd
from pbem.save.trust import TrustedSave, open_save
from pbem.wire.signing import Verifier
from tests.support.table import NATIONS

_GAMES = Path(__file__).resolve().parents[2] / "savegames"
_PBEM = Path(sys.executable).with_name("pbem")
_KB = 1_000
_FORUM_POST = 32_767
"""Characters."""
_GOALS = {"a demo round": 12, "allies-and-axis": 40}
"""In kB."""
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
    save = open_save((_GAMES / "allies-and-axis.pbem").read_bytes())
    turns = sum(isinstance(entry.record, TurnEnd) for entry in save.entries)
    rolls = sum(isinstance(entry.record, Roll) for entry in save.entries)
    size = len(save.to_bytes()) / turns * len(NATIONS) * _ROUNDS
    print(
        f"    {_ROUNDS} rounds like those, with {rolls / turns:.0f} rolls a turn: "
        f"{size / _KB:.0f} kB (goal {_LONG} with 7), TripleA {_TRIPLEA} kB"
    )


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
