"""Agreements, for the independent reader: written from docs/formats/consent-v1.md alone."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tests.support.independent_dice import Authority, apply, open_statements
from tests.support.independent_envelope import (
    Refused,
    Signed,
    demand,
    fits,
    is_right,
    is_sound,
    open_envelope,
    open_inside,
)

KEY = "b32"
NAMES = "a1-64=s1-64"
WHATS: Mapping[str, dict[str, str]] = {
    "edit": {"changes": "a1-1000=*"},
    "take_back": {"record": "i0-99999", "to": KEY},
    "draw": {},
    "surrender": {"nations": NAMES},
    "forfeit": {"nations": NAMES, "old": KEY},
    "substitution": {"seats": NAMES, "old": KEY, "player": "s1-64", "key": KEY, "absent": "t"},
    "key_change": {"old": KEY, "key": KEY, "lost": "t"},
    "new_dice": {
        "which": "i0-1",
        "address": "s1-200",
        "commitment": "b0-2048",
        "given_up": "i0-1048576",
    },
    "player_and_dice": {
        "seats": NAMES,
        "old": KEY,
        "player": "s1-64",
        "key": KEY,
        "which": "i0-1",
        "address": "s1-200",
        "commitment": "b0-2048",
        "given_up": "i0-1048576",
    },
    "void_roll": {"index": "i1-1048576"},
    "void_turn": {"turn": "i1-100000"},
    "withdrawal": {"proposal": KEY, "by": KEY},
}
REPLACING = ("new_dice", "player_and_dice")
CONTENT = ("nation", "phase", "where", "round", "side", "step", "count", "sides")


@dataclass(frozen=True, slots=True)
class Agreed:
    """A proposal and the consents to it, opened."""

    proposal: Signed
    proposer: bytes
    digest: bytes
    consents: list[tuple[Signed, bytes]]
    states: list[object]
    statements: list[object]

    @property
    def what(self) -> dict[str, object]:
        return self.proposal.get("what", dict)


def open_agreement(record: Signed) -> Agreed:
    """A1 and A2."""
    raw = record.get("proposal", bytes)
    proposal = read_proposal(raw)
    proposal.signer_or("proposal-bad-signature")
    consents = []
    for one in record.get("consents", list):
        consent = _open(one, 256, "consent")
        consent.signer_or("consent-bad-signature")
        consents.append((consent, consent.signatures[0][0]))
    digest = hashlib.sha256(b"pbem/v1/proposal\0" + raw).digest()
    proposer = proposal.signatures[0][0]
    states, statements = record.get("states", list), record.get("statements", list)
    return Agreed(proposal, proposer, digest, consents, states, statements)


def read_proposal(raw: bytes) -> Signed:
    """A1 without the signature."""
    proposal = _open(raw, 65_536, "proposal")
    what = proposal.get("what", dict)
    rules = WHATS.get(str(what.get("kind")))
    sound = rules is not None and what.keys() == {"kind", *rules}
    demand(sound, "proposal-malformed")
    for name, rule in (rules or {}).items():
        value = what[name]
        right = isinstance(value, bool) if rule == "t" else fits(value, rule)
        demand(right, "proposal-malformed")
        if rule == NAMES and isinstance(value, list):
            demand(value == sorted(set(value)), "proposal-malformed")
        demand(name != "address" or is_right("dice_address", value), "proposal-malformed")
    return proposal


def _open(raw: bytes, limit: int, kind: str) -> Signed:
    try:
        return open_envelope(raw, limit, kind)
    except Refused as refused:
        raise Refused(f"{kind}-malformed") from refused


@dataclass(slots=True)
class Line:
    """Which part of the log is taken back, and which of its rolls are free."""

    gone: set[int] = field(default_factory=set)
    rolls: dict[int, tuple[object, ...]] = field(default_factory=dict)
    again: dict[int, int] = field(default_factory=dict)

    def free(self) -> Iterator[int]:
        used = {roll for at, roll in self.again.items() if at not in self.gone}
        return (at for at in sorted(self.rolls) if at in self.gone and at not in used)

    def first_like(self, content: tuple[object, ...]) -> int | None:
        return next((at for at in self.free() if self.rolls[at] == content), None)


@dataclass(slots=True)
class Table:
    """Who holds which seat; `keys` by player, `host` the host's key now."""

    seats: dict[str, str | None]
    keys: dict[str, bytes]
    host: bytes

    def key(self, seat: object) -> bytes | None:
        return self.keys.get(self.seats.get(str(seat)) or "")

    def holders(self) -> dict[str, bytes]:
        """Nation -> key, the map whose hash the end of a turn names."""
        return {seat: key for seat in self.seats if (key := self.key(seat)) is not None}

    def players(self) -> list[bytes]:
        return [key for key in map(self.key, self.seats) if key is not None]

    def fits(self, what: dict[str, object], pace: object) -> bool:
        """A7 for seats and keys."""
        kind, old, key = what["kind"], what.get("old"), what.get("key")
        if kind == "forfeit":
            losers = {self.key(seat) for seat in _list(what["nations"])}
            agreed = isinstance(pace, dict) and pace["afterwards"] == "forfeit"
            return agreed and None not in losers and old in losers
        if kind == "surrender":
            return all(seat in self.seats for seat in _list(what["nations"]))
        if kind == "withdrawal":
            return what["by"] in [*self.keys.values(), self.host]
        if kind in ("substitution", "player_and_dice"):
            kept = [seat for seat in self.seats if self.key(seat) == old]
            if kind == "player_and_dice" and not set(kept) <= set(_list(what["seats"])):
                return False
            held = all(self.key(seat) == old for seat in _list(what["seats"]))
            known = self.keys.get(str(what["player"]))
            new = known is None and key not in self.keys.values()
            return held and key != old and is_sound(_bin(key)) and (new or known == key)
        if kind == "key_change":
            everybody = [*self.keys.values(), self.host]
            return old in everybody and key not in everybody and is_sound(_bin(key))
        return True

    def wanted(self, what: dict[str, object]) -> set[bytes]:
        """Who consents."""
        kind, everybody = what["kind"], set(self.players())
        if kind in ("edit", "take_back", "draw", "new_dice", "void_roll", "void_turn"):
            return everybody
        if kind == "surrender":
            return {_bin(self.key(seat)) for seat in _list(what["nations"])}
        if kind == "forfeit":
            return everybody - {_bin(what["old"])}
        if kind == "withdrawal":
            return {_bin(what["by"])}
        old, key = _bin(what["old"]), _bin(what["key"])
        if what.get("absent") or what.get("lost") or kind == "player_and_dice":
            return (everybody | {self.host}) - {old} | {key}
        return everybody | {key} if kind == "substitution" else {old, key}

    def change(self, what: dict[str, object]) -> None:
        if what["kind"] in ("substitution", "player_and_dice"):
            player = str(what["player"])
            self.keys[player] = _bin(what["key"])
            self.seats.update(dict.fromkeys(map(str, _list(what["seats"])), player))
            for name in set(self.keys) - set(self.seats.values()):
                del self.keys[name]
        elif what["kind"] == "key_change":
            old, key = _bin(what["old"]), _bin(what["key"])
            self.host = key if self.host == old else self.host
            for name in [name for name, known in self.keys.items() if known == old]:
                self.keys[name] = key


