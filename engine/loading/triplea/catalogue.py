"""The closed world of TripleA maps: what each element, class and delegate is to this program.

Every name is a *field* (it is read), *presentation* only (nothing in the rules depends on it) or
*refused*: a map that uses it is not played.  docs/SUPPORT.md is made from these tables.
"""

from collections.abc import Mapping
from typing import Final, Literal

from engine.values import dataclass

Status = Literal["field", "presentation", "refused"]


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """What a name of the dialect is.

    note: where it goes, or why it is not needed, or which rule is missing.
    harmless: values of a refused name that ask for no rule, mostly the engine's default.
    switch: the property without which it has no meaning, "" for none.
    """

    status: Status
    note: str
    harmless: tuple[str, ...] = ()
    switch: str = ""


def field_entry(note: str, switch: str = "") -> CatalogueEntry:
    """A name that is read."""
    return CatalogueEntry("field", note, switch=switch)


def presentation(note: str) -> CatalogueEntry:
    """A name without meaning for the rules."""
    return CatalogueEntry("presentation", note)


def refused(note: str, *harmless: str, switch: str = "") -> CatalogueEntry:
    """A name that needs a rule that is not there, except with harmless values."""
    return CatalogueEntry("refused", note, harmless, switch)


_WITH_DAMAGE: Final = field_entry("must be 1 PU for 1 point where factories can be damaged")

ELEMENTS: Final[Mapping[str, tuple[CatalogueEntry, tuple[str, ...]]]] = {
    "game": (field_entry("the whole map"), ()),
    "info": (field_entry("name and version"), ("name", "version")),
    "loader": (presentation("obsolete"), ("javaClass",)),
    "triplea": (presentation("oldest version of the program"), ("minimumVersion",)),
    "diceSides": (field_entry("dice_sides"), ("value",)),
    "map": (field_entry("the board"), ()),
    "territory": (field_entry("an area"), ("name", "water")),
    "connection": (field_entry("a border"), ("t1", "t2")),
    "resourceList": (field_entry("resources"), ()),
    "resource": (field_entry("resources"), ("name", "isDisplayedFor")),
    "playerList": (field_entry("nations and alliances"), ()),
    "player": (
        field_entry("a nation; who plays it is for the players to say"),
        ("name", "optional", "canBeDisabled", "defaultType", "isHidden"),
    ),
    "alliance": (field_entry("an alliance of a nation"), ("player", "alliance")),
    "unitList": (field_entry("unit types"), ()),
    "unit": (field_entry("a unit type"), ("name",)),
    "gamePlay": (field_entry("the sequence"), ()),
    "delegate": (field_entry("a phase"), ("name", "javaClass", "display")),
    "sequence": (field_entry("the sequence"), ()),
    "step": (field_entry("a step"), ("name", "delegate", "player", "maxRunCount", "display")),
    "stepProperty": (field_entry("see the table of step properties"), ("name", "value")),
    "offset": (presentation("added to the number of the round when it is shown"), ("round",)),
    "production": (field_entry("prices"), ()),
    "productionRule": (field_entry("a price"), ("name",)),
    "cost": (field_entry("a price"), ("resource", "quantity")),
    "result": (field_entry("what is bought"), ("resourceOrUnit", "quantity")),
    "productionFrontier": (field_entry("a buy list"), ("name",)),
    "frontierRules": (field_entry("a buy list"), ("name",)),
    "playerProduction": (field_entry("who buys from which list"), ("player", "frontier")),
    "repairRule": (_WITH_DAMAGE, ("name",)),
    "repairFrontier": (_WITH_DAMAGE, ("name",)),
    "repairRules": (_WITH_DAMAGE, ("name",)),
    "playerRepair": (_WITH_DAMAGE, ("player", "frontier")),
    "technology": (field_entry("technologies and charts"), ()),
    "technologies": (field_entry("the list of the map"), ()),
    "techname": (field_entry("the list of the map"), ("name", "tech")),
    "playerTech": (field_entry("the list of a nation"), ("player",)),
    "category": (field_entry("the list of a nation"), ("name",)),
    "tech": (field_entry("the list of a nation"), ("name",)),
    "attachmentList": (field_entry("rules data"), ()),
    "attachment": (
        field_entry("see the tables of options"),
        ("name", "attachTo", "javaClass", "type"),
    ),
    "option": (field_entry("see the tables of options"), ("name", "value", "count")),
    "initialize": (field_entry("the set-up"), ()),
    "ownerInitialize": (field_entry("owners"), ()),
    "territoryOwner": (field_entry("an owner"), ("territory", "owner")),
    "unitInitialize": (field_entry("units"), ()),
    "unitPlacement": (
        field_entry("units"),
        ("unitType", "territory", "quantity", "owner", "hitsTaken", "unitDamage"),
    ),
    "resourceInitialize": (field_entry("resources"), ()),
    "resourceGiven": (field_entry("resources"), ("player", "resource", "quantity")),
    "propertyList": (field_entry("options"), ()),
    "property": (
        field_entry("see the table of properties"),
        ("name", "value", "editable", "min", "max"),
    ),
    "value": (field_entry("value of a property"), ()),
    "boolean": (presentation("how a property is edited"), ()),
    "string": (presentation("how a property is edited"), ()),
    "number": (presentation("how a property is edited"), ("min", "max")),
    "variableList": (field_entry("text macros, written out before anything is read"), ()),
    "relationshipTypes": (field_entry("relations, relation_types"), ()),
    "relationshipType": (field_entry("relations, relation_types"), ("name",)),
    "relationshipInitialize": (field_entry("relations, relation_types"), ()),
    "relationship": (
        field_entry("relations, relation_types"),
        ("type", "player1", "player2", "roundValue"),
    ),
    "territoryEffectList": (field_entry("effects of terrain"), ()),
    "territoryEffect": (field_entry("effects of terrain"), ("name",)),
    "heldUnits": (field_entry("unplaced"), ("unitType", "player", "quantity")),
}
"""Elements of the dialect and the attributes that each may have."""

