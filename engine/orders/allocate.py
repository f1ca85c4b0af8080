"""Splitting unallocated money: `allocate 10: Europe`."""

from typing import Annotated

from engine.grammar.fields import NumberEntry, PlainForm, TextEntry
from engine.grammar.lexer import written
from engine.grammar.plain import MAX_NUMBER
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Allocate(Order):
    """Put unallocated money into a regional treasury of the nation (L14, L15).

    treasury: its name; pus: at least 1.
    """

    treasury: Annotated[str, TextEntry("the regional treasury")]
    pus: Annotated[int, NumberEntry("the number of PUs", MAX_NUMBER)]

    def text(self, name: Name) -> str:
        """The PUs, then the treasury."""
        return f"allocate {self.pus}: {name(self.treasury)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens)
    if len(what) != 1:
        text = f"how many PUs? Write, for example: {reader.example}"
        reader.fault("count-missing", written(what), text)
        return Allocate("", 1)
    treasury = reader.name(where, Noun.TREASURY)
    return Allocate(treasury, reader.count(what[0], "number of PUs", MAX_NUMBER))


FORM = OrderForm(
    PlainForm("allocate", Allocate),
    when="allocation of money, where nations have regional treasuries",
    subject="purchases",
    verbs=(
        Verb(
            "allocate",
            _read,
            'count ":" name',
            ("allocate 10: Europe",),
            after=(Noun.TREASURY,),
        ),
    ),
    in_every_game=False,
)
