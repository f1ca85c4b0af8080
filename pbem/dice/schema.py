"""The tables of a store, as numbered steps that lead from any older store to this one; first of
all those of a dice authority.

The same steps serve SQLite and PostgreSQL; a `Dialect` fills in the words that differ. A step that
has been released is never changed: what comes later is a further step. The one-answer rule is in
step 1: the primary keys of `roll` and `closing` make a second answer impossible, whoever asks and
however many processes there are.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.values import dataclass
from pbem.wire.errors import DiceError

Value: TypeAlias = "bytes | int | str | Sequence[bytes | int] | None"
Execute: TypeAlias = "Callable[[str, Sequence[Value]], Sequence[tuple[object, ...]]]"
"""Runs one statement with `?` for its values; the rows that it gives, or none."""
Row: TypeAlias = "Sequence[bytes | int]"
"""Of a table that is part of a statement, without NULL."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """Where the words of two databases differ.

    blob: type of a byte string; rowid: the column of a row's ascending number, "" where every table
    has one; lock: at the end of a query, to hold its row until the end of the transaction; table:
    rows as a query that gives them, and the values of its `?`.
    """

    blob: str
    rowid: str
    lock: str
    table: Callable[[Sequence[Row]], tuple[str, Sequence[Value]]]


_UNNEST = "SELECT * FROM unnest(...)"


def _row_by_row(rows: Sequence[Row]) -> tuple[str, Sequence[Value]]:
    row = f"({', '.join('?' * len(rows[0]))})"
    return "VALUES " + ", ".join([row] * len(rows)), [value for row in rows for value in row]


def _column_by_column(rows: Sequence[Row]) -> tuple[str, Sequence[Value]]:
    """An array for each column: a statement that is the same for any number of rows is prepared and
    planned once. One row alone costs less as it is."""
    if len(rows) == 1:
        return _row_by_row(rows)
    columns = [list(column) for column in zip(*rows, strict=True)]
    return _UNNEST.replace("...", ", ".join("?" * len(columns))), columns


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of one kind of store.

    name: what people call it; file: of SQLite in its folder; versions: the table with its version,
    its own in a database that it shares; steps: statements between semicolons.
    """

    name: str
    file: str
    versions: str
    steps: tuple[str, ...]


SQLITE = Dialect("BLOB", "", "", _row_by_row)
POSTGRES = Dialect(
    "BYTEA",
    "rowid BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE,",
    " FOR UPDATE",
    _column_by_column,
)

