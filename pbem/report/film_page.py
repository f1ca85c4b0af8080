"""The page of a whole game: its film as data, the base map, the luck ledger and the save itself.

Everything that the page needs is in it.  Data is packed JSON with numbers for names: an area, an
owner or a kind of unit is its place in a list.  The scripts in `templates/replay` draw it; those
of `templates/web` verify the save.  Decision: docs/adr/0041.
"""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from markupsafe import Markup

from engine import (
    NEUTRAL,
    NOBODY,
    Definition,
    NationName,
    State,
    TerritoryName,
    UnitTypeName,
    territory_view,
)
from engine.values import dataclass
from pbem.atlas import AreaShape, MapGeometry, Point, Ring, geometry_of
from pbem.atlas.colours import NationLook, looks_of
from pbem.atlas.looks import LOOKS
from pbem.atlas.signs import sign_called, symbols_of
from pbem.report.battle_model import VolleySummary
from pbem.report.film import FilmStep, Units, units_in
from pbem.report.ledger import FoughtBattle, KindLuck, LuckLedger
from pbem.report.luck import Luck, hundredths
from pbem.report.render import render_template
from pbem.report.statistics import Figures, sides_of
from pbem.webpages import one_script, page_files, policy_of, source_of

Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class FilmTurn:
    """A turn: its nation, who played it, what they said, and the figures of the graphs at its end.

    luck, swing: since the start of the game, hits of each nation above expectation, and PUs of its
    battles above their odds.
    """

    round: int
    nation: NationName
    player: str
    message: str
    figures: Figures
    luck: Mapping[str, float]
    swing: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Film:
    """All that the page shows.

    warning: what a reader must know first, "" for nothing; save: the file, as it was read.
    folder: a TripleA map folder with the outlines of the board, if the reader uses one.
    """

    title: str
    warning: str
    start: State
    turns: tuple[FilmTurn, ...]
    steps: tuple[FilmStep, ...]
    ledger: LuckLedger
    save: bytes
    folder: Path | None = None


def render_film(film: Film) -> str:
    """The page as HTML that needs nothing else and sends nothing."""
    files = {**page_files("web"), **page_files("map"), **page_files("replay")}
    script = one_script(files, "replay.js")
    style = f"\n{files['style.css']}\n{files['replay.css']}"
    data = json.dumps(film_data(film), ensure_ascii=False, separators=(",", ":")).encode()
    values: Mapping[str, object] = {
        "title": film.title,
        "warning": film.warning,
        "policy": policy_of(script=source_of(script), style=source_of(style)),
        "script": Markup(script),  # noqa: S704  (our own files)
        "style": Markup(style),  # noqa: S704
        "data": _text_of(zlib.compress(data, 9)),
        "save": _text_of(film.save),
    }
    return render_template("replay.html", "html", values)


def _text_of(data: bytes) -> Markup:
    """Bytes as base64, which holds no sign that means anything in HTML."""
    return Markup(base64.b64encode(data).decode("ascii"))  # noqa: S704


