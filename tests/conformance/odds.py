"""Battle odds of the TripleA engine's calculator beside ours.

``python -m tests.conformance.odds FILE...`` reads samples of battles that the calculator of the
engine has simulated, works each of them out exactly and compares the shares of wins, losses and
draws, the mean survivors of each type and the mean number of rounds.  Every figure may be
`SIGMAS` standard errors away.  A battle agrees when all of its figures do; each disagreement is
printed.  A map that needs rules that are not there is reported and not counted.  The last line
counts; the exit code is 1 when a battle that counts disagrees.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path

from engine.core.ids import UnitTypeName
from engine.gamedef import Definition, UnitType
from engine.gamedef.option_values import with_option
from engine.odds import Battle, Combatant, Odds, Plan, Rules, solve
from tests.conformance.case_map import MapFile
from tests.conformance.replay_json import Json, Table, items, number, table, tables, text
from tests.conformance.samples import agreement, map_of
from tests.support.unit_types import with_facts

SIGMAS = 4.0

UNABLE = "ships that may not bombard fire in the calculator"


@dataclass
class Tally:
    """What became of the battles of one set of rules."""

    name: str
    asked: int = 0
    agreed: int = 0
    missing: tuple[str, ...] = ()
    apart: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def compare(path: Path) -> list[Tally]:
    """What became of all battles of a file, one tally for each set of rules."""
    value: Json = json.loads(path.read_text(encoding="utf-8"))
    tallies: dict[str, Tally] = {}
    for line in tables(table(value)["battles"]):
        name = text(line["rules"])
        missing = map_of(path, text(line["map_file"])).parts().missing
        tally = tallies.setdefault(name, Tally(name, missing=missing))
        if line.get("bombarding_without_can_bombard"):
            tally.apart[UNABLE] = tally.apart.get(UNABLE, 0) + 1
            continue
        problems = _compared(line, solve(battle_of(path, line)))
        tally.asked += 1
        tally.agreed += not problems
        kind = f"{text(line['kind'])}{', low luck' if line['low_luck'] else ''}"
        tally.problems.extend(f"{number(line['id'])} ({kind}): {what}" for what in problems)
    return list(tallies.values())


def battle_of(path: Path, line: Table) -> Battle:
    """The battle of a line; nobody retreats, helpless submarines submerge."""
    definition = _definition(
        map_of(path, text(line["map_file"])), low_luck=line["low_luck"] is True
    )
    kinds = _kinds(definition, table(line["unit_values"]))
    guns = [name for name in table(line["defenders"]) if kinds[name].guns.is_aa_gun]
    return Battle(
        Rules.of(definition.combat_rules()),
        _units(kinds, table(line["attackers"]), landed=line["amphibious_flag"] is True),
        _units(kinds, table(line["defenders"])),
        definition.board.is_sea[text(line["territory"])],
        bombarding=tuple(
            (ship, ship.kind.gunnery.bombard) for ship in _units(kinds, table(line["bombarding"]))
        ),
        aa_strength=_aa_strength(kinds.values()) if guns else 0,
        attack_plan=_plan(line, "attacker"),
        defence_plan=_plan(line, "defender"),
    )


def _aa_strength(kinds: Iterable[UnitType]) -> int:
    """The best number at which AA fire in battle hits; 0 where there is none."""
    fires = (kind.guns.aa_fire for kind in kinds)
    return max((fire.strength for fire in fires if fire is not None and fire.in_battle), default=0)


def _definition(map_file: MapFile, *, low_luck: bool) -> Definition:
    definition = map_file.parts().definition
    options = with_option(definition.options, "low_luck", low_luck, locked=False)
    return replace(definition, options=options)


def _kinds(definition: Definition, values: Table) -> dict[UnitTypeName, UnitType]:
    """The unit types with the numbers that the calculator had for them."""
    kinds = dict(definition.unit_types)
    for name, facts in ((name, table(value)) for name, value in values.items()):
        kinds[name] = with_facts(
            kinds[name],
            attack=number(facts["attack"]),
            defence=number(facts["defense"]),
            hit_points=number(facts["hit_points"]),
            bombard=number(facts["bombard"]),
        )
    return kinds


def _units(
    kinds: Mapping[str, UnitType], counts: Table, *, landed: bool = False
) -> tuple[Combatant, ...]:
    return tuple(
        Combatant(kinds[name], landed=landed and kinds[name].is_land)
        for name, count in counts.items()
        for _ in range(number(count))
        if not kinds[name].is_infrastructure
    )


def _plan(line: Table, side: str) -> Plan:
    return Plan(
        losses=tuple(text(name) for name in items(line[f"{side}_order_of_losses"])),
        submerges="helpless",
    )


def _compared(line: Table, odds: Odds) -> list[str]:
    """Every figure that is too far away."""
    runs = number(line["runs"])
    problems: list[str] = []
    gun_left = bool(set(table(line["defenders"])) - {name for name, _ in odds.defenders})
    ours = _shares(odds, gun_left=gun_left)
    for name in ("attacker_wins", "defender_wins", "draw"):
        share = ours[name]
        error = sqrt(max(share * (1 - share), 1 / runs) / runs)
        _judge(problems, name, share, _real(line[name]), error)
    for side in ("attacker", "defender"):
        recorded = table(line[f"mean_{side}s_left_by_type"])
        began = odds.attackers if side == "attacker" else odds.defenders
        for kind, count in began:
            mean, spread = _left(odds, side, kind)
            error = sqrt(max(spread, count / runs) / runs)
            _judge(problems, f"{side}'s {kind}", mean, _real(recorded.get(kind, 0.0)), error)
    # The spread of the number of rounds is not known: half as much again as the mean covers it.
    error = 1.5 * float(odds.rounds) / sqrt(runs)
    _judge(problems, "rounds", float(odds.rounds), _real(line["mean_rounds"]), error)
    return problems


def _judge(problems: list[str], name: str, ours: float, theirs: float, error: float) -> None:
    if abs(ours - theirs) > SIGMAS * error:
        away = abs(ours - theirs) / error
        problems.append(f"{name}: ours {ours:.5f}, recorded {theirs:.5f}, {away:.1f} sigma")


def _shares(odds: Odds, *, gun_left: bool) -> dict[str, float]:
    """The shares as the calculator counts them.

    An attacker whose submarines have submerged and who has nobody else left has lost, even when
    the defenders are dead too.  gun_left: an AA gun that is left alone when everybody else is dead
    has won.
    """
    shares = {"attacker_wins": 0.0, "defender_wins": 0.0, "draw": 0.0}
    for end in odds.endings:
        won = end.outcome == "win"
        lost = end.outcome in {"loss", "retreat"}
        lost = lost or (end.outcome == "both" and (gun_left or bool(end.attackers)))
        name = "attacker_wins" if won else "defender_wins" if lost else "draw"
        shares[name] += float(end.chance)
    return shares


def _left(odds: Odds, side: str, kind: str) -> tuple[float, float]:
    """Mean and variance of the survivors of a type."""
    mean = square = 0.0
    for force, chance in odds.survivors(side):
        count = dict(force).get(kind, 0)
        mean += count * float(chance)
        square += count * count * float(chance)
    return mean, max(0.0, square - mean * mean)


def _real(value: Json) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"expected a number, not {value!r}")
    return float(value)


def report(tallies: Iterable[Tally]) -> tuple[list[str], bool]:
    """The lines to print, and whether every battle agrees."""
    lines: list[str] = []
    asked = agreed = 0
    for tally in tallies:
        whole = agreement(tally.agreed, tally.asked)
        if tally.missing:
            lines.append(f"{tally.name}: its map needs rules that are not there, so not counted")
            lines.append(f"  as far as the map is read {whole}")
        else:
            asked, agreed = asked + tally.asked, agreed + tally.agreed
            lines.append(f"{tally.name}: {whole}")
        lines.extend(f"  {count} not compared: {why}" for why, count in tally.apart.items())
        lines.extend(f"  {problem}" for problem in tally.problems)
    lines.append(agreement(agreed, asked))
    return lines, agreed == asked


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the files that are named; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.odds")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    chosen = parser.parse_args(arguments)
    lines, equal = report(tally for path in chosen.files for tally in compare(path))
    print("\n".join(lines))
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
