"""The odds of a battle as text and as data."""

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from engine import BattleSide
from engine.odds import OUTCOMES, Battle, Chance, Force, Odds
from pbem.output import changed, rows_of
from pbem.play.odds_output import (
    ForceLeft,
    LostOutput,
    NumberLeft,
    OddsOutput,
    RetreatOutput,
    WaveOutput,
    WavesOutput,
)
from pbem.result import Result

if TYPE_CHECKING:
    from engine.odds import Threshold, WavesOdds

_SIDES: Final[tuple[BattleSide, ...]] = ("attacker", "defender")
_WORDS = {
    "win": "attacker wins",
    "loss": "defender wins",
    "both": "both destroyed",
    "stalemate": "stalemate",
    "retreat": "attacker retreats",
}
_BAR = 30
_WIDE = 77
_VISIBLE = 5e-5
"""A chance that would change a printed figure."""

_SHOWN = 8


def answer(
    battle: Battle,
    odds: Odds,
    head: Sequence[str] = (),
    thresholds: "Sequence[Threshold]" = (),
    waves: "WavesOdds | None" = None,
) -> Result[OddsOutput]:
    """The odds of a battle as a result; thresholds: of a plan that looks ahead."""
    lines = [*head]
    data = data_of(odds)
    if waves is not None:
        lines += [*waves_lines(waves, is_sea=battle.is_sea), "", "Wave 1 alone:"]
        data = changed(data, waves=waves_data(waves))
    found = lines_of(odds)
    if battle.attack_plan.stops:
        found[found.index("") : found.index("")] = retreat_lines(thresholds)
        data = changed(data, retreats=rows_of(RetreatOutput, thresholds))
    return Result("\n".join([*lines, *found]), data)


def lines_of(odds: Odds) -> list[str]:
    """The odds as text, what matters most first."""
    lines = [f"{_force(odds.attackers)} against {_force(odds.defenders)}"]
    if not odds.is_sea:
        lines.append(f"  {'territory taken':<18}{_percent(odds.takes)}")
    lines += [
        f"  {_WORDS[name]:<18}{_percent(odds.chance(name))}"
        for name in OUTCOMES
        if odds.chance(name) or name in {"win", "loss"}
    ]
    lines.append(f"  {'profit':<18}{odds.profit:9.2f} PUs on average{_with_prize(odds)}")
    lines.append(f"  {'rounds':<18}{float(odds.rounds):9.2f} on average")
    for side in _SIDES:
        losses = [(name, lost) for name, lost in odds.mean_losses(side) if float(lost) >= 0.005]
        named = ", ".join(f"{float(lost):.2f} {name}" for name, lost in losses) or "nothing"
        cost = float(odds.mean_cost(side))
        lines.append(f"  {side + ' loses':<18}{cost:9.2f} PUs: {named}")
    for side in _SIDES:
        lines += ["", f"{side.capitalize()}: units left", *_chart(odds, side)]
    lines += ["", f"Order of losses, attacker: {_order(odds.attacker_losses)}"]
    lines.append(f"Order of losses, defender: {_order(odds.defender_losses)}")
    lines.append(_how(odds))
    return lines


def short_lines(odds: Odds) -> list[str]:
    """The odds without what is left of each side and how they were found."""
    lines = lines_of(odds)
    return lines[: lines.index("")]


def retreat_lines(thresholds: "Sequence[Threshold]") -> list[str]:
    """When a plan that looks ahead retreats, as a sentence."""
    from textwrap import wrap  # noqa: PLC0415 - seldom wanted, and slow to load

    from engine.odds import retreat_sentence  # noqa: PLC0415

    return wrap(retreat_sentence(thresholds), _WIDE, initial_indent="  ", subsequent_indent="  ")


def waves_lines(waves: "WavesOdds", *, is_sea: bool) -> list[str]:
    """All waves together, and what each of them does."""
    aim = "attacker wins" if is_sea else "territory taken"
    prize = f", success counted as {waves.prize:g}" if waves.prize else ""
    lines = [
        "All waves together:",
        f"  {aim:<18}{_percent(waves.success)}",
        f"  {'profit':<18}{waves.profit:9.2f} PUs on average{prize}",
        f"  {'defenders left':<18}{sum(n * chance for n, chance in waves.left):9.2f} on average",
        "",
        "wave  comes %   wins %  leaves %  falls %   PUs won  PUs lost",
    ]
    for number, one in enumerate(waves.waves, start=1):
        shares = (one.comes, one.succeeds, one.retreats, one.falls)
        lines.append(
            f"{number:>4} {100 * shares[0]:8.2f} {100 * shares[1]:8.2f} {100 * shares[2]:9.2f}"
            f" {100 * shares[3]:8.2f} {one.defender_losses:9.2f} {one.attacker_losses:9.2f}"
        )
    if waves.dropped > _VISIBLE:
        lines.append(f"Cases with a chance of {waves.dropped:.1e} in all were left out.")
    return lines


