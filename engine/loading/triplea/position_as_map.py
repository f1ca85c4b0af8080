"""A map file of TripleA whose set-up is a position of a game that is played on it.

Only places of the file are changed that say how a game begins; all else of it stays byte for byte.
What no set-up can say is named.  Decision: docs/adr/0095.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Final
from xml.parsers import expat

from engine.core.errors import DefinitionError
from engine.core.ids import NEUTRAL
from engine.core.unit import awake
from engine.gamedef.definition import Definition
from engine.gamedef.position import State
from engine.loading.fields import shown
from engine.loading.triplea.relations import relation_word
from engine.loading.triplea.technologies import ADVANCE_NAMES
from engine.loading.triplea.words import RESOURCES
from engine.loading.triplea.xml_text import parse_xml

_TECH_WORDS: Final = {ours: word for word, ours in ADVANCE_NAMES.items()}
_RESOURCE_WORDS: Final = {ours: word for word, ours in RESOURCES.items()}
_USUAL_RELATIONS: Final = ("default_allied_relation", "default_war_relation")
_START: Final = "InitializationDelegate"
_REST: Final = "rest-of-round-"
"""What stands before the name of a step that is played once."""
_LONGEST_NAME: Final = 70
"""The engine lists no game with a longer name."""
_NAMED: Final = 5
"""So many areas are named."""


@dataclass(frozen=True, slots=True)
class MapAt:
    """data: the map file; name: of its game; left_out: what of the position is not in it, in words
    for players."""

    data: bytes
    name: str
    left_out: tuple[str, ...]


def map_at(data: bytes, of_map: Definition, state: State) -> MapAt:
    """A map file that begins with a position.

    data: the map file of the game; of_map: what it says; state: at the beginning of a turn, or
    of a game that has begun in the middle of one.
    Raises DefinitionError for a file that is not one of this board.
    """
    parse_xml(data)  # refuses what is dangerous, and what is too large
    return _Writing(data, of_map, state).done()


@dataclass(slots=True)
class _Node:
    """An element: where it begins, where its first tag ends, and where it ends itself, in bytes."""

    tag: str
    attributes: dict[str, str]
    start: int
    opened: int
    end: int = 0
    children: "list[_Node]" = field(default_factory=list)

    def each(self, *path: str) -> "Iterator[_Node]":
        """The elements on a path of tags below this one."""
        for child in self.children:
            if child.tag == path[0]:
                if len(path) == 1:
                    yield child
                else:
                    yield from child.each(*path[1:])

    def named(self, key: str) -> str:
        """An attribute; attachments are also spelt with two t."""
        return self.attributes.get(key) or self.attributes.get(key.replace("tach", "tatch"), "")


class _Reader:
    """Finds where elements are; the file has been read safely before."""

    def __init__(self, data: bytes) -> None:
        if b"\0" in data:  # two bytes for a letter
            raise DefinitionError("the map file has an encoding in which no place can be changed")
        self._data = data
        self._open: list[_Node] = []
        self.root = _Node("", {}, 0, 0)
        self._parser = parser = expat.ParserCreate()
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._finish
        parser.Parse(data, True)

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        start = self._parser.CurrentByteIndex
        node = _Node(tag, attributes, start, self._end_of_tag(start))
        (self._open[-1] if self._open else self.root).children.append(node)
        self._open.append(node)

    def _end_of_tag(self, start: int) -> int:
        quote = 0
        for place in range(start, len(self._data)):
            byte = self._data[place]
            if quote:
                quote = 0 if byte == quote else quote
            elif byte in b"\"'":
                quote = byte
            elif byte == ord(">"):
                return place + 1
        raise DefinitionError("the map file ends in the middle of a tag")

    def _finish(self, _: str) -> None:
        node = self._open.pop()
        if self._data[node.opened - 2 : node.opened] == b"/>":
            node.end = node.opened
        else:
            node.end = self._data.index(b">", self._parser.CurrentByteIndex) + 1


class _Writing:
    def __init__(self, data: bytes, of_map: Definition, state: State) -> None:
        self._data = data
        self._map = of_map
        self._state = state
        self._nations = state.definition.politics.nation_names
        self._left_out: dict[str, None] = {}
        self._edits: list[tuple[int, int, str]] = []
        found = next(_Reader(data).root.each("game"), None)
        if found is None:
            raise DefinitionError("the map file has no <game>")
        self._game = found
        self._attachments = [
            *found.each("attachmentList", "attachment"),
            *found.each("attatchmentList", "attatchment"),
        ]

    def done(self) -> MapAt:
        self._check_board()
        self._write_setup()
        self._write_first_owners()
        self._write_technologies()
        self._write_sequence()
        name = self._write_name()
        self._name_the_rest()
        data = self._data
        for start, end, text in sorted(self._edits, reverse=True):
            # Any encoding of these files has the characters of ASCII.
            data = data[:start] + text.encode("ascii", "xmlcharrefreplace") + data[end:]
        return MapAt(data, name, (*self._left_out,))

    def _check_board(self) -> None:
        """That all that stands on the board has its name in the file."""
        there = self._state.definition.board.territories
        used = {unit.type for unit in self._state.units.values()}
        for path, names, what in (
            (("map", "territory"), there, "area"),
            (("unitList", "unit"), used, "unit"),
            (("playerList", "player"), {*self._nations}, "nation"),
        ):
            known = {one.named("name") for one in self._game.each(*path)}
            if wrong := sorted({*names} - known):
                raise DefinitionError(
                    f"the map file is of another board: it has no {what} {shown(wrong[0])}"
                )

    def _write_setup(self) -> None:
        rows = [
            *_element("ownerInitialize", self._owners()),
            *_element("unitInitialize", [*self._units(), *self._held()]),
            *_element("resourceInitialize", self._resources()),
            *_element("relationshipInitialize", self._relations()),
        ]
        text = "\n".join(["<initialize>", *(f"    {row}" for row in rows), "  </initialize>"])
        old = next(self._game.each("initialize"), None)
        if old is not None:
            self._edits.append((old.start, old.end, text))
            return
        place = next(self._game.each("propertyList"), None)
        at = place.start if place is not None else self._data.rindex(b"</game")
        self._edits.append((at, at, f"{text}\n  "))

    def _owners(self) -> Iterator[str]:
        for area, owner in sorted(self._state.owners.items()):
            if owner != NEUTRAL:
                yield _tag("territoryOwner", territory=area, owner=owner)

    def _units(self) -> Iterator[str]:
        units = self._state.units.values()
        groups = Counter(
            (unit.territory, unit.owner, unit.type, unit.hits, unit.damage) for unit in units
        )
        aboard = sum(unit.carried_by is not None for unit in units)
        if aboard:
            self._left_out["which units are aboard which ships: they lie in the same area"] = None
        for (area, owner, kind, hits, damage), count in sorted(groups.items()):
            more: dict[str, str] = {"owner": owner} if owner != NEUTRAL else {}
            more |= {"hitsTaken": str(hits)} if hits else {}
            more |= {"unitDamage": str(damage)} if damage else {}
            yield _tag("unitPlacement", unitType=kind, territory=area, quantity=str(count), **more)

    def _held(self) -> Iterator[str]:
        for nation, units in sorted(self._state.unplaced.items()):
            for kind, count in sorted(units.items()):
                yield _tag("heldUnits", unitType=kind, player=nation, quantity=str(count))

    def _resources(self) -> Iterator[str]:
        known = {one.named("name") for one in self._game.each("resourceList", "resource")}
        for nation in self._nations:
            for name, amount in sorted(self._state.resources.get(nation, {}).items()):
                word = _RESOURCE_WORDS.get(name, name)
                if word in known and amount:
                    yield _tag("resourceGiven", player=nation, resource=word, quantity=str(amount))
                elif amount:
                    self._left_out[f"the {shown(name)} of nations"] = None

    def _relations(self) -> Iterator[str]:
        rows: dict[frozenset[str], tuple[str, str, str, str]] = {}
        for row in self._game.each("initialize", "relationshipInitialize", "relationship"):
            one, other = row.named("player1"), row.named("player2")
            known = (one, other, row.named("type"), row.named("roundValue"))
            rows[frozenset((one, other))] = known
        types = [
            one.named("name") for one in self._game.each("relationshipTypes", "relationshipType")
        ]
        words = {relation_word(name): name for name in (*types, *_USUAL_RELATIONS)}
        now, before = self._state.definition.politics, self._map.politics
        for place, one in enumerate(self._nations):
            for other in self._nations[place + 1 :]:
                name = now.relation(one, other).name
                if name == before.relation(one, other).name:
                    continue
                if name not in words:
                    self._left_out[f"that {one} and {other} are at {shown(name)}"] = None
                    continue
                since = str(now.relation_since(one, other))
                rows[frozenset((one, other))] = (one, other, words[name], since)
        for one, other, kind, since in rows.values():
            yield _tag("relationship", type=kind, player1=one, player2=other, roundValue=since)

    def _write_first_owners(self) -> None:
        """The engine takes whoever owns an area first for its first owner, unless it is told."""
        state = self._state
        places = {
            one.named("attachTo"): one
            for one in self._attachments
            if one.named("javaClass").endswith(("TerritoryAttachment", "TerritoryAttatchment"))
        }
        untold: list[str] = []
        for area, owner in sorted(state.owners.items()):
            first = state.definition.original_owner(area)
            if owner in (first, NEUTRAL):
                continue
            node = places.get(area)
            if not first:
                continue  # open sea, of which nobody asks who had it first
            if node is None or first not in self._nations:
                untold.append(area)
                continue
            self._set_option(node, "originalOwner", first)
        if untold:
            more = f" and {len(untold) - _NAMED} more" if len(untold) > _NAMED else ""
            names = ", ".join(untold[:_NAMED]) + more
            self._left_out[f"who had {names} first: it counts as always of its owner"] = None

    def _write_technologies(self) -> None:
        nodes = {
            one.named("attachTo"): one
            for one in self._attachments
            if one.named("javaClass").endswith(("TechAttachment", "TechAttatchment"))
        }
        for nation in self._nations:
            names = self._state.technologies.get(nation, ())
            node = nodes.get(nation)
            for name in names:
                word = _TECH_WORDS.get(name)
                if word is None or node is None:
                    self._left_out[f"the technology {name} of the {nation}"] = None
                else:
                    self._set_option(node, word, "true")

    def _set_option(self, node: _Node, name: str, value: str) -> None:
        tag = _tag("option", name=name, value=value)
        for option in node.each("option"):
            if option.named("name") == name:
                self._edits.append((option.start, option.end, tag))
                return
        if node.end == node.opened:
            self._left_out[f"the {name} of {node.named('attachTo')}"] = None
        else:
            self._edits.append((node.opened, node.opened, f"\n      {tag}"))

    def _write_sequence(self) -> None:
        """The rest of the round once, and then rounds as they are."""
        play = next(self._game.each("gamePlay"), None)
        sequence = next(play.each("sequence"), None) if play is not None else None
        if play is None or sequence is None:
            raise DefinitionError("the map file has no <sequence>")
        classes = {one.named("name"): one.named("javaClass") for one in play.each("delegate")}
        steps = [*sequence.each("step")]
        begins = [one for one in steps if classes.get(one.named("delegate"), "").endswith(_START)]
        always = [one for one in steps if one.named("maxRunCount") in {"", "0", "-1"}]
        names = {one.named("name") for one in steps}
        ours = [one.name for one in self._state.definition.sequence]
        if wrong := next((name for name in ours if name not in names), ""):
            raise DefinitionError(f"the map file is of another game: it has no step {shown(wrong)}")
        now = ours[self._state.phase.step]
        place = next((i for i, one in enumerate(always) if one.named("name") == now), 0)
        # The turn has just begun: what of it is over was nothing to do.
        while place and _is_of_one_turn(*always[place - 1 : place + 1]):
            place -= 1
        rest = always[place:] if place else []
        texts = [
            *map(self._text, begins),
            *(self._once(one) for one in rest),
            *map(self._text, always),
        ]
        body = "".join(f"\n      {text}" for text in texts)
        # The engine counts from 1, and the rest of a round is in the same one as the next.
        offset = _tag("offset", round=str(self._state.round - (0 if rest else 1)))
        old = next(play.each("offset"), None)
        if old is not None:
            self._edits.append((old.start, old.end, ""))
        text = f"<sequence>{body}\n    </sequence>\n    {offset}"
        self._edits.append((sequence.start, sequence.end, text))
        if rest:
            told = "the number of the round until its end: it shows as the next one"
            self._left_out[told] = None

    def _write_name(self) -> str:
        """Another name than that of the map's own game, beside which it will lie."""
        info = next(self._game.each("info"), None)
        if info is None:
            raise DefinitionError("the map file has no <info>")
        words = f" (round {self._state.round}, {self._state.nation})"
        name = info.named("name")[: _LONGEST_NAME - len(words)] + words
        tag = _tag("info", **{**info.attributes, "name": name})
        is_empty = info.end == info.opened
        self._edits.append((info.start, info.opened, tag if is_empty else f"{tag[:-2]}>"))
        return name

    def _text(self, node: _Node) -> str:
        # As it stands; what is not ASCII is written as a number when it is put back.
        return self._data[node.start : node.end].decode("utf-8", "surrogateescape")

    def _once(self, node: _Node) -> str:
        # What a step is, its name ends with; no two steps may have one name.
        name = f"{_REST}{node.named('name')}"
        opened = _tag("step", **{**node.attributes, "name": name, "maxRunCount": "1"})
        if node.end == node.opened:
            return opened
        inside = self._data[node.opened : node.end].decode("utf-8", "surrogateescape")
        return f"{opened[:-2]}>{inside}"

    def _name_the_rest(self) -> None:
        state = self._state
        lists = state.definition.economy.buy_list_of
        for nation in self._nations:
            if lists.get(nation) != self._map.economy.buy_list_of.get(nation):
                self._left_out[f"that the {nation} buy from another list"] = None
        if state.battles or awake(state.units.values()):
            self._left_out["what units have done in this turn, and the battles that wait"] = None
        if state.changes:
            self._left_out["what triggers have changed in the rules of the map"] = None
        if state.used:
            self._left_out["which objectives and triggers have happened before"] = None
        if state.offers:
            self._left_out["political actions that wait for an answer"] = None
        if state.definition.options != self._map.options:
            self._left_out["options that were agreed on: set them when the game is begun"] = None


def _is_of_one_turn(one: _Node, other: _Node) -> bool:
    return bool(one.named("player")) and one.named("player") == other.named("player")


def _element(name: str, rows: Iterable[str]) -> Iterator[str]:
    inside = [f"  {row}" for row in rows]
    if inside:
        yield f"<{name}>"
        yield from inside
        yield f"</{name}>"


def _tag(name: str, /, **attributes: str) -> str:
    words = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{words}/>"
