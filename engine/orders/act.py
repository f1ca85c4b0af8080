"""Political actions and user actions of a map: `act DeclareWar`."""

from typing import Annotated

from engine.grammar.fields import PlainForm, TextEntry
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Act(Order):
    """Try a political action or a user action, by its name."""

    action: Annotated[str, TextEntry("the action")]

    def text(self, name: Name) -> str:
        """The action's name alone."""
        return f"act {name(self.action)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    return Act(reader.name(tokens, Noun.POLITICAL_ACTION))


FORM = OrderForm(
    PlainForm("act", Act),
    when="politics and user actions, by the nation whose action it is",
    subject="politics",
    verbs=(Verb("act", _read, "name", ("act DeclareWar",), before=(Noun.POLITICAL_ACTION,)),),
    in_every_game=False,
)
