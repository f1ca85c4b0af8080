"""Homes, games and a way to run commands, for tests of the turn pipeline and the command line.

Everything is real but small: real keys, a real embedded dice authority with a short chain, the
Big World scenario.  Nothing is shared between tests.
"""

import io
import json
import os
import shutil
from collections.abc import Iterable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from unittest import mock

from engine import (
    RULES_VERSION,
    Decision,
    Definition,
    Done,
    Move,
    Order,
    PhaseOpen,
    RollRequest,
    decide,
    load_scenario,
    order_to_plain,
    parse_order,
    state_digest,
    tree_from_definition,
    with_route,
)
from pbem.cli import run
from pbem.dice.authorities import Authorities
from pbem.dice.client import DiceClient, EmbeddedClient
from pbem.dice.protocol import RollSpec
from pbem.home import Home
from pbem.play.next_order import next_battle
from pbem.play.session import Session
from pbem.replay import Position, read_position, spec_of
from pbem.save.ending import EndingFile
from pbem.save.invite import make_join, new_game
from pbem.save.keys import NamedKey, write_key_file
from pbem.save.shelf import GameRef
from pbem.save.trusted_save import TrustedSave
from pbem.wire.pace import Pace
from pbem.wire.signing import SigningKey
from tests.support.output_schemas import check

CLOCK = 1_700_000_000
GAME = bytes(range(16))
NATIONS = ("Russians", "Germans", "British", "Chinese", "Japanese", "Americans")
AXIS = ("Germans", "Japanese")
ANYWAY = ("--accept-warnings", "all")
"""What a turn from a file needs where its warnings are not what is tested."""


@cache
def big_world() -> Definition:
    """The scenario; it never changes, so all tests share it."""
    return load_scenario("big_world_1942")


@cache
def key_of(name: str) -> SigningKey:
    """A player's key, the same each time."""
    return SigningKey.from_secret(name.encode().ljust(32, b"."))


@dataclass(frozen=True, slots=True)
class Output:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> dict[str, object]:
        """The one JSON object on standard output."""
        value = json.loads(self.out)
        assert isinstance(value, dict)
        return value

    @property
    def error(self) -> dict[str, object]:
        """The error object of --json."""
        error = self.data["error"]
        assert isinstance(error, dict)
        return error

    def rows(self, name: str) -> list[dict[str, object]]:
        """A list of objects in the JSON object."""
        rows = self.data[name]
        assert isinstance(rows, list)
        return rows


