"""A made-up turn of the Germans on Big World, as events, for the tests of the report.

It is not a turn that the rules would allow in every detail; it holds one of everything that a
report has to tell.  The unit identities are those of the scenario.
"""

from dataclasses import replace
from functools import cache

from engine import State, Unit, evolve, new_game
from engine.core.agenda import Outcome, PendingBattle
from engine.core.events import Event
from engine.core.events.battle import (
    AircraftWithdrew,
    BattleBegan,
    BattleEnded,
    BattleRoundBegan,
    CapitalPlundered,
    CasualtiesMarked,
    FactoryBombed,
    FireGroup,
    TerritoryTaken,
    UnitsCaptured,
    UnitsDestroyed,
    UnitsRetreated,
    UnitsSubmerged,
    VolleyFired,
)
from engine.core.events.economy import (
    IncomeCollected,
    ResearchPaid,
    ResearchRolled,
    TechnologyActivated,
    TechnologyFound,
    UnitsBought,
    UnitsPlaced,
    UnitsRepaired,
    UnplacedUnitsLost,
)
from engine.core.events.movement import (
    AircraftLost,
    BattlePending,
    UnitsLoaded,
    UnitsMoved,
    UnitsUnloaded,
)
from engine.core.events.turn import (
    GameEnded,
    PhaseBegan,
    PhaseClosing,
    PhaseEnded,
    PhaseOpened,
    PhaseSkipped,
    RoundBegan,
    TurnEnded,
)
from engine.loading import load_scenario
from pbem.report.battle_model import BattleNote, BattleRound, Force, Losses, NationLuck
from pbem.report.model import (
    Alliance,
    MovePhase,
    MoveSummary,
    Placing,
    ResearchSummary,
    Score,
    TurnFacts,
    TurnSummary,
)
from pbem.report.summary import summarise
from pbem.report.words import Stack

GERMANS, RUSSIANS, BRITISH = "Germans", "Russians", "British"
KARELIJA, LENINGRAD, BALTIC = "Karelija", "Leningrad", "SZ 12 East Baltic Sea"
BARENTS, CHANNEL, NORTH_SEA = "SZ 7 Barents Sea", "SZ 17 English Channel", "SZ 10 North Sea"


@cache
def german_morning() -> State:
    """The start position, moved on to the beginning of the German research phase."""
    state = new_game(load_scenario("big_world_1942")).state
    state = evolve(state, TurnEnded(RUSSIANS))
    return evolve(state, PhaseBegan(20, GERMANS, "tech"))


DICE_WORDS = (
    "Committed dice. Their source was fixed before anybody could know what it would be used for, "
    "and every roll is in the save with its proof. The verify command checks them all."
)


def facts(message: str = "Good luck to all.\nYour move!") -> TurnFacts:
    """What the caller knows about this turn."""
    return TurnFacts(
        game="Winter league 3",
        game_id="00112233445566778899aabbccddeeff",
        round=1,
        nation=GERMANS,
        player="Anna",
        dice_words=DICE_WORDS,
        message=message,
        next_nation=BRITISH,
        next_player="Bob",
        verification="All 24 records verified; 11 rolls, each with its proof.",
    )


def summary_of(happened: tuple[Event, ...], told: TurnFacts | None = None) -> TurnSummary:
    """The summary of events that begin on the German morning."""
    state = german_morning()
    for event in happened:
        state = evolve(state, event)
    return summarise(german_morning(), happened, state, told or facts())


def the_turn() -> tuple[Event, ...]:
    """A whole turn."""
    return (*_research(), *_combat_moves(), *_battles(), *_evening())


def last_turn() -> tuple[Event, ...]:
    """The same turn, but it wins the game."""
    outcome = Outcome((GERMANS, "Japanese"), "total_victory", "the Axis hold 17 victory cities")
    return (*the_turn(), GameEnded(outcome))


def _phase(step: int, name: str) -> tuple[Event, ...]:
    return (PhaseBegan(step, GERMANS, name), PhaseOpened(GERMANS, name))


def _end(name: str) -> tuple[Event, ...]:
    return (PhaseClosing(GERMANS, name), PhaseEnded(GERMANS, name))


def _research() -> tuple[Event, ...]:
    return (
        PhaseOpened(GERMANS, "tech"),
        ResearchPaid(GERMANS, "heavy_bomber", 2, 10, ((GERMANS, 10),)),
        ResearchRolled(GERMANS, "heavy_bomber", (6, 2), 1),
        TechnologyFound(GERMANS, "heavy_bomber"),
        *_end("tech"),
        *_phase(21, "purchase"),
        UnitsBought(GERMANS, (("armour", 3), ("infantry", 5), ("aaGun", 1), ("factory", 1)), 50, 0),
        *_end("purchase"),
    )


