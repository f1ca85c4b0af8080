"""What the technologies of the block game do (T173, T183); for FirstFire see test_battle."""

from engine import RollRequest, State, format_order
from engine.rules.blocks.fire import dice_of, needed
from engine.rules.blocks.movement import legal_moves
from tests.support.blocks import ALL_AT_WAR, DEFINITION, Piece, do, position, rules

RADAR = ("air_defense_radar",)


def test_T173_the_game_has_ten_technologies_for_units_and_four_stages_of_atomic_research() -> None:
    names = DEFINITION.technology.names
    assert len([name for name in names if name.startswith("atomic_research")]) == 4
    assert len(names) == 14
    assert DEFINITION.blocks is not None
    used = {name for block in DEFINITION.blocks.types.values() for name in block.faster}
    used |= {name for block in DEFINITION.blocks.types.values() for name in block.improved}
    used |= {block.first_fire for block in DEFINITION.blocks.types.values()}
    used |= {block.home_fire for block in DEFINITION.blocks.types.values()}
    assert len(used - {""} | {"bombsights", "landing_ships"}) == 10


def at_sea(kind: str, *techs: str) -> State:
    pieces: list[Piece] = [("Axis", kind, "North Sea"), ("West", "submarine", "North Sea")]
    return position(pieces, wars=ALL_AT_WAR, technologies={"Axis": techs})


def test_T183_with_sonar_fleets_and_no_carriers_hit_submarines_at_three() -> None:
    for kind, techs, face in (
        ("fleet", (), 2),
        ("fleet", ("sonar",), 3),
        ("carrier", ("sonar",), 2),
    ):
        state = at_sea(kind, *techs)
        assert needed(state, state.units[1], "undersea", strikes=False) == face
    able = at_sea("fleet", "sonar")
    assert needed(able, able.units[1], "air", strikes=False) == 1


def over_london(*techs: str) -> State:
    pieces: list[Piece] = [
        ("West", "infantry", "London"),
        ("West", "air force", "London", 3),
        ("Axis", "air force", "London", 2),
        ("Axis", "infantry", "London", 2),
    ]
    known = {"West": techs, "Axis": techs}
    return position(pieces, phase="combat", wars=ALL_AT_WAR, technologies=known)


def test_T183_radar_gives_two_dice_for_each_cv_at_aircraft_over_friendly_land() -> None:
    state = over_london(*RADAR)
    defender, attacker = state.units[2], state.units[3]
    assert (dice_of(state, defender, "air"), dice_of(state, defender, "ground")) == (6, 3)
    assert dice_of(state, attacker, "air") == 2, "over enemy land radar does not help"
    assert dice_of(over_london(), defender, "air") == 3


def test_T183_the_dice_of_a_defender_with_radar_are_asked_for() -> None:
    step = do(over_london(*RADAR), "fight London")
    assert isinstance(step.waiting, RollRequest)
    assert "air force of the West" in step.waiting.purpose and step.waiting.count == 6


def reach(unit: str, place: str, *techs: str) -> set[str]:
    state = position([("USSR", unit, place)], nation="USSR", technologies={"USSR": techs})
    return {format_order(move, DEFINITION).split("> ")[-1] for move in legal_moves(state, place)}


def test_T183_heavy_bombers_move_three() -> None:
    pieces: list[Piece] = [("Axis", "air force", "Milan"), ("West", "infantry", "Lorraine")]
    far = "move 1 air force: Milan > Marseille > Gascony > Lorraine"
    plain = position(pieces, wars=ALL_AT_WAR)
    able = position(pieces, wars=ALL_AT_WAR, technologies={"Axis": ("heavy_bombers",)})
    assert rules(plain, far) and not rules(able, far)


def test_T183_motorized_infantry_moves_three_by_land_and_two_by_sea() -> None:
    # Double speed in strategic movement: six areas by land instead of four.
    assert "Leningrad" not in reach("infantry", "Western Siberia")
    assert "Leningrad" in reach("infantry", "Western Siberia", "motorized_infantry")
    for techs in ((), ("motorized_infantry",)):
        afloat = reach("infantry", "Odessa", *techs)
        assert "Aegean Sea" not in afloat and "Eastern Black Sea" in afloat
    assert reach("tank", "Moscow", "motorized_infantry") == reach("tank", "Moscow")
