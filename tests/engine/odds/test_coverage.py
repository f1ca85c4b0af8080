"""The odds name what they count; what they have never heard of they refuse by name (B252)."""

from dataclasses import fields
from typing import Annotated, get_args

import pytest

from engine import State, apply, load_scenario, new_game
from engine.advice import planned_battles
from engine.core.ids import marks_of
from engine.gamedef import AntiAir, Options, SupportRule, UnitType
from engine.gamedef.areas import Territory
from engine.gamedef.schema import FACET
from engine.gamedef.technology import Advance
from engine.gamedef.unit_combat import Gunnery
from engine.gamedef.unit_types import TechAbility
from engine.notation.parse import parse_order
from engine.odds import Battle, Caveat, ForceError, Rules, coverage, parse_force, solve
from engine.odds.coverage import FIELDS
from engine.values import dataclass, replace
from pbem.board.odds import KeptOdds, odds_now
from tests.support.unit_types import with_facts

FACETS = tuple(
    get_args(entry.type)[0] for entry in fields(UnitType) if FACET in marks_of(entry.type)
)
DESCRIBED = (UnitType, *FACETS, TechAbility, AntiAir, SupportRule, Options, Territory, Advance)
WORLD = load_scenario("big_world_1942")


@dataclass(frozen=True, slots=True)
class LaterGunnery(Gunnery):
    """A facet with an ability that somebody has added since."""

    made_up_ability: int = 0


@dataclass(frozen=True, slots=True)
class Spying:
    """A facet that somebody has added since."""

    sees_plans: bool = False


@dataclass(frozen=True, slots=True)
class LaterUnitType(UnitType):
    """A unit type with that facet."""

    spying: Annotated[Spying, FACET] = Spying()


@dataclass(frozen=True, slots=True)
class LaterOptions(Options):
    """Options of which the odds have never heard."""

    defenders_sleep: bool = False


def battle(attackers: str = "3 infantry, 1 armour", defenders: str = "2 infantry") -> Battle:
    rules = Rules.of(WORLD.combat_rules())
    mine, theirs = (parse_force(text, WORLD.unit_types).units for text in (attackers, defenders))
    return Battle(rules, mine, theirs, is_sea=False)


def later(kind: UnitType, bonus: int) -> UnitType:
    known = {entry.name: getattr(kind.gunnery, entry.name) for entry in fields(Gunnery)}
    return replace(kind, gunnery=LaterGunnery(**known, made_up_ability=bonus))


def spy(kind: UnitType, *, sees_plans: bool) -> UnitType:
    known = {entry.name: getattr(kind, entry.name) for entry in fields(UnitType)}
    return LaterUnitType(**known, spying=Spying(sees_plans))


def texts(battle: Battle) -> tuple[str, ...]:
    return tuple(str(caveat) for caveat in battle.uncounted())


def with_defenders(bonus: int) -> Battle:
    usual = battle()
    units = (replace(unit, kind=later(unit.kind, bonus)) for unit in usual.defenders)
    return replace(usual, defenders=tuple(units))


@pytest.mark.parametrize("kind", DESCRIBED)
def test_every_field_is_either_counted_or_beside_the_battle(kind: type) -> None:
    """Whoever adds a field decides here whether the odds have to know it."""
    names = {entry.name for entry in fields(kind) if FACET not in marks_of(entry.type)}
    known, beside, refused = FIELDS[kind.__name__]
    assert names - known - beside - refused == set(), "declare them in engine/odds/coverage.py"
    assert (known | beside | refused) - names == set(), "these fields are gone"
    assert len(known) + len(beside) + len(refused) == len(names), "in one of the three"


def test_B252_a_new_ability_of_a_unit_is_refused_by_name() -> None:
    """Issue 32, point 1: +3 in the first round changed no odds and failed no test."""
    reason = "the odds do not count 'made up ability' of infantry"
    caveat = Caveat("unknown-unit-field", reason, "made_up_ability", "infantry")
    assert with_defenders(3).uncounted() == (caveat,)
    with pytest.raises(ForceError, match=reason):
        solve(with_defenders(3))


def test_B252_a_new_ability_that_nobody_has_changes_nothing() -> None:
    assert with_defenders(0).uncounted() == ()
    assert solve(with_defenders(0)).success == solve(battle()).success


