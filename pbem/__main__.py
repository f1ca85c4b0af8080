"""`python -m pbem` and the `pbem` command.

The answer to `--version` needs no other module, so that it comes at once.
"""

import sys

VERSION = "0.1.0"


def main() -> None:
    """Run the command line; the exit code is documented in docs/exit-codes.md."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"pbem {VERSION}\n")
        return
    from pbem.cli import run  # noqa: PLC0415 - late, to start quickly

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
