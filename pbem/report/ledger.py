"""The luck of a whole game: by nation, by kind of roll and by battle (ADR 0041).

Every roll is in exactly one row of each of the three lists, so each of them adds up to the whole.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from engine import NOBODY, NationName, State, events
from engine.luck import HITS, KINDS, Rolled, Swing, rolled, swings
from engine.values import dataclass
from pbem.report.luck import Luck, how_often, tally
from pbem.report.scenes import Event, Scene, scenes_of
from pbem.text import counted

_SCORES: Final = dict(KINDS)


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn as the ledger needs it: number from 1, round, nation, the position before, events."""

    number: int
    round: int
    nation: NationName
    before: State
    events: Sequence[Event]


@dataclass(frozen=True, slots=True)
class KindLuck:
    """The rolls of one kind; scores: what they score (engine.luck.KINDS)."""

    kind: str
    scores: str
    luck: Luck

    @property
    def label(self) -> str:
        """The kind in words."""
        return "AA fire" if self.kind == "aa_fire" else self.kind.replace("_", " ")


@dataclass(frozen=True, slots=True)
class NationLedger:
    """One nation: its hits, its rolls by kind, and what its battles brought against the odds.

    swing: PUs, positive when it did better; battles: how many of them have a swing.
    """

    nation: NationName
    luck: Luck
    kinds: tuple[KindLuck, ...]
    swing: float
    battles: int


@dataclass(frozen=True, slots=True)
class FoughtBattle:
    """A battle, or fire outside one: hits of the nation on turn and of its enemies.

    turn: number from 1; what: ``"battle"``, ``"raid"``, ``"air_battle"``, or the kind of a roll
    outside battles; swing: None for everything that is not a battle, and while it goes on.
    """

    turn: int
    round: int
    territory: str
    what: str
    attacker: NationName
    defender: NationName
    attacker_luck: Luck
    defender_luck: Luck
    swing: Swing | None = None