def _combat_moves() -> tuple[Event, ...]:
    return (
        *_phase(22, "combat_move"),
        UnitsMoved(GERMANS, (103,), ("Finland", KARELIJA), (1,), True),
        UnitsMoved(GERMANS, (104,), ("Finland", KARELIJA), (1,), True),
        UnitsMoved(GERMANS, (132,), ("Norway", "Finland", KARELIJA), (2,), True),
        BattlePending(PendingBattle(KARELIJA, "battle", (103, 104, 132))),
        UnitsLoaded(GERMANS, ((75, 139), (76, 139)), BALTIC),
        UnitsUnloaded(GERMANS, ((75, 139), (76, 139)), LENINGRAD, True, True),
        UnitsMoved(GERMANS, (135,), ("Novgorod", LENINGRAD), (1,), True),
        BattlePending(PendingBattle(LENINGRAD, "battle", (75, 76, 135))),
        UnitsMoved(GERMANS, (78,), ("Baltic States", "Belorussia", "Moscow"), (2,), True),
        BattlePending(PendingBattle("Moscow", "raid", (78,))),
        _volley("Leningrad", 0, "overflight", "defender", RUSSIANS, ((1, (3,), 0),), (1, 6)),
        UnitsMoved(GERMANS, (149,), ("SZ 6 Norwegian Sea", BARENTS), (1,), True),
        BattlePending(PendingBattle(BARENTS, "battle", (149,))),
        *_end("combat_move"),
        *_phase(23, "battle"),
    )


def _volley(
    territory: str,
    battle_round: int,
    step: str,
    side: str,
    nation: str,
    groups: tuple[tuple[int, tuple[int, ...], int], ...],
    expected: tuple[int, int],
    sure: int = 0,
) -> VolleyFired:
    fire = tuple(FireGroup(strength, len(dice), dice, hits) for strength, dice, hits in groups)
    hits = sure + sum(group.hits for group in fire)
    return VolleyFired(territory, battle_round, step, side, nation, fire, sure, hits, expected, 6)


def _battles() -> tuple[Event, ...]:
    return (*_raid(), *_sea_battle(), *_karelija(), *_leningrad(), *_end("battle"))


def _raid() -> tuple[Event, ...]:
    return (
        BattleBegan("Moscow", "raid", GERMANS, RUSSIANS, (78,), ()),
        _volley("Moscow", 0, "aa_fire", "defender", RUSSIANS, ((1, (5,), 0),), (1, 6)),
        FactoryBombed("Moscow", GERMANS, RUSSIANS, 5, 4, "PUs", (), "raid", ((5,),), 0, 6),
        BattleEnded("Moscow", "raid", "attacker", 0, (78,)),
    )


def _sea_battle() -> tuple[Event, ...]:
    return (
        BattleBegan(BARENTS, "battle", GERMANS, RUSSIANS, (149,), (46, 47)),
        BattleRoundBegan(BARENTS, 1),
        _volley(BARENTS, 1, "first_strike", "attacker", GERMANS, ((2, (1,), 1),), (1, 3)),
        CasualtiesMarked(BARENTS, "defender", (46,), (), "default"),
        UnitsDestroyed(BARENTS, (46,), "battle"),
        _volley(BARENTS, 1, "first_strike", "defender", RUSSIANS, ((2, (4,), 0),), (1, 3)),
        UnitsSubmerged(BARENTS, "defender", (47,), "default"),
        BattleEnded(BARENTS, "battle", "attacker", 1, (149,)),
    )


def _karelija() -> tuple[Event, ...]:
    return (
        BattleBegan(KARELIJA, "battle", GERMANS, RUSSIANS, (103, 104, 132), (13, 14, 15, 16)),
        BattleRoundBegan(KARELIJA, 1),
        _volley(
            KARELIJA,
            1,
            "general",
            "attacker",
            GERMANS,
            ((3, (3,), 1), (1, (4, 6), 0)),
            (5, 6),
        ),
        CasualtiesMarked(KARELIJA, "defender", (13,), (), "default"),
        _volley(
            KARELIJA,
            1,
            "general",
            "defender",
            RUSSIANS,
            ((4, (6,), 0), (2, (1, 5, 2), 2)),
            (10, 6),
        ),
        CasualtiesMarked(KARELIJA, "attacker", (103, 104), (), "player"),
        UnitsDestroyed(KARELIJA, (13, 103, 104), "battle"),
        AircraftWithdrew(KARELIJA, (132,)),
        BattleEnded(KARELIJA, "battle", "defender", 1, (132,)),
    )


