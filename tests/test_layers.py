"""The arrows of DESIGN section 2: who may import whom, and what rules may not know.

The table is written out here, so that a new package has to be given its place.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import fields
from importlib import import_module

import pytest

from engine.gamedef import Options
from engine.lazy import LazyFunction
from engine.loading import load_scenario, scenario_names
from tests.support.imports import Import, find_cycle, graph, imports, nodes, sources

LOW = {"core", "lazy", "marks", "values"}
BOX = {"orders", "gamedef", *LOW}
TEXT = {"grammar"}
PLAY = {"rulesets", "phases", "rules", *BOX}

ENGINE_ARROWS: dict[str, set[str]] = {
    # Frozen dataclasses, made by a library in C: everything stands on it, outside the engine too.
    "values": set(),
    # Names that are found when they are used (ADR 0046).
    "lazy": set(),
    # What is said of a field, for whatever is read or written (ADR 0089).
    "marks": set(),
    "core": {"marks", "values"},
    "gamedef": LOW,
    # What lines and plain forms are made of: below the orders, which are made of it.
    "grammar": LOW,
    "orders": {*TEXT, *LOW},
    "rules": BOX,
    "phases": {"rules", *BOX},
    "rulesets": PLAY,
    "game": PLAY,
    # The top row: these may help each other; that they make no circle is a test of its own.
    "notation": {"game", *TEXT, *PLAY},
    "view": {"game", "notation", *TEXT, *PLAY},
    "loading": {"gamedef", *LOW},
    "odds": {"game", "notation", *TEXT, *PLAY},
    # Computer players use the doors, as everybody outside does; those that plan, the odds too.
    "ai": {"lazy", "odds", "values"},
    # Advice uses the doors only: the engine, its computer players, its odds (ADR 0029).
    "advice": {"", "ai", "lazy", "odds", "values"},
    "scenarios": set(),
    # A door of its own, of values as bytes (ADR 0035).
    "stored": {"orders", "gamedef", *LOW},
    # Positions as JSON, for programs of others.
    "plain_state": {"orders", "gamedef", *LOW},
    # A door of its own: what dice promised, and battles against their odds (ADR 0041).
    "luck": {"odds", *PLAY},
}
"""For each part of the engine, the parts that it may import; itself is always allowed."""

RULES_ARROWS: dict[str, set[str]] = {
    # Relations, values, frames, damage, losses: it knows no other rule.
    "common": set(),
    "aa": {"common"},
    # What the odds share; no round and no board beyond what the numbers come from.
    "battle.numbers": {"common"},
    "battle.before": {"common"},
    "battle.rounds": {"aa", "battle.before", "battle.numbers", "common"},
    "battle.around": {"battle.before", "battle.numbers", "battle.rounds", "common"},
    "movement": {"aa", "common"},
    "economy": {"common"},
    "politics": {"common", "economy"},
    # What holds the parts of a turn together.
    "turn": {"common", "economy", "movement", "politics"},
    "blocks": {"common", "turn"},
}
"""For each room of the rules, the rooms that it may import; itself is always allowed."""

PBEM_RANKS: dict[str, int] = {
    "__main__": 15,
    "cli": 14,
    "commands": 13,
    "api": 12,
    "board": 12,
    "demo": 12,
    "terminal": 12,
    "post": 11,
    "agreements": 10,
    "play": 9,
    "gametext": 8,
    "league": 8,
    "lobby": 8,
    "home": 7,
    "checkpoints": 6,
    "named_files": 5,
    "replay": 5,
    "config": 5,
    "club": 4,
    "forum": 4,
    "hooks": 4,
    "save": 4,
    "dice": 3,
    "mail": 3,
    "motions": 2,
    "report": 3,
    "atlas": 1,
    "wire": 0,
    "text": 0,
    "tripleasave": 2,
    "files": 0,
    "status_cache": 2,
    "cache_files": 0,
    "log": 1,
    "place": 0,
    "plugins": 1,
    "listening": 1,
    "output": 0,
    "processes": 1,
    "result": 1,
    "paint": 0,
    "screen": 1,
    "usage": 0,
    "versions": -1,
    "web_client": 2,
    "web_line": 0,
    "webpages": 0,
}
"""For each part of pbem, its rank; a part imports only what has a lower rank, and itself."""

OUTSIDE = {"os", "time", "random", "datetime", "logging", "socket", "secrets", "subprocess"}
OUTSIDE |= {"threading", "asyncio", "pathlib", "io", "sys", "tempfile", "urllib", "jinja2", "pbem"}
"""What a pure engine has no use for: input, output, clock, chance, logging."""


def part(module: str) -> str:
    """The part of the package that a module belongs to; "" for the package itself."""
    pieces = module.split(".")
    return pieces[1] if len(pieces) > 1 else ""


def targets(entry: Import, modules: Mapping[str, ast.Module]) -> list[str]:
    """The modules that an import means."""
    inner = [f"{entry.target}.{name}" for name in entry.names]
    return [name for name in inner if name in modules] or [entry.target]


def engine_imports() -> Iterator[tuple[Import, str]]:
    for entry in imports("engine"):
        for target in targets(entry, sources("engine")):
            if target.split(".")[0] == "engine":
                yield entry, target


def test_every_part_of_the_engine_has_its_place_in_the_table() -> None:
    parts = {part(module) for module in sources("engine")} - {""}
    assert parts <= set(ENGINE_ARROWS)
    assert {"core", "gamedef", "orders", "rules", "phases", "rulesets", "game"} <= parts


def test_arrows_of_the_engine() -> None:
    wrong = [
        f"{entry.module}:{entry.line} imports {target}"
        for entry, target in engine_imports()
        if part(entry.module) not in {"", "ai", part(target)}
        and part(target) not in ENGINE_ARROWS[part(entry.module)]
    ]
    assert wrong == []


def test_computer_players_use_only_the_public_engine() -> None:
    wrong = [
        f"{entry.module}:{entry.line} imports {target}"
        for entry, target in engine_imports()
        if part(entry.module) == "ai" and part(target) not in {"", "ai", "lazy", "odds", "values"}
    ]
    assert wrong == []


def test_the_engine_does_not_need_its_computer_players() -> None:
    """Docs: docs/adr/0007-computer-players.md."""
    wrong = [
        f"{entry.module}:{entry.line} imports {target}"
        for entry, target in engine_imports()
        if part(entry.module) not in {"ai", "advice"} and part(target) == "ai"
    ]
    assert wrong == []


def room(module: str) -> str:
    """The room of a rule, such as ``battle.rounds``; "" for what is not a rule."""
    pieces = module.split(".")
    if pieces[:2] != ["engine", "rules"] or len(pieces) < 3:
        return ""
    return ".".join(pieces[2:4]) if pieces[2] == "battle" and len(pieces) > 4 else pieces[2]


def test_every_rule_is_in_a_room() -> None:
    found = {room(module) for module in sources("engine")} - {"", "battle"}
    assert found == set(RULES_ARROWS)


def test_arrows_between_the_rooms_of_the_rules() -> None:
    """So movement and battle do not know each other, nor block games the rules of the others."""
    wrong = [
        f"{entry.module}:{entry.line} imports {target}"
        for entry, target in engine_imports()
        if room(entry.module)
        and room(target) not in {"", room(entry.module), *RULES_ARROWS[room(entry.module)]}
    ]
    assert wrong == []


def test_odds_of_forces_use_only_numbers_of_battles() -> None:
    """What looks at a position, and plays it, sees the battles themselves too (ADR 0009)."""
    wrong = [
        f"{entry.module}:{entry.line} imports {target}"
        for entry, target in engine_imports()
        if part(entry.module) == "odds"
        and entry.module not in {"engine.odds.position", "engine.odds.simulation"}
        and room(target) not in {"", "aa", "battle.numbers", "common"}
    ]
    assert wrong == []


def test_outside_the_engine_only_its_public_names_are_used() -> None:
    # The doors: the engine itself, its computer players (ADR 0007), odds and scenarios (ADR 0009),
    # advice (ADR 0029), values (ADR 0030), values as bytes (ADR 0035), luck (ADR 0041), late names
    # (ADR 0046), marks (ADR 0089).
    doors = ("advice", "ai", "lazy", "loading", "luck", "marks", "odds", "stored", "values")
    public = {f"engine.{door}": public_names(f"engine.{door}") for door in doors}
    public["engine"] = public_names("engine")
    wrong = []
    for entry in imports("pbem"):
        if entry.target.split(".")[0] != "engine":
            continue
        hidden = [name for name in entry.names if name not in public.get(entry.target, ())]
        if entry.target not in public or hidden:
            wrong.append(f"{entry.module}:{entry.line}: {entry.target} does not export {hidden}")
    assert wrong == []


DOORS = (
    "engine",
    "engine.advice",
    "engine.ai",
    "engine.gamedef",
    "engine.loading",
    "engine.odds",
    "engine.orders",
    "pbem.gametext",
    "pbem.post",
    "pbem.report",
    "pbem.replay",
)


@pytest.mark.parametrize("door", DOORS)
def test_every_lazy_name_is_where_its_door_says(door: str) -> None:
    """The block that a type checker reads is the list that the program finds its names in."""
    shown = import_module(door)
    names = public_names(door)
    assert sorted(names) == sorted(shown.__all__)
    assert len(names) == len(set(names))
    for name in names:
        home = f"{home_of(door, name)}.{name}"
        if home in sources("engine"):
            assert getattr(shown, name) is import_module(home)
            continue
        # A module that is loaded becomes a name of its package, and would hide another one.
        assert f"{door}.{name}" not in sources(door.split(".", maxsplit=1)[0]), name
        assert itself(getattr(shown, name)) is getattr(import_module(home_of(door, name)), name)
    with pytest.raises(AttributeError, match="no public name 'nothing'"):
        getattr(shown, NOWHERE)


NOWHERE = "nothing"


def itself(value: object) -> object:
    """What a door offers, or the function that it stands for."""
    return value.__wrapped__ if isinstance(value, LazyFunction) else value


def home_of(door: str, name: str) -> str:
    """The module from which a door imports a name for a type checker."""
    for entry in imports(door.split(".", maxsplit=1)[0]):
        if entry.module == door and name in entry.names:
            return entry.target
    raise AssertionError(f"{door} does not import {name}")


def public_names(door: str) -> list[str]:
    """The names that a door imports under the same name again, or lists in its `__all__`."""
    body = sources(door.split(".", maxsplit=1)[0])[door]
    for node in ast.walk(body):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.List):
            return [str(ast.literal_eval(entry)) for entry in node.value.elts]
    return [
        alias.name
        for node in ast.walk(body)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname == alias.name
    ]


def test_every_part_of_pbem_has_its_rank() -> None:
    parts = {part(module) for module in sources("pbem")} - {""}
    assert parts <= set(PBEM_RANKS)


def test_commands_hold_verbs() -> None:
    """Its file makes a command, or the commands that a verb has below it."""
    idle = [
        module
        for module, inside in nodes("pbem").items()
        if module.startswith("pbem.commands.")
        and not any(
            isinstance(node, ast.Call)
            and ast.unparse(node.func) in {"click.command", "click.group"}
            for node in inside
        )
    ]
    # What `pbem` does without a verb.
    assert idle == ["pbem.commands.start"]


def test_arrows_of_pbem() -> None:
    wrong = []
    for entry in imports("pbem"):
        for target in targets(entry, sources("pbem")):
            here, there = part(entry.module), part(target)
            if target.split(".")[0] != "pbem" or "" in {here, there} or here == there:
                continue
            if PBEM_RANKS[there] >= PBEM_RANKS[here]:
                wrong.append(f"{entry.module}:{entry.line} imports {target}")
    assert wrong == []


@pytest.mark.parametrize("package", ["engine", "pbem"])
def test_no_cycle_of_imports(package: str) -> None:
    edges = graph(package)
    assert find_cycle(edges) == []


def test_the_search_for_cycles_finds_one() -> None:
    assert find_cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert find_cycle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_the_engine_has_no_input_output_clock_chance_or_logging() -> None:
    wrong = [
        f"{entry.module}:{entry.line} imports {entry.target}"
        for entry in imports("engine")
        if entry.target.split(".")[0] in OUTSIDE
    ]
    for module, inside in nodes("engine").items():
        for node in inside:
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id in {"open", "print", "input", "eval", "exec", "__import__"}:
                wrong.append(f"{module}:{node.lineno} calls {node.func.id}")
    assert wrong == []


def test_only_the_loader_reads_package_data() -> None:
    readers = {
        entry.module
        for entry in imports("engine")
        if entry.target in {"pkgutil", "importlib.resources"} or "resources" in entry.names
    }
    assert readers == {"engine.loading.package_data"}


def rule_modules() -> dict[str, tuple[ast.AST, ...]]:
    """What is in the parts of the engine that must work for every map."""
    parts = {"core", "grammar", "orders", "gamedef", "rules", "phases", "rulesets", "game"}
    parts |= {"luck", "odds", "view"}
    return {name: inside for name, inside in nodes("engine").items() if part(name) in parts}


def texts(inside: tuple[ast.AST, ...]) -> Iterator[ast.Constant]:
    """Every string in a module that is not a docstring."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    bare = {
        id(node.value)
        for owner in inside
        if isinstance(owner, documented)
        for node in owner.body
        if isinstance(node, ast.Expr)
    }
    for node in inside:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node


