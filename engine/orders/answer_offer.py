"""Answers to political actions: `consent CeaseFire` and `decline CeaseFire`."""

from typing import Annotated

from engine.grammar.fields import FlagEntry, PlainForm, TextEntry
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class AnswerOffer(Order):
    """Consent to a political action that another nation has offered, or refuse it."""

    action: Annotated[str, TextEntry("the action")]
    accepts: Annotated[bool, FlagEntry("whether it is accepted")]

    def text(self, name: Name) -> str:
        """The answer is the verb."""
        return f"{'consent' if self.accepts else 'decline'} {name(self.action)}"


def _consent(reader: Reader, tokens: Tokens) -> Order:
    return AnswerOffer(reader.name(tokens, Noun.POLITICAL_ACTION), accepts=True)


def _decline(reader: Reader, tokens: Tokens) -> Order:
    return AnswerOffer(reader.name(tokens, Noun.POLITICAL_ACTION), accepts=False)


FORM = OrderForm(
    PlainForm("answer", AnswerOffer),
    when="politics, by a nation that is asked",
    subject="politics",
    verbs=(
        Verb("consent", _consent, "name", ("consent CeaseFire",), before=(Noun.POLITICAL_ACTION,)),
        Verb("decline", _decline, "name", ("decline CeaseFire",), before=(Noun.POLITICAL_ACTION,)),
    ),
    in_every_game=False,
)
