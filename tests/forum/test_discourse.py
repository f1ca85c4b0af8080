"""The same once for Discourse, as far as its documentation goes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.forum.discourse import Discourse as Client
from pbem.forum.model import ForumAccount, ForumError, ForumKind, Thread
from pbem.forum.posting import ForumPostResult, PostDraft, PostingClock, PostLog, post_once
from pbem.mail.secret import Secret
from tests.support.discourse import KEY, Discourse, discourse

MARK = "pbem-1f2e3d4c-0123456789abcdef01234567"
TEXT = f"The Germans took Egypt.\n\n{MARK}\n"


@pytest.fixture
def forum(monkeypatch: pytest.MonkeyPatch) -> Iterator[Discourse]:
    monkeypatch.setenv("KEY", KEY)
    with discourse() as running:
        running.posts[1] = [("ben", "Sign up here.")]
        running.titles[1] = "A game"
        yield running


class Poster:
    def __init__(self, forum: Discourse, folder: Path) -> None:
        self.client = Client(forum.address, ForumAccount("Ann", token=Secret(variable="KEY")))
        self.thread = Thread(ForumKind.DISCOURSE, forum.address, 1)
        self.log = PostLog(folder / "forum.json")
        self.pauses: list[float] = []

    def post(self, thread: Thread | None, title: str = "A game") -> ForumPostResult:
        draft = PostDraft(MARK, title, lambda: TEXT, thread, 5)
        return post_once(
            self.client, draft, self.log, PostingClock(lambda: 1e6, self.pauses.append)
        )


@pytest.fixture
def ann(forum: Discourse, tmp_path: Path) -> Poster:
    return Poster(forum, tmp_path)


def test_reply_is_posted_once(ann: Poster, forum: Discourse, tmp_path: Path) -> None:
    done = ann.post(ann.thread)
    assert done.posted.url == f"{forum.address}/t/1/2"
    assert ann.post(ann.thread).was_there
    assert Poster(forum, tmp_path / "elsewhere").post(ann.thread).was_there
    assert len(forum.posts[1]) == 2
    assert all("bot" not in agent for agent in forum.agents)


def test_lost_answer_is_looked_for(ann: Poster, forum: Discourse) -> None:
    forum.faults = ["lost"]
    assert ann.post(ann.thread).posted.url == f"{forum.address}/t/1/2"
    assert len(forum.posts[1]) == 2


def test_unsure_answer_is_not_sent_again_at_once(ann: Poster, forum: Discourse) -> None:
    forum.faults = ["502"]
    for _ in range(2):
        with pytest.raises(ForumError) as caught:
            ann.post(ann.thread)
        assert caught.value.code == "forum-unsure"
    assert len(forum.posts[1]) == 1


def test_pause_refusal_and_queue(ann: Poster, forum: Discourse) -> None:
    forum.faults = ["refused"]
    with pytest.raises(ForumError) as caught:
        ann.post(ann.thread)
    assert "too similar" in caught.value.reason and ann.log.note(MARK) is None
    forum.faults = ["429", "queue"]
    done = ann.post(ann.thread)
    assert ann.pauses == [15] and done.posted.is_queued
    assert ann.post(ann.thread).posted.is_queued and len(forum.posts[1]) == 1


def test_thread_of_somebody_else_with_that_title_does_not_count(
    ann: Poster, forum: Discourse, tmp_path: Path
) -> None:
    forum.posts[1][0] = ("ben", "mine")
    assert ann.post(None).posted.url == f"{forum.address}/t/2"
    forum.posts[2][0] = ("ann", TEXT)
    assert Poster(forum, tmp_path / "elsewhere").post(None).was_there


def test_unknown_key_is_said(
    ann: Poster, forum: Discourse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEY", "wrong")
    with pytest.raises(ForumError) as caught:
        ann.post(ann.thread)
    assert "not permitted" in caught.value.reason


def test_files_come_back_over_a_step_on_the_same_host(ann: Poster, forum: Discourse) -> None:
    link = ann.client.upload("save.txt", "text/plain", b"the save")
    assert link == "upload://0abc.txt"
    assert ann.client.upload("refused.txt", "text/plain", b"x") is None
    forum.posts[1].append(("ann", f"[save](/uploads/short-url/0abc.txt)\n\nPBEM {MARK}"))
    forum.posts[1].append(("ben", "[x](https://elsewhere.example.org/uploads/a.txt)"))
    newest, second, _ = ann.client.latest(ann.thread)
    assert newest.files == () and newest.text == ""
    assert second.author == "ann" and MARK in second.text
    (url,) = second.files
    assert ann.client.download(url, 1000) == b"the save"
    assert ann.client.download(url, 3) is None, "too large"
    assert ann.client.download("https://elsewhere.example.org/uploads/a.txt", 1000) is None


def test_key_is_not_sent_to_where_another_host_is_pointed_at(ann: Poster, forum: Discourse) -> None:
    with discourse() as elsewhere:
        forum.category_is_at = f"{elsewhere.address}/c/games/5/l/latest.json"
        with pytest.raises(ForumError) as caught:
            ann.post(None)
        assert caught.value.code == "forum-away" and elsewhere.lists_given == 0
