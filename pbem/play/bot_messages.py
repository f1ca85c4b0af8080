"""What the program and a bot say to each other, a JSON object to a line.

The page is docs/formats/bot-v1.md; the schemas are pbem/schemas/bot-*.json.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Final, Literal

import msgspec

from engine import Decision, Illegal, State, describe_waiting, legal, state_to_json, waiting_for
from engine import Step as EngineStep
from pbem.output import Output, fields_of, rows_of
from pbem.play.game_data import PositionData, WaitingData, position_data, waiting_data
from pbem.play.legal_output import LegalOutput, legal_row

BOT_FORMAT: Final = "pbem-bot-1"
"""Another number when a field changes its meaning or goes."""

MOST_LEGAL: Final = 4_000
"""Legal orders in a question."""


class BotGame(Output, tag_field="kind", tag="game"):
    """The first line of the program: the game that is played.

    scenario: the box of the game as TOML (docs/formats/scenario-v1), as it was when it began.
    seconds: of the clock that the answers to the questions of one turn may take together.
    """

    format: str
    scenario: str
    seconds: float


class BotReady(Output, tag_field="kind", tag="ready"):
    """The answer to it; wants: the parts of a question that the bot reads, all others are null."""

    format: Literal["pbem-bot-1"]
    wants: list[Literal["position", "legal", "state"]]


class RefusalOutput(Output):
    """A reason of the rules against an order."""

    code: str
    text: str


class BotQuestion(Output, tag_field="kind", tag="question"):
    """What is asked; it is put again, with another number, when the rules refused the answer.

    asked: a sentence without a full stop; decision: of a choice in a battle and the like, what
    there is to choose from, null while the orders of a phase are open.  refused: why the last
    answer was not legal.  position: as in `pbem export --data`; legal: what can be ordered, one
    unit at a time, the first 4000; state: all of the position, as it is hashed (docs/formats/
    save-v1, section "State digest").
    """

    number: int
    round: int
    nation: str
    phase: str
    asked: str
    waiting: WaitingData
    decision: dict[str, object] | None
    refused: list[RefusalOutput]
    position: PositionData | None
    legal: list[LegalOutput] | None
    state: object | None


class BotAnswer(Output, tag_field="kind", tag="answer"):
    """An order, as a line or in its plain form (docs/formats/orders-v1).

    number: of the question.
    """

    number: int
    order: str | list[object]


def question(
    state: State, number: int, wants: Sequence[str], refused: Sequence[Illegal]
) -> BotQuestion:
    """The question that a position puts to a bot."""
    waiting = waiting_for(state)
    asked = waiting_data(EngineStep(state, (), waiting))
    rows = islice(legal(state), MOST_LEGAL) if "legal" in wants else None
    return BotQuestion(
        number=number,
        round=state.round,
        nation=asked.nation,
        phase=state.phase.phase,
        asked=describe_waiting(waiting),
        waiting=asked,
        decision=fields_of(waiting) if isinstance(waiting, Decision) else None,
        refused=rows_of(RefusalOutput, refused),
        position=position_data(state) if "position" in wants else None,
        legal=None if rows is None else [legal_row(state, order) for order in rows],
        state=msgspec.Raw(state_to_json(state)) if "state" in wants else None,
    )
