"""`pbem propose` about dice: another authority, a roll or the end of a turn that is lost."""

import click

from pbem.commands.common import JSON, now, own_key
from pbem.commands.proposal_common import WORDS, game_of, proposed
from pbem.lobby.authority import authorities_of, require_encrypted
from pbem.lobby.new_dice import new_authority
from pbem.result import Result
from pbem.save.trust import TrustedSave
from pbem.usage import UsageError
from pbem.wire.consent import LostRoll, LostTurn

_PLACES = ("first", "second")


@click.command("new-dice", short_help="Replace a dice authority that is gone for good.")
@click.argument("address")
@click.option("--replaces", type=click.Choice(_PLACES), help="Which of two authorities is gone.")
@click.option("--plain-http", is_flag=True, help="Allow http:// to another computer.")
@WORDS
@JSON
@click.pass_obj
def new_dice(
    save: str, address: str, replaces: str | None, plain_http: bool, words: str, as_json: bool
) -> Result:
    """Replace a dice authority that is gone for good by the one at ADDRESS.

    Best proposed by the host, who also tells the new one who plays.
    """
    del as_json
    home, chosen = game_of(save)
    require_encrypted(address, plain_http=plain_http)
    which = _place(chosen, replaces)
    motion = new_authority(home, chosen, own_key(home), address, which, now())
    return proposed(home, chosen, motion, words)


@click.command("void-roll", short_help="Go on although the positions of rolls are lost.")
@WORDS
@JSON
@click.pass_obj
def void_roll(save: str, words: str, as_json: bool) -> Result:
    """Declare the rolls void that the dice authorities have answered for positions that are lost.

    The journals say which these are.
    """
    del as_json
    home, chosen = game_of(save)
    answered = authorities_of(home, chosen, now()).answered(chosen.genesis.game)
    last = max(answered, default=0)
    if last < chosen.next_roll:
        raise UsageError(
            "nothing-lost",
            "The dice authorities have answered no roll that this game does not have.",
            "Play on with `pbem play`.",
        )
    return proposed(home, chosen, LostRoll(last), words)


@click.command("void-turn", short_help="Go on although the signed end of a turn is lost.")
@WORDS
@JSON
@click.pass_obj
def void_turn(save: str, words: str, as_json: bool) -> Result:
    """Leave out the number of this turn, because it was closed for an end that is lost."""
    del as_json
    home, chosen = game_of(save)
    return proposed(home, chosen, LostTurn(chosen.next_turn), words)


def _place(save: TrustedSave, replaces: str | None) -> int:
    if replaces is None and len(save.sources) == 1:
        return 0
    place = _PLACES.index(replaces) if replaces is not None else len(save.sources)
    if place >= len(save.sources):
        named = " and ".join(
            f"{source.address} ({word})"
            for word, source in zip(_PLACES, save.sources, strict=False)
        )
        raise UsageError(
            "which-dice", f"The dice come from {named}.", "Say with --replaces which one is gone."
        )
    return place


COMMANDS = (new_dice, void_roll, void_turn)
