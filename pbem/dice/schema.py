"""The tables of a dice authority, as numbered steps that lead from any older store to this one.

The same steps serve SQLite and PostgreSQL; a `Dialect` fills in the words that differ. A step that
has been released is never changed: what comes later is a further step. The one-answer rule is in
step 1: the primary keys of `roll` and `closing` make a second answer impossible, whoever asks and
however many processes there are.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.values import dataclass
from pbem.wire.errors import DiceError

Value: TypeAlias = "bytes | int | str | None"
Execute: TypeAlias = "Callable[[str, Sequence[Value]], Sequence[tuple[object, ...]]]"
"""Runs one statement with `?` for its values; the rows that it gives, or none."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """Where the words of two databases differ.

    blob: type of a byte string; rowid: the column of a row's ascending number, "" where every table
    has one; lock: at the end of a query, to hold its row until the end of the transaction;
    text_as_blob: an expression that turns the column `{}` from text to bytes.
    """

    blob: str
    rowid: str
    lock: str
    text_as_blob: str


SQLITE = Dialect("BLOB", "", "", "CAST({} AS BLOB)")
POSTGRES = Dialect(
    "BYTEA",
    "rowid BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE,",
    " FOR UPDATE",
    "convert_to({}, 'UTF8')",
)

_STEPS: tuple[str, ...] = (
    # 1: the store of the first version. SQLite files of that version have no schema_version.
    """
CREATE TABLE IF NOT EXISTS authority (
  id INTEGER PRIMARY KEY CHECK (id = 1), secret {blob} NOT NULL);
CREATE TABLE IF NOT EXISTS game (
  id {blob} PRIMARY KEY, host {blob} NOT NULL, length INTEGER NOT NULL,
  commitment {blob} NOT NULL, registration {blob});
CREATE TABLE IF NOT EXISTS seed (
  game {blob} NOT NULL, idx INTEGER NOT NULL, seed {blob} NOT NULL, PRIMARY KEY (game, idx));
CREATE TABLE IF NOT EXISTS roll (
  {rowid} game {blob} NOT NULL, idx INTEGER NOT NULL, request {blob} NOT NULL,
  receipt {blob} NOT NULL, PRIMARY KEY (game, idx));
CREATE TABLE IF NOT EXISTS refused (
  game {blob} NOT NULL, idx INTEGER NOT NULL, request {blob} NOT NULL, signed {blob} NOT NULL,
  time BIGINT NOT NULL, PRIMARY KEY (game, request));
CREATE TABLE IF NOT EXISTS closing (
  {rowid} game {blob} NOT NULL, turn INTEGER NOT NULL, nation TEXT NOT NULL,
  idx INTEGER NOT NULL, request {blob} NOT NULL, receipt {blob} NOT NULL,
  PRIMARY KEY (game, turn, nation));
CREATE TABLE IF NOT EXISTS refused_closing (
  game {blob} NOT NULL, turn INTEGER NOT NULL, idx INTEGER NOT NULL, request {blob} NOT NULL,
  signed {blob} NOT NULL, time BIGINT NOT NULL, PRIMARY KEY (game, request))
""",
    # 2: several signing keys, games frozen after a restore, journals read in pieces;
    # nations as bytes, since a text of PostgreSQL cannot hold every character.
    """
CREATE TABLE signing_key (number INTEGER PRIMARY KEY, secret {blob} NOT NULL);
INSERT INTO signing_key SELECT 1, secret FROM authority;
DROP TABLE authority;
ALTER TABLE game ADD COLUMN frozen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE closing ADD COLUMN nation_bytes {blob};
UPDATE closing SET nation_bytes = {nation_bytes};
CREATE TABLE closing_2 (
  {rowid} game {blob} NOT NULL, turn INTEGER NOT NULL, nation {blob} NOT NULL,
  idx INTEGER NOT NULL, request {blob} NOT NULL, receipt {blob} NOT NULL,
  PRIMARY KEY (game, turn, nation));
INSERT INTO closing_2 (game, turn, nation, idx, request, receipt)
  SELECT game, turn, nation_bytes, idx, request, receipt FROM closing ORDER BY rowid;
DROP TABLE closing;
ALTER TABLE closing_2 RENAME TO closing;
CREATE INDEX closing_by_index ON closing (game, idx);
CREATE INDEX refused_by_index ON refused (game, idx);
CREATE INDEX refused_closing_by_index ON refused_closing (game, idx)
""",
)
VERSION = len(_STEPS)


def migrate(execute: Execute, dialect: Dialect) -> None:
    """Bring a store to this version, within a transaction that locks everybody else out.

    Raises DiceError `store-newer` for a store of a later version of pbem.
    """
    execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)", ())
    found = execute("SELECT max(version) FROM schema_version", ())[0][0]
    version = found if isinstance(found, int) else 0
    check_version(version)
    for number, step in enumerate(_STEPS[version:], version + 1):
        words = {
            "blob": dialect.blob,
            "rowid": dialect.rowid,
            "nation_bytes": dialect.text_as_blob.format("nation"),
        }
        for statement in step.format(**words).split(";"):
            execute(statement, ())
        execute("INSERT INTO schema_version VALUES (?)", (number,))


def check_version(version: int) -> None:
    """Raise DiceError `store-newer` when a store is of a later version than this program knows."""
    if version > VERSION:
        raise DiceError(
            "store-newer",
            f"the dice store has version {version}, and this pbem knows only {VERSION}",
            "Update pbem; nothing has been changed.",
        )
