"""How a game of a verified save stands or has ended: who played, who won, how long turns took.

A player is a key: names are what they called themselves. Whoever changes their own key, signed by
the old one, is the same player; a key that others have put in the place of a lost one is another.
The result of a seat is that of whoever held it when the game began, so nobody leaves a lost game by
leaving it; a substitute is named and gets none.

Docs: docs/adr/0106-league-and-rounds.md.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from engine import Definition, GameOver
from engine.values import dataclass
from pbem.dice.agreement import Agreement
from pbem.replay.clock import clocks_of, closed_at
from pbem.replay.model import Position
from pbem.replay.scenarios import tree_of
from pbem.save.records import Start, TurnEnd
from pbem.save.trusted_save import TrustedSave

WIN: Final = 1.0
DRAW: Final = 0.5
LOSS: Final = 0.0


@dataclass(frozen=True, slots=True)
class GamePlayer:
    """A player in one game.

    key: the first that they had in it; keys: that one, and those that they changed it to.
    names: as they called themselves, the newest last.
    began: the nations that they held at the start; holds: those that they hold now.
    score: WIN, DRAW or LOSS of what they began with; None while the game goes on, for a substitute,
      and for who began on more than one side.
    turns: how many they have ended; seconds: how long each took, as the dice authority dated it;
      late: how many were late, in a game with a pace.
    """

    key: bytes
    keys: tuple[bytes, ...]
    names: tuple[str, ...]
    began: tuple[str, ...]
    holds: tuple[str, ...]
    score: float | None
    turns: int
    seconds: tuple[int, ...]
    late: int

    @property
    def was_replaced(self) -> bool:
        """Whether somebody else holds a seat that they began with."""
        return not set(self.began) <= set(self.holds)

    @property
    def came_later(self) -> bool:
        """Whether they hold a seat with which somebody else began."""
        return not set(self.holds) <= set(self.began)


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game stands, by its verified and played log.

    game, genesis, head: its id (16 bytes), the head of its set-up and of its log (32 bytes).
    authorities: the keys of its dice authorities, the former ones included; dice: "rehearsal",
      "embedded" or "server".
    started, ended: Unix seconds, 0 for not yet; turns: how many are closed.
    how: the engine's word for the way in which it ended, "" while it goes on; words: a sentence.
    winners: nations.
    sides: the players who began on one side, by their keys, in the order of the result: the winners
      first. Empty while the game goes on, and where somebody began on more than one side.
    """

    game: bytes
    genesis: bytes
    head: bytes
    name: str
    scenario: str
    mode: str
    dice: str
    authorities: tuple[bytes, ...]
    started: int
    ended: int
    turns: int
    round: int
    how: str
    words: str
    winners: tuple[str, ...]
    players: tuple[GamePlayer, ...]
    sides: tuple[tuple[bytes, ...], ...]

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.how != ""


def result_of(position: Position) -> GameResult:
    """The result of a game that has started; `position.error` must be None."""
    save, waiting = position.save, position.step.waiting
    outcome = waiting.outcome if isinstance(waiting, GameOver) else None
    winners = tuple(outcome.winners) if outcome is not None else ()
    people = _People(save)
    scores = {key: _score(began, winners) for key, began in people.began.items()}
    is_over = outcome is not None
    return GameResult(
        game=save.genesis.game,
        genesis=save.genesis_head,
        head=save.head,
        name=save.genesis.name,
        scenario=str(tree_of(save).get("name", "")),
        mode=save.genesis.mode,
        dice=save.dice_kind,
        authorities=tuple(one.commitment.authority for one in (*save.sources, *save.former)),
        started=next(one.time for one in save.records if isinstance(one, Start)),
        ended=_ended(save) if is_over else 0,
        turns=sum(isinstance(one, TurnEnd) for one in save.records),
        round=position.state.round,
        how=outcome.kind if outcome is not None else "",
        words=outcome.text if outcome is not None else "",
        winners=winners,
        players=tuple(people.players(scores if is_over else {})),
        sides=_sides(scores, people.began, position.definition) if is_over else (),
    )


