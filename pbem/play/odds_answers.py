"""What can be asked about the battles of a game, answered in words and as data.

Rule: rule book, Battle calculator (B246, B251).
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine import NationName, State, TerritoryName
from engine.advice import holding, sending, threatened
from engine.odds import ForceError, Odds, Plan, parse_force, parse_types
from engine.values import replace
from pbem.output import changed, rows_of, widened
from pbem.play.odds import Prospect, Wishes, prospect, prospects
from pbem.play.odds_output import (
    AttackOutput,
    AttacksOutput,
    BattleOutput,
    CaveatOutput,
    HeldOutput,
    SentOutput,
    ThreatOutput,
    ThreatsOutput,
)
from pbem.play.odds_wishes import chance_of, check_place
from pbem.play.odds_words import answer, data_of, force_in_words, waves_data
from pbem.play.territory_name import territory_named
from pbem.result import Result
from pbem.usage import UsageError

if TYPE_CHECKING:
    from engine.advice import Holding, Sending

_SUCCESS = "Success: the territory is taken, at sea the battle won; its value is in the profit."
_LANDINGS = (
    "Each transport loads where it is, the most expensive units that fit and would not get there "
    "otherwise, and sails where no enemy is."
)


def one_battle(state: State, territory: str, wishes: Wishes) -> Result[BattleOutput]:
    """The battle of one territory of a game (B246, B251)."""
    check_waves(state, territory, wishes)
    found = prospect(state, territory, wishes)
    head = [
        found.territory,
        *(f"No fixed plan can express this: {text}." for text in found.choices),
        *([f"{found.landed} of the attackers come by sea. {_LANDINGS}"] if found.landed else []),
    ]
    result = answer(found.battle, found.odds, head, found.thresholds, found.waves)
    data = widened(
        BattleOutput,
        result.data,
        territory=found.territory,
        choices=rows_of(CaveatOutput, found.choices),
        landed=found.landed,
    )
    return Result(result.text, data)


def check_waves(state: State, territory: str, wishes: Wishes) -> None:
    """Raise UsageError for waves with units that cannot fight in a territory."""
    kinds = state.definition.unit_types
    place = territory_named(state.definition, territory)
    try:
        for one in wishes.waves:
            is_sea = state.definition.board.territories[place].is_sea
            check_place(parse_force(one.force, kinds).units, is_sea=is_sea)
    except ForceError as error:
        raise UsageError("bad-forces", f"{str(error).capitalize()}.") from error


def sent(state: State, text: str, needed: str, add: str, wishes: Wishes) -> Result[SentOutput]:
    """The cheapest force that takes a territory with a chance, of what can get there."""
    place = territory_named(state.definition, text)
    wanted = chance_of("--needed", needed)
    limit = f"{100 * wanted:g} %"
    found = _sending(state, place, wanted, add, wishes)
    going = f" besides {force_in_words(found.going)} on the way" if found.going else ""
    if not found.sent:
        told = f"Nothing is needed for {limit}{going}." if found.is_enough else "Nothing can come."
    elif found.is_enough:
        told = f"Needed for {limit}: {force_in_words(found.sent)} ({found.cost} PUs){going}"
    else:
        told = f"Not enough for {limit}: {force_in_words(found.sent)}{going}"
    landed = f"{found.landed} of those who can get there come by sea. {_LANDINGS}"
    head = [
        place,
        told,
        *(f"No fixed plan can express this: {one}." for one in found.situation.choices),
        *([landed] if found.landed and not add else []),
        "",
    ]
    result = answer(replace(found.situation.battle, prize=found.odds.prize), found.odds, head)
    data = widened(
        SentOutput,
        result.data,
        territory=place,
        going=dict(found.going),
        units=dict(found.sent) if found.is_enough else None,
        cost=found.cost if found.is_enough else None,
    )
    return Result(result.text, data)


def _sending(
    state: State, place: TerritoryName, wanted: float, add: str, wishes: Wishes
) -> "Sending":
    technologies = tuple(state.technologies.get(state.nation, ()))
    kinds = state.definition.unit_types
    try:
        plan = replace(wishes.plan, losses=parse_types(wishes.losses[0], kinds))
        among = parse_force(add, kinds, technologies).units if add else None
        if among is not None:
            check_place(among, is_sea=state.definition.board.territories[place].is_sea)
        found = sending(state, place, wanted, plan, prize=wishes.prize, among=among)
    except ForceError as error:
        raise UsageError("bad-forces", f"{str(error).capitalize()}.") from error
    except ValueError as error:
        way_out = "Name some of them with --add."
        raise UsageError("too-large", f"{place}: {error}.", way_out) from error
    if found is None:
        raise UsageError("no-battle", f"The {state.nation} can fight no battle in {place} now.")
    return found


def held(state: State, text: str, at_most: float, plan: Plan) -> Result[HeldOutput]:
    """What brings the chance that an enemy takes an own territory down to a figure."""
    place = territory_named(state.definition, text)
    found = _holding(state, place, at_most, plan)
    if found is None:
        raise UsageError("no-battle", f"No enemy could attack {place} now.")
    lines = [
        place,
        f"  {found.enemy + ' could take it':<30}{_share(found.odds)}",
        f"  with {force_in_words(found.odds.attackers)}",
        f"  against {force_in_words(found.odds.defenders)}",
        *_help_lines(found, at_most),
    ]
    return Result("\n".join(lines), _holding_data(place, found))


def every_threat(state: State, above: float, plan: Plan) -> Result[ThreatsOutput]:
    """Every own territory that an enemy could take with more than a chance, worst first."""
    found = threatened(state, above, plan)
    lines = [
        f"{place}: {_share(odds).strip()} for the {enemy} with {force_in_words(odds.attackers)}"
        for place, enemy, odds in found
    ]
    limit = f"{100 * above:g} %"
    text = "\n".join(lines) or f"No enemy could take a territory of yours with more than {limit}."
    data = [_threat_data(*one) for one in found]
    return Result(text, ThreatsOutput(data))


def _threat_data(place: TerritoryName, enemy: NationName, odds: Odds) -> ThreatOutput:
    return ThreatOutput(
        place, enemy, dict(odds.attackers), dict(odds.defenders), float(odds.success)
    )


def _holding(state: State, place: TerritoryName, at_most: float, plan: Plan) -> "Holding | None":
    try:
        return holding(state, place, at_most, plan)
    except ValueError as error:
        raise UsageError("too-large", f"{place}: {error}.") from error


def _share(odds: Odds) -> str:
    return f"{100 * float(odds.success):6.2f} %"


def _help_lines(found: "Holding", at_most: float) -> list[str]:
    """What would hold a territory, in words."""
    limit = f"{100 * at_most:g} %"
    if found.after is found.odds:
        return [f"  {'held well enough' if found.is_enough else 'nothing more can get there'}"]
    moved = f"move {force_in_words(found.moved)} there" if found.moved else ""
    paid = f" ({found.cost} PUs)" if found.cost else ""
    bought = f"place {force_in_words(found.bought)}{paid}" if found.bought else ""
    what = " and ".join(part for part in (moved, bought) if part)
    if found.is_enough:
        return [f"  for {limit} at most: {what}, leaving {_share(found.after).strip()}"]
    return [f"  not enough for {limit}: {what}, leaving {_share(found.after).strip()}"]


def _holding_data(place: TerritoryName, found: "Holding") -> HeldOutput:
    return widened(
        HeldOutput,
        _threat_data(place, found.enemy, found.odds),
        move=dict(found.moved),
        place=dict(found.bought),
        cost=found.cost,
        after=float(found.after.success),
        enough=found.is_enough,
    )


def every_attack(
    state: State, wishes: Wishes, progress: Callable[[int, int], None] = lambda _done, _all: None
) -> Result[AttacksOutput]:
    """Every attack that the nation to move could make, best first."""
    found = prospects(state, wishes, progress)
    width = max((len(one.territory) for one in found), default=10)
    lines = [f"{'':<{width}} success %  profit  PUs won     lost  forces"]
    for one in found:
        mark = "*" if one.landed else ""
        forces = f"{len(one.battle.attackers)}{mark} v {len(one.battle.defenders)}"
        won, lost = (float(one.odds.mean_cost(side)) for side in ("defender", "attacker"))
        if one.waves is not None:
            won = sum(wave.defender_losses for wave in one.waves.waves)
            lost = sum(wave.attacker_losses for wave in one.waves.waves)
        lines.append(
            f"{one.territory:<{width}} {100 * one.success:9.1f} {one.profit:7.1f}"
            f"  {won:7.1f}  {lost:7.1f}  {forces}"
        )
    lines += ["", _SUCCESS]
    if any(one.landed for one in found):
        lines.append(f"* with troops from transports. {_LANDINGS}")
    text = "\n".join(lines) if found else f"The {state.nation} can reach no enemy."
    data = [_attack_data(one) for one in found]
    return Result(text, AttacksOutput(state.nation, data))


def _attack_data(one: Prospect) -> AttackOutput:
    data = data_of(one.odds)
    if one.waves is not None:
        data = changed(data, waves=waves_data(one.waves))
    return widened(AttackOutput, data, territory=one.territory, landed=one.landed)
