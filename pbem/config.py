"""The player's configuration: who they are, how their mail is sent, where the embedded dice are.

A TOML file, closed-world: a misspelt key is an error that names the nearest valid one.  Looking at
a save needs none of it.  Keys: docs/configuration.md.
"""

from pathlib import Path

from engine.values import dataclass
from pbem.club.settings import ClubSettings, parse_club
from pbem.forum.model import ForumSettings
from pbem.forum.settings import parse_forum
from pbem.hooks.model import Hook
from pbem.mail.settings import MailSettings, parse_settings
from pbem.mail.settings_table import SettingsTable
from pbem.usage import UsageError


@dataclass(frozen=True, slots=True)
class Config:
    """What the file says.

    player: the name to play under, "" to take it from the key file.
    mail: None until mail is configured.
    dice_folder: where the embedded dice authority keeps its seeds; None for the standard place.
    forum: None until a forum is configured.
    hooks: what runs when something happens.
    club: None for a home that is no club's.
    """

    player: str = ""
    mail: MailSettings | None = None
    dice_folder: Path | None = None
    forum: ForumSettings | None = None
    hooks: tuple[Hook, ...] = ()
    club: ClubSettings | None = None

    @property
    def shows_battles(self) -> bool:
        """Whether a turn is shown to the others, somehow, once its battles are over."""
        return any(one is not None and one.shows_battles for one in (self.mail, self.forum))


def read_config(path: Path) -> Config:
    """The configuration in a file; the empty one when there is no file.

    Raises UsageError when it cannot be read or is not TOML, and MailError (SettingsError) for a
    wrong entry.
    """
    if not path.exists():
        return Config()
    import tomllib  # noqa: PLC0415 - late, to start quickly

    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Config()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise UsageError("config-unreadable", f"{path} cannot be read: {reason}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(
            "config-not-toml",
            f"{path} is not a TOML file: {error}.",
            "`pbem help configuration` has an example.",
        ) from None
    table = SettingsTable.open(raw, "config")
    player = table.text("player", "")
    mail = table.child("mail")
    dice = table.child("dice")
    forum = table.child("forum")
    hooks = table.child("hooks")
    club = table.child("club")
    folder = dice.path("folder", required=False) if dice is not None else None
    if dice is not None:
        dice.finish()
    table.finish()
    settings = parse_settings(raw["mail"], folder=path.parent) if mail is not None else None
    return Config(
        player,
        settings,
        folder,
        parse_forum(forum) if forum is not None else None,
        _hooks(hooks) if hooks is not None else (),
        parse_club(club, path.parent) if club is not None else None,
    )


def _hooks(table: SettingsTable) -> tuple[Hook, ...]:
    from pbem.hooks.settings import parse_hooks  # noqa: PLC0415 - late: most players have none

    return parse_hooks(table)
