"""What must fit together among nations: truces and purses."""

from engine.core.errors import DefinitionError
from engine.gamedef.economy import Economy
from engine.gamedef.politics import Politics
from engine.gamedef.sides import relation_table


def check_truces(politics: Politics) -> None:
    """Raise DefinitionError for a truce of two who are allies anyway (L26)."""
    table = relation_table(politics.nations, politics.relation_types, politics.relations)
    for place, truce in enumerate(politics.truces):
        one, other = truce.nations
        if table[one, other].archetype == "allied":
            raise DefinitionError(
                f"truces[{place}]: {one} and {other} are allies, who need no truce"
            )


def check_purses(economy: Economy) -> None:
    """Raise DefinitionError for two purses of a nation that overlap, or are called alike."""
    for place, purse in enumerate(economy.purses):
        own = [other for other in economy.purses[:place] if other.nation == purse.nation]
        where = f"purses[{place}]"
        if purse.resource in economy.resource_names or purse.name in {one.name for one in own}:
            raise DefinitionError(f"{where}.name: this name is taken")
        if any({*other.areas} & {*purse.areas} for other in own):
            raise DefinitionError(
                f"{where}.areas: an area belongs to one purse of a nation at most"
            )
