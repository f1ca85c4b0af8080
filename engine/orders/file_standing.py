"""Filing a standing order: `standing losses Finland: infantry, armour`."""

from typing import Annotated

from engine.core.standing_orders import StandingInstruction
from engine.grammar.fields import FieldEntry, PlainForm
from engine.grammar.plain import read_list
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.done import Done
from engine.orders.form import Order, OrderForm, Verb
from engine.orders.standing_orders.registry import (
    STANDING_FORMS,
    read_standing,
    standing_from_plain,
    standing_to_plain,
    write_standing,
)
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class _Instruction(FieldEntry):
    """The four entries of an instruction are part of the order's own list."""

    width = 4

    def read(self, value: object, kind: str) -> object:
        return standing_from_plain(read_list(value, kind, self.width))

    def plain(self, value: object) -> object:
        return standing_to_plain(value) if isinstance(value, StandingInstruction) else value

    def described(self) -> str:
        return 'kind, territory (may be ""), what it says, conditions'


@dataclass(frozen=True, slots=True)
class FileStanding(Order):
    """Add one standing instruction.

    It takes the place of an earlier one of the same kind, territory and conditions.
    """

    instruction: Annotated[StandingInstruction, _Instruction("the instruction")]

    def text(self, name: Name) -> str:
        """The verb and the instruction."""
        return f"standing {write_standing(self.instruction, name)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    entry = read_standing(reader, tokens)
    # The placeholder is never seen: without an instruction there is a fault.
    return Done() if entry is None else FileStanding(entry)


FORM = OrderForm(
    PlainForm("standing", FileStanding),
    when="in every phase of your own turn, between battles",
    verbs=(
        Verb(
            "standing",
            _read,
            "standing",
            tuple(f"standing {form.examples[0]}" for form in STANDING_FORMS),
            before=(*(form.kind for form in STANDING_FORMS), Noun.TERRITORY),
            after=(Noun.UNIT_TYPE, Noun.TERRITORY),
        ),
    ),
)
