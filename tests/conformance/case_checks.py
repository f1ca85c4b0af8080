"""What a case expects at its end."""

from collections.abc import Callable, Mapping

from engine.gamedef import State
from tests.conformance.case_file import CaseFailedError, CaseUnsupportedError
from tests.conformance.case_position import RESOURCES
from tests.conformance.case_queries import fact
from tests.conformance.case_steps import Run
from tests.conformance.replay_json import Json, Table, text


def check(run: Run, begin: State, expected: Table) -> None:
    """Raise CaseFailedError when an expectation does not hold.

    begin: the position after the set-up.
    """
    word = text(expected["check"])
    if word not in _CHECKS:
        raise CaseUnsupportedError(f"the expectation {word!r}")
    _CHECKS[word](run, begin, expected)


def _steps(run: Run, begin: State, expected: Table) -> None:
    del begin, expected
    if run.wrong:
        raise CaseFailedError("; ".join(run.wrong))


def _unit_count(run: Run, begin: State, expected: Table) -> None:
    del begin
    state = run.game.state
    place, owner, kind = text(expected["territory"]), expected.get("owner"), expected.get("type")
    unit_class = text(expected.get("unit_class"))
    if unit_class not in {"", "air", "land", "sea"}:
        raise CaseUnsupportedError(f"the class {unit_class!r} of units")
    types = state.definition.unit_types
    count = 0
    for unit in state.units_in(place):
        sort = types[unit.type]
        classes = {"": True, "air": sort.is_air, "land": sort.is_land, "sea": sort.is_sea}
        fits = owner in {None, unit.owner} and kind in {None, unit.type}
        count += fits and classes[unit_class]
    _same(f"{place}: {owner or 'all'} {kind or unit_class or 'units'}", count, expected["count"])


def _owner(run: Run, begin: State, expected: Table) -> None:
    del begin
    place = text(expected["territory"])
    _same(f"owner of {place}", run.game.state.owners.get(place), expected["owner"])


def _resource_delta(run: Run, begin: State, expected: Table) -> None:
    nation, resource = text(expected["player"]), text(expected["resource"])
    delta = run.game.state.amount(nation, resource) - begin.amount(nation, resource)
    _same(f"{resource} of {nation}, change", delta, expected["delta"])


def _resource(run: Run, begin: State, expected: Table) -> None:
    del begin
    nation, resource = text(expected["player"]), text(expected["resource"])
    amount = run.game.state.amount(nation, RESOURCES.get(resource, resource))
    _same(f"{resource} of {nation}", amount, expected["amount"])


def _dice_requests(run: Run, begin: State, expected: Table) -> None:
    del begin
    _same("requests for dice", run.game.requests, expected["count"])


def _battle_steps(run: Run, begin: State, expected: Table) -> None:
    del begin
    steps: list[Json] = [*run.battle_steps]
    _same("battle steps", steps, expected["steps"])


def _query(run: Run, begin: State, expected: Table) -> None:
    del begin
    what, wanted = text(expected["what"]), expected["value"]
    answers = run.answers.get(what)
    if answers is None:
        try:
            answers = [fact(run.game, what)]
        except KeyError:
            raise CaseUnsupportedError(f"the fact {what!r}") from None
    answer = answers[0] if {"before", "first"} & set(what.split()) else answers[-1]
    if what.endswith("contains"):
        _true(isinstance(answer, list) and wanted in answer, f"{answer} does not hold {wanted}")
    elif what.endswith((" about", " at least")):
        _near(what, answer, expected)
    elif wanted != answers:
        _same(what, answer, wanted)


def _near(what: str, answer: Json, expected: Table) -> None:
    wanted, tolerance = expected["value"], expected.get("tolerance", 0)
    if not isinstance(answer, float | int) or not isinstance(wanted, float | int):
        raise CaseUnsupportedError(f"{what} is not a number")
    slack = tolerance if isinstance(tolerance, float | int) else 0
    enough = answer >= wanted - slack
    _true(
        enough and (what.endswith(" at least") or answer <= wanted + slack),
        f"{what}: {answer}, not {wanted}",
    )


def _same(what: str, found: Json, wanted: Json) -> None:
    _true(found == wanted, f"{what}: {found}, not {wanted}")


def _true(holds: bool, otherwise: str) -> None:
    if not holds:
        raise CaseFailedError(otherwise)


_CHECKS: Mapping[str, Callable[[Run, State, Table], None]] = {
    "steps_as_annotated": _steps,
    "unit_count": _unit_count,
    "owner": _owner,
    "resource_delta": _resource_delta,
    "resource": _resource,
    "dice_requests": _dice_requests,
    "battle_step_order": _battle_steps,
    "query": _query,
}
