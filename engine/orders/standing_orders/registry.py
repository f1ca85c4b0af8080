"""All kinds of standing instructions, and what is derived from the list: text and plain form.

The text of an instruction is its kind, its place, what it says and its conditions; the plain form
has the same four entries.  Format: docs/formats/orders-v1.md, section "Standing orders".
"""

from collections.abc import Mapping
from typing import Final

from engine.core.errors import InvalidActionError
from engine.core.ids import NOWHERE, TerritoryName
from engine.core.standing_orders import StandingInstruction
from engine.grammar.lexer import WORD, written
from engine.grammar.names import find_name
from engine.grammar.plain import read_text
from engine.grammar.reader import Reader, Tokens, has_unclosed, is_word
from engine.grammar.writer import Name
from engine.orders.standing_orders import (
    absorb,
    conditions,
    fire,
    intercept,
    kamikaze,
    keep,
    land,
    losses,
    scramble,
    submerge,
    withdraw,
)
from engine.orders.standing_orders.form import Instruction, StandingForm

STANDING_FORMS: Final[tuple[StandingForm, ...]] = (
    losses.FORM,
    absorb.FORM,
    keep.FORM,
    submerge.FORM,
    withdraw.FORM,
    intercept.FORM,
    scramble.FORM,
    kamikaze.FORM,
    land.FORM,
    fire.FORM,
)
"""All kinds, in the order in which they are listed."""

_BY_KIND: Final[Mapping[str, StandingForm]] = {form.kind: form for form in STANDING_FORMS}
_BY_TYPE: Final[Mapping[object, StandingForm]] = {form.make: form for form in STANDING_FORMS}


def read_standing(reader: Reader, tokens: Tokens) -> StandingInstruction | None:
    """The instruction of a line without the word ``standing``.

    Faults are written down in the reader; None when nothing can be made of the line.
    Raises NotationError where a colon is missing.
    """
    if has_unclosed(tokens):
        reader.fault("open-quotation", tokens[-1].text, "a quotation mark is not closed")
        return None
    kind = tokens[0].text.casefold() if tokens and tokens[0].kind == WORD else ""
    form = _BY_KIND.get(kind)
    if form is None:
        shown = written(tokens[:1])
        text = f"no standing order begins with {shown!r}; they begin with {', '.join(_BY_KIND)}"
        offers = find_name(kind, _BY_KIND).offers
        reader.fault("unknown-instruction", shown, text, offers)
        return None
    reader.example = f"standing {form.examples[0]}"
    where, rest = reader.halves(tokens[1:])
    territory = reader.territory(where) if where else NOWHERE
    terms = (at for at, token in enumerate(rest) if is_word(token, conditions.TERMS))
    cut = next(terms, len(rest))
    holding = conditions.read_conditions(reader, rest[cut:])
    if not rest[:cut]:
        reader.bad((), "empty-instruction")
        return None
    return form.read(reader, (territory, holding), rest[:cut])


def write_standing(entry: StandingInstruction, name: Name) -> str:
    """The line of an instruction without the word ``standing``."""
    form, known = _form_of(entry)
    place = f" {name(known.territory)}" if known.territory else ""
    holding = conditions.conditions_text(known.conditions, name)
    return f"{form.kind}{place}: {known.says(name)}{holding}"


def standing_to_plain(entry: StandingInstruction) -> list[object]:
    """The four entries of an instruction."""
    form, known = _form_of(entry)
    holding = conditions.conditions_to_plain(known.conditions)
    return [form.kind, known.territory, form.plain(known), holding]


def standing_from_plain(entries: list[object]) -> StandingInstruction:
    """The instruction that four entries stand for; raises InvalidActionError."""
    kind = read_text(entries[0], "standing: the kind")
    form = _BY_KIND.get(kind)
    if form is None:
        known = ", ".join(_BY_KIND)
        raise InvalidActionError(f"standing: there is no kind {kind!r}; known: {known}")
    territory = TerritoryName(read_text(entries[1], "standing: a territory", empty=True))
    holding = conditions.conditions_from_plain(entries[3])
    return form.from_plain((territory, holding), entries[2])


def _form_of(entry: StandingInstruction) -> tuple[StandingForm, Instruction]:
    """The form of an instruction, and the instruction as one that can be written."""
    form = _BY_TYPE.get(type(entry))
    if form is None or not isinstance(entry, Instruction):
        raise TypeError(f"not a standing instruction: {entry!r}")
    return form, entry
