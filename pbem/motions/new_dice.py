"""Other dice: a dice authority that is gone for good is replaced by another one."""

from typing import Annotated, ClassVar, Final

from engine.marks import Bounds, Size, Tag, wire
from engine.values import dataclass
from pbem.motions.form import AUTHORITIES, Answers, Ask, Ground, InputKind, MotionForm
from pbem.motions.lost_roll import MAX_ROLLS, lost_problem
from pbem.motions.motion import LogFacts, Motion, NewAuthority, Teller
from pbem.text import quoted
from pbem.wire.fields import MAX_SIGNED_COMMITMENT, DiceAddress
from pbem.wire.fingerprint import fingerprint


@wire("new_dice")
@dataclass(frozen=True, slots=True)
class NewDice(Motion):
    """Another dice authority takes the place of number `which` (0 or 1) from the next roll on.

    `address` where it is, `commitment` what it has signed for the rest of the game; `given_up`: the
    rolls from the next one to this number were answered by the other authority alone and may be
    declared void, 0 for none.
    """

    which: Annotated[int, Tag("which"), Bounds(0, 1)]
    address: Annotated[DiceAddress, Tag("address")]
    commitment: Annotated[bytes, Tag("commitment"), Size(MAX_SIGNED_COMMITMENT)]
    given_up: Annotated[int, Tag("given_up"), Bounds(0, MAX_ROLLS)] = 0

    LABEL: ClassVar[str] = "NEW DICE AUTHORITY"
    IS_ABOUT_DICE: ClassVar[bool] = True

    def problem(self, log: LogFacts) -> str:
        """Its commitment is for the rest of this game, and what is given up was to come."""
        problem = log.dice_problem(self.new_authority)
        return problem or (lost_problem(self.given_up, log) if self.given_up else "")

    @property
    def new_authority(self) -> NewAuthority:
        """The new one."""
        return NewAuthority(self.which, self.address, self.commitment)

    @property
    def last_lost_roll(self) -> int:
        """The last roll that is given up."""
        return self.given_up

    def clause(self, teller: Teller) -> str:
        """Which authority takes the place of which, with its key."""
        which = f"{AUTHORITIES[self.which]} " if teller.authorities > 1 else ""
        committed = teller.committed(self.commitment)
        if committed is None:
            return f"the {which}dice authority is replaced by one that proves nothing"
        first, key = committed
        lost = (
            f"; rolls up to number {self.given_up} that the other one alone has answered are given "
            "up"
            if self.given_up
            else ""
        )
        return (
            f"the {which}dice authority is replaced by {quoted(self.address)} from roll {first} "
            f"on, with the key {fingerprint(key)}{lost}"
        )

    def taken_on_trust(self, teller: Teller) -> tuple[str, ...]:
        """That the old one is gone."""
        unless = " unless the other authority is honest" if teller.authorities > 1 else ""
        return (
            f"whoever runs the new one could look ahead in this game{unless}",
            "dice that the old one has given and that are not in the log are gone: somebody "
            "may have disliked them and hidden them",
        )


def _make(ground: Ground, answers: Answers) -> NewDice:
    address, replaces = answers.text("address"), answers.text("replaces")
    new = ground.authority(address, replaces, plain_http=answers.switch("plain_http"))
    return NewDice(new.which, new.address, new.commitment, ground.half_answered(new.which))


def asks(*, is_first: bool) -> tuple[Ask, ...]:
    """What has to be said of an authority and of the one whose place it takes.

    is_first: whether its address is written without an option.
    """
    return (
        Ask(
            "replaces",
            "The one that is gone",
            InputKind.ONE,
            lambda ground: ground.authority_choices(),
            words=AUTHORITIES,
        ),
        Ask("address", "The address of the new one", is_first=is_first),
        Ask(
            "plain_http",
            "Allow http:// to another computer",
            InputKind.SWITCH,
            option="plain-http",
            is_for_experts=True,
        ),
    )


FORM: Final = MotionForm(
    NewDice,
    "new-dice",
    "Other dice",
    "Replace a dice authority that is gone for good.",
    _make,
    asks(is_first=True),
    more="You tell the new one who plays. A roll that only the other of two has answered is given "
    "up with it.",
)
