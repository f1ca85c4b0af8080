"""What the dice of an event could have scored, and what they did score.

A die that hits at 2 or less of 6 is the draw (4, 2): four of six equally likely faces score
nothing, two score one.  Everything else is such a draw as well: the one die of low luck for what
is left over, a bomber that keeps the best of two dice, the points of a bomb.  Sure hits of low luck
are not draws: there is no luck in them.  Dice that only say who or what is concerned (which
aircraft is lost, which technology is found, the order of the year) score and count nothing.

Rule: rule book, How units fire, Low luck, Technology (B105, B121, B133, B196, B241 to B244).
"""

from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import Final

from engine.core.agenda import BlockadeFrame, BlockBattleFrame, BondsFrame, ResearchFrame
from engine.core.events import Event
from engine.core.events.battle import FactoryBombed, FireGroup, KamikazeRolled, VolleyFired
from engine.core.events.blocks import BlockFired
from engine.core.events.economy import IncomeCollected, ResearchRolled
from engine.core.events.politics import ActionRolled
from engine.core.events.triggers import TriggerRolled
from engine.core.events.turn import FrameReplaced
from engine.core.ids import NEUTRAL, NOWHERE, NationName, TerritoryName
from engine.core.low_luck import low_luck_split
from engine.gamedef import State
from engine.rules.battle.around.raid import raid_damage
from engine.rules.blocks.fire import needed
from engine.rules.economy.blockades import HIGHEST
from engine.values import dataclass

Draw = tuple[int, ...]
"""How many of equally likely results score 0, 1, 2 ... points."""

HITS: Final = "hits"
SUCCESSES: Final = "successes"
DAMAGE: Final = "damage"
MONEY: Final = "PUs"
LOST: Final = "PUs lost"

KINDS: Final[tuple[tuple[str, str], ...]] = (
    ("attack", HITS),
    ("defence", HITS),
    ("aa_fire", HITS),
    ("bombardment", HITS),
    ("air_battle", HITS),
    ("kamikaze", HITS),
    ("raid", DAMAGE),
    ("rocket", DAMAGE),
    ("research", SUCCESSES),
    ("politics", SUCCESSES),
    ("triggers", SUCCESSES),
    ("war_bonds", MONEY),
    ("blockade", LOST),
)
"""The kinds of rolls, each with what it scores; only rolls that score the same are added up."""

