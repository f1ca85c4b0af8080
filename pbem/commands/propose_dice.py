"""`pbem propose` about dice: another authority, a roll or the end of a turn that is lost."""

import click

from pbem.agreements.motions import PLACES, lost_roll_of, new_dice_of
from pbem.post.agreeing import AnyAgreement
from pbem.result import Result
from pbem.terminal.command_line import JSON, now, own_key
from pbem.terminal.proposals import WORDS, game_of, proposed
from pbem.wire.motions import LostTurn


@click.command("new-dice", short_help="Replace a dice authority that is gone for good.")
@click.argument("address")
@click.option("--replaces", type=click.Choice(PLACES), help="Which of two authorities is gone.")
@click.option("--plain-http", is_flag=True, help="Allow http:// to another computer.")
@WORDS
@JSON
@click.pass_obj
def new_dice(
    save: str, address: str, replaces: str | None, plain_http: bool, words: str, as_json: bool
) -> Result[AnyAgreement]:
    """Replace a dice authority that is gone for good by the one at ADDRESS.

    Best proposed by the host, who also tells the new one who plays.
    """
    del as_json
    home, chosen = game_of(save)
    key = own_key(home)
    motion = new_dice_of(home, chosen, key, address, replaces or "", now(), plain_http=plain_http)
    return proposed(home, chosen, motion, words)


@click.command("void-roll", short_help="Go on although the positions of rolls are lost.")
@WORDS
@JSON
@click.pass_obj
def void_roll(save: str, words: str, as_json: bool) -> Result[AnyAgreement]:
    """Declare the rolls void that the dice authorities have answered for positions that are lost.

    The journals say which these are.
    """
    del as_json
    home, chosen = game_of(save)
    return proposed(home, chosen, lost_roll_of(home, chosen, now()), words)


@click.command("void-turn", short_help="Go on although the signed end of a turn is lost.")
@WORDS
@JSON
@click.pass_obj
def void_turn(save: str, words: str, as_json: bool) -> Result[AnyAgreement]:
    """Leave out the number of this turn, because it was closed for an end that is lost."""
    del as_json
    home, chosen = game_of(save)
    return proposed(home, chosen, LostTurn(chosen.next_turn), words)


COMMANDS = (new_dice, void_roll, void_turn)
