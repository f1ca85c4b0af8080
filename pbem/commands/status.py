"""`pbem status`: whose turn, round and phase, money, what each nation has."""

import click

from engine import AimKind, BattleKind, Definition, WaitingKind, aim_views, nation_view, status_view
from engine.values import replace
from pbem.home import Home
from pbem.lobby.pace import clock_lines
from pbem.lobby.terms import TermsOutput, terms_of
from pbem.output import Output, row_of, rows_of
from pbem.play.game_view import GameView
from pbem.post import shown_now
from pbem.post.had import had_since
from pbem.replay import Position
from pbem.replay.clock import clock_of
from pbem.report import figures_of, score_columns_of
from pbem.report.info_output import map_topics
from pbem.result import Result
from pbem.save.kinds import GameState
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.status_cache import remember
from pbem.terminal.command_line import JSON, SAVE, now, with_warning
from pbem.terminal.territory_text import GroupOutput
from pbem.text import column_width, counted, here_text, plain, under


class NationStatus(Output):
    """A nation: what it has, and its columns of the table; income in PUs."""

    nation: str
    player: str
    figures: dict[str, int]
    pus: int
    goods: dict[str, int]
    income: int
    territories: int
    units: dict[str, int]
    victory_cities: int
    technologies: tuple[str, ...]
    unplaced: dict[str, int]


class AimOutput(Output):
    """How near a side is to one way of winning."""

    kind: AimKind
    side: str
    reached: int
    enough: int
    text: str


class BattleToFight(Output):
    """A battle that is yet to be fought."""

    territory: str
    kind: BattleKind


class WaitingOutput(Output):
    """What a game waits for: orders, a decision, dice, or nothing more (over).

    choices, places: the units and the territories between which somebody is to decide.
    """

    kind: WaitingKind
    choices: list[GroupOutput]
    places: tuple[str, ...]
    battles: list[BattleToFight]


class StatusOutput(Output):
    """Where a game stands; drafted: orders of your draft, which are not signed yet.

    waiting_for: `waiting` as a sentence.
    so_far: whether the turn was shown before its end.
    """

    game: str
    round: int
    phase: str
    to_move: str
    turn_of: str
    player: str
    waiting_for: str
    waiting: WaitingOutput
    nations: list[NationStatus]
    aims: list[AimOutput]
    drafted: int
    so_far: bool


class InvitingOutput(Output):
    """A game that has not started, and who has still to join."""

    state: GameState
    waiting_for: list[str]
    terms: TermsOutput


@click.command("status")
@SAVE
@JSON
def command(save: str, as_json: bool) -> Result[StatusOutput | InvitingOutput]:
    """Show where the game in SAVE stands."""
    del as_json
    home = Home.standard()
    seen = home.view(save)
    if seen.save.state != PLAYING:
        return with_warning(_inviting(seen.save), seen.error)
    looked = GameView(home, seen)
    step, drafted = looked.drafted
    shown = _shown(home, seen.save)
    had = had_since(home, seen.save, now())
    position = replace(looked.position, step=step)
    told = _playing(position, drafted, shown, had)
    more = _said_by_map(step.state.definition, home.handle(seen.save))
    result = with_warning(told._replace(text=f"{told.text}{more}"), looked.error)
    # What is kept is shown again later, and a clock goes on.
    if result.exit_code == 0 and not drafted and not shown and seen.save.genesis.pace is None:
        remember(home.root, seen.data, f"{result.text}\n", f"{result.json()}\n")
    return result


def _inviting(save: TrustedSave) -> Result[InvitingOutput]:
    waiting = [name for name in save.genesis.players if name not in save.players]
    terms = terms_of(save)
    width = max(map(len, save.seats))
    lines = [
        f"{plain(save.genesis.name)}: waiting for {plain(', '.join(waiting) or 'the host')}.",
        *(f"{nation:<{width}}  {plain(player or 'open')}" for nation, player in save.seats.items()),
        *terms.lines(),
    ]
    told = row_of(TermsOutput, terms)
    return Result("\n".join(lines), InvitingOutput(save.state, waiting, told))


