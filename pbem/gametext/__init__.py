"""The whole game as a text to read, post, compare and play on from; it proves nothing.

Source: docs/formats/game-text-v1.md.
"""

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
