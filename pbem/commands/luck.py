"""`pbem luck`: what the dice of a whole game promised and gave, and whether that is noise."""

from collections import Counter
from collections.abc import Iterable, Iterator

import click
from msgspec.structs import asdict

from pbem.home import Home
from pbem.output import Output, row_of
from pbem.play.odds_output import CaveatOutput
from pbem.replay import game_ledger, read_position, turns_of
from pbem.report.ledger import FoughtBattle, KindLuck, LuckLedger, NationLedger
from pbem.report.luck import Luck
from pbem.result import Result
from pbem.terminal.command_line import JSON, SAVE, with_warning
from pbem.terminal.tab_names import nations
from pbem.text import counted, plain
from pbem.usage import UsageError

_MOST_BATTLES = 10
_HEAD = f"{'':<20}{'dice':>6}{'hits':>6}{'expected':>10}{'+/-':>9}{'dev.':>7}{'PUs':>9}"


class LuckOutput(Output):
    """Dice against what they promised: hits scored and expected, also as exact fractions.

    deviations: above expectation, in standard deviations; chance: of at most so many hits.
    """

    dice: int
    scored: int
    expected: float
    expected_fraction: str
    variance: float
    variance_fraction: str
    deviations: float
    chance: float
    verdict: str


class KindOutput(LuckOutput):
    """The luck of one kind of dice, and what they score."""

    kind: str
    scores: str


class SwingOutput(Output, rename={"amount": "pus"}):
    """What a battle brought in PUs against its exact odds; left_out: why it has none, or null."""

    amount: float
    expected: float
    attacker_lost: int
    defender_lost: int
    broken_off: bool
    left_out: CaveatOutput | None


class FightOutput(Output):
    """A battle or another roll of one side against another."""

    turn: int
    round: int
    territory: str
    what: str
    attacker: str
    defender: str
    attack: LuckOutput
    defence: LuckOutput
    swing: SwingOutput | None


class NationLuckOutput(LuckOutput):
    """The luck of a nation; swing: PUs of its battles against their odds."""

    nation: str
    sentence: str
    kinds: list[KindOutput]
    swing: float
    battles: int


class LedgerOutput(Output):
    """The luck of a game."""

    turns: int
    all: LuckOutput
    kinds: list[KindOutput]
    nations: list[NationLuckOutput]
    battles: list[FightOutput]


@click.command("luck")
@SAVE
@click.option("--nation", shell_complete=nations, help="One nation only, with all of its battles.")
@JSON
def command(save: str, nation: str | None, as_json: bool) -> Result[LedgerOutput]:
    """Compare the dice of a game with what they promised: by nation, by kind and by battle.

    `+/-` are hits above expectation, `dev.` the same in standard deviations, `PUs` what battles
    brought against their exact odds. Dice that were taken back for good are not counted.
    """
    del as_json
    position = read_position(Home.standard().view(save).save)
    ledger = game_ledger(turns_of(position), position.definition)
    if not ledger.nations:
        raise UsageError("no-dice-yet", "No dice that score anything have been rolled yet.")
    chosen = _chosen(ledger, nation) if nation is not None else None
    lines = list(_nation_lines(ledger, chosen) if chosen else _lines(ledger))
    text = "\n".join(plain(line) for line in lines)
    return with_warning(Result(text, _data(ledger, chosen)), position.error)


def _chosen(ledger: LuckLedger, text: str) -> NationLedger:
    for entry in ledger.nations:
        if entry.nation.lower() == text.lower():
            return entry
    raise UsageError(
        "no-dice-of-nation",
        "That nation has rolled no dice in this game.",
        f"Those that have are {', '.join(entry.nation for entry in ledger.nations)}.",
    )


def _row(name: str, luck: Luck, swing: float | None = None) -> str:
    money = "" if swing is None else tenths(swing)
    return (
        f"{name:<20}{luck.account.dice:>6}{luck.hits:>6}{luck.rounded:>10}{luck.signed:>9}"
        f"{luck.deviations:>7}{money:>9}"
    ).rstrip()


