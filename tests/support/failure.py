"""A failed playout as a save: signed, with dice of a rehearsal, for `pbem verify` and `history`.

The dice of a save follow from its log and cannot be chosen.  So the shortened game is played with
the dice of one seed after another until it fails in the same way; a failure that no such game shows
is written as plain actions instead, with the dice that it had.
"""

import hashlib
import json
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine import (
    RULES_VERSION,
    Action,
    Definition,
    IllegalActionError,
    Order,
    RollRequest,
    RollResult,
    Step,
    apply,
    check,
    definition_from_tree,
    format_order,
    new_game,
    order_from_plain,
    order_to_plain,
    parse_order,
    state_digest,
    tree_from_definition,
)
from pbem.dice.rehearsal import ADDRESS, RehearsalClient
from pbem.replay import definition_of, ends_turn, spec_of, waiting_nation
from pbem.save.invite import new_game as found_game
from pbem.save.records import Orders, Roll
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.wire.signing import SigningKey
from tests.support.playout import PlayoutError, check_odd_order, checked_step
from tests.support.shrink import CheckedTable, Failure, fault_on

_SEEDS: Final = 60
_PLAYER: Final = "Soak"


@dataclass(frozen=True, slots=True)
class Written:
    """path: where the failure is; order: what fails after its end, "" when it is in it.

    lines: what to print, with how to see it and how to play it again.
    """

    path: Path
    order: str
    lines: tuple[str, ...]


class SaveTable:
    """A game in a save, with every invariant checked; an action that fails one is in the save."""

    def __init__(self, definition: Definition, seed: str) -> None:
        """A rehearsal in which one player holds every seat."""
        self._key = SigningKey.from_secret(hashlib.sha256(f"soak {seed}".encode()).digest())
        self._dice = RehearsalClient(seed)
        game = hashlib.sha256(f"soak game {seed}".encode()).digest()[:16]
        founded = found_game(
            host=_PLAYER,
            key=self._key,
            game=game,
            name=f"soak {seed}",
            mode="rehearsal",
            rules=RULES_VERSION,
            scenario=tree_from_definition(definition),
            options={},
            seats=dict.fromkeys(definition.politics.nation_names, _PLAYER),
            players={_PLAYER: self._key.public},
            dice=((f"{ADDRESS}{seed}", self._dice.register(game, self._key.public)),),
            time=0,
        )
        self.save: TrustedSave = founded.append_start(self._key, time=0, random=bytes(32))
        self.step: Step = new_game(definition_of(self.save))
        self._nation = waiting_nation(self.step)
        self._pending: list[object] = []

    def give(self, order: Order) -> None:
        """Put it into the log, if the engine accepts it."""
        plain = order_to_plain(order)
        try:
            after = checked_step(self.step.state, order)
        except Exception:
            if _is_applied(self.step, order):
                self._pending.append(plain)
            raise
        self._pending.append(plain)
        self._follow(after)

    def roll(self, request: RollRequest) -> None:
        """Dice of the save's own authority."""
        self.commit()
        signed = self.save.request(self._nation, spec_of(request)).sign(self._key)
        self.save = self.save.append_roll(signed, [self._dice.roll(signed)])
        record = self.save.records[-1]
        assert isinstance(record, Roll)
        self._follow(checked_step(self.step.state, RollResult(record.dice)))

    def commit(self) -> None:
        """Sign what has been ordered into the log."""
        if self._pending:
            self.save = self.save.append_orders(self._nation, self._pending, self._key)
            self._pending = []

    def _follow(self, after: Step) -> None:
        self.step = after
        if not ends_turn(after, self._nation):
            return
        self.commit()
        ending = self.save.sign_end(
            self._nation, state_digest(after.state), self._key, time=0, random=bytes(16)
        )
        self.save = self.save.append_turn_end(ending, [self._dice.close(ending.request)])
        self._nation = waiting_nation(after)


