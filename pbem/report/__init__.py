"""Turn reports: events become data (summary), data become text or pages (render).

What fills a template or draws a board is slow to load, and loaded when it is used (ADR 0046).
"""

from typing import TYPE_CHECKING, Final

from engine.late import late_names

if TYPE_CHECKING:
    from pbem.report.board import render_board
    from pbem.report.changes import changes_between
    from pbem.report.film_page import render_film
    from pbem.report.happenings import trigger_word
    from pbem.report.map_page import picture_of
    from pbem.report.map_picture import overlay_of
    from pbem.report.map_still import still_of
    from pbem.report.narrate import sentences
    from pbem.report.render import render_turn
    from pbem.report.rounds import format_round_table, round_table
    from pbem.report.scores import figures_of, score_columns_of
    from pbem.report.standing_orders import instruction_words
    from pbem.report.words import technology_word

__all__ = [
    "changes_between",
    "figures_of",
    "format_round_table",
    "instruction_words",
    "overlay_of",
    "picture_of",
    "render_board",
    "render_film",
    "render_turn",
    "round_table",
    "score_columns_of",
    "sentences",
    "still_of",
    "technology_word",
    "trigger_word",
]

_ROOMS: Final = {
    "board": ("render_board",),
    "changes": ("changes_between",),
    "film_page": ("render_film",),
    "happenings": ("trigger_word",),
    "map_page": ("picture_of",),
    "map_picture": ("overlay_of",),
    "map_still": ("still_of",),
    "narrate": ("sentences",),
    "render": ("render_turn",),
    "rounds": ("format_round_table", "round_table"),
    "scores": ("figures_of", "score_columns_of"),
    "standing_orders": ("instruction_words",),
    "words": ("technology_word",),
}

if not TYPE_CHECKING:
    __getattr__ = late_names("pbem.report", _ROOMS)
