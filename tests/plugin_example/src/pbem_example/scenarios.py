"""Scenarios: a path each, or something that gives one when it is called."""

from pathlib import Path

EXAMPLE_WAR = Path(__file__).parent / "example_war.toml"


def BROKEN_WAR() -> Path:
    """Fails whenever somebody asks for it."""
    raise RuntimeError("there is no peace either")
