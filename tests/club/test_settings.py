"""The [club] table: what it may say, and what each mistake is called."""

from pathlib import Path

import pytest

from pbem.club.settings import BucketSettings, ClubSettings, Follows, parse_club
from pbem.mail.errors import SettingsError
from pbem.mail.settings_table import SettingsTable

HOME = Path("/home/club")
BUCKET = {
    "endpoint": "https://s3.example.org/",
    "access_key": "A",
    "secret_key_env": "S3",
}


def parsed(**table: object) -> ClubSettings:
    return parse_club(SettingsTable.open(table, "config.club"), HOME)


def test_an_empty_table_is_a_club() -> None:
    club = parsed()
    assert club.site == HOME / "site" and club.follows is Follows.KNOWN
    assert (club.games, club.reminds, club.url, club.database()) == (1_000, True, "", "")


def test_a_site_is_a_folder_or_a_bucket() -> None:
    assert parsed(site="/var/www").site == Path("/var/www")
    assert parsed(site="pages").site == HOME / "pages"
    bucket = parsed(site="s3://games/club/", bucket=BUCKET).site
    assert isinstance(bucket, BucketSettings)
    assert (bucket.endpoint, bucket.bucket, bucket.prefix) == (
        "https://s3.example.org",
        "games",
        "club/",
    )


def test_the_password_of_a_database_may_stand_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "url"
    path.write_text("postgresql://club:secret@db/club\n")
    path.chmod(0o600)
    assert parsed(store_file=str(path)).database() == "postgresql://club:secret@db/club"


@pytest.mark.parametrize(
    "table",
    [
        {"follow": "named"},
        {"follows": "everybody"},
        {"games": 0},
        {"url": "club.example.org"},
        {"league": "javascript:alert(1)"},
        {"site": "s3://games"},
        {"site": "s3://", "bucket": BUCKET},
        {"site": "s3://games", "bucket": {**BUCKET, "endpoint": "http://s3.example.org"}},
        {"site": "s3://games", "bucket": {"endpoint": "https://s3.example.org", "access_key": "A"}},
        {"site": "s3://games", "bucket": {**BUCKET, "key": "A"}},
    ],
)
def test_what_is_wrong_is_refused(table: dict[str, object]) -> None:
    with pytest.raises(SettingsError):
        parsed(**table)


def test_a_store_is_a_postgresql_database() -> None:
    with pytest.raises(SettingsError, match="postgresql"):
        parsed(store="mysql://db").database()
