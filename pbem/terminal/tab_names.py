"""What the tab key of a shell offers for an argument: games, scenarios, nations, areas, units.

The names of a game do not change, so they are kept beside it in the cache: the first tab looks into
the save, later ones read one small file.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path

import click

from pbem.files import write_atomic
from pbem.place import home_folder
from pbem.save.shelf import GameRef, handles, refs_named, stored_games
from pbem.terminal.directory import COMMANDS, EXAMPLES, PAGES


def games(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """The handles of the player's games; the shell itself adds files."""
    del ctx, param
    known = handles(stored_games(_games()))
    return [name for name in known.values() if name.startswith(begun)]


def scenarios(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """The scenarios that come with pbem."""
    del ctx, param
    folder = Path(__file__).parents[2] / "engine" / "scenarios"
    return sorted(file.stem for file in folder.glob(f"{begun}*.toml"))


def scenarios_and_games(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """Either."""
    return [*games(ctx, param, begun), *scenarios(ctx, param, begun)]


def areas(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """The areas of the game that the command names before."""
    return _known(ctx, param, begun, "areas")


def nations(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """The nations of the game that the command names before."""
    return _known(ctx, param, begun, "nations")


def units(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """The kinds of units of the game that the command names before."""
    return _known(ctx, param, begun, "units")


def topics(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """The pages of the manual, the commands, and those below one; with --schema, the schemas."""
    given = " ".join(ctx.params.get(param.name or "") or ())
    if ctx.params.get("schema"):
        folder = Path(__file__).parents[1] / "schemas"
        names = [file.stem for file in folder.glob("*.json")]
    elif given:
        names = [
            path.removeprefix(f"{given} ") for path in EXAMPLES if path.startswith(f"{given} ")
        ]
    else:
        names = [*PAGES, *COMMANDS]
    return sorted(name for name in {*names} if name.startswith(begun))


def _known(ctx: click.Context, param: click.Parameter, begun: str, kind: str) -> list[str]:
    del param
    given = [ctx.params.get(name) for name in ("save", "game", "attackers")]
    # Behind an option that waits for its value click has not looked at the words before it.
    words = [str(word) for word in given if word] or os.environ.get("COMP_WORDS", "").split()[2:]
    try:
        names = _names(words[0])
    except Exception:
        return []  # the command itself will say what is wrong with its game
    wanted = begun.casefold()
    return [name for name in names[kind] if name.casefold().startswith(wanted)]


def _names(save: str) -> Mapping[str, list[str]]:
    named = refs_named(save, stored_games(_games()))
    kept = _kept(named[0]) if len(named) == 1 else None
    if kept is not None and kept.is_file():
        found: dict[str, list[str]] = json.loads(kept.read_text("utf-8"))
        return found
    from pbem.home import Home  # noqa: PLC0415 - late, to start quickly
    from pbem.replay import definition_of  # noqa: PLC0415 - late, to start quickly

    home = Home.standard()
    kept = _kept(home.stored(save))
    definition = definition_of(home.view(save).save)
    names: dict[str, list[str]] = {
        "areas": [*sorted(definition.board.territories)],
        "nations": list[str](definition.politics.nation_names),
        "units": list(definition.unit_types),
    }
    kept.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(kept, json.dumps(names).encode())
    return names


def _games() -> Path:
    return home_folder() / "games"


def _kept(game: GameRef) -> Path:
    return home_folder() / "cache" / "names" / f"{game.folder_name}.json"
