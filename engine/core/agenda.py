"""What a game is in the middle of, as data: a stack of frames inside the state.

The bottom frame is the phase; frames above it are things that have to be finished first, such as
a battle round that waits for its dice.  Because frames are plain data, a game can stop at any of
them, be mailed, and go on two days later on another machine.  Decision: docs/adr/0003.
"""

from typing import Annotated, Literal, TypeAlias

from engine.core.ids import (
    NOBODY,
    NOWHERE,
    BattleSide,
    NationName,
    TerritoryName,
    UnitId,
    UnitTypeName,
)
from engine.core.unit import Unit
from engine.core.words import (
    BattleKind,
    BlockStage,
    ChosenBy,
    DecisionKind,
    DeckName,
    GameOutcome,
    PhaseName,
    PhaseStage,
)
from engine.marks import Tag, wire
from engine.values import dataclass


@wire("phase")
@dataclass(frozen=True, slots=True)
class PhaseFrame:
    """A phase under way.

    step: index into the sequence of the definition.
    nation: whose phase it is; "" for a step of no nation (end of the round).
    phase: name of the phase, such as ``"combat_move"``.
    """

    step: Annotated[int, Tag("step")]
    nation: Annotated[NationName, Tag("nation")]
    phase: Annotated[PhaseName, Tag("phase")]
    stage: Annotated[PhaseStage, Tag("stage")]


@wire("research")
@dataclass(frozen=True, slots=True)
class ResearchFrame:
    """Research that waits for its dice.

    technology: the one aimed at, or the chart; "" for none.
    dice: how many are rolled.
    among: after a success on a chart or without a target, the technologies drawn from.
    finds: how many of them are found.
    """

    technology: Annotated[str, Tag("technology")]
    dice: Annotated[int, Tag("dice")]
    among: Annotated[tuple[str, ...], Tag("among")] = ()
    finds: Annotated[int, Tag("finds")] = 1


@wire("end_turn")
@dataclass(frozen=True, slots=True)
class EndTurnFrame:
    """What the end of a turn still has to do while dice are awaited.

    part: the next of its parts, counted from 0.
    due: objectives whose conditions held before anything was paid for them: pairs (number of the
      objective in the script, how often it pays).
    """

    part: Annotated[int, Tag("part")] = 0
    due: Annotated[tuple[tuple[int, int], ...], Tag("due")] = ()


@wire("war_bonds")
@dataclass(frozen=True, slots=True)
class BondsFrame:
    """War bonds that wait for their dice (B129).

    dice: how many; nation: who gets what they show, "" for the nation on turn.
    """

    dice: Annotated[int, Tag("dice")] = 1
    nation: Annotated[NationName, Tag("nation")] = NOBODY


@wire("blockade")
@dataclass(frozen=True, slots=True)
class BlockadeFrame:
    """Blockades that wait for their dice.

    dice: zones that have yet to be rolled for, and how many dice each, in order; rolled: zones that
    have been, and what their ships could cost.
    """

    dice: Annotated[tuple[tuple[TerritoryName, int], ...], Tag("dice")]
    rolled: Annotated[tuple[tuple[TerritoryName, int], ...], Tag("rolled")] = ()


@wire("creation")
@dataclass(frozen=True, slots=True)
class CreationFrame:
    """Units that were created and wait for a die that says where they appear.

    where: pairs (area of the units that create, whether ships wait there or land units), in order.
    """

    where: Annotated[tuple[tuple[TerritoryName, bool], ...], Tag("where")]


@wire("random_start")
@dataclass(frozen=True, slots=True)
class RandomStartFrame:
    """Land to be dealt out by dice that are awaited, or units that are left to be set up after it.

    areas: the unowned ones, sorted; () when all are dealt out.
    chooser: the nation that sets up its next unit, "" while the dice are awaited.
    """

    areas: Annotated[tuple[TerritoryName, ...], Tag("areas")]
    chooser: Annotated[NationName, Tag("chooser")] = NOBODY


@wire("overflight")
@dataclass(frozen=True, slots=True)
class OverflightFrame:
    """Aircraft under fire on their way, and the territories whose guns have yet to fire.

    units: the aircraft of the move that are still in the air, in order of identity; they remain at
      the start of the path until the last gun has fired.
    path: the whole path of the move.
    guns: territories on the path whose guns have yet to fire, in order of firing.
    raid: whether the aircraft are on their way to bomb a factory.
    fired: kinds of guns that have already fired in the first of these territories.
    """

    units: Annotated[tuple[UnitId, ...], Tag("units")]
    path: Annotated[tuple[TerritoryName, ...], Tag("path")]
    guns: Annotated[tuple[TerritoryName, ...], Tag("guns")]
    raid: Annotated[bool, Tag("raid")] = False
    fired: Annotated[tuple[str, ...], Tag("fired")] = ()


