"""Two histories of one game: the proofs of them, and who signed both.

    <game>/forks/<index>-<head>-<head>/<head>.pbem    both branches, named by the heads at the fork

The heads stand in their own order, so that a fork has one folder whichever branch is the current
one. Of each branch the longest save is kept.
"""

from pathlib import Path

from engine.values import dataclass
from pbem.files import write_atomic
from pbem.save.comparing import Lineage, compare
from pbem.save.errors import SaveError
from pbem.save.records import TurnEnd
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.text import counted

MOST = 100
"""Proofs that are kept of a game; a player can sign any number of histories."""
_LETTERS = 16


@dataclass(frozen=True, slots=True)
class Fork:
    """Two branches that differ from record `index` on: that of the current save, and another."""

    index: int
    folder: Path
    mine: TrustedSave
    other: TrustedSave

    @property
    def name(self) -> str:
        """What the other branch is called on the command line."""
        return _name(self.other, self.index)

    def signers(self) -> tuple[str, ...]:
        """Who signed the records that differ: one name if one player signed both."""
        keys = (self.mine.entries[self.index].signer, self.other.entries[self.index].signer)
        return tuple(dict.fromkeys(self.mine.name_of(key) or "somebody" for key in keys))

    def is_closed_twice(self) -> bool:
        """Whether the dice authority has closed one turn of one nation on both branches."""
        ends = [
            {(end.nation, number) for number, end in _ends(save, self.index)}
            for save in (self.mine, self.other)
        ]
        return bool(ends[0] & ends[1])

    def lines(self) -> list[str]:
        """The fork for people, raw text: who signed it, and how far each branch goes."""
        who = self.signers()
        said = f"{who[0]} signed both" if len(who) == 1 else f"{who[0]} and {who[1]} signed them"
        lines = [f"Two histories from record {self.index} on: {said}. Proof: {self.folder}"]
        lines += [
            f"  {label} {_name(save, self.index)}: {_goes_to(save, self.index)}"
            for label, save in (("yours", self.mine), ("other", self.other))
        ]
        if self.is_closed_twice():
            lines.append("  The dice authority has closed one turn twice: it is convicted as well.")
        elif _ends(self.other, self.index) and not _ends(self.mine, self.index):
            lines.append("  Only the other one's turn is closed: yours can never be.")
        elif _ends(self.mine, self.index) and not _ends(self.other, self.index):
            lines.append("  Only your turn is closed: the other one's can never be.")
        return lines


def keep_fork(folder: Path, known: TrustedSave, new: TrustedSave, index: int) -> Path:
    """Keep both branches, and say where; folder: that of the forks of a game."""
    names = sorted(_name(save, index) for save in (known, new))
    proof = folder / f"{index:05d}-{names[0]}-{names[1]}"
    if not proof.is_dir() and len([*folder.iterdir()]) >= MOST:
        return proof
    proof.mkdir(mode=0o700, parents=True, exist_ok=True)
    for save in (known, new):
        path = proof / f"{_name(save, index)}.pbem"
        kept = _open(path, save)
        if kept is None or compare(kept, save).lineage is Lineage.NEWER:
            write_atomic(path, save.to_bytes(), mode=0o600)
    return proof


def forks_of(folder: Path, current: TrustedSave) -> tuple[Fork, ...]:
    """The forks of a game in which the current save is one branch, in order."""
    found: list[Fork] = []
    for proof in sorted(folder.iterdir()) if folder.is_dir() else ():
        number, *names = proof.name.split("-")
        if not number.isdigit() or int(number) >= len(current.entries):
            continue
        index = int(number)
        rest = [name for name in names if name != _name(current, index)]
        other = _open(proof / f"{rest[0]}.pbem", current) if len(rest) == 1 else None
        if other is not None:
            found.append(Fork(index, proof, current, other))
    return tuple(found)


def _open(path: Path, like: TrustedSave) -> TrustedSave | None:
    try:
        return open_save(path.read_bytes(), like.keyring)
    except (SaveError, OSError):
        return None


def _name(save: TrustedSave, index: int) -> str:
    return save.entries[index].head.hex()[:_LETTERS]


def _ends(save: TrustedSave, index: int) -> list[tuple[int, TurnEnd]]:
    """Number and record of the turn ends from a record on."""
    ends = [entry.record for entry in save.entries if isinstance(entry.record, TurnEnd)]
    before = sum(isinstance(entry.record, TurnEnd) for entry in save.entries[:index])
    return [*enumerate(ends, 1)][before:]


def _goes_to(save: TrustedSave, index: int) -> str:
    records = counted(len(save.entries) - index, "record")
    kinds = save.entries[index].kind.replace("_", " ")
    turns = counted(len(_ends(save, index)), "closed turn")
    return f"{records} from there on (the first: {kinds}), with {turns}"
