"""A turn that is shown before it is over (ADR 0081): looked at, never taken for the turn.

Statement 10 of seed 000's menus: play by mail may also post after the combat move.
"""

import shutil
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from pbem.save.shelf import CURRENT
from tests.cli.test_attacks_forks import second_device
from tests.support.by_mail import begin
from tests.support.table import ANYWAY, NATIONS, Desk, copy_desks, mail_desks

ATTACK = "move 2 infantry: Karelija > Finland\npress always\nfight Finland\n"
OTHER = "move 1 infantry: Karelija > Finland\npress always\nfight Finland\n"
REST = "done\n"
LATER = 'so_far = "after-battles"\n[mail.outgoing]'


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a game that has just begun, which every test copies, and its name."""
    folder = tmp_path_factory.mktemp("begun")
    ann, ben = mail_desks(folder, "Ann", "Ben")
    return folder, begin(ann, ben)


@pytest.fixture
def pair(begun: tuple[Path, str], tmp_path: Path) -> tuple[Desk, Desk, str]:
    template, name = begun
    ann, ben = copy_desks(template, tmp_path)
    return ann, ben, name


def play(desk: Desk, name: str, tmp_path: Path, text: str, *options: str) -> str:
    path = tmp_path / "x.orders"
    path.write_text(text, encoding="utf-8")
    said = desk.ok("play", name, *ANYWAY, "--orders", path, *options)
    return said.err + said.out


def current(desk: Desk) -> bytes:
    return (desk.home.game_store.folder(desk.game) / CURRENT).read_bytes()


def newest_mail(tmp_path: Path, player: str) -> tuple[str, str]:
    """Subject and text of the newest mail of a player."""
    paths = (tmp_path / "mail" / player / "new").iterdir()
    path = max(paths, key=lambda one: one.stat().st_mtime_ns)
    mail = message_from_bytes(path.read_bytes(), policy=policy.default)
    body = mail.get_body(("plain",))
    assert body is not None
    return str(mail["Subject"]), str(body.get_content())


def rows(desk: Desk, *arguments: object, code: int = 0) -> list[dict[str, object]]:
    """News of a fetch, without the address cards."""
    said = desk.run("fetch", *arguments, "--json")
    assert said.code == code, said
    return [row for row in said.rows("news") if row["kind"] != "card"]


def attacked(ann: Desk, name: str, tmp_path: Path) -> None:
    """Ann has fought her battle, and the turn goes on."""
    play(ann, name, tmp_path, f"done\ndone\n{ATTACK}", "--open-end")


def test_a_turn_that_is_shown_is_seen_and_not_taken_for_the_turn(
    pair: tuple[Desk, Desk, str], tmp_path: Path
) -> None:
    ann, ben, name = pair
    before = current(ben)
    attacked(ann, name, tmp_path)
    assert "ben@example.org: sent" in ann.ok("send", name, "--so-far").out
    subject, text = newest_mail(tmp_path, "Ben")
    assert subject == f"[pbem {name}] Big World : 1942 (turn so far, not over)"
    text = " ".join(text.split())
    assert "This is the turn so far: it is not over." in text
    assert "Russians (Ann) are playing round 1" in text
    assert "Battle of Finland" in text or "Finland" in text

    (news,) = rows(ben)
    assert news["kind"] == "so-far"
    assert "the turn of Russians (Ann) so far, " in str(news["text"])
    assert current(ben) == before, "the game itself stands where it stood"
    shown = ben.ok("summary", name, "--so-far").out
    assert "Russians, the turn so far" in shown and "Finland" in shown
    assert "Russians (Ann) show their turn so far, not over" in ben.ok("status", name).out
    assert "they show their turn so far" in ben.ok("games").out
    assert ben.refused(8, "play", name, "--computer", "easy").error["code"] == "not-your-turn"

    play(ann, name, tmp_path, f"done\ndone\n{ATTACK}{REST}", "--resume")
    (news,) = rows(ben)
    assert news["kind"] == "turn"
    assert current(ben) == current(ann)
    assert ben.refused(2, "summary", name, "--so-far").error["code"] == "nothing-shown"
    assert "so far" not in ben.ok("status", name).out
    assert ben.ok("verify", name, "--json").rows("forks") == []


def test_nothing_is_shown_unless_it_is_asked_for(
    pair: tuple[Desk, Desk, str], tmp_path: Path
) -> None:
    ann, ben, name = pair
    nothing = ann.refused(8, "send", name, "--so-far")
    assert nothing.error["code"] == "nothing-to-show"
    attacked(ann, name, tmp_path)
    assert rows(ben) == []
    assert ann.refused(8, "send", name).error["code"] == "turn-not-over"
    for way in ("--print", "--clipboard"):
        assert ann.refused(8, "post", name, way).error["code"] == "turn-not-over"
    posted = ann.ok("post", name, "--print", "--so-far").out
    assert "This is the turn so far: it is not over." in posted


def test_battles_are_shown_when_they_are_over_where_a_player_says_so(
    pair: tuple[Desk, Desk, str], tmp_path: Path
) -> None:
    ann, ben, name = pair
    config = ann.root / "config.toml"
    config.write_text(config.read_text().replace("[mail.outgoing]", LATER))
    attacked(ann, name, tmp_path)
    assert rows(ben) == [], "the battles are not over"
    said = play(ann, name, tmp_path, f"done\ndone\n{ATTACK}done\n", "--resume", "--open-end")
    assert "The others are shown the turn so far. Mail to ben@example.org: sent" in said
    assert [row["kind"] for row in rows(ben)] == ["so-far"]
    again = play(ann, name, tmp_path, f"done\ndone\n{ATTACK}done\n", "--resume", "--open-end")
    assert "so far" not in again and rows(ben) == [], "once is enough"
    played = play(ann, name, tmp_path, f"done\ndone\n{ATTACK}done\n{REST}", "--resume")
    assert "so far" not in played
    assert [row["kind"] for row in rows(ben)] == ["turn"]


def test_what_is_shown_comes_twice_late_and_in_the_wrong_order(
    pair: tuple[Desk, Desk, str], tmp_path: Path
) -> None:
    ann, ben, name = pair
    attacked(ann, name, tmp_path)
    files = [tmp_path / f"{number}.pbem" for number in range(3)]
    ann.ok("send", name, "--so-far")
    ann.ok("export", name, "--out", files[0])
    more = f"done\ndone\n{ATTACK}done\nmove 1 infantry: Leningrad > Karelija\n"
    play(ann, name, tmp_path, more, "--resume", "--open-end")
    ann.ok("send", name, "--so-far")
    ann.ok("export", name, "--out", files[1])
    play(ann, name, tmp_path, f"{more}{REST}", "--resume")
    ann.ok("export", name, "--out", files[2])
    kinds = [[row["kind"] for row in rows(ben, files[number])] for number in (1, 1, 0, 2, 1, 0, 2)]
    assert kinds == [["so-far"], ["seen"], ["seen"], ["turn"], ["seen"], ["seen"], ["seen"]]
    assert current(ben) == current(ann)


def test_what_is_shown_brings_the_turns_before_it(tmp_path: Path) -> None:
    """Mails of two whole turns got lost; the one that shows a third begins with them."""
    ann, ben, cem = mail_desks(tmp_path, "Ann", "Ben", "Cem")
    players = {"Germans": "Ben <ben@example.org>", "Japanese": "Cem <cem@example.org>"}
    words = [word for one in NATIONS for word in ("--seat", f"{one}={players.get(one, 'me')}")]
    ann.ok("new", "big_world_1942", *words)
    name = ann.game.game.hex()[:8]
    for desk in (ben, cem):
        desk.ok("fetch")
        desk.ok("join", name, "--yes")
    ann.ok("fetch")
    ann.ok("play", name, "--computer", "easy")
    ben.ok("fetch")
    ben.ok("play", name, "--computer", "easy")
    for mail in (tmp_path / "mail" / "Cem" / "new").iterdir():
        mail.unlink()
    ann.ok("fetch")
    play(ann, name, tmp_path, "done\nbuy 4 infantry\n", "--open-end")
    ann.ok("send", name, "--so-far")
    (news,) = rows(cem)
    assert news["kind"] == "so-far"
    assert "round 1, British" in cem.ok("status", name).out


def test_another_line_of_play_than_the_one_shown_is_told(
    pair: tuple[Desk, Desk, str], tmp_path: Path
) -> None:
    """Ann shows one purchase and plays another one from a second computer; nothing was rolled."""
    ann, ben, name = pair
    again = second_device(ann)
    play(ann, name, tmp_path, "done\nbuy 4 infantry\n", "--open-end")
    ann.ok("send", name, "--so-far")
    assert [row["kind"] for row in rows(ben)] == ["so-far"]
    play(again, name, tmp_path, f"done\nbuy 3 infantry\ndone\n{ATTACK}done\n{REST}")
    turn, told = rows(ben, code=8)
    assert (turn["kind"], told["kind"], told["code"]) == ("turn", "fork", "shown-otherwise")
    text = str(told["text"])
    assert "Ann showed this turn in one way and then played it in another" in text
    assert "No die was rolled for both" in text
    assert current(ben) == current(again), "the turn that was closed is the turn"
    (row,) = ben.ok("verify", name, "--json").rows("forks")
    assert (row["signed_by"], row["authority_convicted"]) == (["Ann"], False)


def test_another_line_of_play_with_the_same_dice_convicts_the_authority_too(
    pair: tuple[Desk, Desk, str], tmp_path: Path
) -> None:
    """Ann runs the authority herself and puts it back: each roll that was shown is committed."""
    ann, ben, name = pair
    authority = tmp_path / "authority"
    shutil.copytree(authority, tmp_path / "kept")
    again = second_device(ann)
    attacked(ann, name, tmp_path)
    ann.ok("send", name, "--so-far")
    assert [row["kind"] for row in rows(ben)] == ["so-far"]
    shutil.rmtree(authority)
    shutil.copytree(tmp_path / "kept", authority)
    play(again, name, tmp_path, f"done\ndone\n{OTHER}done\n{REST}")
    turn, told = rows(ben, code=8)
    assert (turn["kind"], told["code"]) == ("turn", "shown-otherwise")
    assert "answered roll 1" in str(told["text"]) and "convicted as well" in str(told["text"])


def test_two_shown_turns_that_differ_are_told_before_the_turn_comes(
    pair: tuple[Desk, Desk, str], tmp_path: Path
) -> None:
    ann, ben, name = pair
    again = second_device(ann)
    for desk, units in ((ann, 4), (again, 3)):
        play(desk, name, tmp_path, f"done\nbuy {units} infantry\n", "--open-end")
        desk.ok("send", name, "--so-far")
    shown, told = rows(ben, code=8)
    assert (shown["kind"], told["code"]) == ("so-far", "shown-otherwise")


def test_an_honest_player_is_never_named_for_what_they_showed(
    pair: tuple[Desk, Desk, str], tmp_path: Path
) -> None:
    """Shown after each order, and each end of the turn goes on from it."""
    ann, ben, name = pair
    text = ""
    for part in ("done\n", "buy 4 infantry\n", "done\n", ATTACK, "done\n"):
        text += part
        play(ann, name, tmp_path, text, "--resume", "--open-end")
        ann.ok("send", name, "--so-far")
        assert [row["kind"] for row in rows(ben)] == ["so-far"]
    play(ann, name, tmp_path, f"{text}done\nplace 4 infantry: Moscow\ndone\n", "--resume")
    assert [row["kind"] for row in rows(ben)] == ["turn"]
    assert ben.ok("verify", name, "--json").rows("forks") == []


def test_a_turn_that_is_shown_on_another_history_leaves_one_proof(tmp_path: Path) -> None:
    """Ann closes a turn twice, and shows the next one on the history that Ben does not have."""
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    name = begin(ann, ben, Germans="me")
    authority = tmp_path / "authority"
    shutil.copytree(authority, tmp_path / "kept")
    again = second_device(ann)
    play(ann, name, tmp_path, f"done\ndone\n{ATTACK}{REST}")
    shutil.rmtree(authority)
    shutil.copytree(tmp_path / "kept", authority)
    play(again, name, tmp_path, f"done\ndone\n{OTHER}{REST}")
    again.ok("export", name, "--out", tmp_path / "again.pbem")
    assert [row["kind"] for row in rows(ben, tmp_path / "again.pbem")] == ["turn"]
    play(ann, name, tmp_path, "done\n", "--open-end")
    ann.ok("send", name, "--so-far")
    ann.ok("export", name, "--out", tmp_path / "shown.pbem")
    (told,) = rows(ben, tmp_path / "shown.pbem", code=8)
    assert told["code"] == "shown-otherwise"
    (proof,) = (ben.home.game_store.folder(ben.game) / "forks").iterdir()
    assert len({*proof.iterdir()}) == 2
