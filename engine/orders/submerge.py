"""Submarines that submerge, or stay up: `submerge 2 submarine: SZ 19 Atlantic`."""

from engine.grammar.fields import AnyUnits, Area, PlainForm
from engine.grammar.reader import Reader, Tokens
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name, picks_text
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Submerge(Order):
    """Submerge submarines; no picks: all stay up."""

    territory: Area
    picks: AnyUnits

    def text(self, name: Name) -> str:
        """Without units: `stay up`."""
        verb = f"submerge {picks_text(self.picks, name)}" if self.picks else "stay up"
        return f"{verb}: {name(self.territory)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    return Submerge(*reader.units_at(tokens))


def _stay_up(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens)
    if what:
        reader.bad(what)
    return Submerge(reader.territory(where), ())


FORM = OrderForm(
    PlainForm("submerge", Submerge),
    when="in a battle",
    subject="battles",
    verbs=(
        Verb(
            "submerge",
            _read,
            'units ":" name',
            ("submerge 2 submarine: SZ 19 Atlantic",),
            before=(Noun.UNIT_TYPE,),
            after=(Noun.TERRITORY,),
        ),
        Verb(
            "stay up",
            _stay_up,
            '":" name',
            ("stay up: SZ 19 Atlantic",),
            after=(Noun.TERRITORY,),
        ),
    ),
)