class _People:
    """Who held what, by the key with which they began."""

    def __init__(self, save: TrustedSave) -> None:
        self._save = save
        self._first: dict[bytes, bytes] = {}
        self._names: dict[bytes, list[str]] = {}
        self.began: dict[bytes, tuple[str, ...]] = {}
        self._holds: dict[bytes, tuple[str, ...]] = {}
        self._follow_keys()
        for span in save.holders.spans:
            key = self.first(span.key)
            names = self._names.setdefault(key, [])
            if span.player not in names:
                names.append(span.player)
            if span.since == save.start_index:
                self.began[key] = (*self.began.get(key, ()), span.nation)
        for nation, held in save.seat_keys().items():
            key = self.first(held)
            self._holds[key] = (*self._holds.get(key, ()), nation)

    def _follow_keys(self) -> None:
        for entry in self._save.entries:
            change = entry.motion.handover if entry.motion is not None else None
            if change is not None and change.is_of_key and change.by_owner:
                self._first[change.key] = self.first(change.old)

    def first(self, key: bytes) -> bytes:
        """The key with which whoever has this one began."""
        return self._first.get(key, key)

    def players(self, scores: Mapping[bytes, float | None]) -> Iterator[GamePlayer]:
        """All of them, those who began first, in the order of their keys."""
        seconds, late = self._times()
        for key in sorted(self._names, key=lambda one: (one not in self.began, one)):
            taken = tuple(seconds.get(key, ()))
            yield GamePlayer(
                key=key,
                keys=(key, *(one for one, first in self._first.items() if first == key)),
                names=tuple(self._names[key]),
                began=self.began.get(key, ()),
                holds=self._holds.get(key, ()),
                score=scores.get(key),
                turns=len(taken),
                seconds=taken,
                late=late.get(key, 0),
            )

    def _times(self) -> tuple[dict[bytes, list[int]], dict[bytes, int]]:
        """How long each turn of a player took, and how many were late."""
        seconds: dict[bytes, list[int]] = {}
        late: dict[bytes, int] = {}
        late_turns = {
            clock.number
            for clock in clocks_of(self._save, "")
            if clock.closed and not clock.is_lost and clock.is_late(clock.closed)
        }
        since, number = 0, 0
        for entry in self._save.entries:
            if isinstance(entry.record, Start):
                since = entry.record.time
            elif isinstance(entry.record, TurnEnd):
                number += 1
                key, closed = self.first(entry.signer), closed_at(entry)
                seconds.setdefault(key, []).append(max(closed - since, 0))
                late[key] = late.get(key, 0) + (number in late_turns)
                since = max(since, closed)
        return seconds, late


def _score(began: tuple[str, ...], winners: tuple[str, ...]) -> float | None:
    """What a game brought to who began with these nations; None on more than one side."""
    if not winners:
        return DRAW
    won = sum(nation in winners for nation in began)
    return WIN if won == len(began) else None if won else LOSS


def _sides(
    scores: Mapping[bytes, float | None],
    began: Mapping[bytes, tuple[str, ...]],
    definition: Definition,
) -> tuple[tuple[bytes, ...], ...]:
    """Who won and who lost together, or in a draw who began in one alliance."""
    if None in scores.values():
        return ()
    found: list[tuple[bytes, ...]] = []
    if DRAW in scores.values():
        found += _allied(began, definition)
    else:
        found += (tuple(sorted(key for key in scores if scores[key] == one)) for one in (WIN, LOSS))
    sides = tuple(side for side in found if side)
    return sides if len(sides) > 1 else ()


def _allied(
    began: Mapping[bytes, tuple[str, ...]], definition: Definition
) -> list[tuple[bytes, ...]]:
    """The players by the alliances of the nations with which they began."""
    alliances = {
        str(one.name): {*map(str, one.alliances or (one.name,))}
        for one in definition.politics.nations
    }
    sides: list[tuple[set[str], list[bytes]]] = []
    for key in sorted(began):
        mine = set().union(*(alliances[nation] for nation in began[key]))
        theirs = [side for side in sides if side[0] & mine]
        sides = [side for side in sides if side not in theirs]
        sides.append(
            (mine.union(*(one for one, _ in theirs)), [*(k for _, ks in theirs for k in ks), key])
        )
    return [tuple(sorted(keys)) for _, keys in sides]


def _ended(save: TrustedSave) -> int:
    """When a game ended: as the authority dated the last turn, or later by what all have signed."""
    ended = 0
    for entry in save.entries:
        if isinstance(entry.record, TurnEnd):
            ended = max(ended, closed_at(entry))
    last = save.records[-1]
    return max(ended, last.time) if isinstance(last, Agreement) else ended
