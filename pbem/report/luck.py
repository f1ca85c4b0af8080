"""Hits against expectation: exact sums, and one sentence that claims nothing more.

The expected number of hits of a volley is in its event as a fraction; the sums here are exact and
are rounded to hundredths only when they are shown.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Protocol

from engine.values import dataclass


class Shots(Protocol):
    """Anything that has fired: hits and the exact mean of hits."""

    @property
    def hits(self) -> int:
        """Hits that were scored."""

    @property
    def expected(self) -> Fraction:
        """Mean number of hits."""


@dataclass(frozen=True, slots=True)
class Luck:
    """Hits and the mean number of hits of somebody, over any number of volleys."""

    hits: int = 0
    expected: Fraction = Fraction(0)

    @property
    def difference(self) -> Fraction:
        """Hits above expectation; negative when they are below."""
        return self.hits - self.expected

    @property
    def signed(self) -> str:
        """The difference with its sign, to hundredths: ``+1.17``, ``-0.50``, ``0.00``."""
        shown = hundredths(self.difference)
        return f"+{shown}" if self.difference > 0 and shown != "0.00" else shown

    @property
    def expected_words(self) -> str:
        """The mean number of hits, to hundredths and exactly: ``5.83 (35/6)``."""
        return exact(self.expected)

    @property
    def rounded(self) -> str:
        """The mean number of hits to hundredths: ``5.83``."""
        return hundredths(self.expected)

    @property
    def words(self) -> str:
        """Such as ``7 hits, 5.83 (35/6) expected, 1.17 more``."""
        noun = "hit" if self.hits == 1 else "hits"
        return f"{self.hits} {noun}, {exact(self.expected)} expected, {self._verdict()}"

    def _verdict(self) -> str:
        if self.difference == 0:
            return "exactly as expected"
        side = "more" if self.difference > 0 else "fewer"
        return f"{hundredths(abs(self.difference))} {side}"


def tally(shots: Iterable[Shots]) -> Luck:
    """The luck of several volleys together."""
    hits, expected = 0, Fraction(0)
    for volley in shots:
        hits += volley.hits
        expected += volley.expected
    return Luck(hits, expected)


def hundredths(value: Fraction) -> str:
    """A number to two decimal places, halves to the even one; never ``-0.00``."""
    cents = round(value * 100)
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def exact(value: Fraction) -> str:
    """A whole number as it is, anything else to hundredths and as the exact fraction."""
    if value.denominator == 1:
        return str(value.numerator)
    return f"{hundredths(value)} ({value.numerator}/{value.denominator})"
