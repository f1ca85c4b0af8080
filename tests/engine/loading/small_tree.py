"""A small scenario as a plain tree, for tests that change one thing in it."""

from engine.gamedef.definition import Definition
from engine.loading import definition_from_tree, load_scenario


def scenario(name: str) -> Definition:
    """The small scenario, or one of the package."""
    return definition_from_tree(small_tree()) if name == "small" else load_scenario(name)


def small_tree() -> dict[str, object]:
    """A fresh tree that uses every field of the format."""
    return {
        "format": "scenario-v1",
        "name": "Straits",
        "version": "1",
        "ruleset": "axis_and_allies",
        "dice_sides": 6,
        "notes": "Two lands and a strait.\nNothing else.",
        "nations": [
            {"name": "Reds", "alliances": ["East"], "resources": {"PUs": 12}, "buys": ["guard"]},
            {"name": "Blues", "alliances": ["West"], "resources": {"PUs": 3}},
        ],
        "units": [
            {"name": "guard", "price": 3, "reduced_price": 2, "attack": 1, "transport_cost": 2},
            {"name": "ship", "price": 20, "is_sea": True, "hit_points": 2, "transport_capacity": 4},
            {"name": "gun", "is_aa_gun": True, "aa_strength": 1, "moves_in_combat": False},
            {"name": "plane", "price": 9, "is_air": True, "movement": 4},
        ],
        "support": [{"givers": ["ship"], "receivers": ["guard"], "bonus": 2, "defence": True}],
        "technologies": ["rockets"],
        "free_options": ["max_factories"],
        "capital_victory": [{"alliance": "West", "capitals": ["Redland"], "count": 1}],
        "income_victory": [{"alliance": "East", "income": 9}],
        "sequence": [
            {"name": "redBid", "phase": "bid", "nation": "Reds", "last_round": 1},
            {"name": "redMove", "phase": "combat_move", "nation": "Reds"},
            {"name": "blueMove", "phase": "combat_move", "nation": "Blues"},
            {"name": "end", "phase": "end_round"},
        ],
        "victory": [{"level": "total_victory", "alliance": "East", "cities": 2}],
        "options": {"low_luck": True, "max_factories": 3, "bid": {"Reds": 7}},
        "canals": [{"name": "Strait", "zones": ["North Sea", "South Sea"], "lands": ["Redland"]}],
        "land": {
            "Redland": {"owner": "Reds", "production": 4, "capital_of": "Reds"},
            "Blueland": {"owner": "Blues", "production": 2, "victory_cities": 1},
            "Desert": {"is_impassable": True},
            "Free City": {},
        },
        "sea": {"North Sea": {}, "South Sea": {"production": 1}},
        "borders": {
            "Redland": ["Blueland", "North Sea", "Desert"],
            "Blueland": ["North Sea", "South Sea"],
            "North Sea": ["South Sea"],
        },
        "setup": {
            "Reds": {"Redland": {"guard": 2}, "North Sea": {"ship": 1, "guard": 2}},
            "Neutral": {"Free City": {"guard": 1, "gun": 1}},
        },
        "stacks": [
            {"area": "South Sea", "owner": "Reds", "unit": "ship", "count": 1, "hits": 1},
            {"area": "Free City", "owner": "Neutral", "unit": "gun", "count": 1, "damage": 2},
        ],
    }
