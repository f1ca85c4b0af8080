"""Rules of single nations out of a map: placement, levies, steps without money."""

import pytest

from engine.gamedef.nation_rules import Levy, NationRule
from engine.gamedef.triggers import Effect, SetFact
from engine.loading import read_triplea_map, read_triplea_parts
from engine.loading.triplea import UnsupportedMapError
from tests.engine.loading.small_map import small_map

_END = "  </attatchmentList>"
_SWITCHES = (
    "Place in Any Territory",
    "Unit Placement Per Territory Restricted",
    "Production Per X Territories Restricted",
)


def _map(options: str, *, on: tuple[str, ...] = _SWITCHES, name: str = "rulesAttachment") -> bytes:
    rules = (
        f'<attachment name="{name}" attachTo="Reds" javaClass="RulesAttachment" type="player">'
        f"{options}</attachment>{_END}"
    )
    text = small_map(_END, rules).decode()
    properties = "".join(f'<property name="{switch}" value="true"/>' for switch in on)
    return text.replace("</propertyList>", properties + "</propertyList>", 1).encode()


def _option(name: str, value: str, count: str = "") -> str:
    more = f' count="{count}"' if count else ""
    return f'<option name="{name}" value="{value}"{more}/>'


_ALL = (
    _option("placementAnyTerritory", "true")
    + _option("placementCapturedTerritory", "true")
    + _option("placementPerTerritory", "3")
    + _option("maxPlacePerTerritory", "2")
    + _option("productionPerXTerritories", "ranger", "2")
    + _option("productionPerXTerritories", "sub", "5")
)


def test_all_rules_of_a_nation_arrive() -> None:
    levies = (Levy("ranger", 2), Levy("sub", 5))
    assert read_triplea_map(_map(_ALL)).map_rules.nations == (
        NationRule("Reds", True, True, 3, 2, levies),
    )


def test_a_levy_may_count_areas_of_value_only() -> None:
    on = (*_SWITCHES, "Production Per Valued Territory Restricted")
    rule = read_triplea_map(_map(_ALL, on=on)).map_rules.of("Reds")
    assert rule.levies == (Levy("ranger", 2, valued=True), Levy("sub", 5, valued=True))


def test_what_a_property_does_not_switch_on_is_no_rule() -> None:
    rule = read_triplea_map(_map(_ALL, on=("Place in Any Territory",))).map_rules.of("Reds")
    assert rule == NationRule("Reds", True, True, 0, 2)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (_option("placementPerTerritory", "3"), "for nations that need factories"),
        (_option("maxPlacePerTerritory", "3"), "for nations that need factories"),
        (_option("placementAnySeaZone", "true"), "without placementPerTerritory"),
        (_option("productionPerXTerritories", "0"), "without a number of territories"),
        (_option("productionPerXTerritories", "ranger"), "without a number of territories"),
    ],
)
def test_what_has_no_clear_meaning_is_refused(options: str, reason: str) -> None:
    assert any(reason in entry for entry in read_triplea_parts(_map(options)).missing)


def test_rules_under_another_name_are_refused() -> None:
    missing = read_triplea_parts(_map(_ALL, name="conditionAttachment1")).missing
    assert missing == ("attachment 'conditionAttachment1': rules of nations in it",)


def _with_steps(data: bytes) -> bytes:
    text = data.decode()
    delegates = (
        '<delegate name="levy" javaClass="games.strategy.triplea.delegate.NoPUPurchaseDelegate"/>'
        '<delegate name="unpaid" javaClass="NoPUEndTurnDelegate"/><sequence>'
    )
    steps = (
        '<step name="redPurchase" delegate="levy" player="Reds"/>'
        '<step name="redEndTurn" delegate="unpaid" player="Reds"/>'
        '<step name="endRoundStep"'
    )
    text = text.replace("<sequence>", delegates, 1)
    return text.replace('<step name="endRoundStep"', steps, 1).encode()


def test_steps_without_money_are_phases_of_their_own() -> None:
    phases = [step.phase for step in read_triplea_map(_with_steps(_map(_ALL))).sequence]
    assert phases == [
        "tech",
        "combat_move",
        "noncombat_move",
        "levy",
        "end_turn_unpaid",
        "end_round",
    ]


def _changed(*properties: tuple[str, str], on: tuple[str, ...] = _SWITCHES) -> list[Effect]:
    """What a trigger does that changes rules of the Reds."""
    changes = "".join(_option("playerProperty", name, new) for name, new in properties)
    trigger = (
        '<attachment name="c" attachTo="Reds" javaClass="RulesAttachment" type="player">'
        '<option name="rounds" value="2"/></attachment>'
        '<attachment name="t" attachTo="Reds" javaClass="TriggerAttachment" type="player">'
        + _option("conditions", "c")
        + _option("playerAttachmentName", "RulesAttachment", "rulesAttachment")
        + f"{changes}</attachment>{_END}"
    )
    data = _map(_ALL, on=(*on, "Use Triggers")).replace(_END.encode(), trigger.encode())
    return list(read_triplea_map(data).script.triggers[0].effects)


@pytest.mark.parametrize("reset", ["-reset-", "-clear-"])
def test_a_trigger_changes_what_a_nation_gets_for_its_land(reset: str) -> None:
    name = "productionPerXTerritories"
    effects = _changed((name, f"{reset}4:ranger"), (name, "9:howitzer"))
    assert effects == [
        SetFact("nation", ("Reds",), "levies of ranger", 0),
        SetFact("nation", ("Reds",), "levies of sub", 0),
        SetFact("nation", ("Reds",), "levies of howitzer", 0),
        SetFact("nation", ("Reds",), "levies of ranger", 4),
        SetFact("nation", ("Reds",), "levies of howitzer", 9),
    ]
    assert not _changed((name, "4:ranger"), on=_SWITCHES[:2])


def test_a_trigger_lets_a_nation_build_ships_beside_any_own_land() -> None:
    change = ("placementAnySeaZone", "true")
    assert _changed(change) == [SetFact("nation", ("Reds",), "places_in_any_zone", True)]
    with pytest.raises(UnsupportedMapError, match="without placementPerTerritory"):
        _changed(change, on=(_SWITCHES[0], _SWITCHES[2]))
    rules = _ALL + _option("placementAnySeaZone", "true")
    assert read_triplea_map(_map(rules)).map_rules.of("Reds").places_in_any_zone


def test_a_levy_that_the_map_does_not_name_is_refused() -> None:
    on = ("Production Per Valued Territory Restricted",)
    missing = read_triplea_parts(_with_steps(_map("", on=on))).missing
    assert any("units the map does not name" in entry for entry in missing)
