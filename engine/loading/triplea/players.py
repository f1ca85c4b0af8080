"""Third layer: what attachments of nations say about them: capitals, gifts, goods, blockades."""

from typing import Final

from engine.core.ids import PUS
from engine.loading.triplea import reads
from engine.loading.triplea.attachments import Records
from engine.loading.triplea.capitals import CAPITAL_OPTIONS
from engine.loading.triplea.limits import LIMIT_OPTIONS
from engine.loading.triplea.missing_rules import MissingRules
from engine.loading.triplea.rows import MapFacts, Said, facts_of, part, rows
from engine.loading.triplea.words import is_whole


def _strikes(said: Said) -> MapFacts:
    """The strength of kamikaze attacks, and the goods that each of them costs."""
    values = [*said.each()]
    if not values:
        return {}
    strength, _, goods = values[0].partition(":")
    if len(values) > 1 or not is_whole(strength) or not goods or goods == PUS:
        said.refuse("several kinds of goods, or PUs", everywhere=True)
        return {}
    return {"kamikaze_goods": goods, "kamikaze_strength": int(strength)}


PLAYER_OPTIONS: Final = rows(
    *LIMIT_OPTIONS,
    *CAPITAL_OPTIONS,
    reads.names(
        "giveUnitControl", "gives_to", "gives_to; true or false is an old form without a meaning"
    ),
    reads.word("vps", "victory_points", "point_victory; must be 0"),
    *reads.with_property(
        "Capture Units On Entering Territory",
        reads.names("captureUnitOnEnteringBy", "nation_rules.entry_captors"),
    ),
    *reads.with_property(
        "Use Kamikaze Suicide Attacks",
        reads.special(
            "suicideAttackResources", "nation_rules: kamikaze_goods, kamikaze_strength", _strikes
        ),
        reads.last_names(
            "suicideAttackTargets", "kamikaze_targets", "nation_rules: kamikaze_targets"
        ),
    ),
    reads.names("helpPayTechCost", "nation_rules.research_helpers"),
    *reads.changing(
        reads.names("shareTechnology", "nation_rules.shares_technologies_with"),
        reads.flag("immuneToBlockade", "nation_rules.is_unblockaded"),
    ),
)


def read_players(records: Records, missing: MissingRules) -> dict[str, MapFacts]:
    """What options say of nations, which may have several attachments: each adds what it says."""
    found: dict[str, MapFacts] = {}
    for entry in records.of_kind("PlayerAttachment"):
        found[entry.target] = found.get(entry.target, {}) | facts_of(PLAYER_OPTIONS, entry, missing)
    return found


def strikes_in(facts: MapFacts) -> MapFacts:
    """The kamikaze attacks that a nation is allowed, which are taken out of its facts."""
    strikes = part(facts, "kamikaze_")
    found = strikes if "goods" in strikes else {}
    return {f"kamikaze_{fact}": value for fact, value in found.items()}


def rules_in(facts: MapFacts) -> MapFacts:
    """Its other rules, which are taken out of its facts."""
    return part(facts, "nation_rules.")