def _lines(ledger: LuckLedger) -> Iterator[str]:
    yield f"Hits of dice in {counted(ledger.turns, 'turn')} against expectation:"
    yield _HEAD
    for entry in ledger.nations:
        yield _row(entry.nation, entry.luck, entry.swing if entry.battles else None)
    yield _row("all", ledger.luck)
    yield ""
    yield from _kind_lines(ledger.kinds)
    yield ""
    yield from ledger.sentences
    yield from _battle_lines(ledger.fights, _MOST_BATTLES)


def _nation_lines(ledger: LuckLedger, entry: NationLedger) -> Iterator[str]:
    yield f"{entry.nation}: {entry.luck.sentence}."
    yield ""
    yield _HEAD
    yield _row("hits", entry.luck, entry.swing if entry.battles else None)
    yield ""
    yield from _kind_lines(entry.kinds)
    own = (one for one in ledger.fights if entry.nation in {one.attacker, one.defender})
    yield from _battle_lines(tuple(own), None)


def _kind_lines(kinds: Iterable[KindLuck]) -> Iterator[str]:
    yield "By kind of roll:"
    for kind in kinds:
        unit = "" if kind.scores == "hits" else f"  ({kind.scores})"
        yield f"{_row(kind.label, kind.luck)}{unit}"


def _battle_lines(fights: tuple[FoughtBattle, ...], most: int | None) -> Iterator[str]:
    """Battles against their odds: all in order, or those that swung furthest first."""
    swung = [
        (one, one.swing) for one in fights if one.swing is not None and one.swing.left_out is None
    ]
    if swung:
        yield ""
        if most is None:
            yield "Battles against the exact odds, in PUs for the attacker:"
        else:
            yield "The battles furthest from their exact odds, in PUs for the attacker:"
            swung.sort(key=lambda pair: -abs(pair[1].amount))
    for one, swing in swung[:most]:
        note = ", broken off" if swing.broken_off else ""
        yield (
            f"  turn {one.turn}, {one.territory}: {one.attacker} against {one.defender}: "
            f"{tenths(swing.amount)} (lost {swing.attacker_lost}, destroyed {swing.defender_lost}"
            f"{note})"
        )
    left_out = Counter(
        str(one.swing.left_out)
        for one in fights
        if one.swing is not None and one.swing.left_out is not None
    )
    for reason, count in left_out.items():
        yield f"  Left out: {counted(count, 'battle')}, because {reason}."


def tenths(amount: float) -> str:
    """PUs with their sign, to tenths; never ``-0.0``."""
    return f"{round(amount, 1) + 0.0:+.1f}"


def luck_data(luck: Luck) -> LuckOutput:
    """The luck of somebody, for --json."""
    account = luck.account
    return LuckOutput(
        dice=account.dice,
        scored=account.scored,
        expected=float(account.mean),
        expected_fraction=str(account.mean),
        variance=float(account.variance),
        variance_fraction=str(account.variance),
        deviations=round(account.deviations, 4),
        chance=round(account.chance, 6),
        verdict=luck.verdict,
    )


def _kinds_data(kinds: Iterable[KindLuck]) -> list[KindOutput]:
    return [
        KindOutput(**asdict(luck_data(one.luck)), kind=one.kind, scores=one.scores) for one in kinds
    ]


def _fight_data(one: FoughtBattle) -> FightOutput:
    return FightOutput(
        turn=one.turn,
        round=one.round,
        territory=one.territory,
        what=one.what,
        attacker=one.attacker,
        defender=one.defender,
        attack=luck_data(one.attacker_luck),
        defence=luck_data(one.defender_luck),
        swing=None if one.swing is None else row_of(SwingOutput, one.swing),
    )


def _data(ledger: LuckLedger, chosen: NationLedger | None) -> LedgerOutput:
    nations = (chosen,) if chosen is not None else ledger.nations
    fights = [
        one
        for one in ledger.fights
        if chosen is None or chosen.nation in {one.attacker, one.defender}
    ]
    return LedgerOutput(
        turns=ledger.turns,
        all=luck_data(ledger.luck),
        kinds=_kinds_data(ledger.kinds),
        nations=[
            NationLuckOutput(
                nation=entry.nation,
                **asdict(luck_data(entry.luck)),
                sentence=entry.luck.sentence,
                kinds=_kinds_data(entry.kinds),
                swing=entry.swing,
                battles=entry.battles,
            )
            for entry in nations
        ],
        battles=[_fight_data(one) for one in fights],
    )
