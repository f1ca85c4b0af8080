"""Going through a log record by record with the engine.

Records that were taken back are played like all others: they were legal when they were signed, and
their dice and digests have to fit.  Then the walk goes back to where the agreement says.
"""

from collections.abc import Iterator

from engine import (
    NOBODY,
    Action,
    AgreedAction,
    NationName,
    RollRequest,
    RollResult,
    State,
    Step,
    attempt,
    new_game,
    state_digest,
)
from engine.values import replace
from pbem.dice.protocol import DiceRequest
from pbem.motions.consent import SignedProposal
from pbem.replay.actions import action_of, order_of
from pbem.replay.checkpoint import rest_of
from pbem.replay.errors import (
    DigestError,
    IllegalOrderError,
    InvalidOrderError,
    NotYourTurnError,
    OtherRulesError,
    UnfitDiceError,
)
from pbem.replay.lateness import Judge
from pbem.replay.model import (
    Position,
    ReplayCheckpoint,
    Turn,
    ends_turn,
    waiting_nation,
)
from pbem.replay.moments import History, Moment, describe
from pbem.replay.notices import Notice, absence_text, notice_of
from pbem.replay.persistent_list import PersistentList
from pbem.replay.point import LAST_GOOD, NO_NOTICES, Point, resumed
from pbem.replay.rules import definition_of
from pbem.replay.slicing import Reached, beginning_of_turn, end_of_turn
from pbem.save.consent_records import Absence, Note, RollAgain
from pbem.save.dice_agreements import lost_rolls
from pbem.save.entries import LogEntry
from pbem.save.errors import SaveError
from pbem.save.records import START, TURN_END, Orders, Roll, TurnEnd, VoidRoll
from pbem.save.trusted_save import TrustedSave

MAX_PHASE_ORDERS = 2_000


def read_history(save: TrustedSave) -> History:
    """Every moment of a game up to the first bad record; OtherRulesError when there is none."""
    walk = _Walk(save)
    moments = [walk.beginning()]
    for entry in save.entries:
        try:
            for moment in walk.play(entry):
                moments.append(moment)
        except SaveError as caught:
            error = caught.at(entry.index, entry.kind)
            return History(tuple(moments), error, walk.finished, walk.turns())
    return History(tuple(moments), None, walk.finished, walk.turns())


def read_position(save: TrustedSave) -> Position:
    """Play a save (B6): from its start, or from where `save.played` says that it was played to.

    What is wrong with the play is put into `error`, so that the last good state can be seen;
    OtherRulesError is raised, because then there is no state at all.
    """
    return play_on(save, rest_of(save))


def play_on(save: TrustedSave, rest: ReplayCheckpoint | None) -> Position:
    """What `read_position` gives, from where the play came to rest before; None for the start."""
    walk = _Walk(save, rest)
    error: SaveError | None = None
    for entry in save.entries[walk.start :]:
        try:
            for _ in walk.play(entry):
                pass
        except SaveError as caught:
            error = caught.at(entry.index, entry.kind)
            break
    return Position(
        save,
        walk.definition,
        walk.step,
        walk.turns(),
        walk.number,
        error,
        walk.unsigned_end,
        walk.earlier,
        walk.rest() if error is None else None,
    )


def turns_of(position: Position) -> tuple[Turn, ...]:
    """All turns of a game; those that are not at hand are played again."""
    if not position.earlier:
        return position.turns
    return read_position(replace(position.save, played=b"")).turns


def last_turn(position: Position) -> Turn | None:
    """The last finished turn, None before there is one; played again if it is not at hand."""
    finished = [turn for turn in position.turns if turn.is_finished]
    if not finished and position.earlier:
        finished = [turn for turn in turns_of(position) if turn.is_finished]
    return finished[-1] if finished else None


