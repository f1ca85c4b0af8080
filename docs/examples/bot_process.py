"""A bot in one file that needs no pbem: `pbem play GAME --bot "python bot_process.py"`.

It buys as much infantry as it can, walks into land that an enemy has left open, places what it has
bought, and takes the first choice of whatever else is asked.
"""

import json
import sys
from typing import TypedDict


class Area(TypedDict):
    """Of a position: its owner, "" for nobody, and what stands there."""

    owner: str
    units: list[object]


class Position(TypedDict):
    """What this bot looks at of a position."""

    areas: dict[str, Area]
    treasuries: dict[str, dict[str, int]]


class Fields(TypedDict):
    """Of a move: where it leads."""

    path: list[str]


class Legal(TypedDict):
    """An order that is legal."""

    line: str
    kind: str
    fields: Fields


class Question(TypedDict):
    """What this bot reads of a question."""

    number: int
    round: int
    nation: str
    phase: str
    decision: object
    refused: list[object]
    position: Position
    legal: list[Legal]


class Bot:
    """One game."""

    def __init__(self) -> None:
        self.turn: tuple[int, str] = (0, "")
        self.wish = 0
        self.taken: set[str] = set()

    def order(self, question: Question) -> str:
        """The answer to a question: a line of orders."""
        turn = (question["round"], question["nation"])
        if turn != self.turn:
            self.turn, self.wish, self.taken = turn, 0, set()
        if question["decision"] or question["phase"] == "battle":
            return first(question)
        match question["phase"]:
            case "purchase":
                return self.purchase(question)
            case "combat_move":
                return self.walk(question)
            case "place":
                return first(question, "place")
        return "done"

    def purchase(self, question: Question) -> str:
        """All that three PUs each would pay, and one less each time that it is refused."""
        if not self.wish:
            self.wish = question["position"]["treasuries"][question["nation"]]["PUs"] // 3
        elif question["refused"] and self.wish > 1:
            self.wish -= 1
        else:
            return "done"
        return f"buy {self.wish} infantry" if self.wish else "done"

    def walk(self, question: Question) -> str:
        """The next move into open land of others; the end of the phase when one is refused."""
        areas = question["position"]["areas"]
        for row in [] if question["refused"] else question["legal"]:
            if row["kind"] != "move":
                continue
            end = row["fields"]["path"][-1]
            area = areas.get(end, {"owner": "", "units": []})
            is_open = area["owner"] not in ("", question["nation"]) and not area["units"]
            if is_open and end not in self.taken:
                self.taken.add(end)
                return row["line"]
        return "done"


def first(question: Question, word: str = "") -> str:
    """The first legal order, that begins with a word if one is given; else the end of the phase."""
    legal = [row["line"] for row in question["legal"]]
    return next((line for line in legal if line.startswith(word)), "done")


def tell(**answer: object) -> None:
    """Say a line."""
    print(json.dumps(answer), flush=True)


def main() -> None:
    """Answer each line with a line until there are no more."""
    bot = Bot()
    for line in sys.stdin:
        said = json.loads(line)
        if said["kind"] == "game":
            tell(kind="ready", format="pbem-bot-1", wants=["position", "legal"])
        else:
            tell(kind="answer", number=said["number"], order=bot.order(said))


if __name__ == "__main__":
    main()
