"""What a player says for everybody, signed into their turn: notes on territories, absences."""

from pbem.home import Home
from pbem.play.draft_view import carrying_draft
from pbem.replay import Position, read_position
from pbem.save.consent_records import Absence, Note
from pbem.save.keys import NamedKey


def add_note(
    home: Home, position: Position, key: NamedKey, territory: str, text: str, when: int
) -> Position:
    """Sign a public note on a territory into the turn of the player to move, and store it."""
    note = Note(position.save.head, position.nation, territory, text, when)
    return _add(home, position, note, key)


def add_absence(
    home: Home, position: Position, key: NamedKey, since: int, until: int, text: str, when: int
) -> Position:
    """Sign an absence into the turn of the player to move, and store it; times in Unix seconds.

    since, until: an hour to a year apart, else NotASaveError.
    """
    absence = Absence(position.save.head, position.nation, since, until, text, when)
    return _add(home, position, absence, key)


def _add(home: Home, position: Position, said: Note | Absence, key: NamedKey) -> Position:
    save = position.save
    after = read_position(save.append_consent_record(said, key.key))
    if after.error is not None:
        raise after.error
    with carrying_draft(home, save, after.save):
        home.game_store.extend(after.save)
    return after
