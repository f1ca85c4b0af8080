"""Which moments `pbem history` shows for a territory (B254)."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Annotated, get_args, get_origin

import pytest

from engine import Order, Retreat, events, new_game
from engine.core.events.battle import UnitsRetreated
from engine.core.events.movement import UnitsMoved
from engine.core.ids import TerritoryName
from engine.core.pick import Pick
from engine.orders.fire_rocket import FireRocket
from engine.orders.move import Move
from engine.orders.place import Place
from engine.orders.registry import ORDER_FORMS
from pbem.replay import Moment
from pbem.replay.history import PLACES, Filter, fits
from tests.support.positions import big_world


def _moment(action: Order | None, *happened: events.Event) -> Moment:
    step = replace(new_game(big_world()), events=happened)
    return Moment(1, 0, 0, 1, "Russians", "battle", action or Retreat("Egypt", ""), step)


@pytest.mark.parametrize(
    "order",
    [
        Retreat("Karelija", "Finland"),
        FireRocket("Karelija", "Finland"),
        FireRocket("Finland", "Karelija"),
        Move((Pick(1, "fighter"),), ("Karelija", "Finland", "Norway")),
        Place((Pick(1, "transport"),), "SZ 4", "Finland"),
    ],
    ids=repr,
)
def test_B254_an_order_is_found_by_every_territory_that_it_names(order: Order) -> None:
    assert fits(_moment(order), Filter(territory="Finland"))
    assert not fits(_moment(order), Filter(territory="Ukraine"))


@pytest.mark.parametrize(
    "event",
    [
        UnitsRetreated("Karelija", (1,), "Finland"),
        UnitsMoved("Russians", (1,), ("Karelija", "Finland"), (1,)),
    ],
    ids=repr,
)
def test_B254_an_event_is_found_by_every_territory_that_it_names(event: events.Event) -> None:
    assert fits(_moment(None, event), Filter(territory="Finland"))
    assert not fits(_moment(None, event), Filter(territory="Ukraine"))


def test_B254_no_field_for_a_territory_is_forgotten() -> None:
    kinds = (*get_args(events.Event), *(form.plain.make for form in ORDER_FORMS))
    found = set(_places(kinds))
    assert found == set(PLACES)


def _places(kinds: tuple[type[object], ...]) -> Iterator[str]:
    """The fields that hold a territory or a path; not those that list amounts by territory."""
    for kind in kinds:
        assert is_dataclass(kind)
        for one in fields(kind):
            hint = get_args(one.type)[0] if get_origin(one.type) is Annotated else one.type
            if TerritoryName in (hint, *get_args(hint)):
                yield one.name
