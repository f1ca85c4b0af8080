"""Where the templates are found, and what happens when they are not."""

from pathlib import Path

import pytest
from jinja2 import Environment, UndefinedError

from pbem.report.render import TemplatesMissingError, render_template, render_turn
from tests.report.made_up_turn import summary_of

TEMPLATES = Path(__file__).parents[2] / "templates"


def test_every_template_parses() -> None:
    environment = Environment()
    files = filter(Path.is_file, TEMPLATES.iterdir())
    names = [path.name for path in files if not path.name.startswith(".")]
    assert "document.txt" in names
    for name in names:
        environment.parse((TEMPLATES / name).read_text("utf-8"))


def test_templates_hold_loops_and_ifs_only() -> None:
    for path in filter(Path.is_file, TEMPLATES.iterdir()):
        text = path.read_text("utf-8")
        for word in ("{% macro", "{% import", "{% call", "{% set", "| safe", "|safe", "{% do"):
            assert word not in text, f"{path.name} holds {word}"


def test_an_installed_package_is_looked_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "pbem"
    (package / "templates").mkdir(parents=True)
    (package / "templates" / "document.txt").write_text("from the wheel: {{ document.title }}")
    monkeypatch.setattr("importlib.resources.files", lambda _: package)
    assert (
        render_turn(summary_of(()), "txt") == "from the wheel: Winter league 3, round 1: Germans\n"
    )


def test_a_broken_installation_gives_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.resources.files", lambda _: tmp_path / "pbem")
    with pytest.raises(TemplatesMissingError, match="install pbem again"):
        render_turn(summary_of(()), "txt")


def test_an_unknown_template_gives_one_sentence() -> None:
    with pytest.raises(TemplatesMissingError, match=r"nowhere\.txt is not installed"):
        render_template("nowhere.txt", "txt", {})


def test_a_value_that_is_missing_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        render_template("document.txt", "txt", {})
