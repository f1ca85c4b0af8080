"""The shapes of areas on a picture of the board, worked out from one point for each of them.

A scenario knows where its areas lie and which touch, but has no outlines.  So the sea is divided
among the sea zones, every spot to the nearest (a Voronoi diagram), and land lies on top of it:
round an area's own place, along the way to each land neighbour, and over the ground between
neighbours that touch each other.  Two land areas meet half-way, so continents close without gaps.

Source: G. Voronoi 1908 for the division of the plane; the coast is our own drawing.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from engine.values import dataclass

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = tuple[Point, ...]

_TURN: Final = 2 * math.pi
_RAYS: Final = 48
"""Directions in which a coast is looked for; 48 make an island round."""

_ENDLESS: Final = 1e9
_CORNER: Final = 0.6 * math.pi
"""Ground between two neighbours that do not touch is land when their directions differ by less."""

_SLACK: Final = 1e-3
"""A side is met up to this part of its length beyond its ends: no ray slips through a corner."""

_FLAT: Final = 0.15
"""Corners that stand out by less than about this many points are left out."""


@dataclass(frozen=True, slots=True)
class Site:
    """One area: its place in points, whether it is sea, and the names of its neighbours."""

    name: str
    place: Point
    is_sea: bool
    neighbours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Side:
    """A side of a cell: where it begins, and the site behind it ("" for the picture's edge)."""

    start: Point
    beyond: str


def outlines(sites: Iterable[Site], width: float, height: float) -> dict[str, Outline]:
    """The outline of every area, by name, as corners in points; sea reaches under the land.

    No two sites may have the same place.
    """
    table = {site.name: site for site in sites}
    coast = coast_width(table.values())
    zones = tuple(site for site in table.values() if site.is_sea)
    found: dict[str, Outline] = {}
    for site in table.values():
        around = zones if site.is_sea else tuple(table.values())
        cell = _cell(site, around, width, height)
        if site.is_sea:
            found[site.name] = tuple(side.start for side in cell)
        else:
            found[site.name] = _land(site, table, cell, coast)
    return found


def coast_width(sites: Iterable[Site]) -> float:
    """How far land reaches out to sea, in points: half of the usual distance of two areas."""
    places = [site.place for site in sites]
    nearest = sorted(
        min((math.dist(one, other) for other in places if other is not one), default=0.0)
        for one in places
    )
    return 0.6 * nearest[len(nearest) // 2] if nearest else 0.0


def _cell(site: Site, others: Iterable[Site], width: float, height: float) -> tuple[_Side, ...]:
    """The part of the picture that is nearer to this site than to the others."""
    x, y = site.place
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    cell = tuple(_Side(corner, "") for corner in corners)
    reach = _reach(cell, site.place)
    ranked = sorted((math.dist(other.place, site.place), other.name, other) for other in others)
    for distance, name, other in ranked:
        if name == site.name:
            continue
        if distance / 2 > reach:
            break
        across = ((other.place[0] - x) / distance, (other.place[1] - y) / distance)
        limit = across[0] * x + across[1] * y + distance / 2
        cell = _clip(cell, across, limit, name)
        reach = _reach(cell, site.place)
    return cell


def _reach(cell: Iterable[_Side], place: Point) -> float:
    return max((math.dist(side.start, place) for side in cell), default=0.0)


def _clip(cell: tuple[_Side, ...], across: Point, limit: float, beyond: str) -> tuple[_Side, ...]:
    """The part of a convex cell on this side of a line; the new side has `beyond` behind it."""
    kept: list[_Side] = []
    for side, following in zip(cell, (*cell[1:], cell[0]), strict=True):
        (x, y), (to_x, to_y) = side.start, following.start
        here = across[0] * x + across[1] * y - limit
        there = across[0] * to_x + across[1] * to_y - limit
        if here <= 0:
            kept.append(side)
        if here < 0 < there or there < 0 < here:
            part = here / (here - there)
            corner = (x + (to_x - x) * part, y + (to_y - y) * part)
            kept.append(_Side(corner, beyond if here <= 0 else side.beyond))
    return tuple(kept)


def _land(site: Site, table: Mapping[str, Site], cell: tuple[_Side, ...], coast: float) -> Outline:
    """The outline of land: its cell, cut off at the coast in every direction."""
    friends = _friends(site, table, coast)
    directions = {round(place * _TURN / _RAYS, 6) for place in range(_RAYS)}
    directions |= {round(_direction(site.place, side.start), 6) for side in cell}
    directions |= {round(angle, 6) for angle, _ in friends}
    inland = _inland(site, table, cell)
    corners: list[Point] = []
    for angle in sorted(directions):
        distance, side = _look(site.place, angle, cell)
        if side not in inland:
            distance = min(distance, _coast(site, angle, friends, coast))
        corners.append(_step(site.place, angle, distance))
    return _without_flat_corners(corners)


def _friends(site: Site, table: Mapping[str, Site], coast: float) -> list[tuple[float, Site]]:
    """Land neighbours by direction; those on the far side of a round world are too far away."""
    found = [
        (_direction(site.place, table[name].place), name)
        for name in site.neighbours
        if not table[name].is_sea and math.dist(table[name].place, site.place) < coast * 15
    ]
    return [(angle, table[name]) for angle, name in sorted(found)]


def _inland(site: Site, table: Mapping[str, Site], cell: tuple[_Side, ...]) -> frozenset[int]:
    """The numbers of the sides of a cell that no sea touches, not even at a corner.

    Only land within two steps counts as land here: an island opposite has water in between.
    """
    near = [name for name in site.neighbours if not table[name].is_sea]
    mainland = {*near, *(beyond for name in near for beyond in table[name].neighbours)}
    dry = [side.beyond in mainland and not table[side.beyond].is_sea for side in cell]
    return frozenset(
        place
        for place in range(len(cell))
        if dry[place - 1] and dry[place] and dry[(place + 1) % len(cell)]
    )


def _coast(site: Site, angle: float, friends: list[tuple[float, Site]], coast: float) -> float:
    """How far the land reaches in a direction where nothing else ends it."""
    distance = coast
    for toward, _ in friends:
        turn = abs((angle - toward + math.pi) % _TURN - math.pi)
        if turn < math.pi / 2:
            # A strip of the width of the coast leads to every neighbour.
            distance = max(distance, coast / max(math.sin(turn), 1e-3))
    following = (*friends[1:], *friends[:1])
    for (first, one), (last, other) in zip(friends, following, strict=True):
        gap = (last - first) % _TURN
        meets = other.name in one.neighbours and gap < 0.95 * math.pi
        if one is not other and (angle - first) % _TURN <= gap and (meets or gap < _CORNER):
            sides = (_Side(one.place, ""), _Side(other.place, ""))
            between, _ = _look(site.place, angle, sides)
            distance = max(distance, between + coast)
    return distance


def _direction(place: Point, goal: Point) -> float:
    return math.atan2(goal[1] - place[1], goal[0] - place[0]) % _TURN


def _step(place: Point, angle: float, distance: float) -> Point:
    return place[0] + distance * math.cos(angle), place[1] + distance * math.sin(angle)


def _look(place: Point, angle: float, cell: tuple[_Side, ...]) -> tuple[float, int]:
    """How far it is to the sides in a direction, and the number of the side that is met."""
    x, y = place
    dx, dy = math.cos(angle), math.sin(angle)
    best, met = _ENDLESS, -1
    for number, side in enumerate(cell):
        (ax, ay), (bx, by) = side.start, cell[(number + 1) % len(cell)].start
        ex, ey = bx - ax, by - ay
        slant = dx * ey - dy * ex
        if abs(slant) < 1e-12:
            continue
        distance = ((ax - x) * ey - (ay - y) * ex) / slant
        part = ((ax - x) * dy - (ay - y) * dx) / slant
        if 0 < distance < best and -_SLACK <= part <= 1 + _SLACK:
            best, met = distance, number
    return best, met


def _without_flat_corners(corners: list[Point]) -> Outline:
    kept: list[Point] = []
    for place, (x, y) in enumerate(corners):
        # Against the last one kept: two corners on one spot must not each make the other flat.
        ax, ay = kept[-1] if kept else corners[-1]
        bx, by = corners[(place + 1) % len(corners)]
        length = max(1.0, math.dist((ax, ay), (bx, by)))
        if abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) > _FLAT * length:
            kept.append((x, y))
    return tuple(kept)
