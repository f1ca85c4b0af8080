"""`pbem verify`: the whole proof of a save, in words."""

from collections import Counter

import click

from pbem.commands.adopt import ForkOutput, fork_rows
from pbem.home import Home
from pbem.lobby.terms import Terms, TermsOutput, terms_of
from pbem.named_files import refuse_text
from pbem.output import Output, changed, row_of
from pbem.replay import Position, read_position
from pbem.replay.errors import NotYourTurnError
from pbem.result import Result
from pbem.save.comparing import Lineage, compare, fork_words
from pbem.save.dice_agreements import lost_rolls
from pbem.save.errors import SaveError
from pbem.save.records import VoidRoll
from pbem.save.shelf import ref_of
from pbem.save.trust import inspect_save
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.save.unconfirmed_keys import KeyRole
from pbem.terminal.command_line import JSON, SAVE
from pbem.text import counted, plain
from pbem.usage import UsageError
from pbem.wire.fingerprint import fingerprint


class UnconfirmedKey(Output):
    """A key that nobody has compared by phone."""

    role: KeyRole
    name: str
    fingerprint: str


class VerifyOutput(Output):
    """What a save proves; actions and turns as far as they were played through; ok: all of it."""

    game: str
    name: str
    head: str
    records: int
    rolls: int
    void: int
    actions: int
    turns: int
    round: int
    to_move: str
    dice: str
    unconfirmed: list[UnconfirmedKey]
    terms: TermsOutput
    ok: bool
    forks: tuple[ForkOutput, ...] = ()


@click.command("verify")
@SAVE
@JSON
def command(save: str, as_json: bool) -> Result[VerifyOutput]:
    """Check every signature, every die, every order and every position of SAVE.

    Exit codes: 0 all is well, 3 not a save, 4 signature, chain or digest, 5 unknown key,
    6 illegal order, 7 dice, 8 wrong turn.
    """
    del as_json
    home = Home.standard()
    data, path = home.locate(save)
    refuse_text(data)
    inspection = inspect_save(data, home.keyring())
    if inspection.save is None:
        raise inspection.error or UsageError("no-save", f"{save} holds nothing.")
    stale = None if path is None else _beside_the_store(home, inspection.save)
    identity = home.identity()
    own = identity[1] if identity is not None else b""
    told = report(inspection.save, inspection.error, stale, own)
    forks = home.game_store.forks(inspection.save)
    lines = [plain(line) for fork in forks for line in fork.lines()]
    more = changed(told.data, forks=tuple(fork_rows(forks)))
    return told._replace(text="\n".join([*lines, told.text]), data=more)


def _beside_the_store(home: Home, save: TrustedSave) -> NotYourTurnError | None:
    """What is wrong with a sound save when it is compared with the one that the player has."""
    known = home.game_store.load(ref_of(save), home.keyring())
    if known is None:
        return None
    comparison = compare(known, save)
    game = home.handle(save)
    if comparison.lineage is Lineage.OLDER:
        return NotYourTurnError(
            "stale",
            f"this save is older than the one you have: {len(save.entries)} records against "
            f"{len(known.entries)}",
            f"`pbem verify {game}` checks yours.",
        )
    if comparison.lineage is Lineage.FORK:
        return NotYourTurnError(
            "forked",
            f"this save and yours {fork_words(known, comparison.index or 0)}",
            "Keep both and ask the player who signed them; `pbem fetch FILE` files the proof.",
        )
    return None


def report(
    save: TrustedSave,
    error: SaveError | None,
    stale: SaveError | None = None,
    own: bytes = b"",
) -> Result[VerifyOutput]:
    """What can be said of a save whose verified part is `save`, and of what is wrong after it.

    stale: what is wrong when it is compared with the save that the player has.
    own: the player's own public key, which they need not confirm.
    """
    position = read_position(save)
    wrong = position.error or error
    terms = terms_of(save)
    lines = [*_about(save, terms), *_proof(save, position, own)]
    bad = wrong or stale
    data = _data(save, position, terms, ok=bad is None)
    if wrong is None and stale is not None:
        lines.append(f"SOUND IN ITSELF, BUT: {plain(str(stale), lines=True)}")
    elif wrong is None:
        lines.append("All is well.")
    else:
        lines.append(f"NOT PROVEN: {plain(str(wrong), lines=True)}")
        lines.append(f"Everything before it is sound; the last good position: {_where(position)}.")
    code = 0 if bad is None else bad.exit_code
    return Result("\n".join(lines), data, code, error=bad)


