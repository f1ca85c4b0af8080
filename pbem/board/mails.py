"""What the page says of the mails of a game."""

from dataclasses import asdict
from typing import TypeAlias

from pbem.home import Home
from pbem.post import fates, is_unmailed
from pbem.save.keys import NamedKey
from pbem.save.trusted_save import TrustedSave
from pbem.text import plain

Plain: TypeAlias = dict[str, object]


def mails_view(home: Home, save: TrustedSave, key: NamedKey) -> Plain:
    """What has become of the mails of a game, and whether the newest was never written as one."""
    told = [asdict(fate) for fate in fates(home, save)]
    shown = [{name: _harmless(value) for name, value in fate.items()} for fate in told]
    return {"mails": shown, "unmailed": is_unmailed(home, save, key)}


def _harmless(value: object) -> object:
    return plain(value) if isinstance(value, str) else value
