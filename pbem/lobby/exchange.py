"""Another player for a seat before the start: the game is founded anew on the same terms."""

from collections.abc import Mapping

from engine.values import dataclass
from pbem.home import Home
from pbem.lobby.computer_seats import computer_seats, keep_computer_seats
from pbem.lobby.founding import FoundingPlan, Seat, found
from pbem.lobby.parting import check_inviting
from pbem.replay.scenarios import scenario_of
from pbem.save.keys import NamedKey
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import quoted
from pbem.usage import UsageError


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A game that was founded anew; before: the one whose place it takes."""

    before: TrustedSave
    after: TrustedSave


def _check_host(save: TrustedSave, key: NamedKey) -> None:
    """Raise UsageError `not-the-host` unless the key is the host's."""
    if save.genesis.host_key != key.key.public:
        raise UsageError(
            "not-the-host",
            "Only the host of a game can do that before it starts.",
            f"Ask {quoted(save.genesis.host)} to do it.",
        )


def exchange(
    home: Home, save: TrustedSave, key: NamedKey, player: str, instead: Seat, when: int
) -> Exchanged:
    """Found a game anew with somebody else for one player, on the same terms.

    Everybody else joins again: they have signed for a game with that player.  Raises UsageError
    `not-the-host`, `unknown-player`, and as `found` does.
    """
    check_inviting(save)
    _check_host(save, key)
    genesis = save.genesis
    if player not in genesis.players or player == key.name:
        others = ", ".join(quoted(name) for name in genesis.players if name != key.name)
        raise UsageError(
            "unknown-player",
            f"{quoted(player)} is not invited to this game.",
            f"These are: {others}.",
        )
    addresses = _addresses(home, save)
    seats = {
        nation: instead if name == player else Seat(name, addresses.get(name, ""))
        for nation, name in genesis.seats.items()
        if name is not None
    }
    plan = FoundingPlan(
        scenario=scenario_of(save),
        title=genesis.name,
        seats=seats,
        options=genesis.options,
        dice=tuple(one.address for one in genesis.dice),
        pace=genesis.pace,
    )
    after = found(home, plan, key, when)
    mine = {
        nation: kind
        for nation, kind in computer_seats(home, ref_of(save)).items()
        if after.seats.get(nation) == key.name
    }
    if mine:
        keep_computer_seats(home, ref_of(after), mine)
    return Exchanged(save, after)


def _addresses(home: Home, save: TrustedSave) -> Mapping[str, str]:
    """Where everybody is reached: as they were invited, or as they have said since."""
    known = dict(home.invited_addresses(ref_of(save)))
    known |= {name: card.address for name, card in home.cards(save).items()}
    return {name: address for name, address in known.items() if name != save.genesis.host}
