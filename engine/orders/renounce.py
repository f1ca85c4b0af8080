"""Influence is given up: `renounce Czechoslovakia`."""

from typing import Annotated

from engine.grammar.fields import PlainForm, TextEntry
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Renounce(Order):
    """Take one marker of one's own off a country (T108)."""

    country: Annotated[str, TextEntry("the country")]

    def text(self, name: Name) -> str:
        """The country."""
        return f"renounce {name(self.country)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    return Renounce(reader.name(tokens, Noun.COUNTRY))


FORM = OrderForm(
    PlainForm("renounce", Renounce),
    when="any time in your own turn, in block games",
    verbs=(Verb("renounce", _read, "name", ("renounce Czechoslovakia",), before=(Noun.COUNTRY,)),),
    in_every_game=False,
)
