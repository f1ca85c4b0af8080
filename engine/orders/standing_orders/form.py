"""What every standing instruction is, and what its file says about it.

An instruction has a kind, a place, something that it says, and conditions: ``keep Berlin: 1 tank
when attackers < 3``.  The files beside this one hold one kind each: its type, its plain form and
its notation.  `engine.orders.standing_orders.registry` lists them.
Format: docs/formats/orders-v1.md, section "Standing orders".
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

from engine import values
from engine.core.errors import InvalidActionError
from engine.core.ids import TerritoryName
from engine.core.standing_orders import StandingCondition
from engine.grammar.fields import FieldEntry, entries_of, made
from engine.grammar.lexer import written
from engine.grammar.plain import read_list
from engine.grammar.reader import NO, NOTHING, YES, Reader, Tokens, is_word
from engine.grammar.writer import Name
from engine.marks import Tag

Conditions: TypeAlias = tuple[StandingCondition, ...]
Where: TypeAlias = tuple[TerritoryName, Conditions]
"""What all instructions begin with: the territory ("" for everywhere) and the conditions."""


@values.dataclass(frozen=True, slots=True)
class Instruction:
    """A standing instruction that can be written; each kind is a dataclass of its own.

    territory: where it applies, "" for everywhere.
    conditions: all of them must hold; () means always.
    """

    territory: Annotated[TerritoryName, Tag("territory")]
    conditions: Annotated[Conditions, Tag("conditions")]

    def says(self, name: Name) -> str:
        """The text between the colon and the conditions."""
        raise NotImplementedError

    def flaw(self) -> str:
        """Why its fields do not go together; "" when they do."""
        return ""


@dataclass(frozen=True, slots=True)
class StandingForm:
    """All that the program knows about how one kind of instruction is written.

    kind: its first word, which is also its tag in the plain form.
    make: its type, whose fields after territory and conditions say what stands for them in the
      plain form: the entry of the only one, or a list of all.
    read: the instruction of a place and conditions that the tokens stand for.
    grammar: what may follow the colon, in the grammar of docs/formats/orders-v1.md.
    examples: what follows ``standing``; the first is shown for help.
    """

    kind: str
    make: type[Instruction]
    read: Callable[[Reader, Where, Tokens], Instruction]
    grammar: str
    examples: tuple[str, ...]
    own: tuple[tuple[str, FieldEntry], ...] = field(init=False)

    def __post_init__(self) -> None:
        """Raises TypeError for a field that says nothing about its plain form."""
        object.__setattr__(self, "own", entries_of(self.make, self.kind, after=2))

    def plain(self, entry: Instruction) -> object:
        """The plain value of what an instruction says."""
        values = [form.plain(getattr(entry, name)) for name, form in self.own]
        return values[0] if len(values) == 1 else values

    def from_plain(self, where: Where, value: object) -> Instruction:
        """The instruction that a plain value stands for; raises InvalidActionError."""
        kind = f"standing {self.kind}"
        forms = [form for _, form in self.own]
        values = (
            [value] if len(forms) == 1 else read_list(value, f"{kind}: what it says", len(forms))
        )
        read = (form.read(part, kind) for form, part in zip(forms, values, strict=True))
        entry = made(self.make, (*where, *read))
        if flaw := entry.flaw():
            raise InvalidActionError(f"{kind}: {flaw}")
        return entry

    def described(self) -> str:
        """What it says in the plain form, for the table in the format's page."""
        texts = [form.described() for _, form in self.own]
        return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"


def read_answer(reader: Reader, tokens: Tokens) -> bool:
    """``yes`` or ``no``."""
    if len(tokens) != 1 or not is_word(tokens[0], (*YES, *NO)):
        text = f"{written(tokens)!r} is neither yes nor no"
        reader.fault("bad-order", written(tokens), text)
        return False
    return is_word(tokens[0], YES)


def is_nothing(tokens: Tokens) -> bool:
    """Whether the tokens are the word ``nothing``."""
    return len(tokens) == 1 and is_word(tokens[0], NOTHING)
