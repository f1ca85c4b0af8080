"""What a relay reads of the files that it keeps: they are verified, and nothing is played.

Source: docs/formats/dice-v1.md, section "Relay".
"""

from pbem.dice.relay_requests import ListFacts, SaveFacts
from pbem.save.errors import OutOfTurnError
from pbem.save.observers import read_observers
from pbem.save.records import TurnEnd
from pbem.save.trust import open_save
from pbem.save.trusted_save import PLAYING


class VerifyingReader:
    """A `pbem.dice.relay_requests.SaveReader`."""

    def save(self, data: bytes) -> SaveFacts:
        """Verify a save; any SaveError, and OutOfTurnError `relay-not-started`."""
        save = open_save(data)
        if save.state != PLAYING:
            raise OutOfTurnError(
                "relay-not-started", "the game has not started", "Hand it on by mail."
            )
        holders, last = save.holders, max(save.open_index - 1, 0)
        changes = {span.since for span in holders.spans}
        return SaveFacts(
            game=save.genesis.game,
            genesis=save.genesis_head,
            head=save.head,
            commitments=tuple(source.commitment for source in save.sources),
            host=holders.host,
            holders=frozenset((*holders.keys().values(), holders.host)),
            changes=len(changes),
            closed=tuple(
                (record.closing.turn, record.nation)
                for record in save.records
                if isinstance(record, TurnEnd)
            ),
            heads=frozenset(entry.head for entry in save.entries),
            open_heads=tuple(entry.head for entry in save.entries[last:]),
        )

    def observers(self, data: bytes) -> ListFacts:
        """Read a list of observers and check its signature; NotASaveError, ChainError."""
        listed = read_observers(data)
        addresses = frozenset(one.address for one in listed.people)
        return ListFacts(listed.genesis, listed.by, listed.time, addresses)
