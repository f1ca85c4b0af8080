"""What the recorded games are made of: options, players, scripts, and what has to happen in them.

A script is a file of orders for the turn of one nation in one round; what it leaves of the turn is
played by the nation's computer player.  Scripts bring about what computer players hardly ever do,
such as losing a capital and winning it back.  `demands` are names of tests/support/coverage.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine import Profile

ALLIES: Final = ("Russians", "British", "Chinese", "Americans")
AXIS: Final = ("Germans", "Japanese")
NATIONS: Final = (*ALLIES, *AXIS)
CLASSIC_ALLIES: Final = ("Russians", "British", "Americans")

Scripts = Mapping[tuple[int, str], str]
"""Files of orders by round and nation; round 0 is the bid, which is a turn of its own."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a recorded game is made.

    players: computer player by nation, `easy` where none is named; `idle` gives no orders.
    rounds: the most that are played.  demands: what the game must cover, or it is played again.
    several_players: three players with a key each (tests/support/agreed_games.py), else one key.
    The rest is for them: agreements, what they agree to before the turn of a nation in a round;
    messages, what its player says at its end; answers, battle instructions of a nation that is
    asked while it defends (option `ask_defender`).
    """

    about: str
    demands: frozenset[str]
    options: Mapping[str, object] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    scripts: Scripts = field(default_factory=dict)
    profile: Profile = "rulebook"
    rounds: int = 40
    scenario: str = "big_world_1942"
    several_players: bool = False
    agreements: Mapping[tuple[int, str], tuple[str, ...]] = field(default_factory=dict)
    messages: Mapping[tuple[int, str], str] = field(default_factory=dict)
    answers: Scripts = field(default_factory=dict)


def _all(kind: str, nations: tuple[str, ...]) -> dict[str, str]:
    return dict.fromkeys(nations, kind)


_MOSCOW: Final[Scripts] = {
    (0, "Germans"): """
        buy 12 bomber, 11 armour
        place 8 bomber, 6 armour: Western Russia
        place 4 bomber, 5 armour: Southern Russia
        """,
    (1, "Germans"): """
        move 8 bomber, 7 armour: Western Russia > Moscow
        move 4 bomber, 6 armour, 1 fighter: Southern Russia > Stalingrad
        losses: infantry, artillery, armour
        press always
        done
        fight Moscow
        fight Stalingrad
        try move 8 bomber: Moscow > Western Russia
        try move 4 bomber, 1 fighter: Stalingrad > Southern Russia
        """,
    (0, "British"): """
        buy 30 armour
        place 30 armour: Iran
        """,
    (1, "British"): """
        move 30 armour: Iran > Caucasus > Stalingrad
        losses: armour
        press always
        fight Stalingrad
        """,
    (2, "British"): """
        move 12 armour: Stalingrad > Eastern Russia > Moscow
        losses: armour
        press always
        fight Moscow
        """,
}

_TECHNOLOGIES: Final[Scripts] = {
    (1, "Russians"): "tech super_subs 30",
    (1, "Germans"): "tech rockets 30",
    (1, "British"): """
        tech destroyer_bombard 30
        done
        done
        done
        move 1 transport, 1 destroyer: SZ 16 > SZ 17
        """,
    (1, "Chinese"): "tech jet_power 30",
    (1, "Japanese"): "tech long_range_aircraft 30",
    (1, "Americans"): """
        tech heavy_bomber 30
        done
        done
        done
        move 2 bomber: Northeastern United States > SZ 18 > SZ 13 > SZ 14 > SZ 15 > SZ 16 > England
        """,
    (2, "Russians"): """
        tech industrial_technology 13
        move 1 submarine: SZ 7 > SZ 6
        """,
    (2, "Germans"): """
        tech heavy_bomber 1
        rockets France: England, Scotland
        """,
    (2, "British"): """
        move 2 infantry: England > SZ 17
        move 2 infantry: SZ 17 > France
        raid 1 bomber: England > SZ 17 > France > Western Germany
        bombard France: yes
        press always
        fight France
        """,
    (2, "Japanese"): """
        move 1 infantry, 1 armour, 1 fighter: Kwangtung > Yunnan
        move 1 infantry, 1 artillery: French Indo-China > Yunnan
        fight Yunnan
        done
        move 1 fighter: Chosen > SZ 74 > SZ 73 > SZ 72 > SZ 71 > Java
        """,
    (2, "Americans"): """
        move 2 bomber: England > Scotland > SZ 10 > Norway
        retreat Norway after round 1
        fight Norway
        done
        try move 2 bomber: Norway > SZ 10 > Scotland
        """,
}

_RARITIES: Final[Scripts] = {
    (1, "Russians"): """
        done
        done
        done
        move 1 fighter: Stalingrad > Caucasus > Iran > SZ 56 > SZ 57
        move 1 aaGun: Moscow > Eastern Russia
        """,
    (0, "Germans"): """
        buy 5 armour
        place 5 armour: Algeria
        """,
    (1, "Germans"): """
        move 6 armour, 1 infantry: Algeria > Libya
        press always
        fight Libya
        """,
    (0, "British"): """
        buy 8 bomber
        place 8 bomber: England
        """,
    (1, "British"): """
        raid 9 bomber: England > SZ 17 > France > Western Germany
        move 1 submarine: SZ 10 > SZ 11 > SZ 12
        move 1 submarine: SZ 17 > SZ 11 > SZ 12
        move 2 infantry: England > SZ 16
        move 1 transport, 2 infantry: SZ 16 > SZ 17
        move 2 infantry: SZ 17 > France
        submerge SZ 12: yes
        bombard: yes
        press always
        fight SZ 12
        fight France
        done
        try move 9 bomber: Western Germany > France > SZ 17 > England
        try move 8 bomber: Western Germany > France > SZ 17 > England
        try move 7 bomber: Western Germany > France > SZ 17 > England
        try move 6 bomber: Western Germany > France > SZ 17 > England
        move 1 cruiser: SZ 28 > SZ 55
        move 1 carrier: SZ 57 > SZ 58
        """,
    (1, "Chinese"): "buy 3 infantry",
    (0, "Japanese"): """
        buy 10 submarine
        place 10 submarine: SZ 87
        """,
    (1, "Japanese"): """
        move 11 submarine: SZ 87 > SZ 88
        submerge: no
        retreat SZ 88 > SZ 87 when defenders < 2
        fight SZ 88
        done
        move 1 fighter: Chosen > SZ 74 > SZ 80 > SZ 87
        """,
    (0, "Americans"): """
        buy 3 armour
        place 3 armour: Central America
        """,
    (1, "Americans"): """
        buy 1 infantry, 1 artillery, 1 armour, 1 fighter, 1 bomber, 1 transport, 1 submarine, \
