"""Files in a bucket of an object store that speaks S3, whoever runs it.

A request is signed with AWS Signature Version 4, which all of them know; the bucket stands in the
path, as servers with one name for all buckets want it.
Source: docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html.
"""

import hashlib
import hmac
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final
from urllib.parse import quote, urlsplit

from pbem.club.settings import BucketSettings
from pbem.usage import UsageError
from pbem.web_client import WebClient
from pbem.web_line import WebError

_TRIES: Final = 3
_MOST_ANSWER: Final = 64 * 1024
_NOT_FOUND: Final = 404


class Bucket:
    """A `pbem.club.places.SitePlace` in a bucket."""

    def __init__(self, settings: BucketSettings, clock: Callable[[], int]) -> None:
        """Reads the secret key; clock: Unix seconds. Raises SettingsError as `Secret.read`."""
        self._settings = settings
        self._secret = settings.secret_key.read()
        self._clock = clock
        # Whatever is lost with a connection is written once more: a file has one content.
        self._client = WebClient(settings.ca_file, keeps=True)

    def write(self, name: str, data: bytes, kind: str) -> None:
        """Put a file there; kind: its media type. Raises UsageError `club-bucket`."""
        self._ask("PUT", name, data, {"content-type": kind})

    def remove(self, name: str) -> None:
        """Take a file away; none there is as good. Raises UsageError `club-bucket`."""
        self._ask("DELETE", name, b"", {})

    def _ask(self, method: str, name: str, data: bytes, headers: Mapping[str, str]) -> None:
        one = self._settings
        url = f"{one.endpoint}/{quote(one.bucket)}/{quote(one.prefix + name)}"
        why = ""
        for _ in range(_TRIES):
            signed = sign(method, url, data, headers, one, self._secret, self._clock())
            try:
                answer = self._client.ask(
                    method, url, headers=signed, body=data or None, most=_MOST_ANSWER
                )
            except WebError as error:
                why = str(error)
                continue
            if 200 <= answer.status < 300 or (method == "DELETE" and answer.status == _NOT_FOUND):
                return
            why = f"it answered {answer.status}"
            if answer.status < 500:
                break
        raise UsageError(
            "club-bucket",
            f"The bucket {one.bucket} at {one.endpoint} did not take {name}: {why}.",
            "Check the endpoint, the region, the keys and what they may do. It is tried again.",
        )


def sign(
    method: str,
    url: str,
    data: bytes,
    headers: Mapping[str, str],
    settings: BucketSettings,
    secret: str,
    when: int,
) -> Mapping[str, str]:
    """The headers of a request with its signature.

    headers: names in small letters, all of which are signed; when: Unix seconds.
    """
    moment = datetime.fromtimestamp(when, UTC)
    stamp, day = moment.strftime("%Y%m%dT%H%M%SZ"), moment.strftime("%Y%m%d")
    parts = urlsplit(url)
    digest = hashlib.sha256(data).hexdigest()
    sent = {
        **headers,
        "host": parts.netloc,
        "x-amz-content-sha256": digest,
        "x-amz-date": stamp,
    }
    names = ";".join(sorted(sent))
    lines = "".join(f"{name}:{sent[name].strip()}\n" for name in sorted(sent))
    request = "\n".join((method, parts.path, parts.query, lines, names, digest))
    scope = f"{day}/{settings.region}/s3/aws4_request"
    told = hashlib.sha256(request.encode()).hexdigest()
    text = "\n".join(("AWS4-HMAC-SHA256", stamp, scope, told))
    key = f"AWS4{secret}".encode()
    for part in (day, settings.region, "s3", "aws4_request"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.digest(key, text.encode(), "sha256").hex()
    sent["authorization"] = (
        f"AWS4-HMAC-SHA256 Credential={settings.access_key}/{scope}, "
        f"SignedHeaders={names}, Signature={signature}"
    )
    return sent
