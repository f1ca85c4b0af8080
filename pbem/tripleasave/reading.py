"""The position in a save of TripleA.

What is in a save was found by looking into 105 real ones of eight maps, made by engine 2.7.  Only
the fields that are named here are looked at.  Where the moving nation has already done something,
the save is refused: what units may still do follows from more than it says.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.loading import SavedPosition, SavedRelation, SavedUnit
from engine.values import dataclass
from pbem.text import plain
from pbem.tripleasave.java_stream import (
    JavaArray,
    JavaObject,
    JavaStreamError,
    Value,
    read_java,
    unpacked,
)
from pbem.usage import UsageError

_NEUTRAL: Final = "Neutral"
_DELEGATE: Final = "<DelegateStart>"
_DID_SOMETHING: Final = (
    "wasInCombat",
    "wasLoadedThisTurn",
    "wasUnloadedInCombatPhase",
    "wasAmphibious",
    "wasInAirBattle",
    "airborne",
    "submerged",
)
"""What units have done in the turn under way; it is cleared when the turn ends."""
_UNFINISHED: Final = ("movesToUndo", "placements", "pendingProductionRules", "techs")
"""What a delegate of TripleA holds while its phase is under way."""
_BATTLES: Final = ("pendingBattles", "foughtBattles", "conquered", "blitzed")
"""What the keeper of its battles holds from the combat move to the end of the turn."""


@dataclass(frozen=True, slots=True)
class TripleASave:
    """What is in a save, and the version of the engine that wrote it."""

    position: SavedPosition
    engine: str


def read_triplea_save(data: bytes) -> TripleASave:
    """The position in a save of TripleA, from the bytes of its file.

    Raises UsageError with a sentence for what is no such save, is damaged or too large, or was made
    in the middle of a turn.
    """
    try:
        found = read_java(unpacked(data))
        game = next((one for one in found if _class(one) == "GameData"), None)
        if not isinstance(game, JavaObject):
            raise JavaStreamError("It holds no game.")
        return TripleASave(_Save(game, found).position(), _version(found))
    except JavaStreamError as error:
        raise UsageError(
            "triplea-save",
            f"The file cannot be read as a save of TripleA. {plain(str(error))}",
            "Name a .tsvg file as TripleA has written it.",
        ) from None


def _class(value: Value) -> str:
    """The name of the class of an object, without that of its package."""
    return value.type.name.rpartition(".")[2] if isinstance(value, JavaObject) else ""


def _version(found: tuple[Value, ...]) -> str:
    for one in found:
        if isinstance(one, JavaObject) and _class(one) == "Version":
            text = one.fields.get("versionString")
            return text if isinstance(text, str) else ""
    return ""


def _field(owner: Value, name: str) -> Value:
    if not isinstance(owner, JavaObject) or name not in owner.fields:
        raise JavaStreamError(f"A {_class(owner) or 'value'} has no {name}.")
    return owner.fields[name]


def _text(owner: Value, name: str) -> str:
    value = _field(owner, name)
    if not isinstance(value, str):
        raise JavaStreamError(f"The {name} of a {_class(owner)} is no text.")
    return value


def _whole(owner: Value, name: str) -> int:
    value = _field(owner, name)
    if not isinstance(value, int):
        raise JavaStreamError(f"The {name} of a {_class(owner)} is no number.")
    return value


def _name(owner: Value) -> str:
    return _text(owner, "name")


def _items(value: Value) -> list[Value]:
    """What is in a list, a set or a map of Java; of a map keys and values in turn."""
    for _ in range(_WRAPPED):
        inner = value.fields.get("c") if isinstance(value, JavaObject) else None
        if inner is None:
            break
        value = inner
    if isinstance(value, JavaArray):
        return list(value.values)
    if not isinstance(value, JavaObject):
        raise JavaStreamError("A list is missing.")
    return [one for one in value.extra if not isinstance(one, bytes)]


_WRAPPED: Final = 4


def _pairs(value: Value) -> Iterator[tuple[Value, Value]]:
    flat = _items(value)
    if len(flat) % 2:
        raise JavaStreamError("A map has a key without a value.")
    yield from zip(flat[::2], flat[1::2], strict=True)


def _plain(value: Value) -> Value:
    """The value in a box of Java."""
    if isinstance(value, JavaObject) and "value" in value.fields:
        return value.fields["value"]
    return value


class _Save:
    """The data of a game, asked for what a position needs."""

    def __init__(self, game: JavaObject, found: tuple[Value, ...]) -> None:
        self._game = game
        self._found = found
        players = _field(game, "playerList")
        self._nations = [player for _, player in _pairs(_field(players, "players"))]
        self._areas = _items(_field(_field(game, "map"), "territories"))
        sequence = _field(game, "sequence")
        self._round = _whole(sequence, "round") + _whole(sequence, "roundOffset")
        steps = _items(_field(sequence, "steps"))
        index = _whole(sequence, "currentIndex")
        if not 0 <= index < len(steps):
            raise JavaStreamError("It is at a step that its sequence does not have.")
        self._steps = steps[index:]

    def position(self) -> SavedPosition:
        units = self._units()
        self._check_is_between_turns()
        return SavedPosition(
            game=_text(self._game, "gameName"),
            round=self._round,
            steps=tuple(map(_name, self._steps)),
            properties=dict(self._properties()),
            owners={_name(area): _name(_field(area, "owner")) for area in self._areas},
            first_owners=dict(self._first_owners()),
            units=units,
            resources={_name(nation): dict(self._held(nation)) for nation in self._nations},
            technologies={_name(nation): self._known(nation) for nation in self._nations},
            relations=tuple(self._relations()),
            happened=dict(self._happened()),
            lists={
                _name(nation): _name(listed)
                for nation in self._nations
                if (listed := _field(nation, "productionFrontier")) is not None
            },
            points=dict(self._points()),
        )

    def _unfinished(self) -> UsageError:
        player = _field(self._steps[0], "player")
        who = plain(_name(player)) if player is not None else "the nation under way"
        return UsageError(
            "triplea-turn",
            f"The save was made in the middle of a turn: let {who} finish its turn in TripleA "
            "first.",
            "TripleA writes an autosave after the end of each turn; that one can be imported.",
        )

    def _check_is_between_turns(self) -> None:
        """Raise UsageError where a phase has begun, or a battle waits for the end of its turn."""
        for place, mark in enumerate(self._found):
            if mark != _DELEGATE:
                continue
            state = self._found[place + 5] if place + 5 < len(self._found) else None
            for _ in range(_LAYERS):
                if not isinstance(state, JavaObject):
                    break
                fields = state.fields
                if fields.get("startBaseStepsFinished") or fields.get("endBaseStepsFinished"):
                    raise self._unfinished()
                tracker = fields.get("battleTracker")
                lists = [fields.get(name) for name in _UNFINISHED]
                if isinstance(tracker, JavaObject):
                    lists += [tracker.fields.get(name) for name in _BATTLES]
                if any(isinstance(one, JavaObject) and _items(_map_of(one)) for one in lists):
                    raise self._unfinished()
                state = fields.get("superState")

    def _units(self) -> tuple[SavedUnit, ...]:
        """The units on the board, and those that are bought."""
        held = [(area, _name(area)) for area in self._areas]
        found = [
            (unit, place)
            for holder, place in held
            for unit in _items(_field(_field(holder, "unitCollection"), "units"))
        ]
        found += [
            (unit, "")
            for nation in self._nations
            for unit in _items(_field(_field(nation, "unitsHeld"), "units"))
        ]
        places = {id(unit): number for number, (unit, _) in enumerate(found)}
        return tuple(self._unit(unit, place, places) for unit, place in found)

    def _unit(self, unit: Value, place: str, places: Mapping[int, int]) -> SavedUnit:
        moved = _field(_field(_field(unit, "alreadyMoved"), "intVal"), "signum")
        if moved or any(_field(unit, name) for name in _DID_SOMETHING):
            raise self._unfinished()
        carrier = _field(unit, "transportedBy")
        return SavedUnit(
            type=_name(_field(unit, "type")),
            owner=_name(_field(unit, "owner")),
            territory=place,
            hits=_whole(unit, "hits"),
            damage=_whole(unit, "unitDamage"),
            carrier=None if carrier is None else places.get(id(carrier)),
        )

    def _properties(self) -> Iterator[tuple[str, str]]:
        """The values in force: numbers, switches, and short words."""
        held = _field(self._game, "properties")
        values = [*_pairs(_field(held, "constantProperties"))]
        values += [
            (name, _field(entry, "value"))
            for name, entry in _pairs(_field(held, "editableProperties"))
            if isinstance(entry, JavaObject) and "value" in entry.fields
        ]
        for name, boxed in values:
            value = _plain(boxed)
            if not isinstance(name, str) or name == "notes":
                continue
            if isinstance(value, bool):
                yield name, str(value).lower()
            elif isinstance(value, int | str):
                yield name, str(value)

    def _first_owners(self) -> Iterator[tuple[str, str]]:
        for area in self._areas:
            for name, entry in _pairs(_field(area, "attachments")):
                if name == "territoryAttachment":
                    first = _field(entry, "originalOwner")
                    if first is not None:
                        yield _name(area), _name(first)

    def _held(self, nation: Value) -> Iterator[tuple[str, int]]:
        resources = _field(_field(nation, "resources"), "resources")
        for resource, amount in _pairs(_field(resources, "mapValues")):
            held = _plain(amount)
            if isinstance(held, int):
                yield _name(resource), held

    def _points(self) -> Iterator[tuple[str, int]]:
        for nation in self._nations:
            for _, entry in _pairs(_field(nation, "attachments")):
                if _class(entry) == "PlayerAttachment":
                    yield _name(nation), _whole(entry, "vps")

    def _known(self, nation: Value) -> tuple[str, ...]:
        """The technologies of a nation: switches by the words of maps, and those of the map."""
        entry = _field(nation, "techAttachment")
        if not isinstance(entry, JavaObject):
            return ()
        known = [name for name, value in entry.fields.items() if value is True]
        own = entry.fields.get("genericTech")
        if own is not None:
            known += [
                name for name, on in _pairs(own) if isinstance(name, str) and _plain(on) is True
            ]
        return tuple(sorted(known))

    def _relations(self) -> Iterator[SavedRelation]:
        for pair, entry in _pairs(_field(_field(self._game, "relationships"), "relationships")):
            one, other = _name(_field(pair, "player1")), _name(_field(pair, "player2"))
            kind = _field(entry, "relationshipType")
            if one == other or _NEUTRAL in {one, other}:
                continue
            archetype = next(
                _text(said, "archeType")
                for name, said in _pairs(_field(kind, "attachments"))
                if name == "relationshipTypeAttachment"
            )
            yield SavedRelation(
                (min(one, other), max(one, other)),
                _name(kind),
                _whole(entry, "roundCreated"),
                archetype,
            )

    def _happened(self) -> Iterator[tuple[str, tuple[int, bool]]]:
        for nation in self._nations:
            for name, entry in _pairs(_field(nation, "attachments")):
                if isinstance(name, str) and _class(entry) == "TriggerAttachment":
                    left = _whole(entry, "uses")
                    if left >= 0:
                        yield name, (left, bool(_field(entry, "usedThisRound")))


_LAYERS: Final = 10


def _map_of(value: JavaObject) -> JavaObject:
    """The map in a counter of TripleA, or the value itself."""
    inner = value.fields.get("mapValues")
    return inner if isinstance(inner, JavaObject) else value
