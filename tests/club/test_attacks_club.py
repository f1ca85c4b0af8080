"""What strangers do to get onto the site of a club, or to keep it busy."""

from __future__ import annotations

from pathlib import Path

from pbem.post.intake import Post, take_in
from pbem.post.open_cache import OpenedGames
from pbem.save.observers import Observer, ObserverList, observers_file
from pbem.save.trusted_save import TrustedSave
from tests.club.test_club import club_desks, files_of
from tests.support.table import CLOCK, Desk, Table, key_of, table

PEOPLE = (Observer("Club", "club@example.org"),)


def mailed(club: Desk, save: TrustedSave, by: str) -> list[str]:
    """A save, and a list that somebody has signed in which the club observes, come by mail; the
    codes of what was refused."""
    listed = observers_file(ObserverList(save.genesis_head, PEOPLE, CLOCK), key_of(by))
    games = OpenedGames(club.home)
    news = take_in(games, [save.to_bytes(), listed], Post(is_mail=True, sender="eve@example.org"))
    return [one.code for one in news if one.kind == "refused"]


def opened(folder: Path) -> Table:
    return table(folder / "authority")


def test_the_host_is_believed_and_nobody_else(tmp_path: Path) -> None:
    """A save of others is easy to come by; a list of observers is the host's."""
    (club,) = club_desks(tmp_path)
    save = opened(tmp_path).save
    for name in ("Eve", "Ben"):
        assert mailed(club, save, name) == ["unknown-key"]
        assert club.home.game_store.own_games() == ()
    assert club.ok("club", "status", "--json").rows("asking") == []
    assert mailed(club, save, "Ann") == []
    assert len(club.home.game_store.own_games()) == 1


def test_a_game_with_a_move_against_the_rules_is_not_followed(tmp_path: Path) -> None:
    (club,) = club_desks(tmp_path)
    game = opened(tmp_path)
    mailed(club, game.signed("Russians", ["buy 99 infantry"]), "Ann")
    assert club.home.game_store.own_games() == ()
    assert club.run("club", "site").code == 0
    assert [name for name in files_of(club) if name.startswith("games/")] == []


def test_a_game_that_is_followed_takes_no_move_against_the_rules(tmp_path: Path) -> None:
    """Nor one by somebody whose turn it is not; the site stays as it was."""
    (club,) = club_desks(tmp_path)
    game = opened(tmp_path)
    mailed(club, game.save, "Ann")
    club.ok("club", "site")
    before = files_of(club)
    for wrong in (
        game.signed("Russians", ["buy 99 infantry"]),
        game.signed("Germans", ["done"]),
    ):
        assert mailed(club, wrong, "Ann") != []
        club.ok("club", "site")
        assert files_of(club) == before
