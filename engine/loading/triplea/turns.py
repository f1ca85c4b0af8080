"""Third layer: nations, alliances, resources, the sequence and the technologies."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from engine.core.ids import NEUTRAL
from engine.gamedef.names import SHARED_PHASES
from engine.loading.fields import shown
from engine.loading.triplea.attachments import Records, attribute, whole
from engine.loading.triplea.catalogue import (
    ALIASES,
    DELEGATES,
    DUTIES,
    PHASES_OF_DELEGATE,
    STEP_PROPERTIES,
    TOGETHER,
)
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.words import RESOURCES
from engine.loading.triplea.xml_text import Element

_TOKENS: Final = "techTokens"
_SUFFIXES: Final = {
    "AirborneCombatMove": "airborne_move",
    "BidPlace": "bid_place",
    "PlaceBid": "bid_place",
    "Bid": "bid",
    "TechActivation": "tech_activation",
    "Tech": "tech",
    "Politics": "politics",
    "UserActions": "user_actions",
    "Purchase": "purchase",
    "NonCombatMove": "noncombat_move",
    "CombatMove": "combat_move",
    "Battle": "battle",
    "Place": "place",
    "EndTurn": "end_turn",
}
"""Endings of step names; a longer one stands before the shorter one that it ends in."""

_BY_NAME: Final = ("end_turn", "end_turn_unpaid")
"""Phases that repair only in a step whose name says so; all else is up to the delegate alone."""

_SPARING: Final = "NoAirCheckPlaceDelegate"
_LOT: Final = "RandomStartDelegate"
_BY_LOT: Final = "Territories Are Assigned Randomly"

_USUAL: Final = {
    "combat_move": ("bonus_movement", "repair"),
    "noncombat_move": ("loss_of_aircraft",),
    "place": ("loss_of_aircraft",),
    "end_turn": ("repair",),
    "end_turn_unpaid": ("repair",),
}
"""What phases do anyway, where the options of the game want it."""

_POSSIBLE: Final = {
    "combat_move": tuple(DUTIES.values()),
    "noncombat_move": tuple(DUTIES.values()),
    "place": ("loss_of_aircraft",),
    "end_turn": ("repair",),
    "end_turn_unpaid": ("repair",),
}
"""What steps of a phase can do; a map that says more than that of one of them says nothing."""

_UNPAID: Final = {
    "NoPUPurchaseDelegate": {"purchase": "levy"},
    "NoPUEndTurnDelegate": {"end_turn": "end_turn_unpaid"},
}
"""Delegates whose steps have the names of other phases."""


def read_nations(records: Records) -> list[str]:
    """The nations in turn order; one that is called like the neutral owner is that."""
    names = [attribute(player, "name") for player in records.every("playerList", "player")]
    return [name for name in names if name != NEUTRAL]


def read_alliances(records: Records) -> dict[str, list[str]]:
    """The alliances of each nation."""
    found: dict[str, list[str]] = {}
    for element in records.every("playerList", "alliance"):
        found.setdefault(attribute(element, "player"), []).append(attribute(element, "alliance"))
    return found


def read_resource_names(records: Records) -> list[str]:
    """What nations may hold besides PUs, in the order of the file."""
    names = [attribute(element, "name") for element in records.every("resourceList", "resource")]
    return [name for name in dict.fromkeys(names) if name not in RESOURCES]


def read_resources(records: Records, missing: MissingRules) -> dict[str, dict[str, int]]:
    """What each nation has at the start."""
    held = (*RESOURCES, *read_resource_names(records))
    found: dict[str, dict[str, int]] = {}
    for element in records.every("initialize", "resourceInitialize", "resourceGiven"):
        name, amount = attribute(element, "resource"), whole(element, "quantity")
        if name == _TOKENS and not amount:
            continue
        if name in held:
            own = found.setdefault(attribute(element, "player"), {})
            own[RESOURCES.get(name, name)] = amount
        elif amount:
            missing.add(f"resource {shown(name)}")
    return found


def read_sequence(records: Records, missing: MissingRules) -> list[dict[str, object]]:
    """The steps of a round; the set-up step is not one of them."""
    classes = {
        attribute(element, "name"): attribute(element, "javaClass")
        for element in records.every("gamePlay", "delegate")
    }
    steps: list[dict[str, object]] = []
    elements = list(records.every("gamePlay", "sequence", "step"))
    for place, element in enumerate(elements):
        delegate = attribute(element, "delegate")
        if delegate not in classes:
            raise element.error(f"there is no delegate {shown(delegate)}")
        moves_again = _moves_again(element, elements[place + 1 :])
        step = _step(records, element, classes[delegate], missing, moves_again=moves_again)
        if step is not None:
            steps.append(step)
    return steps


def _moves_again(element: Element, following: Sequence[Element]) -> bool:
    """Whether the nation of a step has another move before its turn ends."""
    nation = element.attributes.get("player", "")
    own = (one for one in following if one.attributes.get("player", "") == nation)
    names = (attribute(one, "name") for one in own)
    return any(name.endswith("Move") for name in takewhile(_is_before_end, names))


def _is_before_end(name: str) -> bool:
    return not name.endswith("EndTurn")


def _step(
    records: Records, element: Element, java_class: str, missing: MissingRules, *, moves_again: bool
) -> dict[str, object] | None:
    """What the scenario says for a step; None for one that does nothing."""
    kind = java_class.rpartition(".")[2]
    kind = ALIASES.get(kind, kind)
    entry = DELEGATES.get(kind)
    for child in element.children:
        name = attribute(child, "name")
        known, value = STEP_PROPERTIES.get(name), attribute(child, "value")
        missing.check("step property", name, known, value, line=child.line)
    target = element.attributes.get("player", "")
    if target == NEUTRAL:
        # Nobody plays the owner of neutral land, but units of that owner may make others.
        if kind != "EndTurnDelegate":
            return None
        return {"name": attribute(element, "name"), "phase": "neutral_growth"}
    if not missing.check("delegate", kind, entry, target=target, line=element.line):
        return None
    name = attribute(element, "name")
    named = next((phase for end, phase in _SUFFIXES.items() if name.endswith(end)), "")
    named = _UNPAID.get(kind, {}).get(named, named)
    if kind == _LOT:
        return _random_start(records, element, missing)
    allowed = PHASES_OF_DELEGATE[kind]
    phase = named if named in allowed else allowed[0]
    if phase != named and len(allowed) > 1:
        what = f"step {shown(name)}: a name that does not fit its delegate {kind}"
        missing.add(what, line=element.line)
        return None
    step: dict[str, object] = {"name": name, "phase": phase}
    if phase not in SHARED_PHASES:
        step["nation"] = attribute(element, "player")
    together = [
        attribute(child, "value").split(":")
        for child in element.children
        if attribute(child, "name") == TOGETHER
    ]
    if together:
        step["with_nations"] = together[-1]
    step |= _duties(
        element,
        phase,
        spares_aircraft=kind == _SPARING,
        moves_again=moves_again,
        is_named=phase == named or phase not in _BY_NAME,
    )
    if whole(element, "maxRunCount", 0):
        step["last_round"] = whole(element, "maxRunCount")
    return step


def _duties(
    element: Element, phase: str, *, spares_aircraft: bool, moves_again: bool, is_named: bool
) -> dict[str, object]:
    """What a step does besides what its phase does, and what of that it omits.

    After a non-combat move units rest; as they do when their turn ends, that makes a difference
    only where they move again before.
    is_named: whether its name says that it may repair.
    """
    said = {
        DUTIES[name]: attribute(child, "value").lower() == "true"
        for child in element.children
        if (name := attribute(child, "name")) in DUTIES
    }
    if phase == "noncombat_move" and moves_again:
        said.setdefault("rest_after", True)
    if spares_aircraft:
        said.setdefault("loss_of_aircraft", False)
    if not is_named:
        said.setdefault("repair", False)
    possible, usual = _POSSIBLE.get(phase, ()), _USUAL.get(phase, ())
    # Whether a phase repairs anyway is up to the options of the game.
    more = [duty for duty in possible if said.get(duty) and (duty == "repair" or duty not in usual)]
    less = [duty for duty in usual if not said.get(duty, True)]
    duties: dict[str, object] = {"does": more, "omits": less}
    return {name: listed for name, listed in duties.items() if listed}


def _random_start(records: Records, element: Element, missing: MissingRules) -> dict[str, object]:
    """A random start, for which the first nation rolls for all; other ways to begin are refused."""
    if not records.is_on(_BY_LOT):
        missing.add("a set-up by choice")
    alliances = list(read_alliances(records).values())
    names = [name for each in alliances for name in each]
    if len(set(names)) < len(names):
        missing.add("a random start among allies")
    step: dict[str, object] = {
        "name": attribute(element, "name"),
        "phase": "random_start",
        "nation": read_nations(records)[0],
    }
    if whole(element, "maxRunCount", 0):
        step["last_round"] = whole(element, "maxRunCount")
    return step