2 carrier, 1 destroyer, 1 cruiser, 1 battleship, 1 aaGun, 1 factory
        move 3 armour, 1 infantry: Central America > Northern South America
        press always
        fight Northern South America
        done
        move 1 infantry: Northeastern United States > SZ 18
        move 1 transport, 1 infantry: SZ 18 > SZ 13
        move 1 infantry: SZ 13 > Newfoundland
        done
        place 1 infantry, 1 artillery, 1 armour, 1 bomber: Southwestern United States
        place 1 aaGun: Midwestern United States
        place 1 factory: Southern United States
        place 1 carrier, 1 transport, 1 submarine, 1 destroyer, 1 cruiser, 1 battleship: SZ 18
        place 1 fighter: SZ 18
        place 1 carrier: SZ 89
        move 1 fighter: Hawaiian Islands > SZ 89
        """,
    (2, "Germans"): """
        move 2 armour: Libya > Anglo-Egyptian Sudan > Ethiopia
        """,
    (2, "British"): """
        move 2 infantry: England > SZ 17
        move 1 transport, 2 infantry, 1 battleship: SZ 17 > SZ 11
        move 2 infantry: SZ 11 > Western Germany
        bombard: no
        retreat SZ 11 > SZ 17 after round 1
        fight SZ 11
        move 1 aaGun: Scotland > SZ 9
        """,
    (3, "Russians"): "resign",
}

_STANDING: Final[Scripts] = {
    (1, "Russians"): """
        standing losses: infantry, artillery, armour
        move 2 infantry: Karelija > Finland
        press always
        fight Finland
        """,
    (1, "Germans"): """
        standing losses SZ 11: carrier, submarine, transport, cruiser
        standing absorb SZ 11: battleship
        standing keep SZ 11: 1 submarine
        standing submerge SZ 11: yes
        standing land SZ 11: Norway
        standing keep Novgorod: 2 infantry
        """,
    (1, "British"): """
        move 4 cruiser, 1 battleship: SZ 17 > SZ 11
        move 1 cruiser: SZ 10 > SZ 11
        losses: cruiser, battleship
        retreat SZ 11 > SZ 17 after round 2
        fight SZ 11
        """,
    (2, "Russians"): """
        standing nothing
        move 4 armour: Northern Russia > Novgorod
        retreat Novgorod > Northern Russia after round 1
        fight Novgorod
        """,
}

_ASKED: Final[Scripts] = {
    (1, "Russians"): """
        move 2 armour: Northern Russia > Novgorod
        move 2 infantry: Karelija > Finland
        move 1 submarine: SZ 7 > SZ 6
        submerge SZ 6: no
        retreat SZ 6 > SZ 7 after round 2
        retreat Novgorod > Northern Russia after round 1
        press always
        fight Novgorod
        fight SZ 6
        fight Finland
        """,
}

_CLASSIC: Final[Scripts] = {
    (1, "Russians"): "standing losses Karelia S.S.R.: armour, infantry",
    (1, "Germans"): "standing withdraw: yes",
    (1, "British"): """
        move 1 battleship, 1 transport: North Sea Zone > Baltic Sea Zone
        losses: transport, battleship
        fight Baltic Sea Zone
        done
        move 1 fighter: United Kingdom > North Sea Zone > Karelia Sea Zone > Karelia S.S.R.
        """,
    (2, "Germans"): """
        move 3 infantry, 1 armour: East Europe > Karelia S.S.R.
        move 3 infantry, 2 armour: Ukraine S.S.R. > Karelia S.S.R.
        hits: British, Russians
        losses: infantry, armour
        press always
        fight Karelia S.S.R.
        """,
}

RECIPES: Final[Mapping[str, Recipe]] = {
    "blocks": Recipe(
        "Triumph & Tragedy: random players for four years, who declare wars and fight",
        frozenset(
            {"order command", "order declare", "order fire", "order move"},
        ),
        {},
        _all("random", ("Axis", "West", "USSR")),
        rounds=4,
        scenario="triumph_tragedy",
    ),
    "cards": Recipe(
        "Triumph & Tragedy with open cards: random players and a computer for the West",
        frozenset(
            {"order discard", "order draw", "order play", "order strengthen"},
        ),
        {"open_cards": True},
        {"Axis": "random", "West": "easy", "USSR": "random"},
        rounds=3,
        scenario="triumph_tragedy",
    ),
    "two-allies": Recipe(
        "Triumph & Tragedy from 1939 with open cards, West and USSR as allies: random players",
        frozenset({"order activate", "order place", "order play"}),
        {"open_cards": True, "short_game": True, "two_players": True},
        _all("random", ("Axis", "West", "USSR")),
        rounds=2,
        scenario="triumph_tragedy",
    ),
    "two-boards": Recipe(
        "Europe and Pacific linked on one map: random players who split their money, two rounds",
        frozenset({"order allocate", "order buy", "order fight", "order place"}),
        {},
        _all("random", NATIONS),
        rounds=2,
        scenario="axis_allies_linked",
    ),
    "agreed": Recipe(
        "three players: a turn taken back, an edit, a note, a substitute, new keys, standing "
        "orders of every kind that fits the map, then a draw",
        frozenset(
            {
                "agreed take back",
                "agreed edit",
                "agreed substitution",
                "agreed key change",
                "agreed key change without the old key",
                "agreed draw",
                "record join",
                "record note",
                "record roll_again",
                "message",
                "end by draw",
                "order standing",
                "order no_standing",
                "standing losses",
                "standing absorb",
                "standing keep",
                "standing submerge",
                "standing land",
                "standing keep unmet",
            }
        ),
        {"low_luck": True},
        _all("idle", NATIONS),
        _STANDING,
        rounds=2,
        several_players=True,
        agreements={
            (1, "Germans"): ("take_back", "note"),
            (1, "British"): ("edit",),
            (1, "Chinese"): ("substitute",),
            (1, "Americans"): ("change_key",),
            (2, "Russians"): ("lose_key",),
            (2, "Germans"): ("draw",),
        },
        messages={
            (1, "Russians"): "Finland first, then we shall see.",
            (2, "Russians"): "New computer, new key. A draw?",
        },
    ),
    "vanished": Recipe(
        "a defender is asked by mail and vanishes later, a battle is taken back to its dice, "
        "the Axis gives up",
        frozenset(
            {
                "agreed substitution without the old key",
                "agreed take back",
                "agreed surrender",
                "record roll_again",
                "losses chosen by the defender",
                "submerge chosen by the defender",
                "end by surrender",
            }
        ),
        {"low_luck": True, "ask_defender": True},
        _all("idle", NATIONS),
        _ASKED,
        rounds=2,
        several_players=True,
        agreements={
            (1, "Germans"): ("take_back_battle", "substitute_absent"),
            (2, "Russians"): ("surrender",),
        },
        answers={
            (1, "Germans"): """
                losses: armour, infantry
                submerge: yes
                """,
        },
    ),
    "classic-allies-together": Recipe(
        "Classic: a submarine withdraws by standing orders, the attacker says whom to hit first",
        frozenset({"standing withdraw", "standing losses", "order hit", "ally hit"}),
        {"low_luck": True, "defending_submarines_may_leave": True},
        _all("idle", NATIONS),
        _CLASSIC,
        rounds=2,
        scenario="classic_1942",
        several_players=True,
    ),
    "allies-and-axis": Recipe(
        "sensible players on both sides, a long game with normal dice, the lowest victory level",
        frozenset(
            {
                "end by projection_of_power",
                "amphibious landing",
                "walk-in",
                "two nations defend together",
                "support",
                "ship damaged",
                "damaged ship repaired",
                "cargo sunk with its transport",
                "destroyer against submarine",
                "first_strike hit by the attacker",
                "submarines of the defender submerge",
                "retreat on land",
                "normal dice",
                "tenth round",
            }
        ),
        {"projection_of_power": True},
    ),
    "low-luck-with-bids": Recipe(
        "low luck, a bid for each side, the Allies play at random",
        frozenset({"end by projection_of_power", "low luck hit", "bid placed"}),
        {"low_luck": True, "projection_of_power": True, "bid": {"Germans": 9, "Chinese": 6}},
        _all("random", ALLIES),
    ),
    "random-with-options": Recipe(
        "random players, switches turned the other way, three rounds",
        frozenset({"aircraft withdraw", "aircraft without a place to land"}),
        {
            "always_on_aa": False,
            "lhtr_heavy_bombers": False,
            "territory_turn_limit": False,
            "neutral_flyover": True,
            "neutrals_blitzable": True,
            "lhtr_carrier_production": True,
            "low_luck_technology": True,
        },
        _all("random", NATIONS),
        rounds=3,
    ),
    "honorable-surrender": Recipe(
        "the Allies against an Axis that does nothing, the middle level, the engine's rules",
        frozenset({"end by honorable_surrender"}),
        {"honorable_surrender": True, "bid": dict.fromkeys(ALLIES, 100)},
        _all("idle", AXIS),
        profile="triplea",
        rounds=12,
    ),
    "total-victory": Recipe(
        "the Axis with great bids against Allies that do nothing, low luck, the highest level",
        frozenset({"end by total_victory", "low luck hit", "low luck AA fire"}),
        {"low_luck": True, "bid": dict.fromkeys(AXIS, 400)},
        _all("idle", ALLIES),
        rounds=12,
    ),
    "moscow-lost-and-freed": Recipe(
        "the Germans take Moscow in round 1, the British free it in round 2",
        frozenset(
            {
                "AA fire in a battle",
                "aa_fire hit by the defender",
                "capital captured",
                "capital liberated",
                "land returned with the capital",
                "land of an ally liberated",
                "income withheld",
            }
        ),
        {"bid": {"Germans": 223, "British": 150}},
        _all("idle", ("Russians", "Germans", "British")),
        _MOSCOW,
        rounds=2,
    ),
    "technologies": Recipe(
        "the technologies are found in round 1 and used in round 2",
        frozenset(
            {
                "active jet_power",
                "active super_subs",
                "active long_range_aircraft",
                "active rockets",
                "active destroyer_bombard",
                "active heavy_bomber",
                "active industrial_technology",
                "jet fighter defends",
                "super submarine attacks",
                "long-range flight",
                "rocket",
                "bombardment by destroyer",
                "bombardment hit by the attacker",
                "two dice of a heavy bomber",
                "research fails",
                "low-luck raid",
                "low-luck rocket",
            }
        ),
        {
            "industrial_technology": True,
            "low_luck_bombing": True,
            "bid": dict.fromkeys(NATIONS, 150),
        },
        _all("idle", NATIONS),
        _TECHNOLOGIES,
        rounds=2,
    ),
    "rarities": Recipe(
        "what computer players hardly ever do, one thing after another; the Russians resign",
        frozenset(
            {
                "bought battleship",
                "placed battleship",
                "bought factory",
                "placed factory",
                "AA fire in a raid",
                "raid",
                "bombing limited",
                "landing in the non-combat move",
                "overflight in the combat_move",
                "overflight in the noncombat_move",
                "submarine passes enemies",
                "submarines of the attacker submerge",
                "bombardment by battleship",
                "ship passes a canal",
                "carrier takes aircraft of an ally along",
                "unplaced units lost",
                "homeless aircraft landed",
                "retreat at sea",
                "aircraft lands at sea",
                "neutral land conquered",
                "new fighter on a new carrier",
                "fighter hops on a new carrier",
                "blitz",
                "landing abandoned",
                "loaded aaGun",
                "end by surrender",
            }
        ),
        {"bid": {"Germans": 25, "British": 112, "Japanese": 80, "Americans": 180}},
        _all("idle", NATIONS),
        _RARITIES,
    ),
    "classic-allied-victory": Recipe(
        "Classic: the Allies with bids take Germany and Japan from an Axis that does nothing",
        frozenset({"end by capital_victory", "capital captured", "phase capitals"}),
        {"bid": dict.fromkeys(CLASSIC_ALLIES, 200)},
        _all("idle", AXIS),
        rounds=15,
        scenario="classic_1942",
    ),
    "classic-axis-capitals": Recipe(
        "Classic: the Axis take two capitals of Allies that do nothing; production wins nothing",
        frozenset({"end by capital_victory", "capital captured", "AA fire in a battle"}),
        {"bid": {"Germans": 300, "Japanese": 100}, "economic_victory": False},
        _all("idle", CLASSIC_ALLIES),
        rounds=15,
        scenario="classic_1942",
    ),
    "classic-axis-economy": Recipe(
        "Classic: no bids, the Axis grow past 84 against Allies that play at random",
        frozenset({"end by economic_victory", "sea battle", "land conquered"}),
        {},
        _all("random", CLASSIC_ALLIES),
        rounds=20,
        scenario="classic_1942",
    ),
}
