"""What the page shows of a game, as plain values for JSON."""

from collections.abc import Iterator
from dataclasses import asdict, is_dataclass
from enum import StrEnum
from typing import TypeAlias

from engine import (
    NOBODY,
    Decision,
    Done,
    GameOver,
    NationName,
    PhaseOpen,
    RollRequest,
    Shape,
    State,
    Step,
    aim_views,
    apply,
    block_glance,
    check,
    commanded_moves,
    describe_waiting,
    format_order,
    nation_view,
    order_to_plain,
    phase_title,
    placement_room,
    placement_types,
    price_list,
    research_words,
    season_name,
    status_view,
)
from engine.advice import TurnWarning, flights_now, question_lines, warnings_of
from pbem.board.board_turn import BoardTurn
from pbem.board.film import film_source, shown_of
from pbem.board.forms import forms_now
from pbem.board.games import seats_view
from pbem.board.layers import layer_names
from pbem.board.mails import mails_view
from pbem.board.overlay import overlay_view
from pbem.board.rehearsal import Rehearsal
from pbem.board.table import Table
from pbem.play.next_order import default_order
from pbem.play.pending import OpenTurn
from pbem.play.session import Session
from pbem.play.standing_orders import standing_text
from pbem.post import has_fought, preview_of, summary_of
from pbem.replay import Position
from pbem.report import figures_of, render_turn
from pbem.report.statistics import sides_of, worth_of_units
from pbem.save.records import TurnEnd
from pbem.save.trusted_save import PLAYING
from pbem.text import plain

Plain: TypeAlias = dict[str, object]

_LAST_TOLD = 40


class ViewKind(StrEnum):
    """What the page asks for: see `turn_view`."""

    INVITING = "inviting"
    ELSEWHERE = "elsewhere"
    GAME_OVER = "game-over"
    ORDERS = "orders"
    DECISION = "decision"
    DICE = "dice"
    HAND_OVER = "hand-over"
    COMPUTER = "computer"
    COMPLETE = "complete"


def turn_view(table: BoardTurn) -> Plain:
    """The whole page of a game; the caller holds it still (`BoardTurn.looking`)."""
    step, turn, save = table.step, table.turn, table.save
    kind = kind_of(table)
    shown = shown_of(table) if isinstance(table, Table) else None
    view: Plain = {
        "game": table.name,
        "real": table.ref.folder_name,
        "version": table.version,
        "name": plain(save.genesis.name),
        "handle": table.home.handle(save),
        "seats": seats_view(save, table.computers),
        "kind": str(kind),
        "happened": [list(map(to_plain, one)) for one in table.happened[-_LAST_TOLD:]],
        "told": len(table.happened),
        "sends": _can_mail(table),
        "message": turn.message if turn is not None else "",
        "words": _words(table) if isinstance(table, Table) else [],
        "film": film_source(table, viewer_of(table), shown).name
        if isinstance(table, Table)
        else "",
        "rehearsal": table.at if isinstance(table, Rehearsal) else None,
    }
    if isinstance(table, Table) and turn is None:
        view |= mails_view(table.home, save, table.key)
    if step is None:
        return view
    state = step.state
    view |= {
        "round": state.round,
        "nation": state.nation,
        "phase": state.phase.phase,
        "season": season_name(state),
        "phase_title": phase_title(state.phase.phase) if state.nation else "",
        "text": plain(describe_waiting(step.waiting)),
        "overlay": overlay_view(state, viewer_of(table)),
        "layers": layer_names(state, viewer_of(table)),
        "strip": block_glance(state, viewer_of(table)),
        "nations": _nations(state),
        "sides": [[side, list(names)] for side, names in sides_of(state).items()],
        "aims": [plain(view.text) for view in aim_views(state)],
        "battle": table.battle.view(state) if turn is not None else None,
        "battles": [list(pair) for pair in status_view(state, step.waiting).battles],
    }
    if isinstance(table, Table) and table.position is not None and turn is None:
        view["asked"] = table.position.nation
        view["so_far"] = _so_far(shown)
    if turn is not None:
        view |= _own(table, turn, kind)
    return view


def _can_mail(table: BoardTurn) -> bool:
    """Whether a turn goes out by mail."""
    return table.home.config.mail is not None and table.save.genesis.mode == "mail"


def _so_far(shown: Position | None) -> Plain | None:
    """What the page says of a turn that is shown before it is over; None for none."""
    if shown is None or shown.open_turn is None:
        return None
    report = render_turn(summary_of(shown, shown.open_turn), "txt")
    return {"nation": shown.mover, "report": plain(report, lines=True, limit=len(report))}


def _words(table: Table) -> list[Plain]:
    """What the others said with their turns since the player's own last one, the oldest first."""
    found: list[Plain] = []
    for entry in reversed(table.save.entries):
        if isinstance(entry.record, TurnEnd):
            if entry.signer == table.public:
                break
            if entry.record.end.message:
                text = plain(entry.record.end.message, lines=True)
                found.append({"nation": entry.record.nation, "text": text})
    return found[:_LAST_TOLD][::-1]


def kind_of(table: BoardTurn) -> ViewKind:
    """What a game asks of the player on the page."""
    turn, step = table.turn, table.step
    if table.save.state != PLAYING or step is None:
        return ViewKind.INVITING
    if turn is None:
        return ViewKind.GAME_OVER if isinstance(step.waiting, GameOver) else ViewKind.ELSEWHERE
    if isinstance(table, Table) and table.is_computers:
        return ViewKind.COMPUTER
    if turn.is_over:
        return ViewKind.COMPLETE
    if turn.waits_for:
        return ViewKind.HAND_OVER
    if isinstance(step.waiting, RollRequest):
        return ViewKind.DICE
    return ViewKind.DECISION if isinstance(step.waiting, Decision) else ViewKind.ORDERS


