"""The games that one run works on: each save is verified once and replayed once."""

import contextlib

from engine.values import dataclass
from pbem.home import Home
from pbem.log import LOG
from pbem.motions.consent import SignedProposal
from pbem.replay import Position
from pbem.save.comparing import Comparison, Lineage, records_shared
from pbem.save.errors import SaveError
from pbem.save.shelf import GameRef, Origin, ref_of
from pbem.save.trusted_save import PLAYING, TrustedSave


@dataclass(frozen=True, slots=True)
class Behind:
    """A mail that brought an older save than there is: of which game, how many records it had, who
    the mail says has sent it, and when it says that it was written (Unix seconds, 0 for not)."""

    ref: GameRef
    records: int
    sender: str
    written: int


class OpenedGames:
    """The games of a home that were opened, as they are stored now.

    Longer saves are stored through this class, so that what was verified when it came is not
    verified again when it is looked at.

    early: proposals that came in this run before the turn on which they were made.  behind: mails
    of this run with older saves.
    """

    def __init__(self, home: Home) -> None:
        """Nothing is opened before it is needed."""
        self.home = home
        self.early: list[SignedProposal] = []
        self.behind: list[Behind] = []
        self._saves: dict[GameRef, TrustedSave] = {}
        self._positions: dict[bytes, Position] = {}

    def save(self, game: GameRef) -> TrustedSave | None:
        """The current save of a game, or None; SaveError when it is damaged."""
        if game not in self._saves:
            found = self.home.game_store.load(game, self.home.keyring())
            if found is None:
                return None
            self._saves[game] = found
        return self._saves[game]

    def beginning(self, data: bytes) -> tuple[TrustedSave, int] | None:
        """The save, and how many of its records, that a file holds and nothing else: an older save
        of a game that this run has opened; None for any other file, and for a damaged one."""
        for save in self._saves.values():
            if save.state == PLAYING:
                with contextlib.suppress(SaveError):
                    shared = records_shared(save, data)
                    if shared is not None and shared < len(save.entries):
                        return save, shared
        return None

    def position(self, save: TrustedSave) -> Position:
        """Where a save stands."""
        known = self._positions.get(save.head)
        if known is None:
            known = self._positions[save.head] = self.home.position(save)
        return known

    def file(self, save: TrustedSave, origin: Origin) -> Comparison:
        """Put a save with the others of its game; raises as `GameStore.store`."""
        comparison = self.home.game_store.store(save, origin)
        game = ref_of(save)
        said = f"game {game.game.hex()[:8]}, {len(save.records)} records"
        LOG.debug("%s: %s", said, comparison.lineage.value)
        if comparison.lineage in (Lineage.FIRST, Lineage.NEWER, Lineage.SAME):
            self._saves[game] = save
        elif comparison.lineage is Lineage.MERGED:
            self._saves.pop(game, None)
        return comparison

    def has_grown(self, position: Position) -> None:
        """Take note of a save that has been stored already."""
        self._saves[ref_of(position.save)] = position.save
        self._positions[position.save.head] = position
