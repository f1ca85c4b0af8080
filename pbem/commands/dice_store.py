"""Looking after the store of a dice server: other keys, backups, going on after a restore.

Only what opens the store needs the packages of a server; see pyproject.toml.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.values import dataclass
from pbem.commands.dice_server import (
    KEY_FILE,
    STORE,
    WITNESS,
    check_installed,
    storage_keys,
    witness_path,
)
from pbem.dice.rows import Kept
from pbem.lobby.testimony import heads_in
from pbem.named_files import read_save_file
from pbem.output import Output
from pbem.result import Result
from pbem.save.dice_agreements import Term, terms_of
from pbem.save.keyring import Keyring
from pbem.save.records import Roll, TurnEnd, VoidRoll
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.terminal.command_line import JSON, now
from pbem.text import plain
from pbem.usage import UsageError
from pbem.wire.fingerprint import fingerprint
from pbem.wire.signing import envelope_of

if TYPE_CHECKING:
    from pbem.dice.server.admin import KnownClosing, KnownRoll
    from pbem.dice.server.group import GroupStore


@dataclass(frozen=True, slots=True)
class _Proof:
    commitment: bytes
    answers: "list[KnownRoll | KnownClosing]"


class StoreOutput(Output, omit_defaults=True):
    """What was done to the store of a dice server.

    key: that signs now; thawed: answers that each game lacked here.
    """

    resealed: bool | None = None
    key: str | None = None
    fingerprint: str | None = None
    file: str | None = None
    restored: bool | None = None
    thawed: dict[str, int] | None = None


@click.command("reseal", short_help="Seal all secrets with the first storage key.")
@STORE
@KEY_FILE
@JSON
def reseal(store: str, key_file: str | None, as_json: bool) -> Result[StoreOutput]:
    """Seal all secrets anew with the first storage key; the others are not needed afterwards."""
    del as_json
    from pbem.dice.server import admin  # noqa: PLC0415 - needs the extra packages

    opened = _open(store, key_file)
    try:
        admin.reseal(opened)
    finally:
        opened.close()
    return Result("All secrets are sealed with the first storage key.", StoreOutput(resealed=True))


@click.command("new-key", short_help="Make another key that signs for new games.")
@STORE
@KEY_FILE
@JSON
def new_key(store: str, key_file: str | None, as_json: bool) -> Result[StoreOutput]:
    """Make a key that signs from now on; the old one says so, and players' programs follow."""
    del as_json
    from pbem.dice.server import admin  # noqa: PLC0415 - needs the extra packages

    opened = _open(store, key_file)
    try:
        public = admin.add_signing_key(opened, now())
    finally:
        opened.close()
    words = fingerprint(public)
    text = (
        f"Answers are signed by the key {words} now, and the old key says so: players' programs "
        "follow it. Tell the players its fingerprint as well, but not through the server."
    )
    return Result(text, StoreOutput(key=public.hex(), fingerprint=words))


@click.command("backup", short_help="Copy the store while the server goes on.")
@STORE
@click.argument("file", type=click.Path(path_type=Path))
@JSON
def backup(store: str, file: Path, as_json: bool) -> Result[StoreOutput]:
    """Copy the store into FILE while the server goes on; the storage key is not in it."""
    del as_json
    if _is_url(store):
        raise UsageError(
            "backup-by-database",
            "A PostgreSQL database is backed up with its own programs.",
            "`pbem help dice-server` shows how, with pg_dump.",
        )
    from pbem.dice.server import admin  # noqa: PLC0415 - needs the extra packages

    admin.back_up(Path(store), file)
    return Result(f"The store is copied to {plain(str(file))}.", StoreOutput(file=str(file)))


@click.command("restore", short_help="Put a backup in place; all games are frozen.")
@STORE
@KEY_FILE
@WITNESS
@click.argument("file", required=False, type=click.Path(path_type=Path, exists=True))
@JSON
def restore(
    store: str, key_file: str | None, witness: str | None, file: Path | None, as_json: bool
) -> Result[StoreOutput]:
    """Put the backup FILE in place, or say that the database was restored, and freeze all games.

    A backup may lack answers that were sent, so no game gets new ones before `pbem dice thaw`.
    """
    del as_json
    check_installed()
    from pbem.dice.server import admin  # noqa: PLC0415 - needs the extra packages

    if (file is None) != _is_url(store):
        raise UsageError(
            "restore-what",
            "A folder is restored from a file; a PostgreSQL database by its own programs.",
            "Name the backup for a folder, and no file for a database.",
        )
    if file is not None:
        admin.put_back(file, Path(store))
    place = witness_path(store, witness)
    if place is not None:
        # What it knows is lost with the newer store; from here on it counts anew.
        place.unlink(missing_ok=True)
    opened = _open(store, key_file)
    try:
        admin.freeze(opened, now())
    finally:
        opened.close()
    text = (
        "The store is in place, and all of its games are frozen: old answers are repeated, "
        "and no new ones given. Thaw each game with its newest save: pbem dice thaw SAVE. It goes "
        "on with a new key, and every player reads that the store was restored."
    )
    return Result(text, StoreOutput(restored=True))


