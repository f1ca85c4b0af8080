"""Plans: orders for a coming turn, signed by their player and kept beside the game until it comes.

They stand in no log and go to nobody before they are played.  The signature is for the player: what
was changed on the disk by somebody else is not played in their name.
"""

from pathlib import Path
from typing import Annotated, Final

from engine import NationName
from engine.marks import Bounds, Size, Tag, wire
from engine.values import dataclass
from pbem.files import write_atomic
from pbem.home import Home
from pbem.play.file_advice import accepted_codes
from pbem.play.order_file import OrderFile, OrderFileError, read_order_file
from pbem.play.plan_conditions import CountCondition, OwnerCondition, read_conditions
from pbem.replay import Position
from pbem.save.errors import ChainError, NotASaveError, SaveError
from pbem.save.keys import NamedKey
from pbem.save.records import TurnEnd
from pbem.save.shelf import GameRef, ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import quoted
from pbem.usage import UsageError
from pbem.wire.fields import MAX_UNTIL, Hash, Name, Time
from pbem.wire.opening import SignedForm
from pbem.wire.shapes import SIGNER, sealed
from pbem.wire.signing import Verifier

MAX_TEXT: Final = 60_000
MOST: Final = 20
"""Plans that a game may have at a time."""
_FOLDER: Final = "plans"
_KEPT, _BEGUN = ".plan", ".begun"
_FORM = SignedForm(65_536, "plan", "the signature of a plan is wrong", NotASaveError, ChainError)


@wire("plan")
@dataclass(frozen=True, slots=True)
class TurnPlan:
    """Orders of `nation` for its next turn with a number of at least `turn`.

    `orders`: a file of orders with conditions; `accepted`: the warnings that do not stop it, as
    `accepted_codes` takes them.
    """

    genesis: Annotated[Hash, Tag("genesis")]
    nation: Annotated[Name, Tag("nation")]
    turn: Annotated[int, Tag("turn"), Bounds(1, MAX_UNTIL)]
    orders: Annotated[str, Tag("orders"), Size(MAX_TEXT)]
    accepted: Annotated[str, Tag("accepted"), Size(1_000)]
    time: Annotated[Time, Tag("time")]
    by: Annotated[bytes, SIGNER] = b""

    def is_over(self, save: TrustedSave) -> bool:
        """Whether the turn that it was for has ended."""
        return any(
            isinstance(one, TurnEnd) and one.nation == self.nation and one.closing.turn >= self.turn
            for one in save.records
        )

    def read(
        self, position: Position
    ) -> tuple[tuple[OwnerCondition | CountCondition, ...], OrderFile]:
        """Its conditions and its orders; UsageError."""
        conditions, rest = read_conditions(self.orders, position.definition)
        return conditions, read_order_file(rest, position.definition)


@dataclass(frozen=True, slots=True)
class KeptPlan:
    """A plan that waits; number: by which it is named; is_begun: a part of it was played."""

    number: int
    plan: TurnPlan
    path: Path

    @property
    def is_begun(self) -> bool:
        """Whether a part of it is in the log."""
        return self.path.suffix == _BEGUN

    def begin(self) -> "KeptPlan":
        """Note that its orders are played from now on: after that only its turn can end it."""
        return KeptPlan(self.number, self.plan, self.path.replace(self.path.with_suffix(_BEGUN)))

    def drop(self) -> None:
        """It is over."""
        self.path.unlink(missing_ok=True)


def has_plans(home: Home, ref: GameRef) -> bool:
    """Whether anything is kept as a plan for a game; without opening it."""
    folder = home.game_store.folder(ref) / _FOLDER
    return folder.is_dir() and any(folder.iterdir())


def plans_of(home: Home, save: TrustedSave, public: bytes) -> tuple[KeptPlan, ...]:
    """The plans of a player for a game, in their order; what they did not sign is left out."""
    folder = home.game_store.folder(ref_of(save)) / _FOLDER
    found: list[KeptPlan] = []
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.suffix not in (_KEPT, _BEGUN) or not path.stem.isdecimal():
            continue
        try:
            plan = _FORM.open(path.read_bytes(), TurnPlan, Verifier())
        except (OSError, SaveError):
            continue
        if (plan.by, plan.genesis) == (public, save.genesis_head):
            found.append(KeptPlan(int(path.stem), plan, path))
    return tuple(found)


def keep_plan(
    home: Home,
    position: Position,
    key: NamedKey,
    nation: str,
    text: str,
    accepted: str,
    when: int,
) -> KeptPlan:
    """Sign a plan for the next turn of a nation and keep it.

    accepted, when: as in `TurnPlan`.  Raises UsageError `not-your-seat`, `too-many-plans`,
    `plan-too-long`, `bad-plan-condition`, and as `accepted_codes` does; OrderFileError for lines
    that cannot be read.
    """
    save = position.save
    if save.holder_key(nation) != key.key.public:
        raise UsageError("not-your-seat", f"You do not hold {quoted(nation)} in this game.")
    accepted_codes(accepted)
    known = plans_of(home, save, key.key.public)
    if len(known) >= MOST:
        raise UsageError("too-many-plans", f"At most {MOST} plans are kept for a game.")
    if len(text.encode()) > MAX_TEXT:
        raise UsageError("plan-too-long", f"A plan has at most {MAX_TEXT} bytes.")
    turn = save.next_turn + (position.mover == nation)
    plan = TurnPlan(save.genesis_head, nation, turn, text, accepted, when)
    _, orders = plan.read(position)
    if orders.unread:
        raise OrderFileError(orders.unread, "Nothing was kept.")
    number = 1 + max((one.number for one in known), default=0)
    folder = home.game_store.folder(ref_of(save)) / _FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{number:03}{_KEPT}"
    data = sealed(plan, key.key)
    write_atomic(path, data, mode=0o600)
    return KeptPlan(number, _FORM.open(data, TurnPlan, Verifier()), path)


def unmet(plan: TurnPlan, position: Position) -> tuple[str, ...]:
    """The conditions of a plan that do not hold where a game stands, as they were written."""
    conditions, _ = plan.read(position)
    nation = NationName(plan.nation)
    return tuple(one.text for one in conditions if not one.holds(position.state, nation))
