"""Luck in words: hits against expectation, and how often fair dice are as far off.

`engine.luck` says what every roll promised and gave; the sums here are exact and are rounded only
when they are shown.  Decision: docs/adr/0041.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from engine.luck import Rolled, RollTotals
from engine.values import dataclass

_NOISE: Final = 0.05
_UNUSUAL: Final = 0.01
_LEAST: Final = 0.001


@dataclass(frozen=True, slots=True)
class Luck:
    """Hits and the mean number of hits of somebody, over any number of rolls."""

    account: RollTotals = RollTotals()

    @property
    def hits(self) -> int:
        """Hits that were scored."""
        return self.account.scored

    @property
    def expected(self) -> Fraction:
        """Mean number of hits."""
        return self.account.mean

    @property
    def difference(self) -> Fraction:
        """Hits above expectation; negative when they are below."""
        return self.account.difference

    @property
    def signed(self) -> str:
        """The difference with its sign, to hundredths: ``+1.17``, ``-0.50``, ``0.00``."""
        return signed(self.difference)

    @property
    def deviations(self) -> str:
        """The difference in standard deviations, with its sign, to tenths: ``+0.8``."""
        tenths = f"{self.account.deviations:+.1f}"
        return "0.0" if tenths in {"+0.0", "-0.0"} else tenths

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
        return f"{self.hits} {noun}, {exact(self.expected)} expected, {self.side}"

    @property
    def often(self) -> str:
        """How often fair dice are as far off, above or below: ``1 time in 4``."""
        return how_often(self.account.chance)

    @property
    def verdict(self) -> str:
        """``noise``, ``unusual`` or ``rare``."""
        chance = self.account.chance
        return "noise" if chance >= _NOISE else "unusual" if chance >= _UNUSUAL else "rare"

    @property
    def sentence(self) -> str:
        """Whether it is noise: ``1.17 hits above what 20 dice promise: fair dice ...``."""
        if not self.account.variance:
            return "nothing was left to chance"
        dice = "1 die promises" if self.account.dice == 1 else f"{self.account.dice} dice promise"
        often = f"fair dice are as far off {self.often}: {self.verdict}"
        if not self.difference:
            return f"exactly what {dice}"
        side = "above" if self.difference > 0 else "below"
        return f"{hundredths(abs(self.difference))} hits {side} what {dice}; {often}"

    @property
    def side(self) -> str:
        """How far off it is: ``1.17 more``, ``exactly as expected``."""
        if self.difference == 0:
            return "exactly as expected"
        side = "more" if self.difference > 0 else "fewer"
        return f"{hundredths(abs(self.difference))} {side}"


def how_often(chance: float) -> str:
    """A chance in words."""
    if chance >= 2 / 3:
        return "more often than not"
    if chance < _LEAST:
        return f"less than 1 time in {round(1 / _LEAST)}"
    return f"1 time in {round(1 / chance)}"


def tally(rolls: Iterable[Rolled | RollTotals]) -> Luck:
    """The luck of several rolls together."""
    return Luck(RollTotals.of(rolls))


def signed(value: Fraction) -> str:
    """A number to hundredths with its sign; ``0.00`` without one."""
    shown = hundredths(value)
    return f"+{shown}" if value > 0 and shown != "0.00" else shown


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
