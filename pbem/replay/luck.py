"""What the dice of a game's turns gave, against what they promised (ADR 0041)."""

from collections.abc import Iterable

from engine import Definition
from pbem.replay.model import Turn
from pbem.report.ledger import LuckLedger, PlayedTurn, ledger_of


def game_ledger(turns: Iterable[Turn], definition: Definition) -> LuckLedger:
    """The luck of the turns of a game, the one under way included."""
    played = (
        PlayedTurn(turn.number + 1, turn.round, turn.nation, turn.before, turn.events)
        for turn in turns
    )
    return ledger_of(played, definition.politics.nation_names)
