"""Reading what people write, and saying what is wrong with it."""

import pytest

from engine.core.pick import Pick
from engine.gamedef import Definition
from engine.grammar.errors import NotationError
from engine.loading import load_scenario
from engine.notation.format import format_order
from engine.notation.parse import parse_order, parse_orders
from engine.orders.bombard import Bombard
from engine.orders.buy import Buy
from engine.orders.done import Done
from engine.orders.fight import Fight
from engine.orders.fire_rocket import FireRocket
from engine.orders.form import Order
from engine.orders.hit_first import HitFirst
from engine.orders.intercept import Intercept
from engine.orders.kamikaze import Kamikaze
from engine.orders.land_aircraft import LandAircraft
from engine.orders.lose import Lose
from engine.orders.move import Move
from engine.orders.place import Place
from engine.orders.press import Press
from engine.orders.research import Research
from engine.orders.retreat import Retreat
from engine.orders.scramble import Scramble
from engine.orders.submerge import Submerge

BIG_WORLD: Definition = load_scenario("big_world_1942")
SUB = "SZ 19 Atlantic"

CANONICAL: list[tuple[str, Order]] = [
    ("tech rockets 2", Research("rockets", 2)),
    ("tech 3", Research("", 3)),
    ("buy 4 infantry, 1 armour", Buy((("infantry", 4), ("armour", 1)))),
    ("buy nothing", Buy(())),
    (
        "move 3 infantry, 2 armour: Karelija > Finland",
        Move((Pick(3, "infantry"), Pick(2, "armour")), ("Karelija", "Finland")),
    ),
    (
        "move 1 fighter: Moscow > Leningrad > Finland",
        Move((Pick(1, "fighter"),), ("Moscow", "Leningrad", "Finland")),
    ),
    (
        "raid 1 bomber: Baltic States > Leningrad",
        Move((Pick(1, "bomber"),), ("Baltic States", "Leningrad"), raid=True),
    ),
    (
        "move 2 British infantry: Eastern Canada > SZ 18 West Atlantic",
        Move((Pick(2, "infantry", "British"),), ("Eastern Canada", "SZ 18 West Atlantic")),
    ),
    (
        "move 2 infantry #148 #152, 1 armour: England > SZ 16 North Atlantic, "
        "#148 #152 aboard #201, #160 aboard #202",
        Move(
            (Pick(2, "infantry", "", (148, 152)), Pick(1, "armour")),
            ("England", "SZ 16 North Atlantic"),
            aboard=((148, 201), (152, 201), (160, 202)),
        ),
    ),
    ("fight Finland", Fight("Finland")),
    ("fight raid Leningrad", Fight("Leningrad", raid=True)),
    (
        "lose 1 infantry, 1 armour: Finland",
        Lose("Finland", (Pick(1, "infantry"), Pick(1, "armour"))),
    ),
    ("retreat Finland > Karelija", Retreat("Finland", "Karelija")),
    ("retreat Finland", Retreat("Finland", "")),
    ("press Finland", Press("Finland")),
    ("submerge 2 submarine: SZ 19 Atlantic", Submerge(SUB, (Pick(2, "submarine"),))),
    ("stay up: SZ 19 Atlantic", Submerge(SUB, ())),
    ("bombard 1 battleship: France", Bombard("France", (Pick(1, "battleship"),))),
    ("bombard nothing: France", Bombard("France", ())),
    ("hit British: France", HitFirst("France", "British")),
    ("intercept 2 fighter: France", Intercept("France", (Pick(2, "fighter"),))),
    ("intercept nothing: France", Intercept("France", ())),
    ("scramble 2 fighter: France", Scramble("France", (Pick(2, "fighter"),))),
    ("kamikaze 2 carrier #7 #7: France", Kamikaze("France", (Pick(2, "carrier", "", (7, 7)),))),
    ("rocket France > England", FireRocket("France", "England")),
    ("rocket nothing: France", FireRocket("France", "")),
    (
        "land aircraft 1 fighter: SZ 57 Arabian Sea > Bombay",
        LandAircraft("SZ 57 Arabian Sea", (Pick(1, "fighter"),), "Bombay"),
    ),
    ("place 4 infantry: Moscow", Place((Pick(4, "infantry"),), "Moscow")),
    (
        "place 1 destroyer: SZ 11 West Baltic Sea from Western Germany",
        Place((Pick(1, "destroyer"),), "SZ 11 West Baltic Sea", "Western Germany"),
    ),
    ("done", Done()),
]