class _Numbers:
    """Names by their number, in order of first use."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self.of: dict[str, int] = {name: place for place, name in enumerate(names)}

    def __call__(self, name: str) -> int:
        return self.of.setdefault(name, len(self.of))


class _Packer:
    """Turns names into numbers; the lists of names are read when all is packed."""

    def __init__(self, areas: Sequence[str], nations: Sequence[str]) -> None:
        self.areas = {name: place for place, name in enumerate(areas)}
        self.owners = _Numbers(nations)
        self.kinds = _Numbers()

    def units(self, units: Units) -> list[int]:
        """Owner, kind and count of each group, one after the other."""
        return [
            number
            for owner, kind, count in units
            for number in (self.owners(owner), self.kinds(kind), count)
        ]

    def step(self, step: FilmStep) -> Row:
        """One step; what is empty is left out."""
        shown = step.shown
        row: Row = {
            "n": shown.number,
            "r": shown.record,
            "t": shown.turn,
            "k": shown.kind,
            "w": shown.text,
            "d": list(shown.dice),
            "l": list(step.lines),
            "v": [self.volley(volley) for volley in step.volleys],
            "o": [[self.areas[area], self.owners(owner)] for area, owner in step.owners],
            "u": [[self.areas[area], self.units(units)] for area, units in step.units],
            "p": [[self.areas[area] for area in path] for path in step.paths],
            "a": self.areas.get(step.place, -1),
        }
        return {key: value for key, value in row.items() if value not in ([], "")}

    def volley(self, volley: VolleySummary) -> list[object]:
        """Nation, step, side, groups (strength, dice, 1 for each hit), sure hits, hits, mean."""
        groups = [
            [
                group.strength,
                [die.value for die in group.dice],
                [int(die.is_hit) for die in group.dice],
            ]
            for group in volley.groups
        ]
        return [
            self.owners(volley.nation),
            volley.step,
            volley.side,
            groups,
            volley.sure_hits,
            volley.hits,
            volley.expected_words,
        ]


def film_data(film: Film) -> Row:
    """The data of the page."""
    definition = film.start.definition
    geometry = geometry_of(definition, film.folder)
    nations = definition.politics.nation_names
    order = [TerritoryName(shape.name) for shape in geometry.areas]
    pack = _Packer(order, nations)
    start = [
        [pack.owners(_owner(film.start, name)), pack.units(units_in(film.start, name))]
        for name in order
    ]
    steps = [pack.step(step) for step in film.steps]
    # The lists of names last: by now all of them have been met.
    looks = {look.name: look for look in looks_of(nations, geometry.colours)}
    return {
        "title": film.title,
        "nations": len(nations),
        **_base(film.start, geometry),
        **_kinds(definition, pack),
        "owners": [_owner_row(name, looks.get(name)) for name in pack.owners.of],
        "start": start,
        "steps": steps,
        "turns": [_turn(turn, nations) for turn in film.turns],
        "figures": [heading for heading, _ in film.turns[0].figures] if film.turns else [],
        "sides": [
            [side, [nations.index(name) for name in names]]
            for side, names in sides_of(film.start).items()
        ],
        "luck": _luck(film.ledger),
    }


def _base(state: State, geometry: MapGeometry) -> Row:
    """The map without anything on it."""
    return {
        "width": round(geometry.width),
        "height": round(geometry.height),
        "wrap": round(geometry.wrap_x),
        "credit": geometry.credit,
        "areas": [_area(state, shape) for shape in geometry.areas],
        "bridges": [_line(one.line) for one in geometry.bridges],
        "walls": [_line(one.line) for one in geometry.walls],
        "scenery": "".join(_ring(ring) for ring in geometry.scenery),
        "insets": [[*map(round, inset.box), inset.title] for inset in geometry.insets],
    }


def _kinds(definition: Definition, pack: _Packer) -> Row:
    """Kinds of units: name, 1 for infrastructure, and the name of the sign; and the signs."""
    types, signs = definition.unit_types, symbols_of(definition)
    names = tuple(map(UnitTypeName, pack.kinds.of))
    return {
        "kinds": [
            [name, int(name in types and types[name].is_infrastructure), signs.get(name, "")]
            for name in names
        ],
        "signs": {
            signs[name]: sign_called(signs[name]).to_plain() for name in names if name in signs
        },
    }


def _owner_row(name: str, look: NationLook | None) -> list[str]:
    """Name, colour, ink on it, letter, and the colour of land in the light and the dark look."""
    if look is None:
        return [name]
    land = (LOOKS["light"].land(look), LOOKS["dark"].land(look))
    return [name, look.fill, look.ink, look.letter, *land]


def _owner(state: State, area: TerritoryName) -> str:
    owner = state.owners.get(area, NOBODY)
    is_land = not state.definition.board.territories[area].is_sea
    return owner or (NEUTRAL if is_land else "")


def _area(state: State, shape: AreaShape) -> Row:
    view = territory_view(state, TerritoryName(shape.name))
    return {
        "n": shape.name,
        "s": int(shape.is_sea),
        "i": int(view.is_impassable),
        "p": "".join(_ring(ring) for ring in shape.rings),
        "x": round(shape.anchor[0]),
        "y": round(shape.anchor[1]),
        "lx": round(shape.label[0]),
        "ly": round(shape.label[1]),
        "v": view.production,
        "g": "★" if view.is_capital else "●" if view.is_city else "",
    }


def _line(points: Sequence[Point]) -> list[int]:
    """The corners of a line, x and y of one after the other."""
    return [round(value) for point in points for value in point]


def _ring(ring: Ring) -> str:
    """An outline in SVG's language, in whole points and by steps, because that is short.

    "" for an islet that is smaller than a point.
    """
    corners = [(round(x), round(y)) for x, y in ring]
    steps = [
        f"{to_x - x} {to_y - y}"
        for (x, y), (to_x, to_y) in pairwise(corners)
        if (to_x, to_y) != (x, y)
    ]
    return f"M{corners[0][0]} {corners[0][1]}l{' '.join(steps)}z" if len(steps) > 1 else ""


def _turn(turn: FilmTurn, nations: Sequence[NationName]) -> Row:
    return {
        "r": turn.round,
        "n": turn.nation,
        "p": turn.player,
        "m": turn.message,
        "f": [[figures.get(name, 0) for name in nations] for _, figures in turn.figures],
        "l": [round(turn.luck.get(name, 0.0), 2) for name in nations],
        "s": [round(turn.swing.get(name, 0.0), 1) for name in nations],
    }


def _luck(ledger: LuckLedger) -> Row:
    """The ledger in words and numbers, as its tables show it."""
    return {
        "nations": [
            [entry.nation, *_cells(entry.luck), f"{entry.swing:+.1f}" if entry.battles else ""]
            for entry in ledger.nations
        ],
        "all": ["all", *_cells(ledger.luck), ""],
        "sentences": list(ledger.sentences),
        "kinds": [[_kind_words(kind), *_cells(kind.luck)] for kind in ledger.kinds],
        "battles": [_battle(one) for one in ledger.fights if one.swing is not None],
    }


def _kind_words(kind: KindLuck) -> str:
    return kind.label if kind.scores == "hits" else f"{kind.label} ({kind.scores})"


def _cells(luck: Luck) -> list[object]:
    return [luck.account.dice, luck.hits, luck.rounded, luck.signed, luck.deviations, luck.often]


def _battle(one: FoughtBattle) -> list[object]:
    """Turn, place, who against whom, hits above expectation of both, swing, and what limits it."""
    swing = one.swing
    told = "" if swing is None or swing.left_out else f"{swing.amount:+.1f}"
    note = (
        ("broken off" if swing.broken_off else str(swing.left_out or ""))
        if swing is not None
        else ""
    )
    return [
        one.turn,
        one.territory,
        f"{one.attacker} against {one.defender}",
        hundredths(one.attacker_luck.difference),
        hundredths(one.defender_luck.difference),
        told,
        note,
    ]
