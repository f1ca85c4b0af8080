"""The nations of a scenario and how they stand to each other when a game begins."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.ids import NationName


@dataclass(frozen=True, slots=True)
class Nation:
    """A side on the board and the alliances it belongs to.

    gives_to: allies that get its units in the areas which say so.
    capitals_for_income: with fewer of its own capitals it is not paid and builds nothing.
    capitals_for_money: when it loses one of its capitals and has fewer left, its treasury goes to
    the captor, or is lost altogether when `treasury_is_lost`.
    """

    name: NationName
    alliances: tuple[str, ...]
    gives_to: tuple[NationName, ...] = ()
    capitals_for_income: int = 1
    capitals_for_money: int = 1
    treasury_is_lost: bool = False


@dataclass(frozen=True, slots=True)
class Relation:
    """Two nations that are allied without an alliance, or not allied in spite of one."""

    nations: tuple[NationName, NationName]
    is_allied: bool


def sides_of(
    nations: Iterable[Nation], relations: Iterable[Relation]
) -> dict[NationName, frozenset[NationName]]:
    """The nations that stand on the side of each nation, itself among them."""
    listed = tuple(nations)
    sides = {
        one.name: {one.name}
        | {other.name for other in listed if set(one.alliances) & set(other.alliances)}
        for one in listed
    }
    for relation in relations:
        for one, other in (relation.nations, relation.nations[::-1]):
            if relation.is_allied:
                sides[one].add(other)
            else:
                sides[one].discard(other)
    return {name: frozenset(side) for name, side in sides.items()}


@dataclass(frozen=True, slots=True)
class Truce:
    """Two nations that are on different sides and not at war when the game begins (L26).

    nations: the two; breakers: those of them who may begin the war, by attacking land of the other.
    """

    nations: tuple[NationName, NationName]
    breakers: tuple[NationName, ...]

    def other(self, nation: NationName) -> NationName:
        """The one of the two that is not this nation."""
        one, two = self.nations
        return two if nation == one else one
