"""What an action did, as the page shows it: sentences, and volleys with their dice."""

from collections.abc import Iterable
from typing import Final

from engine import State, events
from engine.luck import RollTotals, rolled
from engine.values import dataclass
from pbem.report import sentences
from pbem.report.entries import volley_of
from pbem.report.scenes import Scene, scenes_of
from pbem.text import plain


@dataclass(frozen=True, slots=True)
class ActionLine:
    """A sentence, or a volley whose dice are drawn.

    text: of a volley, who fired.
    groups: of a volley, pairs (a die hits at this or less, the dice).
    outcome: of a volley, its hits and how many were expected.
    """

    text: str
    groups: tuple[tuple[int, tuple[int, ...]], ...] = ()
    outcome: str = ""


def told_of(before: State, happened: Iterable[events.Event]) -> tuple[ActionLine, ...]:
    """What happened from a position on, in order."""
    return tuple(one for scene in scenes_of(before, happened) for one in _told(scene))


def _told(scene: Scene) -> Iterable[ActionLine]:
    texts = [plain(text) for text in sentences(scene.before, (scene.event,))]
    event = scene.event
    if not isinstance(event, _VOLLEYS) or len(texts) != 1:
        return map(ActionLine, texts)
    score = rolled(scene.before, event)
    if score is None or not score.dice:
        return map(ActionLine, texts)
    if isinstance(event, events.battle.VolleyFired):
        volley = volley_of(event)
        who = f"{volley.nation}, {volley.step}"
        groups = tuple((group.strength, group.dice) for group in event.groups if group.dice)
    else:
        # The sentence ends with the dice, which are drawn here.
        who = texts[0].rpartition(": ")[0]
        # A draw counts the faces that score nothing and those that score.
        groups = ((score.draws[0][0][1], event.dice),)
    hits = "1 hit" if event.hits == 1 else f"{event.hits} hits"
    sure = f", {score.sure} of them sure" if score.sure else ""
    mean = f"{float(RollTotals.of([score]).mean):.2f}"
    return (ActionLine(who, groups, f"{hits}{sure}, {mean} expected"),)


_VOLLEYS: Final = (events.battle.VolleyFired, events.blocks.BlockFired)