def waves_data(waves: "WavesOdds") -> WavesOutput:
    """All waves for programs."""
    return WavesOutput(
        success=waves.success,
        profit=waves.profit,
        waves=rows_of(WaveOutput, waves.waves),
        defenders_left=[NumberLeft(units, chance) for units, chance in waves.left],
        dropped=waves.dropped,
    )


def force_in_words(force: Force) -> str:
    """``3 infantry, 1 armour``, or ``nothing``."""
    return _force(force)


def _with_prize(odds: Odds) -> str:
    if not odds.prize:
        return ""
    return f", success counted as {odds.prize:g}"


def _how(odds: Odds) -> str:
    if odds.runs:
        error = 100 * odds.error
        return (
            f"Simulated: {odds.runs} battles, standard error up to {error:.2f} percentage points."
        )
    if float(odds.dropped):
        return f"Exact but for battles with a chance of {float(odds.dropped):.1e} in all."
    return "Exact, over all the ways in which the dice can fall."


def _chart(odds: Odds, side: BattleSide) -> list[str]:
    """A bar for each number of units left, with the likeliest force of that number."""
    likeliest: dict[int, Force] = {}
    for force, _ in odds.survivors(side):
        likeliest.setdefault(sum(count for _, count in force), force)
    numbers = [(count, float(chance)) for count, chance in odds.numbers_left(side)]
    shown = sorted(sorted(numbers, key=lambda entry: -entry[1])[:_SHOWN], reverse=True)
    most = max((chance for _, chance in shown), default=1.0) or 1.0
    lines = []
    for count, chance in shown:
        bar = "#" * round(_BAR * chance / most)
        lines.append(f"  {count:>4} {_percent(chance)} {bar:<{_BAR}} {_force(likeliest[count])}")
    rest = sum(chance for _, chance in numbers) - sum(chance for _, chance in shown)
    if len(numbers) > len(shown):
        lines.append(f"  rest {_percent(rest)}")
    return [line.rstrip() for line in lines]


def _percent(chance: Chance) -> str:
    return f"{100 * float(chance):8.2f} %"


def _force(force: Force) -> str:
    return ", ".join(f"{count} {name}" for name, count in force) or "nothing"


def _order(order: Sequence[str]) -> str:
    """An order of losses, equal neighbours together; a star is a hit that only damages."""
    runs = ((name, len(list(same))) for name, same in groupby(order))
    return ", ".join(f"{count} {name}" for name, count in runs) or "nobody"


def data_of(odds: Odds) -> OddsOutput:
    """The odds for programs; chances are numbers, exact ones also fractions as text."""
    is_exact = not isinstance(odds.rounds, float)
    return OddsOutput(
        attackers=dict(odds.attackers),
        defenders=dict(odds.defenders),
        chances={name: float(odds.chance(name)) for name in OUTCOMES},
        fractions={name: str(odds.chance(name)) for name in OUTCOMES} if is_exact else None,
        takes=float(odds.takes),
        success=float(odds.success),
        profit=odds.profit,
        prize=odds.prize,
        rounds=float(odds.rounds),
        losses={side: _lost(odds, side) for side in _SIDES},
        left={
            side: [NumberLeft(count, float(chance)) for count, chance in odds.numbers_left(side)]
            for side in _SIDES
        },
        survivors={side: _survivors(odds, side) for side in _SIDES},
        order_of_losses={"attacker": odds.attacker_losses, "defender": odds.defender_losses},
        method=odds.method,
        runs=odds.runs,
        standard_error=odds.error,
        dropped=float(odds.dropped),
    )


def _lost(odds: Odds, side: BattleSide) -> LostOutput:
    lost: dict[str, float] = {name: float(number) for name, number in odds.mean_losses(side)}
    return LostOutput(lost, float(odds.mean_cost(side)))


def _survivors(odds: Odds, side: BattleSide) -> list[ForceLeft]:
    return [ForceLeft(dict(force), float(chance)) for force, chance in odds.survivors(side)]
