"""Record the games in savegames/: `python -m tests.support.record_games [NAME...]`.

Recorded games are the golden corpus: every version has to replay them for ever.  Before the first
release they are recorded anew when a rule is corrected; afterwards only new ones are added.

Each game is played by computer players and scripts (tests/support/game_recipes.py) through the same
session as a person's, with committed dice from an embedded authority that is thrown away
afterwards.  Dice cannot be chosen, so a game in which not everything happens that its recipe
demands is thrown away as well and played again.
"""

import json
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from engine import GameOver
from pbem.files import write_atomic
from pbem.home import Home
from pbem.lobby.authority import authorities_of
from pbem.lobby.founding import FoundingPlan, Seat, found
from pbem.lobby.scenarios import find_scenario
from pbem.play.computer import play_by_computer
from pbem.play.from_file import play_file
from pbem.play.order_file import OrderFileError, read_order_file
from pbem.play.resume import without_played
from pbem.play.session import Session
from pbem.replay import Position, read_position
from pbem.replay.scenarios import whole
from pbem.save.keys import NamedKey
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.wire.signing import SigningKey
from tests.support.agreed_games import Plan, play_agreed
from tests.support.coverage import covered_by
from tests.support.game_recipes import RECIPES, Recipe

FOLDER = Path(__file__).resolve().parents[2] / "savegames"
INDEX = FOLDER / "index.json"
TRIES = 60
MOST_BYTES = 400_000
"""For one game: the corpus grows with every release and everybody clones it."""
_PROCESSES = 2


def record(name: str) -> TrustedSave:
    """Play one game until it shows what it must; RuntimeError when it never does."""
    recipe = RECIPES[name]
    failures: list[str] = []
    for _ in range(TRIES):
        try:
            save = play_recipe(name, recipe)
        except OrderFileError as error:
            failures.append(str(error))
            continue
        missing = recipe.demands - covered_by(save)
        if not missing and len(save.to_bytes()) <= MOST_BYTES:
            return save
        failures.append(f"not covered: {', '.join(sorted(missing))}" if missing else "too long")
    raise RuntimeError("\n".join([f"{name} does not come about", *failures]))


def play_recipe(name: str, recipe: Recipe) -> TrustedSave:
    """One game to its end or its last round."""
    if recipe.several_players:

        def play_turn(session: Session) -> None:
            _play_turn(session, recipe)

        plan = Plan(name, recipe.scenario, recipe.options, recipe.agreements, recipe.messages)
        return play_agreed(plan, recipe.rounds, play_turn)
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        key = NamedKey("Recorder", SigningKey.generate())
        scenario = find_scenario(recipe.scenario, recipe.profile)
        setup = FoundingPlan(
            scenario=scenario,
            title=name,
            seats={scenario.politics.nation_names[0]: Seat("Recorder")},
            options=recipe.options,
            hotseat=True,
        )
        position = read_position(found(home, setup, key, _now()))
        while position.nation and position.state.round <= recipe.rounds:
            dice = authorities_of(home, position.save, _now())
            session = Session(position, key.key, dice, _store_nothing, _now)
            _play_turn(session, recipe)
            position = _after(position, session)
        return position.save


def _after(position: Position, session: Session) -> Position:
    """The position after a turn, without playing the whole log again for it."""
    save = session.finish()
    return Position(save, position.definition, session.step, (), 0, None, "")


def _play_turn(session: Session, recipe: Recipe) -> None:
    """The script of the turn, then the computer player; or the answers of a defender."""
    if not session.plays_turn:
        script = recipe.answers.get((session.state.round, session.nation), "")
        play_file(session, read_order_file(script, session.state.definition), finish=False)
        return
    is_bid = session.state.phase.phase in ("bid", "bid_place")
    when = 0 if is_bid else session.state.round
    script = recipe.scripts.get((when, session.nation), "")
    kind = recipe.players.get(session.nation, "easy")
    orders = read_order_file(script, session.state.definition)
    if session.is_under_way:
        # Taken back to the middle of a turn, or back from a defender who was asked.
        orders = without_played(session, orders)
    play_file(session, orders, finish=kind == "idle")
    if not session.is_over:
        play_by_computer(session, kind)


def _store_nothing(save: TrustedSave) -> None:
    """A crash loses the recording, which is made again."""


def describe(save: TrustedSave, about: str) -> dict[str, object]:
    """What a test demands of a recorded game."""
    position = read_position(save)
    waiting = position.step.waiting
    return {
        "about": about,
        "head": save.head.hex(),
        "records": len(save.entries),
        "turns": len(position.turns),
        "rounds": position.state.round,
        "outcome": waiting.outcome.kind if isinstance(waiting, GameOver) else "",
        "winners": list(waiting.outcome.winners) if isinstance(waiting, GameOver) else [],
    }


def _now() -> int:
    return int(time.time())


def _recorded(name: str) -> tuple[bytes, float]:
    """The bytes of a new recording and the seconds that it took; for a process of its own.

    The scenario is inside, so that a game can be opened when the program's own has changed.
    """
    start = time.monotonic()
    return whole(record(name)).to_bytes(), time.monotonic() - start


def main(names: list[str]) -> None:
    """Record the named games, or all, and write what they are into the index."""
    index = json.loads(INDEX.read_text(encoding="utf-8")) if INDEX.is_file() else {}
    chosen = names or list(RECIPES)
    with ProcessPoolExecutor(_PROCESSES) as pool:
        for name, (data, seconds) in zip(chosen, pool.map(_recorded, chosen), strict=True):
            write_atomic(FOLDER / f"{name}.pbem", data)
            index[name] = describe(open_save(data), RECIPES[name].about)
            text = json.dumps(dict(sorted(index.items())), indent=2, ensure_ascii=False) + "\n"
            write_atomic(INDEX, text.encode())
            print(f"{name}: {seconds:.0f} s, {len(data):,} bytes, {index[name]}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
