"""Movement: `move 3 infantry, 2 armour: Karelija > Finland`, and bombing raids."""

from itertools import groupby
from typing import Annotated

from engine.core.ids import TerritoryName, UnitId
from engine.grammar.fields import (
    UNIT_NUMBER,
    FlagEntry,
    ListEntry,
    PlainForm,
    SomeUnits,
    TextEntry,
    TupleEntry,
)
from engine.grammar.lexer import written
from engine.grammar.reader import Reader, Tokens, split_at, split_at_word
from engine.grammar.vocabulary import Noun
from engine.grammar.writer import Name, path_text, picks_text
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Move(Order):
    """Move units along a path; from land into a sea zone it loads, the other way it unloads.

    picks: what moves.
    path: every territory from start to end, at least two.
    raid: the bombers go to bomb the factory instead of fighting (B69).
    aboard: pairs (unit, transport) where the player says who goes on which ship; () leaves the
      choice to the engine.
    """

    picks: SomeUnits
    path: Annotated[
        tuple[TerritoryName, ...],
        ListEntry("the path", TextEntry("a territory"), 2, "a path has at least two territories"),
    ]
    raid: Annotated[bool, FlagEntry("the mark of a raid")] = False
    aboard: Annotated[
        tuple[tuple[UnitId, UnitId], ...],
        ListEntry(
            "who goes aboard", TupleEntry("a unit with its transport", (UNIT_NUMBER, UNIT_NUMBER))
        ),
    ] = ()

    def text(self, name: Name) -> str:
        """Units that go on the same ship are written together."""
        verb = "raid" if self.raid else "move"
        text = f"{verb} {picks_text(self.picks, name)}: {path_text(self.path, name)}"
        for ship, pairs in groupby(self.aboard, key=lambda pair: pair[1]):
            text += f", {' '.join(f'#{unit}' for unit, _ in pairs)} aboard #{ship}"
        return text


def _read(reader: Reader, tokens: Tokens, *, raid: bool = False) -> Order:
    what, where = reader.halves(tokens)
    picks = reader.some(what)
    parts = split_at(where, (",",))
    path = reader.path(parts[0])
    if len(path) < 2:
        reader.fault("path-too-short", path[0], "a path has a start and an end: A > B")
    aboard = tuple(pair for part in parts[1:] for pair in _aboard(reader, part))
    return Move(picks, path, raid, aboard)


def _raid(reader: Reader, tokens: Tokens) -> Order:
    return _read(reader, tokens, raid=True)


def _aboard(reader: Reader, tokens: Tokens) -> tuple[tuple[UnitId, UnitId], ...]:
    """Units and the transport they go on: ``#148 #152 aboard #201``."""
    units, ship = split_at_word(tokens, ("aboard",))
    if ship is None or len(ship) != 1 or not units:
        text = f"{written(tokens)!r} cannot be read; write, for example: #148 #152 aboard #201"
        reader.fault("bad-aboard", written(tokens), text)
        return ()
    transport = reader.unit(ship[0])
    return tuple((reader.unit(token), transport) for token in units)


_GRAMMAR = 'units ":" path {"," aboard}'
FORM = OrderForm(
    PlainForm("move", Move),
    when="both moves; a raid in the combat move",
    subject="moves",
    verbs=(
        Verb(
            "move",
            _read,
            _GRAMMAR,
            ("move 3 infantry, 2 armour: Karelija > Finland",),
            before=(Noun.UNIT_TYPE,),
            after=(Noun.TERRITORY,),
            amounts="move all: Karelija > Finland",
            meant_by=("attack", "go", "march", "sail", "fly", "load", "unload", "board"),
        ),
        Verb(
            "raid",
            _raid,
            _GRAMMAR,
            ("raid 1 bomber: Baltic States > Leningrad",),
            before=(Noun.UNIT_TYPE,),
            after=(Noun.TERRITORY,),
            amounts="raid all: Baltic States > Leningrad",
            meant_by=("bomb",),
        ),
    ),
)
