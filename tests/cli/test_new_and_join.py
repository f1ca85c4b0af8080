"""`pbem new` and `pbem join`: from the first command to a game that has started."""

import io
from pathlib import Path

import pytest

from pbem.mail.outbox import Outbox
from pbem.post.open_cache import OpenedGames
from pbem.save.trust import open_save
from tests.support.by_mail import seats
from tests.support.table import NATIONS, Desk, desk, mail_desks

SEATS = seats()


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    return desk(tmp_path, "Ann")


def test_hotseat_game_begins_at_once(ann: Desk) -> None:
    output = ann.ok("new", "big_world_1942", "--hotseat", "--name", "Winter war")
    assert "Game " in output.out and "Winter war" in output.out
    assert "Russians to move: pbem play " in output.out
    assert "committed before the game" in output.out
    (row,) = ann.ok("games", "--json").rows("games")
    assert (row["name"], row["waits_for_you"], row["to_move"]) == ("Winter war", True, "Russians")
    assert ann.ok("games").out.startswith("* ")
    assert "round 1, Russians (Ann)" in ann.ok("status", "Winter war").out


def test_no_games_yet(ann: Desk) -> None:
    assert ann.ok("games").out.startswith("You have no games. Found one with `pbem new`")


def test_options_and_bids_are_part_of_the_game(ann: Desk) -> None:
    game = ann.ok(
        "new",
        "big_world_1942",
        "--hotseat",
        "--option",
        "low_luck=true",
        "--bid",
        "germans=7",
        "--json",
    ).data["game"]
    verified = ann.ok("verify", game).out
    assert "Option: low_luck = true" in verified
    assert "Bids: Germans 7 PUs" in verified
    assert "Germans, bid" in ann.ok("status", game).out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--option", "low_luk=true"), "unknown-option", "Did you mean low_luck"),
        (("--option", "xyzzy=1"), "unknown-option", "The options are "),
        (("--option", "low_luck=maybe"), "bad-definition", "true or false"),
        (("--option", "low_luck=1"), "bad-definition", "true or false"),
        (("--option", "low_luck"), "wrong-pair", "NAME=VALUE"),
        (("--option", "=true"), "wrong-pair", "NAME=VALUE"),
        (("--option", "low_luck=true", "--option", "low_luck=false"), "named-twice", "twice"),
        (("--option", "bid=5"), "bad-bid", "--bid Germans=6"),
        (("--bid", "Martians=5"), "unknown-nation", "Russians, Germans"),
        (("--bid", "Germans=many"), "bad-bid", "whole number"),
        (("--bid", "Germans=-1"), "bad-bid", "whole number"),
        (("--bid", "Germans=" + "9" * 5000), "bad-bid", "whole number"),
        (("--bid", "Germans=99999"), "bad-definition", "1000"),
        (("--bid", "Germans=1", "--bid", "germans=2"), "named-twice", "twice"),
        (("--seat", "Germans=ben@example.org"), "hotseat-seats", "Leave out --hotseat"),
        (("--name", "x" * 300), "bad-name", "1 to 200 bytes"),
        (("--name", "evil\x1b[2Jname"), "bad-name", "control"),
        (("--dice", "my left pocket"), "dice-address", "--dice"),
    ],
)
def test_wrong_options_are_refused_in_one_clear_sentence(
    ann: Desk, words: tuple[str, ...], code: str, said: str
) -> None:
    refused = ann.refused(2, "new", "big_world_1942", "--hotseat", *words)
    assert refused.error["code"] == code
    assert said in str(refused.error["text"])


def test_locked_option_and_unknown_scenario(ann: Desk) -> None:
    refused = ann.refused(2, "new", "small_world", "--hotseat")
    assert "big_world_1942" in str(refused.error["text"])
    locked = ann.refused(
        2, "new", "big_world_1942", "--hotseat", "--option", "min_factory_production=9"
    )
    assert locked.error["code"] == "bad-definition"
    assert "'min_factory_production' is fixed by the scenario" in str(locked.error["text"])


