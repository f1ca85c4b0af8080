"""What other packages bring: scenarios, computer players, ways for mail, forums (ADR 0093).

A package names what it brings in the entry points of its metadata, a group for each kind of thing.
Nothing is looked for before a name is asked for that the program does not know itself, and nothing
is loaded before it is used: a broken plugin is named by the command that uses it, and by no other.
"""

import re
import sys
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.values import dataclass
from pbem.text import plain
from pbem.usage import UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


class PluginGroup(StrEnum):
    """The groups of entry points."""

    SCENARIOS = "pbem.scenarios"
    COMPUTERS = "pbem.computers"
    MAIL_OUTGOING = "pbem.mail_outgoing"
    MAIL_INCOMING = "pbem.mail_incoming"
    FORUMS = "pbem.forums"


class PluginError(UsageError):
    """A plugin that does not do what it is there for; exit code 1."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class Plugin:
    """Something that a package brings; package: the name by which pip knows it."""

    group: PluginGroup
    name: str
    package: str
    entry: "EntryPoint"

    def load(self) -> object:
        """What the entry point names; PluginError when its package cannot be imported."""
        try:
            found: object = self.entry.load()
        except (Exception, SystemExit) as error:  # whatever a package does when it is imported
            raise self.fault(error) from error
        return found

    def fault(self, what: object) -> PluginError:
        """That it does not work; what: the reason, or the error that it has raised."""
        reason = str(what)
        if isinstance(what, BaseException):
            reason = f"{type(what).__name__}: {what}" if str(what) else type(what).__name__
        return PluginError(
            "plugin-broken",
            f"The plugin {self.name} of the package {plain(self.package)} does not work: "
            f"{plain(reason).rstrip('.')}.",
            f"Update it, or remove it with `pip uninstall {plain(self.package)}`.",
        )


def plugins_in(group: PluginGroup) -> Mapping[str, Plugin]:
    """The plugins of a group by name; of two with one name that of the first package by name."""
    return _found(group, tuple(sys.path))


@lru_cache(maxsize=len(PluginGroup))
def _found(group: PluginGroup, path: tuple[str, ...]) -> Mapping[str, Plugin]:
    """path: where packages lie now, as a key alone."""
    del path
    from importlib.metadata import entry_points  # noqa: PLC0415 - late, to start quickly

    found = [
        Plugin(group, entry.name, entry.dist.name if entry.dist is not None else "", entry)
        for entry in entry_points(group=group)
        if _NAME.fullmatch(entry.name)
    ]
    # What comes last under a name stays.
    found.sort(key=lambda one: one.package, reverse=True)
    return {one.name: one for one in found}


def plugin(group: PluginGroup, name: str) -> Plugin | None:
    """The plugin of this name, None where there is none."""
    return plugins_in(group).get(name) if _NAME.fullmatch(name) else None