_STEPS: tuple[str, ...] = (
    # 1: nations are bytes, since a text of PostgreSQL cannot hold every character. A place counts
    # the answers of a game, rolls and closings together, and a digest is that of its log up to
    # there, and asked how many rolls were for each nation; in the row of the game all three are as
    # after its last closing. Refused requests are counted for themselves.
    """
CREATE TABLE signing_key (
  number INTEGER PRIMARY KEY, secret {blob} NOT NULL, statement {blob});
CREATE TABLE game (
  id {blob} PRIMARY KEY, host {blob} NOT NULL, length INTEGER NOT NULL,
  commitment {blob} NOT NULL, registration {blob}, frozen INTEGER NOT NULL DEFAULT 0,
  place INTEGER NOT NULL DEFAULT 0, digest {blob}, asked {blob});
CREATE TABLE seed (
  game {blob} NOT NULL, idx INTEGER NOT NULL, seed {blob} NOT NULL, PRIMARY KEY (game, idx));
CREATE TABLE roll (
  {rowid} game {blob} NOT NULL, idx INTEGER NOT NULL, request {blob} NOT NULL,
  signed {blob} NOT NULL, receipt {blob} NOT NULL, answered {blob} NOT NULL,
  place INTEGER NOT NULL, digest {blob} NOT NULL, asked {blob} NOT NULL, PRIMARY KEY (game, idx));
CREATE TABLE refused (
  game {blob} NOT NULL, idx INTEGER NOT NULL, request {blob} NOT NULL, signed {blob} NOT NULL,
  time BIGINT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (game, request));
CREATE TABLE closing (
  {rowid} game {blob} NOT NULL, turn INTEGER NOT NULL, nation {blob} NOT NULL,
  idx INTEGER NOT NULL, request {blob} NOT NULL, signed {blob} NOT NULL, receipt {blob} NOT NULL,
  signer {blob} NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (game, turn, nation));
CREATE TABLE refused_closing (
  game {blob} NOT NULL, turn INTEGER NOT NULL, idx INTEGER NOT NULL, request {blob} NOT NULL,
  signed {blob} NOT NULL, time BIGINT NOT NULL, place INTEGER NOT NULL,
  PRIMARY KEY (game, request));
CREATE INDEX closing_by_index ON closing (game, idx);
CREATE INDEX refused_by_index ON refused (game, idx);
CREATE INDEX refused_closing_by_index ON refused_closing (game, idx)
""",
    # 2: who has said that they are here, since when it is known who plays, in which games another
    # authority answers after this one, until when a server has run, and when it did not.
    """
CREATE TABLE heard (
  game {blob} NOT NULL, nation {blob} NOT NULL, head {blob} NOT NULL, time BIGINT NOT NULL,
  PRIMARY KEY (game, nation, head));
CREATE TABLE seated (game {blob} PRIMARY KEY, time BIGINT NOT NULL);
CREATE TABLE followed (game {blob} PRIMARY KEY);
CREATE TABLE awake (one INTEGER PRIMARY KEY, time BIGINT NOT NULL);
CREATE TABLE silence (since BIGINT PRIMARY KEY, until BIGINT NOT NULL)
""",
    # 3: the newest save that each player has put at the relay, since when closed turns can be had
    # there, who observes, and with which keys.
    """
CREATE TABLE relayed (
  game {blob} NOT NULL, signer {blob} NOT NULL, head {blob} NOT NULL, genesis {blob} NOT NULL,
  host {blob} NOT NULL, holders {blob} NOT NULL, changes INTEGER NOT NULL, turns INTEGER NOT NULL,
  open_heads {blob} NOT NULL, size INTEGER NOT NULL, time BIGINT NOT NULL, save {blob} NOT NULL,
  PRIMARY KEY (game, signer));
CREATE TABLE relay_shown (
  game {blob} NOT NULL, turn INTEGER NOT NULL, nation {blob} NOT NULL, time BIGINT NOT NULL,
  PRIMARY KEY (game, turn, nation));
CREATE TABLE relay_list (
  game {blob} NOT NULL, genesis {blob} NOT NULL, time BIGINT NOT NULL, list {blob} NOT NULL,
  PRIMARY KEY (game, genesis));
CREATE TABLE relay_observer (
  game {blob} NOT NULL, address {blob} NOT NULL, key {blob} NOT NULL, time BIGINT NOT NULL,
  PRIMARY KEY (game, address, key));
CREATE INDEX relayed_by_time ON relayed (time)
""",
)
DICE = Schema("dice store", "dice.sqlite3", "schema_version", _STEPS)
VERSION = len(_STEPS)


def migrate(execute: Execute, dialect: Dialect, schema: Schema = DICE) -> None:
    """Bring a store to this version, within a transaction that locks everybody else out.

    Raises DiceError `store-newer` for a store of a later version of pbem.
    """
    execute(f"CREATE TABLE IF NOT EXISTS {schema.versions} (version INTEGER NOT NULL)", ())
    found = execute(f"SELECT max(version) FROM {schema.versions}", ())[0][0]  # noqa: S608
    version = found if isinstance(found, int) else 0
    check_version(version, schema)
    for number, step in enumerate(schema.steps[version:], version + 1):
        words = {
            "blob": dialect.blob,
            "rowid": dialect.rowid,
        }
        for statement in step.format(**words).split(";"):
            execute(statement, ())
        execute(f"INSERT INTO {schema.versions} VALUES (?)", (number,))  # noqa: S608


def check_version(version: int, schema: Schema = DICE) -> None:
    """Raise DiceError `store-newer` when a store is of a later version than this program knows."""
    if version > len(schema.steps):
        raise DiceError(
            "store-newer",
            f"the {schema.name} has version {version}, and this pbem knows only "
            f"{len(schema.steps)}",
            "Update pbem; nothing has been changed.",
        )
