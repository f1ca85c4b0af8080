"""Games of Big World that are founded and begun by mail."""

from collections.abc import Collection

from tests.support.table import AXIS, NATIONS, Desk


def seats(
    nations: Collection[str] = AXIS, who: str = "Ben <ben@example.org>", **others: str
) -> tuple[str, ...]:
    """The words of `pbem new` that give `nations` to `who` and the rest to the founder, or as
    `others` say by nation."""
    given = {name: who if name in nations else "me" for name in NATIONS} | others
    players = (f"{name}={player}" for name, player in given.items())
    return tuple(word for player in players for word in ("--seat", player))


def begin(ann: Desk, ben: Desk, *options: str, **others: str) -> str:
    """Ann founds a game, in which Ben takes the Axis; its name once both know that it has begun.

    options: of `pbem new`; others: who plays some nations instead.
    """
    ann.ok("new", "big_world_1942", *seats(**others), *options)
    ben.ok("fetch")
    name = ben.home.game_store.games()[0].game.hex()[:8]
    ben.ok("join", name, "--yes")
    ann.ok("fetch")
    ben.ok("fetch")
    return name
