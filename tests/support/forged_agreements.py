"""Agreements of the forger, on every motion of consent-v1.md."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.support.forger import GAME, KEYS, OWNERS, TIME, Fields, Forger, Mint, envelope, in_order
from tests.support.independent_dice import sha


@dataclass
class Motion:
    """What is proposed, and by whom it must be signed.

    late: the nation of the player who is put out, None where nobody is; then: what it does; mint:
    the authority that takes the place of another one.
    """

    what: Fields
    wanted: set[bytes]
    late: str | None = None
    then: Callable[[], None] = lambda: None
    mint: Mint | None = None

    @property
    def needs_word(self) -> bool:
        """Whether the authorities speak in a game with a pace."""
        silent = ("surrender", "draw", "withdrawal")
        return self.what["kind"] not in silent and self.what.get("lost") is not False


def agreed(forger: Forger) -> None:
    """One more agreement in the log."""
    chance, hand = forger.chance, forger.hand
    motion = MOTIONS[chance.choice(_CHOICES)](forger)
    if motion is None:
        return
    kind = motion.what["kind"]
    what = hand.fields(motion.what)
    is_here = kind in ("edit", "take_back")
    proposal = hand.fields(
        {
            "game": GAME,
            "head": forger.head if is_here else chance.choice(hand.heads),
            "id": chance.randbytes(16),
            "kind": "proposal",
            "time": TIME,
            "until": max(1, forger.turn + chance.choice((0, 1, 50))),
            "what": what,
            "words": "",
        }
    )
    signers = sorted(motion.wanted & set(OWNERS))
    if not signers:
        return
    chance.shuffle(signers)
    raw = envelope(hand.key(OWNERS[signers[0]]), proposal)
    consents: list[bytes] = []
    for key in signers[1:]:
        consent: Fields = {"game": GAME, "kind": "consent", "proposal": sha("proposal", raw)}
        consents.append(envelope(hand.key(OWNERS[key]), hand.fields({**consent, "time": TIME})))
    if hand.slips("consents"):
        consents = chance.choice((consents[:-1], consents + consents[-1:], consents[::-1]))
    body: Fields = {"kind": "agreement", "prev": forger.head, "proposal": raw, "time": TIME}
    is_needed = forger.pace is not None and motion.needs_word
    stated = forger.statements() if is_needed and motion.mint is None else []
    last = chance.choice((0, 0, forger.turn + 2)) if motion.late is not None else 0
    states = _said(forger, motion, last) if is_needed != hand.slips("states") else []
    body |= {"consents": consents, "states": states, "statements": stated}
    signer = chance.choice([*forger.keys.values(), forger.host])
    forger.add(body, signer)
    forger.agreed.append(sha("proposal", raw))
    motion.then()
    if is_needed:
        forger.turn = max(forger.turn, last)


def _said(forger: Forger, motion: Motion, last: int) -> list[bytes]:
    """What the authorities say of a turn; last: the number of the last that they have closed."""
    mints = list(forger.mints)
    if motion.mint is not None:
        which = motion.what["which"]
        assert isinstance(which, int)
        mints[which] = motion.mint
    said: Fields = {
        "closed": TIME if last else 0,
        "game": GAME,
        "here": [[forger.head, TIME]],
        "kind": "turn_state",
        "last": last,
        "nation": motion.late or forger.mover,
        "shown": 0,
        "silent": [[TIME, TIME + 1]],
        "time": TIME,
        "turn": forger.turn + 1,
    }
    return [envelope(forger.hand.key(mint.key), forger.hand.fields(said)) for mint in mints]


def _everybody(forger: Forger) -> set[bytes]:
    return set(forger.seated().values())


def _nation(forger: Forger) -> tuple[str, bytes]:
    nation = forger.chance.choice(list(forger.seats))
    return nation, forger.holder(nation).public


def _edit(forger: Forger) -> Motion:
    return Motion({"kind": "edit", "changes": [["c", 2**60]]}, _everybody(forger))


def _draw(forger: Forger) -> Motion:
    return Motion({"kind": "draw"}, _everybody(forger))


def _take_back(forger: Forger) -> Motion | None:
    known = range(forger.started - 1, len(forger.records))
    kept = [at for at in known if at not in forger.gone]
    at = forger.chance.randrange(len(forger.records)) if forger.hand.slips("to") else kept[0]
    at = forger.chance.choice(kept) if at == kept[0] else at
    here = len(forger.records)

    def then() -> None:
        forger.gone |= set(range(at + 1, here))

    what: Fields = {"kind": "take_back", "record": at, "to": forger.hand.heads[at]}
    return Motion(what, _everybody(forger), then=then)


def _surrender(forger: Forger) -> Motion:
    names = forger.chance.sample(list(forger.seats), forger.chance.randint(1, len(forger.seats)))
    wanted = {forger.holder(nation).public for nation in names}
    return Motion({"kind": "surrender", "nations": in_order(set(names))}, wanted)


def _forfeit(forger: Forger) -> Motion | None:
    is_agreed = forger.pace is not None and forger.pace["afterwards"] == "forfeit"
    if not is_agreed and not forger.hand.slips("forfeit"):
        return None
    nation, old = _nation(forger)
    names = {nation, forger.chance.choice(list(forger.seats))}
    what: Fields = {"kind": "forfeit", "nations": in_order(names), "old": old}
    return Motion(what, _everybody(forger) - {old}, nation)


def _substitution(forger: Forger) -> Motion | None:
    chance = forger.chance
    nation, old = _nation(forger)
    player = chance.choice(("Dan", "Eve", "Fay", *forger.keys))
    key = forger.keys.get(player) or KEYS[player]
    is_new = player not in forger.keys and key not in forger.keys.values()
    fits = key.public != old and (is_new or player in forger.keys)
    if not fits and not forger.hand.slips("substitution"):
        return None
    seats = {one for one, holder in forger.seated().items() if holder == old}
    seats = {one for one in seats if one == nation or chance.random() < 0.7}
    is_absent = chance.random() < 0.5
    wanted = _everybody(forger) | {key.public}
    if is_absent:
        wanted = (wanted | {forger.host.public}) - {old} | {key.public}

    def then() -> None:
        forger.seats.update(dict.fromkeys(seats, player))
        forger.keys[player] = key
        held = set(forger.seats.values())
        forger.keys = {name: one for name, one in forger.keys.items() if name in held}
        _note_holders(forger)

    what: Fields = {"kind": "substitution", "seats": in_order(seats), "old": old, "player": player}
    what |= {"key": key.public, "absent": is_absent}
    return Motion(what, wanted, nation if is_absent else None, then)


def _key_change(forger: Forger) -> Motion | None:
    _, old = _nation(forger)
    if forger.chance.random() < 0.2:
        old = forger.host.public
    key = KEYS[forger.chance.choice(("Dan", "Eve", "Fay"))]
    is_known = key in (*forger.keys.values(), forger.host)
    if is_known and not forger.hand.slips("key_change"):
        return None
    is_lost = forger.chance.random() < 0.5
    wanted = {old, key.public}
    if is_lost:
        wanted = (_everybody(forger) | {forger.host.public, key.public}) - {old}
    late = next((one for one, holder in forger.seated().items() if holder == old), None)

    def then() -> None:
        forger.host = key if forger.host.public == old else forger.host
        for name, one in forger.keys.items():
            forger.keys[name] = key if one.public == old else one
        _note_holders(forger)

    what: Fields = {"kind": "key_change", "old": old, "key": key.public, "lost": is_lost}
    return Motion(what, wanted, late if is_lost else None, then)


def _new_dice(forger: Forger) -> Motion | None:
    which = forger.chance.randrange(len(forger.mints))
    key = KEYS[forger.chance.choice(("D2", "D3", "D4"))]
    fits = key not in [mint.key for mint in forger.mints] and not forger.mints[0].is_rehearsal
    if not fits and not forger.hand.slips("new_dice"):
        return None
    before = forger.mints[0].committed.public if which else None
    mint, raw = forger.committed(key, before, forger.rolls + 1, "committed")
    address = forger.chance.choice(("embedded", "https://n.example"))

    def then() -> None:
        forger.mints[which] = mint

    what: Fields = {"kind": "new_dice", "which": which, "address": address, "commitment": raw}
    later = forger.chance.choice((0, 1_001) if forger.hand.slips("given_up") else (1, 1_000))
    what["given_up"] = forger.chance.choice((0, forger.rolls + later))
    return Motion(what, _everybody(forger), then=then, mint=mint)


def _player_and_dice(forger: Forger) -> Motion | None:
    if len(forger.mints) < 2 and not forger.hand.slips("authorities"):
        return None
    dice, taken = _new_dice(forger), _substitution(forger)
    if dice is None or taken is None:
        return None
    old, key, seats = (taken.what[name] for name in ("old", "key", "seats"))
    assert isinstance(old, bytes) and isinstance(key, bytes) and isinstance(seats, list)
    held = {one for one, holder in forger.seated().items() if holder == old}
    if set(seats) != held and not forger.hand.slips("kept"):
        return None
    what: Fields = {**dice.what, **taken.what, "kind": "player_and_dice"}
    del what["absent"]
    wanted = (_everybody(forger) | {forger.host.public}) - {old} | {key}

    def then() -> None:
        dice.then()
        taken.then()

    return Motion(what, wanted, seats[0], then, dice.mint)


def _withdrawal(forger: Forger) -> Motion:
    _, by = _nation(forger)
    by = forger.chance.choice((by, forger.host.public))
    proposal = forger.chance.randbytes(32)
    if forger.agreed and forger.hand.slips("agreed"):
        proposal = forger.chance.choice(forger.agreed)
    return Motion({"kind": "withdrawal", "proposal": proposal, "by": by}, {by})


def _void_roll(forger: Forger) -> Motion:
    later = forger.chance.choice((0, 1_001) if forger.hand.slips("index") else (1, 2, 1_000))
    return Motion({"kind": "void_roll", "index": forger.rolls + later}, _everybody(forger))


def _void_turn(forger: Forger) -> Motion:
    turn = forger.turn + 1

    def then() -> None:
        forger.turn = turn

    return Motion({"kind": "void_turn", "turn": turn}, _everybody(forger), then=then)


def _note_holders(forger: Forger) -> None:
    forger.ever |= set(forger.seated().items())


MOTIONS: Mapping[str, Callable[[Forger], Motion | None]] = {
    "edit": _edit,
    "take_back": _take_back,
    "draw": _draw,
    "surrender": _surrender,
    "forfeit": _forfeit,
    "substitution": _substitution,
    "key_change": _key_change,
    "new_dice": _new_dice,
    "void_roll": _void_roll,
    "void_turn": _void_turn,
    "player_and_dice": _player_and_dice,
    "withdrawal": _withdrawal,
}
_CHOICES = (*MOTIONS, "take_back", "take_back", "substitution", "key_change", "new_dice")
