"""The whole game as a text to read, post, compare and play on from; it proves nothing.

Source: docs/formats/game-text-v1.md.
"""

from typing import TYPE_CHECKING, Final

from engine.late import late_names

if TYPE_CHECKING:
    from pbem.gametext.model import GameText, Head, Line, Playing, Remark
    from pbem.gametext.reading import read_game_text
    from pbem.gametext.writing import format_game_text, text_of_save

__all__ = [
    "GameText",
    "Head",
    "Line",
    "Playing",
    "Remark",
    "format_game_text",
    "read_game_text",
    "text_of_save",
]

_ROOMS: Final = {
    "model": ("GameText", "Head", "Line", "Playing", "Remark"),
    "reading": ("read_game_text",),
    "writing": ("format_game_text", "text_of_save"),
}

if not TYPE_CHECKING:
    __getattr__ = late_names("pbem.gametext", _ROOMS)
