"""What a turn report says, as frozen data that knows neither the engine nor any format.

`summary.summarise` fills it from the events of a turn, `render` turns it into text.  All texts in
it are raw: they may hold names that strangers chose, and are escaped when they are rendered.
"""

from fractions import Fraction
from typing import ClassVar, TypeAlias

from engine.luck import Rolled, Swing
from engine.values import dataclass
from pbem.report.luck import Luck, hundredths
from pbem.report.words import Stack
from pbem.text import counted


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """What the caller knows about a turn and the events do not say.

    game, game_id: name of the game and its id in hexadecimal.
    round, nation, player: whose turn it was; player is a name, never an
      address, and "" when nobody sits there.
    dice_words: which kind of dice the game uses and what they prove, in plain words.
    message: words of the player to the others, "" for none; it may have several lines.
    next_nation, next_player: who moves now; "" when the game is over.
    verification: one line about the save that the report belongs to, "" for none.
    notices: what was agreed, taken back or noted in the turn, one line each.
    """

    game: str
    game_id: str
    round: int
    nation: str
    player: str
    dice_words: str
    message: str = ""
    next_nation: str = ""
    next_player: str = ""
    verification: str = ""
    notices: tuple[str, ...] = ()

    @property
    def author(self) -> str:
        """Who played and wrote the message: the player, or the nation when they have no name."""
        return self.player or self.nation


@dataclass(frozen=True, slots=True)
class Force:
    """Units of one nation; as text it reads ``Germans, 3 infantry``."""

    nation: str
    units: Stack

    def __str__(self) -> str:
        """The force in words."""
        return f"{self.nation}, {self.units}"


@dataclass(frozen=True, slots=True)
class Research:
    """A research roll: dice bought for `cost` PUs, what was rolled and what was found."""

    technology: str
    cost: int
    dice: tuple[int, ...]
    hits: int
    found: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Purchase:
    """What was bought, what it cost and what was left in the treasury, in PUs.

    goods: what it cost of other resources, such as ``3 Oil, 1 Iron``; "" for nothing.
    """

    units: Stack
    cost: int
    remaining: int
    goods: str = ""


@dataclass(frozen=True, slots=True)
class Move:
    """Units that went the same way in the same phase.

    way: every territory of the path; cargo: what was aboard; note: such as ``by transport``.
    """

    units: Stack
    way: tuple[str, ...]
    cargo: Stack
    note: str

    @property
    def path(self) -> str:
        """The way as text: ``Karelija > Finland``."""
        return " > ".join(self.way)


@dataclass(frozen=True, slots=True)
class MovePhase:
    """The moves of one movement phase, in the order in which they began.

    is_late: whether the phase comes after the battles.
    """

    name: str
    is_late: bool
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Die:
    """One die and whether it is at or below the number that was needed."""

    value: int
    is_hit: bool


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """Dice that hit at the same number."""

    strength: int
    dice: tuple[Die, ...]
    hits: int


@dataclass(frozen=True, slots=True)
class Volley:
    """One side fired in one battle step.

    pattern: the dice as the rule book prints them, ``3 at 2, and 1 at 3`` (B197, G32).
    sure_hits: hits of low luck that needed no die; rolled: what its dice promised and gave.
    """

    kind: ClassVar[str] = "volley"
    step: str
    side: str
    nation: str
    pattern: str
    groups: tuple[DiceGroup, ...]
    sure_hits: int
    hits: int
    expected: Fraction
    rolled: Rolled

    @property
    def expected_words(self) -> str:
        """The mean number of hits to hundredths; the sums show the exact fraction as well."""
        return hundredths(self.expected)


@dataclass(frozen=True, slots=True)
class Losses:
    """Casualties of one side after a volley, and who chose them.

    by_default: a rule chose among several possibilities, because the owner was away.
    """

    kind: ClassVar[str] = "losses"
    side: str
    killed: tuple[Force, ...]
    damaged: tuple[Force, ...]
    chosen_by: str
    by_default: bool = False

    @property
    def words(self) -> str:
        """Such as ``Russians lose 1 infantry; Russians: damaged 1 battleship``."""
        lost = [f"{force.nation} lose {force.units}" for force in self.killed]
        hurt = [f"{force.nation}: damaged {force.units}" for force in self.damaged]
        return "; ".join((*lost, *hurt))


