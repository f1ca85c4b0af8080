"""The command of a season in a block game: `command K9`."""

import re
from typing import Annotated, Final, get_args

from engine.core.words import CommandWord
from engine.grammar.fields import NumberEntry, PlainForm, TextEntry, WordEntry
from engine.grammar.reader import Reader, Tokens
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass, replace

_WITHOUT_CARD: Final[tuple[CommandWord, ...]] = ("emergency", "pass")
_CARD: Final = re.compile(r"(?P<letter>[A-Za-z])(?P<value>[1-9]\d{0,3})?")


@dataclass(frozen=True, slots=True)
class Command(Order):
    """Command the season with a card, or without one.

    value: of the card, 0 without one; of a bluff, the number of its Investment card (T189).
    letter: of the card, with which it comes before or after those of others (T186); "" for none.
    beside: letter and value of a second card, with which a passive ally has a whole turn (T257).
    """

    kind: Annotated[CommandWord, WordEntry("what it is", get_args(CommandWord))]
    value: Annotated[int, NumberEntry("the value", least=0)] = 0
    letter: Annotated[str, TextEntry("its letter", empty=True)] = ""
    beside: Annotated[str, TextEntry("a second card", empty=True)] = ""

    def text(self, name: Name) -> str:
        """Letter and value of a card stand for the card."""
        del name
        if self.kind == "emergency" and self.letter:
            return f"command emergency {self.letter}"
        if self.kind == "bluff":
            return f"command bluff {self.value}"
        return f"command {self.letter}{self.value or self.kind} {self.beside}".rstrip()

    def cards(self) -> tuple["Command", ...]:
        """Itself, or with a second card both of them; a value of 0 if that is no card."""
        if not self.beside:
            return (self,)
        named = _CARD.fullmatch(self.beside)
        letter, value = (named["letter"].upper(), int(named["value"] or 0)) if named else ("", 0)
        return (replace(self, beside=""), Command("card", value, letter))


def read_command(reader: Reader, tokens: Tokens) -> Command:
    """A card, an emergency or a pass, as it is written after the verb."""
    word = tokens[0].text.casefold() if tokens else ""
    for kind in _WITHOUT_CARD:
        if word == kind and len(tokens) == 1:
            return Command(kind)
    named = _CARD.fullmatch(tokens[-1].text) if tokens else None
    if named and word == "emergency" and len(tokens) == 2:
        return Command("emergency", 0, named["letter"].upper())
    if word == "bluff" and len(tokens) == 2:
        return Command("bluff", reader.count(tokens[1], "number of a card"))
    if named and len(tokens) == 1 and named["value"]:
        return Command("card", int(named["value"]), named["letter"].upper())
    if named and len(tokens) == 2 and named["value"]:
        first = _CARD.fullmatch(tokens[0].text)
        if first and first["value"]:
            second = named["letter"].upper() + named["value"]
            return Command("card", int(first["value"]), first["letter"].upper(), second)
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
            read_command,
            '(letter count [letter count] | count | "emergency" [letter] | "bluff" count | "pass")',
            (
                "command K9",
                "command K9 L7",
                "command 6",
                "command emergency",
                "command emergency S",
                "command bluff 60",
                "command pass",
            ),
            before=(*_WITHOUT_CARD, "bluff"),
        ),
    ),
    in_every_game=False,
    is_listed=True,
)
