"""Rolled, disliked, and played on without any dice: no such turn ends, and no save shows one.

The authority closes a turn only when its last roll is the last one in the log, so the cheat fails
at the end of the turn; a save that they make without a fitting closing is refused offline.
"""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest

from engine import Done, state_digest
from pbem.dice.client import DiceClient, EmbeddedClient
from pbem.dice.closing import closed_body, open_closing
from pbem.dice.protocol import NOTHING_ANSWERED
from pbem.play.session import Session
from pbem.replay import read_position
from pbem.save.audit import audit_dice
from pbem.save.ending import Ending, EndingFile
from pbem.save.errors import DiceError, DiceUnavailableError
from pbem.save.records import TurnEnd
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import encode
from pbem.wire.signing import Verifier, parse_envelope
from tests.support.paper_game import forged_end
from tests.support.table import (
    ANYWAY,
    CLOCK,
    GAME,
    Desk,
    Table,
    desks_of,
    give,
    key_of,
    pass_turn,
    table,
    to_next_dice,
)

NAME = GAME.hex()[:8]
ATTACK = ("done", "done", "move 3 infantry, 1 fighter: Karelija > Finland", "done")
QUIET = ("buy 4 infantry", "place 4 infantry: Moscow")


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


def roll_some(game: Table) -> TrustedSave:
    """Roll from the newest save on; the save with the roll. The table forgets it again."""
    start = game.save
    session = game.session()
    to_next_dice(session, *ATTACK)
    session.roll()
    rolled, game.save = game.save, start
    return rolled


def quiet(game: Table) -> Session:
    """A whole turn without dice, complete and not signed."""
    session = game.session()
    give(session, "done", "buy 4 infantry")
    while not session.is_over:
        session.give(Done())
    return session


def events(game: Table) -> list[tuple[str, int]]:
    return [(entry.event, entry.index) for entry in game.dice.journal(GAME)]


def test_rolled_disliked_and_played_without_dice_cannot_be_ended(game: Table) -> None:
    """The hole that the journal alone left: the attack fails at `finish`."""
    start = game.save
    rolled = roll_some(game)
    session = quiet(game)
    with pytest.raises(DiceError) as caught:
        session.finish("Nothing happened here")
    assert (caught.value.code, caught.value.exit_code) == ("rolls-missing", 7)
    assert "1 roll of this game was made that this save lacks" in str(caught.value).lower()
    # The orders are signed, the end is not, and the attempt is in the journal under their name.
    assert game.save.entries[-1].kind == "orders"
    assert read_position(game.save).unsigned_end == "Russians"
    assert events(game) == [("roll", 1), ("attempted-closing", 1)]
    found = [(one.code, one.player) for one in audit_dice(start, game.dice.journal(GAME))]
    assert sorted(found) == [("attempted-closing", "Ann"), ("roll-not-in-save", "Ann")]
    # The game goes on from the rolls, and from nowhere else.
    honest = pass_turn(game.session(rolled))
    assert read_position(honest).error is None and honest.next_turn == 2


def test_a_closing_kept_in_the_pocket_is_the_only_end_of_that_turn(game: Table) -> None:
    """Close the turn without dice, roll to see, and end it with the dice if they are good."""
    start = game.save
    pocket = quiet(game).finish()
    game.save = start
    rolled = roll_some(game)
    game.save = rolled
    with pytest.raises(DiceError) as caught:
        pass_turn(game.session())
    assert caught.value.code == "closing-refused"
    found = [(one.code, one.player) for one in audit_dice(pocket, game.dice.journal(GAME))]
    assert ("roll-not-in-save", "Ann") in found and ("attempted-closing", "Ann") in found


def test_two_different_turns_without_dice_cannot_both_be_ended(game: Table) -> None:
    start = game.save
    quiet(game).finish()
    game.save = start
    with pytest.raises(DiceError) as caught:
        pass_turn(game.session())
    assert caught.value.code == "closing-refused"
    assert events(game) == [("closing", 1), ("attempted-closing", 1)]


