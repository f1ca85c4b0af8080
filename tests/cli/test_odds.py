"""`pbem odds`."""

import subprocess
import sys
from pathlib import Path

import pytest

from pbem.home import SelectedSave
from pbem.play.drafts import open_session
from pbem.save.keys import NamedKey
from tests.support.table import CLOCK, GAME, Desk, desk, desks_of, give, key_of, table

NAME = GAME.hex()[:8]


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Ann in her first combat move, with an attack on Finland begun."""
    folder = tmp_path_factory.mktemp("odds")
    game = table(folder / "authority")
    ann = desks_of(folder, game)[0]
    key = NamedKey("Ann", key_of("Ann"))
    session, _ = open_session(ann.home, SelectedSave(game.save, None), key, lambda: CLOCK)
    give(session, "done", "done", "move 3 infantry: Karelija > Finland")
    return ann


def test_B245_two_forces_as_text(tmp_path: Path) -> None:
    text = desk(tmp_path, "Ann").ok("odds", "3 infantry, 2 armour", "2 infantry").out
    assert "attacker wins        99.67 %" in text
    assert "territory taken      99.67 %" in text
    assert "     4    42.34 %" in text
    assert "Order of losses, attacker: 3 infantry, 2 armour" in text
    assert desk(tmp_path, "Ben").ok("odds", "3 inf, 2 tanks", "2 infantry").out == text


def test_two_forces_are_answered_without_loading_a_game() -> None:
    # What a cold start must not wait for (ADR 0009).
    slow = {
        "engine.gamedef.definition",
        "engine.gamedef.position",
        "engine.loading.tree.reading",
        "fractions",
        "jinja2",
        "json",
        "msgpack",
        "numpy",
        "pathlib",
        "pbem.home",
    }
    program = (
        "import sys; from pbem.cli import run; "
        "run(['odds', '10 infantry, 5 armour', '15 infantry, 5 armour']); "
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert "attacker wins" in done.stdout
    loaded = set(done.stderr.split())
    assert "engine.odds.solving" in loaded
    assert loaded & slow == set()


def test_options_of_a_battle(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    low = ann.ok("odds", "3 infantry", "2 infantry", "--low-luck", "--exact", "--json").data
    assert low["fractions"]["win"] == "9791/18200"
    said = ann.ok("odds", "1 infantry", "1 infantry", "--exact").out
    assert said.endswith("In fractions: win 1/4, loss 5/8, both 1/8\n")
    gone = ann.ok("odds", "3 infantry", "2 infantry", "--retreat", "after 1", "--json").data
    assert gone["chances"]["retreat"] > 0.4
    shot = ann.ok("odds", "3 bomber", "2 infantry, 1 aaGun", "--json").data
    free = ann.ok("odds", "3 bomber", "2 infantry", "--json").data
    assert shot["chances"]["win"] < free["chances"]["win"]
    dear = ann.ok("odds", "3 infantry", "2 infantry", "--option", "low_luck=true", "--json").data
    assert dear["chances"]["win"] == pytest.approx(9791 / 18200)
    heavy = ann.ok("odds", "3 bomber", "2 infantry", "--attack-tech", "heavy_bomber", "--json")
    assert heavy.data["chances"]["win"] > free["chances"]["win"]


def test_the_cheapest_reinforcement(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    words = ("odds", "3 infantry", "2 infantry", "--needed", "90%", "--add")
    assert ann.ok(*words, "3 infantry, 2 armour", "--json").data["units"] == {"armour": 1}
    assert "too few" in ann.ok("odds", "1 infantry", "9 armour", "--needed", "90%").out


def test_B86_guns_fire_at_aircraft_that_are_added(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    theirs = "3 infantry, 1 aaGun"
    found = ann.ok("odds", "3 infantry", theirs, "--needed", "90%", "--add", "4 fighter", "--json")
    assert found.data["units"] == {"fighter": 4}
    whole = ann.ok("odds", "3 infantry, 4 fighter", theirs, "--json").data
    assert found.data["takes"] == whole["takes"]
    fewer = ann.ok("odds", "3 infantry, 3 fighter", theirs, "--json").data
    assert fewer["takes"] < 0.9 <= whole["takes"]  # type: ignore[operator]


def test_B245_what_has_to_be_sent_to_a_territory(ann: Desk) -> None:
    words = ("odds", NAME, "Finland")
    going = ann.ok(*words, "--json").data
    found = ann.ok(*words, "--needed", "95%", "--json").data
    assert going["takes"] < 0.95 <= found["takes"]  # type: ignore[operator]
    assert found["going"] == going["attackers"] == {"infantry": 3}
    everybody = ann.ok(*words, "--all", "--json").data["attackers"]
    sent = found["units"]
    assert isinstance(sent, dict)
    assert isinstance(everybody, dict)
    assert sent
    assert all(0 < count <= everybody[name] for name, count in sent.items())
    added = ", ".join(f"{count} {name}" for name, count in sent.items())
    same = ann.ok(*words, "--needed", "95%", "--add", added, "--json").data
    assert (same["units"], same["takes"]) == (sent, found["takes"])
    said = ann.ok(*words, "--needed", "95%").out
    assert f"Needed for 95 %: {added} ({found['cost']} PUs) besides 3 infantry on the way" in said
    assert "Nothing is needed for 1 % besides 3 infantry" in ann.ok(*words, "--needed", "1%").out
    few = ann.ok(*words, "--needed", "100%", "--add", "1 infantry", "--json").data
    assert few["units"] is None
    told = ann.ok(*words, "--needed", "100%", "--add", "1 infantry").out
    assert "Not enough for 100 %: 1 infantry besides 3 infantry on the way" in told


def test_what_to_send_is_asked_of_one_territory(ann: Desk) -> None:
    for words, code in (
        (("--all", "--needed", "90%"), "no-territory"),
        (("Midway", "--needed", "90%"), "no-battle"),
        (("Finland", "--needed", "90%", "--add", "2 elephants"), "bad-forces"),
        (("Finland", "--needed", "90%", "--add", "2 destroyer"), "bad-forces"),
        (("Finland", "--wave", "2 destroyer"), "bad-forces"),
        (("Finland", "--add", "2 infantry"), "bad-options"),
    ):
        assert ann.refused(2, "odds", NAME, *words).error["code"] == code


def test_what_is_only_for_forces_is_refused_with_a_save(ann: Desk) -> None:
    refused = ann.refused(2, "odds", NAME, "Finland", "--exact", "--sea")
    assert refused.error["code"] == "forces-only"
    assert "--sea, --exact" in str(refused.error["text"])


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("3 infantry", "2 elephants"), "bad-forces"),
        (("3 infantry",), "bad-forces"),
        (("3 infantry", "2 infantry", "--retreat", "never"), "bad-condition"),
        (("3 infantry", "2 infantry", "--attack-tech", "magic"), "unknown-technology"),
        (("3 infantry", "2 infantry", "--needed", "200%"), "bad-chance"),
        (("3 infantry", "2 infantry", "--hold", "0%"), "bad-chance"),
        (("3 infantry", "2 infantry", "--retreat", "chance 200%"), "bad-chance"),
        (("3 infantry", "2 infantry", "--retreat", "profit lots"), "bad-condition"),
        (
            ("3 infantry", "2 infantry", "--retreat", "best", "--retreat", "after 1"),
            "bad-condition",
        ),
        (("3 infantry", "2 infantry", "--wave", "after 1"), "bad-forces"),
        (("3 infantry", "2 infantry", "--wave", "2 elephants"), "bad-forces"),
        (("3 infantry", "2 infantry", "--prize", "much"), "usage"),
        (("30 infantry", "20 infantry", "--exact"), "too-large"),
        (("3 infantry", "2 infantry", "--all"), "game-only"),
        (("3 infantry", "2 infantry", "--add", "1 armour"), "bad-options"),
        (("3 infantry", "2 infantry", "--needed", "90%", "--hold", "9%"), "bad-options"),
        (("3 infantry", "2 infantry", "--needed", "90%", "--wave", "1 armour"), "bad-options"),
        (("3 infantry", "2 infantry", "--hold", "9%", "--add", "1 aaGun"), "bad-forces"),
        (("3 destroyer", "1 submarine", "--wave", "1 armour"), "bad-forces"),
        (("3 destroyer", "1 submarine", "--needed", "99%", "--add", "1 armour"), "bad-forces"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, words: tuple[str, ...], code: str) -> None:
    assert desk(tmp_path, "Ann").refused(2, "odds", *words).error["code"] == code


def test_B246_B251_the_pending_battle_of_a_territory_is_filled_in(ann: Desk) -> None:
    data = ann.ok("odds", NAME, "Finland", "--json").data
    assert data["attackers"] == {"infantry": 3}
    assert data["defenders"] == {"infantry": 2}
    everybody = ann.ok("odds", NAME, "Finland", "--all", "--json").data
    assert everybody["attackers"]["armour"] >= 2
    assert "Finland" in ann.ok("odds", NAME, "finland").out
    assert ann.refused(2, "odds", NAME, "Nowhere").error["code"] == "unknown-territory"
    assert ann.refused(2, "odds", NAME, "Midway").error["code"] == "no-battle"


def test_every_attack_of_the_turn_best_first(ann: Desk) -> None:
    attacks = ann.ok("odds", NAME, "--all", "--json").rows("attacks")
    places = [row["territory"] for row in attacks]
    assert "Finland" in places
    assert len(places) == len(set(places)) > 5
    assert "PUs won" in ann.ok("odds", NAME, "--all").out
    assert ann.refused(2, "odds", NAME).error["code"] == "no-territory"


def test_B119_B132_technologies_count_in_forces_as_text(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    words = ("odds", "3 infantry", "3 infantry", "--bombard", "2 destroyer")
    assert "cannot fire at the shore" in str(ann.refused(2, *words).error["text"])
    found = ann.ok(*words, "--attack-tech", "destroyer_bombard", "--json").data
    plain = ann.ok("odds", "3 infantry", "3 infantry", "--amphibious", "--json").data
    assert found["takes"] > plain["takes"]  # type: ignore[operator]


def test_options_are_changed_for_forces_as_text(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    words = ("odds", "3 infantry", "2 infantry", "--exact", "--json")
    assert ann.ok(*words, "--option", "low_luck=true").data == ann.ok(*words, "--low-luck").data
    assert ann.refused(2, *words, "--option", "luck=1").error["code"] == "unknown-option"
    assert ann.refused(2, *words, "--option", "low_luck=3").error["code"] == "bad-definition"


def test_the_order_of_losses_of_both_sides_is_given_for_a_battle_of_a_game(ann: Desk) -> None:
    words = ("odds", NAME, "Finland", "--all", "--json")
    given = ("--attack-losses", "armour", "--defence-losses", "fighter, infantry")
    order = ann.ok(*words, *given).data["order_of_losses"]
    assert order["attacker"][0] == "armour"
    plain = ann.ok(*words).data["order_of_losses"]
    assert plain["attacker"][0] == "infantry"
    assert ann.refused(2, *words, "--defence-losses", "elephant").error["code"] == "bad-forces"
    assert ann.refused(2, *words, "--option", "low_luck=true").error["code"] == "forces-only"


def test_B245_landings_that_could_be_made_are_counted(ann: Desk) -> None:
    text = ann.ok("odds", NAME, "Finland", "--all").out
    assert "of the attackers come by sea. Each transport loads where it is" in text
    assert "* with troops from transports" in ann.ok("odds", NAME, "--all").out


def test_B194_reasons_to_retreat_are_followed_and_said(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    words = ("odds", "3 infantry, 2 armour", "4 infantry", "--prize", "2")
    best = ann.ok(*words, "--retreat", "best")
    assert "profit                 3.58 PUs on average, success counted as 2" in best.out
    assert (
        "Retreat after a round with fewer than 2 against 2, fewer than 3 against 3,\n"
        "  fewer than 4 against 4; otherwise press on.\n" in best.out
    )
    assert all(len(line) < 80 for line in best.out.splitlines())
    data = ann.ok(*words, "--retreat", "best", "--json").data
    assert data["retreats"][0] == {"enemies": 2, "fewer": 2, "unclear": 0}
    to_the_end = ann.ok(*words, "--json").data
    assert data["profit"] > to_the_end["profit"]  # type: ignore[operator]
    for reason in ("chance below 90%", "profit 1", "kill above 10%", "leave 2", "below 4"):
        found = ann.ok(*words, "--retreat", reason, "--json").data
        assert found["chances"]["retreat"] > 0
    assert "Retreat: never" in ann.ok(*words, "--retreat", "profit -99").out
    exact = ann.ok("odds", "1 infantry", "1 infantry", "--retreat", "best", "--exact").out
    assert "In fractions: win 1/9, loss 5/18, both 1/18, retreat 5/9\n" in exact


def test_B194_waves_come_one_after_another(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    waves = ("--wave", "3 armour, after 1", "--wave", "2 fighter, 1 infantry")
    said = ann.ok("odds", "5 infantry", "4 infantry", *waves)
    assert said.out.startswith("All waves together:\n  territory taken      ")
    assert (
        "wave  comes %   wins %  leaves %  falls %   PUs won  PUs lost\n   1   100.00" in said.out
    )
    data = ann.ok("odds", "5 infantry", "4 infantry", *waves, "--json").data
    assert data["waves"]["success"] > data["success"]
    assert len(data["waves"]["waves"]) == 3


def test_the_cheapest_defence_that_holds(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann")
    words = ("odds", "5 infantry", "2 infantry", "--hold", "30%", "--add")
    assert ann.ok(*words, "9 infantry, 2 armour", "--json").data["units"] == {
        "infantry": 1,
        "armour": 1,
    }
    said = ann.ok(*words, "9 infantry, 2 armour").out
    assert said.startswith(
        "Needed to leave the attacker 30 % at most: 1 infantry, 1 armour (8 PUs)"
    )
    assert "too few" in ann.ok(*words, "1 infantry").out


def test_B245_what_is_asked_of_a_battle_is_asked_of_one_of_a_game_too(ann: Desk) -> None:
    plain = ann.ok("odds", NAME, "Finland", "--json").data
    assert plain["prize"] >= 1  # type: ignore[operator]
    dear = ann.ok("odds", NAME, "Finland", "--prize", "50", "--json").data
    assert dear["profit"] > plain["profit"]  # type: ignore[operator]
    asked = ("--retreat", "best", "--wave", "2 armour")
    assert "All waves together:" in ann.ok("odds", NAME, "Finland", *asked).out
    listed = ann.ok("odds", NAME, "--all", *asked)
    assert "success %  profit" in listed.out
    rows = ann.ok("odds", NAME, "--all", *asked, "--json").rows("attacks")
    assert all("waves" in row for row in rows)


def test_B245_what_holds_an_own_territory(ann: Desk) -> None:
    said = ann.ok("odds", NAME, "Stalingrad", "--hold", "5%").out
    assert "could take it" in said
    assert "for 5 % at most: " in said or "not enough for 5 %: " in said
    assert (
        ann.refused(2, "odds", NAME, "Stalingrad", "--hold", "much").error["code"] == "bad-chance"
    )


def test_B245_every_own_territory_in_danger_is_listed_worst_first(ann: Desk) -> None:
    rows = ann.ok("odds", NAME, "--all", "--hold", "30%", "--json").rows("threats")
    chances = [row["success"] for row in rows]
    assert chances == sorted(chances, reverse=True)  # type: ignore[type-var]
    assert all(chance > 0.3 for chance in chances)  # type: ignore[operator]
