"""What a command gives back."""

from typing import Generic, NamedTuple, TypeVar

from pbem.wire.errors import SaveError

T_co = TypeVar("T_co", covariant=True)


class Result(NamedTuple, Generic[T_co]):
    """text: for people, ready to print; data: the same for programs (--json), a pbem.output.

    error: what is wrong with a save, of which the rest is said all the same.

    ends_talk: the text ends a conversation at the terminal, and its last line is what counts, so no
    pager holds it back.
    """

    text: str
    data: T_co
    exit_code: int = 0
    ends_talk: bool = False
    error: SaveError | None = None

    def json(self) -> str:
        """The one line of --json."""
        import json  # noqa: PLC0415 - late, to start quickly

        import msgspec  # noqa: PLC0415

        told = msgspec.to_builtins(self.data)
        return json.dumps(told if self.error is None else told | {"error": error_data(self.error)})


def error_data(error: SaveError) -> dict[str, object]:
    """What is wrong with a save, for --json."""
    return {
        "code": error.code,
        "text": str(error),
        "exit_code": error.exit_code,
        "record": error.index,
        **getattr(error, "details", {}),
    }
