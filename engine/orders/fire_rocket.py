"""Rockets: `rocket France > England`, `rocket France > England, harbour`."""

from typing import Annotated

from engine.core.ids import NO_TYPE, NOWHERE, TerritoryName, UnitTypeName
from engine.grammar.fields import Area, PlainForm, TextEntry
from engine.grammar.lexer import MARK, Token
from engine.grammar.reader import NOTHING, Reader, Tokens, is_word, split_at
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class FireRocket(Order):
    """Fire the rocket of a territory at a factory; target "" fires none.

    facility: the unit type that it hits; "" for the factory, or what else there is first.
    """

    origin: Area
    target: Annotated[TerritoryName, TextEntry("the target", empty=True)]
    facility: Annotated[UnitTypeName, TextEntry("a unit type", empty=True)] = NO_TYPE

    def text(self, name: Name) -> str:
        """Without a target: `rocket nothing`."""
        if not self.target:
            return f"rocket nothing: {name(self.origin)}"
        facility = f", {name(self.facility)}" if self.facility else ""
        return f"rocket {name(self.origin)} > {name(self.target)}{facility}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    if Token(MARK, ":") in tokens:
        what, where = reader.halves(tokens)
        if len(what) != 1 or not is_word(what[0], NOTHING):
            reader.bad(what)
        return FireRocket(reader.territory(where), NOWHERE)
    path = split_at(tokens, (">",))
    aim = split_at(path[-1], (",",))
    if len(path) != 2 or len(aim) > 2:
        reader.bad(tokens)
        return FireRocket(NOWHERE, NOWHERE)
    facility = reader.unit_type(aim[1]) if len(aim) == 2 else NO_TYPE
    return FireRocket(reader.territory(path[0]), reader.territory(aim[0]), facility)


FORM = OrderForm(
    PlainForm("rocket", FireRocket),
    when="battle",
    subject="battles",
    verbs=(
        Verb(
            "rocket",
            _read,
            '(name ">" name ["," name] | "nothing" ":" name)',
            ("rocket France > England", "rocket nothing: France"),
            before=(Noun.TERRITORY, "nothing"),
            after=(Noun.TERRITORY, Noun.UNIT_TYPE),
        ),
    ),
)
