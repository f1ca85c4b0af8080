"""Commands that write, as they are killed and let fail: what lies there before, and what must be
true after the next run.

Each scene makes a folder with homes in which one command is still to be given, and checks what the
command and its repetition have left behind.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from pbem.replay import read_position
from pbem.save.format import SAVE, kind_of, parse
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from tests.support.by_mail import seats
from tests.support.crashes import HERE, Plan, Try, says_mail_waits
from tests.support.diceserver import dice_server
from tests.support.ports import free_ports
from tests.support.table import (
    ANYWAY,
    CLOCK,
    Desk,
    desks_of,
    mail_desks,
    table,
)

ORDERS = """buy 3 infantry
losses: infantry
move 2 infantry, 1 fighter: Karelija > Finland
fight Finland
place 3 infantry: Moscow
"""
_TURN_IS_OVER = 8
_SENTENCE = re.compile(r"pbem: [^\n]+[.?!)]\n?\Z")


@dataclass(frozen=True, slots=True)
class Scene:
    """A folder to begin with and the command, as a plan; and what must be true after a try."""

    make: Callable[[Path], Plan]
    check: Callable[[Try], None]


def check(scene: Scene, entry: Try) -> None:
    """What is true after every try, and what the scene asks for.  AssertionError says what not."""
    assert "bug in pbem" not in entry.said and "Traceback" not in entry.said, entry
    if entry.code and not entry.was_killed:
        assert 1 <= entry.code <= 10, entry
        last = entry.said.rstrip().rpartition("\n")[2]
        assert _SENTENCE.search(last) or says_mail_waits(last), entry
    assert set(entry.afterwards) <= {0}, entry
    for path in Path(entry.folder).glob("*/games/**/*.pbem"):
        _read_whole(path)
    for path in Path(entry.folder).rglob("*.json"):
        json.loads(path.read_bytes())
    scene.check(entry)


def _read_whole(path: Path) -> None:
    data = path.read_bytes()
    kind = kind_of(data)
    if kind == SAVE:
        open_save(data)
    else:
        parse(data, kind)


# The games


def _pair(folder: Path, *dice: str, mail_port: int = 0) -> tuple[Desk, Desk, str]:
    """Ann and Ben in a game by mail; the Russians, who are Ann's, are to move."""
    ann, ben, name = _invited(folder, *dice)
    ben.ok("join", name, "--yes")
    ann.ok("fetch")
    ben.ok("fetch")
    if mail_port:
        config = ann.root / "config.toml"
        text, _, after = config.read_text().partition('[mail.outgoing]\nkind = "maildir"')
        after = after[after.index("[mail.incoming]") :]
        smtp = f'kind = "smtp"\nhost = "127.0.0.1"\nport = {mail_port}\nsecurity = "none"\n'
        config.write_text(f"{text}[mail.outgoing]\n{smtp}{after}")
    return ann, ben, name


def _invited(folder: Path, *dice: str) -> tuple[Desk, Desk, str]:
    """Ann has founded a game, and Ben has her invitation."""
    ann, ben = mail_desks(folder, "Ann", "Ben")
    words = [word for address in dice for word in ("--dice", address)]
    ann.ok("new", "big_world_1942", *seats(), *words)
    ben.ok("fetch")
    (folder / "turn.orders").write_text(ORDERS, encoding="utf-8")
    return ann, ben, ben.game.game.hex()[:8]


def _plan(folder: Path, home: str, *command: str, **more: object) -> Plan:
    """A plan over a folder that was made for it; its paths become those of every copy."""
    template = folder / "template"
    for config in template.glob("*/config.toml"):
        config.write_text(config.read_text().replace(str(template), HERE))
    plan = Plan(str(template), str(folder / "work"), home, command, command)
    return Plan(**{**{name: getattr(plan, name) for name in Plan.__slots__}, **more})


