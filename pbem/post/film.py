"""A game of the log as a film: what is told of all turns together."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from engine import RollResult
from engine.values import dataclass, replace
from pbem.home import Home, PartialSave
from pbem.replay import History, Moment, Turn, read_history
from pbem.replay.history import kind_of, text_of
from pbem.replay.luck import game_ledger
from pbem.report import render_film
from pbem.report.film import FilmStep, StepCaption, step_of
from pbem.report.film_page import Film, FilmTurn
from pbem.report.ledger import FoughtBattle, LuckLedger, hits_of, rolls_of
from pbem.report.scenes import scenes_of
from pbem.report.statistics import statistics_of
from pbem.save.errors import SaveError
from pbem.save.trusted_save import TrustedSave


@dataclass(frozen=True, slots=True)
class Replay:
    """A whole game as one page of HTML; error: why only what is before it was proven, or None."""

    film: Film
    page: bytes
    error: SaveError | None


def replay_of(home: Home, seen: PartialSave) -> Replay:
    """The replay of a save; raises as `read_history` does."""
    history = read_history(seen.save)
    film = film_of(seen.save, history, seen.data, seen.error)
    film = replace(film, folder=home.map_folder(film.start.definition.name))
    return Replay(film, render_film(film).encode(), history.error or seen.error)


def film_of(save: TrustedSave, history: History, data: bytes, error: SaveError | None) -> Film:
    """The film of a game; data: the file that the page is to verify, error: what is wrong there."""
    line = history.line()
    wrong = history.error or error
    start = line[0].step.state
    ledger = game_ledger(history.turns, start.definition)
    return Film(
        title=save.genesis.name,
        warning=f"NOT PROVEN: {wrong} What follows is what is sound before it." if wrong else "",
        start=start,
        turns=tuple(_turns(save, history.turns, ledger)),
        steps=tuple(_steps(line)),
        ledger=ledger,
        save=data,
    )


def _steps(line: tuple[Moment, ...]) -> Iterator[FilmStep]:
    for before, moment in pairwise(line):
        dice = moment.action.dice if isinstance(moment.action, RollResult) else ()
        shown = StepCaption(
            number=moment.number,
            record=moment.record,
            turn=moment.turn,
            kind=kind_of(moment),
            text=text_of(moment).strip(),
            dice=dice,
        )
        state = moment.step.state
        happened = () if moment.back_to is not None else moment.step.events
        yield step_of(shown, before.step.state, happened, state)


def _turns(save: TrustedSave, turns: Iterable[Turn], ledger: LuckLedger) -> Iterator[FilmTurn]:
    luck: dict[str, float] = {}
    swing: dict[str, float] = {}
    fought: dict[int, list[FoughtBattle]] = {}
    for one in ledger.fights:
        fought.setdefault(one.turn, []).append(one)
    for turn in turns:
        rolls = [roll for _, roll in rolls_of(scenes_of(turn.before, turn.events))]
        for name in dict.fromkeys(roll.nation for roll in rolls):
            more = hits_of(roll for roll in rolls if roll.nation == name).difference
            luck[name] = luck.get(name, 0.0) + float(more)
        for one in fought.get(turn.number + 1, ()):
            amount = one.swing.amount if one.swing is not None else 0.0
            swing[one.attacker] = swing.get(one.attacker, 0.0) + amount
            swing[one.defender] = swing.get(one.defender, 0.0) - amount
        yield FilmTurn(
            round=turn.round,
            nation=turn.nation,
            player=save.player_then(turn.nation, turn.last),
            message=turn.message,
            figures=statistics_of(turn.after),
            luck=dict(luck),
            swing=dict(swing),
        )
