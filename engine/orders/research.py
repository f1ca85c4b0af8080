"""Research: `tech rockets 2`."""

from typing import Annotated

from engine.grammar.fields import NumberEntry, PlainForm, TextEntry
from engine.grammar.lexer import WORD, written
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Research(Order):
    """Buy research dice.

    technology: the one aimed at, or the chart; "" where the rules do not let the player name one.
    dice: how many dice are bought; 0 only where dice of earlier turns are rolled again (B106).
    """

    technology: Annotated[str, TextEntry("the technology", empty=True)]
    dice: Annotated[int, NumberEntry("the number of dice", least=0)]

    def text(self, name: Name) -> str:
        """Without a name where none is given."""
        return " ".join(["tech", *map(name, filter(None, [self.technology])), str(self.dice)])


def _read(reader: Reader, tokens: Tokens) -> Order:
    if not tokens or tokens[-1].kind != WORD:
        reader.fault("count-missing", "", f"how many dice? Write, for example: {reader.example}")
        return Research("", 1)
    if not tokens[-1].text[0].isdigit():
        reader.name(tokens, Noun.RESEARCH_AIM)
        reader.fault("count-missing", "", f"how many dice? Write: tech {written(tokens)} 1")
        return Research("", 1)
    least = 0 if reader.vocabulary.keeps_research_dice else 1
    dice = reader.count(tokens[-1], "number of dice", least=least)
    return Research(reader.name(tokens[:-1], Noun.RESEARCH_AIM) if tokens[:-1] else "", dice)


FORM = OrderForm(
    PlainForm("tech", Research),
    when="technology",
    subject="research",
    verbs=(
        Verb(
            "tech",
            _read,
            "[name] count",
            ("tech rockets 2", "tech 3"),
            before=(Noun.RESEARCH_AIM,),
            also=("research",),
        ),
    ),
)
