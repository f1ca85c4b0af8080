"""All orders; a new one is a file of its own and a line in here.

Derived from this list are the plain form (`codec`), reading and writing text (`engine.notation`),
the verbs, help and completion of the terminal, and the tables in docs/formats/orders-v1.md.
"""

from collections.abc import Mapping
from typing import Final

from engine.grammar.lexer import Token
from engine.grammar.reader import Tokens, is_word
from engine.orders import (
    act,
    aim,
    allocate,
    answer_offer,
    bombard,
    buy,
    clear_standing,
    command,
    declare,
    done,
    fight,
    file_standing,
    fire,
    fire_rocket,
    hit_first,
    intercept,
    kamikaze,
    land_aircraft,
    lose,
    move,
    place,
    press,
    recall,
    repair,
    research,
    resign,
    retreat,
    reveal,
    scramble,
    spare,
    submerge,
)
from engine.orders.form import Order, OrderForm, Verb

ORDER_FORMS: Final[tuple[OrderForm, ...]] = (
    research.FORM,
    buy.FORM,
    move.FORM,
    aim.FORM,
    fight.FORM,
    lose.FORM,
    hit_first.FORM,
    retreat.FORM,
    press.FORM,
    submerge.FORM,
    bombard.FORM,
    intercept.FORM,
    scramble.FORM,
    kamikaze.FORM,
    fire_rocket.FORM,
    land_aircraft.FORM,
    place.FORM,
    repair.FORM,
    allocate.FORM,
    act.FORM,
    answer_offer.FORM,
    file_standing.FORM,
    clear_standing.FORM,
    command.FORM,
    declare.FORM,
    fire.FORM,
    reveal.FORM,
    spare.FORM,
    recall.FORM,
    resign.FORM,
    done.FORM,
)
"""All orders, in the order in which they are listed and offered."""

VERBS: Final[tuple[Verb, ...]] = tuple(verb for form in ORDER_FORMS for verb in form.verbs)
"""The verbs of all orders."""

_BY_TYPE: Final[Mapping[object, OrderForm]] = {form.plain.make: form for form in ORDER_FORMS}


def _by_first_word() -> Mapping[str, tuple[tuple[tuple[str, ...], Verb], ...]]:
    """For each first word its verbs with all their words, the longest first."""
    found: dict[str, list[tuple[tuple[str, ...], Verb]]] = {}
    for verb in VERBS:
        for spelling in (verb.text, *verb.also):
            words = tuple(spelling.split())
            found.setdefault(words[0], []).append((words, verb))
    return {
        first: tuple(sorted(entries, key=lambda entry: -len(entry[0])))
        for first, entries in found.items()
    }


_BY_FIRST_WORD: Final = _by_first_word()


def form_of(order: Order) -> OrderForm:
    """What the program knows about how an order is written."""
    return _BY_TYPE[type(order)]


def subject_of(order: Order) -> str:
    """What an order is about, one of SUBJECTS."""
    return form_of(order).subject


def split_verb(tokens: Tokens) -> tuple[Verb | None, Tokens | None]:
    """The verb that a line begins with, and what follows it.

    None and None for a line that begins with no verb; a verb and None for a line with its first
    word and not the others, such as ``declare peace``.
    """
    candidates = _BY_FIRST_WORD.get(tokens[0].text.casefold(), ())
    for words, verb in candidates:
        begin = tokens[: len(words)]
        if len(begin) == len(words) and all(map(_is, begin, words)):
            return verb, tokens[len(words) :]
    return (candidates[0][1], None) if candidates else (None, None)


def _is(token: Token, word: str) -> bool:
    return is_word(token, (word,))
