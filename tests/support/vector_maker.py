"""Makes the files in tests/vectors/save and tests/vectors/dice, the same bytes every time.

Run `python -m tests.support.vector_maker` from the project root after a change of the format. Each
bad vector has exactly one fault, and the manifest names the error that it must give. Keys are fixed
and worthless.
"""

import json
from pathlib import Path

from pbem.dice.log_head import log_digest, make_log_head
from pbem.dice.protocol import (
    compute_dice,
    dice_key,
    previous_seed,
)
from pbem.dice.rows import LogExtent
from pbem.save import format as container
from pbem.save.trust import open_save
from tests.support.paper_game import (
    AUTHORITY,
    CHAIN,
    GAME,
    altered,
    attack,
    commitment,
    fixed,
    started,
)
from tests.support.vector_agreements import agreement_vectors
from tests.support.vector_cases import Vector, canonical_vectors, container_vectors, good_vectors
from tests.support.vector_dice_agreements import dice_agreement_vectors
from tests.support.vector_open import open_vectors
from tests.support.vector_pace import pace_vectors
from tests.support.vector_quotas import quota_vectors
from tests.support.vector_records import order_vectors, record_vectors, roll_vectors
from tests.support.vector_turns import turn_vectors
from tests.support.vector_voids import void_vectors

VECTORS = Path(__file__).parents[1] / "vectors"


def save_vectors() -> list[Vector]:
    """All of them, in manifest order."""
    return [
        *good_vectors(),
        *container_vectors(),
        *canonical_vectors(),
        *record_vectors(),
        *roll_vectors(),
        *order_vectors(),
        *turn_vectors(),
        *void_vectors(),
        *agreement_vectors(),
        *dice_agreement_vectors(),
        *pace_vectors(),
        *open_vectors(),
        *quota_vectors(),
    ]


def dice_vectors() -> dict[str, object]:
    """Known answers: chain links and dice."""
    request = attack(started())
    answers = []
    for count, sides in ((1, 6), (20, 6), (5, 12), (3, 2), (4, 1000), (33, 10)):
        body = altered(request, count=count, sides=sides).body()
        dice = compute_dice(CHAIN[1], body, count, sides)
        answers.append({"seeds": [CHAIN[1].hex()], "request": body.hex(), "dice": list(dice)})
        both = CHAIN[1], CHAIN[7]
        dice = compute_dice(dice_key(both), body, count, sides)
        seeds = [seed.hex() for seed in both]
        answers.append({"seeds": seeds, "request": body.hex(), "dice": list(dice)})
    links = [{"seed": seed.hex(), "previous": previous_seed(seed).hex()} for seed in CHAIN[1:4]]
    return {"links": links, "answers": answers, "log": _log()}


def _log() -> dict[str, object]:
    """The heads of a log with no answer, one, and three."""
    signed = commitment()
    requests = tuple(fixed(f"request {number}") for number in range(3))
    told = [LogExtent(count, log_digest(signed, requests[:count])) for count in (0, 1, 3)]
    heads = [make_log_head(AUTHORITY, GAME, one, 1030) for one in told]
    return {
        "commitment": signed.hex(),
        "requests": [one.hex() for one in requests],
        "heads": [head.hex() for head in heads],
    }


def write_all(folder: Path) -> None:
    """Write every vector and both manifests under `folder`."""
    saves = folder / "save"
    saves.mkdir(parents=True, exist_ok=True)
    entries: list[dict[str, object]] = []
    for vector in save_vectors():
        suffix = ".txt" if vector.kind == "armour" else ".pbem"
        (saves / f"{vector.name}{suffix}").write_bytes(vector.data)
        entry: dict[str, object] = {
            "file": f"{vector.name}{suffix}",
            "what": vector.what,
            "kind": vector.kind,
            "keyring": {name: key.hex() for name, key in vector.keyring.items()},
            "code": vector.code,
            "exit": vector.exit,
            "index": vector.index,
        }
        if vector.code is None and vector.kind == container.SAVE:
            save = open_save(vector.data)
            entry |= {"head": save.head.hex(), "records": len(save.entries), "state": save.state}
        entries.append(entry)
    _write_json(saves / "manifest.json", entries)
    (folder / "dice").mkdir(exist_ok=True)
    _write_json(folder / "dice" / "dice.json", dice_vectors())


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=1, ensure_ascii=True) + "\n", encoding="ascii")


if __name__ == "__main__":
    write_all(VECTORS)
