"""`pbem post` and `pbem fetch URL`: a game that is played in a forum."""

import base64
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from pbem.forum.parts import Joiner
from pbem.save.armour import armour
from pbem.terminal import clipboard
from pbem.terminal.clipboard import commands_for
from pbem.usage import UsageError
from tests.support.by_mail import begin
from tests.support.nodebb import NodeBB, nodebb
from tests.support.table import ANYWAY, Desk, mail_desks
from tests.support.webserver import served


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The homes of Ann and Ben in a game that has started; Ann has played a turn."""
    folder = tmp_path_factory.mktemp("forum")
    ann, ben = mail_desks(folder, "Ann", "Ben")
    name = begin(ann, ben)
    ann.ok("play", name, "--computer", "easy", "--message", "Good luck!")
    return folder, name


@pytest.fixture
def pair(played: tuple[Path, str], tmp_path: Path) -> tuple[Desk, Desk, str]:
    """Both homes and their dice as they are then, for one test: a turn ends once only."""
    folder, name = played
    for part in ("ann", "ben", "authority"):
        shutil.copytree(folder / part, tmp_path / part)
    for player in ("ann", "ben"):
        config = tmp_path / player / "config.toml"
        told = config.read_text().replace(str(folder / "authority"), str(tmp_path / "authority"))
        config.write_text(told)
    return Desk(tmp_path / "ann"), Desk(tmp_path / "ben"), name


@pytest.fixture
def forum() -> Iterator[NodeBB]:
    with nodebb() as running:
        running.add_user(1, "admin", is_admin=True)
        running.add_user(2, "ann", reputation=5, posts=9)
        running.add_topic(5, running.users["admin"], "Rules of this place", "Be kind.")
        yield running


def join_forum(desk: Desk, forum: NodeBB, **secrets: str) -> None:
    """Give a player the forum in their configuration."""
    lines = [f'{name} = "{value}"' for name, value in secrets.items()]
    table = ["[forum]", f'url = "{forum.address}"', 'user = "ann"', "category = 5", *lines]
    path = desk.root / "config.toml"
    path.write_text(path.read_text() + "\n".join(["", *table, ""]))


def by_token(desk: Desk, forum: NodeBB) -> Desk:
    join_forum(desk, forum, token_env="FORUM_TOKEN")
    return Desk(desk.root, {"FORUM_TOKEN": forum.add_token(forum.users["ann"])})


def test_turn_opens_the_thread_of_the_game_and_comes_in_from_there(
    pair: tuple[Desk, Desk, str], forum: NodeBB
) -> None:
    ann, ben, name = pair
    ann = by_token(ann, forum)
    said = ann.ok("post", name)
    assert f"Posted: {forum.address}/topic/2" in said.out
    assert "It is there already" in ann.ok("post", name).out
    (text,) = forum.texts(2)
    assert "Russians" in text and "Good luck!" in text and "BEGIN PBEM FILE" in text
    assert "@" not in text, "no address leaves the home"
    fetched = ben.ok("fetch", f"{forum.address}/topic/2/a-game").out
    assert "Germans (Ben) to move" in fetched and f"pbem play {name}" in fetched
    ben.ok("fetch", f"{forum.address}/topic/2")


def test_reply_lands_in_the_thread_where_the_save_was_found(
    pair: tuple[Desk, Desk, str], forum: NodeBB
) -> None:
    ann, ben, name = pair
    ann = by_token(ann, forum)
    ann.ok("post", name)
    ben.ok("fetch", f"{forum.address}/topic/2")
    ben.ok("play", name, "--computer", "easy")
    forum.now += 60
    said = by_token(ben, forum).ok("post", name)
    assert f"Posted: {forum.address}/post/3" in said.out
    assert [len(forum.texts(tid)) for tid in forum.topics] == [1, 2]
    ann.ok("fetch", f"{forum.address}/topic/2")
    assert ann.ok("status", name).out == ben.ok("status", name).out


def test_save_goes_as_a_file_where_the_player_may_upload(
    pair: tuple[Desk, Desk, str], forum: NodeBB
) -> None:
    ann, ben, name = pair
    forum.may_upload = forum.is_private = True
    join_forum(ann, forum, password_env="FORUM_PASSWORD")
    ann = Desk(ann.root, {"FORUM_PASSWORD": "secret"})
    ann.ok("post", name)
    (text,) = forum.texts(2)
    assert "BEGIN PBEM FILE" not in text and {path[-4:] for path in forum.files} == {".txt", ".png"}
    assert re.search(r"!\[.+\]\(/assets/uploads/files/[0-9]+-map.png\)", text)
    assert re.search(r"\[pbem-[0-9a-f-]+\.txt\]\(/assets/uploads/files/", text)
    assert ben.run("fetch", f"{forum.address}/topic/2").code == 3, "files are private"
    forum.is_private = False
    assert "Germans (Ben) to move" in ben.ok("fetch", f"{forum.address}/topic/2").out


def test_newest_post_of_use_counts(pair: tuple[Desk, Desk, str], forum: NodeBB) -> None:
    ann, ben, name = pair
    ann = by_token(ann, forum)
    ann.ok("post", name)
    text = forum.texts(2)[0]
    forum.add_post(2, 1, text[: text.index("END PBEM")] + " cut")
    forum.add_post(2, 1, "Nice move!")
    for number in range(20):
        forum.add_post(2, 1, f"More talk, number {number}.")
    assert "Germans (Ben) to move" in ben.ok("fetch", f"{forum.address}/topic/2").out


def test_only_ten_files_of_a_thread_are_fetched(
    pair: tuple[Desk, Desk, str], forum: NodeBB
) -> None:
    ann, ben, name = pair
    by_token(ann, forum).ok("post", name)
    paths = [f"/assets/uploads/files/{number}-talk.txt" for number in range(12)]
    forum.files |= dict.fromkeys(paths, b"talk")
    for some in (paths[:6], paths[6:]):
        forum.add_post(2, 1, " ".join(f"[a file]({path})" for path in some))
    assert "Germans (Ben) to move" in ben.ok("fetch", f"{forum.address}/topic/2").out
    assert len(forum.downloads) == 10


def test_thread_without_a_save(pair: tuple[Desk, Desk, str], forum: NodeBB) -> None:
    _, ben, _ = pair
    said = ben.run("fetch", f"{forum.address}/topic/1")
    assert said.code == 3 and "There is no save at" in said.out
    said = ben.run("fetch", "http://127.0.0.1:1/topic/1")
    assert said.code == 9


def test_what_is_missing_is_said(pair: tuple[Desk, Desk, str], forum: NodeBB) -> None:
    ann, _, name = pair
    assert ann.refused(2, "post", name).error["code"] == "forum-not-configured"
    ann = by_token(ann, forum)
    path = ann.root / "config.toml"
    path.write_text(path.read_text().replace("category = 5\n", ""))
    assert ann.refused(2, "post", name).error["code"] == "forum-no-thread"
    words = ("post", name, "--thread", "https://elsewhere.example.org/topic/4")
    assert ann.refused(2, *words).error["code"] == "other-forum"
    words = ("post", name, "--thread", "https://elsewhere.example.org/viewtopic.php")
    assert ann.refused(2, *words).error["code"] == "not-a-thread"
    forum.tokens.clear()
    words = ("post", name, "--thread", f"{forum.address}/topic/1")
    assert ann.refused(9, *words).error["code"] == "forum-token"


@pytest.mark.parametrize(("markup", "length"), [("md", 100_000), ("md", 2000), ("bbcode", 2000)])
def test_without_an_account_the_posts_are_printed(
    pair: tuple[Desk, Desk, str], tmp_path: Path, markup: str, length: int
) -> None:
    ann, ben, name = pair
    words = ("post", name, "--print", "--format", markup, "--length", length)
    posts = [str(text) for text in ann.ok(*words, "--json").data["posts"]]  # type: ignore[attr-defined]
    assert all(len(post) <= length for post in posts) and "@example" not in "".join(posts)
    assert (len(posts) == 1) == (length == 100_000)
    assert ann.ok(*words, "--part", 1).out.strip() == posts[0].strip()
    assert ann.refused(2, *words, "--part", 99).error["code"] == "no-such-part"
    page = "".join(f"<div class=post><pre>{post}</pre></div>" for post in posts)

    async def show(_: Request) -> Response:
        return HTMLResponse(f"<html><body>{page}</body></html>")

    async def move(request: Request) -> Response:
        return RedirectResponse(request.query_params["to"])

    with served(Starlette(routes=[Route("/game.php", show), Route("/moved", move)])) as address:
        assert ben.run("fetch", f"{address}/moved?to=http://localhost:1/x").code == 9
        assert "Germans (Ben)" in ben.ok("fetch", f"{address}/moved?to=/game.php").out


def test_page_with_several_saves_gives_the_last(pair: tuple[Desk, Desk, str]) -> None:
    ann, ben, _ = pair
    ref = ben.home.game_store.games()[0]
    old = (ben.home.game_store.folder(ref) / "current.pbem").read_bytes()
    new = (ann.home.game_store.folder(ref) / "current.pbem").read_bytes()

    async def show(_: Request) -> Response:
        return HTMLResponse(f"<p>{armour(old)}</p><p>{armour(new)}</p>".replace("\n", "<br>"))

    with served(Starlette(routes=[Route("/", show)])) as address:
        assert "Germans (Ben)" in ben.ok("fetch", f"{address}/").out


def clipboard_program(folder: Path, tool: str) -> Path:
    """A program that keeps what it is given, alone in a folder; where it keeps it."""
    taken = folder / "taken"
    program = folder / "bin" / tool
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nexec /bin/cat > {taken}\n")
    program.chmod(0o755)
    return taken


@pytest.mark.parametrize(
    ("platform", "variable", "tool"),
    [
        ("linux", "WAYLAND_DISPLAY", "wl-copy"),
        ("linux", "DISPLAY", "xclip"),
        ("linux", "DISPLAY", "xsel"),
        ("linux", "WSL_DISTRO_NAME", "clip.exe"),
        ("darwin", "", "pbcopy"),
        ("win32", "", "clip"),
    ],
)
def test_each_system_has_its_clipboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, variable: str, tool: str
) -> None:
    taken = clipboard_program(tmp_path, tool)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    found = commands_for(platform, {variable: "0"})
    monkeypatch.setattr(clipboard, "commands_for", lambda *_: found)
    assert clipboard.copy("Zürich: 3 infantry\n", None) == tool
    coding = "utf-16" if tool.startswith("clip") else "utf-8"
    assert taken.read_bytes().decode(coding) == "Zürich: 3 infantry\n"


def test_the_posts_on_the_clipboard_are_the_save_and_hold_no_address(
    pair: tuple[Desk, Desk, str], tmp_path: Path
) -> None:
    ann, _, name = pair
    taken = clipboard_program(tmp_path, "xclip")
    desk = Desk(ann.root, {"PATH": str(tmp_path / "bin"), "DISPLAY": ":0", "WAYLAND_DISPLAY": ""})
    posts: list[str] = []
    words = ["--clipboard", "--whole", "--length", "2500"]
    while "--clipboard" in words:
        said = desk.ok("post", name, *words).out
        posts.append(taken.read_text())
        words = [*said.partition(f"pbem post {name} ")[2].split(), "--length", "2500"]
    assert f"Post {len(posts)} of {len(posts)} is on the clipboard" in said and len(posts) > 2
    assert all(len(text) <= 2500 and "@" not in text for text in posts)
    joiner = Joiner()
    (save,) = [data for text in reversed(posts) for data in joiner.add(text)]
    assert save == ann.home.choose(name).save.to_bytes()


def test_without_a_clipboard_the_terminal_takes_it_or_nothing_does(
    pair: tuple[Desk, Desk, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _, name = pair
    monkeypatch.setattr(clipboard, "commands_for", lambda *_: ())
    assert ann.refused(2, "post", name, "--clipboard").error["code"] == "no-clipboard"
    written: list[str] = []
    clipboard.copy("Zürich", written.append)
    assert written == [f"\x1b]52;c;{base64.b64encode('Zürich'.encode()).decode()}\x07"]
    with pytest.raises(UsageError):
        clipboard.copy("x" * 60_000, written.append)
    assert len(written) == 1


@pytest.mark.parametrize("how", ["one file", "two files", "quoted", "page", "clipboard"])
def test_posts_in_parts_are_read_where_a_player_has_copied_them(
    pair: tuple[Desk, Desk, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    ann, ben, name = pair
    posts = ann.ok("post", name, "--print", "--whole", "--length", "2500").out
    first, second = tmp_path / "posts.txt", tmp_path / "more.txt"
    words: list[object] = [first]
    if how == "quoted":
        posts = "".join(f"> {line}\n" for line in posts.splitlines())
    if how == "page":
        posts = f"<html><pre>{posts}</pre></html>".replace("\n", "<br>\n")
    cut = posts.index("part 2 of") - 60
    first.write_text(posts[:cut] if how == "two files" else posts)
    if how == "two files":
        second.write_text(posts[cut:])
        words.append(second)
    if how == "clipboard":
        monkeypatch.setattr(clipboard, "readers_for", lambda *_: (("cat", str(first)),))
        words = ["--clipboard"]
    assert "It is your turn (Germans)" in ben.ok("fetch", *words).out


def current(desk: Desk, name: str) -> Path:
    """The file of a game in a home."""
    (found,) = (desk.root / "games").glob(f"{name}*/current.pbem")
    return found


@pytest.mark.parametrize("how", ["file", "quoted", "page", "clipboard"])
def test_a_save_that_has_outgrown_a_post_goes_as_its_newest_turns(
    pair: tuple[Desk, Desk, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    ann, ben, name = pair
    ben.ok("fetch", current(ann, name))
    ben.ok("play", name, "--computer", "easy")
    whole = len(armour(current(ben, name).read_bytes()))
    text = ben.ok("post", name, "--print", "--length", whole).out
    assert "these are its newest turns" in text and "PBEM PART" not in text
    file = tmp_path / "posts.txt"
    if how == "quoted":
        text = "".join(f"> {line}\n" for line in text.splitlines())
    if how == "page":
        text = f"<html><pre>{text}</pre></html>".replace("\n", "<br>\n")
    file.write_text(text)
    if how == "clipboard":
        monkeypatch.setattr(clipboard, "readers_for", lambda *_: (("cat", str(file)),))
    ann.ok("fetch", *(["--clipboard"] if how == "clipboard" else [file]))
    assert ann.ok("status", name).out == ben.ok("status", name).out
    assert current(ann, name).read_bytes() == current(ben, name).read_bytes()


def test_a_thread_of_newest_turns_is_put_together_by_whoever_comes_late(
    pair: tuple[Desk, Desk, str], forum: NodeBB, tmp_path: Path
) -> None:
    """Each post holds the last two turns or fewer; Ben's other home has no turn at all."""
    ann, ben, name = pair
    shutil.copytree(ben.root, tmp_path / "late")
    late = Desk(tmp_path / "late")
    ann, ben = by_token(ann, forum), by_token(ben, forum)
    ann.ok("post", name)
    forum.longest = len(armour(current(ann, name).read_bytes()))
    thread = f"{forum.address}/topic/2"
    for _ in range(4):
        ben.ok("fetch", thread)
        mine = ben if "(Ben)" in ben.ok("status", name).out.splitlines()[1] else ann
        mine.ok("fetch", thread)
        mine.ok("play", name, "--computer", "easy")
        forum.now += 60
        mine.ok("post", name)
    texts = forum.texts(2)
    assert len(texts) == 5 and "these are its newest turns" in texts[-1]
    before = current(late, name).read_bytes()
    (tmp_path / "last.txt").write_text(texts[-1])
    said = late.run("fetch", tmp_path / "last.txt")
    assert said.code == 8 and "there are others between yours and these" in said.out
    assert current(late, name).read_bytes() == before
    late.ok("fetch", thread)
    assert current(late, name).read_bytes() == current(mine, name).read_bytes()