@dataclass(frozen=True, slots=True)
class LuckLedger:
    """The whole: hits of all, the rolls by kind, the nations in turn order, battles in order."""

    turns: int
    luck: Luck
    kinds: tuple[KindLuck, ...]
    nations: tuple[NationLedger, ...]
    fights: tuple[FoughtBattle, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """Whether it is noise: a sentence for each nation.

        Where one of them is far off, how often one of so many nations is, with fair dice.
        """
        told = tuple(f"{entry.nation}: {entry.luck.sentence}." for entry in self.nations)
        if all(entry.luck.verdict == "noise" for entry in self.nations):
            return told
        furthest = min(entry.luck.account.chance for entry in self.nations)
        often = how_often(1 - (1 - furthest) ** len(self.nations))
        return (*told, f"Of {counted(len(self.nations), 'nation')} one is that far off {often}.")


@dataclass(frozen=True, slots=True)
class _Fight:
    """What opens a row of the list of battles."""

    territory: str
    what: str
    attacker: NationName
    defender: NationName


def ledger_of(turns: Iterable[PlayedTurn], order: Sequence[NationName]) -> LuckLedger:
    """The luck of the turns of a game; order: its nations in turn order."""
    rolls: list[Rolled] = []
    fights: list[FoughtBattle] = []
    count = 0
    for turn in turns:
        count += 1
        scenes = scenes_of(turn.before, turn.events)
        found = rolls_of(scenes)
        rolls.extend(roll for _, roll in found)
        fights.extend(_fights_of(turn, scenes, found))
    return LuckLedger(
        turns=count,
        luck=hits_of(rolls),
        kinds=_kinds_of(rolls),
        nations=_nations_of(rolls, fights, order),
        fights=tuple(fights),
    )


def rolls_of(scenes: Iterable[Scene]) -> list[tuple[Scene, Rolled]]:
    """Every roll that scores, with its scene, in order."""
    found = ((scene, rolled(scene.before, scene.event)) for scene in scenes)
    return [(scene, roll) for scene, roll in found if roll is not None]


def hits_of(rolls: Iterable[Rolled]) -> Luck:
    """The luck of all rolls that score hits."""
    return tally(roll for roll in rolls if _SCORES[roll.kind] == HITS)


def _kinds_of(rolls: Sequence[Rolled]) -> tuple[KindLuck, ...]:
    return tuple(
        KindLuck(kind, scores, tally(same))
        for kind, scores in KINDS
        if (same := [roll for roll in rolls if roll.kind == kind])
    )


def _nations_of(
    rolls: Sequence[Rolled], fights: Sequence[FoughtBattle], order: Sequence[NationName]
) -> tuple[NationLedger, ...]:
    names = {roll.nation for roll in rolls}
    names |= {name for one in fights if one.swing for name in (one.attacker, one.defender)}
    ordered = [name for name in order if name in names]
    return tuple(
        _nation(name, [roll for roll in rolls if roll.nation == name], fights)
        for name in (*ordered, *sorted(names.difference(ordered)))
    )


def _nation(
    name: NationName, rolls: Sequence[Rolled], fights: Iterable[FoughtBattle]
) -> NationLedger:
    amounts = [
        one.swing.amount if one.attacker == name else -one.swing.amount
        for one in fights
        if one.swing is not None
        and one.swing.left_out is None
        and name in {one.attacker, one.defender}
    ]
    return NationLedger(name, hits_of(rolls), _kinds_of(rolls), sum(amounts), len(amounts))


def _fights_of(
    turn: PlayedTurn, scenes: Sequence[Scene], found: Sequence[tuple[Scene, Rolled]]
) -> list[FoughtBattle]:
    """The battles of a turn in order, and what was fired outside them."""
    swung = iter(swings((scene.before, scene.event) for scene in scenes))
    by_scene = {id(scene): roll for scene, roll in found}
    rows: list[tuple[_Fight, list[tuple[bool, Rolled]]]] = []
    results: dict[int, Swing] = {}
    current = -1
    for scene in scenes:
        opened = _opened(scene)
        if opened is not None:
            current = len(rows)
            rows.append((opened, []))
        if isinstance(scene.event, events.battle.BattleEnded) and scene.event.kind == "battle":
            swing = next(swung, None)
            if swing is not None:
                results[current] = swing
        roll = by_scene.get(id(scene))
        if roll is None or _SCORES[roll.kind] != HITS:
            continue
        if current < 0 or rows[current][0].territory != roll.territory or current in results:
            current = len(rows)
            rows.append((_outside(scene, roll), []))
        rows[current][1].append((roll.nation == scene.before.nation, roll))
    return [
        _fought(turn, fight, rolls, results.get(place))
        for place, (fight, rolls) in enumerate(rows)
        if rolls or place in results
    ]


def _opened(scene: Scene) -> _Fight | None:
    match scene.event:
        case events.battle.BattleBegan() as event:
            return _Fight(event.territory, event.kind, event.attacker, event.defender)
        case events.blocks.BlockBattleStarted() as event:
            what = "raid" if event.is_raid else "battle"
            return _Fight(event.territory, what, event.attacker, NOBODY)
        case _:
            return None


def _outside(scene: Scene, roll: Rolled) -> _Fight:
    """Fire outside battles: AA guns at aircraft on their way, kamikaze attacks."""
    return _Fight(roll.territory, roll.kind, scene.before.nation, roll.nation)


def _fought(
    turn: PlayedTurn, fight: _Fight, rolls: Iterable[tuple[bool, Rolled]], swing: Swing | None
) -> FoughtBattle:
    sides: tuple[list[Rolled], list[Rolled]] = ([], [])
    for is_attacker, roll in rolls:
        sides[0 if is_attacker else 1].append(roll)
    against = fight.defender or next((roll.nation for roll in sides[1]), NOBODY)
    return FoughtBattle(
        turn=turn.number,
        round=turn.round,
        territory=fight.territory,
        what=fight.what,
        attacker=fight.attacker,
        defender=against,
        attacker_luck=tally(sides[0]),
        defender_luck=tally(sides[1]),
        swing=swing,
    )
