"""The doors open with a worked example, and the example is true."""

import doctest
from importlib import import_module

import pytest

DOORS = (
    "engine",
    "engine.odds",
    "engine.luck",
    "engine.ai",
    "pbem.api",
    "pbem.save.trust",
    "pbem.dice.protocol",
)


@pytest.mark.parametrize("name", DOORS)
def test_the_example_of_a_door_runs(name: str) -> None:
    module = import_module(name)
    (found,) = doctest.DocTestFinder(recurse=False).find(module, name)
    assert len(found.examples) >= 4, "there is no worked example"
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    said: list[str] = []
    runner.run(found, out=said.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(said)
