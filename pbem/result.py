"""What a command gives back."""

from collections.abc import Mapping

from engine.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Result:
    """text: for people, ready to print; data: the same for programs (--json)."""

    text: str
    data: Mapping[str, object] = field(default_factory=dict)
    exit_code: int = 0
