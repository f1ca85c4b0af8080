"""What a map asks and says besides its board: objectives, politics, what happens, and notes."""

from engine import (
    Definition,
    State,
    objective_rows,
    politics_rows,
    trigger_rows,
    trigger_word,
)
from pbem.board.answers import Plain
from pbem.report.info_output import map_topics
from pbem.text import plain


def paper_names(definition: Definition) -> list[str]:
    """Which of that there are in a game."""
    return ["events" if name == "triggers" else name for name in map_topics(definition)]


def papers_of(state: State) -> Plain:
    """All of it at one moment, nation by nation in the order of the map."""
    return {
        "objectives": [
            {
                "nation": row.nation,
                "pays": f"{row.value} PUs",
                "asks": plain(row.asks),
                "met": row.is_met,
                "far": "" if row.is_met or row.needed < 2 else f"{row.done} of {row.needed}",
                "left": row.left,
            }
            for row in objective_rows(state)
        ],
        "politics": [
            {
                "nation": row.nation,
                "name": plain(row.title),
                "does": plain(row.does or "no change"),
                "missing": plain(row.missing),
            }
            for row in politics_rows(state)
        ],
        "happens": [
            {
                "nation": row.nation,
                "name": plain(trigger_word(row.name)),
                "when": plain(row.when),
                "asks": plain(row.asks),
                "does": plain("; ".join(row.does) or "nothing"),
                "holds": row.holds,
            }
            for row in trigger_rows(state)
            if row.left != 0
        ],
        "notes": plain(state.definition.notes.strip(), lines=True),
    }