def test_B2_no_rule_knows_the_name_of_a_unit_a_nation_or_a_territory() -> None:
    names: set[str] = set()
    for scenario in scenario_names():
        definition = load_scenario(scenario)
        names.update(
            definition.unit_types, definition.politics.nation_names, definition.board.territories
        )
        names.add(definition.name)
        names.update(name for entry in definition.politics.nations for name in entry.alliances)
    assert {"infantry", "Germans", "Moscow", "Axis"} <= names
    wrong = [
        f"{module}:{node.lineno} says {node.value!r}"
        for module, inside in rule_modules().items()
        for node in texts(inside)
        if node.value in names
    ]
    assert wrong == []


def asks_for_the_game(node: ast.expr) -> bool:
    """Whether an expression is the ruleset, the map or the title of a definition."""
    if isinstance(node, ast.Name):
        return node.id in {"ruleset", "map_name", "scenario"}
    if not isinstance(node, ast.Attribute):
        return False
    if node.attr in {"ruleset", "map_name", "scenario"}:
        return True
    owner = node.value
    named = isinstance(owner, ast.Attribute) and owner.attr == "definition"
    return node.attr == "name" and (
        named or (isinstance(owner, ast.Name) and owner.id == "definition")
    )


def test_no_rule_asks_for_the_ruleset_or_the_map() -> None:
    wrong = [
        f"{module}:{node.lineno}"
        for module, inside in rule_modules().items()
        for node in inside
        if isinstance(node, ast.Compare | ast.Match)
        for side in (
            [node.left, *node.comparators] if isinstance(node, ast.Compare) else [node.subject]
        )
        if asks_for_the_game(side)
    ]
    assert wrong == []