def test_quiet_turns_of_one_player_one_after_the_other_are_no_fork(game: Table) -> None:
    """Three turns without any dice, two of them Ann's, all at roll 1."""
    for nation in ("Russians", "Germans", "British", "Chinese"):
        session = game.session()
        assert session.nation == nation
        pass_turn(session)
    assert events(game) == [("closing", 1)] * 4
    assert audit_dice(game.save, game.dice.journal(GAME)) == ()
    ends = [record for record in game.save.records if isinstance(record, TurnEnd)]
    assert len({end.closing.end for end in ends}) == 4


class Away:
    """An authority that is out of reach at the end of the turn, or whose answer gets lost."""

    def __init__(self, inner: DiceClient, is_asked: bool) -> None:
        self.inner = inner
        self.is_asked = is_asked

    def close(self, request: bytes) -> bytes:
        if self.is_asked:
            self.inner.close(request)
        raise DiceUnavailableError("dice-server-unavailable", "out of reach", "Try later.")


@pytest.mark.parametrize("is_asked", [False, True])
def test_authority_out_of_reach_suspends_the_end_of_the_turn(game: Table, is_asked: bool) -> None:
    session = quiet(game)
    session._dice = Away(game.dice, is_asked)  # type: ignore[assignment]
    with pytest.raises(DiceUnavailableError):
        session.finish("It rained")
    kept = game.save
    assert kept.entries[-1].kind == "orders"
    assert session.is_over and not session.pending
    # Another day, another process, other words: what was signed first is the end of the turn.
    later = game.session(kept)
    assert later.is_over
    ended = later.finish("Power is back")
    again = game.session(kept).finish("Power is back, I said")
    assert ended == again
    end = ended.records[-1]
    assert isinstance(end, TurnEnd) and end.end.message == "It rained"
    assert events(game) == [("closing", 1)]


def test_a_second_device_of_the_player_cannot_end_the_turn_otherwise(game: Table) -> None:
    """A closing closes exactly one end: other words at the same head are another end."""
    start = game.save
    quiet(game).finish("From my desk")
    game.save, game.ending = start, EndingFile()
    with pytest.raises(DiceError) as caught:
        quiet(game).finish("From my phone")
    assert caught.value.code == "closing-refused"


def test_same_at_the_command_line(tmp_path: Path, game: Table) -> None:
    ann, _ = desks_of(tmp_path, game)
    path = tmp_path / "turn.orders"
    path.write_text("\n".join(QUIET))
    away = DiceUnavailableError("dice-server-unavailable", "out of reach", "Try later.")
    with mock.patch.object(EmbeddedClient, "close", side_effect=away):
        refused = ann.run(
            "play", NAME, *ANYWAY, "--orders", path, "--message", "It rained", "--json"
        )
    assert (refused.code, refused.error["code"]) == (9, "dice-server-unavailable")
    assert "the end of the turn has to be signed" in ann.ok("status", NAME).out
    assert not ann.home.draft_path(ann.game).exists()
    assert "It rained" in ann.ok("play", NAME, "--computer", "random", "--message", "It froze").out
    assert read_position(ann.home.choose(NAME).save).nation == "Germans"


def test_attack_at_the_command_line_with_a_copy_of_the_home(tmp_path: Path, game: Table) -> None:
    ann, _ = desks_of(tmp_path, game)
    shutil.copytree(ann.root, tmp_path / "before")
    attack, other = tmp_path / "attack.orders", tmp_path / "quiet.orders"
    attack.write_text("\n".join((*ATTACK, "fight Finland")))
    other.write_text("\n".join(QUIET))
    ann.ok("play", NAME, *ANYWAY, "--orders", attack, "--open-end")
    assert ("roll", 1) in events(game)
    cheat = Desk(tmp_path / "before")
    output = cheat.run("play", NAME, *ANYWAY, "--orders", other, "--json")
    assert (output.code, output.error["code"]) == (7, "rolls-missing")
    said = cheat.run("dice", "audit", NAME)
    assert said.code == 7
    assert "end of a turn, before roll 1: " in said.out
    assert "(attempted-closing)" in said.out and "(roll-not-in-save)" in said.out
    # Once the honest turn is ended, its end is the only one.
    ann.ok("play", NAME, "--computer", "random")
    output = cheat.run("play", NAME, "--computer", "easy", "--json")
    assert (output.code, output.error["code"]) == (7, "closing-refused")
    assert [event for event, _ in events(game) if event.startswith("attempted")] == [
        "attempted-closing"
    ]


