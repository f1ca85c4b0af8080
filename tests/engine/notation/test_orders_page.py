"""docs/formats/orders-v1.md lists what the files of the orders say."""

import re

from tests.support.orders_page import PAGE, made, with_lists


def test_the_page_holds_the_lists_as_they_are_made() -> None:
    """If it does not: python -m tests.support.orders_page."""
    page = PAGE.read_text(encoding="utf-8")
    assert with_lists(page) == page


def test_every_word_of_the_grammar_is_explained() -> None:
    page = PAGE.read_text(encoding="utf-8")
    grammar = made()["grammar"] + made()["standing grammar"]
    used = set(re.findall(r"\b[a-z]+\b", re.sub(r'"[^"]*"', "", grammar)))
    defined = set(re.findall(r"^ {4}([a-z]+) += ", page, re.MULTILINE))
    assert used <= defined, used - defined
