"""What fits together in one record: rules on several of its fields at once.

Each is checked as soon as the record has been read, so that the error names its place.
"""

from collections.abc import Mapping

from engine.core.ids import NationName, TerritoryName, UnitTypeName
from engine.gamedef.changes import FACTS, NUMBERED, named_in, parts_of
from engine.gamedef.conditions import Knowledge, Places, Rounds, War
from engine.gamedef.relations import FACTS as RELATION_FACTS
from engine.gamedef.relations import FREE_FACTS, USUAL, PoliticalAction, RelationType
from engine.gamedef.schema import ActionName, BuyListName, ConditionName, SupportName
from engine.gamedef.sides import Truce
from engine.gamedef.treasuries import RegionalTreasury
from engine.gamedef.triggers import SetFact
from engine.gamedef.unit_types import SupportRule, UnitType
from engine.gamedef.victory import CapitalVictory
from engine.loading.fields import Node, shown
from engine.loading.record.shapes import form_of
from engine.loading.record.values import Scope
from engine.loading.tree.names import kind_of
from engine.loading.tree.prices import UnitPrices
from engine.marks import MAX_NUMBER


def check_record(entry: object, node: Node, scope: Scope) -> None:
    """Raise DefinitionError when the fields of a record do not fit together."""
    if fault := _fault(entry):
        raise node.error(fault)
    if isinstance(entry, SetFact):
        _check_fact(entry, node, scope)


def _fault(entry: object) -> str:
    """What is wrong with a record, "" for nothing."""
    match entry:
        case UnitType() if entry.is_air and entry.is_sea:
            return "a unit cannot be a ship and an aircraft"
        case UnitPrices(price=None) if entry.reduced_price or entry.shipyard_price:
            return "a reduced price needs a price"
        case SupportRule():
            return _fault_of_support(entry)
        case RelationType():
            return _fault_of_relation_type(entry)
        case CapitalVictory() if entry.count > len(entry.capitals):
            return f"count: there are no more than {len(entry.capitals)} capitals"
        case Truce() if not {*entry.breakers} <= {*entry.nations}:
            return "breakers: only the two nations can break their truce"
        case PoliticalAction() if entry.nation in entry.accepted_by:
            return "a nation need not accept its own action"
        case RegionalTreasury() if not {*entry.convoys} <= {*entry.areas}:
            return "convoys: every one must be an area of this treasury"
    return _fault_of_condition(entry)


def _fault_of_condition(entry: object) -> str:
    match entry:
        case Places() if (entry.which == "named") != bool(entry.names):
            return "areas are named where they are to be counted, and nowhere else"
        case Places() if entry.names and entry.count > len(entry.names):
            return f"count: the number must be from 0 to {len(entry.names)}"
        case Knowledge() if entry.count > len(entry.technologies):
            return f"count: the number must be from 0 to {len(entry.technologies)}"
        case War() if entry.count > len(entry.enemies):
            return f"count: the number must be from 0 to {len(entry.enemies)}"
        case Rounds() if 0 < entry.last < entry.first:
            return f"last: the number must be from {entry.first} to {MAX_NUMBER}"
    return ""


def _fault_of_support(rule: SupportRule) -> str:
    if not (rule.givers and rule.receivers and (rule.attack or rule.defence)):
        return "support needs givers, receivers, and attack or defence"
    if not rule.bonus or not (rule.strength or rule.dice or rule.aa_strength):
        return "support needs a bonus, and strength, dice or AA fire that it changes"
    return ""


def _fault_of_relation_type(entry: RelationType) -> str:
    usual, free = USUAL[entry.archetype], FREE_FACTS[entry.archetype]
    for fact in RELATION_FACTS:
        if fact not in free and getattr(entry, fact) != getattr(usual, fact):
            return f"{fact}: all relations of the archetype {entry.archetype} have the same value"
    return ""


def _check_fact(entry: SetFact, node: Node, scope: Scope) -> None:
    """Refuse a fact that no trigger may set, or a value that its field may not have."""
    facts = FACTS[entry.subject]
    hint = facts.get(entry.fact)
    parts = parts_of(entry.subject, entry.fact)
    if parts is not None and parts[1] in scope.names(kind_of(named_in(parts[0]))):
        hint = NUMBERED[entry.subject][parts[0]]
    if hint is None:
        known = ", ".join(facts)
        raise node.error(
            f"{shown(entry.fact)} is not a fact of a {entry.subject} that may change: {known}"
        )
    known_names = scope.names(kind_of(_SUBJECTS[entry.subject]))
    for name in entry.names:
        if name not in known_names:
            raise node.error(f"names: {shown(name)} is not a {entry.subject} of this scenario")
    form_of(hint).read(Node(node.mapping()["value"], f"{node.where}.value"), scope)


_SUBJECTS: Mapping[str, object] = {
    "unit": UnitTypeName,
    "territory": TerritoryName,
    "nation": NationName,
    "buy_list": BuyListName,
    "condition": ConditionName,
    "support": SupportName,
    "action": ActionName,
}
