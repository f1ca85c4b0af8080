"""Founding a game on the page: what there is to fill in, and the words that were filled in."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from engine import Definition, Profile, option_rows, scenario_names, scenario_title
from pbem.board.actions import Body, text_in
from pbem.dice.client import EMBEDDED
from pbem.home import Home
from pbem.lobby.scenarios import find_scenario
from pbem.lobby.wanted import Wanted
from pbem.post import address_book, found_and_invite
from pbem.replay.scenarios import PROFILES
from pbem.save.keys import NamedKey
from pbem.text import plain
from pbem.usage import UsageError

Plain: TypeAlias = dict[str, object]

_MOST_ROWS: Final = 1000


def founding_view(home: Home, key: NamedKey) -> Plain:
    """What there is to choose from before the scenario is known."""
    return {
        "scenarios": [[name, scenario_title(name)] for name in scenario_names()],
        "profiles": [*PROFILES],
        "me": plain(key.name),
        "people": [f"{plain(name)} <{address}>" for name, address in address_book(home)],
        "dice": [EMBEDDED, *sorted(home.keyring().authorities)],
        "sends": home.config.mail is not None,
    }


def founding_form(body: Body) -> Plain:
    """What there is to fill in for a scenario, or for a file or a folder on this computer.

    No line of it is written for one option: all is what the catalogue says of this definition.
    Raises as `find_scenario` does.
    """
    definition = find_scenario(_scenario(body), _profile(body))
    politics = definition.politics
    nations = [
        {"name": name, "sides": [*politics.alliances_of(name)]} for name in politics.nation_names
    ]
    return {
        "title": plain(definition.name),
        "notes": plain(definition.notes.strip(), lines=True),
        "nations": nations,
        "options": [*_options(definition)],
    }


def _options(definition: Definition) -> Iterator[Plain]:
    """The options that may be changed; part: a switch, a number, or a number for each nation."""
    for row in option_rows(definition):
        if row.is_editable:
            part, value = "number", row.value
            if isinstance(value, Mapping):
                part, value = "nations", dict(value)
            elif isinstance(value, bool):
                part = "switch"
            yield {
                "name": row.name,
                "text": plain(row.text),
                "rule": row.source,
                "part": part,
                "value": value,
            }


def found_game(home: Home, key: NamedKey, when: int, body: Body) -> list[str]:
    """Found a game from what was filled in, and invite the players; raises as `pbem new` does."""
    absence = text_in(body, "absence").strip() or "0"
    if not absence.isdecimal() or not absence.isascii() or len(absence) > 3:
        raise UsageError("bad-pace", "The days of absence are a whole number.")
    wanted = Wanted(
        scenario=_scenario(body),
        profile=_profile(body),
        title=text_in(body, "title").strip(),
        seats=_pairs(body, "seats"),
        options=_pairs(body, "options"),
        dice=tuple(_list(body, "dice")),
        pace=text_in(body, "pace").strip(),
        bumps=text_in(body, "bumps").strip(),
        absence=int(absence),
        hotseat=body.get("hotseat") is True,
    )
    return [plain(line) for line in found_and_invite(home, wanted, key, when).lines]


def _scenario(body: Body) -> str:
    """A name or a path; ``~`` stands for the player's own folder, as in a shell."""
    text = text_in(body, "scenario").strip()
    return str(Path(text).expanduser()) if text.startswith("~") else text


def _profile(body: Body) -> Profile | None:
    named = text_in(body, "profile")
    found = next((profile for profile in PROFILES if profile == named), None)
    if named and found is None:
        raise UsageError("bad-request", "There is no such profile.")
    return found


def _pairs(body: Body, name: str) -> dict[str, str]:
    value = body.get(name)
    if not isinstance(value, dict) or len(value) > _MOST_ROWS:
        raise UsageError("bad-request", f"The page sent no {name}.")
    if not all(isinstance(text, str) for text in value.values()):
        raise UsageError("bad-request", f"The page sent {name} that are no texts.")
    return {str(key): str(text).strip() for key, text in value.items() if str(text).strip()}


def _list(body: Body, name: str) -> list[str]:
    value = body.get(name)
    if not isinstance(value, list) or not value or not all(isinstance(one, str) for one in value):
        raise UsageError("bad-request", f"The page sent no {name}.")
    return [str(one).strip() for one in value]
