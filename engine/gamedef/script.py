"""What a map tests in a position, and what it makes happen then."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated

from engine.gamedef.bounds import MAX_CONDITIONS, MAX_OBJECTIVES, MAX_TRIGGERS
from engine.gamedef.changes import switched
from engine.gamedef.conditions import Destroyed, Fought, NamedCondition, Objective, parts_of
from engine.gamedef.schema import SwitchName
from engine.gamedef.triggers import Trigger
from engine.marks import Doc, Items
from engine.values import dataclass, field, replace


@dataclass(frozen=True)
class Script:
    """Conditions and what depends on them."""

    conditions: Annotated[
        tuple[NamedCondition, ...], Items(MAX_CONDITIONS), Doc("what the map tests in a position")
    ] = ()
    triggers: Annotated[
        tuple[Trigger, ...], Items(MAX_TRIGGERS), Doc("what it makes happen then")
    ] = ()
    objectives: Annotated[
        tuple[Objective, ...],
        Items(MAX_OBJECTIVES),
        Doc("what pays extra, where the options say so"),
    ] = ()
    switches: Annotated[
        Mapping[SwitchName, bool],
        Items(MAX_CONDITIONS),
        Doc("the map's own switches, which its conditions test"),
    ] = field(default_factory=dict)

    @cached_property
    def counts_losses(self) -> bool:
        """Whether a condition asks what nations have destroyed."""
        return self._asks(Destroyed)

    @cached_property
    def counts_battles(self) -> bool:
        """Whether a condition asks who has attacked whom in this round."""
        return self._asks(Fought)

    def _asks(self, kind: type[Destroyed | Fought]) -> bool:
        tests = [entry.test for entry in self.conditions]
        tests += [entry.test for entry in self.triggers]
        tests += [entry.test for entry in self.objectives]
        return any(isinstance(part, kind) for test in tests for part in parts_of(test))

    @cached_property
    def _triggers(self) -> Mapping[str, Trigger]:
        return {entry.name: entry for entry in self.triggers}

    @cached_property
    def _conditions(self) -> Mapping[str, NamedCondition]:
        return {entry.name: entry for entry in self.conditions}

    def trigger(self, name: str) -> Trigger:
        """The trigger of this name; KeyError without one."""
        return self._triggers[name]

    def condition(self, name: str) -> NamedCondition:
        """The condition of this name; KeyError without one."""
        return self._conditions[name]

    def switched(self, name: str, is_on: bool) -> "Script":
        """The same with a condition switched on or off; KeyError without one of this name."""
        return replace(self, conditions=switched(self.conditions, name, is_on))

    def rewritten(self, name: str, other: str) -> "Script":
        """The same with a condition that asks what another one asks; KeyError without either."""
        test = self.condition(other).test
        kept = tuple(
            replace(entry, test=test) if entry.name == self.condition(name).name else entry
            for entry in self.conditions
        )
        return replace(self, conditions=kept)
