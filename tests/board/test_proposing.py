"""Proposals of one's own on the page: a form for every kind of motion, and what comes of them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pbem.agreements.open_proposals import waiting
from pbem.board.app import BoardApp
from pbem.motions.form import InputKind
from pbem.motions.table import FORMS, KINDS
from pbem.save.keys import NamedKey
from pbem.save.trusted_save import TrustedSave
from pbem.wire.shapes import kind_of
from tests.support.asgi import Answer, ask
from tests.support.table import CLOCK, Desk, desks_of, key_of, table

Body = dict[str, object]


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Desk, Desk]:
    ann, ben = desks_of(tmp_path, table(tmp_path / "authority"))
    return ann, ben


def asked(desk: Desk, name: str, action: str, body: Body | None = None) -> Answer:
    app = BoardApp(desk.home, NamedKey(name, key_of(name)), lambda: CLOCK).app()
    method = "GET" if body is None else "POST"
    path = f"/api/games/{desk.game.folder_name}/{action}"
    return ask(app, path, {}, method=method, body=json.dumps(body or {}).encode())


def the_save(desk: Desk) -> TrustedSave:
    save = desk.home.game_store.load(desk.game, desk.home.keyring())
    assert save is not None
    return save


def wish(name: str, words: str = "", /, **answers: object) -> Body:
    return {"name": name, "words": words, "answers": answers}


def test_every_kind_of_the_format_can_be_proposed_on_the_page() -> None:
    """One's own new key needs a second key file, and is proposed at the terminal."""
    page = Path("docs/formats/consent-v1.md").read_text(encoding="utf-8")
    table = page.partition("| `kind` | fields |")[2].partition("\n**")[0]
    assert {kind_of(kind) for kind in KINDS} == set(re.findall(r"^\| `(\w+)` \|", table, re.M))
    assert len({*KINDS}) == len(FORMS) == len(KINDS)


def test_the_page_knows_how_to_draw_every_part(pair: tuple[Desk, Desk]) -> None:
    kinds = asked(pair[0], "Ann", "proposals").data["kinds"]
    assert isinstance(kinds, list)
    assert [kind["name"] for kind in kinds] == [*FORMS]
    script = Path("templates/board/propose.js").read_text()
    (parts,) = [line for line in script.splitlines() if line.startswith("const PARTS = ")]
    for part in InputKind:
        assert f"{part}: " in parts


def test_a_draw_is_proposed_and_the_others_are_asked(pair: tuple[Desk, Desk]) -> None:
    ann, _ = pair
    answer = asked(ann, "Ann", "propose", wish("draw", "Peace?"))
    assert answer.status == 200, answer.data
    games = answer.data["games"]
    assert isinstance(games, list)
    (waits,) = games[0]["waiting"]
    assert waits["missing"] == ["Ben"]
    assert "Peace?" in str(waits["lines"])


def test_the_page_proposes_what_the_command_proposes(pair: tuple[Desk, Desk]) -> None:
    ann, _ = pair
    asked(ann, "Ann", "propose", wish("edit", changes="money Russians: 50\n\nmoney Germans: 1"))
    again = ("edit", "money Russians: 50", "money Germans: 1")
    refused = ann.refused(8, "propose", ann.game.game.hex()[:8], *again)
    assert refused.error["code"] == "proposed-already"
    assert len(waiting(ann.home, the_save(ann))) == 1
    asked(ann, "Ann", "propose", wish("edit", changes="money Russians: 51"))
    assert len(waiting(ann.home, the_save(ann))) == 2


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (wish("edit", changes=""), "no-changes"),
        (wish("edit", changes="money Romans: 50"), "bad-change"),
        (wish("edit", changes=7), "bad-request"),
        (wish("take-back", step="-1"), "bad-request"),
        (wish("take-back", step=""), "no-turn-yet"),
        (wish("take-back", step="999"), "no-such-step"),
        (wish("substitute", player="Nobody", name="Cid", key="00" * 32), "unknown-player"),
        (wish("substitute", player="Ben", name="Cid", key="00"), "newcomer-missing"),
        (wish("substitute", player="Ben", card="/nowhere"), "file-unreadable"),
        (wish("new-dice", address="http://far.example.org"), "dice-not-encrypted"),
        (wish("void-roll"), "nothing-lost"),
        (wish("war"), "bad-request"),
        ({"name": "draw", "words": ""}, "bad-request"),
        ({"name": "draw", "answers": {}}, "bad-request"),
    ],
)
def test_what_means_nothing_is_not_signed(pair: tuple[Desk, Desk], body: Body, code: str) -> None:
    ann, _ = pair
    assert asked(ann, "Ann", "propose", body).code == code
    assert not [*(ann.home.game_store.folder(ann.game) / "proposals").glob("*")]


def test_who_holds_no_seat_proposes_nothing(pair: tuple[Desk, Desk]) -> None:
    assert asked(pair[0], "Cid", "propose", wish("draw")).code == "no-seat"
