"""A club by Maildirs: which games it follows, what it forwards, and the site that it writes."""

from __future__ import annotations

import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from datetime import datetime
from email.message import EmailMessage
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pbem.club.places import SiteFolder
from pbem.save.trusted_save import TrustedSave
from pbem.usage import UsageError
from tests.support.by_mail import begin, seats
from tests.support.table import Desk, mail_desks

CLUB = "Club <club@example.org>"
ATOM = "{http://www.w3.org/2005/Atom}"
HOUR = 3_600


def club_desks(folder: Path, *names: str, follows: str = "named") -> tuple[Desk, ...]:
    """Players, and a club as the last of them."""
    desks = mail_desks(folder, *names, "Club")
    with (desks[-1].root / "config.toml").open("a") as config:
        config.write(f'[club]\nname = "Sunday <Club>"\nfollows = "{follows}"\n')
    return desks


def site_of(club: Desk) -> Path:
    return club.root / "site"


def files_of(club: Desk) -> dict[str, bytes]:
    root = site_of(club)
    return {str(p.relative_to(root)): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def game_folder(club: Desk) -> Path:
    (folder,) = (site_of(club) / "games").iterdir()
    return folder


def played(desk: Desk, other: Desk, game: str) -> None:
    """One turn, which the other player takes in."""
    desk.ok("play", game, "--computer", "easy")
    other.ok("fetch")


class Links(HTMLParser):
    """Where a page leads to, and what it shows from elsewhere."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = (value for name, value in attrs if name in ("href", "src") and value is not None)
        self.found += [value for value in found if not value.startswith("#")]


def test_a_club_follows_a_game_whose_host_names_it_and_writes_its_site(tmp_path: Path) -> None:
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    game = begin(ann, ben, "--observer", CLUB)
    said = club.ok("club", "run", "--once").out
    assert "the club follows it from now on" in said and "1 game brought up to date" in said
    played(ann, ben, game)
    club.ok("club", "run", "--once")
    played(ben, ann, game)
    data = club.ok("club", "run", "--once", "--json").data
    assert data["games"] == 1 and data["problems"] == []
    folder = game_folder(club)
    names = {path.name for path in folder.iterdir()}
    assert names == {"index.html", "board.html", "map.png", "replay.html", "game.pbem"} | {
        "turn-001.html",
        "turn-002.html",
    }
    page = (site_of(club) / "index.html").read_text()
    assert "<strong>British</strong> (Ann) to move since" in page
    assert "Sunday &lt;Club&gt;" in page and "<Club>" not in page
    assert (folder / "game.pbem").read_bytes() == save_here(ann).to_bytes()
    assert len(list((club.home.game_store.folder(club.game) / "turns").iterdir())) == 2
    assert "It follows 1 game" in club.ok("club", "status").out


def test_of_turns_that_come_at_once_each_is_filed_and_shown(tmp_path: Path) -> None:
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    game = begin(ann, ben, "--observer", CLUB)
    club.ok("club", "run", "--once")
    played(ann, ben, game)
    first = save_here(ann)
    played(ben, ann, game)
    second = save_here(ben)
    said = club.ok("club", "run", "--once").out
    assert "British (Ann) to move" in said
    turns = club.home.game_store.folder(club.game) / "turns"
    files = {path.name: path.read_bytes() for path in turns.iterdir()}
    for save in (first, second):
        name = f"{len(save.entries):05d}-{save.head.hex()[:16]}.pbem"
        assert files[name] == save.to_bytes()
    shown = {path.name for path in game_folder(club).glob("turn-*")}
    assert shown == {"turn-001.html", "turn-002.html"}


def save_here(desk: Desk) -> TrustedSave:
    save = desk.home.game_store.load(desk.game)
    assert save is not None
    return save


def test_every_link_of_the_site_leads_to_a_file_beside_it(tmp_path: Path) -> None:
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    game = begin(ann, ben, "--observer", CLUB)
    played(ann, ben, game)
    club.ok("club", "run", "--once")
    ours = [site_of(club) / name for name in ("index.html", "results.html", "players.html")]
    for path in (*ours, game_folder(club) / "index.html"):
        links = Links(path.read_text()).found
        assert len(links) >= 5
        for link in links:
            assert "//" not in link and not link.startswith("/"), link
            assert (path.parent / link).is_file(), link


def test_all_pages_lead_to_the_table_of_the_league(tmp_path: Path) -> None:
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    with (club.root / "config.toml").open("a") as config:
        config.write('league = "league.html"\n')
    game = begin(ann, ben, "--observer", CLUB)
    played(ann, ben, game)
    club.ok("club", "run", "--once")
    table = site_of(club) / "league.html"
    club.ok("league", "table", str(club.root / "games"), "--page", str(table))
    assert "Ann" in table.read_text() and "Ben" in table.read_text()
    ours = [site_of(club) / name for name in ("index.html", "results.html", "players.html")]
    for path in (*ours, game_folder(club) / "index.html"):
        ways = {(path.parent / link).resolve() for link in Links(path.read_text()).found}
        assert table.resolve() in ways


def test_the_same_games_give_the_same_bytes_and_nothing_is_written_twice(tmp_path: Path) -> None:
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    game = begin(ann, ben, "--observer", CLUB)
    played(ann, ben, game)
    club.ok("club", "run", "--once")
    before = files_of(club)
    times = {path: path.stat().st_mtime_ns for path in site_of(club).rglob("*")}
    assert club.ok("club", "site", "--json").data["files"] == 0
    assert {path: path.stat().st_mtime_ns for path in site_of(club).rglob("*")} == times
    assert club.ok("club", "site", "--anew", "--json").data["files"] == len(before)
    assert files_of(club) == before


def test_turn_by_turn_the_site_is_as_if_it_were_made_at_once(tmp_path: Path) -> None:
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    game = begin(ann, ben, "--observer", CLUB)
    replays: set[bytes] = set()
    for desk, other in ((ann, ben), (ben, ann)):
        played(desk, other, game)
        club.ok("club", "run", "--once")
        replays.add((game_folder(club) / "replay.html").read_bytes())
    assert len(replays) == 2, "each turn is in the replay at once"
    before = files_of(club)
    club.ok("club", "site", "--anew")
    assert files_of(club) == before


def test_a_new_turn_writes_its_game_and_the_shared_pages_alone(tmp_path: Path) -> None:
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    first = begin(ann, ben, "--observer", CLUB)
    other = begin_again(ann, ben, first)
    club.ok("club", "run", "--once")
    before = files_of(club)
    assert len({name.split("/")[1] for name in before if name.startswith("games/")}) == 2
    played(ann, ben, other)
    club.ok("club", "run", "--once")
    after = files_of(club)
    changed = {name for name in after if after[name] != before.get(name)}
    assert len({name.split("/")[1] for name in changed if name.startswith("games/")}) == 1
    assert {"index.html", "feed.xml"} <= changed


def begin_again(ann: Desk, ben: Desk, first: str) -> str:
    """Another game of the same two, observed by the club; its name."""
    ann.ok("new", "big_world_1942", "--name", "Second", *seats(), "--observer", CLUB)
    ben.ok("fetch")
    names = {ref.game.hex()[:8] for ref in ben.home.game_store.games()}
    (name,) = names - {first}
    ben.ok("join", name, "--yes")
    ann.ok("fetch")
    ben.ok("fetch")
    return name


def test_a_stranger_is_not_followed_unless_the_club_allows_it(tmp_path: Path) -> None:
    """By default only whoever plays in a game that the club follows can name it in others."""
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben", follows="known")
    game = begin(ann, ben, "--observer", CLUB)
    club.ok("club", "run", "--once")
    assert club.home.game_store.own_games() == () and not (site_of(club) / "games").exists()
    asking = club.ok("club", "status", "--json").rows("asking")
    assert [row["name"] for row in asking] == ["Big World : 1942"]
    assert f"pbem observe {asking[0]['handle']}" in club.ok("club", "status").out
    club.ok("observe", game)
    club.ok("club", "run", "--once")
    assert len(club.home.game_store.own_games()) == 1
    begin_again(ann, ben, game)
    club.ok("club", "run", "--once")
    assert len(club.home.game_store.own_games()) == 2, "Ann is known by now"


def test_a_game_that_does_not_name_the_club_is_never_followed(tmp_path: Path) -> None:
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    begin(ann, ben)
    save = ann.home.game_store.current(ann.game).read_bytes()
    box = tmp_path / "mail" / "Club" / "new"
    (box / "1.stranger").write_bytes(mail_with_save(save))
    club.run("club", "run", "--once")
    assert club.home.game_store.own_games() == ()
    assert club.ok("club", "status", "--json").rows("asking") == []


def mail_with_save(save: bytes) -> bytes:
    message = EmailMessage()
    message["From"] = "eve@example.org"
    message["To"] = "club@example.org"
    message["Subject"] = "follow this"
    message.set_content("Hello")
    message.add_attachment(save, maintype="application", subtype="x-pbem", filename="a.pbem")
    return message.as_bytes()


def test_no_more_games_than_the_club_wants(tmp_path: Path) -> None:
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    config = club.root / "config.toml"
    config.write_text(config.read_text() + "games = 1\n")
    first = begin(ann, ben, "--observer", CLUB)
    begin_again(ann, ben, first)
    club.ok("club", "run", "--once")
    assert len(club.home.game_store.own_games()) == 1
    assert len(club.ok("club", "status", "--json").rows("asking")) == 1


def test_what_strangers_write_is_text_on_the_site(tmp_path: Path) -> None:
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    evil = '"><script>alert(1)</script>&amp;'
    game = begin(ann, ben, "--observer", CLUB, "--name", evil)
    played(ann, ben, game)
    club.ok("club", "run", "--once")
    for name, data in files_of(club).items():
        if name.endswith((".html", ".xml")):
            assert b"<script>alert" not in data, name
    feed = ET.fromstring(files_of(club)["feed.xml"])
    title = feed.find(f"{ATOM}entry/{ATOM}title")
    assert title is not None and title.text is not None and title.text.startswith(evil)


def test_the_feed_has_what_rfc_4287_requires(tmp_path: Path) -> None:
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    with (club.root / "config.toml").open("a") as config:
        config.write('url = "https://club.example.org/games"\n')
    game = begin(ann, ben, "--observer", CLUB)
    played(ann, ben, game)
    played(ben, ann, game)
    club.ok("club", "run", "--once")
    feed = ET.fromstring(files_of(club)["feed.xml"])
    check_atom(feed)
    assert len(feed.findall(f"{ATOM}entry")) == 2
    for link in feed.iter(f"{ATOM}link"):
        assert link.get("href", "").startswith("https://club.example.org/games/")


def check_atom(feed: ET.Element) -> None:
    """RFC 4287, 4.1.1 and 4.1.2: what a feed and its entries must contain, and how often."""

    def once(element: ET.Element, name: str) -> str:
        (found,) = element.findall(f"{ATOM}{name}")
        return found.text or ""

    assert feed.tag == f"{ATOM}feed"
    entries = feed.findall(f"{ATOM}entry")
    for one in (feed, *entries):
        identity = once(one, "id")
        assert identity.split(":")[0] in ("urn", "https") and " " not in identity
        assert once(one, "title")
        datetime.strptime(once(one, "updated"), "%Y-%m-%dT%H:%M:%SZ")
        alternates = [link for link in one.findall(f"{ATOM}link") if link.get("rel") == "alternate"]
        assert len(alternates) == 1 and alternates[0].get("href")
    (author,) = feed.findall(f"{ATOM}author")
    assert once(author, "name")
    assert len({once(one, "id") for one in entries}) == len(entries)
    assert [link.get("rel") for link in feed.findall(f"{ATOM}link")] == ["self", "alternate"]


def test_a_turn_that_was_lost_is_forwarded_by_the_club(
    tmp_path: Path, clock: Callable[[int], None]
) -> None:
    """The mail of Ben's turn to Cid is lost. Cid asks for it, and gets it from the club."""
    ann, ben, cid, club = club_desks(tmp_path, "Ann", "Ben", "Cid")
    words = seats({"Germans"}, Japanese="Cid <cid@example.org>")
    ann.ok("new", "big_world_1942", *words, "--observer", CLUB)
    game = ann.game.game.hex()[:8]
    for desk in (ben, cid):
        desk.ok("fetch")
        desk.ok("join", game, "--yes")
    for desk in (ann, ben, cid):
        desk.ok("fetch")
    played(ann, ben, game)
    cid.ok("fetch")
    ben.ok("play", game, "--computer", "easy")
    for path in (tmp_path / "mail" / "Cid" / "new").iterdir():
        path.unlink()
    club.ok("club", "run", "--once")
    clock(2 * HOUR)
    cid.ok("send", game)
    said = club.ok("club", "run", "--once").out
    assert "Cid lacks turn 2: sent" in said
    # Nobody else is at home: what comes to Cid is from the club.
    cid.ok("fetch")
    save, theirs = cid.home.game_store.load(cid.game), ben.home.game_store.load(ben.game)
    assert save is not None and theirs is not None and save.head == theirs.head


def test_of_two_players_one_asks_and_the_club_answers(
    tmp_path: Path, clock: Callable[[int], None]
) -> None:
    """The dice authority says that Ben's turn is closed, and nothing came: Ann asks, and Ben is not
    at home."""
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    game = begin(ann, ben, "--observer", CLUB, "--pace", "72h")
    played(ann, ben, game)
    ben.ok("play", game, "--computer", "easy")
    for path in (tmp_path / "mail" / "Ann" / "new").iterdir():
        path.unlink()
    club.ok("club", "run", "--once")
    clock(7 * HOUR)
    assert f"`pbem send {game}` asks for it" in ann.ok("fetch").out
    ann.ok("send", game)
    assert "Ann lacks turn 2: sent" in club.ok("club", "run", "--once").out
    ann.ok("fetch")
    assert ann.home.choose(game).save.head == ben.home.choose(game).save.head


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    real = time.time

    def go_on(seconds: int) -> None:
        now = time.time() - real() + seconds
        monkeypatch.setattr("time.time", lambda: real() + now)

    return go_on


def test_a_late_player_is_reminded_once_and_shown_as_late(
    tmp_path: Path, clock: Callable[[int], None]
) -> None:
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    game = begin(ann, ben, "--observer", CLUB, "--pace", "24h")
    played(ann, ben, game)
    club.ok("club", "run", "--once")
    index = site_of(club) / "index.html"
    assert "in time until" in index.read_text() and "late since" not in index.read_text()
    assert "BEGIN:VEVENT" in (site_of(club) / "calendar.ics").read_text()
    clock(25 * HOUR)
    assert club.ok("club", "run", "--once", "--json").data["reminded"] == [], "Ann is first"
    assert "late since" in index.read_text()
    assert "late since" in (game_folder(club) / "index.html").read_text()
    clock(4 * HOUR)
    assert len(str(club.ok("club", "run", "--once", "--json").data["reminded"])) > 4
    assert club.ok("club", "run", "--once", "--json").data["reminded"] == []
    mails = [path.read_bytes() for path in (tmp_path / "mail" / "Ben" / "new").iterdir()]
    assert sum(b"late: time is over" in raw for raw in mails) == 1


def test_who_is_late_is_shown_without_a_new_replay(
    tmp_path: Path, clock: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    game = begin(ann, ben, "--observer", CLUB, "--pace", "24h")
    played(ann, ben, game)
    club.ok("club", "run", "--once")
    replay = (game_folder(club) / "replay.html").read_bytes()
    monkeypatch.setattr("pbem.post.club.replay_of", lambda *_: 1 / 0)
    clock(25 * HOUR)
    assert club.ok("club", "run", "--once", "--json").data["problems"] == []
    assert "late since" in (game_folder(club) / "index.html").read_text()
    assert (game_folder(club) / "replay.html").read_bytes() == replay


def test_a_game_that_cannot_be_shown_keeps_no_other_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a damaged save nor a bug ends the club."""
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    first = begin(ann, ben, "--observer", CLUB)
    club.ok("club", "run", "--once")
    begin_again(ann, ben, first)
    (before,) = club.home.game_store.games()
    club.home.game_store.current(before).write_bytes(b"damaged")
    data = club.run("club", "run", "--once", "--json").data
    problems = club.run("club", "site", "--json").data["problems"]
    assert isinstance(problems, list) and len(problems) == 1
    assert str(problems[0]).startswith(f"The game {first} is not brought up to date: ")
    assert data["games"] == 1
    page = (site_of(club) / "index.html").read_text()
    assert "Second" in page and "2 games under way" in page, "the damaged one as it was"
    monkeypatch.setattr("pbem.post.club.render_board", lambda *_: 1 / 0)
    club.ok("forget", first, "--yes")
    assert club.run("club", "site", "--anew").code == 0, "a map that cannot be drawn is left out"
    monkeypatch.setattr("pbem.post.club.game_page", lambda *_: [].pop())
    said = club.run("club", "site", "--anew")
    assert said.code == 1 and "because of a bug in pbem (IndexError)" in said.out


def test_a_game_that_is_forgotten_leaves_the_site(tmp_path: Path) -> None:
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    game = begin(ann, ben, "--observer", CLUB)
    played(ann, ben, game)
    club.ok("club", "run", "--once")
    club.ok("forget", game, "--yes")
    club.ok("club", "site")
    assert [name for name in files_of(club) if name.startswith("games/")] == []
    assert "0 games under way" in (site_of(club) / "index.html").read_text()


def test_a_page_that_cannot_be_removed_is_named(tmp_path: Path) -> None:
    (tmp_path / "index.html").mkdir()
    with pytest.raises(UsageError, match="cannot be removed: "):
        SiteFolder(tmp_path).remove("index.html")


def test_a_home_without_a_club_says_how_to_make_one(tmp_path: Path) -> None:
    (ann,) = mail_desks(tmp_path, "Ann")
    for command in ("run", "site", "status"):
        assert ann.refused(2, "club", command).error["code"] == "no-club"


def test_the_doctor_knows_what_a_club_needs(tmp_path: Path) -> None:
    (club,) = club_desks(tmp_path)

    def finding() -> dict[str, object]:
        rows = club.run("doctor", "--json").rows("findings")
        (row,) = (row for row in rows if row["name"] == "club")
        return row

    assert finding()["state"] == "ok"
    config = club.root / "config.toml"
    text = '[mail]\naddress = "club@example.org"\n[club]\n'
    config.write_text(text)
    assert (finding()["state"], "both directions" in str(finding()["text"])) == ("wrong", True)