def test_no_rule_reads_an_option_by_a_string() -> None:
    wrong = [
        f"{module}:{node.lineno}"
        for module, inside in rule_modules().items()
        if part(module) in {"rules", "phases", "rulesets", "game"}
        for node in inside
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"getattr", "setattr", "vars"}
        and "options" in ast.unparse(node.args[0])
    ]
    assert wrong == []


def option_reads() -> dict[str, set[str]]:
    """For each option, the modules of rules and of what plays them that read it."""
    names = {entry.name for entry in fields(Options)}
    found: dict[str, set[str]] = {name: set() for name in names}
    for module, inside in rule_modules().items():
        if part(module) in {"gamedef", "view"}:
            continue
        for node in inside:
            if not isinstance(node, ast.Attribute) or node.attr not in names:
                continue
            if isinstance(node.ctx, ast.Load) and is_of_options(node.value):
                found[node.attr].add(module)
    return found


def is_of_options(owner: ast.expr) -> bool:
    """Whether an expression is the options of a game, by the name it always has."""
    name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
    return name == "options"


def test_every_option_is_read_by_a_rule() -> None:
    """A switch that nothing reads would be offered to players and do nothing."""
    assert sorted(name for name, readers in option_reads().items() if not readers) == []


def test_the_search_for_options_finds_their_readers() -> None:
    reads = option_reads()
    assert "engine.rules.battle.around.bombing" in reads["low_luck_bombing"]
    assert "engine.gamedef.options" not in set().union(*reads.values())