class _Walk:
    """One pass over the log; mutable, used inside this module only."""

    def __init__(self, save: TrustedSave, rest: ReplayCheckpoint | None = None) -> None:
        """rest: from where; None for the start of the game."""
        self.save = save
        self.start = rest.records if rest is not None else 0
        self.earlier = rest.finished if rest is not None else 0
        if rest is None:
            self.definition = definition_of(save)
            step = new_game(self.definition)
            self._at = Point(step, Reached(step.state), step.state)
        else:
            self.definition = rest.definition
            self._at = resumed(rest)
        self.number = self._at.number
        self._goals = {
            entry.motion.back_to
            for entry in save.entries
            if entry.motion is not None and entry.motion.back_to is not None
        }
        self._kept: dict[int, Point] = {self.start - 1: self._at}
        self._phase = rest.phase if rest is not None else ("", 0, "")
        self._ordered = rest.ordered if rest is not None else 0
        self._names: dict[bytes, str] = {}
        pace = save.genesis.pace
        self._judge = Judge(save, pace) if pace is not None else None
        # Numbers that all have agreed to declare void; a take-back changes nothing about that.
        self._lost_rolls = lost_rolls(save.entries)
        # Nations that the next number may have been rolled for: see `_void`.
        self._asking: set[str] = self._at.may_ask() if rest is not None else set()

    @property
    def step(self) -> Step:
        return self._at.step

    @property
    def finished(self) -> int:
        return self.earlier + self._at.finished.count

    def beginning(self) -> Moment:
        state = self.step.state
        nation = waiting_nation(self.step)
        return Moment(0, 0, 0, state.round, nation, state.phase.phase, None, self.step)

    @property
    def unsigned_end(self) -> NationName:
        return self._at.mover if self._at.over else NOBODY

    def play(self, entry: LogEntry) -> Iterator[Moment]:
        """The moments of one record."""
        index, record = entry.index, entry.record
        if isinstance(record, Orders):
            for plain in record.actions:
                # Before each of them: an order may lead to a question to another player.
                self._at.check_nation(record.nation)
                self._count_order()
                yield self._act(order_of(plain), index, NationName(record.nation))
        elif isinstance(record, Roll):
            yield self._roll(record, record.request, index)
        elif isinstance(record, RollAgain):
            again = self.save.entries[record.record].record
            if isinstance(again, Roll):
                yield self._roll_again(again, record, index)
        elif isinstance(record, VoidRoll):
            yield self._void(record, index)
        elif isinstance(record, TurnEnd):
            self._end_turn(record, index)
        elif isinstance(record, Note | Absence):
            yield self._said(record, index)
        elif entry.agreement is not None:
            yield self._enact(entry, entry.agreement)
        if isinstance(record, Roll | VoidRoll | TurnEnd):
            self._asking.clear()
        self._asking |= self._at.may_ask()
        if index in self._goals:
            self._kept[index] = self._at

    def turns(self) -> tuple[Turn, ...]:
        if self._at.first is None:
            return self._at.finished.all()
        return (*self._at.finished.all(), self._turn(False, "", 0, self._at.mover))

    def rest(self) -> ReplayCheckpoint | None:
        """Where the log ends, if it ends with a turn or the start and was not taken up there."""
        at, records = self._at, self.save.entries
        if len(records) == self.start or records[-1].kind not in (START, TURN_END) or at.over:
            return None
        return ReplayCheckpoint(
            records=len(records),
            finished=self.finished,
            moments=self.number,
            definition=self.definition,
            before=at.before.state,
            opening=at.happened.all(),
            step=at.step,
            phase=self._phase,
            ordered=self._ordered,
            mover=at.mover,
        )

    def _count_order(self) -> None:
        """The budget of a phase, whatever was replaced or taken back in it."""
        state = self.step.state
        phase = state.nation, state.round, state.phase.phase
        self._ordered = self._ordered + 1 if phase == self._phase else 1
        self._phase = phase
        if self._ordered > MAX_PHASE_ORDERS:
            raise OtherRulesError(
                "too-many-actions",
                f"there are more than {MAX_PHASE_ORDERS} orders in one phase",
                "Nobody gives that many; do not play with whoever sent it.",
            )

    def _roll(self, roll: Roll, request: DiceRequest, index: int) -> Moment:
        self._at.check_nation(request.nation)
        self._at.check_request(request)
        return self._act(RollResult(roll.dice), index, NationName(request.nation))

    def _roll_again(self, roll: Roll, record: RollAgain, index: int) -> Moment:
        request = roll.request
        place = f" for {request.spec.where}" if request.spec.where else ""
        dice = " ".join(str(die) for die in roll.dice)
        text = f"{dice}{place}, as in record {record.record}"
        moment = self._roll(roll, request, index)
        return self._noticed(moment, Notice("roll_again", text, (), index))

    def _void(self, record: VoidRoll, index: int) -> Moment:
        """V5: a number was used up for a nation that could not have rolled it anywhere.

        Not since the last roll, void record or end of a turn: a take-back may have moved the turn
        away from somebody who rolled in secret.
        """
        mover = self._at.on_turn
        if record.void.nation != mover:
            text = f"it is signed for {record.void.nation}, and it is the turn of {mover}"
            raise NotYourTurnError("not-your-turn", text, LAST_GOOD)
        index_of_roll, nation = record.request.index, record.request.nation
        is_lost = index_of_roll in self._lost_rolls
        if nation in self._asking | self._at.may_ask() and not is_lost:
            raise UnfitDiceError(
                "void-unfit",
                f"roll {index_of_roll} was for {nation}, whose turn it was",
                "Nobody may throw away their dice; do not play on from this save.",
            )
        who = self._name_of(record.asker) or "somebody"
        why = "all agreed that its position is lost, and" if is_lost else "whose turn it was not;"
        text = f"{who} asked for roll {index_of_roll} for {nation}, {why} it is void"
        by = self._name_of(self.save.entries[index].signer)
        return self._happened(Notice("lost" if is_lost else "void", text, (by,), index))

    def _act(self, action: Action | AgreedAction, index: int, nation: NationName) -> Moment:
        if self._at.over:
            self._at.check_nation(nation)
        before = self.step.state
        step = attempt(before, action, self.step.waiting)
        if not isinstance(step, Step):
            raise IllegalOrderError(describe(action, self.definition), step, LAST_GOOD)
        self.number += 1
        is_first = self._at.first is None
        # A defender who is asked acts in the turn of another nation.
        mover = (before.nation or nation) if is_first else self._at.mover
        self._at = replace(
            self._at,
            step=step,
            number=self.number,
            penultimate=before,
            happened=self._at.happened.plus(*step.events),
            first=index if is_first else self._at.first,
            mover=mover,
            last=index,
            over=ends_turn(step, mover),
        )
        return self._moment(index, before, nation, action)

    def _moment(
        self, index: int, before: State, nation: NationName, action: Action | AgreedAction | None
    ) -> Moment:
        turn = self.finished
        phase = before.phase.phase
        return Moment(self.number, index, turn, before.round, nation, phase, action, self.step)

    def _noticed(self, moment: Moment, notice: Notice) -> Moment:
        self._at = replace(self._at, notices=self._at.notices.plus(notice))
        return replace(moment, notice=notice)

    def _said(self, record: Note | Absence, index: int) -> Moment:
        self._at.check_nation(record.nation)
        if isinstance(self.step.waiting, RollRequest):
            raise UnfitDiceError(
                "note-after-dice",
                "words come before dice that the game asks for here",
                LAST_GOOD,
            )
        who = self._name_of(self.save.entries[index].signer)
        if isinstance(record, Absence):
            pace = self.save.genesis.pace
            told = absence_text(record, pace.offset if pace is not None else 0)
            return self._happened(Notice("absence", told, (who,), index))
        if record.territory not in self.definition.board.territories:
            raise InvalidOrderError(
                "unknown-territory", "a note is on a territory that does not exist"
            )
        text = f"{record.territory}: {record.text or 'the note is removed'}"
        return self._happened(Notice("note", text, (who,), index))

    def _name_of(self, key: bytes) -> str:
        """Looked up once for a key: a log can hold thousands of changes of seats and keys."""
        if key not in self._names:
            self._names[key] = self.save.name_of(key)
        return self._names[key]

    def _happened(self, notice: Notice) -> Moment:
        """A moment of its own in which nothing changes on the board."""
        self.number += 1
        self._at = replace(self._at, number=self.number)
        before = self.step.state
        moment = self._moment(notice.record, before, waiting_nation(self.step), None)
        return self._noticed(replace(moment, step=replace(self.step, events=())), notice)

    def _enact(self, entry: LogEntry, signed: SignedProposal) -> Moment:
        """Do what was agreed."""
        motion = signed.proposal.motion
        late = self._lateness(entry)
        # Anybody who is put out must not be able to prevent that with an end that they do not sign.
        if not motion.IS_ABOUT_DICE and not late:
            self._at.check_not_over()
        self._at.check_appender(entry, signed, self.save.holders)
        notice = notice_of(self.save, signed, entry.index, self.definition)
        notice = replace(notice, text=f"{notice.text}; {late}") if late else notice
        nation = waiting_nation(self.step)
        if motion.AFTER_DICE:
            self._at.check_no_dice(motion.AFTER_DICE)
        if motion.back_to is not None:
            return self._take_back(motion.back_to, notice)
        action = action_of(motion)
        if action is None:
            return self._happened(notice)
        self._at = replace(self._at, over=False)
        moment = self._act(action, entry.index, nation)
        # The game may be over, but nobody has a turn to sign for it.
        self._at = replace(self._at, over=False)
        return self._noticed(moment, notice)

    def _lateness(self, entry: LogEntry) -> str:
        """How late a player was whom an agreement puts out, in a game with a pace."""
        if self._judge is None:
            return ""
        return self._judge.check(entry, self._at.on_turn, self._at.waits_for)

    def _take_back(self, record: int, notice: Notice) -> Moment:
        goal = self._kept[record]
        self._at = goal
        notice = replace(notice, text=f"{notice.text}, to step {goal.number} of the history")
        return replace(self._happened(notice), back_to=goal.number)

    def _end_turn(self, record: TurnEnd, index: int) -> None:
        at = self._at
        if not at.over or record.nation != at.mover:
            raise NotYourTurnError(
                "turn-not-over",
                f"the turn of {record.nation} is not over, but its end is signed",
                LAST_GOOD,
            )
        digest = state_digest(self.step.state)
        if record.end.digest != digest:
            raise DigestError(
                "wrong-digest",
                f"the position after the turn of {record.nation} is not the one that was signed",
                "One of you may have another version of pbem; ask the sender.",
            )
        # Only the last action can have led into the next turn.
        own, rest = end_of_turn(at.step.events, at.mover)
        after = Reached(at.penultimate, own)
        earlier = at.happened.all()[: at.happened.count - len(at.step.events)]
        self._at = replace(at, last=index, happened=PersistentList((*earlier, *own)))
        turn = self._turn(True, record.end.message, record.end.time, at.mover)
        between, opening = beginning_of_turn(rest, waiting_nation(at.step))
        self._at = replace(
            self._at,
            finished=at.finished.plus(replace(turn, end=after)),
            before=after.then(between),
            happened=PersistentList(opening),
            first=None,
            over=False,
            notices=NO_NOTICES,
        )

    def _turn(self, finished: bool, message: str, time: int, nation: NationName) -> Turn:
        at = self._at
        return Turn(
            number=self.finished,
            round=at.before.round,
            nation=nation,
            first=at.first or 0,
            last=at.last,
            begin=at.before,
            end=Reached(at.step.state),
            events=at.happened.all(),
            is_finished=finished,
            message=message,
            time=time,
            notices=at.notices.all(),
        )
