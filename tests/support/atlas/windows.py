"""What part of the world each of our boards shows, and how."""

from tests.support.atlas.drawing import Line
from tests.support.atlas.projection import Window

WORLD = Window(
    west=-172, east=188, south=-56, north=76, is_round=True, width=2400, blur=6.0, power=0.55
)

GLOBAL = Window(
    west=-106.5, east=253.5, south=-56, north=76, is_round=True, width=2800, blur=4.5, power=0.7
)

CLASSIC = Window(
    west=-172, east=188, south=-56, north=76, is_round=True, width=2000, blur=7.0, power=0.5
)

WINDOWS = {
    "big_world_1942": WORLD,
    "first_edition_global_1940": GLOBAL,
    "classic_1942": CLASSIC,
    "second_edition_1942": CLASSIC,
    "anniversary_1941": CLASSIC,
    "axis_allies_europe": Window(
        west=-79,
        east=63,
        south=27.5,
        north=75.5,
        is_round=False,
        width=1500,
        blur=3.0,
        power=0.4,
        stretch=((-79, 0.4), (-26, 0.45), (-12, 1), (45, 1), (63, 0.6)),
    ),
    "axis_allies_pacific": Window(
        west=68, east=250, south=-49, north=60, is_round=False, width=1700, blur=4.0, power=0.45
    ),
    "axis_allies_linked": Window(
        west=-103, east=257, south=-55, north=76, is_round=True, width=2700, blur=7.5, power=0.5
    ),
    "triumph_tragedy": Window(
        west=-80,
        east=84,
        south=-3,
        north=71.5,
        is_round=False,
        width=1900,
        blur=3.0,
        power=0.4,
        stretch=((-80, 0.3), (-30, 0.36), (-12, 1), (45, 1), (62, 0.7), (84, 0.5)),
        flatten=((-3, 0.35), (22, 0.45), (32, 1), (71, 1)),
    ),
}

TRIES = {"first_edition_global_1940": 7000}
"""How many proposals each round of moving sites has, where it is not the usual number."""

MERGED = {
    "second_edition_global_1940": (
        "first_edition_global_1940",
        {"Yukon Territory": "British Columbia"},
    ),
}
"""Boards that are drawn as another one, and which of its areas belong to others on them."""

WATERS: tuple[Line, ...] = (
    ((28.95, 41.35), (29.05, 40.95)),  # Bosporus
    ((26.1, 39.95), (26.7, 40.4), (27.3, 40.65)),  # Dardanelles
    ((36.6, 45.0), (36.6, 45.4)),  # Kerch
    ((-6.0, 35.95), (-5.2, 36.0)),  # Gibraltar
    ((12.7, 56.1), (12.75, 55.2)),  # Sound
    ((10.9, 55.9), (11.0, 55.4), (10.9, 54.8)),  # Great Belt
    ((10.5, 57.9), (10.6, 57.9)),  # Skaw
    ((141.3, 53.2), (141.5, 52.2), (141.5, 51.5)),  # Tartary
    ((140.0, 41.3), (140.6, 41.5), (141.4, 41.5)),  # Tsugaru
    ((103.3, 1.1), (104.5, 1.2)),  # Singapore
    ((105.3, -6.1), (106.0, -5.8)),  # Sunda
    ((43.2, 12.8), (43.5, 12.3)),  # Bab-el-Mandeb
    ((56.0, 26.5), (56.6, 26.5)),  # Hormuz
    ((58.0, 70.3), (58.5, 70.5)),  # Kara
    ((79.2, 9.3), (79.9, 9.5)),  # Palk
    ((125.0, 10.9), (125.3, 10.2)),  # Surigao
)
"""Straits that would close at this size."""
