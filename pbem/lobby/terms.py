"""What players agree to when they join: scenario, options, bids and dice, in words.

The scenario is in the save, written there by the host.  Players have the same scenario in their
own copy of the program, so every difference can be listed; nobody should play a board with three
extra battleships because nobody looked.
"""

from collections.abc import Iterator, Mapping, Sequence

from engine import (
    Definition,
    load_scenario,
    rules_only,
    scenario_titled,
    tree_from_definition,
    with_profile,
)
from engine import option_text as text_of_option
from engine.values import dataclass, replace
from pbem.dice.client import EMBEDDED
from pbem.dice.sources import DiceSource
from pbem.lobby.beginning import beginning_lines
from pbem.lobby.pace import pace_lines
from pbem.lobby.questions import founding_questions
from pbem.output import Output
from pbem.replay import definition_of, scenario_of
from pbem.replay.scenarios import PROFILES
from pbem.save.trusted_save import TrustedSave
from pbem.text import plain
from pbem.wire.pace import Pace

_MOST_DIFFERENCES = 12
_MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a scenario departs from the packaged one of its name.

    place: the keys that lead there; theirs, usual: the two values, None where there is nothing.
    """

    place: tuple[str, ...]
    theirs: object
    usual: object

    @property
    def text(self) -> str:
        """The difference in a line."""
        return f"{' '.join(self.place)}: {_word(self.theirs)} instead of {_word(self.usual)}"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a game.

    scenario: its name; is_packaged: whether it comes, to the last number, with this program.
    profile: the profile with which such a scenario is played, "" for the rule book's.
    differences: where it departs from the packaged scenario of that name, the first of many; ()
    when this program has no scenario of that name; more_differences: how many there are besides.
    options: those that are not as the scenario has them, with their values.
    decided: how what a founder is asked was decided, a clause each.
    bids: nations with PUs before round 1.
    dice_server: its address, "" when the dice are the host's own.
    dice: what the dice prove; dice_kind and authorities: where they come from; is_with_host: they
    can be rolled on the host's computer alone.
    pace: what a turn may take; None for a game without a pace.
    begins: where a game that another program began goes on, a line each; () for any other.
    """

    scenario: str
    is_packaged: bool
    profile: str
    differences: tuple[Difference, ...]
    more_differences: int
    options: Mapping[str, object]
    decided: tuple[str, ...]
    bids: tuple[tuple[str, int], ...]
    dice_server: str
    dice: str
    dice_kind: str
    authorities: tuple[DiceSource, ...]
    is_with_host: bool
    pace: Pace | None = None
    begins: tuple[str, ...] = ()

    def lines(self) -> tuple[str, ...]:
        """The terms for people, a line each, made harmless to show."""
        return tuple(plain(line) for line in self._lines())

    def _lines(self) -> Iterator[str]:
        if self.profile:
            yield (
                f"Scenario: {self.scenario}, as it comes with pbem, "
                f"with the rules of the {self.profile} profile:"
            )
            yield from (f"  {line}" for line in self._changes())
        elif self.is_packaged:
            yield f"Scenario: {self.scenario}, exactly as it comes with pbem."
        elif self.differences:
            yield f"Scenario: {self.scenario}, CHANGED BY THE HOST:"
            yield from (f"  {line}" for line in self._changes())
        else:
            yield f"Scenario: {self.scenario}, BROUGHT BY THE HOST; pbem has none of that name."
        yield from self.begins
        for name, value in self.options.items():
            text, _, _ = text_of_option(name)
            yield f"Option: {name} = {_word(value)} ({text})"
        yield from (f"Decided: {clause}." for clause in self.decided)
        if self.bids:
            yield "Bids: " + ", ".join(f"{nation} {amount} PUs" for nation, amount in self.bids)
        if not self.options and not self.bids:
            yield "Options: as the scenario has them; no bids."
        if self.dice_server:
            yield f"Dice server: {self.dice_server}"
        yield self.dice
        if self.pace is not None:
            yield from pace_lines(self.pace)

    def _changes(self) -> Iterator[str]:
        yield from (one.text for one in self.differences)
        if self.more_differences:
            yield f"and {self.more_differences} more"


class AgreedPace(Output):
    """What a turn may take: so many hours on these weekdays, 0 is Monday.

    Time counts from opens to closes, minutes of the day, both 0 for the whole day; offset: minutes
    east of UTC.  bumps: reminders, every so many hours; afterwards: what follows the last of them;
    absence: days in the whole game for which each player may be away.
    """

    hours: int
    days: tuple[int, ...]
    opens: int
    closes: int
    offset: int
    bumps: int
    every: int
    afterwards: str
    absence: int


class DifferenceOutput(Output):
    """Where a scenario departs from the packaged one.

    place: the keys that lead there; usual: the value in the packaged one; null is nothing.
    """

    place: tuple[str, ...]
    theirs: object
    usual: object
    text: str


class AuthorityOutput(Output, rename={"is_successor": "took_over"}):
    """Who commits to the dice.

    took_over: by agreement of all, from another one; restored: when it last was restored from a
    backup, by its own word, in seconds since 1970, 0 for never.
    """

    address: str
    is_successor: bool
    restored: int


