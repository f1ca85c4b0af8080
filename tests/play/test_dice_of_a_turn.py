"""A turn and its dice authority: nothing is rolled twice, steered, foreseen or thrown away."""

import shutil
from pathlib import Path

import pytest

from engine import RollRequest, order_to_plain
from pbem.dice.authorities import Authorities
from pbem.dice.protocol import DiceRequest, compute_dice
from pbem.play.session import Session
from pbem.replay import read_position, spec_of
from pbem.save.audit import audit_dice
from pbem.save.errors import DiceError
from pbem.save.records import Roll
from pbem.save.trusted_save import TrustedSave
from pbem.wire.signing import parse_envelope, tagged_hash
from tests.support.table import (
    ANYWAY,
    GAME,
    Desk,
    Table,
    desks_of,
    key_of,
    pass_turn,
    snapshot,
    table,
    to_next_dice,
)

OPENING = ("done", "done")
ATTACK = (*OPENING, "move 3 infantry, 1 fighter: Karelija > Finland", "done")
SMALLER = (*OPENING, "move 2 infantry: Karelija > Finland", "done")


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


def at_the_dice(game: Table, lines: tuple[str, ...], save: TrustedSave | None = None) -> Session:
    """A session just before its first dice."""
    session = game.session(save)
    to_next_dice(session, *lines)
    return session


def rolls(save: TrustedSave) -> list[tuple[int, ...]]:
    return [record.dice for record in save.records if isinstance(record, Roll)]


def refused_attempts(game: Table) -> list[int]:
    journal = game.dice.journal(GAME)
    return [entry.index for entry in journal if entry.event.startswith("attempted")]


def orders_file(folder: Path, *lines: str) -> Path:
    path = folder / "turn.orders"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_rolled_disliked_and_played_differently_is_refused_and_stands_in_the_journal(
    game: Table,
) -> None:
    start = game.save
    at_the_dice(game, ATTACK).roll()
    honest = game.save
    # The cheat goes back to their own save from before the roll and brings fewer units.
    other = at_the_dice(game, SMALLER, start)
    with pytest.raises(DiceError) as caught:
        other.roll()
    assert (caught.value.code, caught.value.exit_code) == ("reroll-refused", 7)
    assert rolls(game.save) == []
    findings = audit_dice(honest, game.dice.journal(GAME))
    assert [(entry.code, entry.index, entry.player) for entry in findings] == [
        ("attempted-re-roll", 1, "Ann")
    ]
    hidden = audit_dice(start, game.dice.journal(GAME))
    assert [entry.code for entry in hidden] == ["roll-not-in-save", "attempted-re-roll"]
    # Playing in the same way gets them what fell, and nothing else.
    at_the_dice(game, ATTACK, start).roll()
    assert game.save.to_bytes() == honest.to_bytes()


def test_same_at_the_command_line_with_a_copy_of_the_home(tmp_path: Path, game: Table) -> None:
    ann, _ = desks_of(tmp_path, game)
    shutil.copytree(ann.root, tmp_path / "before")
    name = GAME.hex()[:8]
    old = tmp_path / "old.pbem"
    old.write_bytes(game.save.to_bytes())
    ann.ok("play", name, *ANYWAY, "--orders", orders_file(tmp_path, *ATTACK), "--message", "Ha")
    done = snapshot(ann.root)
    # Her own file from before the turn is recognised, without a word to the authority.
    assert ann.refused(8, "play", old, "--computer", "random").error["code"] == "stale"
    assert snapshot(ann.root) == done
    assert refused_attempts(game) == []
    cheat = Desk(tmp_path / "before")
    output = cheat.run("play", name, *ANYWAY, "--orders", orders_file(tmp_path, *SMALLER), "--json")
    assert (output.code, output.error["code"]) == (7, "reroll-refused")
    said = str(output.error)
    assert "Roll 1 of this game was made before, in another position than yours" in said
    assert "ask the others for the newest save. Nothing was rolled" in said
    assert refused_attempts(game) == [1]


def test_reordered_battles_and_irrelevant_changes_all_get_the_same_answer_no(game: Table) -> None:
    start = game.save
    at_the_dice(game, ATTACK).roll()
    changes = [
        ("done", "buy 1 infantry", *ATTACK[1:]),
        (*ATTACK[:-1], "move 1 infantry: Moscow > Northern Russia", "done"),
        (*ATTACK[:-1], "move 3 infantry, 2 armour: Northern Russia > Western Russia", "done"),
        SMALLER,
    ]
    for lines in changes:
        with pytest.raises(DiceError) as caught:
            at_the_dice(game, lines, start).roll()
        assert caught.value.code == "reroll-refused"
    assert refused_attempts(game) == [1] * len(changes)


