"""The command of a turn in a block game: `command 6`."""

from typing import Annotated

from engine.grammar.fields import Number, PlainForm, Text
from engine.grammar.reader import Reader, Tokens
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass

_WITHOUT_CARD = ("emergency", "pass")


@dataclass(frozen=True, slots=True)
class Command(Order):
    """Command the turn with a card, or without one.

    kind: ``"card"``, ``"emergency"`` or ``"pass"``; value: of the card, 0 without one.
    """

    kind: Annotated[str, Text('what it is: "card", "emergency" or "pass"')]
    value: Annotated[int, Number("the value", least=0)] = 0

    def text(self, name: Name) -> str:
        """The value of a card stands for the card."""
        del name
        return f"command {self.value or self.kind}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    word = tokens[0].text.casefold() if len(tokens) == 1 else ""
    if word in _WITHOUT_CARD:
        return Command(word)
    if len(tokens) != 1:
        reader.bad(tokens)
        return Command("pass")
    return Command("card", reader.count(tokens[0], "value of a card"))


FORM = OrderForm(
    PlainForm("command", Command),
    when="command, in block games",
    verbs=(
        Verb(
            "command",
            _read,
            '(count | "emergency" | "pass")',
            ("command 6", "command emergency", "command pass"),
            before=_WITHOUT_CARD,
        ),
    ),
    in_every_game=False,
)
