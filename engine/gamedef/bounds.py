"""How large a scenario may be: the bounds of its numbers, lists and tables.

The largest maps known have about 700 areas and 370 unit types; the limits leave room above that and
keep a hostile save from costing memory or time.
"""

from typing import Final

MAX_AREAS: Final = 5_000
MAX_BORDERS: Final = 20_000
MAX_NATIONS: Final = 40
MAX_ALLIANCES: Final = 20
MAX_UNIT_TYPES: Final = 400
MAX_CONSTRUCTIONS: Final = 1_000_000
"""Constructions of one sort in one area: maps write large numbers for "no limit"."""

MAX_SUPPORT: Final = 2_000
MAX_CANALS: Final = 200
MAX_LIMITS: Final = 1_000
MAX_STEPS: Final = 1_000
MAX_VICTORY: Final = 100
MAX_STACKS: Final = 2_000
MAX_ROUND: Final = 10_000
"""The round in which a game may begin."""
MAX_OBJECTIVES: Final = 2_000
MAX_CONDITIONS: Final = 8_000
MAX_TRIGGERS: Final = 10_000
MAX_CALLS: Final = 10_000
"""Triggers that follow one trigger because one calls the other."""
MAX_NAMED: Final = 50
"""How many conditions may stand in a row of which each names the next; known maps have 6."""
MAX_EFFORT: Final = 30_000_000
"""What conditions and triggers may cost in a round (engine/loading/tree/effort.py);
known maps have 10 million."""
MAX_LISTS: Final = 200
MAX_TECHNOLOGIES: Final = 100
MAX_PARTS: Final = 400
"""Parts of one condition, effects and moments of one trigger."""

MAX_UNITS: Final = 20_000
"""All units of the set-up together."""

MAX_ON_BOARD: Final = 30_000
"""All units on the board during a game; what would appear beyond them does not."""

MAX_COUNT: Final = 1_000
"""Units of one type and owner in one area."""

MAX_INCOME: Final = 1_000_000
"""Production of a whole side that wins."""

MAX_PLACE: Final = 20_000
"""How far to the right and down a picture of the board reaches, in points."""

MAX_RESOURCES: Final = 50
MAX_RESOURCE: Final = 1_000_000
MAX_OPTION: Final = 10**9
MAX_BID: Final = 1_000
"""The largest bid of a nation in PUs (end matter 2)."""
