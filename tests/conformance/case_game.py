"""A game in which a case plays its steps: phases begin and end one by one, dice come from the case.

`engine.game` plays a whole sequence and goes on by itself; a case jumps to a phase and looks at
what it did.  So this file asks the phases and frames of the ruleset itself, and nothing else.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import replace

from engine.core.agenda import Decision, PhaseFrame
from engine.core.chance import RollRequest, RollResult
from engine.core.errors import Illegal
from engine.core.event_log import EventLog
from engine.core.events import Event
from engine.core.events.battle import BattleBegan, TerritoryTaken
from engine.core.events.turn import PhaseClosing, PhaseEnded, PhaseOpened, PhaseSkipped, TurnEnded
from engine.core.ids import NEUTRAL
from engine.core.pick import Pick
from engine.gamedef import Definition, State
from engine.gamedef.option_values import with_option
from engine.orders.bombard import Bombard
from engine.orders.fire_rocket import FireRocket
from engine.orders.form import Order
from engine.orders.lose import Lose
from engine.orders.move import Move
from engine.orders.press import Press
from engine.orders.submerge import Submerge
from engine.phases.phase import Phase
from engine.rules.battle.before.beginning import resolve_battle_start
from engine.rules.battle.before.pending_battles import open_battles, resolve_battle_list
from engine.rules.common.frame import FrameRules
from engine.rules.turn.sequence import resolve_after_triggers
from engine.rules.turn.setup import start_position
from engine.rulesets.registry import ruleset_of
from tests.conformance.case_file import CaseFailedError, CaseUnsupportedError
from tests.conformance.case_map import MapFile

PHASES = {
    "Bid": "bid",
    "BidPlace": "bid_place",
    "Tech": "tech",
    "Purchase": "purchase",
    "CombatMove": "combat_move",
    "Battle": "battle",
    "NonCombatMove": "noncombat_move",
    "Place": "place",
    "TechActivation": "tech_activation",
    "EndTurn": "end_turn",
}
"""The case file's name of each phase, and ours."""