def _current(entry: Try, name: str) -> TrustedSave:
    desk = Desk(Path(entry.folder) / name)
    return desk.home.choose(desk.game.game.hex()[:8]).save


def _mails(entry: Try, name: str) -> int:
    """How many mails lie in somebody's Maildir, read or not."""
    box = Path(entry.folder) / "mail" / name
    return sum(len(list((box / part).iterdir())) for part in ("new", "cur"))


def _ann_and_ben_agree(entry: Try, before: int) -> None:
    """Ben has got one mail more than before, and with it what Ann has."""
    assert _mails(entry, "Ben") == before + 1, entry
    Desk(Path(entry.folder) / "ben").ok("fetch")
    assert _current(entry, "ben").head == _current(entry, "ann").head, entry


# The scenes


def _play(folder: Path) -> Plan:
    """Ann's turn, with the dice authority of this computer."""
    _ann, _ben, name = _pair(folder / "template")
    return _turn_plan(folder, name)


def _play_two(folder: Path) -> Plan:
    """Ann's turn, with this computer and a dice server, and mail by SMTP."""
    template, mail = folder / "template", free_ports(1)[0]
    with dice_server(template / "server", "--chain", "300") as server:
        _ann, _ben, name = _pair(template, "embedded", server.address, mail_port=mail)
        server.stop()
    return _turn_plan(folder, name, dice=server.port, mail=mail)


def _turn_plan(folder: Path, name: str, **ports: int) -> Plan:
    words = ("play", name, *ANYWAY, "--orders", f"{HERE}/turn.orders")
    afterwards = (("send", name), ("dice", "audit", name))
    return _plan(folder, "ann", *words, again=(*words, "--resume"), afterwards=afterwards, **ports)


def _check_play(entry: Try) -> None:
    """The turn is over with all that was ordered, once; the audit has found every die in the save;
    and Ben has one mail with it."""
    _check_turn(entry)
    _ann_and_ben_agree(entry, 2)


def _check_play_two(entry: Try) -> None:
    _check_turn(entry)
    assert len(list((Path(entry.folder) / "sink").iterdir())) == 1, entry


def _check_turn(entry: Try) -> None:
    assert not entry.codes or entry.codes[-1] == 0 or set(entry.codes) == {_TURN_IS_OVER}, entry
    save = _current(entry, "ann")
    position = read_position(save)
    assert (position.error, position.nation) == (None, "Germans"), entry
    actions = [one for record in save.records for one in getattr(record, "actions", ())]
    for kind, number in (("buy", 1), ("move", 1), ("place", 1)):
        assert len([one for one in actions if one[0] == kind]) == number, entry


def _send(folder: Path) -> Plan:
    """Ann's turn is over and goes into a Maildir."""
    ann, _ben, name = _pair(folder / "template")
    ann.ok("play", name, "--computer", "easy", "--no-send")
    return _plan(folder, "ann", "send", name)


def _check_send(entry: Try) -> None:
    assert not entry.codes or entry.codes[-1] == 0, entry
    _ann_and_ben_agree(entry, 2)


def _send_smtp(folder: Path) -> Plan:
    """The same over SMTP."""
    mail = free_ports(1)[0]
    ann, _ben, name = _pair(folder / "template", mail_port=mail)
    ann.ok("play", name, "--computer", "easy", "--no-send")
    return _plan(folder, "ann", "send", name, mail=mail)


def _check_send_smtp(entry: Try) -> None:
    """One mail, or none and somebody who is asked whether it has arrived."""
    assert not entry.codes or entry.codes[-1] == 0, entry
    got = len(list((Path(entry.folder) / "sink").iterdir()))
    said = entry.said + entry.output
    assert got == 1 or (got == 0 and "may or may not have arrived" in said), entry


def _fetch(folder: Path) -> Plan:
    """Ann's turn lies in Ben's Maildir."""
    ann, _ben, name = _pair(folder / "template")
    ann.ok("play", name, "--computer", "easy")
    ann.ok("send", name)
    return _plan(folder, "ben", "fetch", afterwards=(("fetch",),))


