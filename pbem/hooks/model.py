"""A hook, and what it is told."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from engine.values import dataclass
from pbem.mail.secret import Secret


class HookOccasion(StrEnum):
    """When a hook runs: a turn has come, a mail was not delivered, somebody is late."""

    TURN = "turn"
    MAIL = "mail"
    LATE = "late"


class WebhookKind(StrEnum):
    """What listens at an address, and so how a message to it is written."""

    DISCORD = "discord"
    SLACK = "slack"
    MATRIX = "matrix"
    NTFY = "ntfy"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where to post; url: an address, or where to read one that is a secret.

    room: of Matrix, "" for others. token: what is shown to get in, None for nothing. ca_file: a
    private authority to trust in place of the system's.
    """

    kind: WebhookKind
    url: str | Secret
    room: str = ""
    token: Secret | None = None
    ca_file: Path | None = None


@dataclass(frozen=True, slots=True)
class Hook:
    """A name for messages, when it runs, and either a command, which no shell reads, or a webhook.

    command: () for a webhook; webhook: None for a command.
    """

    name: str
    on: tuple[HookOccasion, ...]
    command: tuple[str, ...] = ()
    webhook: Webhook | None = None


@dataclass(frozen=True, slots=True)
class HookEvent:
    """Something that has happened, without any secret and any address of a player.

    text: one sentence, in which names are as strangers wrote them, control characters apart.
    game: hex id, "" for a try; name: of the game, "" where it is not known; nation: whose turn it
    is, "" where that is not what it is about.
    """

    occasion: HookOccasion
    text: str
    game: str = ""
    name: str = ""
    nation: str = ""

    def plain(self) -> dict[str, str]:
        """The same for programs."""
        return {
            "event": str(self.occasion),
            "text": self.text,
            "game": self.game,
            "name": self.name,
            "nation": self.nation,
        }