@wire("volley")
@dataclass(frozen=True, slots=True)
class VolleyFrame:
    """Hits that have been rolled and whose casualties have yet to be chosen.

    side: the side that was hit, ``"attacker"`` or ``"defender"``.
    step: the battle step in which the hits were rolled.
    hits: how many hits remain to be allocated.
    targets: units among which the casualties are chosen, in order of identity.
    territory: where, outside the battle under way; "" inside it.
    deadly: a hit destroys a unit at once, however many hit points it has.
    """

    side: Annotated[BattleSide, Tag("side")]
    step: Annotated[str, Tag("step")]
    hits: Annotated[int, Tag("hits")]
    targets: Annotated[tuple[UnitId, ...], Tag("targets")]
    territory: Annotated[TerritoryName, Tag("territory")] = NOWHERE
    deadly: Annotated[bool, Tag("deadly")] = False


@wire("random_casualties")
@dataclass(frozen=True, slots=True)
class RandomCasualtiesFrame:
    """Hits of AA guns, mostly on aircraft, whose casualties are chosen by dice (B244).

    territory: where; step: what the guns fired for; round: of the battle, 0 outside one. lost:
    units lost already; among: units of which more will be lost, in order of identity; count: how
    many.
    of_defender: whether they are units of the defender; damages: whether each hit takes one hit
    point only, and a unit is listed in `among` once for each.
    """

    territory: Annotated[TerritoryName, Tag("territory")]
    step: Annotated[str, Tag("step")]
    round: Annotated[int, Tag("round")]
    lost: Annotated[tuple[UnitId, ...], Tag("lost")]
    among: Annotated[tuple[UnitId, ...], Tag("among")]
    count: Annotated[int, Tag("count")]
    of_defender: Annotated[bool, Tag("of_defender")] = False
    damages: Annotated[bool, Tag("damages")] = False


@wire("battle")
@dataclass(frozen=True, slots=True)
class BattleFrame:
    """A battle under way.

    territory, kind: which pending battle it is (see PendingBattle), ``"air_battle"`` for the one
      that precedes a raid there, or ``"dogfight"`` for the one that precedes a battle.
    attacker: the nation whose turn it is; defender: the nation that decides for the other side.
    round: from 1.
    step: index into the list of battle steps of the ruleset for this kind of battle.
    done: the parts of the current step that are done, by short names that the step knows.
    attackers, defenders: units still in the battle, in order of identity.
    marked: units already chosen as casualties that may still fire in this round.
    bombarding: ships that fire at the shore before the first round.
    destroyer_sides: sides (``"attacker"``, ``"defender"``) that had a destroyer at the start
      of the round.
    began: the attackers at the beginning of the battle.
    retreat_options: territories that attackers other than aircraft came from, sorted.
    fallen: defenders lost to AA fire in this round, whose own AA fire is still to come.
    by_sea: whether some of the attackers had landed for it when it began.
    """

    territory: Annotated[TerritoryName, Tag("territory")]
    kind: Annotated[BattleKind, Tag("kind")]
    attacker: Annotated[NationName, Tag("attacker")]
    defender: Annotated[NationName, Tag("defender")]
    round: Annotated[int, Tag("round")]
    step: Annotated[int, Tag("step")]
    done: Annotated[tuple[str, ...], Tag("done")]
    attackers: Annotated[tuple[UnitId, ...], Tag("attackers")]
    defenders: Annotated[tuple[UnitId, ...], Tag("defenders")]
    marked: Annotated[tuple[UnitId, ...], Tag("marked")] = ()
    bombarding: Annotated[tuple[UnitId, ...], Tag("bombarding")] = ()
    destroyer_sides: Annotated[tuple[str, ...], Tag("destroyer_sides")] = ()
    began: Annotated[tuple[UnitId, ...], Tag("began")] = ()
    retreat_options: Annotated[tuple[TerritoryName, ...], Tag("retreat_options")] = ()
    fallen: Annotated[tuple[Unit, ...], Tag("fallen")] = ()
    by_sea: Annotated[bool, Tag("by_sea")] = False


@wire("strategic")
@dataclass(frozen=True, slots=True)
class StrategicFrame:
    """What comes before all battles: rockets are aimed, raids are flown, rockets are fired.

    origins: territories whose rocket has yet to be aimed, sorted.
    aimed: rockets that have yet to be fired, as (origin, target, unit type) in order of aiming;
      type "" for the first one there.
    hit: territories at which a rocket has been aimed this turn.
    """

    origins: Annotated[tuple[TerritoryName, ...], Tag("origins")]
    aimed: Annotated[
        tuple[tuple[TerritoryName, TerritoryName, UnitTypeName], ...], Tag("aimed")
    ] = ()
    hit: Annotated[tuple[TerritoryName, ...], Tag("hit")] = ()


