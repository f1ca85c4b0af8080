"""Founding a game on the page: forms from the catalogue, and the game that `pbem new` makes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import load_scenario, option_rows, scenario_names
from engine.loading import format_scenario
from pbem.board.app import BoardApp
from pbem.lobby.observing import kept_observers
from pbem.lobby.scenario_card import BEGINNERS, playing_nations, shown_scenarios
from pbem.save.keys import NamedKey
from pbem.save.trusted_save import TrustedSave
from tests.engine.loading.small_map import small_map
from tests.support.asgi import Answer, ask
from tests.support.table import AXIS, CLOCK, NATIONS, Desk, key_of, mail_desks

Body = dict[str, object]
Row = dict[str, object]


def asked(desk: Desk, path: str, body: Body | None = None) -> Answer:
    app = BoardApp(desk.home, NamedKey("Ann", key_of("Ann")), lambda: CLOCK).app()
    method = "GET" if body is None else "POST"
    return ask(app, path, {}, method=method, body=json.dumps(body or {}).encode())


def form(desk: Desk, scenario: str, profile: str = "") -> Answer:
    return asked(desk, "/api/founding/form", {"scenario": scenario, "profile": profile})


def filled_in(**changed: object) -> Body:
    """What the page sends."""
    seats = {name: "Ben <ben@example.org>" if name in AXIS else "Ann" for name in NATIONS}
    body: Body = {
        "scenario": "big_world_1942",
        "profile": "",
        "title": "",
        "seats": seats,
        "options": {},
        "dice": ["embedded"],
        "pace": "",
        "bumps": "",
        "absence": "0",
        "observers": "",
        "hotseat": False,
    }
    return body | changed


def games_of(answer: Answer) -> list[Row]:
    """The rows of the list of games."""
    rows: list[Row] = json.loads(answer.body)["games"]
    return rows


def seats_of(row: Row) -> dict[str, str]:
    found = row["seats"]
    assert isinstance(found, dict)
    return found


def the_save(desk: Desk) -> TrustedSave:
    save = desk.home.game_store.load(desk.game, desk.home.keyring())
    assert save is not None
    return save


@pytest.fixture
def desks(tmp_path: Path) -> tuple[Desk, Desk]:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    return ann, ben


def test_what_the_form_names_founds_a_game_once_the_seats_are_given(
    desks: tuple[Desk, Desk],
) -> None:
    """So no script has to list the fields: a new one could be forgotten in one of two."""
    ann, _ = desks
    wanted = json.loads(form(ann, "big_world_1942").body)["wanted"]
    answer = asked(ann, "/api/founding/found", {**wanted, "seats": dict.fromkeys(NATIONS, "me")})
    assert answer.status == 200, answer.body
    assert the_save(ann).genesis.mode == "hotseat"


@pytest.mark.parametrize("scenario", scenario_names())
def test_every_option_that_may_be_changed_has_a_part_of_the_form(
    desks: tuple[Desk, Desk], scenario: str
) -> None:
    definition = load_scenario(scenario)
    shown = form(desks[0], scenario).data
    options = shown["options"]
    assert isinstance(options, list)
    rows = [row for row in option_rows(definition) if row.is_editable]
    questions = shown["questions"]
    assert isinstance(questions, list)
    asked = [one["option"] for one in questions]
    assert [one["name"] for one in options] == [r.name for r in rows if r.name not in asked]
    assert {*asked} <= {row.name for row in rows}
    assert {one["part"] for one in options} <= {"switch", "number", "nations"}
    nations = shown["nations"]
    assert isinstance(nations, list)
    assert [one["name"] for one in nations] == [*playing_nations(definition)]


def test_the_page_founds_the_game_that_the_command_founds(desks: tuple[Desk, Desk]) -> None:
    ann, ben = desks
    body = filled_in(
        title="Ours",
        options={"low_luck": "true", "bid.Germans": "6"},
        pace="72h",
        bumps="2 every 24h",
        absence="7",
    )
    answer = asked(ann, "/api/founding/found", body)
    assert answer.status == 200, answer.data
    made = the_save(ann).genesis
    (ann.root / "games").rename(ann.root / "earlier")
    seats = [f"{name}={who}" for name, who in dict(body["seats"]).items()]
    ann.ok(
        *("new", "big_world_1942", "--name", "Ours", "--option", "low_luck=true"),
        *("--bid", "Germans=6", "--pace", "72h", "--bumps", "2 every 24h", "--absence", "7"),
        *[word for seat in seats for word in ("--seat", seat)],
    )
    typed = the_save(ann).genesis
    for name in ("name", "options", "seats", "pace", "mode", "players", "host"):
        assert getattr(made, name) == getattr(typed, name), name
    news = [str(row["text"]) for row in ben.ok("fetch", "--json").rows("news")]
    assert sum("invitation" in text for text in news) == 2


def test_who_may_watch_is_filled_in_beside_the_players(desks: tuple[Desk, Desk]) -> None:
    ann, ben = desks
    watching = " Club <club@example.org>, eve@example.org ;\n"
    answer = asked(ann, "/api/founding/found", filled_in(observers=watching))
    assert answer.status == 200, answer.data
    people = kept_observers(ann.home, the_save(ann)).people
    assert [(one.name, one.address) for one in people] == [
        ("Club", "club@example.org"),
        ("eve", "eve@example.org"),
    ]
    ben.ok("fetch")
    assert kept_observers(ben.home, the_save(ben)).people == people, "everybody sees who watches"


def test_people_of_earlier_games_are_in_the_address_book(desks: tuple[Desk, Desk]) -> None:
    ann, _ = desks
    before = asked(ann, "/api/founding").data
    assert before["people"] == []
    scenarios = before["scenarios"]
    assert isinstance(scenarios, list)
    titles = {one["name"]: one["title"] for one in scenarios}
    assert titles["big_world_1942"] == "Big World : 1942"
    asked(ann, "/api/founding/found", filled_in())
    assert asked(ann, "/api/founding").data["people"] == ["Ben <ben@example.org>"]


def test_a_file_of_ones_own_is_a_scenario(desks: tuple[Desk, Desk], tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(format_scenario(load_scenario("classic_1942")))
    assert form(desks[0], str(file)).data["title"] == form(desks[0], "classic_1942").data["title"]
    assert form(desks[0], str(tmp_path / "none.toml")).code == "file-unreadable"
    assert form(desks[0], str(tmp_path)).status == 422


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"seats": {}}, "seat-missing"),
        ({"seats": {"Germans": "nobody at all"}}, "mail-address"),
        ({"seats": {"Romans": "Ann"}}, "unknown-nation"),
        ({"options": {"no_such": "true"}}, "unknown-option"),
        ({"options": {"bid.Germans": "many"}}, "bad-bid"),
        ({"options": {"low_luck": "7"}}, "bad-definition"),
        ({"dice": ["http://dice.example.org"]}, "dice-not-encrypted"),
        ({"dice": []}, "bad-request"),
        ({"dice": ["embedded", "embedded"]}, "dice-twice"),
        ({"pace": "soon"}, "bad-pace"),
        ({"absence": "-1"}, "bad-pace"),
        ({"bumps": "3"}, "bad-pace"),
        ({"profile": "mine"}, "bad-request"),
        ({"seats": {"Germans": 7}}, "bad-request"),
        ({"scenario": "nowhere"}, "bad-definition"),
        ({"scenario": 7}, "bad-request"),
        ({"observers": "Eve"}, "mail-address"),
        ({"observers": ",".join(f"c{one}@example.org" for one in range(33))}, "too-many-observers"),
    ],
)
def test_what_is_filled_in_wrongly_founds_nothing(
    desks: tuple[Desk, Desk], changed: Body, code: str
) -> None:
    ann, _ = desks
    answer = asked(ann, "/api/founding/found", filled_in(**changed))
    assert answer.code == code, answer.data
    assert not ann.home.game_store.games()
    assert not [*(ann.root / "outbox").glob("*.eml")]


def test_the_notes_of_a_map_are_told_as_text(desks: tuple[Desk, Desk], tmp_path: Path) -> None:
    """They come from strangers: no markup of theirs reaches the page."""
    told = "<h1>House rules</h1><script>alert(1)</script><img src=x onerror=alert(1)>None."
    path = tmp_path / "straits.xml"
    path.write_bytes(small_map("<b>anything</b> at all", told))
    answer = form(desks[0], str(path))
    assert json.loads(answer.body)["notes"] == "House rules\n\nNone."


def test_every_scenario_says_what_a_newcomer_wants_to_know() -> None:
    rows = [*shown_scenarios()]
    assert rows[0].name == BEGINNERS
    assert sorted(row.name for row in rows) == sorted(scenario_names())
    for row in rows:
        assert row.players == len(playing_nations(load_scenario(row.name))), row.name
        assert row.length and row.difficulty and row.text


@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_scenario_has_a_picture_of_its_board(desks: tuple[Desk, Desk], look: str) -> None:
    answer = asked(desks[0], f"/api/founding/picture?name=classic_1942&look={look}")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.body.count(b"<path") > 5
    assert len(answer.body) < 100_000
    assert asked(desks[0], "/api/founding/picture?name=nowhere").status == 422


def axis_against_computer(scenario: str) -> dict[str, str]:
    """Who plays each nation where the player takes the Axis."""
    definition = load_scenario(scenario)
    return {
        name: "me" if "Axis" in definition.politics.alliances_of(name) else "computer"
        for name in playing_nations(definition)
    }


def test_a_game_against_the_computer_begins_at_once_and_needs_nobody(
    desks: tuple[Desk, Desk],
) -> None:
    """Neutral nations that never move want no player either."""
    ann, _ = desks
    seats = axis_against_computer("second_edition_global_1940")
    answer = asked(
        ann,
        "/api/founding/found",
        filled_in(scenario="second_edition_global_1940", seats=seats),
    )
    assert answer.status == 200, answer.data
    assert answer.data["is_started"] is True
    assert answer.data["founded"] == ann.game.folder_name
    (row,) = games_of(asked(ann, "/api/games"))
    assert seats_of(row)["British"] == "the computer (hard)"
    assert seats_of(row)["Germans"] == "Ann"
    assert (row["to_move"], row["mine"]) == ("Germans", True)
    assert row["is_computers"] is False
    assert the_save(ann).genesis.mode == "hotseat"


def test_a_seat_that_was_forgotten_is_named_in_words_of_the_page(
    desks: tuple[Desk, Desk],
) -> None:
    seats = dict.fromkeys(NATIONS[1:], "me")
    answer = asked(desks[0], "/api/founding/found", filled_in(seats=seats))
    assert answer.code == "seat-missing"
    assert b"Nobody is named to play Russians." in answer.body
    assert b"--" not in answer.body


def test_the_list_knows_a_turn_of_the_computer_by_its_seat_and_not_by_its_name(
    desks: tuple[Desk, Desk],
) -> None:
    ann, _ = desks
    seats = axis_against_computer("big_world_1942")
    answer = asked(ann, "/api/founding/found", filled_in(seats=seats))
    assert answer.status == 200, answer.data
    (row,) = games_of(asked(ann, "/api/games"))
    assert (row["to_move"], row["is_computers"]) == ("Russians", True)


def test_what_should_be_agreed_on_is_asked_above_the_options(desks: tuple[Desk, Desk]) -> None:
    body = json.loads(form(desks[0], "second_edition_global_1940").body)
    asked = {one["option"]: one["is_on"] for one in body["questions"]}
    assert asked == {
        "ask_before_battles": True,
        "victory_lasts_a_round": False,
        "ships_keep_off_at_peace": False,
    }
    assert not asked.keys() & {row["name"] for row in body["options"]}
    assert json.loads(form(desks[0], "big_world_1942").body)["questions"] == []