def _leningrad() -> tuple[Event, ...]:
    return (
        BattleBegan(LENINGRAD, "battle", GERMANS, RUSSIANS, (75, 76, 135), (21, 22, 23)),
        BattleRoundBegan(LENINGRAD, 1),
        _volley(LENINGRAD, 1, "general", "attacker", GERMANS, ((5, (2,), 1),), (5, 6)),
        CasualtiesMarked(LENINGRAD, "defender", (21,), (), "default"),
        _volley(LENINGRAD, 1, "general", "defender", RUSSIANS, (), (1, 1), sure=1),
        CasualtiesMarked(LENINGRAD, "attacker", (75,), (), "player"),
        UnitsDestroyed(LENINGRAD, (21, 75), "battle"),
        BattleRoundBegan(LENINGRAD, 2),
        _volley(LENINGRAD, 2, "general", "attacker", GERMANS, ((3, (1,), 1), (1, (1,), 1)), (4, 6)),
        CasualtiesMarked(LENINGRAD, "defender", (22, 23), (), "default"),
        _volley(LENINGRAD, 2, "general", "defender", RUSSIANS, ((2, (3, 6), 0),), (4, 6)),
        UnitsDestroyed(LENINGRAD, (22, 23), "battle"),
        BattleEnded(LENINGRAD, "battle", "attacker", 2, (76, 135)),
        TerritoryTaken(LENINGRAD, GERMANS, GERMANS, RUSSIANS),
        CapitalPlundered(LENINGRAD, RUSSIANS, GERMANS, "PUs", 20),
        UnitsCaptured(LENINGRAD, (24, 25), GERMANS),
    )


def _evening() -> tuple[Event, ...]:
    placed = (Unit(900, "infantry", GERMANS, "Italy"), Unit(901, "armour", GERMANS, "Italy"))
    return (
        *_phase(24, "noncombat_move"),
        UnitsMoved(GERMANS, (132,), (KARELIJA, "Finland"), (1,)),
        UnitsMoved(GERMANS, (139,), (BALTIC, "SZ 11 West Baltic Sea"), (1,)),
        AircraftLost(GERMANS, (78,), "Moscow", "no place to land within its reach"),
        *_end("noncombat_move"),
        *_phase(25, "place"),
        UnitsPlaced(GERMANS, "Italy", placed, "Italy", True),
        UnplacedUnitsLost(GERMANS, (("aaGun", 1), ("armour", 2), ("factory", 1), ("infantry", 4))),
        *_end("place"),
        *_phase(26, "tech_activation"),
        TechnologyActivated(GERMANS, "heavy_bomber"),
        *_end("tech_activation"),
        PhaseBegan(27, GERMANS, "end_turn"),
        PhaseSkipped(GERMANS, "end_turn", "there is nothing to decide"),
        UnitsRepaired((144,)),
        IncomeCollected(GERMANS, 62, 82),
        PhaseEnded(GERMANS, "end_turn"),
        TurnEnded(GERMANS),
    )


def retreat() -> tuple[Event, ...]:
    """A battle that ends with a retreat."""
    return (
        *_phase(23, "battle"),
        BattleBegan(CHANNEL, "battle", GERMANS, BRITISH, (137, 138), (222, 223, 224)),
        BattleRoundBegan(CHANNEL, 1),
        _volley(CHANNEL, 1, "general", "defender", BRITISH, ((4, (4,), 1),), (2, 3)),
        CasualtiesMarked(CHANNEL, "attacker", (137,), (), "player"),
        _volley(CHANNEL, 1, "general", "attacker", GERMANS, ((3, (3,), 1),), (1, 2)),
        CasualtiesMarked(CHANNEL, "defender", (), (224,), "default"),
        UnitsDestroyed(CHANNEL, (137,), "battle"),
        UnitsRetreated(CHANNEL, (138,), "SZ 11 West Baltic Sea"),
        BattleEnded(CHANNEL, "battle", "defender", 1, (138,)),
        RoundBegan(2),
    )


def renamed(told: TurnSummary, name: str) -> TurnSummary:
    """The summary as if a stranger had chosen every name in it."""
    strange = replace(
        told.facts,
        game=name,
        nation=name,
        player=name,
        message=name,
        next_nation=name,
        next_player=name,
        verification=name,
    )
    force = Force(name, Stack(((name, 2),)))
    move = MoveSummary(force.units, (name, name), force.units, name)
    losses = Losses("attacker", (force,), (force,), name)
    battle = replace(
        told.battles[-1],
        territory=name,
        attacker=name,
        defender=name,
        attackers=(force,),
        defenders=(force,),
        left=(force,),
        result=name,
        rounds=(BattleRound(1, (losses, BattleNote(name), *told.battles[-1].rounds[0].entries)),),
        aftermath=(name,),
    )
    return replace(
        told,
        facts=strange,
        research=(ResearchSummary(name, 5, (1,), 1, (name,)),),
        moves=(MovePhase(name, False, (move,)), MovePhase(name, True, (move,))),
        battles=(battle,),
        captures=(name,),
        placings=(Placing(name, force.units),),
        losses=(force,),
        luck=(NationLuck(name, told.luck[0].luck),),
        alliances=(Alliance(name, 1, 2, 3),),
        aims=(f"{name} hold 1 of 2.",),
        score_columns=("PUs", "Units"),
        scores=(Score(name, name, (1, 2), name),),
        defaults=(name,),
        instructed=(name,),
        filed=(name,),
        automatic=(name,),
        skipped=(name,),
        outcome=Outcome((name,), "surrender", name),
    )
