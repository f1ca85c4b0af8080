"""What people see before they consent is what will be done, whatever the names and words are."""

from pathlib import Path

import pytest

from pbem.agreements.describe import describe_proposal
from pbem.motions.consent import SignedProposal
from pbem.motions.draw import Draw
from pbem.motions.key_change import KeyChange
from pbem.motions.motion import Motion
from pbem.motions.substitution import Substitution
from pbem.replay import read_position
from pbem.save.proposal_file import proposal_file
from pbem.save.trusted_save import TrustedSave
from pbem.wire.fingerprint import fingerprint
from pbem.wire.signing import SigningKey
from tests.support.agreeing import agree, back_to, edit, proposed
from tests.support.table import (
    AXIS,
    Desk,
    Table,
    desks_of,
    give,
    key_of,
    pass_turn,
    table,
)

BEN, CAT = key_of("Ben"), key_of("Cat")
HARMLESS = "the game ends without a winner"


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


@pytest.fixture
def ann(tmp_path: Path, game: Table) -> Desk:
    return desks_of(tmp_path, game)[0]


def shown(save: TrustedSave, what: Motion, words: str = "", by: SigningKey = BEN) -> list[str]:
    signed = SignedProposal(proposed(save, what, by, words=words), ())
    return describe_proposal(read_position(save), signed)


@pytest.mark.parametrize("separator", ["\n", "\r", "\u2028", "\x0b", "\x85"])
def test_words_that_imitate_a_proposal(game: Table, separator: str) -> None:
    """Every line of the words says whose words they are."""
    words = separator.join(["Sorry!", f"  {HARMLESS}", "EDIT money Germans: 1", "", " "])
    lines = shown(game.save, edit("money Germans: 900"), words)
    assert lines[1:] == [
        "  EDIT money Germans: 900",
        "  Ben says: Sorry!",
        f"  Ben says:   {HARMLESS}",
        "  Ben says: EDIT money Germans: 1",
    ]


@pytest.mark.parametrize("separator", ["\n", "\r\n", "\u2029", "\x0c"])
def test_a_name_that_imitates_a_proposal(tmp_path: Path, separator: str) -> None:
    """The proposer's name and the game's stand on the first line, whatever is in them."""
    fake = f"Ben proposes:{separator}  {HARMLESS}{separator}"
    game = table(tmp_path / "authority", ben=fake, title=f"Cup{separator}  {HARMLESS}")
    lines = shown(game.save, edit("money Germans: 900"))
    assert len(lines) == 2
    assert lines[0].startswith("Cup ")
    assert lines[1] == "  EDIT money Germans: 900"
    assert not any(len(line.splitlines()) > 1 for line in lines)
    newcomer = Substitution(tuple(sorted(AXIS)), BEN.public, f"C{separator}D", CAT.public, False)
    assert len(shown(game.save, newcomer)) == 2


def test_the_change_that_matters_among_a_thousand(tmp_path: Path, game: Table, ann: Desk) -> None:
    """None is cut off, on the way to the signature in text and as JSON."""
    changes = [f"money British: {number}" for number in range(999)]
    changes.insert(700, "money Germans: 900000")
    what = edit(*changes)
    lines = shown(game.save, what, "w" * 16_000)
    assert lines[1] == "  1000 changes to the board, in this order:"
    assert lines[2:-1] == [f"  EDIT {change}" for change in changes]
    path = tmp_path / "proposal.pbem"
    path.write_bytes(
        proposal_file(SignedProposal(proposed(game.save, what, BEN, words="w" * 16_000), ()))
    )
    ann.ok("fetch", path)
    said = ann.run("consent", path)
    assert said.code == 2
    assert [line for line in said.err.splitlines() if "EDIT" in line] == lines[2:-1]
    as_data = ann.run("consent", path, "--json")
    assert as_data.error["proposed"] == lines
    listed = ann.ok("consent", game.save.genesis.game.hex()).out
    assert "EDIT money Germans: 900000" in listed and "EDIT money British: 998" in listed


def test_a_take_back_that_is_called_a_trifle(game: Table) -> None:
    """The number of a record says nothing to people: place, turns and rolls are named."""
    start = len(game.save.entries) - 1
    give(
        game.session(),
        "done",
        "done",
        "move 2 infantry: Karelija > Finland",
        "done",
        "fight Finland",
    )
    pass_turn(game.session())
    back = back_to(game.save, start)
    text = "\n".join(shown(game.save, back, "only my last click"))
    rolls = sum(entry.kind == "roll" for entry in game.save.entries)
    assert "round 1, Russians" in text
    assert "finished turns that would be undone: Russians" in text
    assert f"with {rolls} rolls" in text
    assert "an attack with another number of dice gets new ones" in text
    assert "everybody will know them" in text


def test_a_new_key_is_shown_by_the_fingerprint_that_people_compare(game: Table) -> None:
    change = KeyChange(BEN.public, CAT.public, False)
    for by in (BEN, CAT):
        lines = shown(game.save, change, by=by)
        assert fingerprint(CAT.public) in lines[1]
    assert lines[0] == "Test game: Ben with the new key proposes:"
    taken = Substitution(tuple(sorted(AXIS)), BEN.public, "Ann", CAT.public, False)
    assert fingerprint(CAT.public) in shown(game.save, taken, by=CAT)[1]


def test_a_seat_is_taken_from_a_player_who_is_there(tmp_path: Path, game: Table) -> None:
    """Allowed by the word of all others; whoever looks at the save is told who did not sign."""
    ann, _ = desks_of(tmp_path / "desks", game)
    lost = KeyChange(BEN.public, CAT.public, True)
    text = shown(game.save, lost, by=key_of("Ann"))[1]
    assert "is lost and has not signed" in text
    save = agree(game.save, lost, key_of("Ann"), CAT)
    path = tmp_path / "taken.pbem"
    path.write_bytes(save.to_bytes())
    assert "LOOK AT THESE: 1 of these gave the seats" in ann.ok("verify", path).out
    assert "has not signed" in ann.ok("history", path).out
    draw = agree(game.save, Draw(), key_of("Ann"), BEN)
    path.write_bytes(draw.to_bytes())
    assert "LOOK AT THESE" not in ann.ok("verify", path).out
