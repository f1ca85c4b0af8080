"""Read a configuration table key by key, and complain about every unknown key."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path

from pbem.mail.errors import SettingsError
from pbem.mail.plain import plain_line


class SettingsTable:
    """One table of the configuration; `place` is its dotted name, for messages.

    Every reader raises SettingsError `settings-missing` or `settings-value`; `finish` raises
    `settings-unknown-key` and names the nearest valid key.
    """

    def __init__(self, values: Mapping[str, object], place: str) -> None:
        self._values = values
        self.place = place
        self._asked: list[str] = []

    @classmethod
    def open(cls, raw: object, place: str) -> SettingsTable:
        """Return `raw` as a table; raises SettingsError `settings-value` if it is not one."""
        if not isinstance(raw, dict) or not all(isinstance(key, str) for key in raw):
            raise SettingsError("settings-value", f"{place} must be a table.")
        return cls(raw, place)

    def names(self) -> tuple[str, ...]:
        """Return the keys, sorted."""
        return tuple(sorted(self._values))

    def child(self, key: str) -> SettingsTable | None:
        """Return a table inside this one, or None when it is not there."""
        value = self._get(key)
        return None if value is None else SettingsTable.open(value, f"{self.place}.{key}")

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text; without `default` the key must be there and not be empty."""
        value = self._get(key)
        if value is None and default is not None:
            return default
        if value is None:
            raise SettingsError("settings-missing", f"{self.place}.{key} is missing.")
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise self._bad(key, "must be a text of one line")
        return value

    def choice(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        """Return one of `choices`."""
        value = self.text(key, default)
        known = [str(choice) for choice in choices]
        if value not in known:
            raise self._bad(key, f"must be one of {', '.join(known)}{_hint(value, known)}")
        return value

    def integer(self, key: str, default: int, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`."""
        value = self._get(key)
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self._bad(key, f"must be a whole number from {low} to {high}")
        return value

    def path(self, key: str, *, required: bool) -> Path | None:
        """Return a path with `~` expanded, or None when absent and not required."""
        text = self.text(key, None if required else "")
        try:
            return Path(text).expanduser() if text else None
        except RuntimeError as error:
            raise self._bad(key, "names a home folder that does not exist") from error

    def need_path(self, key: str) -> Path:
        """Return a path that must be given."""
        path = self.path(key, required=True)
        if path is None:
            raise SettingsError("settings-missing", f"{self.place}.{key} is missing.")
        return path

    def words(self, key: str, *, required: bool) -> tuple[str, ...]:
        """Return a command: a list of words, or one text that is split as a shell does."""
        value = self._get(key)
        if value is None and not required:
            return ()
        try:
            words = shlex.split(value) if isinstance(value, str) else value
        except ValueError as error:
            raise self._bad(key, "has an unclosed quote") from error
        texts = [word for word in words if isinstance(word, str)] if isinstance(words, list) else []
        if not isinstance(words, list) or not texts or len(texts) != len(words):
            raise self._bad(key, "must be a command: a text or a list of texts")
        return tuple(texts)

    def rest(self) -> Mapping[str, object]:
        """Return what no reader has asked for, for somebody else to read."""
        return {key: value for key, value in self._values.items() if key not in self._asked}

    def finish(self) -> None:
        """Complain about keys that no reader has asked for."""
        for key in self.names():
            if key not in self._asked:
                raise SettingsError(
                    "settings-unknown-key",
                    f"{self.place} has no key {plain_line(key, 40)!r}{_hint(key, self._asked)}",
                    f"Known keys: {', '.join(sorted(self._asked))}.",
                )

    def _get(self, key: str) -> object:
        self._asked.append(key)
        return self._values.get(key)

    def _bad(self, key: str, what: str) -> SettingsError:
        text = what if what.endswith((".", "?")) else f"{what}."
        return SettingsError("settings-value", f"{self.place}.{key} {text}")


def _hint(word: str, known: list[str]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - late, to start quickly

    near = get_close_matches(word, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else "."
