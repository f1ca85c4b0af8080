"""The whole game as a text to read, post, compare and play on from; it proves nothing.

Source: docs/formats/game-text-v1.md.
"""

from typing import TYPE_CHECKING

from engine.lazy import lazy_names

if TYPE_CHECKING:
    from pbem.gametext.model import GameText as GameText
    from pbem.gametext.model import GameTextHead as GameTextHead
    from pbem.gametext.model import GameTextPlayer as GameTextPlayer
    from pbem.gametext.model import Line as Line
    from pbem.gametext.model import Remark as Remark
    from pbem.gametext.reading import read_game_text as read_game_text
    from pbem.gametext.writing import format_game_text as format_game_text
    from pbem.gametext.writing import text_of_save as text_of_save
else:
    __getattr__, __all__ = lazy_names(__spec__)
