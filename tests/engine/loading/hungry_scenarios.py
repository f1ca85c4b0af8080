"""Scenarios that are made to take a player's computer, each by another way to multiply.

A scenario here is a plain tree; `size` says how many times over.  What is not refused when it is
read has to be played in bounded steps.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from engine.loading import load_scenario, tree_from_definition

Tree = dict[str, object]
Row = dict[str, object]

NATION: Final = "Russians"
_YES: Final[Row] = {"kind": "rounds", "first": 1}


class Base:
    """The Classic scenario, with what is added to it."""

    def __init__(self) -> None:
        self.tree: Tree = tree_from_definition(load_scenario("classic_1942"))
        self.steps = [row["name"] for row in rows(self.tree, "sequence")]
        self.land = [*table(self.tree, "land")]
        self.types = [row["name"] for row in rows(self.tree, "units")]

    def with_triggers(self, *triggers: Row, conditions: Iterable[Row] = ()) -> Tree:
        return self.tree | {"triggers": [*triggers], "conditions": [*conditions]}

    def everywhere(self) -> list[str]:
        """The moments before all steps."""
        return [f"before:{name}" for name in self.steps]


def rows(tree: Mapping[str, object], key: str) -> list[Row]:
    """A list of tables of a tree."""
    found = tree[key]
    assert isinstance(found, list)
    return found


def table(tree: Mapping[str, object], key: str) -> Row:
    """A table of a tree."""
    found = tree[key]
    assert isinstance(found, dict)
    return found


def trigger(
    name: str, effects: Iterable[Row] = (), test: Row = _YES, moments: Iterable[str] = ("start",)
) -> Row:
    """A trigger of the Russians."""
    row: Row = {"name": name, "nation": NATION, "test": test}
    return row | {"moments": [*moments], "effects": [*effects]}


def _together(parts: list[Row]) -> Row:
    return {"kind": "together", "parts": parts, "least": 0, "most": 400}


def _presence(places: Row, **more: object) -> Row:
    row: Row = {"kind": "presence", "nations": [NATION], "places": places, "whose": "enemies"}
    return row | more


def doubled(size: int) -> Tree:
    """Each condition names the one before it twice (issue 31, point 8)."""
    return many_ways(size, 2)


def many_ways(size: int, parts: int) -> Tree:
    """Each condition names the one before it so many times."""
    conditions: list[Row] = [{"name": "c0", "test": _YES}]
    for number in range(1, size):
        inner: list[Row] = [{"kind": "named", "name": f"c{number - 1}"}] * parts
        conditions.append({"name": f"c{number}", "test": _together(inner)})
    last: Row = {"kind": "named", "name": f"c{size - 1}"}
    return Base().with_triggers(trigger("t", test=last), conditions=conditions)


def calls_in_a_row(size: int) -> Tree:
    """Each trigger calls the next."""
    rest = [
        trigger(f"t{number}", [{"kind": "call", "trigger": f"t{number + 1}"}], moments=())
        for number in range(size)
    ]
    first = trigger("first", [{"kind": "call", "trigger": "t0"}])
    return Base().with_triggers(first, *rest, trigger(f"t{size}", moments=()))


def land_that_goes_to_and_fro(size: int) -> Tree:
    """A trigger gives all land away and is called again and again."""
    give: list[Row] = [{"kind": "land", "owner": NATION}, {"kind": "land", "owner": "Germans"}]
    calls: list[Row] = [{"kind": "call", "trigger": "b", "times": 100}] * size
    return Base().with_triggers(trigger("a", calls), trigger("b", give * 10, moments=()))


def whole_boards(size: int) -> Tree:
    """Many triggers ask about all areas before every step."""
    base = Base()
    test = _together([_presence({"which": "all"})] * 20)
    asking = (trigger(f"t{number}", (), test, base.everywhere()) for number in range(size))
    return base.with_triggers(*asking)


def one_area_many_times(size: int) -> Tree:
    """A large stack is looked at again and again, for one type after the other."""
    base = Base()
    table(table(base.tree, "setup"), NATION)[base.land[0]] = {"infantry": 1000}
    places: Row = {"which": "named", "names": [base.land[0]]}
    counts = [{"types": base.types, "count": 1}] * size
    test = _together([_presence(places, units=counts)] * min(size, 50))
    return base.with_triggers(trigger("t", (), test, base.everywhere()))


def armies_from_nowhere(size: int) -> Tree:
    """An effect puts the largest number of units of every type on the board."""
    base = Base()
    units = dict.fromkeys(base.types, 1000)
    zone = next(iter(table(base.tree, "sea")))
    effects: list[Row] = [
        {"kind": "place", "nations": [NATION], "territory": place, "units": units}
        for place in (base.land[0], zone)
    ]
    return base.with_triggers(trigger("t", effects * size))


def armies_for_each_area(size: int) -> Tree:
    """The same, once for every area of the board."""
    base = Base()
    anybody = [row["name"] for row in rows(base.tree, "nations")]
    places: Row = {"which": "all", "count": 1, "each": True}
    test: Row = {"kind": "ownership", "nations": anybody, "places": places}
    effect: Row = {"kind": "place", "nations": [NATION], "territory": base.land[0]}
    return base.with_triggers(trigger("t", [effect | {"units": {"infantry": 1000}}] * size, test))


def units_that_multiply(size: int) -> Tree:
    """Every infantry makes many others at the end of each turn."""
    base = Base()
    first = rows(base.tree, "units")[0]
    first["creates"] = {str(first["name"]): size}
    return base.tree


def facts_of_every_area(size: int) -> Tree:
    """An effect sets a fact of all areas, again and again."""
    base = Base()
    effects: list[Row] = [
        {
            "kind": "set",
            "subject": "territory",
            "names": base.land,
            "fact": "production",
            "value": n,
        }
        for n in range(size)
    ]
    return base.with_triggers(trigger("t", effects))


def facts_of_every_condition(size: int) -> Tree:
    """An effect turns all conditions off and on."""
    names = [f"c{number}" for number in range(size)]
    effects: list[Row] = [
        {"kind": "set", "subject": "condition", "names": names, "fact": "is_on", "value": on}
        for on in (False, True)
    ]
    conditions: list[Row] = [{"name": name, "test": _YES} for name in names]
    return Base().with_triggers(trigger("t", effects), conditions=conditions)


def many_actions(size: int) -> Tree:
    """Each of many actions has a long test and may be tried a thousand times."""
    base = Base()
    test = _together([_presence({"which": "all"})] * 10)
    action: Row = {"nation": NATION, "test": test, "changes": [], "attempts": 1000}
    politics = [action | {"name": f"a{number}"} for number in range(size)]
    first: Row = {"name": "politics", "phase": "politics", "nation": NATION}
    more: Tree = {"politics": politics, "sequence": [first, *rows(base.tree, "sequence")]}
    return base.tree | more


def nothing_to_do(size: int) -> Tree:
    """Nobody ever has an order to give."""
    steps = [{"name": f"end{number}", "phase": "end_round"} for number in range(size)]
    return Base().tree | {"sequence": steps}


HUNGRY: Final[Mapping[str, tuple[Callable[[int], Tree], int, int]]] = {
    "doubled": (doubled, 10, 50),
    "many ways": (lambda size: many_ways(size, 400), 3, 40),
    "calls in a row": (calls_in_a_row, 10, 3_000),
    "land that goes to and fro": (land_that_goes_to_and_fro, 1, 90),
    "whole boards": (whole_boards, 1, 400),
    "one area many times": (one_area_many_times, 2, 400),
    "armies from nowhere": (armies_from_nowhere, 1, 200),
    "armies for each area": (armies_for_each_area, 1, 400),
    "units that multiply": (units_that_multiply, 1, 1_000),
    "facts of every area": (facts_of_every_area, 1, 400),
    "facts of every condition": (facts_of_every_condition, 10, 4_000),
    "many actions": (many_actions, 1, 4_000),
    "nothing to do": (nothing_to_do, 1, 999),
}
"""Ways to multiply; each with a size that may be played and one as large as the lists allow."""
