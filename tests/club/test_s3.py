"""The bucket: requests are signed as Amazon's published examples are, and a server that checks them
takes what a site is made of."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pbem.club.s3 import Bucket, sign
from pbem.club.settings import BucketSettings
from pbem.mail.secret import Secret
from pbem.usage import UsageError
from tests.club.test_club import CLUB, club_desks, files_of, played
from tests.support.by_mail import begin

WHEN = 1_369_353_600
"""24 May 2013, as in the examples of docs.aws.amazon.com, sig-v4-header-based-auth."""
KEY = "AKIAIOSFODNN7EXAMPLE"
SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"


def settings(endpoint: str = "https://s3.example.org", prefix: str = "") -> BucketSettings:
    return BucketSettings(
        endpoint, "us-east-1", "examplebucket", prefix, KEY, Secret(variable="S3")
    )


def signature(method: str, url: str, data: bytes, **headers: str) -> str:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    sent = sign(method, url, data, named, settings(), SECRET, WHEN)
    return sent["authorization"].rpartition("=")[2]


def test_requests_are_signed_as_in_the_published_examples() -> None:
    host = "https://examplebucket.s3.amazonaws.com"
    got = signature("GET", f"{host}/test.txt", b"", range="bytes=0-9")
    assert got == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
    put = signature(
        "PUT",
        f"{host}/test%24file.text",
        b"Welcome to Amazon S3.",
        date="Fri, 24 May 2013 00:00:00 GMT",
        x_amz_storage_class="REDUCED_REDUNDANCY",
    )
    assert put == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"


@dataclass
class Store:
    """A server that keeps objects, refuses what is not signed, and may fail a number of times."""

    address: str
    objects: dict[str, bytes] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    failures: int = 0
    asked: int = 0


@contextmanager
def bucket_server() -> Iterator[Store]:
    store = Store("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        status = 0

        def do_PUT(self) -> None:
            data = self.rfile.read(int(self.headers["content-length"]))
            if self.is_taken(data):
                store.objects[self.path] = data
                store.kinds[self.path] = self.headers["content-type"]
            self.answer()

        def do_DELETE(self) -> None:
            if self.is_taken(b""):
                store.objects.pop(self.path, None)
            self.answer()

        def is_taken(self, data: bytes) -> bool:
            store.asked += 1
            self.status = 200 if self.is_signed(data) else 403
            if store.failures:
                store.failures -= 1
                self.status = 503
            return self.status == 200

        def answer(self) -> None:
            self.send_response(self.status)
            self.send_header("content-length", "0")
            self.end_headers()

        def is_signed(self, data: bytes) -> bool:
            """Whether the signature is that of these bytes at this place: worked out once more."""
            names = self.headers["authorization"].split("SignedHeaders=")[1].split(",")[0]
            own = ("host", "x-amz-date", "x-amz-content-sha256")
            headers = {name: self.headers[name] for name in names.split(";") if name not in own}
            url = f"http://{self.headers['host']}{self.path}"
            when = self.headers["x-amz-date"]
            assert self.headers["x-amz-content-sha256"] == hashlib.sha256(data).hexdigest()
            again = sign(self.command, url, data, headers, settings(), SECRET, seconds(when))
            return again["authorization"] == self.headers["authorization"]

        def log_message(self, *values: object) -> None:
            del values

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    store.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield store
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def seconds(stamp: str) -> int:
    return int(datetime.strptime(stamp, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC).timestamp())


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setenv("S3", SECRET)
    with bucket_server() as found:
        yield found


def test_a_file_is_put_and_taken_away(store: Store) -> None:
    bucket = Bucket(settings(store.address, "club/"), lambda: WHEN)
    bucket.write("games/a b.html", b"one", "text/html")
    assert store.objects == {"/examplebucket/club/games/a%20b.html": b"one"}
    assert store.kinds == {"/examplebucket/club/games/a%20b.html": "text/html"}
    store.failures = 2
    bucket.write("x.png", b"two", "image/png")
    assert store.objects["/examplebucket/club/x.png"] == b"two", "a busy server is asked again"
    bucket.remove("x.png")
    assert "/examplebucket/club/x.png" not in store.objects


def test_a_bucket_that_refuses_is_named_and_not_asked_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("S3", "another")
    bucket = Bucket(settings(store.address), lambda: WHEN)
    with pytest.raises(UsageError, match=r"did not take x.png: it answered 403"):
        bucket.write("x.png", b"two", "image/png")
    assert store.asked == 1 and SECRET not in str(store)


def test_the_site_of_a_club_goes_into_a_bucket(store: Store, tmp_path: Path) -> None:
    ann, ben, club = club_desks(tmp_path, "Ann", "Ben")
    game = begin(ann, ben, "--observer", CLUB)
    played(ann, ben, game)
    club.ok("club", "run", "--once")
    in_folder = files_of(club)
    config = club.root / "config.toml"
    bucket = f'[club.bucket]\nendpoint = "{store.address}"\naccess_key = "{KEY}"\n'
    bucket += 'secret_key_env = "S3"\n'
    config.write_text(f'{config.read_text()}site = "s3://examplebucket/club"\n{bucket}')
    store.failures = 99
    assert club.run("club", "site", "--anew").code == 2
    store.failures = 0
    club.ok("club", "site", "--anew")
    top = "/examplebucket/club/"
    assert {name.removeprefix(top): data for name, data in store.objects.items()} == in_folder
    asked = store.asked
    club.ok("club", "site")
    assert store.asked == asked, "what is there is not written again"
