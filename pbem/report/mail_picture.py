"""The picture that a mail carries, as data."""

from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class MailPicture:
    """The map of a turn as a PNG, and in words for those who do not see it; width in pixels."""

    png: bytes
    words: str
    width: int
