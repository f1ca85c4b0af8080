"""What a club knows of a game and of its turns: plain values, made of a verified save.

Names are texts of strangers; who prints them makes them plain.
"""

from engine.values import dataclass

_DIGITS = 24
"""Of a genesis head, in the address of a game's page: nobody can found another game for it."""


@dataclass(frozen=True, slots=True)
class ClubSeat:
    """A nation and who plays it, "" for nobody yet; key: theirs in hex, "" before they joined."""

    nation: str
    player: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class DiceLuck:
    """The dice of a nation: how many, the hits they scored and should have, and what its battles
    brought against their odds, in PUs."""

    nation: str
    dice: int = 0
    scored: int = 0
    expected: float = 0.0
    swing: float = 0.0

    def __add__(self, more: "DiceLuck") -> "DiceLuck":
        """Both together."""
        return DiceLuck(
            self.nation,
            self.dice + more.dice,
            self.scored + more.scored,
            self.expected + more.expected,
            self.swing + more.swing,
        )


@dataclass(frozen=True, slots=True)
class ClubTurn:
    """A closed turn.

    number: from 1; index, head: of the record that ended it, which is how it is known again.
    closed: when, Unix seconds; is_late: after its time. text: what mattered most in it, in plain
    words.
    """

    number: int
    round: int
    nation: str
    player: str
    key: str
    index: int
    head: str
    closed: int
    is_late: bool
    text: str = ""
    luck: tuple[DiceLuck, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerTime:
    """How a player has played a game: closed turns, those that were late, seconds of all."""

    player: str
    key: str
    turns: int
    late: int
    seconds: int


@dataclass(frozen=True, slots=True)
class ClubGame:
    """A game, as its newest save says.

    page: the name of its folder on the site. state: "inviting", "playing", "over". to_move, player:
    whom it waits for, "" for nobody; since: when it began to wait, until: when the turn begins to
    be late, 0 without a pace, zone: minutes east of UTC. open_names: who has still to join.
    winners, outcome: of a game that is over.
    """

    ref: str
    page: str
    name: str
    map: str
    host: str
    state: str
    seats: tuple[ClubSeat, ...] = ()
    round: int = 0
    turns: int = 0
    records: int = 0
    head: str = ""
    to_move: str = ""
    player: str = ""
    since: int = 0
    until: int = 0
    zone: int = 0
    open_names: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    outcome: str = ""
    luck: tuple[DiceLuck, ...] = ()
    times: tuple[PlayerTime, ...] = ()

    def is_late(self, now: int) -> bool:
        """Whether the time of the turn under way is over."""
        return 0 < self.until < now


def page_of_game(genesis: bytes) -> str:
    """The name of the folder of a game on the site; genesis: the head of its first record."""
    return genesis.hex()[:_DIGITS]


def luck_together(turns: tuple[ClubTurn, ...]) -> tuple[DiceLuck, ...]:
    """The luck of each nation in all of these turns, by name."""
    found: dict[str, DiceLuck] = {}
    for turn in turns:
        for one in turn.luck:
            found[one.nation] = found.get(one.nation, DiceLuck(one.nation)) + one
    return tuple(found[name] for name in sorted(found))
