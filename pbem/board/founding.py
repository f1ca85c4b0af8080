"""Founding a game on the page: what there is to fill in, and the words that were filled in."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Final, TypeAlias

from engine import Definition, Profile, option_rows, scenario_names, scenario_title
from pbem.board.actions import Body, text_in
from pbem.dice.client import EMBEDDED
from pbem.home import Home
from pbem.lobby.computer_seats import computer_named
from pbem.lobby.founding_request import Wanted
from pbem.lobby.questions import FoundingQuestion, founding_questions
from pbem.lobby.scenario_card import BEGINNERS, playing_nations, shown_scenarios
from pbem.lobby.scenarios import find_scenario
from pbem.lobby.terms import dice_reach
from pbem.post import address_book, found_and_invite, mail_lines
from pbem.post.founding import Founded
from pbem.replay.scenarios import PROFILES
from pbem.save.keys import NamedKey
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import PLAYING
from pbem.text import plain
from pbem.usage import UsageError

Plain: TypeAlias = dict[str, object]

_MOST_ROWS: Final = 1000
_BETWEEN: Final = re.compile(r"[,;\n]")
"""What stands between the addresses of observers."""


def founding_view(home: Home, key: NamedKey) -> Plain:
    """What there is to choose from before the scenario is known."""
    ours = scenario_names()
    rows = [
        asdict(row) | {"title": scenario_title(row.name) if row.name in ours else plain(row.name)}
        for row in shown_scenarios()
    ]
    return {
        "scenarios": rows,
        "beginners": BEGINNERS,
        "profiles": [*PROFILES],
        "me": plain(key.name),
        "people": [f"{plain(name)} <{address}>" for name, address in address_book(home)],
        "dice": [EMBEDDED, *sorted(home.keyring().authorities)],
        "sends": home.config.mail is not None,
    }


def founding_form(body: Body) -> Plain:
    """What there is to fill in for a scenario, or for a file or a folder on this computer.

    No line of it is written for one option: all is what the catalogue says of this definition.
    wanted: what `found_game` takes where nothing is filled in; a script changes some of it.
    Raises as `find_scenario` does.
    """
    scenario, profile = _scenario(body), _profile(body)
    definition = find_scenario(scenario, profile)
    politics = definition.politics
    nations = [
        {"name": name, "sides": [*politics.alliances_of(name)]}
        for name in playing_nations(definition)
    ]
    return {
        "title": plain(definition.name),
        "notes": plain(definition.notes.strip(), lines=True),
        "nations": nations,
        "questions": [*map(_plain_question, founding_questions(definition))],
        "options": [*_options(definition)],
        "wanted": {
            "scenario": scenario,
            "profile": profile or "",
            "title": "",
            "seats": {},
            "options": {},
            "dice": [EMBEDDED],
            "pace": "",
            "bumps": "",
            "absence": "0",
            "observers": "",
        },
    }


def _plain_question(question: FoundingQuestion) -> Plain:
    return asdict(question) | {"on": plain(question.on), "off": plain(question.off)}


def _options(definition: Definition) -> Iterator[Plain]:
    """The options that may be changed and are no question of their own.

    part: a switch, a number, or a number for each nation.
    """
    asked = {question.option for question in founding_questions(definition)}
    for row in option_rows(definition):
        if row.is_editable and row.name not in asked:
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


def found_game(home: Home, key: NamedKey, when: int, body: Body) -> Plain:
    """Found a game from what was filled in, and invite the players; raises as `pbem new` does.

    founded: the name of the game for the page.
    """
    absence = text_in(body, "absence").strip() or "0"
    if not absence.isdecimal() or not absence.isascii() or len(absence) > 3:
        raise UsageError("bad-pace", "The days of absence are a whole number.")
    scenario, profile = _scenario(body), _profile(body)
    definition = find_scenario(scenario, profile)
    seats = _all_seats(definition, _pairs(body, "seats"))
    wanted = Wanted(
        scenario=scenario,
        profile=profile,
        title=text_in(body, "title").strip(),
        seats=seats,
        options=_pairs(body, "options"),
        dice=tuple(_list(body, "dice")),
        pace=text_in(body, "pace").strip(),
        bumps=text_in(body, "bumps").strip(),
        absence=int(absence),
        hotseat=_all_own(definition, seats, key.name),
    )
    watching = [one.strip() for one in _BETWEEN.split(text_in(body, "observers")) if one.strip()]
    founded = found_and_invite(home, wanted, key, when, observers=watching)
    return {
        "founded": ref_of(founded.save).folder_name,
        "is_started": founded.save.state == PLAYING,
        "news": [plain(line) for line in _said(founded)],
    }


def _all_own(definition: Definition, seats: Mapping[str, str], me: str) -> bool:
    """Whether nobody else plays."""
    own = {"me", me.lower()}
    who = [seats.get(name, "") for name in definition.politics.nation_names]
    return all(each.lower() in own or computer_named(each) is not None for each in who)


def _said(founded: Founded) -> Iterator[str]:
    """What became of it, for a page on which the game stands already."""
    if founded.waiting:
        yield f"Waiting for {', '.join(founded.waiting)} to join."
        if founded.posted is None:
            yield "Save the invitation from its card, and hand it to them."
    yield founded.save.dice_words
    if reach := dice_reach(founded.save):
        yield reach
    yield from mail_lines(founded.posted)


def _all_seats(definition: Definition, seats: Mapping[str, str]) -> dict[str, str]:
    """The seats, with those that never have a turn, which the founder holds."""
    playing = playing_nations(definition)
    others = (name for name in definition.politics.nation_names if name not in playing)
    return dict.fromkeys(others, "me") | dict(seats)


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
        raise UsageError("bad-request", f"The page sent {name} that are not all texts.")
    return {str(key): str(text).strip() for key, text in value.items() if str(text).strip()}


def _list(body: Body, name: str) -> list[str]:
    value = body.get(name)
    if not isinstance(value, list) or not value or not all(isinstance(one, str) for one in value):
        raise UsageError("bad-request", f"The page sent no {name}.")
    return [str(one).strip() for one in value]
