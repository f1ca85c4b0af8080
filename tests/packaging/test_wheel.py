"""What a player installs: the wheel alone must be able to play, from any folder.

The wheel is built without isolation, so that the test needs no network; the dependencies come from
the environment that runs the tests.  With PBEM_NETWORK_TESTS=1 (as in CI) they come from the
package index instead, into an environment that was empty.
"""

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Run a command without this environment's Python settings; its standard output."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=kept | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    run(
        sys.executable,
        *("-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"),
        *("--wheel-dir", folder, ROOT),
        cwd=folder,
    )
    (built,) = folder.glob("pbem-*.whl")
    return built


def test_wheel_holds_templates_scenarios_and_maps(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "engine/scenarios/big_world_1942.toml" in names
    assert any(name.startswith("pbem/atlas/data/") for name in names)
    assert {f"pbem/templates/document.{kind}" for kind in ("txt", "html", "md", "bbcode")} <= set(
        names
    )
    assert any(name.endswith(".data/data/share/man/man1/pbem.1") for name in names)
    pages = {"web/verify.html", "web/chain.js", "replay/replay.js", "replay.html"}
    assert {f"pbem/templates/{name}" for name in pages} <= set(names)
    assert not [name for name in names if name.startswith(("tests/", "savegames/", "docs/"))]


def play_demo(python: Path, folder: Path) -> None:
    """Play the demo from a folder that knows nothing of the checkout, and verify its save."""
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    command = python.with_name("pbem")
    home = str(folder / "home")
    words = ("demo", "--scenario", "classic_1942", "--json")
    report = json.loads(run(command, *words, cwd=elsewhere, PBEM_HOME=home))
    assert report["verify"]["ok"] is True
    assert report["rehearsal"] is False
    assert sum(row["battles"] for row in report["round"]) > 5
    pages = (
        "from pbem.dice.server.pages import answer_page; "
        "print(answer_page('verify-offline.html').status)"
    )
    assert run(python, "-c", pages, cwd=elsewhere).strip() == "200"
    where = run(python, "-c", "import pbem; print(pbem.__file__)", cwd=elsewhere)
    assert not Path(where.strip()).is_relative_to(ROOT)
    html = (elsewhere / report["reports"][1]).read_text(encoding="utf-8")
    assert "<html" in html
    verified = run(command, "verify", report["save"], cwd=elsewhere, PBEM_HOME=home)
    assert "All is well." in verified


def install_without_network(wheel: Path, python: Path, folder: Path) -> None:
    """Install the wheel alone; it finds the dependencies of the environment of the tests."""
    run(
        sys.executable,
        *("-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel),
        cwd=folder,
    )
    # A line in a .pth file adds a folder without reading the .pth files in it, so that the
    # dependencies are found and the checkout, which is installed as editable, is not.
    words = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(run(python, "-c", words, cwd=folder).strip())
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")


@pytest.mark.slow
def test_demo_runs_from_the_wheel_in_another_folder(wheel: Path, tmp_path: Path) -> None:
    has_network = os.environ.get("PBEM_NETWORK_TESTS") == "1"
    bare = () if has_network else ("--without-pip",)
    run(sys.executable, "-m", "venv", *bare, tmp_path / "venv", cwd=tmp_path)
    python = tmp_path / "venv" / "bin" / "python"
    if has_network:
        run(python, "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    else:
        install_without_network(wheel, python, tmp_path)
    play_demo(python, tmp_path)
