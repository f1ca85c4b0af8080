"""What every kind of motion says of itself: who consents, whether it fits, what it does, its words.

What a kind does not say is as it is here. A kind knows no log, no position and no authority: it is
told of them by what it is handed (`LogFacts`, `Teller`), and what it does it says as a value
(`Handover`, `NewAuthority`, an action of the engine), for those who keep seats, dice and boards.

Source: docs/formats/consent-v1.md.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar, Protocol

from engine.values import dataclass
from pbem.wire.pace import Pace

if TYPE_CHECKING:
    from engine import AgreedAction, Definition


@dataclass(frozen=True, slots=True)
class Handover:
    """`key` holds what `old` held: the `seats`, for `player`; where none are named, all it was for.

    by_owner: the holder of `old` has signed it.
    """

    old: bytes
    key: bytes
    by_owner: bool
    player: str = ""
    seats: tuple[str, ...] = ()

    @property
    def is_of_key(self) -> bool:
        """Whether the same player goes on under another key."""
        return not self.seats

    def takes(self, nation: str, holder: bytes) -> bool:
        """Whether a seat that is held under a key is held under the new one afterwards."""
        return holder == self.old and (self.is_of_key or nation in self.seats)


@dataclass(frozen=True, slots=True)
class NewAuthority:
    """From the next roll on dice authority number `which` is the one at `address`.

    commitment: what it has signed for the rest of the game.
    """

    which: int
    address: str
    commitment: bytes


class LogFacts(Protocol):
    """The log at whose end a motion is to be agreed to.

    next_turn, next_roll: numbers of the next end of a turn and of the next roll; authorities: how
    many dice authorities there are; pace: what was agreed on time.
    """

    @property
    def next_turn(self) -> int: ...

    @property
    def next_roll(self) -> int: ...

    @property
    def authorities(self) -> int: ...

    @property
    def pace(self) -> Pace | None: ...

    @property
    def host(self) -> bytes: ...

    @property
    def players(self) -> Mapping[str, bytes]:
        """The key of each player."""

    def keys(self) -> Mapping[str, bytes]:
        """The key that holds each seat."""

    def goal(self, record: int) -> bytes | None:
        """The head after a record to which the game can go back; None for any other."""

    def has_agreed(self, digest: bytes) -> bool:
        """Whether the proposal with this digest was agreed to."""

    def dice_problem(self, new: NewAuthority) -> str:
        """Why an authority does not fit the game; "" when it does."""


class Teller(Protocol):
    """What the words about a motion are made of.

    authorities: how many there are in the game; next_roll: the number of the next roll.
    """

    @property
    def definition(self) -> "Definition": ...

    @property
    def authorities(self) -> int: ...

    @property
    def next_roll(self) -> int: ...

    def name_of(self, *keys: bytes) -> str:
        """The player who has or had the first of these keys that is known; else "somebody"."""

    def committed(self, commitment: bytes) -> tuple[int, bytes] | None:
        """The first roll and the key of a dice authority; None when its signature is wrong."""


@dataclass(frozen=True, slots=True)
class Motion:
    """What a proposal can be about."""

    LABEL: ClassVar[str] = ""
    """What a notice about it begins with."""
    VERB: ClassVar[str] = "agreed"
    """What those did who signed it."""
    IS_OF_HEAD: ClassVar[bool] = False
    """Whether it can only be agreed to in the position in which it was proposed (A4)."""
    AFTER_DICE: ClassVar[str] = ""
    """The error where the game waits for dice, which would be left out; "" where it may."""
    IS_ABOUT_DICE: ClassVar[bool] = False
    """Agreed on even when a turn is over with its end unsigned, since dice hold it up."""
    ENDS_GAME: ClassVar[bool] = False
    SAYS: ClassVar[str] = "proposes"
    """What whoever signs it first does."""
    HERE_BEGINS_ANEW: ClassVar[bool] = False
    """Whether a player whom it puts out has a turn's time whenever they say that they are here."""
    WAITS_FOR_REMINDERS: ClassVar[bool] = True
    """Whether whoever is put out has the time of all reminders, too."""

    def who_consents(self, holders: Mapping[str, bytes], host: bytes) -> Iterable[bytes]:
        """The keys without whose consent nothing happens, of all who hold a seat; some may come
        twice.

        holders: key by seat; host: the host's key.
        """
        del host
        return holders.values()

    def problem(self, log: LogFacts) -> str:
        """What in it does not fit the game (A7); "" when everything does."""
        del log
        return ""

    @property
    def puts_out(self) -> bytes | None:
        """The key whose holder loses by it without having signed it."""
        return None

    @property
    def needs_word(self) -> bool:
        """Whether the authorities must speak in a game with a pace: the turn begins anew then."""
        return not self.ENDS_GAME

    def own_matter(self, proposer: bytes) -> bytes | None:
        """The key of the player whose matter alone it is; None when all sign, or all but one."""
        del proposer
        return None

    def displaces(self, nation: str, holder: bytes) -> bool:
        """Whether the player or the key that has a seat is out of it afterwards."""
        return self.handover is not None and self.handover.takes(nation, holder)

    @property
    def handover(self) -> Handover | None:
        """The seats or the key that change hands."""
        return None

    @property
    def new_authority(self) -> NewAuthority | None:
        """The dice authority that takes the place of another one."""
        return None

    @property
    def last_lost_roll(self) -> int:
        """The rolls from the next one to this number may be declared void; 0 for none."""
        return 0

    @property
    def withdrawn(self) -> tuple[bytes, bytes] | None:
        """The digest of a proposal that is never agreed to, and the key that must have made it."""
        return None

    @property
    def lost_turn(self) -> int:
        """The number of a turn that is left out; 0 for none."""
        return 0

    @property
    def back_to(self) -> int | None:
        """The record after which the game goes on."""
        return None

    def action(self) -> "AgreedAction | None":
        """What it does on the board; None when it does nothing there.

        Raises InvalidActionError for what cannot be read.
        """
        return None

    def clause(self, teller: Teller) -> str:
        """What it asks for, as one clause; raw text."""
        raise NotImplementedError

    def lines(self, teller: Teller) -> tuple[str, ...]:
        """The same for those who are to consent: a line for everything that it does."""
        return (self.clause(teller),)

    def taken_on_trust(self, teller: Teller) -> tuple[str, ...]:
        """What those who consent take somebody's word for."""
        del teller
        return ()


def who_must_consent(
    motion: Motion, holders: Mapping[str, bytes], host: bytes
) -> tuple[bytes, ...]:
    """The keys without whose consent nothing happens, each once.

    holders: key by seat; host: the host's key.
    """
    return tuple(dict.fromkeys(motion.who_consents(holders, host)))
