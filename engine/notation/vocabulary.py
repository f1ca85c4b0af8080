"""The names that lines about a game may use, from its definition."""

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Final

from engine.gamedef import Definition
from engine.gamedef.blocks import INDUSTRY, KINDS
from engine.gamedef.unit_types import unit_aliases
from engine.grammar.vocabulary import Noun
from engine.rules.economy.technology import research_aims


class GameVocabulary:
    """The names of one game; each list is made when it is first needed."""

    __slots__ = ("_definition", "_found")

    def __init__(self, definition: Definition) -> None:
        """definition: of the game."""
        self._definition = definition
        self._found: dict[Noun, tuple[str, ...]] = {}

    def names(self, noun: Noun) -> tuple[str, ...]:
        """All names of this sort, in the order of the scenario."""
        if noun not in self._found:
            self._found[noun] = _NAMES[noun](self._definition)
        return self._found[noun]

    def aliases(self, noun: Noun) -> Mapping[str, str]:
        """Other words that may be written for names of this sort: only unit types have any."""
        are_units = noun in {Noun.UNIT_TYPE, Noun.FOR_SALE}
        return unit_aliases(self._definition.unit_types) if are_units else {}

    @property
    def keeps_research_dice(self) -> bool:
        """Whether failed dice are rolled again, so that a player may buy none (B106)."""
        return self._definition.options.tech_tokens_kept


def _for_sale(definition: Definition) -> tuple[str, ...]:
    """Every unit type, and the resources that somebody can buy at some time."""
    economy = definition.economy
    listed = {*chain(*economy.buyers.values(), *economy.buy_lists.values())}
    return (
        *definition.unit_types,
        *(name for name in economy.resource_names if name in listed),
    )


def _countries(definition: Definition) -> tuple[str, ...]:
    return () if definition.blocks is None else tuple(definition.blocks.countries)


def _cards(definition: Definition) -> tuple[str, ...]:
    """The numbers of all cards of a block game."""
    rules = None if definition.blocks is None else definition.blocks.cards
    return () if rules is None else tuple(str(number) for number in range(1, len(rules) + 1))


def _card_targets(definition: Definition) -> tuple[str, ...]:
    """What cards of a block game may name: countries, nations, technologies."""
    nations = definition.politics.nation_names
    return tuple(dict.fromkeys((*_countries(definition), *nations, *definition.technology.names)))


_NAMES: Final[Mapping[Noun, Callable[[Definition], tuple[str, ...]]]] = {
    Noun.TERRITORY: lambda game: tuple(game.board.territories),
    Noun.UNIT_TYPE: lambda game: tuple(game.unit_types),
    Noun.FOR_SALE: _for_sale,
    Noun.NATION: lambda game: game.politics.nation_names,
    Noun.COUNTRY: _countries,
    Noun.TECHNOLOGY: lambda game: tuple(game.technology.names),
    Noun.RESEARCH_AIM: research_aims,
    Noun.TREASURY: lambda game: tuple(
        dict.fromkeys(treasury.name for treasury in game.economy.treasuries)
    ),
    Noun.GOODS: lambda game: game.economy.resource_names,
    Noun.RELATION: lambda game: game.politics.relation_names,
    Noun.POLITICAL_ACTION: lambda game: tuple(entry.name for entry in game.politics.actions),
    Noun.CARD: _cards,
    Noun.CARD_TARGET: _card_targets,
    Noun.BLOCK_KIND: lambda game: () if game.blocks is None else (*KINDS, INDUSTRY),
}
