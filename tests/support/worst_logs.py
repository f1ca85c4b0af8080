"""Logs that keep a reader busy the longest, of any size: what the budgets of the format allow.

Each is a game of Ann (Allies) and Ben (Axis) in its first turn, with so many of something in its
log.  Nothing is verified while a log is made; that is for whoever reads it.  `idle_turns` are games
that were played.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from engine import RULES_VERSION, tree_from_definition
from pbem.dice.agreement import Agreement
from pbem.dice.authority import make_chain
from pbem.dice.protocol import Commitment, DiceRequest, RollSpec, receipt_body
from pbem.motions.consent import make_consent, make_proposal
from pbem.motions.motion import Motion
from pbem.motions.take_back import TakeBack
from pbem.save import format as container
from pbem.save.chain import next_head
from pbem.save.consent_records import Note
from pbem.save.invite import new_game
from pbem.save.record_parts import Attached, put_together
from pbem.save.records import ROLL, Orders, Written, body_of
from pbem.wire.canonical import Plain
from pbem.wire.shapes import bytes_of
from pbem.wire.signing import parse_envelope
from tests.support.agreeing import edit
from tests.support.paper_game import AUTHORITY, fixed
from tests.support.table import AXIS, CLOCK, GAME, NATIONS, big_world, key_of, pass_turn, table

NATION = "Russians"
_PLACE = "Karelija"
_MOST_ROLLS = 4_096
_BUY: Plain = ["buy", [["infantry", 1]]]
_START = 1
"""The number of the start record."""


class _Log:
    """Records that are signed one after the other, and their head; mutable, used here only."""

    def __init__(self) -> None:
        self.chain = make_chain(fixed("worst"), _MOST_ROLLS)
        host = key_of("Ann")
        body = bytes_of(
            Commitment(
                game=GAME,
                host=host.public,
                anchor=self.chain[0],
                length=_MOST_ROLLS,
                proof="committed",
                time=CLOCK,
            )
        )
        save = new_game(
            host="Ann",
            key=host,
            game=GAME,
            name="Worst",
            mode="mail",
            rules=RULES_VERSION,
            scenario=tree_from_definition(big_world()),
            options={},
            seats={nation: "Ben" if nation in AXIS else "Ann" for nation in NATIONS},
            players={"Ann": host.public, "Ben": key_of("Ben").public},
            dice=(("embedded", AUTHORITY.seal("commitment", body)),),
            time=CLOCK,
        ).append_start(host, time=CLOCK)
        self.records = list(save.frames)
        self.head = self.start = save.head
        self.rolls = 0

    def sign(self, record: Written) -> None:
        kind, body = body_of(record)
        self.records.append(key_of("Ann").seal(kind, body))
        self.head = next_head(self.head, body)

    def orders(self, *actions: Plain) -> None:
        self.sign(Orders(self.head, NATION, actions))

    def note(self, text: str) -> None:
        self.sign(Note(self.head, NATION, _PLACE, text, CLOCK))

    def roll(self) -> None:
        self.rolls += 1
        spec = RollSpec("combat", _PLACE, self.rolls, "fire", "attacker", 1, 6)
        request = parse_envelope(
            DiceRequest(GAME, self.rolls, self.head, NATION, spec).sign(key_of("Ann")), 4096
        )
        seed = self.chain[self.rolls]
        receipt = AUTHORITY.seal("roll", receipt_body(request.body, seed, CLOCK))
        key, signature = request.signatures[0]
        attached = Attached((receipt,))
        self.records.append(put_together(ROLL, request.body, key, signature, attached))
        self.head = next_head(self.head, request.body, (seed,))

    def agree(self, motion: Motion) -> None:
        proposal = make_proposal(
            motion,
            key_of("Ann"),
            game=GAME,
            head=self.head,
            identity=len(self.records).to_bytes(16, "big"),
            until=50,
            words="",
            time=CLOCK,
        )
        consent = make_consent(proposal, key_of("Ben"), time=CLOCK)
        self.sign(Agreement(self.head, proposal.raw, (consent.raw,), CLOCK))

    def to_bytes(self) -> bytes:
        return container.build(container.SAVE, tuple(self.records))


def _notes(log: _Log, count: int) -> None:
    for number in range(count):
        log.note(str(number))


def _orders(log: _Log, count: int) -> None:
    """Orders that replace one another, as many as a phase may have at most."""
    log.orders(["done"], *([_BUY] * count))


def _records(log: _Log, count: int) -> None:
    """The same, each in a record of its own."""
    log.orders(["done"])
    for _ in range(count):
        log.orders(_BUY)


def _rolls(log: _Log, count: int) -> None:
    for _ in range(count):
        log.roll()


def _take_backs(log: _Log, count: int) -> None:
    """Rolls that are taken back, all of them again and again."""
    for _ in range(count):
        log.roll()
        log.note("")
        log.agree(TakeBack(_START, log.start))


def _edits(log: _Log, count: int) -> None:
    for number in range(count):
        log.agree(edit(*[f"money Russians: {number + 1}"] * 10))


def _values(log: _Log, count: int) -> None:
    """Nothing but small values in arrays as deep as allowed; replay refuses the first of them."""
    deep: Plain = 0
    for _ in range(27):
        deep = [deep]
    log.orders(*([deep] * count))


LOGS: Mapping[str, Callable[[_Log, int], None]] = MappingProxyType(
    {
        "notes": _notes,
        "orders": _orders,
        "records of orders": _records,
        "rolls": _rolls,
        "take-backs": _take_backs,
        "edits": _edits,
        "values": _values,
    }
)


def worst_log(name: str, count: int) -> bytes:
    """The file of such a game."""
    log = _Log()
    LOGS[name](log, count)
    return log.to_bytes()


def idle_turns(folder: Path, counts: Sequence[int]) -> list[bytes]:
    """Games of so many turns in which nothing is done: the most play for a byte of log."""
    game = table(folder)
    found = []
    for number in range(1, max(counts) + 1):
        pass_turn(game.session())
        if number in counts:
            found.append(game.save.to_bytes())
    return found