def _asked(position: Position) -> tuple[str, ...]:
    """Whose turn it is while another player is asked in it."""
    if not position.nation or position.mover == position.nation:
        return ()
    return (f"asked in the turn of {position.mover}, which goes on afterwards",)


def _clock(position: Position, had: int) -> tuple[str, ...]:
    """Until when the turn is in time, or since when it is late; had: since when it could be had."""
    clock = clock_of(position.save, position.mover, (), had)
    if clock is None:
        return ()
    hint = "Whether they have ended it, the dice authority knows: pbem pace."
    return (*clock_lines(clock, now(), here_text), *([hint] if clock.is_late(now()) else []))


def _shown(home: Home, save: TrustedSave) -> str:
    """That the turn under way was shown before its end, and what tells it; "" when it was not."""
    position = shown_now(home, save)
    if position is None:
        return ""
    who = f"{position.mover} ({plain(save.player_of(position.mover))})"
    return f"{who} show their turn so far, not over: pbem summary {home.handle(save)} --so-far"


def _said_by_map(definition: Definition, handle: str) -> str:
    """Where the rest of what the map asks and says can be read, as a line; "" for nothing."""
    topics = map_topics(definition)
    return f"\nMore from the map: pbem info {handle} {' | '.join(topics)}" if topics else ""


def _playing(position: Position, drafted: int, shown: str, had: int) -> Result[StatusOutput]:
    save, state = position.save, position.state
    status = status_view(state, position.step.waiting)
    player = save.seats.get(position.nation) or ""
    nations = [nation_view(state, name) for name in state.definition.politics.nation_names]
    wide = column_width(state.definition.politics.nation_names)
    headings = score_columns_of(state)
    lines = [
        f"{plain(save.genesis.name)}, game {save.genesis.game.hex()[:8]}",
        f"round {state.round}, {position.nation or 'nobody'}"
        + (f" ({plain(player)})" if player else ""),
        status.text if not position.unsigned_end else "the end of the turn has to be signed",
        *_asked(position),
        *_clock(position, had),
        *([shown] if shown else []),
        *([f"with {counted(drafted, 'order')} of your draft, not signed"] if drafted else []),
        "",
        f"{'Nation':<{wide}}{'Player':<14}{under(headings, headings)}",
    ]
    rows: list[NationStatus] = []
    for view in nations:
        who = save.seats.get(view.name) or ""
        figures = dict(figures_of(state, view.name))
        cells = under(figures, figures.values())
        lines.append(f"{view.name:<{wide}}{plain(who):<14}{cells}")
        lines += [f"{'':<{wide + 14}}{amount:>6} {name}" for name, amount in view.goods if amount]
        rows.append(
            NationStatus(
                nation=view.name,
                player=who,
                figures=figures,
                pus=view.pus,
                goods=dict(view.goods),
                income=view.income,
                territories=len(view.territories),
                units=dict(view.units),
                victory_cities=view.victory_cities,
                technologies=view.technologies,
                unplaced=dict(view.unplaced),
            )
        )
    aims = aim_views(state)
    lines += [aim.text for aim in aims]
    data = StatusOutput(
        game=save.genesis.game.hex(),
        round=state.round,
        phase=state.phase.phase,
        to_move=position.nation,
        turn_of=position.mover if position.nation else "",
        player=player,
        waiting_for=status.text,
        waiting=WaitingOutput(
            status.kind,
            rows_of(GroupOutput, status.choices),
            status.places,
            [BattleToFight(*battle) for battle in status.battles],
        ),
        nations=rows,
        aims=rows_of(AimOutput, aims),
        drafted=drafted,
        so_far=shown != "",
    )
    return Result("\n".join(lines), data)
