"""Vectors for standing orders: `python -m tests.support.standing_vectors` writes them anew.

Saves of Big World with rehearsal dice and fixed keys.  Standing orders are orders, so most of what
can be wrong with them shows when the log is played and not when it is verified; the manifest says
where.  Format: docs/formats/save-v1.md, section "Vectors".
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from engine import RULES_VERSION, order_to_plain, parse_order, state_digest, tree_from_definition
from pbem.dice.authorities import Authorities
from pbem.dice.rehearsal import ADDRESS, RehearsalClient
from pbem.play.session import Session
from pbem.replay import read_position
from pbem.save.format import SAVE, build
from pbem.save.invite import new_game
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import encode
from tests.support.table import AXIS, CLOCK, GAME, NATIONS, big_world, give, key_of, pass_turn

FOLDER = Path(__file__).resolve().parents[1] / "vectors" / "play"
MANIFEST = "manifest.json"
_SEED = "standing"


@dataclass(frozen=True, slots=True)
class PlayVector:
    """A save, and what is wrong with it.

    found: ``"verification"`` (signatures and chain), ``"play"`` (the engine) or "" for nothing.
    code, exit: of the error, None and 0 for none; index: the record it names, or None.
    """

    name: str
    what: str
    data: bytes
    found: str = ""
    code: str | None = None
    exit: int = 0
    index: int | None = None


def started() -> TrustedSave:
    """A rehearsal between Ann (Allies) and Ben (Axis) that has just begun."""
    host = key_of("Ann")
    dice = RehearsalClient(_SEED)
    return new_game(
        host="Ann",
        key=host,
        game=GAME,
        name="Standing orders",
        mode="rehearsal",
        rules=RULES_VERSION,
        scenario=tree_from_definition(big_world()),
        options={},
        seats={nation: "Ben" if nation in AXIS else "Ann" for nation in NATIONS},
        players={"Ann": host.public, "Ben": key_of("Ben").public},
        dice=((f"{ADDRESS}{_SEED}", dice.register(GAME, host.public)),),
        time=CLOCK,
    ).append_start(host, time=CLOCK, random=bytes(32))


def _session(save: TrustedSave, keep: Callable[[TrustedSave], None]) -> Session:
    position = read_position(save)
    key = key_of("Ben" if position.nation in AXIS else "Ann")
    return Session(
        position, key, Authorities((RehearsalClient(_SEED),)), keep, lambda: CLOCK, bytes
    )


def _plain(line: str) -> object:
    return order_to_plain(parse_order(line, big_world()))


def vectors() -> tuple[PlayVector, ...]:
    """All of them, in the order of the manifest."""
    begun = started()
    session = _session(begun, lambda save: None)
    give(session, "standing losses: infantry, artillery", "standing keep: 1 land units")
    russians = pass_turn(session)
    line = "standing losses Novgorod: armour when attackers > 2"
    good = russians.append_orders("Germans", [_plain(line)], key_of("Ben"))
    enemy = _signed_by_an_enemy(russians, line)
    early = begun.append_orders("Germans", [_plain(line)], key_of("Ben"))
    odd = russians.append_orders("Germans", [["standing", "bribe", "", [], []]], key_of("Ben"))
    foe = _plain("standing losses: British units")
    illegal = russians.append_orders("Germans", [foe], key_of("Ben"))
    place = len(russians.entries)
    return (
        PlayVector("standing-good", "filed by two nations in their turns", good.to_bytes()),
        PlayVector(
            "standing-of-an-enemy",
            "filed for the Germans by the player of the Russians",
            enemy,
            "verification",
            "wrong-seat",
            8,
            place,
        ),
        PlayVector(
            "standing-out-of-turn",
            "filed by the Germans in the turn of the Russians",
            early.to_bytes(),
            "play",
            "not-your-turn",
            8,
            len(begun.entries),
        ),
        PlayVector(
            "standing-malformed",
            "an instruction of a kind that is not there",
            odd.to_bytes(),
            "play",
            "invalid-order",
            6,
            place,
        ),
        PlayVector(
            "standing-illegal",
            "an order of losses that names the units of an enemy",
            illegal.to_bytes(),
            "play",
            "not-an-ally",
            6,
            place,
        ),
        _other_digest(begun),
    )


def _signed_by_an_enemy(save: TrustedSave, line: str) -> bytes:
    """A log with a record that no honest program appends."""
    body = {"actions": [_plain(line)], "kind": "orders", "nation": "Germans", "prev": save.head}
    record = key_of("Ann").seal("orders", encode(body))
    return build(SAVE, (*save.frames, record))


def _other_digest(begun: TrustedSave) -> PlayVector:
    """The end of a turn with the digest of the same position without the standing orders."""
    kept = [begun]
    told = _session(begun, kept.append)
    give(told, "standing submerge: no")
    pass_turn(told)
    # The record before the turn end is that of the orders; its position is signed wrongly.
    state = replace(told.state, standing_orders={})
    dice, key = RehearsalClient(_SEED), key_of("Ann")
    orders = kept[-2]
    digest = state_digest(state)
    ending = orders.sign_end("Russians", digest, key, time=CLOCK, random=bytes(16))
    ended = orders.append_turn_end(ending, [dice.close(ending.request)])
    return PlayVector(
        "standing-other-digest",
        "the end of a turn signed as if no standing orders had been filed in it",
        ended.to_bytes(),
        "play",
        "wrong-digest",
        4,
        len(orders.entries),
    )


def main() -> None:
    """Write the files and the manifest."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    rows: list[dict[str, object]] = []
    for vector in vectors():
        (FOLDER / f"{vector.name}.pbem").write_bytes(vector.data)
        rows.append(
            {
                "file": f"{vector.name}.pbem",
                "what": vector.what,
                "found": vector.found,
                "code": vector.code,
                "exit": vector.exit,
                "index": vector.index,
            }
        )
    text = json.dumps(rows, indent=1) + "\n"
    (FOLDER / MANIFEST).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
