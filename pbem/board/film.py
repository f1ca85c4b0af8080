"""What the others did since the player's last turn, step by step, for the map of the page."""

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import TypeAlias

from engine import NationName, State
from engine.values import dataclass
from pbem.board.action_lines import ActionLine, told_of
from pbem.board.overlay import overlay_view
from pbem.board.table import Table
from pbem.post import shown_now
from pbem.replay import History, Moment, Position, Turn
from pbem.replay.history import kind_of, text_of
from pbem.report.film import FilmStep, StepCaption, step_of
from pbem.save.records import TurnEnd
from pbem.save.trusted_save import TrustedSave
from pbem.text import plain

Plain: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True)
class FilmSource:
    """What a film is made from; it stays as it is while the film is worked out.

    name: of the film, so that a page asks once for each.  public: the player's key; computers: the
    nations that the computer plays for them; plays: whether their own turn is under way, which is
    no part of it.  viewer: in block games, the nation whose blocks lie face up.
    """

    name: str
    save: TrustedSave
    public: bytes
    computers: Collection[str]
    plays: bool
    viewer: NationName


def shown_of(table: Table) -> Position | None:
    """The turn of another player as far as they show it; None when they do not."""
    return shown_now(table.home, table.save) if table.turn is None else None


def film_source(table: Table, viewer: NationName, shown: Position | None) -> FilmSource:
    """What the film of a game is made from now; the caller holds the game still.

    shown: a turn that is shown before it is over (`shown_of`), which is part of the film.  The name
    of a film is "" before the game has begun.
    """
    save = table.save if shown is None else shown.save
    plays = table.turn is not None and table.turn.plays_turn and not table.is_computers
    ends = (at for at, one in enumerate(save.entries) if isinstance(one.record, TurnEnd))
    last = max(ends, default=0) if plays else len(save.entries)
    name = "" if table.step is None else f"{table.name} {last}"
    return FilmSource(name, save, table.public, table.computers, plays, viewer)


def film_view(source: FilmSource, history: History) -> Plain:
    """The position after the player's last turn, and what each step since then has changed.

    Steps that show nothing are left out; what they changed is in the next one.
    """
    turns = _turns(source, history) if source.name else ()
    numbers = {turn.number for turn in turns}
    pairs = [(one, other) for one, other in pairwise(history.line()) if other.turn in numbers]
    if not pairs:
        return {"name": source.name, "start": {}, "steps": [], "turns": []}
    return {
        "name": source.name,
        "start": overlay_view(pairs[0][0].step.state, source.viewer)["areas"],
        "steps": [*_steps(pairs, source.viewer)],
        "turns": [
            {
                "number": turn.number,
                "title": plain(f"Round {turn.round}: {turn.nation}{_so_far(turn)}"),
                "message": plain(turn.message, lines=True),
            }
            for turn in turns
        ],
    }


def _so_far(turn: Turn) -> str:
    return "" if turn.is_finished else ", so far (not over)"


def _turns(source: FilmSource, history: History) -> tuple[Turn, ...]:
    """The turns after the last one that the player has played themselves; not the one under way if
    it is theirs."""

    def is_own(turn: Turn) -> bool:
        if not turn.is_finished or turn.nation in source.computers:
            return False
        return source.save.entries[turn.last].signer == source.public

    own = [place for place, turn in enumerate(history.turns) if is_own(turn)]
    turns = history.turns[own[-1] + 1 if own else 0 :]
    return turns[:-1] if source.plays and turns and not turns[-1].is_finished else turns


def _steps(pairs: list[tuple[Moment, Moment]], viewer: NationName) -> Iterator[Plain]:
    changed: set[str] = set()
    for before, moment in pairs:
        state = moment.step.state
        step = _step(before, moment)
        changed |= {name for name, _ in (*step.owners, *step.units)}
        told = _told(before.step.state, moment, step)
        if not told and not step.paths:
            continue
        areas = overlay_view(state, viewer)["areas"] if changed else {}
        assert isinstance(areas, dict)
        # Areas begin and cease to be fought over without a unit that changes there.
        changed |= {name for path in step.paths for name in path} | {step.place}
        yield {
            "turn": moment.turn,
            "title": plain(text_of(moment).strip()) if moment.action is not None else "",
            "kind": kind_of(moment),
            "told": told,
            "areas": {name: areas[name] for name in sorted(changed) if name in areas},
            "paths": [list(path) for path in step.paths],
            "place": step.place or (step.paths[-1][-1] if step.paths else ""),
        }
        changed = set()


def _step(before: Moment, moment: Moment) -> FilmStep:
    shown = StepCaption(moment.number, moment.record, moment.turn, kind_of(moment), text_of(moment))
    happened = () if moment.back_to is not None else moment.step.events
    return step_of(shown, before.step.state, happened, moment.step.state)


def _told(before: State, moment: Moment, step: FilmStep) -> list[Plain]:
    """What happened, in sentences and with dice; of a block game only what everybody may read."""
    if before.blocks is not None:
        told: tuple[ActionLine, ...] = tuple(
            ActionLine(plain(line)) for line in step.lines or (step.shown.text,)
        )
    elif moment.back_to is not None or moment.notice is not None:
        told = (ActionLine(plain(text_of(moment))),)
    else:
        told = told_of(before, moment.step.events)
    return [{"text": one.text, "groups": one.groups, "outcome": one.outcome} for one in told]
