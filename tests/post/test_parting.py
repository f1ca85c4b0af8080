"""Before the start: an invitation is declined or called off, and a player is exchanged."""

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.post.intake import Post, take_in
from pbem.post.open_cache import OpenedGames
from pbem.save.errors import ChainError, NotASaveError
from pbem.save.parting import Parting, parting_file, read_parting
from pbem.save.trusted_save import PLAYING
from tests.support.by_mail import begin, seats
from tests.support.table import CLOCK, Desk, key_of, mail_desks

JAPAN = {"Japanese": "Cat <cat@example.org>"}


def invited(ann: Desk, *guests: Desk, options: tuple[str, ...] = ()) -> str:
    """Ann has founded a game for Ben (the Axis) and Cat (Japan), and both have the invitation."""
    ann.ok("new", "big_world_1942", *seats(**JAPAN), "--option", "low_luck=true", *options)
    for guest in guests:
        guest.ok("fetch")
    return ann.game.game.hex()[:8]


def said(desk: Desk) -> str:
    return desk.ok("fetch").out


def test_a_guest_declines_and_the_host_is_told(tmp_path: Path) -> None:
    ann, ben, cat = mail_desks(tmp_path, "Ann", "Ben", "Cat")
    game = invited(ann, ben, cat)
    assert ben.refused(2, "decline", game, "--json").error["code"] == "decline-unconfirmed"
    ben.ok("decline", game, "no time this year", "--yes")
    assert ben.home.game_store.games() == ()
    told = said(ann)
    assert "'Ben' does not want to play, says a mail from" in told and "no time this year" in told
    assert "pbem exchange" in told
    [row] = ann.ok("games", "--json").rows("games")
    assert "Ben does not want to play" in str(row["state"])
    assert cat.home.game_store.games(), "nothing changes for the others"


def test_a_player_is_exchanged_and_the_game_goes_on_with_the_others(tmp_path: Path) -> None:
    """Cat has joined; her program drops the old game by the word of the host, and joins again."""
    ann, ben, cat, dot = mail_desks(tmp_path, "Ann", "Ben", "Cat", "Dot")
    game = invited(ann, ben, cat)
    cat.ok("join", game, "--yes")
    said(ann)
    before = ann.home.game_store.load(ann.game)
    out = ann.ok("exchange", game, "Ben", "Dot <dot@example.org>").out
    assert "takes the place of the one with 'Ben'" in out
    [ref] = ann.home.game_store.games()
    new = ref.game.hex()[:8]
    assert new != game
    assert "founded anew without 'Ben'" in said(ben) and ben.home.game_store.games() == ()
    assert "founded anew without 'Ben'" in said(cat)
    assert [one.game.hex()[:8] for one in cat.home.game_store.games()] == [new]
    said(dot)
    dot.ok("join", new, "--yes")
    cat.ok("join", new, "--yes")
    said(ann)
    after = ann.home.game_store.load(ann.game)
    assert before is not None and after is not None and after.state == PLAYING
    assert after.seats == {
        nation: "Dot" if player == "Ben" else player for nation, player in before.seats.items()
    }
    mine, theirs = before.genesis, after.genesis
    assert (mine.options, mine.scenario, mine.pace) == (
        theirs.options,
        theirs.scenario,
        theirs.pace,
    )


def test_the_host_calls_a_game_off(tmp_path: Path) -> None:
    ann, ben, cat = mail_desks(tmp_path, "Ann", "Ben", "Cat")
    game = invited(ann, ben, cat)
    ben.ok("join", game, "--yes")
    ann.ok("decline", game, "next winter", "--yes")
    for one in (ben, cat):
        assert "Ann has called it off: next winter." in said(one)
        assert one.home.game_store.games() == ()
    assert ann.home.game_store.games() == ()


def test_observers_go_along_to_the_game_that_is_founded_anew(tmp_path: Path) -> None:
    ann, ben, cat, club = mail_desks(tmp_path, "Ann", "Ben", "Cat", "Club")
    game = invited(ann, ben, cat, options=("--observer", "Club <club@example.org>"))
    said(club)
    ann.ok("exchange", game, "Ben", "me")
    assert "founded anew without 'Ben'" in said(club)
    [ref] = ann.home.game_store.games()
    assert club.home.game_store.games() == (ref,)
    assert "Club <club@example.org>" in ann.ok("observe", ref.game.hex()[:8]).out
    ann.ok("decline", ref.game.hex()[:8], "--yes")
    assert "has called it off" in said(club) and club.home.game_store.games() == ()


def test_a_game_that_has_started_is_not_called_off(tmp_path: Path) -> None:
    """Not by a word that its host had signed before."""
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    game = begin(ann, ben)
    assert ann.refused(8, "decline", game, "--yes", "--json").error["code"] == "already-started"
    save = ben.home.game_store.load(ben.game)
    assert save is not None
    off = Parting(save.genesis_head, "Ann", b"", "", CLOCK)
    data = parting_file(off, ann.home.key().key)
    [news] = take_in(OpenedGames(ben.home), [data], Post(is_mail=True))
    assert news.kind == "seen" and ben.home.game_store.games()


def test_nobody_speaks_for_the_host_or_for_who_has_joined(tmp_path: Path) -> None:
    ann, ben, cat = mail_desks(tmp_path, "Ann", "Ben", "Cat")
    game = invited(ann, ben, cat)
    ben.ok("join", game, "--yes")
    said(ann)
    save = ann.home.game_store.load(ann.game)
    assert save is not None
    word = Parting(save.genesis_head, "Ben", b"", "", CLOCK)

    def taken(parting: Parting, by: str) -> tuple[str, str]:
        data = parting_file(parting, key_of(by))
        [news] = take_in(OpenedGames(ann.home), [data], Post(is_mail=True))
        return news.kind, news.code

    assert taken(word, "Eve") == ("refused", "parting-unfit")
    assert taken(replace(word, player="Nobody"), "Eve") == ("refused", "parting-unfit")
    assert taken(replace(word, genesis=bytes(32)), "Eve") == ("seen", "unknown-game")
    assert taken(replace(word, player="Ann"), "Eve") == ("refused", "parting-unfit")
    assert ann.home.game_store.games()
    data = parting_file(word, key_of("Eve"))
    with pytest.raises((ChainError, NotASaveError)):
        read_parting(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(NotASaveError):
        parting_file(replace(word, instead=b"x"), key_of("Eve"))


def test_only_the_host_exchanges_and_only_who_is_invited(tmp_path: Path) -> None:
    ann, ben, cat = mail_desks(tmp_path, "Ann", "Ben", "Cat")
    game = invited(ann, ben, cat)
    who = "Dot <dot@example.org>"
    assert ben.refused(2, "exchange", game, "Cat", who, "--json").error["code"] == "not-the-host"
    assert ann.refused(2, "exchange", game, "Eve", who, "--json").error["code"] == "unknown-player"
