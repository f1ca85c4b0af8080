"""The names that a line may use: those of one game, by what they are names of."""

from collections.abc import Mapping
from enum import Enum
from typing import Protocol


class Noun(Enum):
    """What a name can be the name of."""

    TERRITORY = "territory"
    UNIT_TYPE = "unit type"
    FOR_SALE = "unit type to buy"
    NATION = "nation"
    COUNTRY = "country"
    TECHNOLOGY = "technology"
    RESEARCH_AIM = "technology to aim at"
    TREASURY = "regional treasury"
    GOODS = "resource besides PUs"
    RELATION = "type of relations"
    POLITICAL_ACTION = "political action"
    BLOCK_KIND = "kind of block"
    CARD = "card"
    CARD_TARGET = "target of a card"

    @property
    def called(self) -> str:
        """What messages call it."""
        return self.value.partition(" to ")[0]

    @property
    def code(self) -> str:
        """Its part of a fault's code, such as ``unit-type`` in ``unknown-unit-type``."""
        return self.called.replace(" ", "-")


class Vocabulary(Protocol):
    """The names of one game."""

    def names(self, noun: Noun) -> tuple[str, ...]:
        """All names of this sort, in the order of the scenario."""
        ...

    def aliases(self, noun: Noun) -> Mapping[str, str]:
        """Other words that may be written for names of this sort."""
        ...

    @property
    def keeps_research_dice(self) -> bool:
        """Whether failed dice are rolled again, so that a player may buy none (B106)."""
        ...
