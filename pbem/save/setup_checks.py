"""What the first record of a log must fulfil in itself: seats, players, dice and scenario.

Source: docs/formats/save-v1.md, section "Verification", genesis.
"""

from collections.abc import Mapping

from pbem.dice.protocol import REHEARSAL, verify_commitment
from pbem.dice.sources import DiceSource
from pbem.save.chain import scenario_hash
from pbem.save.format import MAX_SCENARIO
from pbem.save.records import Genesis
from pbem.wire.canonical import decode
from pbem.wire.errors import ASK_AGAIN, ChainError, DiceError, NotASaveError
from pbem.wire.fields import wrong_shape
from pbem.wire.signing import Verifier, check_public_key

_MAX_SCENARIO_ENTRIES = 10_000
_HOST = "Ask the host for the save again."


def check_table(genesis: Genesis) -> None:
    """Seats and players must name each other, keys must be sound, the host's the same."""
    seated = {player for player in genesis.seats.values() if player is not None}
    if seated != set(genesis.players):
        raise ChainError("wrong-seats", "seats and players do not name the same people")
    for key in genesis.players.values():
        if key is not None:
            check_public_key(key)
    if genesis.host in genesis.players and genesis.players[genesis.host] != genesis.host_key:
        raise ChainError("wrong-seats", "the host plays under a key other than their own")
    fixed = all(player is not None for player in genesis.seats.values()) and all(
        key is not None for key in genesis.players.values()
    )
    if genesis.mode == "mail" and genesis.pace is not None and _has_guests(genesis):
        # Anybody who never signed anything must not lose by a clock.
        raise ChainError("wrong-seats", "in a game with a pace everybody but the host must join")
    if genesis.mode != "mail" and not fixed:
        raise ChainError("wrong-seats", "every seat of a game that is not by mail needs a key")


def _has_guests(genesis: Genesis) -> bool:
    """Whether players other than the host play without having joined."""
    return any(key is not None for name, key in genesis.players.items() if name != genesis.host)


def sources_of(genesis: Genesis, verifier: Verifier) -> tuple[DiceSource, ...]:
    """The dice authorities, whose commitments fit the game."""
    sources: list[DiceSource] = []
    for dice in genesis.dice:
        commitment = verify_commitment(dice.commitment, verifier)
        fits = (commitment.game, commitment.host) == (genesis.game, genesis.host_key)
        if not fits or commitment.first != 1:
            raise DiceError(
                "commitment-wrong-game",
                "the dice authority's commitment is for another game or host",
                "Do not play this game: its dice can be made up.",
            )
        if any(source.key == commitment.authority for source in sources):
            raise DiceError("commitment-twice", "its two dice authorities are one and the same")
        if commitment.before != (sources[0].key if sources else None):
            raise DiceError(
                "commitment-wrong-order", "its dice authorities do not answer one after the other"
            )
        sources.append(DiceSource.of(dice.address, commitment))
    rehearsed = [
        source
        for source in sources
        if source.commitment.proof == REHEARSAL and source.address.startswith("rehearsal:")
    ]
    strict = [
        source
        for source in sources
        if source.commitment.proof != REHEARSAL and not source.address.startswith("rehearsal:")
    ]
    wanted = rehearsed if genesis.mode == "rehearsal" else strict
    if wanted != sources or (rehearsed and len(sources) > 1):
        raise DiceError(
            "commitment-wrong-mode",
            "rehearsal dice in a real game, or the reverse",
            "Do not play this game: its dice prove nothing.",
        )
    return tuple(sources)


def check_scenario(tree: bytes, wanted: bytes) -> None:
    """The attached scenario: its shape, and that it is the one that the game names."""
    if len(tree) > MAX_SCENARIO:
        raise NotASaveError("too-large", "the scenario is too large", ASK_AGAIN)
    value = decode(tree)
    if not isinstance(value, Mapping) or len(value) > _MAX_SCENARIO_ENTRIES:
        raise wrong_shape("the scenario", f"is not a map of up to {_MAX_SCENARIO_ENTRIES} entries")
    if scenario_hash(tree) != wanted:
        raise ChainError(
            "scenario-differs", "the scenario that came with it is not the one of this game", _HOST
        )
