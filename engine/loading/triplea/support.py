"""Third layer: which units help or hinder which, by artillery or by support attachments (B57)."""

from collections.abc import Sequence
from typing import Final

from engine.loading.fields import shown
from engine.loading.triplea import reads
from engine.loading.triplea.attachments import Attachment, Records
from engine.loading.triplea.conditions import fitting_name
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.rows import (
    FactOption,
    MapFacts,
    Said,
    facts_of,
    rows,
    taken,
)
from engine.loading.triplea.words import is_whole, names_in
from engine.marks import MAX_NUMBER

_ARTILLERY: Final = "ArtyOld"
"""The kind of the bonus by artillery, which a support attachment may share."""


def _words(option: str, note: str, **facts: str) -> FactOption:
    """An option that lists some of a few words, each a fact; others are refused."""

    def read(said: Said) -> MapFacts:
        listed = names_in(said.last)
        for word in listed:
            if word not in facts:
                said.refuse(f"support of the kind {shown(word)}")
        return {fact: word in listed for word, fact in facts.items()}

    return reads.special(option, note, read)


def _integer(option: str, fact: str) -> FactOption:
    def read(said: Said) -> MapFacts:
        if not is_whole(said.last.removeprefix("-"), 5):
            raise said.error(f"{option} needs a number")
        return {fact: int(said.last)}

    return reads.special(option, fact, read)


def _kind(said: Said) -> MapFacts:
    """How often bonuses of a kind add up, -1 for without limit, and the kind."""
    stack, _, kind = said.last.rpartition(":")
    if stack not in {"", "-1"} and not is_whole(stack, 4):
        raise said.error("bonusType needs a number")
    return {"kind": kind, "stack": 0 if stack == "-1" else max(1, int(stack or "1"))}


SUPPORT_OPTIONS: Final = rows(
    reads.last_names("unitType", "receivers", "receivers of a support rule"),
    _words(
        "faction",
        "on_enemies, for allied or enemy or both",
        allied="for_friends",
        enemy="for_enemies",
    ),
    _words("side", "attack, defence", offence="attack", defence="defence"),
    _words(
        "dice",
        "strength, dice, aa_strength; AAroll is refused",
        strength="strength",
        roll="dice",
        AAstrength="aa_strength",
    ),
    _integer("bonus", "bonus"),
    _integer("number", "count"),
    reads.special("bonusType", "kind, stack", _kind),
    reads.flag("impArtTech", "improvable"),
    reads.last_names("players", "nations", "nations; without any, triggers say who"),
)


def read_support(
    records: Records, units: Sequence[MapFacts], nations: Sequence[str], missing: MissingRules
) -> list[MapFacts]:
    """The support rules as the tree of a scenario holds them.

    units: those of the tree; what they say of artillery is taken out of them.
    Raises DefinitionError for a value that is not a number.
    """
    by_trigger = _named_by_triggers(records)
    attached = [
        rule
        for entry in records.of_kind("UnitSupportAttachment")
        for rule in _attached(entry, nations, missing, by_trigger=entry.name in by_trigger)
    ]
    shares = any(rule["kind"] == _ARTILLERY for rule in attached)
    return [*_by_artillery(units, shares=shares), *attached]


def _named_by_triggers(records: Records) -> frozenset[str]:
    """The support attachments that triggers give to nations."""
    return frozenset(
        word.removeprefix("-")
        for entry in records.of_kind("TriggerAttachment")
        for word in entry.names("support")
    )


def _by_artillery(units: Sequence[MapFacts], *, shares: bool) -> list[MapFacts]:
    """Artillery helps those that can be supported, in attack, by 1 (B57 to B60).

    shares: whether another bonus counts as one of artillery.
    """
    receivers = [unit["name"] for unit in units if taken(unit, "is_supportable", False)]
    givers: dict[int, list[object]] = {}
    for unit in units:
        count = taken(unit, "supported", 1)
        if taken(unit, "gives_support", False):
            givers.setdefault(count, []).append(unit["name"])
    if not receivers:
        return []
    kind = {"kind": _ARTILLERY} if shares or len(givers) > 1 else {}
    return [
        {"givers": group, "receivers": receivers, "count": count, **kind}
        for count, group in sorted(givers.items())
    ]


def _attached(
    entry: Attachment, nations: Sequence[str], missing: MissingRules, *, by_trigger: bool
) -> list[MapFacts]:
    """The rules of one attachment: one for friends, one for enemies; none if nobody ever has it.

    by_trigger: whether triggers give it to nations.
    """
    rule = facts_of(SUPPORT_OPTIONS, entry, MissingRules())
    players = taken(rule, "nations", list[str]())
    does_anything = "receivers" in rule and rule.get("bonus") and rule.get("count")
    if not (players or by_trigger) or not does_anything:
        return []
    # What such a rule asks for besides is refused only where somebody has it.
    usual: MapFacts = {"attack": False, "strength": False, "improvable": False}
    rule = usual | facts_of(SUPPORT_OPTIONS, entry, missing) | {"givers": [entry.target]}
    rule.pop("nations", None)
    # Maps write any large number for all that stand there.
    rule["count"] = min(taken(rule, "count", 0), MAX_NUMBER)
    if not rule.get("kind"):
        missing.add("option of UnitSupportAttachment bonusType: a bonus of no kind")
        rule |= {"kind": "", "stack": 1}
    # Units of nobody defend only, and no list of nations ever names them.
    if by_trigger:
        rule["name"] = fitting_name(entry.name)
    if by_trigger or rule.get("defence") or set(players) != set(nations):
        rule["nations"] = players
    friends, enemies = taken(rule, "for_friends", False), taken(rule, "for_enemies", False)
    if not any(rule.get(fact) for fact in ("attack", "defence")) or not any(
        rule.get(fact) for fact in ("strength", "dice", "aa_strength")
    ):
        return []
    return [rule] * friends + [{**rule, "on_enemies": True}] * enemies
