"""What the records before the first turn do to a ledger: genesis, join, start.

Source: docs/formats/save-v1.md, section "Verification".
"""

from engine.values import replace
from pbem.dice.closing import seats_hash
from pbem.dice.sources import check_seated
from pbem.save.chain import join_hash
from pbem.save.holders import Holders
from pbem.save.keyring import check_authority, check_pinned
from pbem.save.ledger import Ledger
from pbem.save.records import Genesis, Join, Start
from pbem.save.setup_checks import check_scenario, check_table, sources_of
from pbem.save.signed_record import Signed
from pbem.wire.address import is_server
from pbem.wire.errors import ASK_AGAIN, ChainError, KeyMismatchError, OutOfTurnError
from pbem.wire.fields import wrong_shape

_HOST = "Ask the host for the save again."


def with_genesis(ledger: Ledger, genesis: Genesis, signer: bytes, scenario: bytes | None) -> Ledger:
    """The set-up of the game; raises SaveError."""
    if signer != genesis.host_key:
        raise KeyMismatchError("unknown-key", "it is not signed by the host that it names")
    check_table(genesis)
    sources = sources_of(genesis, ledger.verifier)
    if scenario is not None:
        check_scenario(scenario, genesis.scenario)
    holders = Holders.of(genesis)
    pinned = ledger.keyring.players
    check_pinned(pinned, genesis.host, genesis.host_key)
    for source in sources:
        if is_server(source.address):
            check_authority(ledger.keyring, source.address, source.key)
    if genesis.mode == "mail":
        for name, key in holders.players.items():
            check_pinned(pinned, name, key)
    return replace(ledger, holders=holders, sources=sources)


def with_join(ledger: Ledger, join: Join, signer: bytes) -> Ledger:
    """A player in their seats; raises SaveError."""
    if join.genesis != ledger.history[0].head:
        raise ChainError("broken-link", "it answers the invitation to another game", ASK_AGAIN)
    if signer != join.key:
        raise KeyMismatchError("unknown-key", "it is not signed by the key that it names")
    ledger.holders.check_join(join)
    check_pinned(ledger.keyring.players, join.player, join.key)
    return replace(ledger, holders=ledger.holders.joined(join))


def with_start(ledger: Ledger, start: Start, signed: Signed) -> Ledger:
    """The game begins; raises SaveError."""
    ledger.check_prev(start.prev)
    if signed.signer != ledger.genesis.host_key:
        if signed.signer in ledger.holders.players.values():
            raise OutOfTurnError("not-the-host", "only the host can start the game", _HOST)
        raise KeyMismatchError("unknown-key", "only the host can start the game", _HOST)
    if start.joins != tuple(join_hash(entry.body) for entry in ledger.history.entries[1:]):
        raise ChainError("wrong-joins", "the joins that it names are not the ones before it")
    number = len(ledger.history)
    begun = replace(ledger, start=number, holders=ledger.holders.begun(number))
    _check_seated(begun, signed)
    return begun


def _check_seated(ledger: Ledger, signed: Signed) -> None:
    """When the first turn of a game with a pace began, by the dice authorities."""
    genesis = ledger.genesis
    if genesis.pace is None:
        if signed.seated:
            raise wrong_shape("the start record", "has something attached without a pace")
        return
    seats = seats_hash(ledger.holders.keys())
    check_seated(signed.seated, ledger.sources, genesis.game, seats)
