"""What an authority refuses, and what it says then.

Source: docs/formats/dice-v1.md.
"""

from engine.values import dataclass
from pbem.dice.closing import Closing
from pbem.dice.protocol import Commitment, DiceRequest
from pbem.dice.rows import RegisteredGame
from pbem.dice.seating import Seating
from pbem.text import quoted
from pbem.wire.errors import DiceError


@dataclass(frozen=True, slots=True)
class AuthorityTerms:
    """For whom an authority commits, after whom it answers, and from which roll on."""

    host: bytes
    before: bytes | None
    first: int

    def check(self, known: Commitment) -> None:
        """DiceError `game-registered` unless what it has committed to before is the same."""
        if known.host != self.host:
            raise DiceError("game-registered", "this game id already belongs to another host")
        if known.before != self.before:
            raise DiceError("game-registered", "this game has its authorities in another order")
        if known.first != self.first:
            raise DiceError(
                "game-registered",
                f"this dice authority has taken part in this game before, from roll {known.first} "
                f"on, and cannot come in again at roll {self.first}",
                "An authority serves a game once: choose another one.",
            )


def check_holder(seating: Seating, nation: str, signer: bytes, code: str) -> None:
    """DiceError `code` unless the key that signed a request holds the seat of a nation."""
    if seating.seats.get(nation) != signer:
        raise DiceError(
            code,
            f"somebody else than you plays {quoted(nation)} now",
            "Take in the newest save with `pbem fetch`: it says who plays them, and since when.",
        )


def check_next(request: DiceRequest, expected: int) -> None:
    """DiceError `roll-wrong-index` unless a request is for the roll that comes next."""
    if request.index != expected:
        raise DiceError(
            "roll-wrong-index",
            f"roll {request.index} was requested, but roll {expected} comes next",
            "Play on from the newest save of this game.",
        )


def check_not_frozen(row: RegisteredGame) -> None:
    """DiceError `game-frozen` for a game of a restored store."""
    if row.frozen:
        raise DiceError(
            "game-frozen",
            "the dice authority was restored from a backup that may lack answers of this game, so "
            "it gives no new ones",
            "Ask its operator to thaw the game with its newest save.",
        )


def missing_rolls(closing: Closing, expected: int) -> DiceError | None:
    """Why a turn cannot be closed at its index when roll `expected` is the next one, if so."""
    if closing.index > expected:
        raise DiceError(
            "closing-wrong-index",
            f"the log goes on with roll {closing.index}, but roll {expected} comes next here",
            "Use the dice authority that the save names.",
        )
    missing = expected - closing.index
    if not missing:
        return None
    rolls = "1 roll of this game was" if missing == 1 else f"{missing} rolls of this game were"
    return DiceError(
        "rolls-missing",
        f"{rolls} made that this save lacks",
        "Go on from the position in which they were made: ask the others for the newest save. The "
        "journal shows who asked for them.",
    )


def closed_already(closing: Closing) -> DiceError:
    """The refusal of another end for a turn that was closed."""
    return DiceError(
        "closing-refused",
        f"turn {closing.turn} of this game, of {quoted(closing.nation)}, has been closed from "
        "another position",
        "Go on with the turn that was closed: ask the others for the newest save. The journal "
        "notes the attempt.",
    )
