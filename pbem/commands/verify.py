"""`pbem verify`: the whole proof of a save, in words."""

from collections import Counter

import click

from pbem.commands.common import JSON, SAVE, error_data
from pbem.home import Home
from pbem.result import Result
from pbem.save.errors import SaveError
from pbem.save.keys import fingerprint
from pbem.save.trust import PLAYING, TrustedSave, inspect_save
from pbem.text import plain
from pbem.turn.reading import Position, read_position
from pbem.usage import UsageError


@click.command("verify")
@SAVE
@JSON
def COMMAND(save: str, as_json: bool) -> Result:  # noqa: N802
    """Check every signature, every die, every order and every position of SAVE.

    Exit codes: 0 all is well, 3 not a save, 4 signature, chain or digest, 5 unknown key,
    6 illegal order, 7 dice, 8 wrong turn.
    """
    del as_json
    home = Home.standard()
    data, _ = home.locate(save)
    inspection = inspect_save(data, home.keyring())
    if inspection.save is None:
        raise inspection.error or UsageError("no-save", f"{save} holds nothing.")
    return report(inspection.save, inspection.error)


def report(save: TrustedSave, error: SaveError | None) -> Result:
    """What can be said of a save whose verified part is `save`, and of what is wrong after it."""
    position = read_position(save)
    wrong = position.error or error
    lines = [*_about(save), *_proof(save, position)]
    data = _data(save, position)
    if wrong is None:
        lines.append("All is well.")
        data["ok"] = True
        return Result("\n".join(lines), data)
    lines.append(f"NOT PROVEN: {plain(str(wrong), lines=True)}")
    lines.append(f"Everything before it is sound; the last good position: {_where(position)}.")
    data["ok"] = False
    data["error"] = error_data(wrong)
    return Result("\n".join(lines), data, wrong.exit_code)


def _about(save: TrustedSave) -> list[str]:
    genesis = save.genesis
    lines = [
        f"{plain(genesis.name)}, game {genesis.game.hex()[:8]}, hosted by {plain(genesis.host)}",
    ]
    options = ", ".join(f"{name}={value!r}" for name, value in sorted(genesis.options.items()))
    if options:
        lines.append(f"  options changed: {plain(options)}")
    for name, key in save.players.items():
        nations = ", ".join(nation for nation, who in save.seats.items() if who == name)
        lines.append(f"  {plain(name)} plays {nations}; key {fingerprint(key)}")
    return lines


def _proof(save: TrustedSave, position: Position) -> list[str]:
    kinds = Counter(entry.kind for entry in save.entries)
    lines = [
        f"Chain: {len(save.entries)} records, each signed by whoever had to sign it.",
        f"Dice: {kinds['roll']} rolls follow from the seeds committed before the game. "
        f"{save.dice_words}",
    ]
    if save.state == PLAYING:
        turns = sum(turn.is_finished for turn in position.turns)
        lines.append(
            f"Play: {position.moments} orders and rolls were played again and are legal; "
            f"{turns} signed positions agree. Now: {_where(position)}."
        )
    else:
        lines.append("Play: the game has not started.")
    for key in save.unconfirmed:
        lines.append(
            f"  not confirmed by you: the key of the {key.role} {plain(key.name)}, "
            f"{fingerprint(key.key)}; compare it by phone, then `pbem keys pin`."
        )
    return lines


def _where(position: Position) -> str:
    state = position.state
    if not position.nation:
        return "the game is over"
    return f"round {state.round}, {position.nation}, {state.phase.phase.replace('_', ' ')}"


def _data(save: TrustedSave, position: Position) -> dict[str, object]:
    kinds = Counter(entry.kind for entry in save.entries)
    return {
        "game": save.genesis.game.hex(),
        "name": save.genesis.name,
        "head": save.head.hex(),
        "records": len(save.entries),
        "rolls": kinds["roll"],
        "actions": position.moments,
        "turns": sum(turn.is_finished for turn in position.turns),
        "round": position.state.round,
        "to_move": position.nation,
        "dice": save.dice_words,
        "unconfirmed": [
            {"role": key.role, "name": key.name, "fingerprint": fingerprint(key.key)}
            for key in save.unconfirmed
        ],
    }
