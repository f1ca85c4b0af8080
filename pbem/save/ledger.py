"""The state of a log while it is being verified, by the rules of the log and not of the game.

`pbem.save.step` makes a longer ledger out of one and a record; nothing else does, and none changes.
"""

from engine.values import dataclass, field
from pbem.dice.sources import DiceSource, LogPoint
from pbem.save.agreement_checks import Log
from pbem.save.history import LogHistory
from pbem.save.holders import Holders
from pbem.save.keyring import Keyring
from pbem.save.kinds import RecordKind
from pbem.save.new_dice import DiceAt
from pbem.save.quotas import Quotas
from pbem.save.records import Genesis
from pbem.wire.errors import ASK_AGAIN, ChainError
from pbem.wire.signing import Verifier


@dataclass(frozen=True, slots=True)
class Ledger:
    """What the records so far say, and what the next one is checked against.

    `history`: the verified entries; `start`: number of the start record, 0 before it; `next_roll`
    and `next_turn`: numbers from 1; `sources`: the dice authorities, `former`: those that others
    have replaced, as they were then; `packed`: the frame of the closed turns, b"" without one.
    """

    keyring: Keyring
    verifier: Verifier
    history: LogHistory = field(default_factory=LogHistory)
    start: int = 0
    holders: Holders = field(default_factory=lambda: Holders({}, {}, b""))
    next_roll: int = 1
    next_turn: int = 1
    sources: tuple[DiceSource, ...] = ()
    former: tuple[DiceSource, ...] = ()
    quotas: Quotas = field(default_factory=Quotas)
    packed: bytes = b""

    @property
    def genesis(self) -> Genesis:
        """The set-up of the game; ChainError `wrong-stage` before the first record."""
        record = self.history[0].record if self.history else None
        if not isinstance(record, Genesis):
            raise ChainError("wrong-stage", "there is no genesis record yet")
        return record

    def check_stage(self, kind: RecordKind) -> None:
        """Genesis once and first, joins, one start, then play; ChainError `wrong-stage`."""
        if not self.history:
            fits = kind == "genesis"
        elif not self.start:
            fits = kind in ("join", "start")
        else:
            fits = kind not in ("genesis", "join", "start")
        if not fits:
            raise ChainError("wrong-stage", f"a {kind} record is not allowed here", ASK_AGAIN)

    def check_prev(self, prev: bytes) -> None:
        """That a record names the head of the log; ChainError `broken-link`."""
        if prev != self.history.head:
            raise ChainError(
                "broken-link", "it does not follow from the record before it", ASK_AGAIN
            )

    def log(self) -> Log:
        """What a proposal is checked against."""
        genesis = self.genesis
        return Log(
            game=genesis.game,
            mode=genesis.mode,
            history=self.history,
            next_turn=self.next_turn,
            dice=self.dice_at(),
            start=self.start or len(self.history),
            holders=self.holders,
            pace=genesis.pace,
            keyring=self.keyring,
        )

    def place(self) -> LogPoint:
        """The end of the log, for the next roll or the next end of a turn."""
        return LogPoint(
            game=self.genesis.game,
            head=self.history.head,
            index=self.next_roll,
            turn=self.next_turn,
            seats=self.holders.keys(),
            sources=self.sources,
        )

    def dice_at(self) -> DiceAt:
        """What a new dice authority is checked against."""
        genesis = self.genesis
        hosts = (genesis.host_key, self.holders.host, *self.holders.keys().values())
        return DiceAt(genesis.game, genesis.mode, hosts, self.sources, self.next_roll)