def _about(save: TrustedSave, terms: Terms) -> list[str]:
    genesis = save.genesis
    lines = [
        f"{plain(genesis.name)}, game {genesis.game.hex()[:8]}, hosted by {plain(genesis.host)}",
    ]
    lines += [f"  {line}" for line in terms.lines()[:-1]]
    for name, key in save.players.items():
        nations = ", ".join(nation for nation, who in save.seats.items() if who == name)
        lines.append(f"  {plain(name)} plays {nations}; key {fingerprint(key)}")
    return lines


def _proof(save: TrustedSave, position: Position, own: bytes) -> list[str]:
    kinds = Counter(entry.kind for entry in save.entries)
    lines = [
        f"Chain: {counted(len(save.entries), 'record')}, each signed by whoever had to sign it.",
        f"Dice: {counted(kinds['roll'], 'roll follows', 'rolls follow')} from the committed seeds. "
        f"{save.dice_words}",
    ]
    if save.state == PLAYING:
        played = counted(position.moments, "order or roll", "orders and rolls")
        turns = position.finished
        signed = counted(turns, "signed position agrees", "signed positions agree")
        lines.append(f"Play: {played} played again, all legal; {signed}. Now: {_where(position)}.")
        lines += [*_agreements(save), *_out_of_turn(save)]
    else:
        lines.append("Play: the game has not started.")
    for key in (entry for entry in save.unconfirmed if entry.key != own):
        command = "pin-dice" if key.role == "dice authority" else "pin"
        lines.append(
            f"  not confirmed by you: the key of the {key.role} {plain(key.name)}, "
            f"{fingerprint(key.key)}; compare it by phone, then `pbem keys {command}`."
        )
    return lines


def _agreements(save: TrustedSave) -> list[str]:
    """How many agreements there are; nothing when there are none."""
    motions = [entry.motion for entry in save.entries if entry.motion is not None]
    if not motions:
        return []
    changes = [motion.handover for motion in motions if motion.handover is not None]
    unasked = sum(not change.by_owner for change in changes)
    gone = sum(save.takebacks.is_taken_back(entry.index) for entry in save.entries)
    free = sum(map(len, save.takebacks.free_rolls(save.entries).values()))
    lines = [
        f"Agreements: {len(motions)}, each with the consent of everybody whom it affects; {gone} "
        f"records are taken back, and {free} of their rolls have not come again yet.",
    ]
    if unasked:
        lines.append(
            f"LOOK AT THESE: {unasked} of these gave the seats of a player to another key without "
            "that player's signature, because the others said the player was absent or had lost "
            "the key; `pbem history` shows who signed."
        )
    if trusted := sum(motion.IS_ABOUT_DICE for motion in motions):
        lines.append(
            f"LOOK AT THESE: {trusted} of these took a player's word that dice or the end of a "
            "turn were lost, or that a dice authority was gone; `pbem history` shows which, and "
            "`pbem dice audit` what the authorities know of it."
        )
    return lines


def _out_of_turn(save: TrustedSave) -> list[str]:
    """Who used up numbers of rolls that were not theirs, or whose position was lost."""
    lost = lost_rolls(save.entries)
    return [
        _void_line(save, record, is_lost=record.request.index in lost)
        for record in save.records
        if isinstance(record, VoidRoll)
    ]


def _void_line(save: TrustedSave, void: VoidRoll, *, is_lost: bool) -> str:
    who, nation = plain(save.name_of(void.asker)), plain(void.request.nation)
    asked = f"{who} asked for roll {void.request.index} for {nation}"
    if is_lost:
        return f"LOST ROLL: {asked}; all agreed that its position is lost, and it is void."
    return f"OUT OF TURN: {asked}, whose turn it was not. The number is void; nobody got dice."


def _where(position: Position) -> str:
    state = position.state
    if not position.nation:
        return "the game is over"
    return f"round {state.round}, {position.nation}, {state.phase.phase.replace('_', ' ')}"


def _data(save: TrustedSave, position: Position, terms: Terms, *, ok: bool) -> VerifyOutput:
    kinds = Counter(entry.kind for entry in save.entries)
    return VerifyOutput(
        game=save.genesis.game.hex(),
        name=save.genesis.name,
        head=save.head.hex(),
        records=len(save.entries),
        rolls=kinds["roll"],
        void=kinds["void"],
        actions=position.moments,
        turns=position.finished,
        round=position.state.round,
        to_move=position.nation,
        dice=save.dice_words,
        unconfirmed=[
            UnconfirmedKey(key.role, key.name, fingerprint(key.key)) for key in save.unconfirmed
        ],
        terms=row_of(TermsOutput, terms),
        ok=ok,
    )
