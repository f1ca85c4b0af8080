"""The [club] table of the configuration; closed-world, as the rest of it.

Keys: docs/club.md.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from engine.values import dataclass
from pbem.mail.errors import SettingsError
from pbem.mail.secret import Secret
from pbem.mail.settings import secret_of
from pbem.mail.settings_table import SettingsTable
from pbem.web_line import is_loopback

BUCKET: Final = "s3://"
_POSTGRES: Final = ("postgresql://", "postgres://")
_MOST_GAMES: Final = 1_000_000


class Follows(StrEnum):
    """Which games a club follows by itself, of those whose host has named it as an observer.

    KNOWN: those of hosts of whom it follows a game already. NAMED: all of them.
    """

    KNOWN = "known"
    NAMED = "named"


@dataclass(frozen=True, slots=True)
class BucketSettings:
    """A bucket of an object store that speaks S3.

    endpoint: its address without the bucket; prefix: in front of the name of every file, "" or with
    a slash at its end.
    """

    endpoint: str
    region: str
    bucket: str
    prefix: str
    access_key: str
    secret_key: Secret
    ca_file: Path | None = None


@dataclass(frozen=True, slots=True)
class ClubSettings:
    """What a club is, and where its site goes.

    url: where the site is to be found, with a slash at its end, "" where it is not said; store: the
    URL of a PostgreSQL database, or in store_secret, as it holds a password; without, a file in the
    home.
    league: the table of the club's league, a file of the site or an address, "" for none.
    games: the most that are followed; reminds: whether late players are reminded.
    """

    name: str
    site: Path | BucketSettings
    url: str = ""
    league: str = ""
    store: str = ""
    store_secret: Secret | None = None
    follows: Follows = Follows.KNOWN
    games: int = 1_000
    reminds: bool = True

    def database(self) -> str:
        """The URL of the database, "" for a file in the home; raises as `Secret.read`."""
        url = self.store_secret.read() if self.store_secret is not None else self.store
        if url and not url.startswith(_POSTGRES):
            raise SettingsError(
                "settings-value", "config.club.store must begin with postgresql://."
            )
        return url


def parse_club(table: SettingsTable, folder: Path) -> ClubSettings:
    """The settings in a table; raises SettingsError as `parse_settings` does.

    folder: of the configuration, from which a path leads that is not absolute.
    """
    site = table.text("site", "site")
    bucket = table.child("bucket")
    if site.startswith(BUCKET):
        place: Path | BucketSettings = _bucket(table, bucket, site)
    else:
        path = table.path("site", required=False) or Path("site")
        place = folder / path
    url = table.text("url", "")
    if url and not url.startswith(("https://", "http://")):
        raise SettingsError("settings-value", "config.club.url must begin with https://.")
    league = table.text("league", "")
    if urlsplit(league).scheme not in ("", "https", "http"):
        raise SettingsError(
            "settings-value",
            "config.club.league must be a file of the site, or begin with https://.",
        )
    settings = ClubSettings(
        name=table.text("name", "Our club"),
        site=place,
        url=url if url.endswith("/") or not url else f"{url}/",
        league=league,
        store=table.text("store", ""),
        store_secret=secret_of(table, "store"),
        follows=Follows(table.choice("follows", tuple(Follows), Follows.KNOWN)),
        games=table.integer("games", 1_000, 1, _MOST_GAMES),
        reminds=table.choice("reminds", ("yes", "no"), "yes") == "yes",
    )
    table.finish()
    return settings


def _bucket(table: SettingsTable, bucket: SettingsTable | None, site: str) -> BucketSettings:
    if bucket is None:
        raise SettingsError(
            "settings-missing",
            f"{table.place}.bucket is missing.",
            "It says where the bucket of the site is: endpoint, access_key, secret_key_file.",
        )
    name, _, prefix = site.removeprefix(BUCKET).partition("/")
    endpoint = bucket.text("endpoint").rstrip("/")
    parts = urlsplit(endpoint)
    is_here = parts.scheme == "http" and is_loopback(parts.hostname or "")
    if not name or not (is_here or (parts.scheme == "https" and parts.hostname)):
        raise SettingsError(
            "settings-value",
            f"{table.place}.site must be s3://BUCKET/FOLDER, with an endpoint that begins with "
            "https://.",
        )
    secret = secret_of(bucket, "secret_key")
    if secret is None:
        raise SettingsError(
            "settings-missing",
            f"{bucket.place} names no secret key.",
            "Give one of secret_key_file, secret_key_env, secret_key_command, secret_key_keyring.",
        )
    found = BucketSettings(
        endpoint=endpoint,
        region=bucket.text("region", "us-east-1"),
        bucket=name,
        prefix=f"{prefix.strip('/')}/" if prefix.strip("/") else "",
        access_key=bucket.text("access_key"),
        secret_key=secret,
        ca_file=bucket.path("ca_file", required=False),
    )
    bucket.finish()
    return found
