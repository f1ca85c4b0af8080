"""The odds of a battle as text and as data."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from engine.odds import OUTCOMES, Battle, Chance, Force, Odds
from pbem.result import Result

_WORDS = {
    "win": "attacker wins",
    "loss": "defender wins",
    "both": "both destroyed",
    "stalemate": "stalemate",
    "retreat": "attacker retreats",
}
_BAR = 30
_SHOWN = 8


def answer(battle: Battle, odds: Odds, head: Sequence[str] = ()) -> Result:
    """The odds of a battle as a result."""
    return Result("\n".join([*head, *lines_of(odds, takes=not battle.is_sea)]), data_of(odds))


def lines_of(odds: Odds, *, takes: bool) -> list[str]:
    """The odds as text; takes: whether there is a territory to be taken."""
    lines = [f"{_force(odds.attackers)} against {_force(odds.defenders)}"]
    lines += [
        f"  {_WORDS[name]:<18}{_percent(odds.chance(name))}"
        for name in OUTCOMES
        if odds.chance(name) or name in {"win", "loss"}
    ]
    if takes:
        lines.append(f"  {'territory taken':<18}{_percent(odds.takes)}")
    lines.append(f"  {'rounds':<18}{float(odds.rounds):9.2f} on average")
    for side in ("attacker", "defender"):
        losses = [(name, lost) for name, lost in odds.mean_losses(side) if float(lost) >= 0.005]
        named = ", ".join(f"{float(lost):.2f} {name}" for name, lost in losses) or "nothing"
        cost = float(odds.mean_cost(side))
        lines.append(f"  {side + ' loses':<18}{cost:9.2f} PUs: {named}")
    for side in ("attacker", "defender"):
        lines += ["", f"{side.capitalize()}: units left", *_chart(odds, side)]
    lines += ["", f"Order of losses, attacker: {_order(odds.attacker_losses)}"]
    lines.append(f"Order of losses, defender: {_order(odds.defender_losses)}")
    lines.append(_how(odds))
    return lines


def _how(odds: Odds) -> str:
    if odds.runs:
        error = 100 * odds.error
        return (
            f"Simulated: {odds.runs} battles, standard error up to {error:.2f} percentage points."
        )
    if float(odds.dropped):
        return f"Exact but for battles with a chance of {float(odds.dropped):.1e} in all."
    return "Exact, over all the ways in which the dice can fall."


def _chart(odds: Odds, side: str) -> list[str]:
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
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in runs) or "nobody"


def data_of(odds: Odds) -> dict[str, object]:
    """The odds for programs; chances are numbers, exact ones also fractions as text."""
    return {
        "attackers": dict(odds.attackers),
        "defenders": dict(odds.defenders),
        "chances": {name: float(odds.chance(name)) for name in OUTCOMES},
        "fractions": {name: str(odds.chance(name)) for name in OUTCOMES}
        if not isinstance(odds.rounds, float)
        else None,
        "takes": float(odds.takes),
        "rounds": float(odds.rounds),
        "losses": {side: _losses(odds, side) for side in ("attacker", "defender")},
        "left": {
            side: [
                {"units": count, "chance": float(chance)}
                for count, chance in odds.numbers_left(side)
            ]
            for side in ("attacker", "defender")
        },
        "survivors": {side: _survivors(odds, side) for side in ("attacker", "defender")},
        "order_of_losses": {
            "attacker": list(odds.attacker_losses),
            "defender": list(odds.defender_losses),
        },
        "method": odds.method,
        "runs": odds.runs,
        "error": odds.error,
        "dropped": float(odds.dropped),
    }


def _losses(odds: Odds, side: str) -> dict[str, object]:
    lost = {name: float(number) for name, number in odds.mean_losses(side)}
    return {"units": lost, "pus": float(odds.mean_cost(side))}


def _survivors(odds: Odds, side: str) -> Iterable[dict[str, object]]:
    return [
        {"units": dict(force), "chance": float(chance)} for force, chance in odds.survivors(side)
    ]