def test_dice_are_asked_for_only_after_the_log_that_they_follow_is_stored(game: Table) -> None:
    session = at_the_dice(game, ATTACK)
    pass_turn(session)
    position = read_position(game.save)
    assert position.error is None
    assert len(rolls(game.save)) >= 2
    heads = {entry.head: entry.index for entry in game.save.entries}
    for entry in game.save.entries:
        if isinstance(entry.record, Roll):
            assert heads[entry.record.request.head] == entry.index - 1


class Silent:
    """An authority whose answer is lost on the way after it was given."""

    def __init__(self, inner: object) -> None:
        self.inner = inner
        self.is_lost = True

    def roll(self, request: bytes) -> bytes:
        receipt: bytes = self.inner.roll(request)  # type: ignore[attr-defined]
        if self.is_lost:
            self.is_lost = False
            raise DiceError("dice-store", "the answer was lost")
        return receipt


def test_lost_answer_is_the_same_answer_when_it_is_asked_for_again(game: Table) -> None:
    session = at_the_dice(game, ATTACK)
    session._dice = Authorities((Silent(game.dice),))
    with pytest.raises(DiceError):
        session.roll()
    assert game.save.entries[-1].kind == "orders"
    kept = game.save
    # The same session goes on, and so does another process that reads what was stored.
    session.roll()
    first = game.save
    again = game.session(kept)
    again.roll()
    assert game.save.to_bytes() == first.to_bytes()
    assert audit_dice(game.save, game.dice.journal(GAME)) == ()


def test_look_ahead_client_cannot_foresee_or_steer_the_next_dice(game: Table) -> None:
    """It knows all that a player can know: all seeds so far, all random bytes, heads and their key.

    Before it commits itself it computes the dice of forty ways to go on, with everything that it
    knows as the seed.  None of its forecasts is right for any of them.
    """
    first = at_the_dice(game, ATTACK)
    first.roll()
    pass_turn(first)
    pass_turn(game.session())
    known = known_secrets(game.save)
    assert len(known) > 20
    start = game.save
    ways = [at_the_dice(game, way, start) for way in ways_to_go_on()]
    bodies = [body_of(next_request(session)) for session in ways]
    assert len(set(bodies)) == len(bodies) == 40
    forecasts = {compute_dice(secret, body, 20, 6) for secret in known for body in bodies}
    ways[17].roll()
    receipt = game.save.records[-1]
    assert isinstance(receipt, Roll)
    assert receipt.seeds[0] not in known
    for body in bodies:
        assert compute_dice(receipt.seeds[0], body, 20, 6) not in forecasts


def ways_to_go_on() -> list[tuple[str, ...]]:
    """Forty British turns that differ in nothing that matters for their first battle."""
    attack = "move 1 cruiser: SZ 28 Eastern Mediterranean > SZ 25 Adriatic Sea"
    quiet = ("move 1 infantry: Syria > Iraq", "move 1 infantry: Delhi > Bombay")
    return [
        ("done", f"buy {number} infantry", "done", *moves, "done")
        for number in range(1, 11)
        for moves in ((attack,), (attack, quiet[0]), (attack, quiet[1]), (*quiet, attack))
    ]


def next_request(session: Session) -> DiceRequest:
    waiting = session.step.waiting
    assert isinstance(waiting, RollRequest)
    plain = session.save.append_orders(
        session.nation, [order_to_plain(order) for order in session.pending], key_of("Ann")
    )
    return plain.request(session.nation, spec_of(waiting))


def body_of(request: DiceRequest) -> bytes:
    return parse_envelope(request.sign(key_of("Ann")), 4_096).body


def known_secrets(save: TrustedSave) -> set[bytes]:
    """Every 32 bytes in the save, and what follows from them by the hash of the seed chain."""
    found = {save.commitment.anchor, save.sources[0].seed, save.head, key_of("Ann").secret()}
    for entry in save.entries:
        found.add(entry.head)
        for name in ("random", "digest", "prev", "genesis", "key"):
            value = getattr(entry.record, name, None)
            if isinstance(value, bytes) and len(value) == 32:
                found.add(value)
        if isinstance(entry.record, Roll):
            found.add(entry.record.seeds[0])
    return found | {tagged_hash(b"pbem/v1/seed\0", secret) for secret in found}
