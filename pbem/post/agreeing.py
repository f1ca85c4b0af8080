"""What a proposal leads to once its player has signed: into the game, or on to the others.

The commands and the board go through here alike.  when: Unix seconds.
"""

from pathlib import Path
from typing import TypeAlias

from pbem.agreements.consent import add_consent
from pbem.agreements.describe import describe_proposal
from pbem.agreements.enact import enact
from pbem.agreements.open_proposals import OpenProposal
from pbem.agreements.propose import check_is_player, propose
from pbem.files import write_atomic
from pbem.home import Home
from pbem.motions.motion import Motion
from pbem.output import Output
from pbem.post.agreements import identity_of, post_agreement, post_proposal
from pbem.post.delivery_words import mail_lines
from pbem.post.had import had_since
from pbem.post.letter import PostResult, is_handed_on
from pbem.replay import Position, notice_of, read_position
from pbem.result import Result
from pbem.save.armour import armour
from pbem.save.errors import OutOfTurnError, SaveError
from pbem.save.keys import NamedKey
from pbem.save.proposal_file import proposal_file
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import plain
from pbem.wire.shapes import told_of


class EnactedOutput(Output):
    """An agreement that is in the game now, and whose turn it is; motion: what was agreed."""

    game: str
    done: bool
    head: str
    motion: dict[str, object]
    text: str
    to_move: str


class ProposedOutput(Output):
    """A proposal on its way to those who have still to consent; file, armour: to hand it over."""

    game: str
    done: bool
    proposal: str
    motion: dict[str, object]
    missing: tuple[str, ...]
    file: str
    armour: str
    text: str


class NotSignedOutput(Output):
    """Somebody was asked and did not want to."""

    signed: bool


AnyAgreement: TypeAlias = EnactedOutput | ProposedOutput | NotSignedOutput


def give_consent(
    home: Home, save: TrustedSave, found: OpenProposal, key: NamedKey, when: int
) -> Result[AnyAgreement]:
    """Sign a consent and send it on its way; raises as `add_consent` does.

    A consent that was signed in a run that was cut off before its mail was sent is sent now.
    """
    try:
        found = add_consent(home, save, found.signed, key, when)
    except OutOfTurnError as error:
        if error.code != "consent-given" or not _is_unsent(home, found):
            raise
    return advance_proposal(home, save, key, found, when)


def make_proposal(
    home: Home, save: TrustedSave, key: NamedKey, motion: Motion, words: str, when: int
) -> Result[AnyAgreement]:
    """Sign a proposal of the player's own and send it on its way.

    Raises NotYourTurnError for somebody without a seat, and as `propose` does.
    """
    check_is_player(save, key)
    one = propose(home, save, key, motion, words=words, when=when)
    return advance_proposal(home, save, key, one, when)


def _is_unsent(home: Home, one: OpenProposal) -> bool:
    return home.config.mail is not None and not is_handed_on(home, identity_of(one.signed))


def advance_proposal(
    home: Home, save: TrustedSave, key: NamedKey, one: OpenProposal, when: int
) -> Result[AnyAgreement]:
    """A proposal that has just been made or consented to: enacted if complete, else on its way."""
    position = read_position(save)
    lines = describe_proposal(position, one.signed)
    if not one.missing:
        try:
            had = had_since(home, save, when)
            done = enact(home, save, one.signed, key, when, had)
            return announce_agreement(home, done, key, when)
        except SaveError as error:
            if error.code == "not-yours-to-enact":
                who = f"{position.nation} ({save.player_of(position.nation)})"
                note = (
                    f"All have consented. {who} is to move and puts it into the game: `pbem fetch`."
                )
                return _waiting(home, save, key, one, [*lines, note], when)
            note = f"All have consented, but you cannot put it into the game: {error}"
            return _waiting(home, save, key, one, [*lines, note], when)
    return _waiting(home, save, key, one, lines, when)


def announce_agreement(
    home: Home, position: Position, key: NamedKey, when: int
) -> Result[AnyAgreement]:
    """An agreement that is in the log now, mailed to the others."""
    save = position.save
    enacted = save.entries[-1].agreement
    said = (
        str(notice_of(save, enacted, len(save.entries) - 1, position.definition))
        if enacted is not None
        else ""
    )
    posted = post_agreement(home, position, key, when)
    nation = position.nation
    turn = f"{nation} ({save.player_of(nation)}) to move" if nation else "the game is over"
    lines = [plain(said), plain(f"Done; {turn}."), *mail_lines(posted)]
    game, head = save.genesis.game.hex(), save.head.hex()
    motion = told_of(enacted.proposal.motion) if enacted is not None else {}
    data = EnactedOutput(game, done=True, head=head, motion=motion, text=said, to_move=nation)
    return Result("\n".join(lines), data)


def _waiting(
    home: Home,
    save: TrustedSave,
    key: NamedKey,
    one: OpenProposal,
    lines: list[str],
    when: int,
) -> Result[AnyAgreement]:
    posted: PostResult = post_proposal(home, save, one.signed, lines, key, when)
    path = _file_beside(home, save, one)
    text = [plain(line) for line in lines]
    if one.missing:
        text.append(plain(f"Still to consent: {', '.join(one.missing)}."))
    if posted.leaves_some_out:
        text.append(f"The file for them: {path}")
    text += mail_lines(posted)
    data = ProposedOutput(
        game=save.genesis.game.hex(),
        done=False,
        proposal=one.name,
        motion=told_of(one.signed.proposal.motion),
        missing=one.missing,
        file=str(path),
        armour=armour(proposal_file(one.signed)),
        text="\n".join(lines),
    )
    return Result("\n".join(text), data)


def _file_beside(home: Home, save: TrustedSave, one: OpenProposal) -> Path:
    """The proposal as a file that can be handed over, armoured for mail and forums."""
    folder = home.game_store.folder(ref_of(save)) / "to-send"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"proposal-{one.name}.txt"
    write_atomic(path, armour(proposal_file(one.signed)).encode())
    return path
