"""Where a game stands that a command names, without what was before."""

from engine import Step
from engine.values import dataclass
from pbem.home import Home
from pbem.named_files import is_game_text
from pbem.save.errors import SaveError
from pbem.save.trusted_save import TrustedSave


@dataclass(frozen=True, slots=True)
class CurrentView:
    """Where a game stands.

    save: None for a game text, which proves nothing; error: the first thing that is wrong.
    """

    step: Step
    save: TrustedSave | None
    error: SaveError | None


def look_now(home: Home, name: str) -> CurrentView:
    """Where the game stands that a command names; raises as `pbem.gametext.looking.look` does.

    What was played before is not played again, so that the past of the game is not at hand.
    """
    data, _ = home.locate(name)
    if is_game_text(data):
        from pbem.gametext.reading import read_game_text  # noqa: PLC0415 - slow to import

        _, history = read_game_text(data)
        return CurrentView(history.moments[-1].step, None, None)
    seen = home.view_bytes(data)
    position = home.position(seen.save)
    return CurrentView(position.step, seen.save, position.error or seen.error)
