"""All orders; a new one is a file of its own and a line in here.

Derived from this list are the plain form (`codec`), reading and writing text (`engine.notation`),
the verbs, help and completion of the terminal, and the tables in docs/formats/orders-v1.md.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from engine.grammar.lexer import Token
from engine.grammar.reader import Tokens, is_word
from engine.orders.form import Order, OrderForm, Verb

_ORDERS: Final = (
    "research",
    "buy",
    "move",
    "aim",
    "fight",
    "lose",
    "hit_first",
    "retreat",
    "press",
    "submerge",
    "bombard",
    "intercept",
    "scramble",
    "kamikaze",
    "fire_rocket",
    "land_aircraft",
    "place",
    "repair",
    "allocate",
    "act",
    "answer_offer",
    "file_standing",
    "clear_standing",
    "strengthen",
    "draw",
    "play",
    "unveil",
    "discard",
    "disband",
    "renounce",
    "activate",
    "command",
    "declare",
    "fire",
    "reveal",
    "spare",
    "recall",
    "resign",
    "done",
)
"""The files of all orders, in the order in which they are listed and offered."""


def _form(order: str) -> OrderForm:
    form: object = import_module(f"engine.orders.{order}").FORM
    if not isinstance(form, OrderForm):
        raise TypeError(f"engine.orders.{order} has no form")
    return form


ORDER_FORMS: Final[tuple[OrderForm, ...]] = tuple(map(_form, _ORDERS))
"""All orders, in that order."""

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