def test_dice_server_cannot_be_reached_is_a_matter_of_the_network(ann: Desk) -> None:
    refused = ann.refused(9, "new", "big_world_1942", "--hotseat", "--dice", "https://dice.invalid")
    assert refused.error["code"] == "dice-server-unavailable"


@pytest.mark.parametrize(
    ("seats", "code", "said"),
    [
        (("Russians=me",), "seat-missing", "Germans, British"),
        (("Martians=me",), "unknown-nation", "Its nations are Russians"),
        (("Russians=me", "russians=ben@example.org"), "named-twice", "'russians'"),
        (("Russians",), "wrong-pair", "--seat"),
        (("Russians=ben at home",), "mail-address", "name@example.org"),
        (("Russians=Ann <other@example.org>",), "name-taken", "your own name"),
        (("Russians=E\u202evil <e@example.org>",), "bad-name", "invisible"),
    ],
)
def test_wrong_seats_are_refused(ann: Desk, seats: tuple[str, ...], code: str, said: str) -> None:
    words = [word for seat in seats for word in ("--seat", seat)]
    missing = () if code == "seat-missing" else tuple(_rest(seats))
    output = ann.run("new", "big_world_1942", *words, *missing, "--json")
    assert output.code != 0
    assert output.error["code"] == code
    assert said in str(output.error["text"])
    assert ann.home.game_store.games() == ()
    assert not (ann.root / "dice").exists()


def _rest(seats: tuple[str, ...]) -> list[str]:
    named = {seat.split("=")[0] for seat in seats}
    return [
        word for nation in NATIONS if nation not in named for word in ("--seat", f"{nation}=me")
    ]


def test_one_name_with_two_addresses_is_refused(ann: Desk) -> None:
    words = _rest(("Russians", "Germans"))
    refused = ann.refused(
        2,
        "new",
        "big_world_1942",
        *words,
        "--seat",
        "Russians=ben@example.org",
        "--seat",
        "Germans=ben@example.net",
    )
    assert refused.error["code"] == "two-addresses"


def test_rehearsal_says_that_its_dice_prove_nothing(ann: Desk) -> None:
    output = ann.ok("new", "big_world_1942", "--seed", "7")
    assert "prove nothing" in output.out
    refused = ann.refused(2, "new", "big_world_1942", "--seed", "7", *SEATS)
    assert refused.error["code"] == "rehearsal-seats"


def test_pinned_other_key_under_my_own_name_founds_nothing(ann: Desk) -> None:
    ann.home.pin("Ann", bytes(31) + b"\x02")
    refused = ann.refused(5, "new", "big_world_1942", "--hotseat")
    assert refused.error["code"] == "key-contradicts-keyring"


def test_who_has_no_address_of_the_host_is_told_which_file_to_hand_over(tmp_path: Path) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    ann.ok("new", "big_world_1942", *SEATS)
    (game,) = ann.home.game_store.games()
    ben.ok("fetch", ann.home.game_store.current(game))
    joined = ben.ok("join", game.game.hex()[:8], "--yes").out
    assert "No address is known for Ann" in joined
    answer = ben.home.game_store.folder(ben.game) / "answer.pbem"
    assert f"The answer for the host is in {answer}." in joined
    assert "Ben has joined" in ann.ok("fetch", answer).out


