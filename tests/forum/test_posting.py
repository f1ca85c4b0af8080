"""A turn is posted once, whatever becomes of the answer (docs/forum.md)."""

import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pbem.forum.model import ForumAccount, ForumError, ForumKind, Thread, TooSoonError, thread_of
from pbem.forum.nodebb import NodeBB as Client
from pbem.forum.posting import (
    ForumPostResult,
    PostDraft,
    PostingClock,
    PostLog,
    PostNote,
    PostState,
    post_once,
)
from pbem.mail.secret import Secret
from pbem.web_client import WebClient
from tests.support.nodebb import NodeBB, User, nodebb

MARK = "pbem-1f2e3d4c-0123456789abcdef01234567"
TEXT = f"The Germans took Egypt.\n\n{MARK}\n"


@pytest.fixture
def forum() -> Iterator[NodeBB]:
    with nodebb() as running:
        running.add_user(1, "admin", is_admin=True)
        running.add_topic(5, running.users["admin"], "A game", "Sign up here.")
        yield running


@pytest.fixture
def ann(forum: NodeBB) -> User:
    return forum.add_user(2, "ann", reputation=5, posts=10)


@dataclass
class Place:
    """A forum where a turn is posted: our imitation, or a real one. pace: None for real time."""

    address: str
    account: ForumAccount
    folder: Path
    category: int
    pace: PostingClock
    mark: str = field(
        default_factory=lambda: f"pbem-{secrets.token_hex(4)}-{secrets.token_hex(12)}"
    )

    @property
    def title(self) -> str:
        return f"A game ({self.mark[:13]})"

    def client(self) -> Client:
        return Client(self.address, self.account)

    def post(self, machine: str, number: int = 0, thread: Thread | None = None) -> ForumPostResult:
        """number: of the turn, 0 for the thread itself."""
        mark = f"{self.mark[:-1]}{number}"
        text = f"A test of pbem, please ignore it.\n\n{mark}\n"
        draft = PostDraft(mark, self.title, lambda: text, thread, self.category)
        log = PostLog(self.folder / machine / "forum.json")
        return post_once(self.client(), draft, log, self.pace)


@pytest.fixture(params=["imitation", "real"])
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """The imitation always; a real forum where NODEBB_URL names one (docs/forum.md)."""
    if request.param == "imitation":
        poster: Poster = request.getfixturevalue("poster")
        return Place(poster.forum.address, poster.account, tmp_path, 5, poster.pace)
    url = os.environ.get("NODEBB_URL", "").rstrip("/")
    if not url:
        pytest.skip("NODEBB_URL names no NodeBB to post in (docs/forum.md, Tests)")
    secret = {
        name.removeprefix("NODEBB_").lower(): Secret(variable=name)
        for name in ("NODEBB_TOKEN", "NODEBB_PASSWORD")
        if os.environ.get(name)
    }
    account = ForumAccount(os.environ["NODEBB_USER"], **secret)
    return Place(url, account, tmp_path, int(os.environ["NODEBB_CATEGORY"]), PostingClock())


class Poster:
    """A player with a forum, a file of notes and a clock of their own."""

    def __init__(self, forum: NodeBB, folder: Path, account: ForumAccount) -> None:
        self.forum = forum
        self.account = account
        self.log = PostLog(folder / "forum.json")
        self.pauses: list[float] = []
        self.thread = Thread(ForumKind.NODEBB, forum.address, 1)
        self.pace = PostingClock(now=lambda: forum.now, pause=self.pause)

    def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.forum.now += seconds

    def client(self) -> Client:
        return Client(self.forum.address, self.account, WebClient(silence=1.0, whole=5.0))

    def post(
        self, text: str = TEXT, mark: str = MARK, thread: Thread | None = None
    ) -> ForumPostResult:
        draft = PostDraft(mark, "A game (pbem 1f2e3d4c)", lambda: text, thread or self.thread, 5)
        return post_once(self.client(), draft, self.log, self.pace)

    def open(self) -> ForumPostResult:
        draft = PostDraft(MARK, "A game (pbem 1f2e3d4c)", lambda: TEXT, None, 5)
        return post_once(self.client(), draft, self.log, self.pace)

    def refused(self) -> ForumError:
        with pytest.raises(ForumError) as caught:
            self.post()
        return caught.value

    @property
    def posts(self) -> list[str]:
        return self.forum.texts(1)[1:]


