"""Proposals on their way: made, consented to, collected, and put into the game.

A proposal and the consents to it are kept beside the saves of its game until they are complete.
Only the player to move may put them into the log (docs/formats/consent-v1.md); all others send
what they have signed.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pbem.agreements.objections import try_agreed
from pbem.files import write_atomic
from pbem.home import Home
from pbem.play.drafts import carry_draft
from pbem.replay import (
    Position,
    changes_in_words,
    describe,
    motion_in_words,
    read_position,
    read_story,
    signer_name,
)
from pbem.replay.errors import NotYourTurnError
from pbem.save.agreed import Note
from pbem.save.agreement import Agreed
from pbem.save.errors import NotASaveError, OutOfTurnError, SaveError
from pbem.save.keys import NamedKey
from pbem.save.proposals import agreement_of, merged, proposal_file, read_proposal_file
from pbem.save.trust import TrustedSave
from pbem.text import quoted
from pbem.wire.consent import (
    Edit,
    Motion,
    TakeBack,
    make_consent,
    make_proposal,
)

_FOLDER = "proposals"


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """A proposal that waits; missing: who has still to consent, by name, () when complete."""

    agreed: Agreed
    missing: tuple[str, ...]

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        return self.agreed.proposal.digest.hex()[:8]

    def asks(self, save: TrustedSave, key: bytes) -> bool:
        """Whether a key has still to consent."""
        return key in save.check_agreed(self.agreed)


def propose(
    home: Home,
    save: TrustedSave,
    key: NamedKey,
    motion: Motion,
    *,
    words: str,
    when: int,
    fresh: Callable[[int], bytes] = secrets.token_bytes,
) -> OpenProposal:
    """Write a proposal on the head of a save and keep it.

    Raises what keeps it from ever being agreed to: SaveError as `TrustedSave.check_agreed` does.
    """
    proposal = make_proposal(
        motion,
        key.key,
        game=save.genesis.game,
        head=save.head,
        identity=fresh(16),
        until=min(save.next_turn - 1 + 2 * len(save.seats), 100_000),
        words=words,
        time=when,
    )
    agreed = Agreed(proposal, ())
    missing = save.check_agreed(agreed)
    try_agreed(save, agreed)
    keep(home, agreed)
    return OpenProposal(agreed, names_of(save, missing, motion))


def add_consent(
    home: Home, save: TrustedSave, agreed: Agreed, key: NamedKey, when: int
) -> OpenProposal:
    """Sign a consent and keep it.

    Raises OutOfTurnError `consent-not-asked` and `consent-given`, and what is against the proposal.
    """
    missing = save.check_agreed(agreed)
    mine = key.key.public
    if mine not in missing:
        given = mine in (agreed.proposal.proposer, *(one.by for one in agreed.consents))
        raise OutOfTurnError(
            "consent-given" if given else "consent-not-asked",
            "you have consented already" if given else "your consent is not needed",
        )
    consent = make_consent(agreed.proposal, key.key, time=when)
    signed = keep(home, merged(agreed, Agreed(agreed.proposal, (consent,))))
    return OpenProposal(signed, names_of(save, save.check_agreed(signed), agreed.proposal.motion))


def keep(home: Home, agreed: Agreed) -> Agreed:
    """Keep a proposal with the consents known so far; returns all that is known of it now."""
    path = _path(home, agreed)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    home.game_store.mark(agreed.proposal.game)
    if path.is_file():
        agreed = merged(read_proposal_file(path.read_bytes()), agreed)
    write_atomic(path, proposal_file(agreed), mode=0o600)
    return agreed


def waiting(home: Home, save: TrustedSave) -> tuple[OpenProposal, ...]:
    """The kept proposals that can still be agreed to at the end of a save, the oldest first."""
    folder = home.game_store.folder(save.genesis.game) / _FOLDER
    found: list[OpenProposal] = []
    for path in sorted(folder.glob("*.pbem")) if folder.is_dir() else ():
        try:
            agreed = read_proposal_file(path.read_bytes())
            missing = save.check_agreed(agreed)
        except SaveError:
            continue  # lapsed, enacted already, or made on a position that the game has left
        found.append(OpenProposal(agreed, names_of(save, missing, agreed.proposal.motion)))
    return tuple(sorted(found, key=lambda one: (one.agreed.proposal.time, one.agreed.proposal.id)))


def waiting_named(home: Home, save: TrustedSave, name: str) -> OpenProposal:
    """The kept proposal whose name begins with this; NotASaveError `no-such-proposal`."""
    for one in waiting(home, save):
        if name and one.name.startswith(name.lower()):
            return one
    raise NotASaveError(
        "no-such-proposal",
        f"no proposal {quoted(name)} is open in this game",
        f"`pbem consent {save.genesis.game.hex()[:8]}` lists those that are.",
    )


def enact(home: Home, save: TrustedSave, agreed: Agreed, key: NamedKey, when: int) -> Position:
    """Put an agreement into the log and store it; the position after it.

    Raises SaveError when a consent is missing or wrong, or the rules are against it.
    """
    agreed = merged(agreed, agreed)
    grown = save.append_agreed(agreement_of(agreed, save.head, when), key.key)
    position = read_position(grown)
    if position.error is not None:
        raise position.error
    home.game_store.extend(grown)
    _path(home, agreed).unlink(missing_ok=True)
    return position


def enact_complete(home: Home, position: Position, key: NamedKey, when: int) -> Position | None:
    """Put the first complete proposal into the log if this player may; None when there is none.

    position: that of the current save of the game.

    Where several may (the player to move is replaced, or the game is over), the proposer does it:
    if each of them did, the game would fork.
    """
    save, nation = position.save, position.nation
    complete = [one for one in waiting(home, save) if not one.missing]
    mover = save.players.get(save.player_of(nation)) if nation else None
    for one in complete:
        if key.key.public not in (mover, one.agreed.proposal.proposer):
            continue
        try:
            return enact(home, save, one.agreed, key, when)
        except SaveError:
            continue  # not theirs to do, or not now: dice are asked for, or a turn has to be signed
    return None


def add_note(
    home: Home, position: Position, key: NamedKey, territory: str, text: str, when: int
) -> Position:
    """Sign a public note on a territory into the turn of the player to move, and store it."""
    save = position.save
    note = Note(save.head, position.nation, territory, text, when)
    after = read_position(save.append_agreed(note, key.key))
    if after.error is not None:
        raise after.error
    home.game_store.extend(after.save)
    carry_draft(home, save, after.save)
    return after


def proposal_game(home: Home, agreed: Agreed) -> TrustedSave:
    """The save that a proposal belongs to; NotASaveError `unknown-game` when there is none."""
    save = home.game_store.load(agreed.proposal.game, home.keyring())
    if save is None:
        raise no_such_game()
    return save


def no_such_game() -> NotASaveError:
    """The error for a proposal in a game that is not in this home."""
    return NotASaveError(
        "unknown-game", "it is a proposal for a game that you do not have", "Fetch the game."
    )


def names_of(save: TrustedSave, keys: tuple[bytes, ...], motion: Motion) -> tuple[str, ...]:
    """Whose keys these are, the new ones of a proposal included."""
    return tuple(signer_name(save, motion, key) for key in keys)


def describe_proposal(position: Position, agreed: Agreed) -> list[str]:
    """What is proposed, in plain words, a line each; raw text without line feeds.

    Whatever strangers have written stays on a line that says whose it is, so that none of their
    names and words can pass for something that is proposed.
    """
    save = position.save
    motion = agreed.proposal.motion
    who = signer_name(save, motion, agreed.proposal.proposer)
    lines = [f"{save.genesis.name}: {who} proposes:"]
    if isinstance(motion, Edit):
        changes = changes_in_words(motion, position.definition)
        if len(changes) > 1:
            lines.append(f"  {len(changes)} changes to the board, in this order:")
        lines += [f"  EDIT {change}" for change in changes]
    else:
        lines.append(f"  {motion_in_words(save, motion, position.definition)}")
    if isinstance(motion, TakeBack):
        lines += _describe_take_back(position, motion)
    said = agreed.proposal.words.splitlines()
    lines += [f"  {who} says: {words}" for words in said if words.strip()]
    return [" ".join(line.splitlines()) for line in lines]


def _describe_take_back(position: Position, motion: TakeBack) -> list[str]:
    """Where the game would be, and what would be undone and drawn again."""
    save = position.save
    turns = [one.nation for one in position.turns if one.is_finished and one.last > motion.record]
    gone = [
        entry.kind
        for entry in save.entries[motion.record + 1 :]
        if not save.takebacks.is_taken_back(entry.index)
    ]
    rolls = gone.count("roll") + gone.count("roll_again")
    return [
        f"  {_where(save, motion)}",
        f"  finished turns that would be undone: {', '.join(turns) or 'none'}",
        f"  {len(gone)} records would be taken back, with {rolls} rolls; their dice come again "
        "whenever the game asks for exactly the same, and everybody will know them; an attack with "
        "another number of dice gets new ones",
    ]


def _where(save: TrustedSave, motion: TakeBack) -> str:
    """Where a take-back leads, in words."""
    line = [moment for moment in read_story(save).line() if moment.record <= motion.record]
    last = line[-1]
    state = last.step.state
    text = describe(last.action, state.definition) if last.action is not None else "the beginning"
    phase = state.phase.phase.replace("_", " ")
    return (
        f"to step {last.number}: round {state.round}, {state.nation or 'nobody'}, {phase}, "
        f"after: {text}"
    )


def check_is_player(save: TrustedSave, key: NamedKey) -> str:
    """The name under which a key plays; NotYourTurnError when it holds no seat."""
    for name, known in save.players.items():
        if known == key.key.public:
            return name
    raise NotYourTurnError(
        "no-seat", f"{quoted(key.name)} holds no seat in this game", "Only players propose."
    )


def _path(home: Home, agreed: Agreed) -> Path:
    folder = home.game_store.folder(agreed.proposal.game) / _FOLDER
    return folder / f"{agreed.proposal.digest.hex()[:32]}.pbem"