@click.command("thaw", short_help="Let games go on after a restore.")
@STORE
@KEY_FILE
@WITNESS
@click.option(
    "--head",
    "heads",
    metavar="FILE",
    multiple=True,
    help="A text with heads of logs that players were given; repeatable.",
)
@click.argument("saves", nargs=-1, required=True, metavar="SAVE...")
@JSON
def thaw(
    *,
    store: str,
    key_file: str | None,
    witness: str | None,
    heads: Sequence[str],
    saves: Sequence[str],
    as_json: bool,
) -> Result[StoreOutput]:
    """Give the games of these saves new answers again, after a restore.

    Ask all players of a game for their newest save first, and for the heads of its log that they
    were given (pbem dice log): an answer that is in none of the saves could be given again. A game
    stays frozen if a head counts answers that no save has.
    """
    del as_json
    check_installed()
    from pbem.dice.server import admin  # noqa: PLC0415 - needs the extra packages

    told = [raw for name in heads for raw in heads_in(name)]
    opened_saves = [open_save(read_save_file(Path(name)), Keyring()) for name in saves]
    opened = _open(store, key_file, witness_path(store, witness))
    missing: dict[str, int] = {}
    try:
        for game, of_game in _by_game(opened_saves).items():
            proofs = [_proof_of(opened, save) for save in of_game]
            answers = [answer for proof in proofs for answer in proof.answers]
            commitment = proofs[0].commitment
            missing[game.hex()] = admin.thaw(opened, game, commitment, answers, told)
    finally:
        opened.close()
    lines = [
        f"Game {game[:8]} goes on; {count} answers were missing here."
        for game, count in missing.items()
    ]
    return Result("\n".join(lines), StoreOutput(thawed=missing))


def _is_url(store: str) -> bool:
    return "://" in store


def _open(store: str, key_file: str | None, witness: Path | None = None) -> "GroupStore":
    """The store that a command works on; a folder only while no server has it open."""
    check_installed()
    from pbem.dice.server.serve import Settings, open_store  # noqa: PLC0415 - the same

    return open_store(Settings(store, storage_keys(key_file), witness))


def _by_game(saves: Sequence[TrustedSave]) -> dict[bytes, list[TrustedSave]]:
    found: dict[bytes, list[TrustedSave]] = {}
    for save in saves:
        found.setdefault(save.genesis.game, []).append(save)
    return found


def _proof_of(store: "GroupStore", save: TrustedSave) -> _Proof:
    """What a verified save proves that this store's authority has answered."""
    from pbem.dice.server import admin  # noqa: PLC0415 - the same

    terms = terms_of(save.genesis, save.entries)
    place = admin.place_among(store, save.genesis.game, [one.commitment for one in terms])
    term = terms[place]
    if term.is_last:
        admin.check_key(store, save.sources[term.which].key)
    return _Proof(term.commitment, _answers_of(save, term))


def _answers_of(save: TrustedSave, term: Term) -> "list[KnownRoll | KnownClosing]":
    """What a verified save proves that an authority has answered."""
    from pbem.dice.server.admin import KnownClosing, KnownRoll  # noqa: PLC0415 - the same

    answers: list[KnownRoll | KnownClosing] = []
    for entry in save.entries[term.since : term.until]:
        record = entry.record
        if isinstance(record, Roll):
            answers.append(KnownRoll(record.request.index, entry.body))
        elif isinstance(record, VoidRoll):
            answers.append(KnownRoll(record.request.index, record.body))
        elif isinstance(record, TurnEnd):
            signed = envelope_of(entry.body, entry.signer, entry.signature)
            kept = Kept(entry.body, signed, entry.attached.answers[term.which])
            answers.append(KnownClosing(record.closing, kept, entry.signer))
    return answers


COMMANDS = (reseal, new_key, backup, restore, thaw)
