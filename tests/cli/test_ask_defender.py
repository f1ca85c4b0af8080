"""The option `ask_defender`: a battle waits with the defender, and the file goes there and back.

Two armour attack in low luck, so the first volley is one sure hit without a die: nothing here
depends on how real dice fall.
"""

from email import message_from_bytes, policy
from pathlib import Path

import pytest

from pbem.replay import read_position
from pbem.save.trust import open_save
from tests.support.by_mail import begin
from tests.support.table import ANYWAY, Desk, copy_desks, mail_desks

ATTACK = "move 2 armour: Northern Russia > Novgorod\nfight Novgorod\n"


def start(folder: Path) -> str:
    """The name of a game by mail of Ann and Ben in which defenders are asked."""
    ann, ben = mail_desks(folder, "Ann", "Ben")
    options = ("--option", "ask_defender=true", "--option", "low_luck=true")
    return begin(ann, ben, *options)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a game that has just begun, which every test copies, and its name."""
    folder = tmp_path_factory.mktemp("begun")
    return folder, start(folder)


@pytest.fixture
def pair(begun: tuple[Path, str], tmp_path: Path) -> tuple[Desk, Desk, str]:
    template, name = begun
    ann, ben = copy_desks(template, tmp_path)
    return ann, ben, name


def file(tmp_path: Path, text: str, name: str = "x.orders") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def current(desk: Desk) -> bytes:
    return (
        desk.home.game_store.folder(desk.home.game_store.games()[0]) / "current.pbem"
    ).read_bytes()


def body_of(tmp_path: Path, player: str) -> tuple[str, str]:
    """Subject and text of the newest mail of a player."""
    paths = sorted(
        (tmp_path / "mail" / player / "new").iterdir(), key=lambda p: p.stat().st_mtime_ns
    )
    mail = message_from_bytes(paths[-1].read_bytes(), policy=policy.default)
    body = mail.get_body(("plain",))
    assert body is not None
    return str(mail["Subject"]), str(body.get_content())


def test_B198_the_file_goes_to_the_defender_and_back(
    tmp_path: Path, pair: tuple[Desk, Desk, str]
) -> None:
    ann, ben, name = pair
    played = ann.ok("play", name, *ANYWAY, "--orders", file(tmp_path, ATTACK), "--json").data
    assert played["sent"] is True
    assert (played["finished"], played["handed_over"]) == (False, True)
    assert (played["nation"], played["to_move"]) == ("Russians", "Germans")
    position = read_position(open_save(current(ann)))
    assert (position.nation, position.mover) == ("Germans", "Russians")
    assert ann.ok("games", "--json").rows("games")[0]["waits_for_you"] is False
    assert ann.refused(8, "play", name, "--computer", "easy").error["code"] == "not-your-turn"
    subject, text = body_of(tmp_path, "Ben")
    assert subject == f"[pbem {name}] Big World : 1942"
    assert "waits for Germans (Ben)" in text
    assert "Germans decide which of their units is lost in Novgorod" in text
    assert "2 Germans infantry, 1 Germans armour" in text

    fetched = ben.ok("fetch").out
    assert "Germans (Ben) asked in the turn of Russians" in fetched
    assert ben.ok("games", "--json").rows("games")[0]["waits_for_you"] is True
    assert "asked in the turn of Russians" in ben.ok("status", name).out
    answered = ben.ok(
        "play", name, *ANYWAY, "--orders", file(tmp_path, "lose 1 armour: Novgorod\n")
    )
    assert "The turn of Russians waits for Russians (Ann)" in answered.out
    assert ben.refused(8, "play", name, "--computer", "easy").error["code"] == "not-your-turn"
    ben.ok("send", name)

    assert "Russians (Ann) to move" in ann.ok("fetch").out
    ann.ok(
        "play",
        name,
        *ANYWAY,
        "--orders",
        file(tmp_path, ATTACK),
        "--resume",
        "--message",
        "Well met.",
    )
    after = open_save(current(ann))
    assert read_position(after).nation == "Germans"
    signed = [(e.kind, getattr(e.record, "nation", "")) for e in after.entries]
    assert signed.count(("orders", "Germans")) == 1
    assert signed[-1] == ("turn_end", "Russians")
    ann.ok("send", name)
    assert "Germans (Ben) to move" in ben.ok("fetch").out
    report = ben.ok("summary", name).out
    assert "Germans lose 1 armour (chosen by the player)" in report
    ben.ok("verify", name)


def test_the_computer_of_the_defender_answers_as_well(
    tmp_path: Path, pair: tuple[Desk, Desk, str]
) -> None:
    ann, ben, name = pair
    ann.ok("play", name, *ANYWAY, "--orders", file(tmp_path, ATTACK))
    ann.ok("send", name)
    ben.ok("fetch")
    ben.ok("play", name, "--computer", "easy")
    assert read_position(open_save(current(ben))).nation == "Russians"


def test_an_older_save_is_stale_and_a_second_answer_a_fork(
    tmp_path: Path, pair: tuple[Desk, Desk, str]
) -> None:
    ann, ben, name = pair
    ann.ok("play", name, *ANYWAY, "--orders", file(tmp_path, ATTACK))
    asked = tmp_path / "asked.pbem"
    asked.write_bytes(current(ann))
    ben.ok("fetch", asked)
    ben.ok("play", name, *ANYWAY, "--orders", file(tmp_path, "lose 1 armour: Novgorod\n"))
    assert ben.refused(8, "play", asked, "--computer", "easy").error["code"] == "stale"
    first = tmp_path / "first.pbem"
    first.write_bytes(current(ben))
    ann.ok("fetch", first)
    # Another answer to the same question, given on a machine that knows nothing of the first.
    (other,) = mail_desks(tmp_path / "other", "Ben")
    config = (ben.root / "config.toml").read_text(encoding="utf-8")
    (other.root / "config.toml").write_text(config, encoding="utf-8")
    other.ok("fetch", asked)
    other.ok("play", name, *ANYWAY, "--orders", file(tmp_path, "lose 1 infantry: Novgorod\n"))
    second = tmp_path / "second.pbem"
    second.write_bytes(current(other))
    news = ann.run("fetch", second, "--json")
    assert news.code == 8
    assert [row["code"] for row in news.rows("news")] == ["forked"]


def test_a_defender_who_gives_up_leaves_the_end_to_the_player_of_the_turn(
    tmp_path: Path, pair: tuple[Desk, Desk, str]
) -> None:
    ann, ben, name = pair
    ann.ok("play", name, *ANYWAY, "--orders", file(tmp_path, ATTACK))
    ann.ok("send", name)
    ben.ok("fetch")
    ben.ok("play", name, *ANYWAY, "--orders", file(tmp_path, "resign\n"))
    ben.ok("send", name)
    position = read_position(open_save(current(ben)))
    assert (position.nation, position.unsigned_end) == ("Russians", "Russians")
    assert position.state.outcome is not None
    assert "Russians" in position.state.outcome.winners
    ann.ok("fetch")
    ann.ok("play", name, "--computer", "easy")
    assert read_position(open_save(current(ann))).nation == ""


def test_an_order_that_does_not_answer_changes_nothing(
    tmp_path: Path, pair: tuple[Desk, Desk, str]
) -> None:
    ann, ben, name = pair
    ann.ok("play", name, *ANYWAY, "--orders", file(tmp_path, ATTACK))
    ann.ok("send", name)
    ben.ok("fetch")
    wrong = file(tmp_path, "lose 2 armour: Novgorod\n")
    assert ben.refused(6, "play", name, "--orders", wrong)
    late = file(tmp_path, "lose 1 armour: Novgorod\nbuy 1 infantry\n")
    refused = ben.refused(6, "play", name, "--orders", late)
    assert refused.error["code"] == "not-your-turn"
    assert "'line': 2" in str(refused.error["faults"])
    assert read_position(open_save(current(ben))).nation == "Germans"


def test_at_one_computer_the_turn_just_goes_on(tmp_path: Path) -> None:
    (ann,) = mail_desks(tmp_path, "Ann")
    options = ("--option", "ask_defender=true", "--option", "low_luck=true")
    ann.ok("new", "big_world_1942", "--hotseat", *options)
    name = ann.home.game_store.games()[0].game.hex()[:8]
    orders = file(tmp_path, ATTACK + "lose 1 armour: Novgorod\n")
    ann.ok("play", name, *ANYWAY, "--orders", orders)
    save = open_save(current(ann))
    assert read_position(save).nation == "Germans"
    nations = [getattr(e.record, "nation", "") for e in save.entries if e.kind == "orders"]
    assert [*dict.fromkeys(nations)][:2] == ["Russians", "Germans"]
