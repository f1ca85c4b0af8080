"""What the page asks now: for each kind of order that is legal, its form with what can be chosen.

Nothing in here knows a phase, a question or a rule.  What can be chosen comes from the legal orders
and from the question itself; whether a filled-in form is legal the engine says when it is given.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from engine import (
    NOBODY,
    Buy,
    Decision,
    FieldPart,
    NationName,
    Order,
    OrderShape,
    PhaseOpen,
    Pick,
    Shape,
    State,
    Step,
    action_title,
    action_words,
    card_order_title,
    check,
    format_order,
    legal_starts,
    nation_view,
    order_shape,
    order_to_plain,
    status_view,
)
from engine.advice import safe_answer
from engine.values import dataclass, replace, with_value

_MOST_COUNT: Final = 999


@dataclass(frozen=True, slots=True)
class Choice:
    """A whole order to choose.

    plain: its plain form.  words: what it would do, "" where its text says so.  title: what a
    political action declares, or cards are played for, "" for other orders.
    """

    text: str
    plain: list[object]
    words: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Pile:
    """Like units of which some are chosen.

    label: for people; type, owner, units: what a pick names, units () where numbers do not matter.
    most: how many there are; chosen: how many the default takes.
    """

    label: str
    type: str
    owner: NationName
    units: tuple[int, ...]
    most: int
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form.

    part: how it is filled in.  choices: for one of several.  value: what it is to begin with.
    least, most: of a number.
    """

    name: str
    part: FieldPart
    choices: tuple[str, ...] = ()
    value: object = None
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class AskedForm:
    """One thing that can be ordered now.

    title: an example of it, or its verb.  fields: in the order of the plain form.
    choices: of an order that is chosen as a whole.  piles: the units to choose from.
    count: how many must be chosen, 0 when the number is free.
    """

    tag: str
    shape: Shape
    title: str
    fields: tuple[Field, ...] = ()
    choices: tuple[Choice, ...] = ()
    piles: tuple[Pile, ...] = ()
    count: int = 0


def forms_now(step: Step, *, is_mine: bool = True) -> tuple[AskedForm, ...]:
    """The form of every kind of order that is legal now, in the order of the engine.

    is_mine: whether the player on the page is asked; () when not.
    """
    waiting = step.waiting
    if not is_mine or not isinstance(waiting, PhaseOpen | Decision):
        return ()
    found: dict[type[Order], list[Order]] = {}
    if not check(step.state, Buy(tuple(step.state.purchase.items()))):
        # What was bought with all of the money can still be changed.
        found[Buy] = []
    for order in legal_starts(step.state):
        found.setdefault(type(order), []).append(order)
    default = safe_answer(step.state, waiting) if isinstance(waiting, Decision) else None
    if default is not None:
        found.setdefault(type(default), [])
    return tuple(
        form
        for kind, orders in found.items()
        for form in _forms(step, order_shape(kind), orders, default)
    )


def _forms(
    step: Step, shape: OrderShape, orders: Sequence[Order], default: Order | None
) -> Iterator[AskedForm]:
    state = step.state
    mine = default if default is not None and order_shape(type(default)) is shape else None
    match shape.shape:
        case Shape.UNITS if isinstance(step.waiting, PhaseOpen) and _is_there(state, shape, orders):
            yield from _units_there(state, shape, orders)
        case Shape.UNITS:
            yield _units(step, shape, [*orders, *([mine] if mine is not None else [])], mine)
        case Shape.AMOUNTS:
            yield AskedForm(shape.tag, Shape.AMOUNTS, shape.tag, _fields(shape, orders))
        case Shape.NUMBER:
            yield from _numbers(state, shape, orders, mine)
        case Shape.WAY:
            yield AskedForm(shape.tag, Shape.WAY, shape.tag, _fields(shape, orders))
        case Shape.LINE:
            yield AskedForm(shape.tag, Shape.LINE, shape.tag)
        case Shape.ONE:
            yield _one(state, shape, orders, mine)