def write_failure(path: Path, failure: Failure) -> Written:
    """Write a failure down; path ends in .pbem, and in .json when no save can show it."""
    for number in range(_SEEDS):
        table = SaveTable(failure.definition, f"{failure.seed}.{number}")
        if fault_on(table, failure, failure.script) == failure.fault:
            table.commit()
            path.write_bytes(table.save.to_bytes())
            return _written(path, failure, table.step)
    plain_table = CheckedTable(failure.definition, failure.seed)
    fault_on(plain_table, failure, failure.script)
    path = path.with_suffix(".json")
    tree = tree_from_definition(failure.definition)
    actions = [_plain(action) for action in plain_table.actions]
    path.write_text(json.dumps({"scenario": tree, "actions": actions}), encoding="utf-8")
    return _written(path, failure, plain_table.step)


def play_failure(path: Path, order: str = "") -> Step:
    """Play a written failure with every check, then try an order; the last step.

    Raises PlayoutError where it fails.
    """
    definition, actions = _read(path)
    step = new_game(definition)
    done: list[Action] = []
    for action in actions:
        try:
            step = checked_step(step.state, action)
        except Exception as error:
            raise PlayoutError(error, done, action, "action") from error
        done.append(action)
    if order:
        tried = parse_order(order, definition)
        try:
            check_odd_order(step.state, tried)
            checked_step(step.state, tried)
        except IllegalActionError:
            return step
        except Exception as error:
            raise PlayoutError(error, done, tried, "odd order") from error
    return step


def _plain(action: Action) -> list[object]:
    """An order in its plain form, or dice as a list of numbers."""
    return list(action.dice) if isinstance(action, RollResult) else order_to_plain(action)


def _action(plain: list[object]) -> Action:
    """What _plain has written: a list that begins with a text is an order."""
    if plain and isinstance(plain[0], str):
        return order_from_plain(plain)
    return RollResult(tuple(die for die in plain if isinstance(die, int)))


def _read(path: Path) -> tuple[Definition, tuple[Action, ...]]:
    if path.suffix == ".json":
        record = json.loads(path.read_text(encoding="utf-8"))
        actions = tuple(_action(plain) for plain in record["actions"])
        return definition_from_tree(record["scenario"]), actions
    save = open_save(path.read_bytes())
    actions = tuple(
        action
        for record in save.records
        for action in (
            [order_from_plain(plain) for plain in record.actions]
            if isinstance(record, Orders)
            else [RollResult(record.dice)]
            if isinstance(record, Roll)
            else []
        )
    )
    return definition_of(save), actions


def _written(path: Path, failure: Failure, step: Step) -> Written:
    """The order that is tried after the end is written out, as it is in no log."""
    order = _order_after(failure, step)
    again = ["python", "-m", "tests.playthroughs.soak", "--again", str(path)]
    if order:
        again += ["--order", order]
    lines = [
        f"{failure.fault}: {failure.at_first} orders made {len(failure.script)} in "
        f"{failure.tries} tries, round {step.state.round}, {step.state.nation}",
        f"play it again with {shlex.join(again)}",
    ]
    if path.suffix == ".pbem":
        lines.append(f"look at it with pbem verify {path} and pbem history {path}")
    return Written(path, order, tuple(lines))


def _order_after(failure: Failure, step: Step) -> str:
    definition = failure.definition
    if failure.stage in ("odd order", "offer") and failure.failed is not None:
        assert not isinstance(failure.failed, RollResult)
        return format_order(failure.failed, definition)
    last = failure.script[-1].order if failure.script else None
    if last is None or _is_applied(step, last) or check(step.state, last):
        return ""
    return format_order(last, definition)


def _is_applied(step: Step, order: Order) -> bool:
    """Whether the engine takes an order that fails a check of ours."""
    try:
        apply(step.state, order)
    except Exception:  # whatever it is, the order cannot be in a log
        return False
    return True
