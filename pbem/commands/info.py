"""`pbem info`: what a scenario or a game consists of, and who holds what."""

from pathlib import Path

import click

from engine import State, new_game
from engine.loading import format_scenario
from pbem.files import write_atomic
from pbem.home import Home
from pbem.lobby.scenarios import find_scenario, folder_of, is_scenario
from pbem.play.game_view import GameView, view_game
from pbem.replay import definition_of, read_history
from pbem.report import picture_of, render_board
from pbem.report.info_output import InfoOutput, SeatInfo
from pbem.report.info_topics import TOPICS, Seats, course_result, topic_result
from pbem.result import Result
from pbem.save.errors import SaveError
from pbem.save.trusted_save import TrustedSave
from pbem.terminal.command_line import JSON, with_warning
from pbem.terminal.tab_names import scenarios_and_games
from pbem.text import plain
from pbem.usage import UsageError
from pbem.wire.fingerprint import fingerprint


@click.command("info")
@click.argument("game", metavar="SCENARIO|SAVE", shell_complete=scenarios_and_games)
@click.argument("topic", required=False, default="stats")
@click.option("--html", type=click.Path(path_type=Path), help="Write the whole board to this file.")
@click.option("--toml", type=click.Path(path_type=Path), help="Write the scenario to this file.")
@JSON
def command(
    game: str, topic: str, html: Path | None, toml: Path | None, as_json: bool
) -> Result[InfoOutput]:
    """Show facts of a scenario or game.

    `pbem scenarios` lists the scenarios. TOPIC is one of units, nations, options, profiles (of
    `new --profile`), owners, phases, stats, course (stats from turn to turn), objectives, politics
    (who may declare what, and when), triggers, players, notes, about.

    With --toml the scenario itself is written as a file that `pbem new` takes: to change it, or to
    play a TripleA map without its file.
    """
    del as_json
    if toml is not None:
        return _scenario_file(game, toml)
    if topic not in TOPICS:
        raise UsageError(
            "unknown-topic", f"There is no topic {topic!r}.", f"Topics: {', '.join(TOPICS)}."
        )
    if topic == "players" and not is_scenario(game):
        seen = Home.standard().view(game)
        return with_warning(_who_played(seen.save), seen.error)
    if topic == "course" and not is_scenario(game):
        looked = view_game(Home.standard(), game)
        return with_warning(_course_of_game(looked), looked.error)
    state, seats, error = _position(game)
    if html is not None:
        folder = folder_of(game) or Home.standard().map_folder(state.definition.name)
        page = render_board(state, picture_of(state, folder=folder))
        write_atomic(html, page.encode())
        return with_warning(_written(html), error)
    return with_warning(TOPICS[topic](state, seats), error)


def _written(path: Path) -> Result[InfoOutput]:
    return Result(f"Written to {plain(str(path))}.", InfoOutput(html=str(path)))


def _scenario_file(game: str, path: Path) -> Result[InfoOutput]:
    """Write the scenario that is named, or the one that a game is played with."""
    if is_scenario(game):
        definition = find_scenario(game)
    else:
        definition = definition_of(Home.standard().view(game).save)
    write_atomic(path, format_scenario(definition).encode())
    return Result(f"The scenario is in {plain(str(path))}.", InfoOutput(toml=str(path)))


def _position(game: str) -> tuple[State, Seats, SaveError | None]:
    """The start of a scenario, or where a game stands."""
    if is_scenario(game):
        return new_game(find_scenario(game)).state, {}, None
    home = Home.standard()
    try:
        looked = view_game(home, game)
    except UsageError as error:
        way_out = "For a scenario: `pbem scenarios` lists them."
        raise UsageError(error.code, str(error), way_out, error.details) from None
    seats = looked.save.seats if looked.save is not None else {}
    return looked.step.state, seats, looked.error


def _course_of_game(looked: GameView) -> Result[InfoOutput]:
    """The statistics at the start and after each turn that has not been taken back.

    UsageError for a game text, which does not say where its turns end.
    """
    history = read_history(looked.position.save)
    start = history.moments[0].step.state
    return course_result([start, *(turn.after for turn in history.turns)])


def _who_played(save: TrustedSave) -> Result[InfoOutput]:
    """Who held which seat from which turn on, substitutes and changed keys included."""
    lines: list[str] = []
    rows: list[SeatInfo] = []
    for span in save.holders.spans:
        turns = sum(entry.kind == "turn_end" for entry in save.entries[: span.since])
        now = save.seats[span.nation] == span.player and save.players[span.player] == span.key
        until = "" if now else " (no longer)"
        lines.append(
            f"{span.nation:<12}{span.player} from turn {turns + 1} on, "
            f"key {fingerprint(span.key)}{until}"
        )
        rows.append(SeatInfo(span.nation, span.player, turns + 1, span.key.hex(), now))
    return topic_result(lines or ["The game has not started."], InfoOutput(players=rows))