def _one(
    state: State, shape: OrderShape, orders: Iterable[Order], default: Order | None
) -> AskedForm:
    """Every legal order as a button."""
    there = dict.fromkeys([*orders, *([default] if default is not None else [])])
    choices = tuple(
        Choice(
            format_order(order, state.definition),
            order_to_plain(order),
            action_words(state, order),
            action_title(state.definition, order) or card_order_title(state.definition, order),
        )
        for order in there
    )
    return AskedForm(shape.tag, Shape.ONE, shape.tag, choices=choices)


def _fields(
    shape: OrderShape, orders: Sequence[Order], default: Order | None = None
) -> tuple[Field, ...]:
    """The fields of an order, with the values that they have in legal ones."""
    return tuple(_field(name, part, orders, default) for name, part in shape.parts)


def _field(name: str, part: FieldPart, orders: Sequence[Order], default: Order | None) -> Field:
    first = getattr(default, name, None)
    match part:
        case FieldPart.ONE:
            seen = tuple(dict.fromkeys(str(getattr(order, name)) for order in orders))
            return Field(name, part, seen, first if first is not None else (*seen, "")[0])
        case FieldPart.AMOUNTS:
            rows = (row for order in orders for row in getattr(order, name))
            return Field(name, part, tuple(dict.fromkeys(kind for kind, _ in rows)))
        case FieldPart.FLAG:
            return Field(name, part, value=bool(first))
        case FieldPart.NUMBER:
            return Field(name, part, value=first or 1, least=1, most=_MOST_COUNT)
        case FieldPart.WAY:
            ways = (getattr(order, name) for order in orders)
            return Field(name, part, tuple(dict.fromkeys(way[0] for way in ways)))
        case _:
            return Field(name, part)


def _numbers(
    state: State, shape: OrderShape, orders: Sequence[Order], default: Order | None
) -> Iterator[AskedForm]:
    """A stepper for each thing of which a number can be ordered; buttons where numbers differ."""
    name = shape.named(FieldPart.NUMBER)
    sorts: dict[tuple[object, ...], list[Order]] = {}
    for order in orders:
        rest = tuple(getattr(order, one) for one, _ in shape.parts if one != name)
        sorts.setdefault(rest, []).append(order)
    for same in sorts.values():
        numbers = sorted({int(getattr(order, name)) for order in same})
        between = next((one for one in range(numbers[0], numbers[-1]) if one not in numbers), None)
        if between is not None and not _is_legal(state, same[0], shape, between):
            yield _one(state, shape, orders, default)
            return
    for same in sorts.values():
        least = min(int(getattr(order, name)) for order in same)
        most = max(int(getattr(order, name)) for order in same)
        most = _most(state, same[0], shape, most)
        fields = tuple(
            Field(one, part, value=least or min(1, most), least=least, most=most)
            if one == name
            else Field(one, part, (str(getattr(same[0], one)),), getattr(same[0], one))
            for one, part in shape.parts
        )
        yield AskedForm(shape.tag, Shape.NUMBER, format_order(same[0], state.definition), fields)


def _most(state: State, order: Order, shape: OrderShape, known: int) -> int:
    """The largest number that is legal; known: one that is."""
    low, high = known, max(1, known * 2)
    while high <= _MOST_COUNT and _is_legal(state, order, shape, high):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _is_legal(state, order, shape, middle) else (low, middle)
    return low


def _is_legal(state: State, order: Order, shape: OrderShape, number: int) -> bool:
    """Whether an order is legal with another number of things, or of the units that it names."""
    name = shape.named(FieldPart.NUMBER)
    if name:
        return not check(state, with_value(order, name, number))
    name = shape.named(FieldPart.UNITS)
    picks = tuple(replace(pick, count=number, units=()) for pick in getattr(order, name))
    return not check(state, with_value(order, name, picks))


def _is_there(state: State, shape: OrderShape, orders: Sequence[Order]) -> bool:
    """Whether orders say of units something else than where they go."""
    choices = (field.choices for field in _fields(shape, orders) if field.part is FieldPart.ONE)
    areas = state.definition.board.territories
    return any(name and name not in areas for names in choices for name in names)


