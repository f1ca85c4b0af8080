"""The options and bids of a game, from what a command was given."""

from collections.abc import Mapping
from difflib import get_close_matches

from engine import Definition, option_names
from pbem.text import quoted
from pbem.usage import UsageError

_BID = "bid"
_MOST_DIGITS = 9


def parse_options(definition: Definition, texts: Mapping[str, str]) -> dict[str, object]:
    """Option values from text: true, false, a whole number; `bid.Germans` sets a bid.

    Raises UsageError for an unknown option or nation and for a bid that is not a number; whether a
    value fits its option is checked when the game is founded.
    """
    options: dict[str, object] = {}
    bids: dict[str, int] = {}
    for name, text in texts.items():
        head, _, nation = name.partition(".")
        if name == _BID:
            raise UsageError("bad-bid", "A bid is for a nation.", "Write --bid Germans=6.")
        if head == _BID:
            bids[_known_nation(definition, nation)] = _pus(nation, text)
        elif name in option_names():
            options[name] = _value(text)
        else:
            near = get_close_matches(name, option_names(), 3)
            hint = f"Did you mean {', '.join(near)}?" if near else _all_options()
            raise UsageError("unknown-option", f"There is no option {quoted(name)}.", hint)
    if bids:
        options[_BID] = bids
    return options


def _all_options() -> str:
    return f"The options are {', '.join(option_names())}."


def _pus(nation: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > _MOST_DIGITS:
        raise UsageError(
            "bad-bid",
            f"The bid of {quoted(nation)} is {quoted(text)}.",
            "Write a whole number of PUs, such as --bid Germans=6.",
        )
    return int(text)


def _known_nation(definition: Definition, nation: str) -> str:
    for known in definition.politics.nation_names:
        if known.lower() == nation.lower():
            return known
    raise UsageError(
        "unknown-nation",
        f"There is no nation {quoted(nation)} in {definition.name}.",
        f"Its nations are {', '.join(definition.politics.nation_names)}.",
    )


def _value(text: str) -> object:
    lowered = text.strip().lower()
    if lowered in {"true", "on", "yes"}:
        return True
    if lowered in {"false", "off", "no"}:
        return False
    is_number = lowered.isascii() and lowered.isdecimal() and len(lowered) <= _MOST_DIGITS
    return int(lowered) if is_number else text