class CaseGame:
    """A position that moves on with the steps of a case.

    state: the position now; map: the file it is played on, with the changes of the case.
    moves: the moves of the phase under way, each with the position before it.
    requests: how many rolls the engine has asked for; walked_in: territories of an enemy that
    were taken without a fight; fought: territories where a battle has begun.
    attackers: how many take part in each battle when the battle phase was begun last.
    found: the die by which research finds what the case says; 0 for a die of the case.
    bombards: whether ships fire at the shore.
    wanted: casualties that the case chooses, by type; {} for the default.
    """

    def __init__(self, map_file: MapFile, dice: Iterable[int]) -> None:
        """The start position; dice: all dice of the case, in the order in which they are used."""
        self.map = map_file
        self.state = start_position(_startable(map_file.parts().definition))
        self.dice = deque(dice)
        self.moves: list[tuple[Move, State]] = []
        self.requests = 0
        self.walked_in: list[str] = []
        self.fought: list[str] = []
        self.wanted: dict[str, int] = {}
        self.attackers: dict[str, int] = {}
        self.found = 0
        self._has_begun = False
        self.bombards = True

    def use_map(self, map_file: MapFile) -> None:
        """Go on with another version of the map."""
        self.map = map_file
        owners = self.state.definition.setup.owners
        world = _startable(map_file.parts().definition)
        definition = replace(world, setup=replace(world.setup, owners=owners))
        self.state = replace(self.state, definition=definition)

    def begin(self, player: str, name: str) -> None:
        """Begin a phase of a player, whatever lies between."""
        if name not in PHASES:
            raise CaseUnsupportedError(f"the phase {name}")
        phase = PHASES[name]
        step = self._step_of(player, phase)
        here = self.state.phase
        if self._has_begun and (here.nation != player or step <= here.step):
            self._extend((TurnEnded(here.nation),))
        self._has_begun = True
        self.moves = []
        self.bombards = True
        frame = PhaseFrame(step, player, phase, "begin")
        self.state = replace(self.state, agenda=(frame,))
        opening = self._phase().opening(self.state)
        kept = (event for event in opening if not isinstance(event, PhaseSkipped))
        self._extend((PhaseOpened(player, phase), *kept))
        self.settle()
        battles = open_battles(self.state)
        self.attackers = {b.territory: len(b.attackers) for b in battles}
        # A case without dice looks at the battle and does not fight it.
        if phase == "battle" and len(self.state.battles) == len(battles) == 1 and self.dice:
            self.fight(battles[0].territory, battles[0].kind)

    def end(self) -> None:
        """End the phase under way."""
        frame = self.state.phase
        self._extend((PhaseClosing(frame.nation, frame.phase),))
        closing = self._phase().closing(self.state)
        self._extend((PhaseEnded(frame.nation, frame.phase), *closing))
        self._extend(resolve_after_triggers(self.state))

    def check(self, order: Order) -> tuple[Illegal, ...]:
        """All reasons against an order in the phase under way."""
        return self._phase().check(self.state, order)

    def give(self, order: Order) -> tuple[Illegal, ...]:
        """Carry out an order; the reasons when it is refused."""
        reasons = self.check(order)
        if not reasons:
            before = self.state
            self._extend(self._phase().resolve(self.state, order))
            self.settle()
            if isinstance(order, Move):
                self.moves.append((order, before))
        return reasons

    def can_undo(self, index: int) -> bool:
        """Whether a move may be taken back: no later one needs it."""
        return self._without(index) is not None

    def undo(self, index: int) -> bool:
        """Take a move back; the later ones are made again.  False when one of them needs it."""
        rest = self._without(index)
        if rest is None:
            return False
        self.state = self.moves[index][1]
        self.moves = self.moves[: index % len(self.moves)]
        for move in rest:
            self.give(move)
        return True

    def fight(self, territory: str, kind: str) -> None:
        """Fight a pending battle to its end; nothing when it was fought already."""
        if self.state.phase.phase != "battle":
            frame = replace(self.state.phase, phase="battle", stage="open")
            self.state = replace(self.state, agenda=(frame,))
            if all(battle.territory != territory for battle in self.state.battles):
                self._extend(resolve_battle_list(self.state))
        for battle in self.state.battles:
            if (battle.territory, battle.kind) == (territory, kind):
                self._extend(resolve_battle_start(self.state, battle))
                self.settle()
                return
        if territory not in self.fought:
            raise CaseFailedError(f"there is no {kind} to fight in {territory}")

    def settle(self) -> None:
        """Let everything happen that waits for dice and decisions of the case alone."""
        while len(self.state.agenda) > 1:
            rules = self._frame()
            following = rules.advance(self.state)
            if isinstance(following, tuple):
                self._extend(following)
            elif isinstance(following, RollRequest):
                self._extend(rules.roll(self.state, self.roll(following)))
            elif isinstance(following, Decision):
                order = self.answer(following)
                reasons = rules.check(self.state, order)
                if reasons:
                    raise CaseFailedError(f"{following.what}: {reasons[0].text}")
                self._extend(rules.resolve(self.state, order))
            else:
                raise CaseFailedError(f"the game waits for {following!r}")

    def roll(self, request: RollRequest) -> RollResult:
        """The next dice of the case."""
        if self.found and request.purpose.startswith("which technology"):
            return RollResult((self.found,))
        if request.count > len(self.dice):
            text = f"the engine asks for {request.count} dice ({request.purpose})"
            raise CaseFailedError(f"{text}, the case holds {len(self.dice)} more")
        self.requests += 1
        return RollResult(tuple(self.dice.popleft() for _ in range(request.count)))

    def answer(self, decision: Decision) -> Order:
        """Nobody retreats or submerges, all ships bombard, casualties are the default."""
        place = decision.territory
        match decision.what:
            case "retreat":
                return Press(place)
            case "casualties" if self.wanted:
                return Lose(place, tuple(Pick(n, kind) for kind, n in self.wanted.items()))
            case "submerge":
                return Submerge(place, ())
            case "rocket":
                return FireRocket(place, "")
            case "bombard" if not self.bombards:
                return Bombard(place, ())
            case "bombard":
                # The last answer of the list is as many ships as may fire.
                return list(self._frame().legal(self.state))[-1]
        return next(self._frame().legal(self.state))

    def extend(self, events: Iterable[Event]) -> None:
        """Let events happen that a step has found by itself, and all that follows."""
        self._extend(events)
        self.settle()

    def _extend(self, events: Iterable[Event]) -> None:
        log: EventLog[Definition] = EventLog(self.state)
        for event in events:
            if isinstance(event, BattleBegan):
                self.fought.append(event.territory)
            taken = isinstance(event, TerritoryTaken) and event.previous != NEUTRAL
            if isinstance(event, TerritoryTaken) and taken and event.territory not in self.fought:
                self.walked_in.append(event.territory)
            log.add(event)
        self.state = log.state

    def _without(self, index: int) -> tuple[Move, ...] | None:
        """The moves after one of them, None when they cannot be made without it."""
        if not -len(self.moves) <= index < len(self.moves):
            return None
        here, moves, place = self.state, list(self.moves), index % len(self.moves)
        rest = tuple(move for move, _ in moves[place + 1 :])
        self.state = moves[place][1]
        possible = all(not self.give(move) for move in rest)
        self.state, self.moves = here, moves
        return rest if possible else None

    def _step_of(self, player: str, phase: str) -> int:
        sequence = self.state.definition.sequence
        if player not in self.state.definition.politics.nation_names:
            raise CaseUnsupportedError(f"the map has no nation {player!r}")
        for number, step in enumerate(sequence):
            if (step.nation, step.phase) == (player, phase):
                return number
        # A phase that the map does not have comes where the nation's first step stands.
        found = [number for number, step in enumerate(sequence) if step.nation == player]
        return found[0] if found else 0

    def _phase(self) -> Phase:
        ruleset = ruleset_of(self.state.definition.ruleset)
        return ruleset.phases[self.state.phase.phase]

    def _frame(self) -> FrameRules:
        return ruleset_of(self.state.definition.ruleset).frames[type(self.state.agenda[-1])]


def _startable(definition: Definition) -> Definition:
    """The definition as a case needs it: the defender is asked, and answers by the case."""
    options = with_option(definition.options, "ask_defender", True, locked=False)
    return replace(definition, options=options)
