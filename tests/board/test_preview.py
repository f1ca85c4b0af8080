"""What the page says about a move before it is given."""

from engine import Move, Pick
from pbem.board.preview import preview
from tests.support.positions import big_world, position


def test_B143_a_flight_shows_where_it_could_land_afterwards() -> None:
    state = position(big_world(), "Russians", "combat_move")
    shown = preview(state, Move((Pick(1, "fighter"),), ("Karelija", "Finland")))
    assert {"place": "Karelija", "count": 1} in shown["landing"]
    assert shown["ways"] == []


def test_B164_a_landing_shows_its_ships_and_the_battles_on_its_way() -> None:
    state = position(big_world(), "Russians", "combat_move")
    move = Move((Pick(2, "infantry"),), ("Archangel'sk", "Finland"))
    first = preview(state, move)["ways"][0]
    assert first["ships"] == [[1, "transport"]]
    assert first["battles"] == 1
    assert preview(state, Move((Pick(1, "infantry"),), ("Moscow", "Utopia")))["ways"] == []


def test_B164_a_landing_shows_whom_the_ships_have_room_for() -> None:
    state = position(big_world(), "Russians", "combat_move")
    way = preview(state, Move((Pick(3, "infantry"),), ("Karelija", "Novaya-Zemlya")))["ways"][0]
    assert way["brings"] == [[2, "infantry"]]
    assert way["ships"] == [[1, "transport"]]