@pytest.mark.parametrize(("text", "order"), CANONICAL)
def test_canonical_text_means_this_order_and_is_written_like_this(text: str, order: Order) -> None:
    assert parse_order(text, BIG_WORLD) == order
    assert format_order(order, BIG_WORLD) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("TECH Heavy Bomber 1", "tech heavy_bomber 1"),
        ("research jet 1", "tech jet_power 1"),
        ("buy 4 Infantries and 1 ARMOUR", "buy 4 infantry, 1 armour"),
        ("purchase 3x inf, 2 arm", "buy 3 infantry, 2 armour"),
        ("move 2 inf: karelija → finland", "move 2 infantry: Karelija > Finland"),
        ("move 2 inf: karelija -> finland", "move 2 infantry: Karelija > Finland"),
        ("move 2 inf: Karelija &gt; Finland", "move 2 infantry: Karelija > Finland"),
        ("\tmove  2\tinfantry :Karelija>Finland ", "move 2 infantry: Karelija > Finland"),
        ("> > move 2 inf: Karelija > Finland", "move 2 infantry: Karelija > Finland"),
        ("move 2 inf: “Karelija” > „Finland“", "move 2 infantry: Karelija > Finland"),
        ("move 2 inf: Karelija > Finland # attack!", "move 2 infantry: Karelija > Finland"),
        ("move 1 AA gun: Moscow > Western Russia", "move 1 aaGun: Moscow > Western Russia"),
        ("move 1 russian inf: Moscow > Omsk", "move 1 Russians infantry: Moscow > Omsk"),
        ("place 1 dest: sz11", "place 1 destroyer: SZ 11 West Baltic Sea"),
        ("fight e germany", "fight Eastern Germany"),
        ("fight archangel’sk", "fight Archangel'sk"),
        ("fight Hungary–Romania", "fight Hungary-Romania"),
        ("fight hungary romania", "fight Hungary-Romania"),
        ("fight SZ 1", "fight SZ 1 Hudson Bay"),
        ("submerge nothing: SZ 19", "stay up: SZ 19 Atlantic"),
        ("rocket none: France", "rocket nothing: France"),
    ],
)
def test_what_people_write_is_understood(text: str, canonical: str) -> None:
    assert format_order(parse_order(text, BIG_WORLD), BIG_WORLD) == canonical


@pytest.mark.parametrize(
    ("text", "code", "offer"),
    [
        ("mve 1 infantry: Moscow > Omsk", "unknown-order", "move"),
        ("fight Karelia", "unknown-territory", "Karelija"),
        ("fight Rhine", "unknown-territory", ""),
        ("fight SZ 51", "unknown-territory", ""),
        ("fight", "territory-missing", ""),
        ("fight West", "ambiguous-territory", "West Indies"),
        ("buy 2 artilery", "unknown-unit-type", "artillery"),
        ("buy 2 a", "ambiguous-unit-type", "artillery"),
        ("buy infantry", "count-missing", ""),
        ("buy -2 infantry", "bad-number", ""),
        ("buy 0 infantry", "bad-number", ""),
        ("buy 1.5 infantry", "bad-number", ""),
        ("buy 10001 infantry", "bad-number", ""),
        ("buy 99999999999999999999999999 infantry", "bad-number", ""),
        ("buy 1 British infantry", "bad-purchase", ""),
        ("buy 1 infantry,, 1 armour", "units-missing", ""),
        ("tech radar 1", "unknown-technology", ""),
        ("tech rockets", "count-missing", ""),
        ("move 1 infantry Karelija Moscow", "colon-missing", ""),
        ("move 1 infantry: Karelija", "path-too-short", ""),
        ("move nothing: Karelija > Finland", "units-missing", ""),
        ("move 2 infantry #5: Karelija > Finland", "wrong-unit-count", ""),
        ("move 1 infantry: Karelija > Finland, on ship", "bad-aboard", ""),
        ("move 1 infantry: Karelija > Finland, 5 aboard #7", "bad-unit-number", ""),
        ("retreat Finland > Karelija > Moscow", "path-too-long", ""),
        ("stay down: SZ 19", "bad-order", ""),
        ("rocket France", "bad-order", ""),
        ("rocket one: France", "bad-order", ""),
        ("land aircraft 1 fighter: SZ 57 > Bombay > Delhi", "path-too-long", ""),
        ("done now", "left-over", ""),
        ('fight "Finland', "open-quotation", ""),
        ("fight Finland" + " " * 2000, "too-long", ""),
        ("", "empty-line", ""),
        ("losses: infantry", "not-an-order", ""),
        ("retreat Finland when tired", "bad-condition", ""),
    ],
)
def test_every_fault_has_its_code_and_offers_the_nearest_name(
    text: str, code: str, offer: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_order(text, BIG_WORLD)
    faults = {fault.code: fault for fault in caught.value.faults}
    assert code in faults
    fault = faults[code]
    assert fault.kind == ("ambiguous" if code.startswith("ambiguous") else "invalid")
    assert offer in (*fault.offers, "")
    assert offer in fault.text


def test_all_faults_of_a_text_are_listed_with_their_lines() -> None:
    text = "buy 2 infantry\n\nmove 1 wagon: Karelia > Finlnd\ndance\n# fine\nfight Finland\n"
    parsed = parse_orders(text, BIG_WORLD)
    assert [(entry.line, entry.text) for entry in parsed.orders] == [
        (1, "buy 2 infantry"),
        (6, "fight Finland"),
    ]
    assert [(fault.line, fault.word) for fault in parsed.faults] == [
        (3, "wagon"),
        (3, "Karelia"),
        (3, "Finlnd"),
        (4, "dance"),
    ]


def test_an_unknown_unit_type_without_a_near_name_lists_all_of_them() -> None:
    with pytest.raises(NotationError, match="known: infantry, artillery, armour"):
        parse_order("buy 2 zeppelin", BIG_WORLD)


def test_a_text_of_too_many_lines_is_cut_and_reported() -> None:
    parsed = parse_orders("done\n" * 6000, BIG_WORLD)
    assert len(parsed.orders) == 5000
    assert [fault.code for fault in parsed.faults] == ["too-long"]
