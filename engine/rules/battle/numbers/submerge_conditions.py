"""When submarines may submerge and when those of an absent defender do, in pure numbers.

Rule: rule book, Units and Battle (B76, B81, B193, G30).
Options: submersible_submarines.
"""

from engine.gamedef import Options


def can_submerge(options: Options, *, enemies: int, enemy_destroyer: bool) -> bool:
    """Whether submarines of a side may submerge.

    enemies: units left on the other side; enemy_destroyer: whether one of them is a destroyer.
    """
    return options.submersible_submarines and enemies > 0 and not enemy_destroyer


def wants_to_submerge(*, only_aircraft: bool, attack: int, defence: int) -> bool:
    """Whether the submarines of a defender who is not asked submerge.

    only_aircraft: the attackers left are all aircraft; attack, defence: powers of all units left.
    """
    return only_aircraft or attack > defence
