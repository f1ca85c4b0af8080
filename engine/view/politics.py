"""What a political action would do, and what it asks for, in words.

Source: the map dialect (political actions, ADR 0019).
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.core.ids import NationName
from engine.gamedef import State
from engine.gamedef.relations import PoliticalAction
from engine.orders.act import Act
from engine.orders.answer_offer import AnswerOffer
from engine.orders.form import Order
from engine.rules.common.relations import relation_of
from engine.rules.politics.chance import certain, needed_for
from engine.rules.politics.condition_words import missing_words, relation_words
from engine.rules.politics.conditions import holds
from engine.values import dataclass


def action_words(state: State, order: Order) -> str:
    """What an action changes, its price, its chance, and who must consent; "" for other orders.

    Pairs of nations that have the relation already are left out.
    """
    name = order.action if isinstance(order, Act | AnswerOffer) else ""
    action = state.definition.politics.action(name)
    if action is None:
        return ""
    pairs: dict[str, list[tuple[NationName, NationName]]] = {}
    for change in action.changes:
        if relation_of(state, *change.nations).name != change.type:
            pairs.setdefault(change.type, []).append(change.nations)
    words = [
        f"{relation_words(state, relation)}: {', and '.join(_grouped(changed))}"
        for relation, changed in pairs.items()
    ]
    return "; ".join((*words, *_asked(state, action)))


@dataclass(frozen=True, slots=True)
class PoliticsRow:
    """An action that a nation may declare: what it would change, and what still bars it.

    missing: what the map asks for first, a clause; "" when it can be declared.
    """

    name: str
    nation: NationName
    does: str
    missing: str


def politics_rows(state: State) -> tuple[PoliticsRow, ...]:
    """All political actions, in the order of the scenario."""
    return tuple(
        PoliticsRow(
            action.name,
            action.nation,
            action_words(state, Act(action.name)),
            "" if holds(state, action.test) else missing_words(state, action.test),
        )
        for action in state.definition.politics.actions
    )


def _grouped(pairs: Sequence[tuple[NationName, NationName]]) -> Iterator[str]:
    """Pairs in few words: whoever is in most of those that are left, with their partners."""
    left = list(pairs)
    while left:
        ((first, _),) = Counter(nation for pair in left for nation in pair).most_common(1)
        partners = [
            one if other == first else other for one, other in left if first in {one, other}
        ]
        yield f"{first} with {', '.join(partners)}"
        left = [pair for pair in left if first not in pair]


def _asked(state: State, action: PoliticalAction) -> list[str]:
    found: list[str] = []
    if action.cost:
        price = ", ".join(f"{amount} {resource}" for resource, amount in action.cost)
        found.append(f"costs {price}")
    if certain(state, action) is None:
        found.append(
            f"succeeds if a die of {action.sides} shows {needed_for(state, action)} or less"
        )
    elif not certain(state, action):
        found.append("cannot succeed now")
    if action.accepted_by:
        found.append(f"{' and '.join(action.accepted_by)} must consent")
    return found
