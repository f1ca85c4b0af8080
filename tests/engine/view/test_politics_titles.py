"""What a nation declares is said from what changes, not as the map's file spells it."""

from engine import State, load_scenario, new_game
from engine.orders.act import Act
from engine.values import replace
from engine.view.politics import action_title, politics_rows

WORLD = load_scenario("second_edition_global_1940")


def titles(state: State, nation: str) -> list[str]:
    return [row.title for row in politics_rows(state) if row.nation == nation]


def test_a_declaration_names_whom_it_is_about() -> None:
    found = titles(new_game(WORLD).state, "Germans")
    assert "declare war on the Russians" in found
    assert "declare war on the Neutral True and the Mongolians" in found
    assert not [title for title in found if "_" in title or "To War" in title]


def test_two_actions_of_a_nation_are_never_called_the_same() -> None:
    politics = WORLD.politics
    action = next(one for one in politics.actions if one.nation == "Germans")
    twin = replace(action, name="Blitz_Against_Them Germans")
    both = replace(WORLD, politics=replace(politics, actions=(action, twin)))
    assert action_title(both, Act(twin.name)) == "Blitz Against Them"
    assert action_title(both, Act(action.name)) != action_title(both, Act(twin.name))


def test_an_action_about_others_keeps_the_name_of_the_map() -> None:
    politics = WORLD.politics
    action = next(one for one in politics.actions if one.nation == "Germans")
    about_others = replace(
        action, changes=tuple(one for one in action.changes if "Germans" not in one.nations)
    )
    assert about_others.changes
    alone = replace(WORLD, politics=replace(politics, actions=(about_others,)))
    assert action_title(alone, Act(action.name)).startswith("Axis To War With")
