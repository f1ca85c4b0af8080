"""Hooks: what is posted to each service, what a command is told, and how both may go wrong."""

import html
import json
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from pbem.config import read_config
from pbem.hooks.model import Hook, HookEvent, HookOccasion, Webhook, WebhookKind
from pbem.hooks.running import run_hook
from pbem.log import LOG
from pbem.mail.errors import SettingsError
from pbem.mail.secret import Secret
from tests.support.webhook import WebhookServer, webhook_server

HOSTILE = (
    "@everyone <!channel> <@U024BE7LH> [free](http://evil.example) *x* & @room: it is your turn"
)
GAME = "00" * 16
EVENT = HookEvent(HookOccasion.TURN, HOSTILE, GAME, "$(touch owned) `id`", "Germans")
ALL = tuple(HookOccasion)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[WebhookServer]:
    with webhook_server(tmp_path / "tls") as found:
        yield found


def posting(server: WebhookServer, kind: WebhookKind, path: str = "/hook/secret") -> Webhook:
    return Webhook(kind, server.url + path, ca_file=server.ca_file)


def told(server: WebhookServer, webhook: Webhook) -> dict[str, object]:
    """What a server gets of the hostile event."""
    assert run_hook(Hook("club", ALL, webhook=webhook), EVENT) == ""
    (one,) = server.posted
    assert "@everyone" not in json.dumps(one.body), "nobody's program takes it for a mention"
    return one.body


def test_discord_mentions_nobody_and_shows_no_markup(server: WebhookServer) -> None:
    body = told(server, posting(server, WebhookKind.DISCORD))
    content = str(body["content"])
    assert body["allowed_mentions"] == {"parse": []} and body["flags"] == 4
    assert re.sub(r"\\(.)", r"\1", content).replace("\u200b", "") == HOSTILE
    assert not re.search(r"(?<!\\)[<>*\[\]()@]", content)


def test_slack_gets_its_three_characters_escaped(server: WebhookServer) -> None:
    body = told(server, posting(server, WebhookKind.SLACK))
    text = str(body["text"])
    assert not set("<>") & set(text) and "&lt;!channel&gt;" in text and body["mrkdwn"] is False
    assert html.unescape(text).replace("\u200b", "") == HOSTILE


def test_ntfy_gets_its_topic_at_its_root(server: WebhookServer) -> None:
    body = told(server, posting(server, WebhookKind.NTFY, "/my-turns"))
    assert server.posted[0].path == "/" and body["topic"] == "my-turns"
    assert str(body["message"]).replace("\u200b", "") == HOSTILE