def _units_there(state: State, shape: OrderShape, orders: Sequence[Order]) -> Iterator[AskedForm]:
    """What units do that stand somewhere already: for each place a form with all of them."""
    where, units = shape.named(FieldPart.ONE), shape.named(FieldPart.UNITS)
    for place in dict.fromkeys(str(getattr(order, where)) for order in orders):
        there = [order for order in orders if getattr(order, where) == place]
        first = {
            (pick.type, pick.owner): order for order in there for pick in getattr(order, units)
        }
        most = {sort: _most(state, order, shape, 1) for sort, order in first.items()}
        piles = tuple(
            Pile(kind, kind, owner, (), count, count) for (kind, owner), count in most.items()
        )
        yield AskedForm(shape.tag, Shape.UNITS, place, _fields(shape, there), piles=piles)


def _units(
    step: Step, shape: OrderShape, orders: Sequence[Order], default: Order | None
) -> AskedForm:
    """Units to choose from, with those marked that the default takes."""
    waiting = step.waiting
    picked = (
        tuple(getattr(default, shape.named(FieldPart.UNITS), ())) if default is not None else ()
    )
    if isinstance(waiting, Decision):
        piles = _asked(step, waiting, orders, shape)
        count = waiting.count if waiting.what in _EXACT else 0
    else:
        piles, count = _unplaced(step.state, step.state.nation, orders, shape), 0
    return AskedForm(
        shape.tag,
        Shape.UNITS,
        shape.tag,
        _fields(shape, orders, default),
        piles=tuple(_marked(piles, picked)),
        count=count,
    )


_EXACT: Final = frozenset({"casualties", "block_loss"})
"""Questions in which so many units must be chosen; in others it is the most there can be."""


def _asked(
    step: Step, asked: Decision, orders: Sequence[Order], shape: OrderShape
) -> tuple[Pile, ...]:
    """The units of a question; targets that may be named several times as often as is legal."""
    name = shape.named(FieldPart.UNITS)
    again = asked.what != "casualties" and any(
        len(set(pick.units)) < len(pick.units) for order in orders for pick in getattr(order, name)
    )
    rows = status_view(step.state, asked).choices
    sorts = Counter((row.type, row.owner) for row in rows)
    return tuple(
        Pile(
            row.label if row.owner == asked.nation else f"{row.label} ({row.owner})",
            row.type,
            NOBODY if row.owner == step.state.nation else row.owner,
            row.units if sorts[row.type, row.owner] > 1 else (),
            asked.count if again else _hits(step.state, row.units, asked.what),
        )
        for row in rows
    )


def _hits(state: State, units: tuple[int, ...], what: str) -> int:
    """How often units can be named: as casualties once for each hit that they can take."""
    if what != "casualties":
        return len(units)
    kinds = state.definition.unit_types
    there = (state.units[key] for key in units)
    return sum(max(1, kinds[unit.type].hit_points - unit.hits) for unit in there)


def _unplaced(
    state: State, nation: NationName, orders: Sequence[Order], shape: OrderShape
) -> tuple[Pile, ...]:
    """The types that legal orders name, with how many there are in hand."""
    name = shape.named(FieldPart.UNITS)
    hand = dict(nation_view(state, nation).unplaced)
    kinds = dict.fromkeys(
        (pick.type, pick.owner) for order in orders for pick in getattr(order, name)
    )
    return tuple(Pile(kind, kind, owner, (), hand.get(kind, _MOST_COUNT)) for kind, owner in kinds)


def _marked(piles: Sequence[Pile], picks: Sequence[Pick]) -> Iterator[Pile]:
    """The piles with what a choice of units takes of each."""
    left = {key: sum(one.count for one in same) for key, same in _by_sort(picks)}
    named = [unit for pick in picks for unit in pick.units]
    for pile in piles:
        if named:
            chosen = sum(named.count(unit) for unit in dict.fromkeys(pile.units))
        else:
            chosen = min(pile.most, left.get((pile.type, pile.owner), 0))
            left[pile.type, pile.owner] = left.get((pile.type, pile.owner), 0) - chosen
        yield Pile(pile.label, pile.type, pile.owner, pile.units, pile.most, chosen)


def _by_sort(picks: Sequence[Pick]) -> Iterator[tuple[tuple[str, str], list[Pick]]]:
    def sort(pick: Pick) -> tuple[str, str]:
        return pick.type, pick.owner

    for key, same in groupby(sorted(picks, key=sort), sort):
        yield key, list(same)