class TermsOutput(Output):
    """What everybody agrees to by joining.

    is_packaged: the scenario comes, to the last number, with this program; profile: "" for the rule
    book's; differences: from the scenario of that name, the first of them, and how many more;
    options: those that are not as the scenario has them; bids: nations with PUs before round 1;
    dice_kind: embedded, server or rehearsal, whose dice prove nothing; is_with_host: nobody else
    can roll them; dice: the same in words; pace: null without one; begins: where a game that
    another program began goes on, a line each.
    """

    scenario: str
    is_packaged: bool
    profile: str
    differences: tuple[DifferenceOutput, ...]
    more_differences: int
    options: dict[str, object]
    bids: tuple[tuple[str, int], ...]
    dice_server: str
    dice: str
    dice_kind: str
    authorities: tuple[AuthorityOutput, ...]
    is_with_host: bool
    pace: AgreedPace | None
    begins: tuple[str, ...]


def terms_of(save: TrustedSave) -> Terms:
    """What the genesis record of a save lays down.

    Raises OtherRulesError when this version cannot play the game.
    """
    definition = definition_of(save)
    theirs = scenario_of(save)
    namesake = load_scenario(name) if (name := scenario_titled(theirs.name)) else None
    rules: tuple[Difference, ...] = ()
    words: tuple[Difference, ...] = ()
    profile = ""
    if namesake is not None and theirs != namesake:
        tree = tree_from_definition(rules_only(theirs))
        own_tree = tree_from_definition(rules_only(namesake))
        rules = tuple(_differences(own_tree, tree, ()))
        words = tuple(_words(namesake, theirs))
        profile = _profile_of(namesake, tree) if rules and not words else ""
    differences = (*rules, *words)
    shown = differences[:_MOST_DIFFERENCES]
    reach = dice_reach(save)
    return Terms(
        scenario=definition.name,
        is_packaged=namesake is not None and (not differences or profile != ""),
        profile=profile,
        differences=shown,
        more_differences=len(differences) - len(shown),
        options={
            name: getattr(definition.options, name)
            for name in sorted(save.genesis.options)
            if name != "bid"
        },
        decided=tuple(question.answer for question in founding_questions(definition)),
        bids=tuple(sorted((name, bid) for name, bid in definition.options.bid.items() if bid)),
        dice_server=" and ".join(source.address for source in save.sources)
        if save.dice_kind == "server"
        else "",
        dice=" ".join(filter(None, (save.dice_words, reach))),
        dice_kind=save.dice_kind,
        authorities=tuple(save.sources),
        is_with_host=bool(reach),
        pace=save.genesis.pace,
        begins=beginning_lines(definition),
    )


def dice_reach(save: TrustedSave) -> str:
    """Who cannot roll, "" where everybody can: dice in a folder are rolled where the folder is."""
    is_in_folder = any(source.address == EMBEDDED for source in save.sources)
    if not is_in_folder or save.genesis.mode != "mail" or len(save.genesis.players) < 2:
        return ""
    return (
        "They lie in a folder of the host's computer: on another computer nobody can roll them. A "
        "game between computers is founded with a dice server."
    )


def _profile_of(own: Definition, theirs: Mapping[str, object]) -> str:
    """The profile with which a packaged scenario is what the host wrote, "" for none."""
    for profile in PROFILES:
        options = with_profile(own.options, profile)
        tree = tree_from_definition(rules_only(replace(own, options=options)))
        if not any(_differences(tree, theirs, ())):
            return profile
    return ""


def _words(own: Definition, theirs: Definition) -> Iterator[Difference]:
    """Where a scenario that the host brought has other words than the packaged one.

    One without any is named by its rules alone (ADR 0038).
    """
    for name, kind in theirs.unit_types.items():
        usual = own.unit_types.get(name, kind).aliases
        if kind.aliases and kind.aliases != usual:
            yield Difference(("units", name, "aliases"), kind.aliases, usual)
    if theirs.notes and theirs.notes != own.notes:
        yield Difference(("notes",), theirs.notes, own.notes or None)


def _differences(own: object, theirs: object, place: tuple[str, ...]) -> Iterator[Difference]:
    """Where two trees differ."""
    if isinstance(own, Mapping) and isinstance(theirs, Mapping):
        for key in sorted({*own, *theirs}, key=str):
            yield from _differences(own.get(key), theirs.get(key), (*place, str(key)))
    elif _named(own) and _named(theirs):
        yield from _differences(_by_name(own), _by_name(theirs), place)
    elif not _same(own, theirs):
        yield Difference(place, theirs, own)


def _same(own: object, theirs: object) -> bool:
    if isinstance(own, Sequence) and isinstance(theirs, Sequence):
        return [*own] == [*theirs]
    return own == theirs and type(own) is type(theirs)


def _named(value: object) -> bool:
    rows = [*value] if isinstance(value, Sequence) and not isinstance(value, str) else []
    return bool(rows) and all(isinstance(row, Mapping) and "name" in row for row in rows)


def _by_name(value: object) -> dict[str, object]:
    rows = [*value] if isinstance(value, Sequence) else []
    return {str(row["name"]): row for row in rows if isinstance(row, Mapping)}


def _word(value: object) -> str:
    if value is None or value == ():
        return "nothing"
    if isinstance(value, tuple):
        value = ", ".join(map(str, value))
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