@dataclass(frozen=True, slots=True)
class Note:
    """Anything else that happened in a battle, as one sentence; by_default: as in Losses."""

    kind: ClassVar[str] = "note"
    text: str
    by_default: bool = False


Entry: TypeAlias = Volley | Losses | Note


@dataclass(frozen=True, slots=True)
class BattleRound:
    """A round of a battle; number 0 is what came before the first round."""

    number: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class NationLuck:
    """Hits against expectation of one nation, in a battle or over the whole turn."""

    nation: str
    luck: Luck

    @property
    def whole(self) -> str:
        """With how remarkable it is, for the luck of a turn."""
        if not self.luck.difference:
            return str(self)
        return f"{self} ({self.luck.verdict}: fair dice are as far off {self.luck.often})"

    def __str__(self) -> str:
        """Such as ``Germans: 7 hits, 5.83 (35/6) expected, 1.17 more``."""
        return f"{self.nation}: {self.luck.words}"


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle, a raid, the air battle before one, a rocket or AA fire at aircraft on their way.

    kind: ``"battle"``, ``"raid"``, ``"air_battle"`` (before a raid), ``"dogfight"`` (before a
      battle), ``"rocket"`` or ``"overflight"``.
    attackers, defenders: the forces at the start, nation by nation.
    left: those of both sides that live and are still there at the end.
    result: one sentence; aftermath: captures, plunder and the like, a sentence each.
    attacker_luck, defender_luck: hits against expectation.
    swing: what was lost against the odds, for a battle that is over.
    won: whether the attacker won; captured: whether the territory changed hands.
    """

    kind: str
    territory: str
    attacker: str
    defender: str
    attackers: tuple[Force, ...]
    defenders: tuple[Force, ...]
    rounds: tuple[BattleRound, ...]
    left: tuple[Force, ...]
    result: str
    aftermath: tuple[str, ...]
    attacker_luck: Luck
    defender_luck: Luck
    won: bool
    captured: bool
    swing: Swing | None = None

    @property
    def title(self) -> str:
        """A heading: ``Karelija: Germans attack Russians``."""
        match self.kind:
            case "raid":
                return f"{self.territory}: a raid of {self.attacker}"
            case "air_battle":
                return f"{self.territory}: {self.defender} meet a raid of {self.attacker}"
            case "dogfight":
                return f"{self.territory}: {self.attacker} and {self.defender} fight in the air"
            case "rocket":
                return f"{self.territory}: {self.attacker} fire a rocket"
            case "overflight":
                return f"{self.territory}: AA guns of {self.defender} fire at aircraft"
        return f"{self.territory}: {self.attacker} attack {self.defender}"

    @property
    def luck_words(self) -> str:
        """Hits against expectation, and losses against the exact odds; "" for neither."""
        told = [f"{'; '.join(map(str, self.luck))}."] if self.luck else []
        if self.swing is not None and not self.swing.reason:
            amount = self.swing.amount
            side = "better" if amount >= 0 else "worse"
            what = " and broke it off" if self.swing.broken_off else ""
            told.append(f"{self.attacker} did {abs(amount):.1f} PUs {side} than the odds{what}.")
        return " ".join(told)

    @property
    def luck(self) -> tuple[NationLuck, ...]:
        """Hits against expectation of the sides of a battle that fired, by deciding nation."""
        if self.kind not in {"battle", "air_battle", "dogfight"}:
            return ()
        sides = (
            NationLuck(self.attacker, self.attacker_luck),
            NationLuck(self.defender, self.defender_luck),
        )
        return tuple(side for side in sides if side.luck.expected)


@dataclass(frozen=True, slots=True)
class Placing:
    """New units in one territory."""

    territory: str
    units: Stack


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """One change of the treasury, in PUs, with the sign that it has."""

    label: str
    amount: int

    @property
    def signed(self) -> str:
        """The amount with its sign."""
        return f"{self.amount:+d}"


@dataclass(frozen=True, slots=True)
class Money:
    """The treasury of the nation: before, every change, after, in PUs."""

    before: int
    lines: tuple[MoneyLine, ...]
    after: int
    income: int


@dataclass(frozen=True, slots=True)
class Score:
    """One nation after the turn (B258): its figures, technologies and goods.

    alliance: "" for a nation that stands alone.
    figures: one for each heading in `TurnSummary.score_columns`.
    goods: what it holds of other resources, such as ``3 Oil, 1 Iron``; "" for nothing.
    """

    nation: str
    alliance: str
    figures: tuple[int, ...]
    technologies: str
    goods: str = ""

    @property
    def notes(self) -> str:
        """What goes beside its name where there are no columns for it."""
        holds = f"holds {self.goods}" if self.goods else ""
        return "; ".join(note for note in (self.alliance, holds, self.technologies) if note)


@dataclass(frozen=True, slots=True)
class Alliance:
    """Victory cities of an alliance before and after the turn, and its lowest goal (0: none)."""

    name: str
    cities_before: int
    cities: int
    goal: int


@dataclass(frozen=True, slots=True)
class TurnSummary:
    """Everything that the report of one turn says.

    luck: of each nation that fired, in turn order.
    losses: units that left the board, nation by nation.
    instructed: what standing orders of those who were away decided, a sentence each.
    has_money: whether money buys anything in this game.
    course: what happened in a turn of a block game, a sentence each; highlights: what matters most
      of it; strengths: what each nation has on the board; fought, taken: where blocks fought, and
      what came under the control of others; season: in which it was played.
    filed: the standing orders that the nation left, when it changed them in this turn, a line each.
    defaults: what was decided for those who were away, a sentence each.
    automatic: what happened without an order (B4), a sentence each.
    skipped: phases that were skipped, with the reason, a sentence each.
    aims: how near each side is to a victory by capitals or production, a sentence each.
    score_columns: headings of the figures in `scores`, those that the game has.
    outcome: how the game ended, "" while it goes on.
    """

    facts: TurnFacts
    research: tuple[Research, ...]
    purchases: tuple[Purchase, ...]
    moves: tuple[MovePhase, ...]
    battles: tuple[Battle, ...]
    captures: tuple[str, ...]
    placings: tuple[Placing, ...]
    losses: tuple[Force, ...]
    money: Money
    luck: tuple[NationLuck, ...]
    alliances: tuple[Alliance, ...]
    aims: tuple[str, ...]
    score_columns: tuple[str, ...]
    scores: tuple[Score, ...]
    defaults: tuple[str, ...]
    automatic: tuple[str, ...]
    skipped: tuple[str, ...]
    outcome: str
    instructed: tuple[str, ...] = ()
    filed: tuple[str, ...] = ()
    course: tuple[str, ...] = ()
    highlights: tuple[str, ...] = ()
    strengths: tuple[str, ...] = ()
    fought: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    season: str = ""
    has_money: bool = True

    @property
    def when(self) -> str:
        """``round 2``, in a block game ``round 2, Spring``."""
        season = f", {self.season}" if self.season else ""
        return f"round {self.facts.round}{season}"

    @property
    def has_alliances(self) -> bool:
        """Whether any nation stands in an alliance with others."""
        return any(score.alliance for score in self.scores)

    @property
    def won(self) -> tuple[str, ...]:
        """Where the nation won a battle."""
        return tuple(b.territory for b in self.battles if b.kind == "battle" and b.won)

    @property
    def not_won(self) -> tuple[str, ...]:
        """Where the nation fought a battle and did not win it."""
        return tuple(b.territory for b in self.battles if b.kind == "battle" and not b.won)

    @property
    def deeds(self) -> tuple[str, ...]:
        """What was done, in games without money, which have little else to say at a glance."""
        if self.has_money:
            return ()
        moves = sum(len(phase.moves) for phase in self.moves)
        told = [counted(moves, "move")] if moves else []
        told += [f"new units in {placing.territory}: {placing.units}" for placing in self.placings]
        told += self.highlights or self.course[:1]
        told += self.strengths
        return tuple(told) or ("Nothing was moved or placed.",)

    @property
    def bombings(self) -> tuple[str, ...]:
        """What raids and rockets did, a line each."""
        return tuple(
            " ".join((f"{b.title}.", *b.aftermath))
            for b in self.battles
            if b.kind in {"raid", "rocket"} and b.aftermath
        )
