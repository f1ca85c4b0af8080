"""Saves in the form of TripleA, of the small map.  Made up: no byte is of a real one."""

import gzip
from collections.abc import Iterable, Mapping

from tests.support.java_writer import Java, JavaBytes, JavaWord, Plain, stream

_PACKAGE = "games.strategy.engine.data."


def listed(values: Iterable[Plain]) -> Java:
    """A list of Java; of a map keys and values in turn."""
    found = list(values)
    return Java("java.util.ArrayList", {"size": len(found)}, [b"\0\0\0\1", *found])


def table(entries: dict[str, Plain]) -> Java:
    """A map of Java with texts as keys."""
    return listed(part for entry in entries.items() for part in entry)


def named(kind: str, name: str, **fields: Plain) -> Java:
    """Something of the map that has a name."""
    return Java(_PACKAGE + kind, {"name": name, **fields})


class SmallSave:
    """A save of the small map: the Blues hold Redland in round 3; change it before `data`."""

    def __init__(self) -> None:
        self.steps = ["gameInit", "redTech", "redCombatMove", "redNonCombatMove", "endRoundStep"]
        self.step = 2
        self.round = 3
        self.game = "Straits"
        self.properties: dict[str, Plain] = {"Low Luck": False, "neutralCharge": 5, "notes": "-"}
        self.delegates: list[Plain] = []
        self.attachments: dict[str, Plain] = {}
        self.nations = {name: self._nation(name) for name in ("Reds", "Blues")}
        self.neutral = named("PlayerList$1", "Neutral")
        self.units: dict[str, list[Plain]] = {}
        ship = self.unit("battleship", "Reds", hits=1)
        cargo = self.unit("ranger", "Blues", carrier=ship)
        self.units["North Sea"] = [ship, cargo, self.unit("battleship", "Reds")]
        self.units["Redland"] = [self.unit("ranger", "Blues")]
        self.owners = {"Redland": "Blues"}
        self.first_owners = {"Redland": "Reds"}
        self.relation = ("default_war_relation", "war")
        self.lists = {"all": ["buyRanger"]}
        self.hand: list[Plain] = [self.unit("howitzer", "Reds")]

    def _nation(self, name: str) -> Java:
        tech = named("TechAttachment", "techAttachment", rocket=name == "Reds", jetPower=False)
        frontier = named("ProductionFrontier", "all")
        return named(
            "GamePlayer",
            name,
            productionFrontier=frontier,
            resources=purse([("PUs", 17 if name == "Reds" else 4)]),
            techAttachment=tech,
        )

    def unit(self, kind: str, owner: str, carrier: Java | None = None, **facts: Plain) -> Java:
        """A unit with some of its facts other than at the beginning of a turn."""
        return saved_unit(kind, self.nations[owner], transportedBy=carrier, **facts)

    def _area(self, name: str) -> Java:
        first, owner = self.first_owners.get(name), self.owners.get(name)
        return saved_area(
            name,
            self.nations[owner] if owner else self.neutral,
            self.nations[first] if first else None,
            self.units.get(name, []),
        )

    def _lists(self) -> Java:
        return table(
            {
                name: named(
                    "ProductionFrontier",
                    name,
                    rules=listed(named("ProductionRule", rule) for rule in rules),
                )
                for name, rules in self.lists.items()
            }
        )

    def data(self) -> bytes:
        """The bytes of the file."""
        for name, nation in self.nations.items():
            held = stack(self.hand if name == "Reds" else [])
            own = table(self.attachments if name == "Reds" else {})
            nation.fields = {**nation.fields, "unitsHeld": held, "attachments": own}
        areas = [self._area(name) for name in ("Redland", "Blueland", "North Sea", "South Sea")]
        steps = [named("GameStep", name, player=self.nations["Reds"]) for name in self.steps]
        kind, archetype = self.relation
        said = Java("RelationshipTypeAttachment", {"archeType": archetype})
        relation = named("RelationshipType", kind, attachments=table({_RELATION: said}))
        pair = Java("Pair", {"player1": self.nations["Reds"], "player2": self.nations["Blues"]})
        since = Java("Relationship", {"roundCreated": 1, "relationshipType": relation})
        game = saved_game(
            self.game,
            self.nations,
            areas,
            saved_sequence(self.round, self.step, steps),
            properties=table(self.properties),
            relations=listed([pair, since]),
            lists=self._lists(),
        )
        version = Java("org.triplea.util.Version", {"versionString": "2.7"})
        return gzip.compress(stream(version, game, *self.delegates))


