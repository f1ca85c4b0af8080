"""The list of what is fuzzed, and how much of it the suite tries each time."""

import random
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final

from tests.fuzz import dialogues, forged, readers


@dataclass(frozen=True, slots=True)
class Target:
    """begin: makes ready and gives the function of one try; share: tries in the suite."""

    begin: Callable[[], AbstractContextManager[readers.Try]]
    share: int


TARGETS: Final[Mapping[str, Target]] = {
    "forged-saves": Target(forged.forged_saves, 40),
    "http": Target(dialogues.http, 150),
    "imap": Target(dialogues.imap, 10),
    "mails": Target(readers.mails, 400),
    "map-files": Target(readers.map_files, 150),
    "map-folders": Target(readers.map_folders, 12),
    "order-files": Target(readers.order_files, 100),
    "orders": Target(readers.orders, 500),
    "save-files": Target(readers.save_files, 400),
    "scenario-files": Target(readers.scenario_files, 20),
    "smtp": Target(dialogues.smtp, 10),
}


def chance_of(name: str, number: int) -> random.Random:
    """The chances of one try, the same each time."""
    return random.Random(f"{name} {number}")
