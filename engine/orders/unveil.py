"""A secret technology is shown: `unveil sonar`."""

from typing import Annotated

from engine.grammar.fields import PlainForm, TextEntry
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Unveil(Order):
    """Unveil a technology out of the vault; it has its effect at once (T180)."""

    technology: Annotated[str, TextEntry("the technology")]

    def text(self, name: Name) -> str:
        """The technology."""
        return f"unveil {name(self.technology)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    return Unveil(reader.name(tokens, Noun.TECHNOLOGY))


FORM = OrderForm(
    PlainForm("unveil", Unveil),
    when="any time in your own turn, in block games with cards",
    verbs=(Verb("unveil", _read, "name", ("unveil sonar",), before=(Noun.TECHNOLOGY,)),),
    in_every_game=False,
    is_listed=True,
)
