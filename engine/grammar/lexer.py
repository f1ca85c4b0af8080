"""Cutting a line of text into words, quoted names, marks and unit numbers.

Mail programs and forums improve what people type: they curl quotes, draw arrows, lengthen dashes
and write ``&gt;``.  All of these are read as what was meant.
"""

import json
import re
from functools import cache
from typing import Final

from engine.values import dataclass

WORD: Final = "word"
QUOTED: Final = "quoted"
UNIT: Final = "unit"
MARK: Final = "mark"
UNCLOSED: Final = "unclosed"

_QUOTES: Final = '"“”„‟«»'
_ARROW: Final = r"[-=‐‑‒–—−]+(?:>|&gt;)|[→➔➜⇒➡⟶]"
_TOKEN: Final = rf"""
      (?P<space>[\s\ufeff\u200b]+)
    | (?P<arrow>{_ARROW})
    | (?P<relation>(?:<|>|&lt;|&gt;)=)
    | (?P<less>&lt;)
    | (?P<more>&gt;)
    | (?P<mark>[:,<>≤≥])
    | (?P<unit>\#[0-9]+(?!\w))
    | (?P<comment>\#.*)
    | (?P<quoted>"(?:[^"\\]|\\.)*")
    | (?P<curled>[“”„‟«»][^{_QUOTES}]*[{_QUOTES}])
    | (?P<unclosed>[{_QUOTES}].*)
    | (?P<word>(?:(?!{_ARROW}|&gt;|&lt;)[^\s\ufeff\u200b:,<>≤≥\#{_QUOTES}])+)
    """
_AS_MARK: Final = {"&lt;": "<", "&gt;": ">", "&lt;=": "<=", "&gt;=": ">=", "≤": "<=", "≥": ">="}


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a line.

    kind: WORD, QUOTED, UNIT (a unit number, text holds its digits), MARK (``:`` ``,`` ``>`` or a
      comparison) or UNCLOSED (a quotation without an end).
    """

    kind: str
    text: str


def tokens_of(line: str) -> tuple[Token, ...]:
    """The pieces of a line without gaps and comment.

    A comment begins with ``#``; ``#`` with a number right after it is a unit number, except at
    the beginning of a line.
    """
    if line.lstrip().startswith("#"):
        return ()
    tokens = []
    for piece in _pattern().finditer(line):
        token = _token(str(piece.lastgroup), piece.group())
        if token is not None:
            tokens.append(token)
    return tuple(tokens)


@cache
def _pattern() -> re.Pattern[str]:
    """The kinds of pieces; compiled for the first line, because most commands read none."""
    return re.compile(_TOKEN, re.VERBOSE | re.DOTALL)


def unquoted_forum_line(line: str) -> str:
    """The line without the ``>`` that mail programs and forums put in front of quoted text."""
    return re.sub(r"^(?:\s*(?:>|&gt;))+", "", line)


def written(tokens: tuple[Token, ...]) -> str:
    """The tokens as text again, for messages."""
    return " ".join(f"#{token.text}" if token.kind == UNIT else token.text for token in tokens)


def _token(group: str, text: str) -> Token | None:
    match group:
        case "space" | "comment":
            return None
        case "arrow":
            return Token(MARK, ">")
        case "relation" | "less" | "more" | "mark":
            return Token(MARK, _AS_MARK.get(text, text))
        case "unit":
            return Token(UNIT, text[1:])
        case "quoted":
            return _unescaped(text)
        case "curled":
            return Token(QUOTED, text[1:-1])
        case "unclosed":
            return Token(UNCLOSED, text)
    return Token(WORD, text)


def _unescaped(text: str) -> Token:
    r"""The name inside straight quotes, in which ``\"`` and the like are escapes as in JSON."""
    try:
        name = json.loads(text, strict=False)
    except ValueError:
        return Token(QUOTED, text[1:-1])
    return Token(QUOTED, str(name))