def check_consents(agreed: Agreed, wanted: set[bytes], game: object) -> None:
    """A8 to A10."""
    demand(agreed.proposer in wanted, "proposal-wrong-signer")
    given = {agreed.proposer}
    for consent, by in agreed.consents:
        demand(consent.fields["game"] == game, "consent-wrong-game")
        demand(consent.fields["proposal"] == agreed.digest, "consent-other-proposal")
        demand(by in wanted, "consent-wrong-signer")
        demand(by not in given, "consent-doubled")
        given.add(by)
    demand(given == wanted, "consent-missing")


def check_word(
    agreed: Agreed, table: Table, pace: object, authorities: list[Authority], at: tuple[object, int]
) -> int:
    """A12; authorities: as they are after it; at: the game, and the turn's number.

    The number of the last turn that does not count although this log does not have it, 0 for none.
    """
    what = agreed.what
    quiet = ("surrender", "draw", "withdrawal")
    silent = what["kind"] in quiet or what.get("lost") is False
    wanted = [] if silent or pace is None else authorities
    demand(len(agreed.states) == len(wanted), "agreement-unfit")
    demand(bool(wanted) or not agreed.statements, "agreement-unfit")
    put_out = what["kind"] in ("forfeit", "player_and_dice")
    put_out = put_out or bool(what.get("absent") or what.get("lost"))
    put_out = bool(put_out and what["old"] in table.players())
    said = []
    try:
        apply(open_statements(map(_bin, agreed.statements)), wanted)
        for raw in agreed.states:
            said.append(open_inside(_bin(raw), 512, "turn_state", "turn_state"))
    except Refused as refused:
        raise Refused("agreement-unfit") from refused
    last = 0
    for one, authority in zip(said, wanted, strict=True):
        nation = one.fields["nation"]
        fit = one.signatures[0][0] == authority.key
        fit = fit and (one.fields["game"], one.fields["turn"]) == at
        fit = fit and nation == said[0].fields["nation"] and table.key(nation) is not None
        taken = what.get("nations") or what.get("seats") or [nation]
        fit = fit and (not put_out or (nation in _list(taken) and table.key(nation) == what["old"]))
        demand(fit and not (put_out and one.fields["shown"]), "agreement-unfit")
        last = max(last, one.get("last", int) if put_out else 0)
    return last


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def _bin(value: object) -> bytes:
    assert isinstance(value, bytes)
    return value
