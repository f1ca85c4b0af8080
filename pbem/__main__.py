"""`python -m pbem` and the `pbem` command.

The answer to `--version` needs no other module, so that it comes at once.
"""

import sys

from pbem import VERSION


def main() -> None:
    """Run the command line; the exit code is documented in docs/exit-codes.md."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"pbem {VERSION}\n")
        return
    if "status" in sys.argv[1:3]:
        from pbem.glance import recall  # noqa: PLC0415 - late, to start quickly

        known = recall(sys.argv[1:], VERSION)
        if known is not None and known.isascii():
            sys.stdout.write(known)
            return
    from pbem.cli import run  # noqa: PLC0415 - late, to start quickly

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
