"""`python -m pbem` and the `pbem` command.

The answer to `--version` needs no other module, so that it comes at once.
"""

import gc
import sys

from pbem import VERSION

_MANY = 200_000
"""New objects after which cycles are looked for; what a command loads lives to its end anyway."""


def main() -> None:
    """Run the command line; the exit code is documented in docs/exit-codes.md."""
    try:
        _main()
    except KeyboardInterrupt:
        # Ctrl-C while modules are still loaded; later the command line answers it.
        sys.stderr.write("pbem: Stopped; what was stored is kept.\n")
        sys.exit(1)


def _main() -> None:
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"pbem {VERSION}\n")
        return
    if "status" in sys.argv[1:3]:
        from pbem.glance import recall  # noqa: PLC0415 - late, to start quickly

        known = recall(sys.argv[1:])
        if known is not None and known.isascii():
            sys.stdout.write(known)
            return
    gc.set_threshold(_MANY)
    from pbem.cli import run  # noqa: PLC0415 - late, to start quickly

    code = run(sys.argv[1:])
    # Nothing is left to be done: the interpreter need not look through everything once more.
    gc.freeze()
    sys.exit(code)


if __name__ == "__main__":
    main()