@wire("trigger_call")
@dataclass(frozen=True, slots=True)
class TriggerCall:
    """A trigger that is due, and what it still depends on.

    spends_use: whether the call counts as one of its uses; tests_uses, tests_condition,
      tests_chance: whether it must have a use left, its condition must hold, its die must succeed.
    is_whole: whether all its effects happen, not only those due at this moment.
    times: how often what it repeats happens, by the areas that fulfilled its condition when that
      was tested.
    """

    trigger: Annotated[str, Tag("trigger")]
    spends_use: Annotated[bool, Tag("spends_use")] = False
    tests_uses: Annotated[bool, Tag("tests_uses")] = False
    tests_condition: Annotated[bool, Tag("tests_condition")] = False
    tests_chance: Annotated[bool, Tag("tests_chance")] = False
    is_whole: Annotated[bool, Tag("is_whole")] = True
    times: Annotated[int, Tag("times")] = 1


@wire("triggers")
@dataclass(frozen=True, slots=True)
class TriggerFrame:
    """What a map makes happen by itself at a step of the sequence.

    moment: the one under way, such as ``"before:germanPurchase"``; "" before the first one.
    later: those that follow, the next one first.
    rolling: triggers whose condition holds and whose die is awaited, the next one first.
    firing: those that happen as soon as no die is awaited, in the order of the map.
    calls: triggers that others have called, the next one first.
    spent: those that have spent a use at the moment under way.
    """

    moment: Annotated[str, Tag("moment")]
    later: Annotated[tuple[str, ...], Tag("later")] = ()
    rolling: Annotated[tuple[TriggerCall, ...], Tag("rolling")] = ()
    firing: Annotated[tuple[TriggerCall, ...], Tag("firing")] = ()
    calls: Annotated[tuple[TriggerCall, ...], Tag("calls")] = ()
    spent: Annotated[tuple[str, ...], Tag("spent")] = ()


@wire("politics")
@dataclass(frozen=True, slots=True)
class PoliticsFrame:
    """A political action that waits for its die."""

    action: Annotated[str, Tag("action")]


@wire("reaction")
@dataclass(frozen=True, slots=True)
class ReactionFrame:
    """What defenders do before the battles: aircraft scramble, then there are kamikaze attacks.

    scrambles: areas for which scrambling has yet to be decided.
    kamikaze_zones: zones for which kamikaze attacks have yet to be decided.
    zone, kamikaze_nation: where the attacks being rolled for take place, and who makes them.
    aimed: those attacks, as pairs (target, number of attacks) in order of aiming.
    """

    scrambles: Annotated[tuple[TerritoryName, ...], Tag("scrambles")]
    kamikaze_zones: Annotated[tuple[TerritoryName, ...], Tag("kamikaze_zones")] = ()
    zone: Annotated[TerritoryName, Tag("zone")] = NOWHERE
    kamikaze_nation: Annotated[NationName, Tag("kamikaze_nation")] = NOBODY
    aimed: Annotated[tuple[tuple[UnitId, int], ...], Tag("aimed")] = ()


@wire("turn_order")
@dataclass(frozen=True, slots=True)
class TurnOrderFrame:
    """The turn order of a year, waiting for its die."""

    sides: Annotated[int, Tag("sides")]


@wire("command_tie")
@dataclass(frozen=True, slots=True)
class CommandTieFrame:
    """Emergencies with the same letter, waiting for the die that puts one nation first (T187)."""

    nations: Annotated[tuple[NationName, ...], Tag("nations")]


@wire("card_draw")
@dataclass(frozen=True, slots=True)
class CardDraw:
    """Cards that a nation draws.

    deck: ``"action"`` or ``"investment"``, "" for a dividend of peace or a card of a rival.
    count: how many; victim: the rival out of whose hand they come, "" for the deck (T183d).
    is_reserved: whether they are laid by until the next year (T256).
    """

    nation: Annotated[NationName, Tag("nation")]
    deck: Annotated[DeckName | Literal[""], Tag("deck")]
    count: Annotated[int, Tag("count")]
    victim: Annotated[NationName, Tag("victim")] = NOBODY
    is_reserved: Annotated[bool, Tag("is_reserved")] = False


@wire("draw")
@dataclass(frozen=True, slots=True)
class DrawFrame:
    """Draws that wait for their dice, in order."""

    draws: Annotated[tuple[CardDraw, ...], Tag("draws")]