@dataclass(frozen=True, slots=True)
class Desk:
    """A player at their computer: a home and the commands they type there."""

    root: Path
    env: Mapping[str, str] = field(default_factory=dict)

    @property
    def home(self) -> Home:
        """Their home, read anew each time."""
        return Home(self.root)

    @property
    def game(self) -> GameRef:
        """The only game that they have."""
        (ref,) = self.home.game_store.games()
        return ref

    def run(self, *arguments: object, typed: str = "") -> Output:
        """Run one command in this process."""
        out, err = io.StringIO(), io.StringIO()
        words = [str(argument) for argument in arguments]
        env = {"PBEM_HOME": str(self.root), **self.env}
        with (
            mock.patch.dict(os.environ, env),
            mock.patch("sys.stdin", io.StringIO(typed)),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            code = run(words)
        if "--json" in words:
            check(words, out.getvalue())
        return Output(code, out.getvalue(), err.getvalue())

    def ok(self, *arguments: object, typed: str = "") -> Output:
        """Run a command that must succeed."""
        output = self.run(*arguments, typed=typed)
        assert output.code == 0, (arguments, output.out, output.err)
        return output

    def refused(self, code: int, *arguments: object, typed: str = "") -> Output:
        """Run a command that must fail with an exit code, in text and as JSON, and change nothing.

        Returns the output of the run with --json; its text is that of the run without.
        """
        before = snapshot(self.root)
        said = self.run(*arguments, typed=typed)
        assert said.code == code, (arguments, said)
        assert "Traceback" not in said.err
        assert_unchanged(before, self.root)
        output = self.run(*arguments, "--json", typed=typed)
        assert output.code == code, (arguments, output)
        assert_unchanged(before, self.root)
        assert output.data["error"], output
        assert output.err == ""
        return output


def snapshot(root: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes; folders and empty lock files do not count.

    Nor does the mark of a game in which something may be left to do: any `fetch` looks after it.
    Nor do checkpoints: what was looked at is known, whatever became of the command (ADR 0035).
    Nor does the log, which says what came and was refused, what mails say of their writers, and
    when the dice authority was asked for turns that are lacking.
    """
    found: dict[str, bytes] = {}
    for path in sorted(root.rglob("*")):
        is_lock = path.name.startswith(".lock") or path.suffix == ".lock"
        is_kept = path.parent.name == "checkpoints" or path.name in _LOOKED_AT
        if path.is_file() and not is_lock and not is_kept and path.name != "to-do":
            found[str(path.relative_to(root))] = path.read_bytes()
    return found


_LOOKED_AT = frozenset({"pbem.log", "who-has.json", "asked"})


def assert_unchanged(before: dict[str, bytes], root: Path) -> None:
    """Fail with the names of the files that are new, gone or different."""
    after = snapshot(root)
    names = sorted(before.keys() | after.keys())
    assert [name for name in names if before.get(name) != after.get(name)] == []


def desk(folder: Path, name: str, config: str = "") -> Desk:
    """A home with an open key, and a configuration if there is one."""
    root = folder / name.lower()
    root.mkdir(parents=True)
    write_key_file(root / "key.json", NamedKey(name, key_of(name)))
    if config:
        (root / "config.toml").write_text(config, encoding="utf-8")
    return Desk(root)


def mail_desks(folder: Path, *names: str) -> tuple[Desk, ...]:
    """Homes whose mail goes into each other's Maildirs, with one dice authority in between."""
    desks: list[Desk] = []
    for name in names:
        for part in ("tmp", "new", "cur"):
            (folder / "mail" / name / part).mkdir(parents=True)
    for name in names:
        others = "".join(
            f'"{other.lower()}@example.org" = "{folder / "mail" / other}"\n'
            for other in names
            if other != name
        )
        config = (
            f'[mail]\naddress = "{name.lower()}@example.org"\n'
            # Most tests of mail are not about its picture, which takes a third of a second.
            'picture = "none"\n'
            f'[mail.outgoing]\nkind = "maildir"\n[mail.outgoing.maildirs]\n{others}'
            f'[mail.incoming]\nkind = "maildir"\nfolder = "{folder / "mail" / name}"\n'
            f'[dice]\nfolder = "{folder / "authority"}"\n'
        )
        desks.append(desk(folder, name, config))
    return tuple(desks)


def copy_desks(template: Path, folder: Path) -> tuple[Desk, ...]:
    """Lay what `mail_desks` made in a folder, and what was done there, into another folder.

    Returns the desks there, in the order of their names.
    """
    shutil.copytree(template, folder, dirs_exist_ok=True)
    configs = sorted(folder.glob("*/config.toml"))
    for config in configs:
        text = config.read_text(encoding="utf-8")
        config.write_text(text.replace(str(template), str(folder)), encoding="utf-8")
    return tuple(Desk(config.parent) for config in configs)


@dataclass(slots=True)
class Table:
    """A mail game between Ann (Allies) and Ben (Axis) that has started, without homes.

    save: the newest; dice: the authority between them; ending: where ends wait to be closed.
    """

    dice: DiceClient
    save: TrustedSave
    ending: EndingFile = field(default_factory=EndingFile)

    def key(self, nation: str) -> SigningKey:
        """The key that holds a seat."""
        return key_of("Ben" if nation in AXIS else "Ann")

    def position(self) -> Position:
        """The position at the end of the newest save."""
        return read_position(self.save)

    def session(self, save: TrustedSave | None = None) -> Session:
        """A session of the player to move, whose log this table keeps."""
        position = read_position(save or self.save)
        key = self.key(position.nation)
        return Session(
            position, key, Authorities((self.dice,)), self._keep, lambda: CLOCK, ending=self.ending
        )

    def _keep(self, save: TrustedSave) -> None:
        self.save = save

    def signed(self, nation: str, orders: Iterable[object], by: str = "") -> TrustedSave:
        """The save with a record of orders that nobody has checked, signed by a seat's key.

        orders: texts, orders or plain forms.
        """
        plain = [_plain(order) for order in orders]
        return self.save.append_orders(nation, plain, self.key(by or nation))

    def ended(self, nation: str, digest: bytes | None = None) -> TrustedSave:
        """The save with a turn end that nobody has checked."""
        found = digest if digest is not None else state_digest(self.position().state)
        key = self.key(nation)
        ending = self.save.sign_end(nation, found, key, time=CLOCK)
        return self.save.append_turn_end(ending, [self.dice.close(ending.request)])

    def rolled(self, nation: str = "", **changes: object) -> TrustedSave:
        """The save with the dice that the game waits for, or with some of it changed."""
        position = self.position()
        waiting = position.step.waiting
        asked = RollSpec(position.state.phase.phase, "", 0, "", "", 1, 6)
        if isinstance(waiting, RollRequest):
            asked = spec_of(waiting)
        spec = replace(asked, **changes)
        request = self.save.request(nation or position.nation, spec)
        signed = request.sign(self.key(request.nation))
        return self.save.append_roll(signed, [self.dice.roll(signed)])

    def play(self, *orders: str) -> Session:
        """Give orders, roll what has to be rolled, decide by default; the session then."""
        session = self.session()
        give(session, *orders)
        return session


def _plain(order: object) -> object:
    if isinstance(order, str):
        return order_to_plain(parse_order(order, big_world()))
    return order if isinstance(order, list) else order_to_plain(order)


def give(session: Session, *orders: str) -> None:
    """Give orders to a session; dice are rolled and questions answered by default in between."""
    for text in orders:
        settle(session)
        order = order_of(text)
        session.give(with_route(session.state, order) if isinstance(order, Move) else order)
    settle(session)


def order_of(text: str) -> Order:
    """The order that a line stands for."""
    return parse_order(text, big_world())


def to_next_dice(session: Session, *orders: str) -> None:
    """Give orders and then go on without any until dice are needed, and do not roll them."""
    for text in orders:
        order = order_of(text)
        session.give(with_route(session.state, order) if isinstance(order, Move) else order)
    while not session.needs_dice:
        waiting = session.step.waiting
        if isinstance(waiting, Decision):
            session.give(decide(session.state, waiting, ()))
        else:
            session.give(next_battle(session.state) or Done())


def settle(session: Session) -> None:
    """Roll and decide until orders are open or the turn is over."""
    while not session.is_over and not isinstance(session.step.waiting, PhaseOpen):
        waiting = session.step.waiting
        if isinstance(waiting, Decision):
            session.give(decide(session.state, waiting, ()))
        else:
            session.roll()


def pass_turn(session: Session, message: str = "") -> TrustedSave:
    """The rest of a turn with no more orders than needed, and its end signed."""
    settle(session)
    while not session.is_over:
        session.give(next_battle(session.state) or Done())
        settle(session)
    return session.finish(message)


def table(
    folder: Path,
    *,
    title: str = "Test game",
    ann: str = "Ann",
    ben: str = "Ben",
    definition: Definition | None = None,
    client: DiceClient | None = None,
    pace: Pace | None = None,
) -> Table:
    """A started mail game of Big World or of a scenario.

    client: of its dice authority, which otherwise lives in a folder.
    """
    dice = client or EmbeddedClient(folder, lambda: CLOCK, chain_length=256)
    host = key_of("Ann")
    save = new_game(
        host=ann,
        key=host,
        game=GAME,
        name=title,
        mode="mail",
        rules=RULES_VERSION,
        scenario=tree_from_definition(definition or big_world()),
        options={},
        seats={nation: ben if nation in AXIS else ann for nation in NATIONS},
        players={ann: host.public, ben: None if pace is not None else key_of("Ben").public},
        dice=(("embedded", dice.register(GAME, host.public)),),
        time=CLOCK,
        pace=pace,
    )
    if pace is not None:
        save = save.append_join(make_join(save, player=ben, key=key_of("Ben"), time=CLOCK))
    seated = dice.register_seats(save.seat_registration(host))
    return Table(dice, save.append_start(host, time=CLOCK, seated=[seated]))


def desks_of(folder: Path, game: Table) -> tuple[Desk, Desk]:
    """Ann's and Ben's homes, with the game in their game stores and the table's dice authority."""
    config = f'[dice]\nfolder = "{folder / "authority"}"\n'
    both = desk(folder, "Ann", config), desk(folder, "Ben", config)
    for one in both:
        one.home.game_store.store(game.save)
    return both
