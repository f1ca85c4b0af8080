"""Changes by hand as text, one to a line (B255).

Grammar: docs/formats/orders-v1.md, section "Changes by hand".  The owner of units is always named:
``add 2 British infantry: Egypt``.
"""

from engine.gamedef import Definition
from engine.grammar.errors import Fault, NotationError
from engine.grammar.lexer import WORD, tokens_of, unquoted_forum_line
from engine.grammar.reader import Reader, has_unclosed, listed
from engine.grammar.writer import quoted, safe_name
from engine.notation.parse import MAX_LINE
from engine.notation.vocabulary import GameVocabulary
from engine.orders.edits.form import Change
from engine.orders.edits.registry import CHANGES_BY_VERB


def parse_change(line: str, definition: Definition) -> Change:
    """The change that a line of text stands for; NotationError with every fault."""
    reader = Reader(GameVocabulary(definition), 1)
    tokens = tokens_of(unquoted_forum_line(line[:MAX_LINE]))
    if not tokens or has_unclosed(tokens):
        raise NotationError((Fault(1, "invalid", "empty-line", "", "the line holds no change"),))
    form = CHANGES_BY_VERB.get(tokens[0].text.casefold()) if tokens[0].kind == WORD else None
    if form is None:
        known = listed((*CHANGES_BY_VERB,))
        text = f"no change begins with {tokens[0].text!r}; changes begin with {known}"
        raise NotationError((Fault(1, "invalid", "unknown-order", tokens[0].text, text),))
    reader.example = form.examples[0]
    change = form.read(reader, tokens[1:])
    if reader.faults:
        raise NotationError(reader.faults)
    return change


def format_change(change: Change, definition: Definition) -> str:
    """One line of text for a change; read again it gives an equal change."""
    text = change.text(safe_name)
    try:
        if parse_change(text, definition) == change:
            return text
    except NotationError:
        pass
    return change.text(quoted)
