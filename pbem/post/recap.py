"""What went before in the battle that is under way; it takes no letter and no template."""

from engine import battle_view, events, evolve
from pbem.play.session import Session
from pbem.replay import read_position
from pbem.report import sentences


def recap_of(session: Session) -> tuple[str, ...]:
    """What has happened in the round of the battle that is under way, with its dice."""
    if battle_view(session.state) is None:
        return ()
    turn = read_position(session.with_pending()).open_turn
    if turn is None:
        return ()
    begins = [place for place, event in enumerate(turn.events) if isinstance(event, _ROUND)]
    if not begins:
        return ()
    before = turn.before
    for event in turn.events[: begins[-1]]:
        before = evolve(before, event)
    return tuple(sentences(before, turn.events[begins[-1] :]))


_ROUND = events.battle.BattleRoundBegan | events.blocks.BlockBattleStarted
