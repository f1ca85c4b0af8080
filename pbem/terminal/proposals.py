"""What `propose`, `consent` and `enact` have in common: the game, and a proposal of one's own."""

import click

from pbem.home import Home
from pbem.motions.motion import Motion
from pbem.post import make_proposal
from pbem.post.agreeing import AnyAgreement
from pbem.replay import require_playing
from pbem.result import Result
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.terminal.command_line import now, own_key

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


def proposed(home: Home, save: TrustedSave, motion: Motion, words: str) -> Result[AnyAgreement]:
    """A proposal of the player's own, made and on its way."""
    return make_proposal(home, save, own_key(home), motion, words, now())
