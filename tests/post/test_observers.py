"""Observers get each turn by mail, verify it and watch, and can act in nothing."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.lobby.observing import kept_observers
from pbem.post.intake import Post, take_in
from pbem.post.open_cache import OpenedGames
from pbem.save.observers import Observer, ObserverList, observers_file
from pbem.save.trusted_save import TrustedSave
from tests.support.by_mail import begin
from tests.support.table import CLOCK, Desk, key_of, mail_desks

CLUB = "Club <club@example.org>"


def observed(ann: Desk, ben: Desk, *options: str) -> str:
    return begin(ann, ben, "--observer", CLUB, *options)


def test_an_observer_gets_each_turn_and_verifies_it(tmp_path: Path) -> None:
    ann, ben, club = mail_desks(tmp_path, "Ann", "Ben", "Club")
    game = observed(ann, ben)
    told = club.ok("fetch").out
    assert "a game that you do not play in" in told, "nothing is played through unasked"
    assert "You observe Big World : 1942." in club.ok("observe", game).out
    ann.ok("play", game, "--computer", "easy")
    assert "Germans (Ben) to move" in club.ok("fetch").out
    ben.ok("fetch")
    ben.ok("play", game, "--computer", "easy")
    club.ok("fetch")
    assert club.ok("verify", game, "--json").data["turns"] == 2
    assert club.ok("history", game).out == ben.ok("history", game).out
    [row] = club.ok("games", "--json").rows("games")
    assert row["waits_for_you"] is False
    assert "Club <club@example.org>" in ben.ok("observe", game).out, "everybody sees who watches"


def test_an_observer_can_act_in_nothing(tmp_path: Path) -> None:
    ann, ben, club = mail_desks(tmp_path, "Ann", "Ben", "Club")
    game = observed(ann, ben)
    club.ok("fetch")
    club.ok("observe", game)
    before = club.home.game_store.load(club.game)
    ann.ok("propose", game, "draw")
    for code, words in (
        (8, ("play", game, "--computer", "easy")),
        (8, ("note", game, "Egypt", "mine")),
        (8, ("away", game, "2099-01-01", "2099-01-09")),
        (8, ("propose", game, "draw")),
        (2, ("propose", game, "surrender", "--yes")),
        (8, ("decline", game, "--yes")),
        (2, ("observe", game, "--add", "Eve <eve@example.org>")),
        (8, ("join", game)),
    ):
        said = club.run(*words, "--json")
        assert said.code != 0, (words, code, said)
    after = club.home.game_store.load(club.game)
    assert before is not None and after is not None and after.head == before.head


def test_the_host_lets_somebody_observe_later_and_no_more(tmp_path: Path) -> None:
    """Who may is known to all once the host's next mail is there; the other players mail it too."""
    ann, ben, club = mail_desks(tmp_path, "Ann", "Ben", "Club")
    game = begin(ann, ben)
    assert ben.refused(2, "observe", game, "--add", CLUB, "--json").error["code"] == "not-the-host"
    ann.ok("observe", game, "--add", CLUB)
    club.ok("fetch")
    club.ok("observe", game)
    ann.ok("play", game, "--computer", "easy")
    ben.ok("fetch")
    assert [one.address for one in kept_observers(ben.home, _save(ben)).people] == [
        "club@example.org"
    ]
    ben.ok("play", game, "--computer", "easy")
    club.ok("fetch")
    assert _save(club).head == _save(ben).head
    ann.ok("fetch")
    ann.ok("observe", game, "--remove", "Club")
    while "Mail to ben@example.org: sent" not in ann.ok("play", game, "--computer", "easy").out:
        pass
    ben.ok("fetch")
    assert kept_observers(ben.home, _save(ben)).people == ()
    assert "Nothing new." in club.ok("fetch").out


def test_only_the_host_sends_the_turns_to_others(tmp_path: Path) -> None:
    """Or anybody could have a table's programs write to whom they like."""
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    begin(ann, ben)
    save = _save(ben)
    people = (Observer("Eve", "eve@example.org"),)
    listed = ObserverList(save.genesis_head, people, CLOCK)

    def taken(one: ObserverList, by: str) -> list[tuple[str, str]]:
        key = ann.home.key().key if by == "Ann" else key_of(by)
        found = take_in(OpenedGames(ben.home), [observers_file(one, key)], Post(is_mail=True))
        return [(news.kind, news.code) for news in found]

    assert taken(listed, "Eve") == [("refused", "unknown-key")]
    assert taken(listed, "Ben") == [("refused", "unknown-key")]
    assert taken(replace(listed, genesis=bytes(32)), "Ann") == [("refused", "unknown-game")]
    assert kept_observers(ben.home, save).people == ()
    assert taken(listed, "Ann") == [("observers", "")]
    assert taken(replace(listed, people=(), time=CLOCK - 1), "Ann") == []
    assert kept_observers(ben.home, save).people == people


def test_an_observer_reminds_after_all_players_and_then_none_of_them_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, club = mail_desks(tmp_path, "Ann", "Ben", "Club")
    game = observed(ann, ben, "--pace", "72h", "--bumps", "1 every 24h")
    club.ok("fetch")
    club.ok("observe", game)
    ann.ok("play", game, "--computer", "easy")
    for desk in (ben, club):
        desk.ok("fetch")
    start = int(time.time())

    def reminded(desk: Desk, hours: int) -> str:
        monkeypatch.setattr("pbem.commands.remind.now", lambda: start + hours * 3_600)
        return desk.ok("remind").out

    assert "Ann reminds first" in reminded(club, 73)
    assert "Germans (Ben) are late." in reminded(club, 76)
    ann.ok("fetch")
    assert "No reminder is due." in reminded(ann, 77), "the mail of the observer has come"
    assert "Germans (Ben) are late." in reminded(ann, 97)
    club.ok("fetch")
    assert "No reminder is due." in reminded(club, 101), "observers get the reminders, too"


def _save(desk: Desk) -> TrustedSave:
    save = desk.home.game_store.load(desk.game)
    assert save is not None
    return save
