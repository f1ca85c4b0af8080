"""What every command says with --json, in one evening of two players, against its schema.

`Desk` checks all that is read with --json; here nothing is left out.  Of commands whose schemas say
the same, such as `pbem propose draw` and `pbem propose edit`, one is enough.
"""

import json
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from unittest import mock

from tests.engine.loading.small_map import small_map
from tests.support.diceserver import dice_server
from tests.support.output_schemas import KEPT, check_message, name_of
from tests.support.table import Desk, desk, mail_desks
from tests.support.triplea_saves import SmallSave

EXAMPLE = str(Path(__file__).parents[2] / "docs" / "examples" / "bot_process.py")
OVERHEARD = """
import subprocess, sys
log = open(sys.argv[1], "w")
pipe = subprocess.PIPE
bot = subprocess.Popen([sys.executable, sys.argv[2]], stdin=pipe, stdout=pipe, text=True)
for line in sys.stdin:
    bot.stdin.write(line)
    bot.stdin.flush()
    answer = bot.stdout.readline()
    log.write(line + answer)
    log.flush()
    print(answer, end="", flush=True)
"""
"""A bot that asks the one that is named, and writes down what is said."""


def told(title: str) -> str:
    """What a schema says, without the name of its command."""
    schema = json.loads((KEPT / f"{title}.json").read_text("utf-8"))
    return json.dumps(schema | {"title": ""})


class Evening:
    """What was said, by the names of the schemas."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def say(self, who: Desk, *words: object, typed: str = "") -> Mapping[str, object]:
        """Have a command say something that is not that it went wrong."""
        data = who.ok(*words, "--json", typed=typed).data
        assert "error" not in data, words
        self.names.add(name_of([str(word) for word in words]))
        return data


def test_every_schema_is_that_of_something_that_was_said(tmp_path: Path) -> None:
    evening = Evening()
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    alone(evening, ann, tmp_path)
    called_off(evening, ann)
    name = begun(evening, ann, ben)
    played(evening, ann, name, tmp_path)
    about_keys(evening, ann, ben, name)
    in_a_league(evening, ann, name, tmp_path / "league")
    evening.say(ann, "seats", name)
    evening.say(ann, "propose", name, "draw")
    evening.say(ann, "forget", name, "--yes")
    with_a_server(evening, tmp_path)
    until_it_ends(evening, ann, tmp_path)
    of_a_club(evening, ann)
    with_a_bot(evening, tmp_path)
    said = {*map(told, evening.names)}
    assert sorted(path.stem for path in KEPT.glob("*.json") if told(path.stem) not in said) == []


def of_a_club(evening: Evening, ann: Desk) -> None:
    """What a home says that is also a club's."""
    with (ann.root / "config.toml").open("a") as config:
        config.write("[club]\n")
    evening.say(ann, "club", "run", "--once")
    evening.say(ann, "club", "site")
    evening.say(ann, "club", "status")


def with_a_bot(evening: Evening, tmp_path: Path) -> None:
    """What is said to a bot that plays a turn, and by it."""
    eva = desk(tmp_path, "Eva", f'[dice]\nfolder = "{tmp_path / "dice-of-eva"}"\n')
    game = eva.ok("new", "classic_1942", "--hotseat", "--json").data["game"]
    log = tmp_path / "bot.log"
    eva.ok("play", game, "--bot", shlex.join([sys.executable, "-c", OVERHEARD, str(log), EXAMPLE]))
    for line in log.read_text("utf-8").splitlines():
        message = json.loads(line)
        name = f"bot-{message['kind']}"
        check_message(name, message)
        evening.names.add(name)


def in_a_league(evening: Evening, ann: Desk, name: str, folder: Path) -> None:
    """The table of one game, and a round of its two players."""
    folder.mkdir()
    ann.ok("export", name, "--out", folder / "one.pbem")
    evening.say(ann, "league", "table", folder)
    cup = ("--name", "Cup", "--number", "1", "--dice", "embedded")
    evening.say(ann, "league", "draw", evening.say(ann, "league", "round", folder, *cup)["file"])


