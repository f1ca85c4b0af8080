"""Makes the files in tests/vectors/agreed: saves that prove themselves but are played wrongly.

The save format cannot tell what is wrong with them; replay does.  They are rehearsals under fixed
keys, with orders but no signed digest.  Run `python -m tests.support.agreed_vectors` from the
project root after a change of the format or of the rules version.
"""

import json
from pathlib import Path

from engine import (
    RULES_VERSION,
    change_to_plain,
    load_scenario,
    order_to_plain,
    parse_change,
    parse_order,
    tree_from_definition,
)
from pbem.dice.rehearsal import RehearsalClient
from pbem.motions.consent import SignedProposal, make_consent, make_proposal
from pbem.motions.draw import Draw
from pbem.motions.edit import Edit
from pbem.motions.motion import Motion
from pbem.motions.surrender import Surrender
from pbem.motions.take_back import TakeBack
from pbem.save.consent_records import Note
from pbem.save.invite import new_game
from pbem.save.proposal_file import agreement_of
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import decode, encode
from pbem.wire.signing import SigningKey
from tests.support.paper_game import ANN, BOB, GAME, fixed

FOLDER = Path(__file__).parents[1] / "vectors" / "agreed"
_AXIS = ("Germans", "Japanese")
_TO_THE_DICE = (
    "done",
    "done",
    "move 2 infantry: Karelija > Finland",
    "done",
    "fight Finland",
)


def vectors() -> dict[str, tuple[str, TrustedSave, str | None, int]]:
    """By name: what it is, the save, and the code and exit code of its last record."""
    start = _started()
    rolling = _ordered(start, *_TO_THE_DICE)
    over = _ordered(start, *["done"] * 4)
    money = _edit("money Russians: 50")
    enemies = _edit("add 1 Germans infantry: Moscow")
    back = TakeBack(1, start.entries[1].head)
    note = Note(rolling.head, "Russians", "Finland", "mine", 1)
    return {
        "edit": ("an edit by both", _agreed(start, money), None, 0),
        "edit-after-dice": ("dice are asked for", _agreed(rolling, money), "edit-after-dice", 7),
        "edit-refused": ("enemies share land", _agreed(start, enemies), "edit-enemies-together", 6),
        "edit-no-change": (
            "no change at all",
            _agreed(start, Edit((["teleport"],))),
            "invalid-order",
            6,
        ),
        "take-back": ("the first orders", _agreed(_ordered(start, "done"), back), None, 0),
        "take-back-after-dice": (
            "dice are asked for",
            _agreed(rolling, back),
            "take-back-after-dice",
            7,
        ),
        "note-after-dice": (
            "a note between request and dice",
            rolling.append_consent_record(note, ANN),
            "note-after-dice",
            7,
        ),
        "draw": ("a draw", _agreed(start, Draw()), None, 0),
        "by-the-waiting-player": (
            "Bob puts it in, and it is Ann's turn",
            _agreed(start, Draw(), by=BOB),
            "not-yours-to-enact",
            8,
        ),
        "unsigned-end": (
            "the turn is over and not signed",
            _agreed(over, Draw()),
            "turn-not-ended",
            8,
        ),
        "half-a-side": (
            "the Germans without the Japanese",
            _agreed(start, Surrender(_AXIS[:1]), proposer=BOB),
            "not-a-whole-side",
            6,
        ),
        "a-side": ("the Axis gives up", _agreed(start, Surrender(_AXIS), proposer=BOB), None, 0),
    }


def _started() -> TrustedSave:
    definition = load_scenario("big_world_1942")
    client = RehearsalClient("play")
    return new_game(
        host="Ann",
        key=ANN,
        game=GAME,
        name="Played wrongly",
        mode="rehearsal",
        rules=RULES_VERSION,
        scenario=tree_from_definition(definition),
        options={},
        seats={
            name: "Bob" if name in _AXIS else "Ann" for name in definition.politics.nation_names
        },
        players={"Ann": ANN.public, "Bob": BOB.public},
        dice=(("rehearsal:play", client.register(GAME, ANN.public)),),
        time=1000,
    ).append_start(ANN, time=1010, random=fixed("start"))


def _ordered(save: TrustedSave, *lines: str) -> TrustedSave:
    definition = load_scenario("big_world_1942")
    orders = [order_to_plain(parse_order(line, definition)) for line in lines]
    return save.append_orders("Russians", orders, ANN)


def _edit(line: str) -> Edit:
    change = parse_change(line, load_scenario("big_world_1942"))
    return Edit((decode(encode(change_to_plain(change))),))


def _agreed(
    save: TrustedSave, what: Motion, *, proposer: SigningKey = ANN, by: SigningKey = ANN
) -> TrustedSave:
    proposal = make_proposal(
        what,
        proposer,
        game=GAME,
        head=save.head,
        identity=fixed("proposal", 16),
        until=10,
        words="",
        time=1400,
    )
    needed = () if isinstance(what, Surrender) else (BOB,)
    consents = tuple(make_consent(proposal, key, time=1410) for key in needed)
    return save.append_consent_record(
        agreement_of(SignedProposal(proposal, consents), save.head, 1420), by
    )


def write_all(folder: Path) -> None:
    """Write every vector and the manifest."""
    folder.mkdir(parents=True, exist_ok=True)
    entries: list[dict[str, object]] = []
    for name, (what, save, code, exit_code) in vectors().items():
        (folder / f"{name}.pbem").write_bytes(save.to_bytes())
        index = None if code is None else len(save.entries) - 1
        entries.append(
            {
                "file": f"{name}.pbem",
                "what": what,
                "code": code,
                "exit": exit_code,
                "index": index,
            }
        )
    text = json.dumps(entries, indent=1, ensure_ascii=True)
    (folder / "manifest.json").write_text(f"{text}\n", encoding="ascii")


if __name__ == "__main__":
    write_all(FOLDER)