# What a hacked client can write into a save instead of a fitting closing.


Forger = Callable[[Path, Table, TrustedSave, TrustedSave, Ending], bytes]
"""Folder, game, the save that is shown, the one with the rolls, and the end that is shown."""


def by_the_player(
    _: Path, game: Table, shown: TrustedSave, rolled: TrustedSave, end: Ending
) -> bytes:
    body = parse_envelope(end.request, 512).body
    return key_of("Ann").seal("closed", closed_body(body, NOTHING_ANSWERED, CLOCK))


def by_another_authority(
    folder: Path, game: Table, shown: TrustedSave, rolled: TrustedSave, end: Ending
) -> bytes:
    own = EmbeddedClient(folder / "own", lambda: CLOCK, chain_length=256)
    own.register(GAME, key_of("Ann").public)
    own.register_seats(shown.seat_registration(key_of("Ann")))
    return own.close(end.request)


def of_the_turn_with_the_rolls(
    _: Path, game: Table, shown: TrustedSave, rolled: TrustedSave, end: Ending
) -> bytes:
    return pass_turn(game.session(rolled)).entries[-1].attached.answers[0]


def for_the_honest_number_of_rolls(
    _: Path, game: Table, shown: TrustedSave, rolled: TrustedSave, end: Ending
) -> bytes:
    """The authority closes any head at the right number: and that number shows what is missing."""
    honest = replace(open_closing(end.request, Verifier())[0], index=rolled.next_roll)
    return game.dice.close(honest.sign(key_of("Ann")))


def with_the_number_set_back(
    folder: Path, game: Table, shown: TrustedSave, rolled: TrustedSave, end: Ending
) -> bytes:
    envelope = parse_envelope(
        for_the_honest_number_of_rolls(folder, game, shown, rolled, end), 1_024
    )
    body = closed_body(parse_envelope(end.request, 512).body, NOTHING_ANSWERED, CLOCK)
    return encode([body, [list(pair) for pair in envelope.signatures]])


def for_the_next_turn(
    _: Path, game: Table, shown: TrustedSave, rolled: TrustedSave, end: Ending
) -> bytes:
    request = open_closing(end.request, Verifier())[0]
    other = replace(request, turn=2, index=rolled.next_roll)
    return game.dice.close(other.sign(key_of("Ann")))


FORGERIES: dict[str, Forger] = {
    "signed by the player": by_the_player,
    "from another authority": by_another_authority,
    "of the turn with the rolls": of_the_turn_with_the_rolls,
    "for the honest number of rolls": for_the_honest_number_of_rolls,
    "with the number set back": with_the_number_set_back,
    "of another turn": for_the_next_turn,
}


@pytest.mark.parametrize("name", FORGERIES)
def test_save_of_a_hacked_client_is_refused_offline(tmp_path: Path, game: Table, name: str) -> None:
    """Ann rolled, and shows a turn without dice; Ben has the file and no authority at all."""
    _, ben = desks_of(tmp_path, game)
    rolled = roll_some(game)
    session = quiet(game)
    game.save = game.signed("Russians", session.pending)
    shown = game.save
    code = "closing-bad-signature"
    end = shown.sign_end("Russians", state_digest(session.state), key_of("Ann"), time=CLOCK)
    path = tmp_path / "bad.pbem"
    path.write_bytes(forged_end(shown, end, FORGERIES[name](tmp_path, game, shown, rolled, end)))
    shutil.rmtree(tmp_path / "authority")
    number = len(shown.entries)
    refused = ben.refused(7, "verify", path)
    assert (refused.error["code"], refused.error["record"]) == (code, number)
    assert f"Record {number} (turn_end)" in ben.run("verify", path).out
    assert ben.run("fetch", path, "--json").rows("news")[0]["code"] == code
    assert ben.refused(7, "play", path, "--computer", "easy").error["code"] == code