def alone(evening: Evening, ann: Desk, folder: Path) -> None:
    """What needs no game."""
    (folder / "maps").mkdir()
    (folder / "maps" / "straits.xml").write_bytes(small_map())
    save = folder / "autosave.tsvg"
    save.write_bytes(SmallSave().data())
    for words in (
        (),
        ("help",),
        ("scenarios",),
        ("info", "classic_1942", "units"),
        ("odds", "2 infantry", "1 infantry"),
        ("maps", folder / "maps"),
        ("import", save, "--map", folder / "maps" / "straits.xml", "--out", folder / "on.toml"),
        ("completion", "bash"),
        ("config", "path"),
        ("config", "show"),
        ("config", "check"),
        ("config", "hooks"),
        ("config", "get", "mail.address"),
        ("config", "set", "player", "Ann"),
        ("mail", "test"),
        ("keys", "card", "--out", folder / "ann.card"),
        ("doctor",),
        ("demo", "--scenario", "classic_1942", "--out", folder / "demo"),
    ):
        evening.say(ann, *words)


INVITED = ("--seat", "Allies=me", "--seat", "Axis=Ben <ben@example.org>")


def called_off(evening: Evening, ann: Desk) -> None:
    """A game to which somebody else is invited, and which does not begin then."""
    first = ann.ok("new", "classic_1942", *INVITED, "--json").data["game"]
    second = evening.say(ann, "exchange", first, "Ben", "Cy <cy@example.org>")["genesis"]
    evening.say(ann, "decline", second, "Another day.", "--yes")


def begun(evening: Evening, ann: Desk, ben: Desk) -> str:
    """The name of a game of the two that has begun by mail."""
    evening.say(ann, "new", "classic_1942", *INVITED, "--pace", "72h")
    name = ann.game.game.hex()[:8]
    evening.say(ben, "fetch")
    evening.say(ben, "join", name, "--yes")
    ann.ok("fetch")
    return name


def played(evening: Evening, ann: Desk, name: str, folder: Path) -> None:
    """The first turn, and all that can be asked about it."""
    evening.say(ann, "note", name, "Karelia S.S.R.", "Here.")
    evening.say(ann, "away", name, "2099-01-01", "2099-01-03")
    evening.say(ann, "play", name, "--computer", "easy", "--no-send")
    for words in (
        ("games",),
        ("status", name),
        ("show", name, "Karelia S.S.R."),
        ("units", name),
        ("map", name, "--out", folder / "map.svg"),
        ("history", name),
        ("history", name, "--at", "1"),
        ("history", name, "--diff", "0", "5"),
        ("luck", name),
        ("pace", name),
        ("verify", name),
        ("adopt", name),
        ("send", name),
        ("outbox",),
        ("standing", name),
        ("plan", name),
        ("observe", name),
        ("summary", name),
        ("export", name),
        ("remind",),
        ("consent", name),
        ("post", name, "--print"),
        ("replay", name, "--out", folder / "game.html"),
        ("try", name, "--computer", "easy", "--out", folder / "try.pbem"),
        ("dice", "log", name),
    ):
        evening.say(ann, *words)


def about_keys(evening: Evening, ann: Desk, ben: Desk, name: str) -> None:
    """A key that was compared by phone."""
    words = evening.say(ben, "keys", "show")["fingerprint"]
    evening.say(ann, "keys", "pin", "Ben", words, "--save", name)


def with_a_server(evening: Evening, folder: Path) -> None:
    """A game whose dice come from a server, and what its operator does."""
    with dice_server(folder / "server", "--chain", "600") as server:
        named = {"PBEM_DICE_STORE": server.store, "PBEM_DICE_KEY_FILE": str(server.key_file)}
        boss = Desk(folder / "boss", named)
        cy = desk(folder, "Cy")
        cy.ok("new", "classic_1942", "--hotseat", "--dice", server.address)
        name = cy.game.game.hex()[:8]
        evening.say(cy, "dice", "audit", name)
        evening.say(cy, "dice", "seats", name)
        evening.say(boss, "dice", "backup", folder / "backup")
    evening.say(boss, "dice", "keygen", folder / "storage.key")


def until_it_ends(evening: Evening, ann: Desk, folder: Path) -> None:
    """What says where it is, and goes on until somebody ends it."""
    with mock.patch("pbem.commands.board._wait_for_enter", side_effect=KeyboardInterrupt):
        evening.say(ann, "board", "--no-open")
    with mock.patch("pbem.dice.server.serve.serve", lambda _, tell: tell("http://127.0.0.1:8600")):
        words = ("--store", folder / "store", "--key-file", folder / "storage.key")
        evening.say(ann, "dice", "serve", *words)