def _check_fetch(entry: Try) -> None:
    assert not entry.codes or entry.codes[-1] == 0, entry
    assert _current(entry, "ben").head == _current(entry, "ann").head, entry


def _join(folder: Path) -> Plan:
    """Ben is invited and joins."""
    _ann, _ben, name = _invited(folder / "template")
    return _plan(folder, "ben", "join", name, "--yes")


def _check_join(entry: Try) -> None:
    assert _mails(entry, "Ann") == 1, entry
    Desk(Path(entry.folder) / "ann").ok("fetch")
    Desk(Path(entry.folder) / "ben").ok("fetch")
    assert read_position(_current(entry, "ben")).nation == "Russians", entry
    assert _current(entry, "ben").head == _current(entry, "ann").head, entry


def _start(folder: Path) -> Plan:
    """Ben's answer lies in Ann's Maildir; the game begins when she fetches it."""
    _ann, ben, name = _invited(folder / "template")
    ben.ok("join", name, "--yes")
    return _plan(folder, "ann", "fetch", afterwards=(("fetch",),))


def _check_start(entry: Try) -> None:
    assert not entry.codes or entry.codes[-1] == 0, entry
    assert read_position(_current(entry, "ann")).nation == "Russians", entry
    _ann_and_ben_agree(entry, 1)


def _adopt(folder: Path) -> Plan:
    """Ben has two histories of Ann's, and takes the other one."""
    template = folder / "template"
    game = table(template / "authority")
    _, ben = desks_of(template, game)
    for number, amount in enumerate((4, 3)):
        save = game.signed("Russians", ["done", f"buy {amount} infantry"])
        (template / f"{number}.pbem").write_bytes(save.to_bytes())
        assert ben.run("fetch", template / f"{number}.pbem").code == (8 if number else 0)
    name, other = ben.game.game.hex()[:8], save.head.hex()[:16]
    return _plan(folder, "ben", "adopt", name, other, "--yes")


def _check_adopt(entry: Try) -> None:
    """Once taken, it is no longer the other one."""
    no_such_branch = 2
    assert not entry.codes or entry.codes[-1] in (0, no_such_branch), entry
    wanted = open_save((Path(entry.folder) / "1.pbem").read_bytes())
    desk = Desk(Path(entry.folder) / "ben")
    assert _current(entry, "ben").head == wanted.head, entry
    (folder,) = (desk.home.game_store.folder(desk.game) / "forks").iterdir()
    assert len([path for path in folder.iterdir() if path.suffix == ".pbem"]) == 2, entry


def _consent(folder: Path) -> Plan:
    """Ann proposes a draw, to which Ben consents."""
    ann, ben, name = _pair(folder / "template")
    ann.ok("propose", name, "draw")
    ben.ok("fetch")
    (row,) = ben.ok("consent", name, "--json").rows("proposals")
    words = ("consent", name, str(row["proposal"]), "--yes")
    return _plan(folder, "ben", *words)


def _check_consent(entry: Try) -> None:
    ann = Desk(Path(entry.folder) / "ann")
    ann.ok("fetch")
    assert "over" in ann.ok("games").out, entry


SCENES = {
    "play": Scene(_play, _check_play),
    "play, two authorities": Scene(_play_two, _check_play_two),
    "send": Scene(_send, _check_send),
    "send by SMTP": Scene(_send_smtp, _check_send_smtp),
    "fetch": Scene(_fetch, _check_fetch),
    "join": Scene(_join, _check_join),
    "start": Scene(_start, _check_start),
    "adopt": Scene(_adopt, _check_adopt),
    "consent": Scene(_consent, _check_consent),
}


def make_plan(scene: Scene, folder: Path) -> Plan:
    """The plan of a scene, made with the clock of its tries."""
    with mock.patch("time.time", return_value=float(CLOCK)):
        return scene.make(folder)
