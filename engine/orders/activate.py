"""The active ally of a year: `activate USSR`."""

from typing import Annotated

from engine.core.ids import NationName
from engine.grammar.fields import PlainForm, TextEntry
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Activate(Order):
    """Make one of two nations of a player the active ally of the year (T254)."""

    nation: Annotated[NationName, TextEntry("the nation")]

    def text(self, name: Name) -> str:
        """The nation."""
        return f"activate {name(self.nation)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    return Activate(reader.nation(tokens))


FORM = OrderForm(
    PlainForm("activate", Activate),
    when="start of a year, in block games of two players",
    verbs=(Verb("activate", _read, "name", ("activate USSR",), before=(Noun.NATION,)),),
    in_every_game=False,
    is_listed=True,
)
