"""Turn reports: events become data (summary), data become text or pages (render).

What fills a template or draws a board is slow to load, and loaded when it is used (ADR 0046).
"""

from typing import TYPE_CHECKING

from engine.lazy import lazy_names

if TYPE_CHECKING:
    from pbem.report.board import render_board as render_board
    from pbem.report.changes import changes_between as changes_between
    from pbem.report.film_page import render_film as render_film
    from pbem.report.map_page import picture_of as picture_of
    from pbem.report.map_picture import overlay_of as overlay_of
    from pbem.report.map_still import still_of as still_of
    from pbem.report.narrate import sentences as sentences
    from pbem.report.render import render_turn as render_turn
    from pbem.report.rounds import format_round_table as format_round_table
    from pbem.report.rounds import round_table as round_table
    from pbem.report.scores import figures_of as figures_of
    from pbem.report.scores import score_columns_of as score_columns_of
    from pbem.report.standing_orders import instruction_words as instruction_words
    from pbem.report.words import technology_word as technology_word
else:
    __getattr__, __all__ = lazy_names(__spec__)
