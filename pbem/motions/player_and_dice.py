"""A player and a dice authority that are gone at once: one agreement takes the place of both.

In a game with a pace a seat is taken on the word of the authorities, and an authority is replaced
with the consent of all.  When a player and one of two authorities are gone, neither is possible
without the other; the authority that is left speaks for the time, and its seeds keep the dice
unknown.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Final

from engine.marks import Bounds, Size, Tag, wire
from engine.values import dataclass
from pbem.motions import new_dice
from pbem.motions.form import NEWCOMER, WHERE_FROM, Answers, Ask, Ground, InputKind, MotionForm
from pbem.motions.lost_roll import MAX_ROLLS
from pbem.motions.motion import Handover, LogFacts, Motion, NewAuthority, Teller
from pbem.motions.new_dice import NewDice
from pbem.motions.substitution import Substitution
from pbem.wire.fields import MAX_SIGNED_COMMITMENT, DiceAddress, Hash, Name, Names


@wire("player_and_dice")
@dataclass(frozen=True, slots=True)
class PlayerAndDice(Motion):
    """`player` takes all `seats` of whoever holds them under `old`, as in a substitution of an
    absent player; authority number `which` is replaced, as in new dice."""

    seats: Annotated[Names, Tag("seats")]
    old: Annotated[Hash, Tag("old")]
    player: Annotated[Name, Tag("player")]
    key: Annotated[Hash, Tag("key")]
    which: Annotated[int, Tag("which"), Bounds(0, 1)]
    address: Annotated[DiceAddress, Tag("address")]
    commitment: Annotated[bytes, Tag("commitment"), Size(MAX_SIGNED_COMMITMENT)]
    given_up: Annotated[int, Tag("given_up"), Bounds(0, MAX_ROLLS)]

    LABEL: ClassVar[str] = "SUBSTITUTE AND NEW DICE AUTHORITY"
    IS_ABOUT_DICE: ClassVar[bool] = True
    HERE_BEGINS_ANEW: ClassVar[bool] = True

    @property
    def _substitution(self) -> Substitution:
        return Substitution(self.seats, self.old, self.player, self.key, absent=True)

    @property
    def _dice(self) -> NewDice:
        return NewDice(self.which, self.address, self.commitment, self.given_up)

    def who_consents(self, holders: Mapping[str, bytes], host: bytes) -> Iterable[bytes]:
        """Those of the substitution."""
        return self._substitution.who_consents(holders, host)

    def problem(self, log: LogFacts) -> str:
        """Both fit; nobody keeps a seat who is not asked; and an authority is left to say when."""
        keeps = any(
            key == self.old and nation not in self.seats for nation, key in log.keys().items()
        )
        if keeps:
            return "whoever is replaced would keep a seat, with dice that they did not agree to"
        if log.authorities < 2:
            return "no dice authority would be left that both sides have agreed to"
        return self._substitution.problem(log) or self._dice.problem(log)

    @property
    def puts_out(self) -> bytes:
        """Whoever is absent."""
        return self.old

    @property
    def handover(self) -> Handover:
        """The seats."""
        return self._substitution.handover

    @property
    def new_authority(self) -> NewAuthority:
        """The new one."""
        return self._dice.new_authority

    @property
    def last_lost_roll(self) -> int:
        """The last roll that is given up."""
        return self.given_up

    def clause(self, teller: Teller) -> str:
        """In words."""
        return f"{self._substitution.clause(teller)}; {self._dice.clause(teller)}"

    def lines(self, teller: Teller) -> tuple[str, ...]:
        """A line for each."""
        return (*self._substitution.lines(teller), *self._dice.lines(teller))

    def taken_on_trust(self, teller: Teller) -> tuple[str, ...]:
        """That both are gone."""
        return (
            "if the absent player tells the other dice authority that they are here, their time "
            "begins anew",
            *self._dice.taken_on_trust(teller),
        )


def _make(ground: Ground, answers: Answers) -> PlayerAndDice:
    player = answers.text("player")
    seats = ground.seats_of(player)
    name, key = ground.taker(answers.text("name"), answers.text("key"), answers.path("card"))
    dice = new_dice.FORM.make(ground, answers)
    assert isinstance(dice, NewDice)
    return PlayerAndDice(
        seats,
        ground.players[player],
        name,
        key,
        dice.which,
        dice.address,
        dice.commitment,
        dice.given_up,
    )


FORM: Final = MotionForm(
    PlayerAndDice,
    "player-and-dice",
    "A player and dice",
    "Replace a player and one of two dice authorities that are both gone.",
    _make,
    (
        Ask(
            "player",
            "Who is gone",
            InputKind.ONE,
            lambda ground: ground.player_choices(),
            is_first=True,
        ),
        Ask("name", "Who takes their seats, a player or a newcomer; not needed with a card"),
        *NEWCOMER,
        *new_dice.asks(is_first=False),
    ),
    more=f"{WHERE_FROM} In a game with a pace it counts after the last reminder.",
)