def test_game_by_mail_from_invitation_to_first_turn(tmp_path: Path) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    founded = ann.ok("new", "big_world_1942", *SEATS)
    assert "Waiting for Ben to join." in founded.out
    assert "Mail to ben@example.org: sent" in founded.out
    (game,) = ann.home.game_store.games()
    name = game.game.hex()[:8]
    (invitation,) = (tmp_path / "mail" / "Ben" / "new").iterdir()
    assert b"in the game Big World : 1942, by mail." in b" ".join(invitation.read_bytes().split())
    assert "waiting for Ben to join" in ann.ok("games").out
    assert "waiting for Ben" in ann.ok("status", name).out
    assert "\nAmericans  Ann\nBritish    Ann\n" in ann.ok("status", name).out
    play = ann.refused(8, "play", name, "--computer", "easy")
    assert play.error["code"] == "not-started"

    invited = ben.ok("fetch")
    assert f"Read its terms: pbem status {name}\nTake your seat: pbem join {name}\n" in invited.out
    assert "an invitation from Ann" in invited.out
    assert ben.ok("games").out.startswith("* ")
    joined = ben.ok("join", name, "--yes")
    assert "You have taken Germans, Japanese" in joined.out
    assert "you are called" not in joined.out
    assert "Mail to ann@example.org: sent" in joined.out
    assert "answer.pbem" not in joined.out

    started = ann.ok("fetch").out
    assert "Ben has joined" in started
    assert "everybody has joined, the game has started" in started
    assert f"It is your turn (Russians): pbem play {name}" in started
    assert "Russians (Ann) to move" in ben.ok("fetch").out
    assert open_save((ben.home.game_store.folder(game) / "current.pbem").read_bytes()).seats
    late = ben.refused(8, "join", name, "--yes")
    assert late.error["code"] == "already-started"
    # The address is in the card beside the save and nowhere in the save.
    assert b"example.org" not in (ann.home.game_store.folder(game) / "current.pbem").read_bytes()


THREE = (
    *("--seat", "Russians=me", "--seat", "British=me", "--seat", "Chinese=me"),
    *("--seat", "Germans=Ben <ben@example.org>", "--seat", "Japanese=Cem <cem@example.org>"),
    *("--seat", "Americans=Cem <cem@example.org>"),
)


def invite(tmp_path: Path) -> tuple[Desk, Desk, Desk, str]:
    ann, ben, cem = mail_desks(tmp_path, "Ann", "Ben", "Cem")
    ann.ok("new", "big_world_1942", *THREE)
    ben.ok("fetch")
    cem.ok("fetch")
    return ann, ben, cem, ann.home.game_store.games()[0].game.hex()[:8]


def test_answers_arrive_in_any_order_and_as_files(tmp_path: Path) -> None:
    ann, ben, cem, name = invite(tmp_path)
    cem.ok("join", name, "--out", tmp_path / "cem.pbem", "--yes")
    ben.ok("join", name, "--out", tmp_path / "ben.pbem", "--yes")
    assert "Cem has joined" in ann.ok("fetch", tmp_path / "cem.pbem").out
    assert "waiting for Ben" in ann.ok("games").out
    again = ann.ok("fetch", tmp_path / "cem.pbem", "--json").rows("news")
    assert again[0]["kind"] == "seen"
    assert "the game has started" in ann.ok("fetch", tmp_path / "ben.pbem").out
    # The mails with the same answers come later and change nothing.
    late = ann.ok("fetch", "--json").rows("news")
    assert {row["kind"] for row in late if row["kind"] != "card"} == {"seen"}
    for guest in (ben, cem):
        assert "Russians (Ann) to move" in guest.ok("fetch").out


def test_joining_under_a_wrong_name(tmp_path: Path) -> None:
    ann, ben, _, name = invite(tmp_path)
    refused = ben.refused(2, "join", name, "--as", "Dan", "--yes")
    assert refused.error["code"] == "which-player"
    assert "'Ben', 'Cem'" in str(refused.error["text"])
    stranger = desk(tmp_path, "Eve")
    invitation = ann.home.game_store.folder(ann.home.game_store.games()[0]) / "current.pbem"
    # Nothing is filed at the stranger's when they may not take a seat.
    assert stranger.refused(2, "join", invitation, "--yes").error["code"] == "which-player"