@pytest.mark.parametrize(
    ("how", "reasons"),
    [
        ("refused", ("the odds do not count 'made up ability' of infantry",)),
        ("beside", ()),
    ],
)
def test_B252_an_ability_is_refused_where_it_is_declared_as_refused(
    monkeypatch: pytest.MonkeyPatch, how: str, reasons: tuple[str, ...]
) -> None:
    @dataclass(frozen=True, slots=True)
    class DeclaredGunnery(LaterGunnery):
        """The same facet, with the ability declared."""

    declared = FIELDS["Gunnery"]._replace(**{how: frozenset({"made_up_ability"})})
    monkeypatch.setattr(coverage, "FIELDS", {**FIELDS, "DeclaredGunnery": declared})
    usual = battle()
    kind = usual.defenders[0].kind
    known = {entry.name: getattr(kind.gunnery, entry.name) for entry in fields(Gunnery)}
    able = replace(kind, gunnery=DeclaredGunnery(**known, made_up_ability=3))
    units = tuple(replace(unit, kind=able) for unit in usual.defenders)
    assert texts(replace(usual, defenders=units)) == reasons


def test_B252_a_new_facet_of_a_unit_is_refused_by_name() -> None:
    usual = battle()
    for sees_plans, reasons in (
        (True, ("the odds do not count 'sees plans' of infantry",)),
        (False, ()),
    ):
        units = (
            replace(unit, kind=spy(unit.kind, sees_plans=sees_plans)) for unit in usual.defenders
        )
        assert texts(replace(usual, defenders=tuple(units))) == reasons


def test_B252_a_new_option_is_refused_by_name_where_it_is_on() -> None:
    usual = battle()
    known = {entry.name: getattr(usual.rules.options, entry.name) for entry in fields(Options)}
    on, off = (LaterOptions(**known, defenders_sleep=value) for value in (True, False))
    assert replace(usual, rules=replace(usual.rules, options=off)).uncounted() == ()
    refused = replace(usual, rules=replace(usual.rules, options=on)).uncounted()
    assert refused == (
        Caveat(
            "unknown-option",
            "the odds do not count the option 'defenders sleep'",
            "defenders_sleep",
        ),
    )


def test_B252_a_battle_that_ends_after_some_rounds_is_refused() -> None:
    usual = battle()
    assert replace(usual, rules=usual.rules.with_option("sea_battle_rounds", 2)).uncounted() == ()
    few = replace(usual, rules=usual.rules.with_option("land_battle_rounds", 2))
    text = "the battle ends after some rounds, whoever is left"
    assert few.uncounted() == (Caveat("limited-rounds", text),)


def test_B252_an_air_battle_before_the_battle_is_refused() -> None:
    usual = battle("2 infantry, 1 fighter", "1 infantry, 1 fighter")
    kind = with_facts(WORLD.unit_types["fighter"], can_air_battle=True)
    rules = usual.rules.with_option("air_battles_before_battles", True)
    mine, theirs = (
        tuple(replace(unit, kind=kind) if unit.kind.is_air else unit for unit in side)
        for side in (usual.attackers, usual.defenders)
    )
    both = replace(usual, rules=rules, attackers=mine, defenders=theirs)
    text = "aircraft fight each other before the battle"
    assert both.uncounted() == (Caveat("air-battle", text),)
    assert replace(both, defenders=usual.defenders).uncounted() == ()


def attacked(bonus: int) -> State:
    """Finland is attacked, and its infantry have an ability of which the odds may not know."""
    kinds = dict(WORLD.unit_types) | {"infantry": later(WORLD.unit_types["infantry"], bonus)}
    step = new_game(replace(WORLD, unit_types=kinds))
    for line in ("done", "done", "move 2 infantry: Karelija > Finland"):
        step = apply(step.state, parse_order(line, WORLD))
    return step.state


def test_B252_what_the_odds_do_not_count_is_simulated_and_marked_as_such() -> None:
    """The odds of a planned battle: in the terminal, on the board, in --json and as a warning."""
    (coverage,), (refused,) = planned_battles(attacked(0)), planned_battles(attacked(3))
    assert coverage.odds is not None and coverage.odds.method == "exact"
    assert coverage.chance is not None and "simulated" not in coverage.sentence()
    assert refused.odds is not None and refused.odds.method == "simulated"
    # This ability is a name only; no rule reads it, so the engine plays the usual battle.
    assert refused.chance == pytest.approx(coverage.chance, abs=4 * refused.odds.error)
    assert "to win (simulated, ± 2.5 points)" in refused.sentence()
    assert planned_battles(attacked(3))[0].chance == refused.chance
    (shown,) = odds_now(attacked(3), KeptOdds())
    assert (shown["error"], shown["text"]) == (2.5, refused.sentence())
