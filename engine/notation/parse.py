"""Text to orders: one order to a line.

``parse_order`` reads one line, ``parse_orders`` a whole file in which every fault is listed.
Grammar: docs/formats/orders-v1.md.
"""

from typing import Final

from engine.gamedef import Definition
from engine.grammar.errors import Fault, NotationError
from engine.grammar.lexer import MARK, WORD, Token, tokens_of, unquoted_forum_line
from engine.grammar.names import find_name
from engine.grammar.reader import Reader, Tokens, has_unclosed
from engine.grammar.vocabulary import Vocabulary
from engine.notation.instructions import BattleInstruction, is_instruction, read_instruction
from engine.notation.vocabulary import GameVocabulary
from engine.orders.form import Order, Verb
from engine.orders.registry import VERBS, split_verb
from engine.values import dataclass

MAX_LINE: Final = 2_000
"""Characters of a line."""
MAX_LINES: Final = 5_000
"""Lines of a file of orders."""
_NAME_FAULTS: Final = ("unknown-", "ambiguous-")
"""How the codes begin of faults in a single name."""


@dataclass(frozen=True, slots=True)
class OrderLine:
    """An order and where it is in the file.

    line: counted from 1; text: the line as it was written.
    """

    line: int
    text: str
    order: Order


@dataclass(frozen=True, slots=True)
class InstructionLine:
    """A battle instruction and where it is in the file."""

    line: int
    text: str
    instruction: BattleInstruction


@dataclass(frozen=True, slots=True)
class Parsed:
    """A file of orders as it was understood.

    orders, instructions: in the order of the file, from the lines without a fault.
    faults: everything that is wrong, in the order of the file; () means that all was understood.
    """

    orders: tuple[OrderLine, ...]
    instructions: tuple[InstructionLine, ...]
    faults: tuple[Fault, ...]


def parse_order(line: str, definition: Definition) -> Order:
    """The order that a line of text stands for.

    Raises NotationError with every fault; also for an empty line and a battle instruction.
    """
    found, faults = _read_line(line, 1, GameVocabulary(definition))
    if faults:
        raise NotationError(faults)
    if found is None:
        raise NotationError((Fault(1, "invalid", "empty-line", "", "the line holds no order"),))
    if isinstance(found, BattleInstruction):
        text = "this is an instruction for battles, not an order; it belongs in a file of orders"
        raise NotationError((Fault(1, "invalid", "not-an-order", "", text),))
    return found


def parse_orders(text: str, definition: Definition) -> Parsed:
    """All orders and battle instructions of a text, and every fault with its line number."""
    orders: list[OrderLine] = []
    instructions: list[InstructionLine] = []
    faults: list[Fault] = []
    vocabulary = GameVocabulary(definition)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(lines) > MAX_LINES:
        reason = f"a file of orders has no more than {MAX_LINES} lines"
        faults.append(Fault(MAX_LINES + 1, "invalid", "too-long", "", reason))
    for number, line in enumerate(lines[:MAX_LINES], start=1):
        found, wrong = _read_line(line, number, vocabulary)
        faults.extend(wrong)
        if wrong or found is None:
            continue
        if isinstance(found, BattleInstruction):
            instructions.append(InstructionLine(number, line.strip(), found))
        else:
            orders.append(OrderLine(number, line.strip(), found))
    return Parsed(tuple(orders), tuple(instructions), tuple(faults))


def _read_line(
    line: str, number: int, vocabulary: Vocabulary
) -> tuple[Order | BattleInstruction | None, tuple[Fault, ...]]:
    reader = Reader(vocabulary, number)
    if len(line) > MAX_LINE:
        reader.fault("too-long", "", f"a line has no more than {MAX_LINE} characters")
        return None, reader.faults
    tokens = tokens_of(unquoted_forum_line(line))
    if not tokens:
        return None, ()
    if has_unclosed(tokens):
        reader.fault("open-quotation", tokens[-1].text, "a quotation mark is not closed")
        return None, reader.faults
    read = read_instruction if is_instruction(tokens) else _read_order
    try:
        found = read(reader, tokens)
    except NotationError as error:
        return None, error.faults
    return (None if reader.faults else found), reader.faults


def _read_order(reader: Reader, tokens: Tokens) -> Order | None:
    verb, rest = split_verb(tokens)
    if verb is None:
        _fault_of_unknown(reader, tokens[0])
        return None
    reader.example = verb.examples[0]
    if rest is None:
        reader.bad(tokens)
        return None
    if Token(MARK, ":") not in rest and '":"' in verb.grammar:
        order = _with_colon(reader, verb, rest)
        if order is not None:
            return order
    return verb.read(reader, rest)


def _fault_of_unknown(reader: Reader, token: Token) -> None:
    """Say that no order begins with a word, and which order is probably meant."""
    word = token.text.casefold() if token.kind == WORD else ""
    meant = tuple(verb.text for verb in VERBS if word in verb.meant_by)
    found = find_name(word, tuple(verb.text for verb in VERBS))
    offers = meant or ((found.name,) if found.is_found else found.offers)
    reader.fault("unknown-order", token.text, f"no order begins with {token.text!r}", offers)


def _with_colon(reader: Reader, verb: Verb, tokens: Tokens) -> Order | None:
    """The order where a colon was left out; None unless it has only one place to go.

    Raises NotationError where the line reads with the colon in one place but for a single name.
    """
    found: list[Order] = []
    near: list[tuple[Fault, ...]] = []
    for place in range(1, len(tokens)):
        trial = Reader(reader.vocabulary, reader.line)
        trial.example = reader.example
        try:
            order = verb.read(trial, (*tokens[:place], Token(MARK, ":"), *tokens[place:]))
        except NotationError:
            continue
        if not trial.faults and order not in found:
            found.append(order)
        elif len(trial.faults) == 1 and trial.faults[0].code.startswith(_NAME_FAULTS):
            near.append(trial.faults)
    if not found and len(near) == 1:
        raise NotationError(near[0])
    return found[0] if len(found) == 1 else None
