"""Rockets: `rocket France > England`."""

from typing import Annotated

from engine.core.ids import NOWHERE, TerritoryName
from engine.grammar.fields import Area, PlainForm, TextEntry
from engine.grammar.lexer import MARK, Token
from engine.grammar.reader import NOTHING, Reader, Tokens, is_word, split_at
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class FireRocket(Order):
    """Fire the rocket of a territory at a factory; target "" fires none."""

    origin: Area
    target: Annotated[TerritoryName, TextEntry("the target", empty=True)]

    def text(self, name: Name) -> str:
        """Without a target: `rocket nothing`."""
        if not self.target:
            return f"rocket nothing: {name(self.origin)}"
        return f"rocket {name(self.origin)} > {name(self.target)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    if Token(MARK, ":") in tokens:
        what, where = reader.halves(tokens)
        if len(what) != 1 or not is_word(what[0], NOTHING):
            reader.bad(what)
        return FireRocket(reader.territory(where), NOWHERE)
    path = split_at(tokens, (">",))
    if len(path) != 2:
        reader.bad(tokens)
        return FireRocket(NOWHERE, NOWHERE)
    return FireRocket(reader.territory(path[0]), reader.territory(path[1]))


FORM = OrderForm(
    PlainForm("rocket", FireRocket),
    when="battle",
    subject="battles",
    verbs=(
        Verb(
            "rocket",
            _read,
            '(name ">" name | "nothing" ":" name)',
            ("rocket France > England", "rocket nothing: France"),
            before=(Noun.TERRITORY, "nothing"),
            after=(Noun.TERRITORY,),
        ),
    ),
)