def test_joining_twice_gives_the_same_answer_again(tmp_path: Path) -> None:
    _, ben, _, name = invite(tmp_path)
    ben.ok("join", name, "--out", tmp_path / "one.pbem", "--yes")
    ben.ok("join", name, "--out", tmp_path / "two.pbem", "--yes")
    assert (tmp_path / "one.pbem").read_bytes() == (tmp_path / "two.pbem").read_bytes()
    mails = Outbox(ben.home.outbox_path).entries()
    assert len({entry.key for entry in mails}) == len(mails) == 1


def test_two_people_for_one_name(tmp_path: Path) -> None:
    ann, ben, _, name = invite(tmp_path)
    ben.ok("join", name, "--out", tmp_path / "ben.pbem", "--yes")
    eve = desk(tmp_path, "Eve")
    invitation = ann.home.game_store.folder(ann.home.game_store.games()[0]) / "current.pbem"
    joined = eve.ok("join", invitation, "--as", "Ben", "--out", tmp_path / "eve.pbem", "--yes")
    assert "In this game you are called Ben, as the host named you." in joined.out
    ann.ok("fetch", tmp_path / "ben.pbem")
    refused = ann.run("fetch", tmp_path / "eve.pbem", "--json")
    assert refused.code == 4
    assert refused.rows("news")[0]["code"] == "join-twice"


def test_game_starts_even_when_a_crash_came_after_the_last_answer(tmp_path: Path) -> None:
    ann, ben, cem, name = invite(tmp_path)
    ben.ok("join", name, "--out", tmp_path / "ben.pbem", "--yes")
    cem.ok("join", name, "--out", tmp_path / "cem.pbem", "--yes")
    ann.ok("fetch", tmp_path / "ben.pbem")
    # The answer was filed, and the process died before the start was signed.
    from pbem.post.intake import Post, take_in  # noqa: PLC0415

    take_in(OpenedGames(ann.home), [(tmp_path / "cem.pbem").read_bytes()], Post(is_mail=True))
    assert "ready" in ann.ok("games").out
    assert "the game has started" in ann.ok("fetch").out


def test_L2_the_founder_is_asked_when_a_linked_game_ends(tmp_path: Path) -> None:
    (ann,) = mail_desks(tmp_path, "Ann")
    told = ann.ok("new", "axis_allies_linked", "--hotseat").out
    question = "Question for everybody: the game ends when Europe and Pacific are won"
    assert question in told and "--option every_theatre_decides=false" in told
    said = ("--option", "every_theatre_decides=true")
    assert question not in ann.ok("new", "axis_allies_linked", "--hotseat", *said).out
    assert "Question" not in ann.ok("new", "big_world_1942", "--hotseat").out


def test_at_a_terminal_the_terms_are_shown_before_anything_is_signed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    ann.ok("new", "big_world_1942", *seats())
    ben.ok("fetch")
    name = ben.game.game.hex()[:8]
    before = ben.home.choose(name).save.head

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("tests.support.table.io.StringIO", Terminal)
    refused = ben.run("join", name, typed="n\n")
    assert refused.code == 2 and "You have not joined. Nothing was signed" in refused.err
    assert refused.err.index("You are to agree to these terms") < refused.err.index("Take your")
    assert ben.home.choose(name).save.head == before
    assert "You have taken Germans, Japanese" in ben.ok("join", name, typed="y\n").out


def test_an_alliance_stands_for_its_nations_and_neutral_ones_need_nobody(ann: Desk) -> None:
    words = ("--seat", "axis=Ben <ben@example.org>", "--seat", "Allies=me")
    ann.ok("new", "second_edition_global_1940", *words, "--seat", "Italians=computer:easy")
    seats = ann.home.game_store.load(ann.game, ann.home.keyring())
    assert seats is not None
    whose = seats.genesis.seats
    assert {nation for nation, who in whose.items() if who == "Ben"} == {"Germans", "Japanese"}
    assert whose["Italians"] == whose["Neutral_True"] == whose["Mongolians"] == "Ann"
    assert len(whose) == 15
    twice = ann.refused(2, "new", "big_world_1942", *words, "--seat", "Axis=me")
    assert twice.error["code"] == "named-twice"
