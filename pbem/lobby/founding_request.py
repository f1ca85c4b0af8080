"""What a founder wrote down about a new game, read into what `found` is given.

The command line and the page of the board write the same words, so a game can be founded in either.
"""

from collections.abc import Iterable, Mapping

from engine import Definition, Profile
from engine.values import dataclass, field
from pbem.atlas.known_folders import remember_folder
from pbem.dice.client import EMBEDDED
from pbem.home import Home
from pbem.lobby.authority import require_encrypted
from pbem.lobby.computer_seats import computer_named, keep_computer_seats
from pbem.lobby.founding import FoundingPlan, Seat, found
from pbem.lobby.options import parse_options
from pbem.lobby.pace import read_pace_words
from pbem.lobby.scenarios import find_scenario, folder_of
from pbem.mail.address import parse_address
from pbem.save.keys import NamedKey
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import quoted
from pbem.usage import UsageError
from pbem.wire.pace import Pace


@dataclass(frozen=True, slots=True)
class Wanted:
    """The words of a founder.

    scenario: as `find_scenario` takes it; profile: None for the usual one.
    title: "" for the scenario's.
    seats: by nation or alliance, who plays it: an address, ``Name <address>``, ``me``, or
      ``computer`` or ``computer:hard`` for a seat of the founder's that a computer player takes.
    options: by name, a value; bids: by nation, a number of PUs.
    dice: addresses; plain_http: whether they may be unencrypted.
    pace, bumps, absence: as `read_pace_words` takes them; "" and 0 for a game without a pace.
    """

    scenario: str
    title: str = ""
    profile: Profile | None = None
    seats: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    bids: Mapping[str, str] = field(default_factory=dict)
    dice: tuple[str, ...] = (EMBEDDED,)
    plain_http: bool = False
    pace: str = ""
    bumps: str = ""
    absence: int = 0
    hotseat: bool = False
    seed: str = ""


def found_as_wanted(home: Home, wanted: Wanted, key: NamedKey, when: int) -> TrustedSave:
    """Found the game, and remember the map folder that its scenario came with; when: Unix seconds.

    Raises UsageError for words that mean nothing, and as `find_scenario` and `found` do.
    """
    for address in wanted.dice:
        require_encrypted(address, plain_http=wanted.plain_http)
    definition = find_scenario(wanted.scenario, wanted.profile)
    who = _by_nation(wanted.seats, definition)
    save = found(home, _setup(definition, wanted, who, key.name), key, when)
    _keep_computers(home, save, who)
    folder = folder_of(wanted.scenario)
    if folder is not None:
        remember_folder(home.maps_path, definition.name, folder)
    return save


def _keep_computers(home: Home, save: TrustedSave, who: Mapping[str, str]) -> None:
    """Remember which seats of a game that was just founded the computer plays; who: by nation."""
    named = {nation: kind for nation in who if (kind := computer_named(who[nation])) is not None}
    if named:
        keep_computer_seats(home, ref_of(save), named)


def _setup(definition: Definition, wanted: Wanted, who: Mapping[str, str], me: str) -> FoundingPlan:
    bids = {f"bid.{nation}": amount for nation, amount in wanted.bids.items()}
    return FoundingPlan(
        scenario=definition,
        title=wanted.title,
        seats={nation: person_of(one, me) for nation, one in who.items()},
        options=parse_options(definition, {**wanted.options, **bids}),
        dice=wanted.dice,
        seed=wanted.seed,
        hotseat=wanted.hotseat,
        pace=_pace(wanted),
    )


def _pace(wanted: Wanted) -> Pace | None:
    if wanted.pace:
        return read_pace_words(wanted.pace, wanted.bumps, wanted.absence)
    if wanted.bumps or wanted.absence:
        raise UsageError(
            "bad-pace",
            "Reminders and absences go with a pace.",
            "Say what a turn may take, such as 72h (--pace 72h).",
        )
    return None


def check_new(name: str, known: Iterable[str], what: str) -> None:
    """Raise UsageError `named-twice` when a name is among those that are known already.

    what: where it stands, such as ``--seat``.
    """
    if name.lower() in {other.lower() for other in known}:
        raise UsageError(
            "named-twice", f"{what} names {quoted(name)} twice.", "Leave one of them out."
        )


def _by_nation(texts: Mapping[str, str], definition: Definition) -> dict[str, str]:
    """Who plays each nation, of words that name nations or alliances.

    An alliance stands for those of its nations that are not named themselves.  Nations that never
    move, such as neutral ones, are the founder's unless somebody is named.
    """
    nations = {one.name.lower(): one for one in definition.politics.nations}
    alliances = {name.lower() for one in nations.values() for name in one.alliances}
    seats: dict[str, str] = {}
    groups: dict[str, str] = {}
    for name, who in texts.items():
        check_new(name, (*seats, *groups), "--seat")
        is_group = name.lower() in alliances and name.lower() not in nations
        if is_group:
            groups[name.lower()] = who
        else:
            seats[nations[name.lower()].name if name.lower() in nations else name] = who
    for name, who in groups.items():
        for one in nations.values():
            if name in map(str.lower, one.alliances):
                seats.setdefault(one.name, who)
    moving = {step.nation for step in definition.sequence}
    if texts:
        for one in nations.values():
            if one.name not in moving:
                seats.setdefault(one.name, "me")
    return seats


def person_of(who: str, me: str) -> Seat:
    """`me`, a computer player, an address (its local part is the name), or `Name <address>`."""
    if who.lower() in {"me", me.lower()} or computer_named(who) is not None:
        return Seat(me)
    name, bracket, rest = who.partition("<")
    address = parse_address(rest.rstrip("> ") if bracket else who)
    player = name.strip() if bracket else address.split("@")[0]
    if player == me:
        raise UsageError(
            "name-taken",
            f"{quoted(player)} is your own name.",
            "Write 'Name <address>' with another name, or =me.",
        )
    return Seat(player, address)