_RELATION = "relationshipTypeAttachment"
_NUMBERS = ("hits", "unitDamage", "bonusMovement", "launched")
_MARKS = (
    *("wasInCombat", "wasLoadedThisTurn", "wasUnloadedInCombatPhase", "wasAmphibious"),
    *("wasLoadedAfterCombat", "wasScrambled", "airborne", "submerged", "chargedFlatFuelCost"),
)


def saved_game(
    name: str,
    nations: Mapping[str, Plain],
    areas: Iterable[Plain],
    sequence: Java,
    *,
    properties: Java,
    relations: Java,
    lists: Java,
) -> Java:
    """The whole game; properties: those that cannot be edited."""
    held = {"constantProperties": properties, "editableProperties": table({})}
    return Java(
        _PACKAGE + "GameData",
        {
            "gameName": name,
            "playerList": Java("PlayerList", {"players": table({**nations})}),
            "map": Java("GameMap", {"territories": listed(areas)}),
            "sequence": sequence,
            "properties": Java("GameProperties", held),
            "relationships": Java("Tracker", {"relationships": relations}),
            "battleRecordsList": Java("Records", {"battleRecords": table({})}),
            "productionFrontierList": Java("Lists", {"productionFrontiers": lists}),
        },
    )


def saved_sequence(number: int, place: int, steps: Iterable[Plain]) -> Java:
    """The steps of a round; number: of the round, place: of the step under way."""
    now = {"round": number, "roundOffset": 0, "currentIndex": place}
    return Java("GameSequence", {**now, "steps": listed(steps)})


def saved_area(name: str, owner: Java, first: Java | None, units: Iterable[Plain]) -> Java:
    """An area of the board; first: its original owner."""
    attachment = Java("TerritoryAttachment", {"originalOwner": first})
    return named(
        "Territory",
        name,
        owner=owner,
        attachments=table({"territoryAttachment": attachment}),
        unitCollection=stack(units),
    )


def saved_unit(kind: str, owner: Java, **facts: Plain) -> Java:
    """A unit with some of its facts other than at the beginning of a turn."""
    return Java(
        _PACKAGE + "Unit",
        {
            **dict.fromkeys(_NUMBERS, 0),
            **dict.fromkeys(_MARKS, False),
            **dict.fromkeys(("unloadedTo", "originatedFrom", "transportedBy")),
            "unloaded": listed([]),
            "alreadyMoved": points(0),
            "owner": owner,
            "type": named("UnitType", kind),
            **facts,
        },
    )


def stack(units: Iterable[Plain]) -> Java:
    """Units that are together."""
    return Java("UnitCollection", {"units": listed(units)})


def purse(held: Iterable[tuple[str, int]]) -> Java:
    """How much there is of resources."""
    flat = listed(part for name, count in held for part in (named("Resource", name), count))
    return Java("ResourceCollection", {"resources": Java("IntegerMap", {"mapValues": flat})})


def points(count: int, scale: int = 0) -> Java:
    """A decimal number of Java."""
    digits = count.to_bytes(max(1, (count.bit_length() + 7) // 8))
    whole = Java("BigInteger", {"signum": int(count > 0), "magnitude": JavaBytes(digits)})
    return Java("BigDecimal", {"intVal": whole, "scale": scale})


def delegate(name: str = "move", **state: Plain) -> list[Plain]:
    """What a save holds of a delegate."""
    kept = Java("BaseDelegateState", state)
    return ["<DelegateStart>", name, "Shown", "OfItsClass", "<DelegateData>", kept]


def battles(*pending: Plain, **facts: Plain) -> list[Plain]:
    """What a save holds of the battles; facts: of their tracker, lists that are empty otherwise."""
    names = ("conquered", "foughtBattles", "relationshipChangesThisTurn")
    tracker = Java(
        "BattleTracker",
        {
            **{name: listed([]) for name in names},
            "pendingBattles": listed(pending),
            "battleRecords": None,
            **facts,
        },
    )
    return delegate("battle", battleTracker=tracker)


def area(name: str) -> Java:
    """An area that is named somewhere else than on the board."""
    return named("Territory", name)


def battle(place: str, units: Iterable[Plain], kind: str = "NORMAL", **facts: Plain) -> Java:
    """A battle that waits; facts: fields besides, such as `attackingFromMap`."""
    return Java(
        "games.MustFightBattle",
        {
            "battleType": JavaWord(kind),
            "battleSite": area(place),
            "attackingUnits": listed(units),
            "stack": Java("ExecutionStack", {"deque": listed([])}),
            **facts,
        },
    )
