"""Dice and choices of a step, in the order in which they were recorded.

A Tape is read forwards.  Dice are taken one request after the other.  An answer is looked for
between the dice taken last and the end of the step, so that choices which only one of the two
engines offers do no harm.
"""

from collections.abc import Callable, Iterable

from engine.core.agenda import Decision
from engine.core.chance import RollRequest, RollResult
from engine.core.ids import UnitId
from engine.gamedef import State
from engine.orders import Bombard, FireRocket, Lose, Order, Pick, Press, Retreat, Submerge
from tests.conformance.replay_json import table, text
from tests.conformance.replay_orders import picks_of
from tests.conformance.replay_record import Ask, Battle, Casualties, Dice, Entry, unit_ids
from tests.conformance.replay_units import Identities


class TapeError(Exception):
    """The recording holds no dice or no answer that fits what our engine waits for."""


class Tape:
    """What happened in a step of the recording, read from the beginning to the end."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        """Put the reading mark at the beginning."""
        self._entries = list(entries)
        self._mark = 0
        self._used: set[int] = set()

    def dice(self, request: RollRequest) -> RollResult:
        """The next dice; raises TapeError when their number is not the one that is wanted."""
        place = self._next(lambda entry: isinstance(entry, Dice))
        entry = None if place is None else self._entries[place]
        if place is None or not isinstance(entry, Dice):
            raise TapeError(f"no dice are left for {request.purpose}")
        if len(entry.rolls) != request.count:
            raise TapeError(
                f"{request.count} dice are wanted for {request.purpose}; recorded are"
                f" {len(entry.rolls)}: {entry.purpose}"
            )
        self._mark = place + 1
        return RollResult(entry.rolls)

    def unread_dice(self) -> str:
        """What the next dice were for that nobody has taken; "" when none are left."""
        place = self._next(lambda entry: isinstance(entry, Dice))
        entry = None if place is None else self._entries[place]
        return entry.purpose if isinstance(entry, Dice) else ""

    def battles(self) -> tuple[Battle, ...]:
        """The battles that were shown, in order."""
        return tuple(entry for entry in self._entries if isinstance(entry, Battle))

    def answer(self, state: State, decision: Decision, units: Identities) -> Order:
        """Our order for the recorded choice; raises TapeError when there is none."""
        place = decision.territory
        match decision.what:
            case "casualties":
                return Lose(place, self._casualties(state, decision, units))
            case "retreat":
                query = self._retreat(decision, submerge=False)
                if query is None or query.answer is None:
                    return Press(place)
                return Retreat(place, _exit(decision, text(query.answer)))
            case "submerge":
                query = self._retreat(decision, submerge=True)
                dived = decision.units if query is not None and query.answer is not None else ()
                chosen = [state.units[key] for key in dived]
                return Submerge(place, picks_of(chosen, ""))
            case "bombard":
                return Bombard(place, self._bombarding(state, decision))
            case "rocket":
                query = self._ask("whereShouldRocketsAttack", {"from": place})
                return FireRocket(place, "" if query is None else text(query.answer))
        raise TapeError(f"no answer is known to {decision.what}")

    def _next(self, fits: Callable[[Entry], bool]) -> int | None:
        for place in range(self._mark, len(self._entries)):
            if place not in self._used and fits(self._entries[place]):
                return place
        return None

    def _ask(self, method: str, options: dict[str, str]) -> Ask | None:
        """The next question of a kind with these options, which is used up."""

        def fits(entry: Entry) -> bool:
            return (
                isinstance(entry, Ask)
                and entry.method == method
                and all(entry.options.get(name) == value for name, value in options.items())
            )

        place = self._next(fits)
        entry = None if place is None else self._entries[place]
        if place is None or not isinstance(entry, Ask):
            return None
        self._used.add(place)
        return entry

    def _retreat(self, decision: Decision, *, submerge: bool) -> Ask | None:
        """The question about a retreat before the next dice."""
        dice = self._next(lambda entry: isinstance(entry, Dice))
        end = len(self._entries) if dice is None else dice
        for place in range(self._mark, end):
            entry = self._entries[place]
            if (
                place not in self._used
                and isinstance(entry, Ask)
                and entry.method == "retreatQuery"
                and entry.options["submerge"] is submerge
                and entry.options["territory"] == decision.territory
                and (not submerge or entry.who == decision.nation)
            ):
                self._used.add(place)
                return entry
        return None

    def _casualties(
        self, state: State, decision: Decision, identities: Identities
    ) -> tuple[Pick, ...]:
        """The units that were hit by the volley fired last."""
        owners = {state.units[key].owner for key in decision.units}
        pool = set(decision.units)

        def fits(entry: Entry) -> bool:
            if not isinstance(entry, Casualties):
                return False
            hit = {identities.ours(key) for key in (*entry.killed, *entry.damaged)}
            return bool(hit) and hit <= pool

        place = self._next(fits)
        if place is None:
            raise TapeError(f"no casualties of {sorted(owners)} in {decision.territory}")
        shown = self._entries[place]
        chosen = self._chosen(place, identities)
        if not chosen and isinstance(shown, Casualties):
            chosen = [identities.ours(key) for key in (*shown.killed, *shown.damaged)]
        self._mark = place + 1
        alike: dict[tuple[str, str], list[UnitId]] = {}
        for key in chosen:
            unit = state.units[key]
            alike.setdefault((unit.type, unit.owner), []).append(key)
        return tuple(
            Pick(len(keys), kind, owner, tuple(keys)) for (kind, owner), keys in alike.items()
        )

    def _chosen(self, end: int, identities: Identities) -> list[UnitId]:
        """The answer given last before the casualties were shown; [] when nobody was asked."""
        for place in range(end - 1, self._mark - 1, -1):
            entry = self._entries[place]
            if isinstance(entry, Dice | Casualties):
                return []
            if isinstance(entry, Ask) and entry.method == "selectCasualties":
                answer = table(entry.answer)
                keys = (*unit_ids(answer["killed"]), *unit_ids(answer["damaged"]))
                return [identities.ours(key) for key in keys]
        return []

    def _bombarding(self, state: State, decision: Decision) -> tuple[Pick, ...]:
        """Ships of the zones of which the player said that they bombard."""
        zones: dict[str, bool] = {}
        for entry in self._entries:
            if isinstance(entry, Ask) and entry.method == "selectShoreBombard":
                zones[text(entry.options["territory"])] = entry.answer is True
        chosen = [state.units[key] for key in decision.units]
        return picks_of((unit for unit in chosen if zones.get(unit.territory, False)), "")


def _exit(decision: Decision, answer: str) -> str:
    """The way out that was taken; aircraft that withdraw stay where they are."""
    if answer in decision.territories:
        return answer
    return "" if "" in decision.territories else answer