def test_a_part_that_is_missing_is_named(pair: tuple[Desk, Desk, str], tmp_path: Path) -> None:
    ann, ben, name = pair
    posts = ann.ok("post", name, "--print", "--whole", "--length", "2500").out
    count = int(re.findall(r"part 1 of (\d+)", posts)[0])
    file = tmp_path / "posts.txt"
    file.write_text(posts.replace(f"part 2 of {count}", "part"))
    said = ben.run("fetch", file)
    assert said.code == 3
    assert f"he save is in {count} posts, and part 2 is not here" in said.out


def test_a_clipboard_without_a_save(
    pair: tuple[Desk, Desk, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, ben, _ = pair
    monkeypatch.setattr(clipboard, "readers_for", lambda *_: (("echo", "hello"),))
    said = ben.run("fetch", "--clipboard")
    assert said.code == 3 and "There is no save on the clipboard" in said.out
    monkeypatch.setattr(clipboard, "readers_for", lambda *_: ())
    assert ben.refused(2, "fetch", "--clipboard").error["code"] == "no-clipboard"


def test_a_turn_is_posted_before_it_is_over_and_marked(
    pair: tuple[Desk, Desk, str], forum: NodeBB, tmp_path: Path
) -> None:
    """The others look at it from the thread; the post of the whole turn follows it (ADR 0081)."""
    ann, ben, name = pair
    ben.ok("fetch", _exported(ann, name, tmp_path))
    ben = by_token(ben, forum)
    orders = tmp_path / "x.orders"
    orders.write_text("done\nbuy 4 infantry\n")
    ben.ok("play", name, "--orders", orders, "--open-end")
    ben.ok("post", name, "--so-far")
    (text,) = forum.texts(2)
    assert "This is the turn so far: it is not over." in text
    fetched = ann.ok("fetch", f"{forum.address}/topic/2", "--json").rows("news")
    assert [one["kind"] for one in fetched] == ["so-far"]
    orders.write_text("done\nbuy 4 infantry\ndone\ndone\n")
    ben.ok("play", name, *ANYWAY, "--orders", orders, "--resume", "--no-send")
    forum.now += 60
    ben.ok("post", name)
    assert "so far" not in forum.texts(2)[1].split("BEGIN PBEM")[0]
    assert "British (Ann) to move" in ann.ok("fetch", f"{forum.address}/topic/2").out


def _exported(desk: Desk, name: str, tmp_path: Path) -> Path:
    path = tmp_path / "turn.pbem"
    desk.ok("export", name, "--out", path)
    return path
