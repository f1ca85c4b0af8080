"""Record the games in savegames/: `python -m tests.support.record_games [NAME...]`.

Recorded games are the golden corpus: every version has to replay them for ever.  Before the first
release they are recorded anew when a rule is corrected; afterwards only new ones are added.

Each game is played by computer players through the same session as a person's, with committed dice
from an embedded authority that is thrown away afterwards.
"""

import json
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from engine import GameOver
from pbem.files import write_atomic
from pbem.home import Home
from pbem.save.keys import NamedKey
from pbem.save.trust import TrustedSave
from pbem.turn.computer import play_by_computer
from pbem.turn.play import open_session
from pbem.turn.reading import read_position
from pbem.turn.table import Seat, Setup, found
from pbem.wire.signing import SigningKey

FOLDER = Path(__file__).resolve().parents[2] / "savegames"
INDEX = FOLDER / "index.json"


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a recorded game is made.

    players: computer player by nation, `sensible` where none is named; rounds: at most so many.
    """

    about: str
    options: dict[str, object] = field(default_factory=dict)
    players: dict[str, str] = field(default_factory=dict)
    rounds: int = 40


RECIPES = {
    "allies-and-axis": Recipe(
        "sensible players on both sides, normal dice, the lowest victory level",
        {"projection_of_power": True},
    ),
    "low-luck-with-bids": Recipe(
        "low luck, a bid for each side, the Allies play at random",
        {"low_luck": True, "projection_of_power": True, "bid": {"Germans": 9, "Chinese": 6}},
        dict.fromkeys(("Russians", "British", "Chinese", "Americans"), "random"),
    ),
    "random-with-options": Recipe(
        "random players, switches turned the other way, three rounds",
        {
            "always_on_aa": False,
            "lhtr_heavy_bombers": False,
            "territory_turn_limit": False,
            "neutral_flyover": True,
            "neutrals_blitzable": True,
            "lhtr_carrier_production": True,
            "low_luck_technology": True,
        },
        dict.fromkeys(
            ("Russians", "Germans", "British", "Chinese", "Japanese", "Americans"), "random"
        ),
        rounds=3,
    ),
}


def record(name: str) -> TrustedSave:
    """Play one game to its end or its last round; the finished save."""
    recipe = RECIPES[name]
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        key = NamedKey("Recorder", SigningKey.generate())
        setup = Setup(
            scenario="big_world_1942",
            title=name,
            seats={"Russians": Seat("Recorder")},
            options=recipe.options,
            hotseat=True,
        )
        save = found(home, setup, key, _now())
        while True:
            position = read_position(save)
            finished = isinstance(position.step.waiting, GameOver)
            if finished or position.state.round > recipe.rounds:
                return save
            chosen = home.choose(save.genesis.game.hex())
            session, _ = open_session(home, chosen, key, _now)
            play_by_computer(session, recipe.players.get(session.nation, "sensible"))
            save = session.finish()


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


def main(names: list[str]) -> None:
    """Record the named games, or all, and write what they are into the index."""
    index = json.loads(INDEX.read_text(encoding="utf-8")) if INDEX.is_file() else {}
    for name in names or list(RECIPES):
        save = record(name)
        write_atomic(FOLDER / f"{name}.pbem", save.to_bytes())
        index[name] = describe(save, RECIPES[name].about)
        print(name, index[name])
    text = json.dumps(dict(sorted(index.items())), indent=2, ensure_ascii=False) + "\n"
    write_atomic(INDEX, text.encode())


if __name__ == "__main__":
    main(sys.argv[1:])
