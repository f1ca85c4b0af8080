"""What a political action would do, and what it asks for, in words.

Source: the map dialect (political actions, ADR 0019).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.core.ids import NationName
from engine.gamedef import Definition, State
from engine.gamedef.map_names import nation_word, trigger_word
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


_DECLARED: Final = {
    "war": "declare war on",
    "neutral": "make peace with",
    "allied": "ally with",
}
"""What a nation declares, by the archetype of the relation that it comes to."""


def action_title(definition: Definition, order: Order) -> str:
    """What a nation declares with an action, from what it changes: "declare war on the Russians".

    "" for other orders.  Where it changes nothing of the nation itself, or another action of the
    nation would be called the same, it is what the map calls it.
    """
    politics = definition.politics
    action = politics.action(order.action) if isinstance(order, Act) else None
    if action is None:
        return ""
    title = _declared(definition, action)
    others = (one for one in politics.actions if one.nation == action.nation and one != action)
    if title and all(_declared(definition, one) != title for one in others):
        return title
    return trigger_word(action.name).removesuffix(f" {action.nation}")


def _declared(definition: Definition, action: PoliticalAction) -> str:
    """With whom what begins, the gravest only: what comes with it stands in `action_words`."""
    politics = definition.politics
    for kind, words in _DECLARED.items():
        names = [
            nation_word(nation)
            for change in action.changes
            if action.nation in change.nations
            and politics.relation_type(change.type).archetype == kind
            for nation in change.nations
            if nation != action.nation
        ]
        if names:
            *first, last = (f"the {name}" for name in names)
            return f"{words} {', '.join(first)} and {last}" if first else f"{words} {last}"
    return ""


@dataclass(frozen=True, slots=True)
class PoliticsRow:
    """An action that a nation may declare: what it would change, and what still bars it.

    title: what it declares, in words; missing: what the map asks for first, a clause, "" when it
    can be declared.
    """

    name: str
    title: str
    nation: NationName
    does: str
    missing: str


def politics_rows(state: State) -> tuple[PoliticsRow, ...]:
    """All political actions, in the order of the scenario."""
    return tuple(
        PoliticsRow(
            action.name,
            action_title(state.definition, Act(action.name)),
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
        yield f"{nation_word(first)} with {', '.join(map(nation_word, partners))}"
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
        found.append(f"{' and '.join(map(nation_word, action.accepted_by))} must consent")
    return found