def test_matrix_gets_a_notice_in_a_room(server: WebhookServer, tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.touch(mode=0o600)
    token.write_text("syt_token\n")
    webhook = Webhook(
        WebhookKind.MATRIX, server.url, "!room/1:example.org", Secret(file=token), server.ca_file
    )
    body = told(server, webhook)
    (one,) = server.posted
    assert (one.method, one.authorization) == ("PUT", "Bearer syt_token")
    place, room, _, _, number = one.path.removeprefix("/_matrix/client/v3/").split("/")
    assert (place, unquote(room)) == ("rooms", "!room/1:example.org")
    assert body == {"msgtype": "m.notice", "body": body["body"], "m.mentions": {}}
    run_hook(Hook("club", ALL, webhook=webhook), EVENT)
    assert not server.posted[1].path.endswith(number), "the same number would be the same event"


def test_other_programs_get_the_facts(server: WebhookServer) -> None:
    body = told(server, posting(server, WebhookKind.JSON))
    assert (body["event"], body["game"], body["nation"]) == ("turn", GAME, "Germans")
    assert "&lt;!channel&gt;" in str(body["html"])
    assert sorted(body) == ["event", "game", "html", "name", "nation", "text"]


def test_an_address_that_is_a_secret_is_neither_told_nor_logged(
    server: WebhookServer, caplog: pytest.LogCaptureFixture
) -> None:
    server.status = 404
    with caplog.at_level("DEBUG", LOG.name):
        why = run_hook(Hook("club", ALL, webhook=posting(server, WebhookKind.DISCORD)), EVENT)
    assert why == "127.0.0.1 answered 404"
    assert "hook club" in caplog.text and "secret" not in caplog.text


@pytest.mark.parametrize("url", ["http://example.org/x", "ftp://127.0.0.1/x", "https://", "x"])
def test_nothing_is_posted_that_others_on_the_way_could_read(url: str, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f'[hooks.a]\nurl = "{url}"\n')
    with pytest.raises(SettingsError, match=r"config\.hooks\.a\.url must begin with https://"):
        read_config(config)
    kept = tmp_path / "url"
    kept.touch(mode=0o600)
    kept.write_text(url + "\n")
    webhook = Webhook(WebhookKind.JSON, Secret(file=kept))
    why = run_hook(Hook("a", ALL, webhook=webhook), EVENT)
    assert why == "its address does not begin with https://"


def test_a_server_nobody_trusts_gets_nothing(server: WebhookServer) -> None:
    webhook = Webhook(WebhookKind.JSON, server.url)
    assert "certificate" in run_hook(Hook("a", ALL, webhook=webhook), EVENT)
    assert server.posted == []


def test_a_server_that_does_not_answer_is_not_waited_for(server: WebhookServer) -> None:
    server.pause.clear()
    begin = time.monotonic()
    hook = Hook("a", ALL, webhook=posting(server, WebhookKind.JSON))
    assert "within 0.5 seconds" in run_hook(hook, EVENT, seconds=0.5)
    assert time.monotonic() - begin < 5


def python(code: str) -> Hook:
    return Hook("a", ALL, (sys.executable, "-c", code))


def test_a_command_is_told_by_its_environment_and_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_PASSPHRASE", "open sesame")
    monkeypatch.chdir(tmp_path)
    code = (
        "import json, os, sys; "
        "json.dump([dict(os.environ), json.load(sys.stdin), sys.argv], open('told', 'w'))"
    )
    assert run_hook(Hook("a", ALL, (sys.executable, "-c", code, "$PBEM_NAME")), EVENT) == ""
    environment, facts, words = json.loads((tmp_path / "told").read_text())
    assert facts == EVENT.plain()
    assert {name: environment[f"PBEM_{name.upper()}"] for name in facts} == facts
    assert words[1] == "$PBEM_NAME", "no shell has read it"
    assert "open sesame" not in json.dumps([environment, facts])
    assert [path.name for path in tmp_path.iterdir()] == ["told"]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import sys; sys.exit(3)", "it ended with exit code 3"),
        ("import sys; sys.exit('\x1b[2Jno')", "it ended with exit code 1: <U+001B>[2Jno"),
    ],
)
def test_a_command_that_fails_says_so(code: str, why: str) -> None:
    assert run_hook(python(code), EVENT) == why


def test_a_command_that_reads_nothing_is_no_error() -> None:
    assert run_hook(python("import os; os.close(0)"), EVENT) == ""


def test_a_command_that_is_not_there_says_so() -> None:
    hook = Hook("a", ALL, ("/nowhere/at-all",))
    assert run_hook(hook, EVENT) == "/nowhere/at-all cannot be run: No such file or directory"


def test_a_command_without_end_is_ended_with_what_it_has_started(tmp_path: Path) -> None:
    alive = tmp_path / "alive"
    code = (
        "import os, time\n"
        "os.fork()\n"
        f"time.sleep(2); open({str(alive)!r}, 'w').close(); time.sleep(30)"
    )
    begin = time.monotonic()
    assert run_hook(python(code), EVENT, seconds=0.5) == "it did not end within 0.5 seconds"
    assert time.monotonic() - begin < 2
    time.sleep(2.5)
    assert not alive.exists()


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("", "hooks.a needs one thing to do"),
        ('url = "https://ntfy.sh/x"\nurl_env = "X"', "hooks.a needs one thing to do"),
        ('command = "x"\nurl = "https://ntfy.sh/x"', "has no key 'url'"),
        ('command = "x"\non = "trun"', "hooks.a.on must be some of turn, mail, late"),
        ('url = "https://a.example"\nkind = "matrix"\nroom = "!a"', "hooks.a names no token"),
        ('url = "https://a.example"\ntoken_prompt = "?"', "hooks run while nobody is there"),
        ('url = "https://a.example"\nkind = "discrod"', "did you mean 'discord'"),
    ],
)
def test_a_wrong_setting_is_named(lines: str, why: str, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f"[hooks.a]\n{lines}\n")
    with pytest.raises(SettingsError, match=re.escape(why)):
        read_config(config)


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://discord.com/api/webhooks/1/x", WebhookKind.DISCORD),
        ("https://hooks.slack.com/services/x", WebhookKind.SLACK),
        ("https://ntfy.sh/x", WebhookKind.NTFY),
        ("https://discord.com.evil.example/", WebhookKind.JSON),
    ],
)
def test_the_kind_is_known_by_the_host(url: str, kind: WebhookKind, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f'[hooks.a]\nurl = "{url}"\n')
    (hook,) = read_config(config).hooks
    assert hook.webhook is not None and hook.webhook.kind is kind and hook.on == ALL