PHASES_OF_DELEGATE: Final[Mapping[str, tuple[str, ...]]] = {
    "BidPurchaseDelegate": ("bid",),
    "BidPlaceDelegate": ("bid_place",),
    "TechnologyDelegate": ("tech",),
    "PurchaseDelegate": ("purchase",),
    "MoveDelegate": ("combat_move", "noncombat_move"),
    "BattleDelegate": ("battle",),
    "PlaceDelegate": ("place",),
    "TechActivationDelegate": ("tech_activation",),
    "EndTurnDelegate": ("end_turn",),
    "EndRoundDelegate": ("end_round",),
    "PoliticsDelegate": ("politics",),
    "UserActionDelegate": ("user_actions",),
    "NoPUPurchaseDelegate": ("levy",),
    "NoPUEndTurnDelegate": ("end_turn_unpaid",),
    "NoAirCheckPlaceDelegate": ("place",),
    "SpecialMoveDelegate": ("airborne_move",),
    "RandomStartDelegate": ("random_start",),
}
"""The phases that a delegate may play; the name of the step says which."""

DELEGATES: Final[Mapping[str, CatalogueEntry]] = {
    "InitializationDelegate": presentation("the set-up, which is done when the game begins"),
    **{name: field_entry(" or ".join(phases)) for name, phases in PHASES_OF_DELEGATE.items()},
}

ALIASES: Final[Mapping[str, str]] = {"InitDelegate": "InitializationDelegate"}
"""Delegates of another game family that do what ours do under another name."""

DUTIES: Final = {
    "giveBonusMovement": "bonus_movement",
    "repairUnits": "repair",
    "resetUnitStateAtStart": "rest_before",
    "resetUnitStateAtEnd": "rest_after",
    "removeAirThatCanNotLand": "loss_of_aircraft",
}
"""Step properties and the duty of a step that each one gives or takes away."""

TOGETHER: Final = "combinedTurns"

STEP_PROPERTIES: Final[Mapping[str, CatalogueEntry]] = {
    "skipPosting": presentation("posting of turn reports"),
    "turnSummaryPlayers": presentation("posting of turn reports"),
    "combatMove": refused("a move step of a kind that its name does not tell"),
    "nonCombatMove": refused("a move step of a kind that its name does not tell"),
    "airborneMove": refused("airborne attacks"),
    "fireRockets": refused("rockets in another step"),
    "resetUnitState": presentation("read by no version of today's engine"),
    "bid": refused("a bid step that its name does not tell"),
    **{name: field_entry(f"does or omits: {duty}") for name, duty in DUTIES.items()},
    TOGETHER: field_entry("with_nations"),
    "repairPlayers": refused("repair of other nations"),
    "onlyRepairIfDisabled": refused("repair rules"),
}
