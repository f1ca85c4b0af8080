"""Mix-ups that the type checker must see (ADR 0090); nothing here is ever run.

An ignored error that is not there is an error of its own (`warn_unused_ignores`), so that the
ordinary run of mypy is the test: a type that takes too much fails it here.
"""

from engine.core.agenda import Outcome
from engine.core.events.battle import UnitsDestroyed
from engine.core.events.economy import PointsScored
from engine.core.events.movement import BattleCancelled
from engine.core.ids import NationName, ResourceName, TerritoryName, UnitTypeName
from engine.core.pick import Pick
from engine.gamedef import State
from engine.odds.rounds import Settled
from engine.orders.command import Command
from engine.orders.declare import Declare
from engine.orders.fight import Fight
from engine.rules.battle.rounds.fire import has_destroyer
from engine.rules.common.relations import is_allied
from pbem.save.records import parse_body


def _any_text_as_a_nation(state: State, text: str, nation: NationName) -> None:
    state.units_of(text)  # type: ignore[arg-type]
    is_allied(state, nation, "Germans")  # type: ignore[arg-type]
    Pick(1, UnitTypeName("infantry"), text)  # type: ignore[arg-type]
    Pick(1, "infantry")  # type: ignore[arg-type]
    state.amount(nation, "PUs")  # type: ignore[arg-type]


def _a_text_as_a_key_of_nations(state: State, text: str) -> None:
    state.technologies[text]  # type: ignore[index]


def _a_nation_as_an_area(state: State, nation: NationName, area: TerritoryName) -> None:
    state.units_in(nation)  # type: ignore[arg-type]
    state.units_of(area)  # type: ignore[arg-type]
    state.owners[nation]  # type: ignore[index]
    Fight("Karelija")  # type: ignore[arg-type]


def _a_unit_type_as_a_resource(state: State, nation: NationName, unit: UnitTypeName) -> None:
    state.amount(nation, unit)  # type: ignore[arg-type]
    state.definition.unit_types[ResourceName("PUs")]  # type: ignore[index]


def _a_side_that_there_is_not(state: State) -> None:
    has_destroyer(state, "attackers")  # type: ignore[arg-type]


def _a_word_that_there_is_not(area: TerritoryName, nation: NationName) -> None:
    Command("cards")  # type: ignore[arg-type]
    Declare("peace", "Turkey")  # type: ignore[arg-type]
    UnitsDestroyed(area, (), "battles")  # type: ignore[arg-type]
    BattleCancelled(area, "raids")  # type: ignore[arg-type]
    PointsScored(nation, 1, 1, "gift")  # type: ignore[arg-type]
    Outcome((), "victory", "")  # type: ignore[arg-type]
    Settled(1, 1, "won")  # type: ignore[arg-type]
    parse_body("order", {})  # type: ignore[arg-type]


def _a_nation_is_still_a_text(nation: NationName) -> str:
    return nation.casefold()
