"""The shot of a block: `fire ground: Warsaw`."""

from typing import Annotated

from engine.core.ids import NOWHERE
from engine.grammar.fields import Area, Destination, PlainForm, TextEntry
from engine.grammar.lexer import written
from engine.grammar.reader import Reader, Tokens, is_word, listed
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name, path_text
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Fire(Order):
    """Fire with the block whose turn it is.

    target: the kind of block it fires at.
    to: where it goes after the shot, for a block that can strike and leave; "" stays.
    """

    territory: Area
    target: Annotated[str, TextEntry("the target")]
    to: Destination = NOWHERE

    def text(self, name: Name) -> str:
        """The target, then where, then where it goes."""
        return f"fire {self.target}: {path_text((self.territory, self.to), name)}"


def _read(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens)
    territory, to = reader.from_to(where, "a block goes to one area after its shot")
    targets = reader.vocabulary.names(Noun.BLOCK_KIND)
    if len(what) != 1 or not is_word(what[0], targets):
        reader.fault("bad-order", written(what), f"a block fires at {listed(targets)}")
    return Fire(territory, what[0].text.casefold() if what else "", to)


FORM = OrderForm(
    PlainForm("fire", Fire),
    when="in a battle of blocks; with a destination the block strikes and leaves",
    subject="battles",
    verbs=(
        Verb(
            "fire",
            _read,
            'target ":" name [">" name]',
            ("fire ground: Warsaw", "fire naval: North Sea > London"),
            before=(Noun.BLOCK_KIND,),
            after=(Noun.TERRITORY,),
        ),
    ),
    in_every_game=False,
)
