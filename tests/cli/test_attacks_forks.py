"""Forks: both branches are shown, the table takes one, and the proof of who signed both stays."""

from pathlib import Path

import pytest

from pbem.files import write_atomic
from pbem.save.comparing import Lineage
from pbem.save.shelf import CURRENT
from tests.cli.test_agreements import ATTACK
from tests.support.by_mail import begin
from tests.support.table import ANYWAY, AXIS, NATIONS, Desk, desks_of, mail_desks, table


@pytest.fixture
def forked(tmp_path: Path) -> tuple[Desk, str, str]:
    """Ben, with one branch of Ann's on his shelf and the other one as a proof; both heads.

    As proposals in the middle of a turn leave them there: each brings the save that it is about.
    """
    game = table(tmp_path / "authority")
    _, ben = desks_of(tmp_path, game)
    buying = game.signed("Russians", ["done", "buy 4 infantry"])
    saving = game.signed("Russians", ["done", "buy 3 infantry"])
    for number, save in enumerate((buying, saving)):
        path = tmp_path / f"{number}.pbem"
        path.write_bytes(save.to_bytes())
        found = ben.home.game_store.store(save)
        assert found.lineage is (Lineage.FORK if number else Lineage.NEWER)
    return ben, buying.head.hex()[:16], saving.head.hex()[:16]


def test_a_player_signs_two_histories_and_the_table_takes_one(
    forked: tuple[Desk, str, str],
) -> None:
    ben, first, second = forked
    name = ben.game.game.hex()[:8]
    shown = ben.ok("adopt", name).out
    assert "Two histories from record 2 on: Ann signed both." in shown
    assert f"yours {first}" in shown and f"other {second}" in shown
    refused = ben.refused(2, "adopt", name, second)
    assert refused.error["code"] == "adopt-unconfirmed"
    assert ben.home.choose(name).save.head.hex().startswith(first)
    ben.ok("adopt", name, second, "--yes")
    assert ben.home.choose(name).save.head.hex().startswith(second)
    for command in ("verify", "history"):
        assert "Ann signed both" in ben.ok(command, name).out
    (row,) = ben.ok("verify", name, "--json").rows("forks")
    assert (row["signed_by"], row["authority_convicted"]) == (["Ann"], False)
    proofs = [path.stem for path in Path(str(row["proof"])).iterdir()]
    assert sorted(proofs) == sorted((first, second))


def test_the_branch_that_was_left_comes_again_and_changes_nothing(
    forked: tuple[Desk, str, str], tmp_path: Path
) -> None:
    """Nor does an older save of a branch replace a longer one in the proof; back again works."""
    ben, first, second = forked
    name = ben.game.game.hex()[:8]
    ben.ok("adopt", name, second, "--yes")
    assert ben.run("fetch", tmp_path / "0.pbem").code == 8
    assert ben.home.choose(name).save.head.hex().startswith(second)
    assert len([*(ben.home.game_store.folder(ben.game) / "forks").iterdir()]) == 1
    ben.ok("adopt", name, first, "--yes")
    assert ben.home.choose(name).save.head.hex().startswith(first)
    assert ben.refused(2, "adopt", name, "0000", "--yes").error["code"] == "no-such-branch"


def second_device(desk: Desk, name: str = "again") -> Desk:
    """A copy of a home as it is now, as on another computer with the same key."""
    other = Desk(desk.root.with_name(f"{desk.root.name}-{name}"))
    for path in sorted(desk.root.rglob("*")):
        if path.is_file() and "outbox" not in path.parts:
            target = other.root / path.relative_to(desk.root)
            target.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(target, path.read_bytes())
    return other


def current(desk: Desk) -> bytes:
    return (desk.home.game_store.folder(desk.game) / CURRENT).read_bytes()


def test_two_devices_of_a_host_sign_the_same_start_and_the_same_agreement(tmp_path: Path) -> None:
    """In whatever order the answers came, and whatever their clocks say."""
    ann, ben, cem = mail_desks(tmp_path, "Ann", "Ben", "Cem")
    who = {"Germans": "Ben <ben@example.org>", "Japanese": "Cem <cem@example.org>"}
    words = [word for name in NATIONS for word in ("--seat", f"{name}={who.get(name, 'me')}")]
    assert set(who) == set(AXIS)
    ann.ok("new", "big_world_1942", *words)
    for desk in (ben, cem):
        desk.ok("fetch")
        desk.ok("join", desk.game.game.hex()[:8], "--yes")
    again = second_device(ann)
    box = tmp_path / "mail" / "Ann" / "new"
    answers = sorted(box.iterdir())
    for desk, mails in ((ann, answers), (again, answers[::-1])):
        for mail in mails:
            desk.ok("fetch", mail)
    assert current(ann) == current(again)
    name = ann.game.game.hex()[:8]
    ann.ok("propose", name, "draw")
    again = second_device(ann, "once-more")
    for desk in (ben, cem):
        desk.ok("fetch")
        (row,) = desk.ok("consent", name, "--json").rows("proposals")
        desk.ok("consent", name, row["proposal"], "--yes")
    consents = [path for path in sorted(box.iterdir()) if path not in answers]
    for desk, mails in ((ann, consents), (again, consents[::-1])):
        for mail in mails:
            desk.ok("fetch", mail)
    assert "over" in ann.ok("games").out
    assert current(ann) == current(again)


def test_a_home_that_was_put_back_gets_its_own_turn_again_without_a_question(
    tmp_path: Path,
) -> None:
    """What was begun again is left out; the proof of both stays, and no die is rolled twice."""
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    name = begin(ann, ben)
    again = second_device(ann)
    path = tmp_path / "turn.orders"
    path.write_text(ATTACK)
    ann.ok("play", name, *ANYWAY, "--orders", path)
    path.write_text(ATTACK.replace("2 infantry", "3 infantry"))
    refused = again.run("play", name, *ANYWAY, "--orders", path)
    assert refused.code == 7
    said = " ".join(refused.err.split())
    assert said.index("ask the others for the newest save") < said.index("Only if nobody has it")
    ben.ok("fetch")
    ben.ok("send", name)
    told = " ".join(again.ok("fetch").out.split())
    assert "your own turn has come back, as you have ended it" in told
    assert "Germans (Ben) to move" in again.ok("games").out
    assert again.home.choose(name).save.head == ben.home.choose(name).save.head
    assert "All is well." in again.ok("verify", name).out
    assert len([*(again.home.game_store.folder(again.game) / "forks").iterdir()]) == 1
