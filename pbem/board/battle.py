"""The battle window: both sides of the battle under way, whom they have lost, and what was told."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from typing import Final, TypeAlias

from engine import BattleView, State, Unit, battle_view, type_words
from engine.advice import attacker_chance, percent
from pbem.atlas.signs import symbols_of
from pbem.board.action_lines import ActionLine
from pbem.text import plain

Plain: TypeAlias = dict[str, object]

_SIDES: Final = ("attacker", "defender")


class BattleWatch:
    """Follows one battle after the other, from its first shot to its end.

    Of a battle that was under way when the program was started it knows what it was told since.
    """

    def __init__(self) -> None:
        """No battle was seen yet."""
        self._last: BattleView | None = None
        self._known: dict[str, dict[int, Unit]] = {}
        self._told: list[tuple[ActionLine, ...]] = []
        self._is_over = False

    def clear(self) -> None:
        """Forget the battle: the turn is another one."""
        self._last, self._is_over = None, False

    def follow(self, after: State, told: tuple[ActionLine, ...]) -> None:
        """Take up what an order or a roll has led to."""
        now = battle_view(after)
        was_over = self._is_over
        self._see(after)
        if now is not None or not was_over:
            self._told.append(told)
        self._is_over = self._last is not None and now is None

    def say(self, told: tuple[ActionLine, ...]) -> None:
        """Take up what is said beside it."""
        if self._last is not None and not self._is_over:
            self._told.append(told)

    def view(self, state: State) -> Plain | None:
        """The battle under way, or the last one with its end; None for none."""
        self._see(state)
        now = battle_view(state)
        if now is None and not self._is_over:
            self.clear()  # taken back before its dice
        shown = now or self._last
        if shown is None:
            return None
        return {
            "place": shown.territory,
            "kind": shown.kind.replace("_", " "),
            "round": shown.round,
            "over": now is None,
            "sides": [self._side(state, shown, side, now is None) for side in _SIDES],
            "told": [[asdict(one) for one in group] for group in self._told if group],
        }

    def _see(self, state: State) -> None:
        now = battle_view(state)
        if now is None:
            return
        last = self._last
        if (
            last is None
            or self._is_over
            or (last.territory, last.kind) != (now.territory, now.kind)
        ):
            self._known = {side: {} for side in _SIDES}
            self._told, self._is_over = [], False
        self._last = now
        for side, keys in zip(_SIDES, (now.attackers, now.defenders), strict=True):
            self._known[side] |= {key: state.units[key] for key in keys if key in state.units}

    def _side(self, state: State, shown: BattleView, side: str, is_over: bool) -> Plain:
        here = shown.attackers if side == "attacker" else shown.defenders
        known = self._known[side]
        # Once it is over, whoever lives has come through, wherever they are now.
        alive = [key for key in known if key in state.units and (is_over or key in here)]
        lost = [
            key for key in known if key not in alive and (is_over or not _went(state, key, shown))
        ]
        nation = shown.attacker if side == "attacker" else shown.defender
        units = [state.units[key] for key in alive]
        return {
            "side": side,
            "nation": nation,
            "rows": _rows(state, units, side, nation),
            "lost": _rows(state, [known[key] for key in lost], side, nation),
        }


def _went(state: State, key: int, shown: BattleView) -> bool:
    """Whether a unit lives somewhere else now: it has retreated or submerged."""
    unit = state.units.get(key)
    return unit is not None and unit.territory != shown.territory


def _rows(state: State, units: Iterable[Unit], side: str, nation: str) -> list[Plain]:
    """Like units with sign and number, and what a die of theirs hits at; of blocks the strength."""
    kinds, signs = state.definition.unit_types, symbols_of(state.definition)
    is_block = state.definition.blocks is not None
    counts = Counter((unit.type, unit.owner, unit.hits, unit.strength) for unit in units)
    order = {name: place for place, name in enumerate(kinds)}
    rows: list[Plain] = []
    for (name, owner, hits, steps), count in sorted(
        counts.items(), key=lambda row: order[row[0][0]]
    ):
        kind = kinds[name]
        die = kind.attack if side == "attacker" else kind.defence
        rows.append(
            {
                "type": name,
                "owner": owner if owner != nation else "",
                "label": plain(type_words(name)),
                "symbol": signs[name],
                "count": count,
                "hits": hits,
                "strength": steps if is_block else die,
                "is_block": is_block,
            }
        )
    return rows


def chance_words(state: State) -> Plain:
    """The chance that the attacker wins, as a number and in words; {} where it is not known."""
    chance = attacker_chance(state)
    if chance is None:
        return {}
    return {"chance": round(100 * chance), "text": f"The attacker wins with {percent(chance)}."}
