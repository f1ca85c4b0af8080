"""Why an order or an action was refused."""

from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Illegal:
    """One reason against one order.

    code: stable kebab-case name, such as ``canal-closed``; tests and programs use it.
    text: one plain sentence that names the place and the reason.
    rule: where the rule is written, a checklist id such as ``B19`` (or "" for a rule of form).
    where: the territory concerned, or "".
    """

    code: str
    text: str
    rule: str = ""
    where: str = ""


class EngineError(Exception):
    """Base of everything the engine raises on bad input."""


class IllegalActionError(EngineError):
    """An action that the rules refuse; the state it was tried on is unchanged.

    reasons: every reason that was found, at least one.
    """

    def __init__(self, reasons: tuple[Illegal, ...]) -> None:
        """Keep all reasons; the message joins their texts."""
        super().__init__("; ".join(reason.text for reason in reasons))
        self.reasons = reasons


class InvalidActionError(EngineError):
    """Something that is not an action at all: wrong shape, unknown kind, absurd number."""


class DefinitionError(EngineError):
    """A scenario or map file that cannot be played; the message names place and reason."""
