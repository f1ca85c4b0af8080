"""Third layer: which units help or hinder which, by artillery or by support attachments (B57)."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.errors import DefinitionError
from engine.gamedef.bounds import MAX_NUMBER
from engine.loading.fields import shown
from engine.loading.triplea.conditions import fitting_name
from engine.loading.triplea.missing import Missing
from engine.loading.triplea.records import Attachment, Records
from engine.loading.triplea.words import is_whole, option_flag, option_number

_ARTILLERY: Final = "ArtyOld"
"""The kind of the bonus by artillery, which a support attachment may share."""


def read_support(
    records: Records,
    units: Sequence[Mapping[str, object]],
    nations: Sequence[str],
    missing: Missing,
) -> list[dict[str, object]]:
    """The support rules as the tree of a scenario holds them.

    Raises DefinitionError for a value that is not a number.
    """
    by_trigger = _named_by_triggers(records)
    attached = [
        rule
        for attachment in records.of_kind("UnitSupportAttachment")
        for rule in _attached(
            attachment, nations, missing, by_trigger=attachment.name in by_trigger
        )
    ]
    shares = any(rule["kind"] == _ARTILLERY for rule in attached)
    return [*_by_artillery(records, units, shares=shares), *attached]


def _named_by_triggers(records: Records) -> frozenset[str]:
    """The support attachments that triggers give to nations."""
    return frozenset(
        word.removeprefix("-")
        for entry in records.of_kind("TriggerAttachment")
        for value in entry.each("support")
        for word in value.split(":")
    )


def _by_artillery(
    records: Records, units: Sequence[Mapping[str, object]], *, shares: bool
) -> list[dict[str, object]]:
    """Artillery helps those that can be supported, in attack, by 1 (B57 to B60).

    shares: whether another bonus counts as one of artillery.
    """
    options = {entry.target: entry.values() for entry in records.of_kind("UnitAttachment")}
    names = [str(unit["name"]) for unit in units]
    receivers = [
        name for name in names if option_flag(name, options.get(name, {}), "artillerySupportable")
    ]
    givers: dict[int, list[str]] = {}
    for name in names:
        own = options.get(name, {})
        if option_flag(name, own, "artillery"):
            givers.setdefault(option_number(name, own, "unitSupportCount") or 1, []).append(name)
    if not receivers:
        return []
    kind = {"kind": _ARTILLERY} if shares or len(givers) > 1 else {}
    return [
        {"givers": group, "receivers": receivers, "count": count, **kind}
        for count, group in sorted(givers.items())
    ]


def _attached(
    attachment: Attachment, nations: Sequence[str], missing: Missing, *, by_trigger: bool
) -> list[dict[str, object]]:
    """The rules of one attachment: one for friends, one for enemies; none if nobody ever has it.

    by_trigger: whether triggers give it to nations.
    """
    options = attachment.values()
    players = [name for name in options.get("players", "").split(":") if name]
    receivers = [name for name in options.get("unitType", "").split(":") if name]
    bonus, count = _number(attachment, "bonus"), _number(attachment, "number")
    if not (players or by_trigger) or not receivers or not bonus or not count:
        return []
    # Maps write any large number for all that stand there.
    count = min(count, MAX_NUMBER)
    faction = _words(attachment, "faction", ("allied", "enemy"), missing)
    side = _words(attachment, "side", ("offence", "defence"), missing)
    dice = _words(attachment, "dice", ("strength", "roll"), missing)
    stack, _, kind = options.get("bonusType", "").rpartition(":")
    if not kind:
        missing.add("option of UnitSupportAttachment bonusType: a bonus of no kind")
    rule: dict[str, object] = {
        "givers": [attachment.target],
        "receivers": list(dict.fromkeys(receivers)),
        "bonus": bonus,
        "count": count,
        "attack": "offence" in side,
        "defence": "defence" in side,
        "strength": "strength" in dice,
        "dice": "roll" in dice,
        "kind": kind,
        "stack": _stack(attachment, stack),
        "improvable": option_flag(attachment.target, options, "impArtTech"),
    }
    # Units of nobody defend only, and no list of nations ever names them.
    if by_trigger:
        rule["name"] = fitting_name(attachment.name)
    if by_trigger or rule["defence"] or set(players) != set(nations):
        rule["nations"] = list(dict.fromkeys(players))
    if not (side and dice):
        return []
    return [{**rule, "on_enemies": True} if word == "enemy" else rule for word in faction]


def _words(
    attachment: Attachment, name: str, known: tuple[str, ...], missing: Missing
) -> tuple[str, ...]:
    """Which of the known words an option lists; others are added to `missing`."""
    listed = [word for word in attachment.values().get(name, "").split(":") if word]
    for word in listed:
        if word not in known:
            what = f"option of UnitSupportAttachment {name}: support of the kind {shown(word)}"
            missing.add(what, attachment.target)
    return tuple(word for word in known if word in listed)


def _number(attachment: Attachment, name: str) -> int:
    value = attachment.values().get(name, "0")
    digits = value.removeprefix("-")
    if not is_whole(digits, 5):
        raise DefinitionError(f"{shown(attachment.target)}: {name} needs a number")
    return int(value)


def _stack(attachment: Attachment, text: str) -> int:
    """How often bonuses of the kind add up; -1 is without limit."""
    if text in {"", "-1"}:
        return 0 if text else 1
    if not is_whole(text, 4):
        raise DefinitionError(f"{shown(attachment.target)}: bonusType needs a number")
    return max(1, int(text))
