"""A turn before it is signed: its report to come."""

from engine.values import dataclass, replace
from pbem.play.session import Session
from pbem.post.outgoing import facts_of
from pbem.replay import read_position, waiting_nation
from pbem.replay.slicing import end_of_turn
from pbem.report.render import render_glance, render_turn
from pbem.report.summary import summarise


@dataclass(frozen=True, slots=True)
class Preview:
    """The report of a turn that is complete and not signed: the most important, and all of it."""

    glance: str
    whole: str


def preview_of(session: Session, message: str) -> Preview:
    """The report of a turn that is over, as it will be mailed once it is signed."""
    position = read_position(session.with_pending())
    turn = position.open_turn
    if turn is None:
        raise ValueError("the turn has not begun")
    own, _ = end_of_turn(turn.events, turn.nation)
    turn = replace(turn, events=own, end=turn.begin.then(own), message=message)
    following = waiting_nation(position.step)
    facts = replace(
        facts_of(position, turn),
        next_nation=following,
        next_player=position.save.seats.get(following) or "",
        is_so_far=False,
    )
    summary = summarise(turn.before, turn.events, turn.after, facts)
    glance = render_glance(summary)
    return Preview(glance.rstrip("\n"), render_turn(summary, "txt").rstrip("\n"))
