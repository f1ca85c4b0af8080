"""`python -m pbem` and the `pbem` command.

The answer to `--version` needs no other module, so that it comes at once.
"""

import gc
import os
import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location

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
    # The matrices of the odds are small: threads that wait for each other cost three times the
    # work on a computer that is busy.  Numpy reads this when it is loaded.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _load_our_engine()
    if "status" in sys.argv[1:3]:
        from pbem.status_cache import recall  # noqa: PLC0415 - late, to start quickly

        known = recall(sys.argv[1:])
        if known is not None and known.isascii():
            from pbem.screen import show  # noqa: PLC0415 - late, to start quickly

            show(known)
            return
    gc.set_threshold(_MANY)
    from pbem.cli import run  # noqa: PLC0415 - late, to start quickly

    code = run(sys.argv[1:])
    # Nothing is left to be done: the interpreter need not look through everything once more.
    gc.freeze()
    sys.exit(code)


def _load_our_engine() -> None:
    """Load the `engine` beside this package, also where another one would be found before it.

    `python -m pbem` looks in the current folder first, where a stranger may have an `engine.py`;
    so does anybody who has set PYTHONPATH.
    """
    ours = os.path.join(os.path.dirname(os.path.dirname(__file__)), "engine", "__init__.py")  # noqa: PTH118, PTH120 - pathlib is not loaded yet
    found = find_spec("engine")
    if found is not None and found.origin and os.path.samefile(found.origin, ours):  # noqa: PTH121
        return
    folder = os.path.dirname(ours)  # noqa: PTH120
    spec = spec_from_file_location("engine", ours, submodule_search_locations=[folder])
    if spec is None or spec.loader is None:
        raise ImportError(f"{folder} is missing; install pbem again")
    module = module_from_spec(spec)
    sys.modules["engine"] = module
    spec.loader.exec_module(module)


if __name__ == "__main__":
    main()
