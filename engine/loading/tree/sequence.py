"""The steps of a round (B95 to B99)."""

from collections.abc import Sequence

from engine.gamedef.bounds import MAX_STEPS
from engine.gamedef.names import SHARED_PHASES
from engine.gamedef.sequence import SequenceStep
from engine.loading.fields import Node
from engine.loading.record.reading import plain_record, read_record
from engine.loading.record.values import Scope


def read_sequence(node: Node, scope: Scope) -> tuple[SequenceStep, ...]:
    """The steps in their order; scope: knows that their names differ."""
    steps: list[SequenceStep] = []
    for item in node.items(MAX_STEPS):
        step = read_record(SequenceStep, item, scope)
        if (step.phase in SHARED_PHASES) == bool(step.nation):
            raise item.error("every phase needs a nation, except " + ", ".join(SHARED_PHASES))
        steps.append(step)
    if all(step.last_round for step in steps):
        raise node.error("no step is played in every round")
    return tuple(steps)


def plain_sequence(steps: Sequence[SequenceStep]) -> list[dict[str, object]]:
    """The list that `read_sequence` reads."""
    return [plain_record(step) for step in steps]
