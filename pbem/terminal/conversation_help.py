"""What can be typed at the terminal, as text."""

from collections.abc import Iterator, Sequence

from engine import Step, describe_waiting, format_order, order_examples
from engine.advice import possible_now
from pbem.play.playable import Playable

_COMMAND_HELP = (
    ("orders", "what you have ordered since the last dice, with numbers"),
    ("undo [N]", "take back the last order, or order N and those that need it"),
    ("undo N alone", "only if no other order needs it; else say which ones do"),
    ("show PLACE", "a territory"),
    ("map [PLACE]", "a territory and what lies around it; alone: the whole board as a picture"),
    ("legal [PLACE]", "what can be ordered there, and who can get there"),
    ("reach PLACE", "who can get there, the nearest first"),
    ("odds [PLACE]", "the planned battles, or everything that could attack there"),
    ("units [NATION]", "all units by type, with their places"),
    ("room", "how much may be placed where"),
    ("suggest", "what the computer would order in this phase, and why"),
    ("take N ...", "take over orders that were suggested; take all: every one"),
    ("status", "where the turn stands"),
    ("check", "what you may regret, before the turn is signed"),
    ("report", "the report as it will be mailed, once the turn is complete"),
    ("standing", "your standing orders as they are now"),
    ("message TEXT", "words to the others, sent with the turn"),
    ("help", "this page; `help orders` has every order"),
    ("quit", "keep the turn as it is and go on another day"),
)
ALSO_ORDERS = ("standing",)
"""Commands that are orders when something follows them."""

COMMANDS = tuple(
    dict.fromkeys(usage.split()[0] for usage, _ in _COMMAND_HELP if usage not in ALSO_ORDERS)
)
"""What can be typed beside orders."""


def help_text(turn: Playable) -> str:
    """What can be typed in a turn as it stands."""
    step = turn.step
    possible = () if turn.is_over else possible_lines(step)
    what = (
        "The turn is complete: `yes` signs it" if turn.is_over else describe_waiting(step.waiting)
    )
    return "\n".join(
        (
            f"{what}{'. For example:' if possible else '.'}",
            *(f"  {line}" for line in possible),
            "Commands:",
            *(f"  {usage:<15}{text}" for usage, text in _COMMAND_HELP),
            "Parts of names are enough, and small slips are forgiven: `2 inf karel > finland`.",
            "`y` is yes, `n` no, `p` press on, `r` retreat, `f` fight; `;` stands between orders.",
            "`land 2 infantry: England > Norway` loads, sails and goes ashore; undone as one.",
            "An empty line takes what is in [brackets]. The Tab key completes names.",
        )
    )


def orders_text() -> str:
    """Every order that there is, by example."""
    return "\n".join(
        (
            "Orders of every game, one per line:",
            *_in_columns(order_examples(in_every_game=True)),
            "Of some games only:",
            *_in_columns(order_examples(in_every_game=False)),
        )
    )


def possible_lines(step: Step) -> tuple[str, ...]:
    """An order of each sort that is legal now, as text."""
    return tuple(format_order(order, step.state.definition) for order in possible_now(step))


def _in_columns(texts: Sequence[str], column: int = 26, most: int = 80) -> Iterator[str]:
    """Texts in a row while they fit on a line, each at the beginning of a column."""
    line = ""
    for text in texts:
        begin = -(-len(line) // column) * column
        if line and begin + len(text) > most - 2:
            yield f"  {line}".rstrip()
            line, begin = "", 0
        line = f"{line:<{begin}}{text} "
    if line:
        yield f"  {line}".rstrip()
