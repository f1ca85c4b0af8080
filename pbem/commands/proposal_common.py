"""What the commands `propose`, `consent` and `enact` have in common: the game, and the answer."""

from pathlib import Path

import click

from pbem.agreements.describe import describe_proposal
from pbem.agreements.enact import enact
from pbem.agreements.open_proposals import OpenProposal
from pbem.agreements.propose import check_is_player, propose
from pbem.commands.common import now, own_key
from pbem.files import write_atomic
from pbem.home import Home
from pbem.post import mail_lines, post_agreement, post_proposal
from pbem.post.letter import PostResult
from pbem.replay import Position, notice_of, read_position, require_playing
from pbem.result import Result
from pbem.save.armour import armour
from pbem.save.errors import SaveError
from pbem.save.keys import NamedKey
from pbem.save.proposal_file import proposal_file
from pbem.save.shelf import ref_of
from pbem.save.trust import TrustedSave
from pbem.text import plain
from pbem.wire.consent import Motion

WORDS = click.option("--words", default="", help="Words to the others.")


def game_of(text: str) -> tuple[Home, TrustedSave]:
    """The game that a command names, from the game store; a file is stored there first.

    Raises UsageError and SaveError as `Home.choose` does, and NotYourTurnError `not-started`.
    """
    home = Home.standard()
    chosen = home.choose(text)
    require_playing(chosen.save)
    if chosen.path is not None:
        home.game_store.store(chosen.save)
    save = home.game_store.load(ref_of(chosen.save), home.keyring())
    return home, save or chosen.save


def proposed(home: Home, save: TrustedSave, motion: Motion, words: str) -> Result:
    """A proposal of the player's own, made and on its way."""
    key = own_key(home)
    check_is_player(save, key)
    return opened(home, save, key, propose(home, save, key, motion, words=words, when=now()))


def opened(home: Home, save: TrustedSave, key: NamedKey, one: OpenProposal) -> Result:
    """A proposal that has just been made or consented to: enacted if complete, else on its way."""
    position = read_position(save)
    lines = describe_proposal(position, one.signed)
    if not one.missing:
        try:
            return done(home, enact(home, save, one.signed, key), key)
        except SaveError as error:
            if error.code == "not-yours-to-enact":
                who = f"{position.nation} ({save.player_of(position.nation)})"
                note = (
                    f"All have consented. {who} is to move and puts it into the game: `pbem fetch`."
                )
                return _waiting(home, save, key, one, [*lines, note])
            note = f"All have consented, but you cannot put it into the game: {error}"
            return _waiting(home, save, key, one, [*lines, note])
    return _waiting(home, save, key, one, lines)


def done(home: Home, position: Position, key: NamedKey) -> Result:
    """An agreement that is in the log now, mailed to the others."""
    save = position.save
    enacted = save.entries[-1].agreement
    said = (
        str(notice_of(save, enacted, len(save.entries) - 1, position.definition))
        if enacted is not None
        else ""
    )
    posted = post_agreement(home, position, key, now())
    nation = position.nation
    turn = f"{nation} ({save.player_of(nation)}) to move" if nation else "the game is over"
    lines = [plain(said), plain(f"Done; {turn}."), *mail_lines(posted)]
    data = {
        "game": save.genesis.game.hex(),
        "done": True,
        "head": save.head.hex(),
        "text": said,
        "to_move": nation,
    }
    return Result("\n".join(lines), data)


def _waiting(
    home: Home, save: TrustedSave, key: NamedKey, one: OpenProposal, lines: list[str]
) -> Result:
    posted: PostResult = post_proposal(home, save, one.signed, lines, key, now())
    path = file_beside(home, save, one)
    text = [plain(line) for line in lines]
    if one.missing:
        text.append(plain(f"Still to consent: {', '.join(one.missing)}."))
    text += [f"The file for them: {path}", *mail_lines(posted)]
    data = {
        "game": save.genesis.game.hex(),
        "done": False,
        "proposal": one.name,
        "missing": list(one.missing),
        "file": str(path),
        "armour": armour(proposal_file(one.signed)),
        "text": "\n".join(lines),
    }
    return Result("\n".join(text), data)


def file_beside(home: Home, save: TrustedSave, one: OpenProposal) -> Path:
    """The proposal as a file that can be handed over, armoured for mail and forums."""
    folder = home.game_store.folder(ref_of(save)) / "to-send"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"proposal-{one.name}.txt"
    write_atomic(path, armour(proposal_file(one.signed)).encode())
    return path
