"""Words of closed lists, each a type of its own: a misspelt one is seen by the type checker.

When the program runs they are plain texts, as names are (`engine.core.ids`, ADR 0090).
"""

from typing import Literal, TypeAlias

PhaseName: TypeAlias = Literal[
    "bid",
    "bid_place",
    "tech",
    "politics",
    "user_actions",
    "purchase",
    "levy",
    "random_start",
    "combat_move",
    "airborne_move",
    "battle",
    "noncombat_move",
    "place",
    "tech_activation",
    "end_turn",
    "end_turn_unpaid",
    "allocate",
    "capitals",
    "neutral_growth",
    "end_round",
    "turn_order",
    "deploy",
    "command",
    "movement",
    "combat",
    "supply",
    "production",
    "government",
    "diplomacy",
    "muster",
    "discard",
    "reinforce",
    "overtures",
    "alliance",
]
"""The phases that a step of the sequence may name (B95 to B99); one name for each (G26)."""

PhaseStage: TypeAlias = Literal["begin", "open", "end", "over", "left"]
"""How far a phase is: ``"begin"`` before its automatic opening, ``"open"`` while orders are taken,
``"end"`` when only its automatic closing remains, ``"over"`` after it, ``"left"`` when the triggers
of the map after it are over as well."""

BattleKind: TypeAlias = Literal["battle", "raid", "air_battle", "dogfight"]
"""A battle, a strategic bombing raid, or what precedes them in the air: a raid, a battle."""

Winner: TypeAlias = Literal["attacker", "defender", "draw"]
"""Who has won a battle."""

ChosenBy: TypeAlias = Literal["player", "standing", "default", "dice", "rule"]
"""Who chose: the player, their standing orders, the usual choice where nobody was asked or standing
orders could not be followed, dice, or a rule that left no choice."""

BlockStage: TypeAlias = Literal[
    "reveal",
    "opponents",
    "fire",
    "forced",
    "leaving",
    "escape",
    "escaping",
    "go_on",
    "rebase",
    "over",
]
"""How far a round of a block battle is: a group joins, whom the attacker leaves out, one unit after
another acts, who must leave and leaves, submarines that may escape and do, aircraft that rebase."""

DecisionKind: TypeAlias = Literal[
    "casualties",
    "ally",
    "retreat",
    "withdraw",
    "submerge",
    "bombard",
    "scramble",
    "kamikaze",
    "intercept",
    "rocket",
    "landing",
    "set_up",
    "group",
    "opponents",
    "block_action",
    "block_loss",
    "leave",
    "rebase",
    "escape",
    "exchange",
]
"""What a nation is asked (see `engine.view.status` for each in words)."""

DamageCause: TypeAlias = Literal["raid", "rocket"]
"""What bombed a factory."""

LossCause: TypeAlias = Literal[
    "battle",
    "aa_fire",
    "bombardment",
    "first_strike",
    "sunk_with_transport",
    "defenceless",
    "captured",
    "stranded",
    "spent",
    "kamikaze",
    "raid",
    "rocket",
]
"""Why units left the board."""

ExchangeCause: TypeAlias = Literal["captured", "consumed"]
"""Units came for others that would have changed hands, or that they were built out of."""

PointsCause: TypeAlias = Literal["income", "plunder", "bombing"]
"""What victory points were scored for, or lost by."""

VictoryLevelWord: TypeAlias = Literal["projection_of_power", "honorable_surrender", "total_victory"]
"""The victory levels from the lowest number of cities to the highest (B236)."""

GameOutcome: TypeAlias = Literal[
    VictoryLevelWord,
    "capital_victory",
    "economic_victory",
    "point_victory",
    "theatre_victory",
    "triggered_victory",
    "military_victory",
    "atomic_victory",
    "surrender",
    "draw",
]
"""How a game has ended."""

CommandWord: TypeAlias = Literal["card", "emergency", "bluff", "pass"]
"""What a nation says that it commands a season with in a block game."""

CommandKind: TypeAlias = Literal[CommandWord, "restrained"]
"""What its turn is then; `restrained`: with one card of a passive ally, without attacks (T257)."""

DeckName: TypeAlias = Literal["action", "investment"]
"""The decks of a block game with cards."""

IntelligenceKind: TypeAlias = Literal[
    "agent", "code_break", "spy_ring", "coup", "sabotage", "mole", "double_agent"
]
"""What an intelligence card of a block game does (T183b to T183h)."""

CardUse: TypeAlias = Literal[
    "diplomacy",
    "cancelled",
    "wildcard",
    "industry",
    "technology",
    "intelligence",
    "command",
    "limit",
    "war",
]
"""What cards of a block game were spent on; `limit`: what was above the limit of a hand; `war`: a
declaration of an ally (T258)."""

Declaration: TypeAlias = Literal["war", "violation"]
"""What a nation declares in a block game: war on a nation, or that it enters a neutral country."""

TravelMode: TypeAlias = Literal["land", "sea", "air"]
"""How a unit moves in a block game; ground units at sea are convoys."""

OddsOutcome: TypeAlias = Literal["win", "loss", "both", "stalemate", "retreat"]
"""How a battle ends: only the attacker is left, only the defender, neither, both for ever, a
retreat."""
