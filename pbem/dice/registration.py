"""What an authority's store keeps of a game's seats: read, changed, and gone back on.

Source: docs/formats/dice-v1.md, section "Seats".
"""

from engine.values import replace
from pbem.dice.closing import Closing
from pbem.dice.rows import RegisteredGame
from pbem.dice.seating import Seating, after_change, open_list, read_kept, seated_as
from pbem.dice.store import Work
from pbem.wire.errors import DiceError


def known_game(work: Work, game: bytes) -> RegisteredGame:
    """A registered game; DiceError `game-unknown`."""
    row = work.game(game)
    if row is None:
        raise DiceError(
            "game-unknown",
            "this dice authority does not know the game",
            "Use the dice authority that the save names.",
        )
    return row


def seating_of(row: RegisteredGame) -> Seating:
    """Who may ask for dice; DiceError `seats-unknown`."""
    if row.registration is None:
        raise DiceError(
            "seats-unknown",
            "the dice authority does not know yet who plays",
            "The host must start the game first, or name the seats with `pbem dice seats`.",
        )
    return read_kept(row.registration)


def keep_list(work: Work, listed: Seating, time: int) -> None:
    """Keep the host's list of seats, unless the same one is kept already.

    time: now, Unix seconds.
    Raises DiceError `game-unknown`, `registration-bad-signature`, `seats-registered`.
    """
    row = known_game(work, listed.game)
    if listed.host != row.host:
        raise DiceError("registration-bad-signature", "the list of seats is not signed by the host")
    if row.registration is None:
        work.set_registration(listed.game, listed.listed)
        work.timing.set_seated(listed.game, time)
        return
    known = read_kept(row.registration)
    if open_list(known.listed).seats != listed.seats:
        raise DiceError("seats-registered", "this game already has another list of seats")


def keep_change(work: Work, game: bytes, record: bytes) -> None:
    """Keep an agreement about seats or keys; DiceError as `known_game`, `after_change`."""
    seating = seating_of(known_game(work, game))
    changed = after_change(
        seating, record, lambda turn, keys: work.has_closed_above(game, turn, keys)
    )
    if changed != seating:
        work.set_registration(game, changed.to_bytes())


def settle_seats(work: Work, row: RegisteredGame, closing: Closing) -> None:
    """Go back to the seats that an end names, when agreements after them are not in its log.

    Raises DiceError `closing-wrong-seats`.
    """
    seating = seating_of(row)
    named = seated_as(seating, closing.seats)
    if named is None:
        raise DiceError(
            "closing-wrong-seats",
            "the turn was ended with other holders of the seats than the dice authority knows",
            "Hand in all agreements about seats and keys first.",
        )
    # A new turn begins for what a player may do alone in one.
    named = replace(named, own_now={})
    if named != seating:
        work.set_registration(closing.game, named.to_bytes())