@pytest.fixture
def poster(forum: NodeBB, ann: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Poster:
    monkeypatch.setenv("TOKEN", forum.add_token(ann))
    return Poster(forum, tmp_path, ForumAccount("ann", token=Secret(variable="TOKEN")))


@pytest.fixture
def logged_in(forum: NodeBB, ann: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Poster:
    monkeypatch.setenv("PASSWORD", ann.password)
    return Poster(forum, tmp_path, ForumAccount("ann", password=Secret(variable="PASSWORD")))


def test_a_game_is_played_in_a_thread_and_nothing_is_there_twice(place: Place) -> None:
    """Opened once and posted once, from two machines; what is read back is what was posted."""
    opened = place.post("here")
    assert not opened.was_there and opened.posted.thread is not None
    thread = opened.posted.thread
    assert thread.base == place.address
    elsewhere = place.post("elsewhere")
    assert elsewhere.was_there and elsewhere.posted.thread == thread
    turn = place.post("here", 1, thread)
    assert not turn.was_there
    for machine in ("here", "elsewhere"):
        again = place.post(machine, 1, thread)
        assert again.was_there and again.posted.url == turn.posted.url
    assert [post.author for post in place.client().latest(thread)] == [place.account.user] * 2


def test_post_is_where_it_says_and_is_not_posted_again(poster: Poster) -> None:
    done = poster.post()
    assert done.posted.url == f"{poster.forum.address}/post/2" and not done.was_there
    assert poster.posts == [TEXT.strip()]
    again = poster.post()
    assert again.was_there and again.posted.url == done.posted.url
    assert len(poster.posts) == 1


def test_post_of_another_machine_is_found_in_the_thread(poster: Poster, tmp_path: Path) -> None:
    poster.post()
    elsewhere = Poster(poster.forum, tmp_path / "elsewhere", poster.account)
    assert elsewhere.post().was_there
    assert len(poster.posts) == 1


def test_mark_in_the_post_of_somebody_else_does_not_count(poster: Poster) -> None:
    """Otherwise one player could keep another from posting."""
    poster.forum.add_post(1, 1, f"haha {MARK}")
    assert not poster.post().was_there


def test_post_is_found_behind_a_page_of_others(poster: Poster, tmp_path: Path) -> None:
    poster.post()
    for number in range(25):
        poster.forum.add_post(1, 1, f"chatter {number}")
    assert Poster(poster.forum, tmp_path / "elsewhere", poster.account).post().was_there


@pytest.mark.parametrize("fault", ["lost", "hang"])
def test_lost_answer_is_looked_for_and_found(poster: Poster, fault: str) -> None:
    poster.forum.faults = [fault]
    if fault == "hang":
        poster.pause = lambda seconds: None  # type: ignore[method-assign]
    done = poster.post()
    assert done.posted.url.endswith("/post/2")
    assert len(poster.posts) == 1 and poster.post().was_there


@pytest.mark.parametrize("fault", ["504", "502", "cut"])
def test_post_that_may_still_appear_is_not_sent_again_too_soon(poster: Poster, fault: str) -> None:
    poster.forum.faults = [fault]
    error = poster.refused()
    assert error.code == "forum-unsure" and poster.posts == []
    assert poster.refused().code == "forum-unsure"
    poster.forum.let_late_posts_in()
    poster.forum.now += 200
    done = poster.post()
    assert done.was_there == (fault == "504")
    assert len(poster.posts) == 1


def test_crash_while_posting_leaves_a_note(poster: Poster) -> None:
    poster.log.keep(MARK, PostNote(PostState.SENDING, "", int(poster.forum.now)))
    assert poster.refused().code == "forum-unsure"
    poster.forum.now += 200
    poster.post()
    assert len(poster.posts) == 1


def test_pause_that_the_forum_wants_is_kept(poster: Poster, ann: User) -> None:
    ann.posted_at = poster.forum.now
    poster.post()
    assert poster.pauses == [11]
    ann.reputation, ann.posted_at = 1, poster.forum.now
    poster.post(TEXT.replace("0123", "9999"), MARK.replace("0123", "9999"))
    assert poster.pauses == [11, 121]


def test_pause_that_is_too_long_is_the_players_to_decide(poster: Poster, ann: User) -> None:
    ann.posted_at, ann.reputation, poster.forum.newbie_delay = poster.forum.now, 1, 600
    error = poster.refused()
    assert isinstance(error, TooSoonError) and "600 second" in error.reason
    assert poster.pauses == [] and poster.posts == []
    assert poster.log.note(MARK) is None, "nothing was posted, so nothing is waited for"


def test_other_post_of_the_same_user_is_waited_for(poster: Poster) -> None:
    poster.forum.faults = ["busy"]
    poster.post()
    assert poster.pauses == [6] and len(poster.posts) == 1


def test_post_that_waits_for_approval_is_not_posted_again(poster: Poster, ann: User) -> None:
    ann.reputation = ann.posts = 0
    done = poster.post()
    assert done.posted.is_queued and poster.posts == []
    poster.forum.now += 300
    again = poster.post()
    assert again.posted.is_queued and again.was_there and len(poster.forum.queue) == 1
    poster.forum.queue.clear()
    poster.forum.add_post(1, 2, TEXT)
    assert not poster.post().posted.is_queued


def test_queue_that_a_moderator_has_emptied_is_not_filled_again(poster: Poster, ann: User) -> None:
    ann.reputation = ann.posts = 0
    poster.post()
    poster.forum.queue.clear()
    poster.forum.now += 300
    assert poster.post().was_there and poster.forum.queue == {}


def test_lost_answer_of_a_queued_post(poster: Poster, ann: User) -> None:
    ann.reputation = ann.posts = 0
    poster.forum.faults = ["lost"]
    assert poster.post().posted.is_queued and len(poster.forum.queue) == 1


def test_thread_is_opened_once(poster: Poster, tmp_path: Path) -> None:
    done = poster.open()
    assert done.posted.thread is not None and done.posted.thread.number == 2
    assert poster.log.thread() == done.posted.thread
    elsewhere = Poster(poster.forum, tmp_path / "elsewhere", poster.account)
    assert elsewhere.open().was_there and len(poster.forum.topics) == 2


def test_token_that_was_taken_back_is_said_in_a_sentence(poster: Poster) -> None:
    poster.forum.tokens.clear()
    error = poster.refused()
    assert error.code == "forum-token" and "taken back" in error.reason


def test_locked_thread_and_unknown_thread(poster: Poster) -> None:
    poster.forum.topics[1].is_locked = True
    assert "Topic locked" in poster.refused().reason
    assert poster.log.note(MARK) is None
    poster.thread = Thread(ForumKind.NODEBB, poster.forum.address, 99)
    assert poster.refused().exit_code == 9


def test_maintenance_posts_nothing(poster: Poster) -> None:
    poster.forum.is_maintained = True
    assert poster.refused().code in ("forum-refused", "forum-away")
    assert poster.log.note(MARK) is None


def test_forum_that_is_down(poster: Poster) -> None:
    poster.thread = Thread(ForumKind.NODEBB, "http://127.0.0.1:1", 1)
    client = Client("http://127.0.0.1:1", poster.account)
    with pytest.raises(ForumError) as caught:
        client.reply(poster.thread, TEXT)
    assert caught.value.code == "forum-away" and not caught.value.may_have_arrived


def test_session_posts_too_and_opens_anew_when_it_has_ended(logged_in: Poster) -> None:
    client = logged_in.client()
    client.reply(logged_in.thread, "The first of two posts.")
    logged_in.forum.sessions.clear()
    logged_in.forum.now += 20
    client.reply(logged_in.thread, "The second of two posts.")
    assert len(logged_in.posts) == 2


def test_wrong_password_is_tried_once(
    logged_in: Poster, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PASSWORD", "wrong")
    error = logged_in.refused()
    assert error.code == "forum-login" and ann.wrong == 1
    ann.wrong = 5
    assert "locked for an hour" in logged_in.refused().reason


def test_files_need_a_session_and_a_right(logged_in: Poster, poster: Poster, forum: NodeBB) -> None:
    assert poster.client().upload("a.txt", "text/plain", b"save") is None
    assert logged_in.client().upload("a.txt", "text/plain", b"save") is None
    forum.may_upload = True
    url = logged_in.client().upload("a.txt", "text/plain", b"save")
    assert url is not None and forum.files[url] == b"save"
    forum.uploaded_at = [forum.now] * 10
    assert logged_in.client().upload("a.txt", "text/plain", b"save") is None


def test_lengths_count_as_the_forum_counts_them(poster: Poster) -> None:
    client = poster.client()
    assert client.fits("x" * 32_767) and not client.fits("x" * 32_768)
    assert not client.fits("\N{GRINNING FACE}" * 16_384), "two units each"
    assert client.fits("ä" * 32_767)
    poster.post("ä" * 32_700 + MARK)


@pytest.mark.parametrize(
    ("url", "base", "number"),
    [
        ("https://f.example.org/topic/12/a-game/4", "https://f.example.org", 12),
        ("https://example.org/forum/topic/12", "https://example.org/forum", 12),
        ("https://d.example.org/t/a-game/34/2", "https://d.example.org", 34),
        ("https://d.example.org/t/34", "https://d.example.org", 34),
        ("https://example.org/viewtopic.php?t=4", "", 0),
        ("ftp://example.org/topic/12", "", 0),
        ("https://[bad/topic/12", "", 0),
    ],
)
def test_addresses_of_threads(url: str, base: str, number: int) -> None:
    found = thread_of(url)
    assert (found.base, found.number) == (base, number) if found else base == ""