_AA_STEPS: Final = frozenset({"aa_fire", "overflight"})


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice of one kind that were rolled together.

    kind: one of KINDS; nation: whose dice they are; territory: where, "" for nowhere.
    dice: how many fell; scored: what they scored, `sure` included; sure: without a die.
    draws: pairs (draw, how many of them), sorted; `scored` is `sure` and what the draws gave.
    """

    kind: str
    nation: NationName
    territory: TerritoryName
    dice: int
    scored: int
    sure: int
    draws: tuple[tuple[Draw, int], ...]


def rolled(state: State, event: Event) -> Rolled | None:
    """What the dice of an event promised and gave; None for an event without such dice.

    state: the position just before the event.
    """
    match event:
        case VolleyFired():
            return rolled_in_volley(event)
        case KamikazeRolled():
            group = FireGroup(event.strength, len(event.dice), event.dice, event.hits)
            draws = _draws_of(group, state.definition.dice_sides)
            count = len(event.dice)
            return Rolled(
                "kamikaze", event.nation, event.territory, count, event.hits, event.sure_hits, draws
            )
        case FactoryBombed():
            return _bombs(state, event)
        case BlockFired():
            return _block(state, event)
        case ResearchRolled():
            return _research(state, event)
        case ActionRolled():
            return _chance("politics", event.nation, event.die, event.needed, event.sides)
        case TriggerRolled():
            return _chance("triggers", event.nation, event.die, event.needed, event.sides)
        case IncomeCollected():
            return _bonds(state, event)
        case FrameReplaced(frame=BlockadeFrame() as frame):
            return _blockade(state, frame)
        case _:
            return None


def _at_or_below(strength: int, sides: int) -> Draw:
    """A die that scores one point at a number or less."""
    good = max(0, min(strength, sides))
    return (sides - good, good)


def _counted(draws: Iterable[tuple[Draw, int]]) -> tuple[tuple[Draw, int], ...]:
    """The draws that are alike put together, without those that are none."""
    counts: Counter[Draw] = Counter()
    for draw, count in draws:
        if count:
            counts[draw] += count
    return tuple(sorted(counts.items()))


def _draws_of(group: FireGroup, sides: int) -> tuple[tuple[Draw, int], ...]:
    """The draws of dice that hit at the same number."""
    if not group.keeps_best:
        return _counted([(_at_or_below(group.strength, sides), len(group.dice))])
    each = len(group.dice) // max(1, group.units)
    misses = (sides - min(group.strength, sides)) ** each
    return _counted([((misses, sides**each - misses), group.units)])


def rolled_in_volley(event: VolleyFired) -> Rolled:
    """The same of a volley, which says all of it."""
    draws = _counted(draw for group in event.groups for draw in _draws_of(group, event.sides))
    dice = sum(len(group.dice) for group in event.groups)
    kind = _kind_of(event.step, event.side)
    return Rolled(kind, event.nation, event.territory, dice, event.hits, event.sure_hits, draws)


def _kind_of(step: str, side: str) -> str:
    if step in _AA_STEPS:
        return "aa_fire"
    if step in {"bombardment", "air_battle"}:
        return step
    return "attack" if side == "attacker" else "defence"


def _bombs(state: State, event: FactoryBombed) -> Rolled:
    """Bombs by the damage on their dice: what limits cut off is no matter of luck."""
    best = state.definition.options.lhtr_heavy_bombers
    is_raid = event.cause == "raid"
    draws = _counted(
        (_bomb(len(dice), event.sides, event.added, event.bonus, best=is_raid and best), 1)
        for dice in event.dice
    )
    count = sum(len(dice) for dice in event.dice) if event.sides > 1 else 0
    kind = "raid" if is_raid else "rocket"
    return Rolled(kind, event.nation, event.territory, count, event.rolled, 0, draws)


def _bomb(dice: int, faces: int, added: int, bonus: int, *, best: bool) -> Draw:
    """The damage of one bomber or rocket."""
    results = Counter(
        raid_damage(rolls, added, bonus, keeps_best=best)
        for rolls in product(range(1, faces + 1), repeat=dice)
    )
    return tuple(results[points] for points in range(max(results) + 1))


def _block(state: State, event: BlockFired) -> Rolled:
    unit, frame = state.units[event.unit], state.agenda[-1]
    strikes = isinstance(frame, BlockBattleFrame) and bool(frame.to)
    face = needed(state, unit, event.target, strikes=strikes)
    draws = _counted([(_at_or_below(face, state.definition.dice_sides), len(event.dice))])
    kind = "attack" if unit.owner == state.nation else "defence"
    owner = NationName(unit.country) if unit.owner == NEUTRAL and unit.country else unit.owner
    return Rolled(kind, owner, event.territory, len(event.dice), event.hits, 0, draws)


def _research(state: State, event: ResearchRolled) -> Rolled:
    """Research succeeds at one face; in low luck six dice are sure, the rest is one die (B133)."""
    sides, sure = state.definition.dice_sides, 0
    draw = _at_or_below(1, sides)
    frame = state.agenda[-1]
    if state.definition.options.low_luck_technology and isinstance(frame, ResearchFrame):
        sure, rest = low_luck_split(frame.dice, sides)
        draw = _at_or_below(rest, sides)
    draws = _counted([(draw, len(event.dice))])
    return Rolled("research", event.nation, NOWHERE, len(event.dice), event.hits, sure, draws)


def _chance(kind: str, nation: NationName, die: int, needed_face: int, sides: int) -> Rolled:
    draws = _counted([(_at_or_below(needed_face, sides), 1)])
    return Rolled(kind, nation, NOWHERE, 1, int(die <= needed_face), 0, draws)


def _bonds(state: State, event: IncomeCollected) -> Rolled | None:
    """War bonds pay what their dice show (B129)."""
    frame = state.agenda[-1]
    if not isinstance(frame, BondsFrame):
        return None
    sides = state.definition.dice_sides
    draws = _counted([((0, *[1] * sides), frame.dice)])
    return Rolled("war_bonds", event.nation, NOWHERE, frame.dice, event.amount, 0, draws)


def _blockade(state: State, left: BlockadeFrame) -> Rolled | None:
    """Dice of a blockade: what they show is what the nation on turn may lose, high ones nothing."""
    frame = state.agenda[-1]
    if not isinstance(frame, BlockadeFrame) or not frame.dice or not left.rolled:
        return None
    zone, count = frame.dice[0]
    sides = state.definition.dice_sides
    draws = _counted([((max(0, sides - HIGHEST), *[1] * min(HIGHEST, sides)), count)])
    return Rolled("blockade", state.nation, zone, count, left.rolled[-1][1], 0, draws)
