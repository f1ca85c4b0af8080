"""What blocks fire at first: `fire Warsaw: air, ground when odds > 150`."""

from typing import Annotated

from engine.grammar.fields import ListEntry, TextEntry
from engine.grammar.lexer import written
from engine.grammar.reader import Reader, Tokens, is_word, listed, split_at
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name
from engine.marks import Tag, wire
from engine.orders.standing_orders.form import Instruction, StandingForm, Where
from engine.values import dataclass


@wire("fire")
@dataclass(frozen=True, slots=True)
class StandingFire(Instruction):
    """What blocks fire at, in block games: the first of these kinds that can be hit there."""

    targets: Annotated[
        tuple[str, ...], Tag("targets"), ListEntry("the order", TextEntry("a kind of block"))
    ]

    def says(self, name: Name) -> str:
        """The kinds in a row."""
        del name
        return ", ".join(self.targets)


def _read(reader: Reader, where: Where, tokens: Tokens) -> Instruction:
    kinds = reader.vocabulary.names(Noun.BLOCK_KIND)
    targets: list[str] = []
    for part in split_at(tokens, (",",)):
        if len(part) != 1 or not is_word(part[0], kinds):
            text = f"a block fires at {listed(kinds)}" if kinds else "this game has no blocks"
            reader.fault("bad-order", written(part), text)
            continue
        targets.append(part[0].text.casefold())
    return StandingFire(*where, tuple(targets))


FORM = StandingForm(
    "fire",
    StandingFire,
    _read,
    'target {"," target}',
    ("fire: ground, air", "fire Warsaw: air, ground when odds > 150"),
)
