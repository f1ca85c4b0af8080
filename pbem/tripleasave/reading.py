"""The position in a save of TripleA.

What is in a save was found by looking into 105 real ones of eight maps, made by engine 2.7.  Only
the fields that are named here and in `pbem.tripleasave.turn` are looked at.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.loading import SavedPosition, SavedRelation, SavedUnit
from engine.values import dataclass
from pbem.text import plain
from pbem.tripleasave.fields import (
    class_of,
    field_of,
    items_of,
    name_of,
    pairs_of,
    plain_of,
    text_of,
    whole_of,
)
from pbem.tripleasave.java_stream import (
    JavaObject,
    JavaStreamError,
    Value,
    read_java,
    unpacked,
)
from pbem.tripleasave.triggers import SavedTriggers, lists_of
from pbem.tripleasave.turn import deeds_of, is_late, read_turn
from pbem.usage import UsageError

_NEUTRAL: Final = "Neutral"


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
        game = next((one for one in found if class_of(one) == "GameData"), None)
        if not isinstance(game, JavaObject):
            raise JavaStreamError("It holds no game.")
        return TripleASave(_Save(game, found).position(), _version(found))
    except JavaStreamError as error:
        raise UsageError(
            "triplea-save",
            f"The file cannot be read as a save of TripleA. {plain(str(error))}",
            "Name a .tsvg file as TripleA has written it.",
        ) from None


def _version(found: tuple[Value, ...]) -> str:
    for one in found:
        if isinstance(one, JavaObject) and class_of(one) == "Version":
            text = one.fields.get("versionString")
            return text if isinstance(text, str) else ""
    return ""


class _Save:
    """The data of a game, asked for what a position needs."""

    def __init__(self, game: JavaObject, found: tuple[Value, ...]) -> None:
        self._game = game
        self._found = found
        players = field_of(game, "playerList")
        self._nations = [player for _, player in pairs_of(field_of(players, "players"))]
        self._areas = items_of(field_of(field_of(game, "map"), "territories"))
        sequence = field_of(game, "sequence")
        self._round = whole_of(sequence, "round") + whole_of(sequence, "roundOffset")
        steps = items_of(field_of(sequence, "steps"))
        index = whole_of(sequence, "currentIndex")
        if not 0 <= index < len(steps):
            raise JavaStreamError("It is at a step that its sequence does not have.")
        self._steps = steps[index:]

    def position(self) -> SavedPosition:
        found = self._units()
        triggers = SavedTriggers(self._nations, lists_of(self._game))
        there = {id(unit): (number, place) for number, (unit, place) in enumerate(found)}
        return SavedPosition(
            game=text_of(self._game, "gameName"),
            round=self._round,
            steps=tuple(map(name_of, self._steps)),
            properties=dict(self._properties()),
            owners={name_of(area): name_of(field_of(area, "owner")) for area in self._areas},
            first_owners=dict(self._first_owners()),
            units=tuple(self._unit(unit, place, there) for unit, place in found),
            resources={name_of(nation): dict(self._held(nation)) for nation in self._nations},
            technologies={name_of(nation): self._known(nation) for nation in self._nations},
            relations=tuple(self._relations()),
            triggers=tuple(triggers.read()),
            chances=tuple(triggers.chances()),
            lists={
                name_of(nation): name_of(listed)
                for nation in self._nations
                if (listed := field_of(nation, "productionFrontier")) is not None
            },
            points=dict(self._points()),
            turn=read_turn(
                self._found, [unit for unit, _ in found], self._nations, self._records()
            ),
        )

    def _records(self) -> list[Value]:
        """What was recorded of the battles of this round."""
        kept = field_of(field_of(self._game, "battleRecordsList"), "battleRecords")
        return [records for number, records in pairs_of(kept) if plain_of(number) == self._round]

    def _units(self) -> list[tuple[Value, str]]:
        """The units on the board with their places, and those that are bought, with ""."""
        found = [
            (unit, name_of(area))
            for area in self._areas
            for unit in items_of(field_of(field_of(area, "unitCollection"), "units"))
        ]
        return found + [
            (unit, "")
            for nation in self._nations
            for unit in items_of(field_of(field_of(nation, "unitsHeld"), "units"))
        ]

    def _unit(self, unit: Value, place: str, there: Mapping[int, tuple[int, str]]) -> SavedUnit:
        """A unit; there: number and place of each, by the identity of its object."""
        carrier, where = there.get(id(field_of(unit, "transportedBy")), (None, ""))
        return SavedUnit(
            type=name_of(field_of(unit, "type")),
            owner=name_of(field_of(unit, "owner")),
            territory=place,
            hits=whole_of(unit, "hits"),
            damage=whole_of(unit, "unitDamage"),
            # Until its battle is fought, what has landed still has its ship.
            carrier=carrier if where == place else None,
            did=deeds_of(unit),
            is_late=is_late(unit),
        )

    def _properties(self) -> Iterator[tuple[str, str]]:
        """The values in force: numbers, switches, and short words."""
        held = field_of(self._game, "properties")
        values = [*pairs_of(field_of(held, "constantProperties"))]
        values += [
            (name, field_of(entry, "value"))
            for name, entry in pairs_of(field_of(held, "editableProperties"))
            if isinstance(entry, JavaObject) and "value" in entry.fields
        ]
        for name, boxed in values:
            value = plain_of(boxed)
            if not isinstance(name, str) or name == "notes":
                continue
            if isinstance(value, bool):
                yield name, str(value).lower()
            elif isinstance(value, int | str):
                yield name, str(value)

    def _first_owners(self) -> Iterator[tuple[str, str]]:
        for area in self._areas:
            for name, entry in pairs_of(field_of(area, "attachments")):
                if name == "territoryAttachment":
                    first = field_of(entry, "originalOwner")
                    if first is not None:
                        yield name_of(area), name_of(first)

    def _held(self, nation: Value) -> Iterator[tuple[str, int]]:
        resources = field_of(field_of(nation, "resources"), "resources")
        for resource, amount in pairs_of(resources):
            held = plain_of(amount)
            if isinstance(held, int):
                yield name_of(resource), held

    def _points(self) -> Iterator[tuple[str, int]]:
        for nation in self._nations:
            for _, entry in pairs_of(field_of(nation, "attachments")):
                if class_of(entry) == "PlayerAttachment":
                    yield name_of(nation), whole_of(entry, "vps")

    def _known(self, nation: Value) -> tuple[str, ...]:
        """The technologies of a nation: switches by the words of maps, and those of the map."""
        entry = field_of(nation, "techAttachment")
        if not isinstance(entry, JavaObject):
            return ()
        known = [name for name, value in entry.fields.items() if value is True]
        own = entry.fields.get("genericTech")
        if own is not None:
            known += [
                name for name, on in pairs_of(own) if isinstance(name, str) and plain_of(on) is True
            ]
        return tuple(sorted(known))

    def _relations(self) -> Iterator[SavedRelation]:
        for pair, entry in pairs_of(
            field_of(field_of(self._game, "relationships"), "relationships")
        ):
            one, other = name_of(field_of(pair, "player1")), name_of(field_of(pair, "player2"))
            kind = field_of(entry, "relationshipType")
            if one == other or _NEUTRAL in {one, other}:
                continue
            archetype = next(
                text_of(said, "archeType")
                for name, said in pairs_of(field_of(kind, "attachments"))
                if name == "relationshipTypeAttachment"
            )
            yield SavedRelation(
                (min(one, other), max(one, other)),
                name_of(kind),
                whole_of(entry, "roundCreated"),
                archetype,
            )
