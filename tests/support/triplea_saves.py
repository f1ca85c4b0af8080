"""Saves in the form of TripleA, of the small map.  Made up: no byte is of a real one."""

import gzip
from collections.abc import Iterable

from tests.support.java_writer import Java, Plain, stream

_PACKAGE = "games.strategy.engine.data."


def listed(values: Iterable[Plain]) -> Java:
    """A list of Java; of a map keys and values in turn."""
    found = list(values)
    return Java("java.util.ArrayList", {"size": len(found)}, [b"\0\0\0\1", *found])


def table(entries: dict[str, Plain]) -> Java:
    """A map of Java with texts as keys."""
    return listed(part for entry in entries.items() for part in entry)


def _named(kind: str, name: str, **fields: Plain) -> Java:
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
        self.nations = {name: self._nation(name) for name in ("Reds", "Blues")}
        self.neutral = _named("PlayerList$1", "Neutral")
        self.units: dict[str, list[Plain]] = {}
        ship = self.unit("battleship", "Reds", hits=1)
        cargo = self.unit("ranger", "Blues", carrier=ship)
        self.units["North Sea"] = [ship, cargo, self.unit("battleship", "Reds")]
        self.units["Redland"] = [self.unit("ranger", "Blues")]
        self.owners = {"Redland": "Blues"}
        self.first_owners = {"Redland": "Reds"}
        self.relation = ("default_war_relation", "war")
        self.hand: list[Plain] = [self.unit("howitzer", "Reds")]

    def _nation(self, name: str) -> Java:
        tech = _named("TechAttachment", "techAttachment", rocket=name == "Reds", jetPower=False)
        frontier = _named("ProductionFrontier", "all")
        money = listed([_named("Resource", "PUs"), 17 if name == "Reds" else 4])
        held = Java("ResourceCollection", {"resources": Java("IntegerMap", {"mapValues": money})})
        return _named(
            "GamePlayer",
            name,
            attachments=table({}),
            productionFrontier=frontier,
            resources=held,
            techAttachment=tech,
        )

    def unit(self, kind: str, owner: str, carrier: Java | None = None, **facts: Plain) -> Java:
        """A unit with some of its facts other than at the beginning of a turn."""
        moved = Java("BigDecimal", {"intVal": Java("BigInteger", {"signum": 0})})
        marks = ("wasInCombat", "wasLoadedThisTurn", "wasUnloadedInCombatPhase", "wasAmphibious")
        more = dict.fromkeys((*marks, "wasInAirBattle", "airborne", "submerged"), False)
        return Java(
            _PACKAGE + "Unit",
            {
                "hits": 0,
                "unitDamage": 0,
                **more,
                "alreadyMoved": moved,
                "owner": self.nations[owner],
                "type": _named("UnitType", kind),
                "transportedBy": carrier,
                **facts,
            },
        )

    def _area(self, name: str) -> Java:
        first = self.first_owners.get(name)
        said = {"originalOwner": self.nations[first] if first else None}
        owner = self.owners.get(name)
        attachment = Java("TerritoryAttachment", said)
        return _named(
            "Territory",
            name,
            owner=self.nations[owner] if owner else self.neutral,
            attachments=table({"territoryAttachment": attachment}),
            unitCollection=Java("UnitCollection", {"units": listed(self.units.get(name, []))}),
        )

    def data(self) -> bytes:
        """The bytes of the file."""
        for name, nation in self.nations.items():
            hand = listed(self.hand if name == "Reds" else [])
            held = Java("UnitCollection", {"units": hand})
            nation.fields = {**nation.fields, "unitsHeld": held}
        areas = [self._area(name) for name in ("Redland", "Blueland", "North Sea", "South Sea")]
        steps = [_named("GameStep", name, player=self.nations["Reds"]) for name in self.steps]
        kind, archetype = self.relation
        said = Java("RelationshipTypeAttachment", {"archeType": archetype})
        relation = _named("RelationshipType", kind, attachments=table({_RELATION: said}))
        pair = Java("Pair", {"player1": self.nations["Reds"], "player2": self.nations["Blues"]})
        since = Java("Relationship", {"roundCreated": 1, "relationshipType": relation})
        sequence = {"round": self.round, "roundOffset": 0, "currentIndex": self.step}
        properties = {"constantProperties": table(self.properties), "editableProperties": table({})}
        game = Java(
            _PACKAGE + "GameData",
            {
                "gameName": self.game,
                "playerList": Java("PlayerList", {"players": table({**self.nations})}),
                "map": Java("GameMap", {"territories": listed(areas)}),
                "sequence": Java("GameSequence", {**sequence, "steps": listed(steps)}),
                "properties": Java("GameProperties", properties),
                "relationships": Java("Tracker", {"relationships": listed([pair, since])}),
            },
        )
        version = Java("org.triplea.util.Version", {"versionString": "2.7"})
        return gzip.compress(stream(version, game, *self.delegates))


_RELATION = "relationshipTypeAttachment"


def delegate(**state: Plain) -> list[Plain]:
    """What a save holds of a delegate."""
    kept = Java("BaseDelegateState", state)
    return ["<DelegateStart>", "move", "Move", "MoveDelegate", "<DelegateData>", kept]
