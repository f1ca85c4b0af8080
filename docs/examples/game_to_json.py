"""A game as JSON, and its last position: `python game_to_json.py GAME.pbem OUT`.

`OUT.json` is the whole game, `OUT.position.json` the position, which `read_position` reads again.
"""

import sys
from pathlib import Path

import msgspec

from pbem.api import open_game, read_position

if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, out = sys.argv[1:]
    game = open_game(source)
    Path(f"{out}.json").write_bytes(msgspec.json.encode(game.data()))
    here = game.position
    Path(f"{out}.position.json").write_text(here.to_json(), encoding="utf-8")
    again = read_position(here.to_json(), game.start.state.definition)
    is_same = again.digest == here.digest
    print(f"{game.name}: {len(game.turns)} turns; the same position again: {is_same}")
