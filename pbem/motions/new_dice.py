"""Other dice: a dice authority that is gone for good is replaced by another one."""

from typing import Annotated, ClassVar, Final

from engine.marks import Bounds, Size, Tag, wire
from engine.values import dataclass
from pbem.motions.form import AUTHORITIES, Answers, Ask, Ground, InputKind, MotionForm
from pbem.motions.motion import LogFacts, Motion, NewAuthority, Teller
from pbem.text import quoted
from pbem.wire.fields import MAX_SIGNED_COMMITMENT, DiceAddress
from pbem.wire.fingerprint import fingerprint


@wire("new_dice")
@dataclass(frozen=True, slots=True)
class NewDice(Motion):
    """Another dice authority takes the place of number `which` (0 or 1) from the next roll on.

    `address` where it is, `commitment` what it has signed for the rest of the game.
    """

    which: Annotated[int, Tag("which"), Bounds(0, 1)]
    address: Annotated[DiceAddress, Tag("address")]
    commitment: Annotated[bytes, Tag("commitment"), Size(MAX_SIGNED_COMMITMENT)]

    LABEL: ClassVar[str] = "NEW DICE AUTHORITY"
    IS_ABOUT_DICE: ClassVar[bool] = True

    def problem(self, log: LogFacts) -> str:
        """Its commitment is for the rest of this game."""
        return log.dice_problem(self.new_authority)

    @property
    def new_authority(self) -> NewAuthority:
        """The new one."""
        return NewAuthority(self.which, self.address, self.commitment)

    def clause(self, teller: Teller) -> str:
        """Which authority takes the place of which, with its key."""
        which = f"{AUTHORITIES[self.which]} " if teller.authorities > 1 else ""
        committed = teller.committed(self.commitment)
        if committed is None:
            return f"the {which}dice authority is replaced by one that proves nothing"
        first, key = committed
        return (
            f"the {which}dice authority is replaced by {quoted(self.address)} from roll {first} "
            f"on, with the key {fingerprint(key)}"
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
    return NewDice(new.which, new.address, new.commitment)


FORM: Final = MotionForm(
    NewDice,
    "new-dice",
    "Other dice",
    "Replace a dice authority that is gone for good. Best proposed by the host.",
    _make,
    (
        Ask(
            "replaces",
            "The one that is gone",
            InputKind.ONE,
            lambda ground: ground.authority_choices(),
            words=AUTHORITIES,
        ),
        Ask("address", "The address of the new one", is_first=True),
        Ask(
            "plain_http",
            "Allow http:// to another computer",
            InputKind.SWITCH,
            option="plain-http",
            is_for_experts=True,
        ),
    ),
    more="The host also tells the new one who plays.",
)
