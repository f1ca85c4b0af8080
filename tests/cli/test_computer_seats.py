"""Seats of the computer: they are played when they are asked, one after another, and say so."""

from pathlib import Path

import pytest

from pbem.lobby.computer_seats import bounded, computer_named, name_and_seconds
from pbem.save.shelf import GameRef
from pbem.usage import UsageError
from tests.support.by_mail import begin
from tests.support.table import Desk, desk, mail_desks

WHO = "This turn was played by the computer"


def hotseat(tmp_path: Path, *seats: str) -> tuple[Desk, str]:
    ann = desk(tmp_path, "Ann", f'[dice]\nfolder = "{tmp_path / "authority"}"\n')
    words = tuple(word for seat in seats for word in ("--seat", seat))
    ann.ok("new", "classic_1942", "--hotseat", *words)
    return ann, ann.home.game_store.games()[0].game.hex()[:8]


def game_of(ann: Desk) -> GameRef:
    return ann.home.game_store.games()[0]


def test_computers_play_on_until_a_person_is_asked(tmp_path: Path) -> None:
    seats = ("Germans=computer:easy", "British=computer:fast")
    ann, name = hotseat(tmp_path, *seats)
    played = ann.ok("play", name, "--computer", "easy")
    assert "The computer has played from Germans on." in played.err
    assert "Japanese (Ann) to move" in ann.ok("games").out
    assert "All is well." in ann.ok("verify", name).out
    assert WHO not in ann.ok("summary", name, "--turn", 1).out
    assert f"{WHO} (easy)." in ann.ok("summary", name, "--turn", 2).out
    assert f"{WHO} (fast)." in ann.ok("summary", name, "--turn", 3).out


def test_a_turn_that_comes_by_mail_is_answered_by_itself(tmp_path: Path) -> None:
    """Ann's program plays the British as soon as Ben's turn comes in, and mails what follows."""
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    name = begin(ann, ben, British="computer:easy", Chinese="computer:easy")
    ann.ok("play", name, "--computer", "easy")
    ben.ok("fetch")
    ben.ok("play", name, "--computer", "easy")
    fetched = ann.ok("fetch").out
    assert "the computer has played; Japanese (Ben) to move" in fetched
    assert ann.ok("fetch").out == "Nothing new.\n"
    assert "It is your turn (Japanese)" in ben.ok("fetch").out
    assert f"{WHO} (easy)." in ben.ok("summary", name).out
    assert "All is well." in ben.ok("verify", name).out


def test_a_seat_names_a_player_that_exists(tmp_path: Path) -> None:
    assert computer_named("Computer:FAST") == "fast"
    assert computer_named("computer") == "hard"
    assert computer_named("computer@example.org") is None
    with pytest.raises(UsageError, match="no computer player called 'silly'"):
        computer_named("computer:silly")
    ann = desk(tmp_path, "Ann")
    refused = ann.refused(2, "new", "classic_1942", "--hotseat", "--seat", "Germans=computer:silly")
    assert refused.error["code"] == "no-such-player"
    assert ann.home.game_store.games() == ()


def test_a_bound_of_time_is_part_of_a_seat_and_of_a_turn(tmp_path: Path) -> None:
    ann, name = hotseat(tmp_path, "Germans=computer:fast:0.3")
    played = ann.ok("play", name, "--computer", "easy", "--seconds", "0.5")
    assert "The computer has played from Germans on." in played.err
    assert f"{WHO} (fast, 0.3 s)." in ann.ok("summary", name, "--turn", 2).out
    assert ann.ok("suggest", name, "--seconds", "0.2").out
    for bad in ("computer:hard:0", "computer:hard:soon", "computer:hard:"):
        with pytest.raises(UsageError, match=r"seconds from 0\.1 to 300"):
            computer_named(bad)


def test_a_bound_needs_a_player_that_counts(tmp_path: Path) -> None:
    ann, name = hotseat(tmp_path)
    for words in (("--seconds", "2"), ("--computer", "random", "--seconds", "2")):
        assert ann.refused(2, "play", name, *words).error["code"] == "no-bound"
    assert ann.refused(2, "play", name, "--computer", "easy", "--seconds", "0")


def agreed(asker: Desk, other: Desk, name: str, *words: str) -> None:
    """A substitution that the other one consents to, put into the game and known to both."""
    asker.ok("propose", name, "substitute", *words)
    other.ok("fetch")
    (row,) = other.ok("consent", name, "--json").rows("proposals")
    other.ok("consent", name, row["proposal"], "--yes")
    asker.ok("fetch")
    other.ok("fetch")


def test_seats_change_between_computers_and_people(tmp_path: Path) -> None:
    """The British seat of Ann's computer goes to Ben; one of Ben's to Ann's computer."""
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    name = begin(ann, ben, British="computer:easy", Chinese="computer:easy")
    assert "British: Ann, played by the computer (easy)" in ann.ok("seats", name).out
    agreed(ann, ben, name, "Ann", "--seat", "British", "--name", "Ben")
    agreed(ben, ann, name, "Ben", "--seat", "Germans", "--name", "Ann")
    rows = {row["nation"]: row for row in ann.ok("seats", name, "--json").rows("seats")}
    assert rows["British"] == {"nation": "British", "player": "Ben", "computer": ""}
    said = ann.ok("seats", name, "germans=computer:fast:0.3").out
    assert "Germans: Ann, played by the computer (fast, 0.3 s)" in said
    ann.ok("play", name, "--computer", "easy")
    # Her computer has played the Germans, and not the British any more.
    assert "It is your turn (British)" in ben.ok("fetch").out
    assert ann.ok("fetch").out == "Nothing new.\n"
    assert f"{WHO} (fast, 0.3 s)." in ben.ok("summary", name).out
    assert "Germans: Ann" in ann.ok("seats", name, "Germans=me").out
    assert "Germans" not in (ann.home.game_store.folder(game_of(ann)) / "computer.json").read_text()


def test_a_seat_is_given_to_the_computer_by_who_holds_it(tmp_path: Path) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    name = begin(ann, ben)
    for word, code in (
        ("Germans=computer", "not-your-seat"),
        ("Martians=computer", "unknown-nation"),
        ("Russians=Ben", "no-such-player"),
        ("Russians", "no-such-player"),
        ("Russians=computer:silly", "no-such-player"),
    ):
        assert ann.refused(2, "seats", name, word).error["code"] == code
    assert not (ann.home.game_store.folder(game_of(ann)) / "computer.json").exists()


def test_a_bound_of_many_digits_is_written_with_three() -> None:
    """With more it would not be read as a bound, and the usual one would count."""
    assert name_and_seconds(bounded("hard", 0.123456)) == ("hard", 0.123)
