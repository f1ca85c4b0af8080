"""What must fit together among nations: truces and treasuries."""

from engine.core.errors import DefinitionError
from engine.gamedef.economy import Economy
from engine.gamedef.politics import Politics
from engine.gamedef.sides import relation_table


def check_truces(politics: Politics) -> None:
    """Raise DefinitionError for a truce of two nations that are allies anyway (L26)."""
    table = relation_table(politics.nations, politics.relation_types, politics.relations)
    for place, truce in enumerate(politics.truces):
        one, other = truce.nations
        if table[one, other].archetype == "allied":
            raise DefinitionError(
                f"truces[{place}]: {one} and {other} are allies and need no truce"
            )


def check_treasuries(economy: Economy) -> None:
    """Raise DefinitionError for two treasuries of a nation that overlap, or are called alike."""
    for place, treasury in enumerate(economy.treasuries):
        own = [other for other in economy.treasuries[:place] if other.nation == treasury.nation]
        where = f"treasuries[{place}]"
        if treasury.resource in economy.resource_names or treasury.name in {
            one.name for one in own
        }:
            raise DefinitionError(f"{where}.name: this name is taken")
        if any({*other.areas} & {*treasury.areas} for other in own):
            raise DefinitionError(
                f"{where}.areas: an area belongs to one treasury of a nation at most"
            )
