"""Makes the prepared outlines of our own scenarios (ADR 0039).

    npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
    python -m tests.support.atlas.prepare package/countries-50m.json [scenario ...]

Source: Natural Earth 1:50m, countries, version 4.1, in the public domain, as the TopoJSON of the
npm package world-atlas 2.0.2 (ISC).  All of it is deterministic; all boards
take a quarter of an hour.
"""

import sys
from pathlib import Path

from engine import load_scenario
from pbem.atlas.packed_outlines import fingerprint
from tests.support.atlas.drawing import Board, Canvas
from tests.support.atlas.mend import Mender
from tests.support.atlas.nudge import Nudger
from tests.support.atlas.outline import Finished, packed
from tests.support.atlas.sites import read_places
from tests.support.atlas.topology import Polygon, countries
from tests.support.atlas.windows import MERGED, TRIES, WATERS, WINDOWS

FOLDER = Path(__file__).parents[3] / "pbem" / "atlas" / "data"

COARSE, FINE = 0.5, 1.6
"""Pixels for a point while sites are moved, and in the picture that is traced."""

USUAL_TRIES = 2500


def board_of(scenario: str) -> Board:
    """What has to be drawn of a scenario."""
    board = load_scenario(scenario).board
    return Board(
        window=WINDOWS[scenario],
        places=tuple(read_places(scenario)),
        is_sea={name: area.is_sea for name, area in board.territories.items()},
        borders=frozenset(board.borders),
        waters=WATERS,
    )


def draw(board: Board, world: dict[str, list[Polygon]], tries: int) -> Finished:
    """The picture of a board: sites moved on a coarse canvas, the rest done on a fine one."""
    coarse = Canvas(board, world, COARSE)
    nudger = Nudger(coarse, seed=1)
    for reach in (60.0, 30.0, 15.0):
        nudger.run(tries, reach)
    fine = Canvas(board, world, FINE)
    fine.sites = nudger.sites * (FINE / COARSE)
    mender = Mender(fine)
    missing, false = mender.run()
    names = [place.name for place in fine.places]
    print(f"{len(missing)} of {len(board.borders)} borders without contact:")
    print(*sorted(f"  {names[a]} - {names[b]}" for a, b in missing), sep="\n")
    print(f"{len(false)} contacts without border:")
    print(*sorted(f"  {names[a]} - {names[b]}" for a, b in false), sep="\n")
    return Finished(fine, mender.labels, missing)


def main(arguments: list[str]) -> None:
    """Read the coast lines and write the files."""
    world = countries(Path(arguments[0]))
    del world["Antarctica"]
    for scenario in arguments[1:] or WINDOWS:
        drawn = draw(board_of(scenario), world, TRIES.get(scenario, USUAL_TRIES))
        _write(scenario, packed(drawn))
        for other, (base, merged) in MERGED.items():
            if base == scenario:
                _write(other, packed(drawn, merged))


def _write(scenario: str, data: bytes) -> None:
    name = fingerprint(load_scenario(scenario).board.territories)
    (FOLDER / f"{name}.atlas").write_bytes(data)
    print(f"{scenario}: {len(data)} bytes", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
