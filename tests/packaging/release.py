"""`make release`: is what would be uploaded whole?  Builds into `dist`, uploads nothing.

Two builds must be the same byte for byte; sdist and wheel must agree on what is in the packages;
the wheel must play and verify the demo in an environment that was empty.
"""

import filecmp
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(*words: str | Path, cwd: Path = ROOT) -> None:
    """Run a program; CalledProcessError when it fails."""
    subprocess.run([str(word) for word in words], cwd=cwd, check=True)


def build(folder: Path) -> tuple[Path, Path]:
    """The sdist and the wheel, as a build frontend makes them."""
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT)
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return sdist, wheel


def modules(names: list[str]) -> set[str]:
    """What belongs to the two packages."""
    return {name for name in names if name.startswith(("pbem/", "engine/")) and name[-1] != "/"}


def address() -> str:
    """Where the project is hosted; "" for nowhere yet."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(table["tool"]["hatch"]["metadata"]["hooks"]["custom"]["address"])


def main() -> int:
    """Check everything; the number of faults."""
    faults = []
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    with tempfile.TemporaryDirectory() as place:
        first = build(ROOT / "dist")
        second = build(Path(place) / "again")
        faults += [
            f"{one.name} differs from one build to the next"
            for one, other in zip(first, second, strict=True)
            if not filecmp.cmp(one, other, shallow=False)
        ]
        run(sys.executable, "-m", "twine", "check", "--strict", *first)
        with tarfile.open(first[0]) as archive:
            inside = [name.partition("/")[2] for name in archive.getnames()]
        wheel = modules(zipfile.ZipFile(first[1]).namelist())
        lost = {
            name
            for name in modules(inside) - wheel
            if not name.endswith((".pyc", "/")) and "." in Path(name).name
        }
        faults += [f"{name} is in the sdist and not in the wheel" for name in sorted(lost)]
        bare = Path(place) / "bare"
        venv.create(bare, with_pip=True)
        scripts = bare / ("Scripts" if sys.platform == "win32" else "bin")
        run(scripts / "python", "-m", "pip", "install", "--quiet", first[1], cwd=bare)
        run(
            scripts / "pbem", "demo", "--scenario", "classic_1942", "--out", bare / "demo", cwd=bare
        )
        run(scripts / "pbem", "verify", *(bare / "demo").glob("round-*.pbem"), cwd=bare)
        run(scripts / "pbem", "help", "first-game", cwd=bare)
    if not address():
        faults.append("pyproject.toml does not say where the project is hosted (`address`)")
    for fault in faults:
        print(f"not ready: {fault}")
    print("ready to be tagged" if not faults else f"{len(faults)} to mend")
    return len(faults)


if __name__ == "__main__":
    sys.exit(min(main(), 1))