@wire("block_battle")
@dataclass(frozen=True, slots=True)
class BlockBattleFrame:
    """A battle of a block game under way.

    territory: where; round: from 1; is_raid: in enemy land, and no attacker is a ground unit.
    queue: units that have yet to act in this stage, in their order.
    joined: attackers that are in the battle, in order of identity; on land all of them.
    waiting: groups of attackers at sea that have not joined it, in order of arrival.
    target: what the unit at the head of the queue fires at, "" until that is chosen.
    to: where it goes after the shot, "" when it stays; chosen_by: who chose the target.
    is_named: the player has said that this unit acts before others of its type.
    hits: hits of that unit that are still to be allocated.
    spared: the defender that is left out of this round, "" for nobody.
    """

    territory: Annotated[TerritoryName, Tag("territory")]
    is_raid: Annotated[bool, Tag("is_raid")]
    round: Annotated[int, Tag("round")]
    stage: Annotated[BlockStage, Tag("stage")]
    queue: Annotated[tuple[UnitId, ...], Tag("queue")] = ()
    joined: Annotated[tuple[UnitId, ...], Tag("joined")] = ()
    waiting: Annotated[tuple[tuple[UnitId, ...], ...], Tag("waiting")] = ()
    target: Annotated[str, Tag("target")] = ""
    to: Annotated[TerritoryName, Tag("to")] = NOWHERE
    chosen_by: Annotated[ChosenBy | Literal[""], Tag("chosen_by")] = ""
    is_named: Annotated[bool, Tag("is_named")] = False
    hits: Annotated[int, Tag("hits")] = 0
    spared: Annotated[NationName, Tag("spared")] = NOBODY


@wire("forced_retreat")
@dataclass(frozen=True, slots=True)
class ForcedRetreatFrame:
    """Blocks that must leave their area at the end of a phase, in order of identity."""

    queue: Annotated[tuple[UnitId, ...], Tag("queue")]


@wire("exchange")
@dataclass(frozen=True, slots=True)
class ExchangeFrame:
    """Fortresses of a country that has gone over, to be exchanged for blocks of a chosen type."""

    queue: Annotated[tuple[UnitId, ...], Tag("queue")]


Frame: TypeAlias = (
    PhaseFrame
    | ResearchFrame
    | EndTurnFrame
    | BondsFrame
    | BlockadeFrame
    | CreationFrame
    | RandomStartFrame
    | OverflightFrame
    | VolleyFrame
    | RandomCasualtiesFrame
    | BattleFrame
    | StrategicFrame
    | TriggerFrame
    | PoliticsFrame
    | ReactionFrame
    | TurnOrderFrame
    | CommandTieFrame
    | DrawFrame
    | BlockBattleFrame
    | ForcedRetreatFrame
    | ExchangeFrame
)


@wire("pending_battle")
@dataclass(frozen=True, slots=True)
class PendingBattle:
    """A battle that movement has brought about, to be fought in the battle phase.

    territory: where.
    kind: ``"battle"`` or ``"raid"`` (strategic bombing).
    attackers: units of the moving nation that take part, in order of identity.
    origins: for each attacker that moved in, the last territory before the battle:
      pairs (unit, territory) in order of identity.
    landings: for each unit that attacks from a transport, that transport and its sea zone:
      triples (unit, transport, sea zone) in order of identity.
    aims: what raiders bomb where they were told: pairs (unit, unit type) in order of identity.
    """

    territory: Annotated[TerritoryName, Tag("territory")]
    kind: Annotated[BattleKind, Tag("kind")]
    attackers: Annotated[tuple[UnitId, ...], Tag("attackers")]
    origins: Annotated[tuple[tuple[UnitId, TerritoryName], ...], Tag("origins")] = ()
    landings: Annotated[tuple[tuple[UnitId, UnitId, TerritoryName], ...], Tag("landings")] = ()
    aims: Annotated[tuple[tuple[UnitId, UnitTypeName], ...], Tag("aims")] = ()


@dataclass(frozen=True, slots=True)
class PhaseOpen:
    """The game waits for the orders of a nation in a phase."""

    nation: NationName
    phase: PhaseName


@dataclass(frozen=True, slots=True)
class Decision:
    """The game waits for one choice of a nation.

    territory: where; round: battle round or 0; step: battle step or ""; for the action of a block,
      its type and strength; for groups of blocks, the numbers of their units.
    units: the units to choose from (casualties, submarines that may submerge ...).
    count: how many must be chosen; 0 when the number is free.
    territories: the places to choose from (retreat, rocket targets, landing).
    """

    nation: NationName
    what: DecisionKind
    territory: TerritoryName
    round: int = 0
    step: str = ""
    units: tuple[UnitId, ...] = ()
    count: int = 0
    territories: tuple[TerritoryName, ...] = ()


@wire("outcome")
@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    winners: nations that won, sorted; () for a draw.
    kind: why; text: one sentence for people.
    """

    winners: Annotated[tuple[NationName, ...], Tag("winners")]
    kind: Annotated[GameOutcome, Tag("kind")]
    text: Annotated[str, Tag("text")]


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended and waits for nothing."""

    outcome: Outcome
