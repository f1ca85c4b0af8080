"""One word for one thing: a public class has its name to itself, and so has what is typed."""

import ast
from collections import defaultdict

from engine.orders.registry import VERBS
from pbem.terminal.conversation_help import ALSO_ORDERS, COMMANDS
from tests.support.imports import sources


def test_a_public_class_has_its_name_to_itself() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for package in ("engine", "pbem"):
        for module, tree in sources(package).items():
            for node in tree.body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].append(module)
    assert {name: modules for name, modules in found.items() if len(modules) > 1} == {}


def test_no_order_is_hidden_by_a_command_of_the_terminal() -> None:
    assert {verb.text for verb in VERBS} & {*COMMANDS} <= {*ALSO_ORDERS}
