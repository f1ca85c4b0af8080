"""Patterns that tell the nations apart without colour."""

from typing import Final

LINES: Final = (
    "M0 5H10",
    "M5 0V10",
    "M0 10L10 0M-2 2L2-2M8 12L12 8",
    "M0 0L10 10M-2 8L2 12M8-2L12 2",
    "M0 5H10M5 0V10",
    "M0 10L10 0M0 0L10 10",
    "M4 5a1 1 0 1 0 2 0a1 1 0 1 0-2 0z",
    "M0 3H10M0 7H10",
    "M3 0V10M7 0V10",
)
"""One for each number below `colours.PATTERNS`, in a square of 10 pixels."""


def pattern_svg(name: str, number: int, ground: str, ink: str) -> str:
    """The pattern of a number as a definition of SVG with an id."""
    return (
        f'<pattern id="{name}" width="10" height="10" patternUnits="userSpaceOnUse">'
        f'<rect width="10" height="10" fill="{ground}"/>'
        f'<path d="{LINES[number]}" fill="none" stroke="{ink}" stroke-width="1.3"/></pattern>'
    )
