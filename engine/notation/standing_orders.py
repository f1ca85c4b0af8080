"""Files of standing orders: one instruction to a line, which may begin with ``standing`` or not.

Grammar: docs/formats/orders-v1.md, section "Standing orders".
"""

from engine.core.standing_orders import StandingInstruction
from engine.gamedef import Definition
from engine.grammar.errors import Fault, NotationError
from engine.grammar.lexer import tokens_of, unquoted_forum_line
from engine.grammar.reader import NOTHING, Reader, is_word
from engine.notation.vocabulary import GameVocabulary
from engine.orders.standing_orders.registry import read_standing
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class StandingLine:
    """An instruction and where it is in the file: line from 1, text as it was written."""

    line: int
    text: str
    instruction: StandingInstruction


def parse_standing(
    text: str, definition: Definition
) -> tuple[tuple[StandingLine, ...], tuple[Fault, ...]]:
    """The instructions of a text, and every fault with its line number.

    Empty lines, comments and ``standing nothing`` say nothing.
    """
    found: list[StandingLine] = []
    faults: list[Fault] = []
    vocabulary = GameVocabulary(definition)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").split("\n")
    for number, line in enumerate(lines, start=1):
        reader = Reader(vocabulary, number)
        tokens = tokens_of(unquoted_forum_line(line))
        if tokens and is_word(tokens[0], ("standing",)):
            tokens = tokens[1:]
        if not tokens or (len(tokens) == 1 and is_word(tokens[0], NOTHING)):
            continue
        try:
            entry = read_standing(reader, tokens)
        except NotationError as error:
            faults.extend(error.faults)
            continue
        faults.extend(reader.faults)
        if entry is not None and not reader.faults:
            found.append(StandingLine(number, line.strip(), entry))
    return tuple(found), tuple(faults)
