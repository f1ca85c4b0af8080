"""The same first turns of Big World, typed in full and typed short: what a player has to type.

`python -m tests.support.keystrokes` prints orders and characters of both; the end of each line
counts as a character.  tests/cli/test_short_forms.py checks that both give the same orders.
"""

RUSSIANS_IN_FULL = (
    "done",
    "buy 6 infantry, 1 artillery, 2 armour",
    "done",
    "move 2 infantry: Archangel'sk > SZ 7 Barents Sea",
    "move 2 infantry: SZ 7 Barents Sea > Finland",
    "move 2 infantry: Karelija > Finland",
    "move 2 infantry, 1 artillery: Stalingrad > Southern Russia",
    "move 3 infantry, 1 artillery: Moscow > Southern Russia",
    "move 2 infantry: Eastern Russia > Southern Russia",
    "move 3 infantry, 2 armour: Northern Russia > Western Russia",
    "move 1 fighter: Karelija > Western Russia",
    "move 1 fighter: Moscow > Western Russia",
    "move 2 infantry: Vladivostok > Northern Manchukuo",
)
RUSSIANS_SHORT = (
    "done; buy 6 inf, 1 art, 2 tank; done",
    "land 2 inf arch > fin; 2 inf karel > fin",
    "2 inf, 1 art stal > s rus; 3 inf, 1 art mosc > s rus; 2 inf e rus > s rus",
    "3 inf, 2 tank n rus > w rus; 1 ftr karel > w rus; 1 ftr mosc > w rus; 2 inf vlad > n manch",
)
BRITISH_IN_FULL = (
    "done",
    "buy 3 infantry, 3 armour, 2 transport",
    "done",
    "move 2 infantry: Scotland > SZ 9 North Atlantic",
    "move 1 transport, 2 infantry: SZ 9 North Atlantic > SZ 10 North Sea",
    "move 2 infantry: SZ 10 North Sea > Norway",
    "move 1 fighter: Scotland > Norway",
    "move 1 bomber: England > Norway",
    "move 1 infantry, 1 armour: Egypt > Libya",
)
BRITISH_SHORT = (
    "done; buy 3 inf, 3 tank, 2 trn; done",
    "land 2 inf scotl > norw; 1 ftr scotl > norw; 1 bmr engl > norw",
    "1 inf, 1 tank egypt > libya",
)


def typed(lines: tuple[str, ...]) -> tuple[int, int]:
    """How many lines, and how many characters with the ends of lines."""
    return len(lines), sum(len(line) + 1 for line in lines)


def in_triplea(lines: tuple[str, ...]) -> int:
    """The least number of clicks for orders in TripleA's client, which moves stacks by hand.

    Counted are: a click for the end of each phase; for a purchase one that opens its window, one
    for each unit and one that closes it; for a move one for each type that is taken, and one for
    where it goes.  Choosing a part of a stack needs more, and so does every battle.
    """
    clicks = 0
    for line in lines:
        verb, _, rest = line.partition(" ")
        what = rest.partition(":")[0].split(", ")
        if verb == "buy":
            clicks += 2 + sum(int(part.split()[0]) for part in what)
        elif verb == "move":
            clicks += len(what) + 1
        else:
            clicks += 1
    return clicks


def main() -> int:
    """Print the counts."""
    for name, full, short in (
        ("Russians", RUSSIANS_IN_FULL, RUSSIANS_SHORT),
        ("British", BRITISH_IN_FULL, BRITISH_SHORT),
    ):
        (orders, keys), (lines, fewer) = typed(full), typed(short)
        share = round(100 * fewer / keys)
        print(
            f"{name:<9} {orders:>3} lines {keys:>5} keys, short {lines:>3} {fewer:>5} ({share} %)"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
