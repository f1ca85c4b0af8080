"""Declarations of a block game: `declare war West` and `violate Poland`."""

from typing import Annotated, get_args

from engine.core.words import Declaration
from engine.grammar.fields import PlainForm, TextEntry, WordEntry
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Declare(Order):
    """Declare war on a nation, or violate the neutrality of a country.

    against: the nation or the country.
    """

    kind: Annotated[Declaration, WordEntry("what", get_args(Declaration))]
    against: Annotated[str, TextEntry("on whom")]

    def text(self, name: Name) -> str:
        """A violation has a verb of its own."""
        verb = "violate" if self.kind == "violation" else f"declare {self.kind}"
        return f"{verb} {name(self.against)}"


def _declare_war(reader: Reader, tokens: Tokens) -> Order:
    return Declare("war", reader.nation(tokens))


def _violate(reader: Reader, tokens: Tokens) -> Order:
    return Declare("violation", reader.name(tokens, Noun.COUNTRY))


FORM = OrderForm(
    PlainForm("declare", Declare),
    when="before the first move of a turn, in block games",
    verbs=(
        Verb("declare war", _declare_war, "name", ("declare war West",), before=(Noun.NATION,)),
        Verb("violate", _violate, "name", ("violate Poland",), before=(Noun.COUNTRY,)),
    ),
    in_every_game=False,
)
