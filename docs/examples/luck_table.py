"""The dice of many games in one table: `python luck_table.py FOLDER > luck.csv`.

`rows` fits a data frame as it is: ``pandas.DataFrame(rows(Path("games")))``.
"""

import csv
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from pbem.api import SaveError, open_game


def rows(folder: Path) -> Iterator[dict[str, object]]:
    """One row for each nation of each game that proves itself."""
    for path in sorted(folder.glob("*.pbem")):
        try:
            game = open_game(path)
        except SaveError as error:
            print(f"{path.name}: {error}", file=sys.stderr)
            continue
        if game.error is not None:
            print(f"{path.name}: {game.error}", file=sys.stderr)
            continue
        for luck in game.luck():
            yield {"game": game.name, "player": game.seats.get(luck.nation, ""), **asdict(luck)}


if __name__ == "__main__":
    table = list(rows(Path(sys.argv[1])))
    names = list(table[0]) if table else []
    writer = csv.DictWriter(sys.stdout, names)
    writer.writeheader()
    writer.writerows(table)
