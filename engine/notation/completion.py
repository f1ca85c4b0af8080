"""Help with typing orders: examples, and what could stand where a line ends.

Both are derived from what each order says about its verbs (`engine.orders.registry`).
"""

import re
from collections.abc import Iterator
from typing import Final

from engine.gamedef import Definition
from engine.grammar.lexer import tokens_of
from engine.grammar.vocabulary import Noun
from engine.notation.vocabulary import GameVocabulary
from engine.orders.form import Order
from engine.orders.registry import ORDER_FORMS, VERBS, form_of, split_verb

_LAST_PART: Final = re.compile(r"(?:[:>,]|->|=>|\u2192)\s*([^:>,]*)\Z")
_BEHIND_COLON: Final = re.compile(r"[:>\u2192]")
_COUNT: Final = re.compile(r"\d+x?\s+")


def order_examples(*, in_every_game: bool) -> tuple[str, ...]:
    """An example of each verb, and of each in which the program counts, in the order of the list.

    in_every_game: of the orders that every game has, or of those that only some have.
    """
    verbs = [
        verb for form in ORDER_FORMS if form.in_every_game == in_every_game for verb in form.verbs
    ]
    return tuple(text for verb in verbs for text in (verb.examples[0], verb.amounts) if text)


def verbs_of(order: Order) -> tuple[str, ...]:
    """The verbs with which orders of this sort are written."""
    return tuple(verb.text for verb in form_of(order).verbs)


def completions(line: str, definition: Definition) -> Iterator[tuple[int, str]]:
    """What could stand where a line ends: how many characters it replaces, and the text.

    line: up to the cursor.  Verbs come first, and after a verb the names that it takes.
    """
    typed = line.lstrip().lower()
    for verb in VERBS:
        if verb.text.startswith(typed) and verb.text != typed.rstrip():
            yield len(line.lstrip()), verb.text
    tokens = tokens_of(line)
    found, rest = split_verb(tokens) if tokens and " " in line else (None, None)
    if found is None or rest is None:
        return
    behind = line.lstrip()[len(found.text) :]
    match = _LAST_PART.search(behind)
    part = match[1] if match else behind.lstrip()
    part = part[count.end() :] if (count := _COUNT.match(part)) else part
    ending = found.after if _BEHIND_COLON.search(behind) else found.before
    vocabulary = GameVocabulary(definition)
    for entry in ending:
        for name in vocabulary.names(entry) if isinstance(entry, Noun) else (entry,):
            if name.casefold().startswith(part.casefold()):
                yield len(part), name
