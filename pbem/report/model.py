"""What a turn report says, as frozen data that knows neither the engine nor any format.

`summary.summarise` fills it from the events of a turn, `render` turns it into text.  All texts in
it are raw: they may hold names that strangers chose, and are escaped when they are rendered.
"""

from engine import NationName, Outcome
from engine.values import dataclass
from pbem.report.battle_model import BattleSummary, Force, NationLuck
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
    is_so_far: the turn is not over: what follows in it is not known yet.
    """

    game: str
    game_id: str
    round: int
    nation: NationName
    player: str
    dice_words: str
    message: str = ""
    next_nation: str = ""
    next_player: str = ""
    verification: str = ""
    notices: tuple[str, ...] = ()
    is_so_far: bool = False

    @property
    def author(self) -> str:
        """Who played and wrote the message: the player, or the nation when they have no name."""
        return self.player or self.nation


@dataclass(frozen=True, slots=True)
class ResearchSummary:
    """A research roll: dice bought for `cost` PUs, what was rolled and what was found."""

    technology: str
    cost: int
    dice: tuple[int, ...]
    hits: int
    found: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Purchase:
    """What was bought, what it cost and what was left in the treasury, in PUs.

    goods: what it cost of other resources, such as ``3 Oil, 1 Iron``; gained: what resources were
    bought or came with the units; "" for nothing.
    """

    units: Stack
    cost: int
    remaining: int
    goods: str = ""
    gained: str = ""

    @property
    def what(self) -> str:
        """All that was bought, in words."""
        return ", ".join(filter(None, (str(self.units) if self.units else "", self.gained)))


@dataclass(frozen=True, slots=True)
class MoveSummary:
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
    moves: tuple[MoveSummary, ...]


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
    """The treasury of the nation: before, every change, after, in PUs.

    allocated: what of it went to each of its regional treasuries, in games that have them.
    """

    before: int
    lines: tuple[MoneyLine, ...]
    after: int
    income: int
    allocated: tuple[MoneyLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """One nation after the turn (B258): its figures, technologies and goods.

    alliance: "" for a nation that stands alone.
    figures: one for each heading in `TurnSummary.score_columns`.
    goods: what it holds of other resources, such as ``3 Oil, 1 Iron``; "" for nothing.
    """

    nation: NationName
    alliance: str
    figures: tuple[int, ...]
    technologies: str
    goods: str = ""


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
    aims: what decides the game besides victory cities, a sentence each.
    score_columns: headings of the figures in `scores`, those that the game has.
    outcome: how the game ended, None while it goes on.
    """

    facts: TurnFacts
    research: tuple[ResearchSummary, ...]
    purchases: tuple[Purchase, ...]
    moves: tuple[MovePhase, ...]
    battles: tuple[BattleSummary, ...]
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
    outcome: Outcome | None
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