def viewer_of(table: BoardTurn) -> NationName:
    """In block games, the nation whose blocks lie face up: the one that plays, or the only one."""
    if table.turn is not None:
        return table.turn.nation
    mine = table.own_nations
    return mine[0] if len(mine) == 1 else NOBODY


def _shop(step: Step) -> Plain | None:
    """The price list of the next phase, where there is nothing to do now but to pay for dice.

    Whoever buys at once ends the phase by it; None where that would do anything else.
    """
    shapes = {form.shape for form in forms_now(step) if form.tag != "done"}
    if shapes != {Shape.NUMBER} or check(step.state, Done()):
        return None
    after = apply(step.state, Done())
    if not isinstance(after.waiting, PhaseOpen) or after.state.nation != step.state.nation:
        return None
    form = next((form for form in forms_now(after) if form.shape is Shape.AMOUNTS), None)
    if form is None:
        return None
    return {
        "form": to_plain(form),
        "prices": to_plain(price_list(after.state)),
        "room": placement_room(after.state, after.state.nation),
    }


def _standing(turn: OpenTurn) -> Plain:
    """The standing orders of the nation whose turn it is, as a text."""
    can_change = not turn.is_over or bool(turn.pending)
    return {
        "nation": turn.mover,
        "text": standing_text(turn.state, turn.mover),
        "can_change": can_change and turn.plays_turn and not turn.waits_for,
    }


def _own(table: BoardTurn, turn: OpenTurn, kind: ViewKind) -> Plain:
    """What only the player who has to go on is shown."""
    step, state = turn.step, turn.state
    asks = kind in {ViewKind.ORDERS, ViewKind.DECISION}
    mine = [name for name in state.definition.politics.nation_names if turn.is_mine(name)]
    view: Plain = {
        "mine": mine,
        "mover": turn.mover,
        "orders": _orders(turn),
        "undone": [
            [plain(format_order(order, state.definition)) for order in orders]
            for orders in table.undone
        ],
        "forms": [to_plain(form) for form in forms_now(step)] if asks else [],
        "default": _default(step) if asks else None,
        "waits_for": turn.waits_for,
        "standing": _standing(turn),
        "shows": isinstance(turn, Session) and _can_mail(table) and has_fought(turn),
    }
    if isinstance(step.waiting, Decision) and asks:
        view["question"] = [plain(line) for line in question_lines(state, step.waiting)]
        view["place"] = step.waiting.territory
        view["what"] = step.waiting.what
    if isinstance(step.waiting, PhaseOpen) and asks:
        view["unfinished"] = [plain(reason.text) for reason in check(state, Done())]
        view["moves"] = commanded_moves(state)
        view["prices"] = to_plain(price_list(state))
        view["research"] = research_words(state)
        view["room"] = placement_room(state, turn.nation)
        view["takes"] = placement_types(state, turn.nation)
        view["shop"] = _shop(step)
        view["unplaced"] = dict(nation_view(state, turn.nation).unplaced)
    if kind is ViewKind.COMPLETE and isinstance(turn, Session):
        preview = preview_of(turn, turn.message)
        view |= {"glance": preview.glance, "report": preview.whole}
    view["warnings"] = [_warning(one) for one in _warnings(turn, kind)]
    return view


def _warnings(turn: OpenTurn, kind: ViewKind) -> Iterator[TurnWarning]:
    """What the player may regret: all of it before dice and at the end, aircraft at any time."""
    if kind in {ViewKind.COMPLETE, ViewKind.DICE}:
        yield from warnings_of(turn.mover, turn.steps, is_over=turn.is_over)
    if kind in {ViewKind.ORDERS, ViewKind.DICE}:
        yield from flights_now(turn.mover, turn.step)


def _warning(one: TurnWarning) -> Plain:
    how = "Certain" if one.is_certain else "Likely"
    return {"text": plain(f"{how}: {one.text}."), "place": one.territory}


def _orders(turn: OpenTurn) -> list[Plain]:
    """The orders that can still be taken back, with the phase in which each was given."""
    definition = turn.state.definition
    return [
        {
            "text": plain(format_order(order, definition)),
            "phase": phase_title(before.state.phase.phase),
            "path": list(getattr(order, "path", ())),
        }
        for order, before in zip(turn.pending, turn.steps, strict=False)
    ]


def _default(step: Step) -> Plain | None:
    order = default_order(step)
    if order is None:
        return None
    text = plain(format_order(order, step.state.definition))
    return {"text": text, "plain": order_to_plain(order)}


def _nations(state: State) -> list[Plain]:
    """How the nations stand, in turn order."""
    found: list[Plain] = []
    worth = worth_of_units(state)
    for name in state.definition.politics.nation_names:
        view = nation_view(state, name)
        found.append(
            {
                "name": name,
                "worth": worth.get(name, 0),
                "pus": view.pus,
                "income": view.income,
                "units": view.unit_count,
                "cities": view.victory_cities,
                "figures": dict(figures_of(state, name)) if state.blocks is not None else {},
                "more": [
                    *(f"{amount} {good}" for good, amount in view.goods if amount),
                    *(technology.replace("_", " ") for technology in view.technologies),
                ],
            }
        )
    return found


def to_plain(value: object) -> object:
    """A dataclass of plain values as a dictionary."""
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
