"""Public notes on territories, signed into the turn of the player to move."""

from pbem.home import Home
from pbem.play.drafted import carry_draft
from pbem.replay import Position, read_position
from pbem.save.consent_records import Note
from pbem.save.keys import NamedKey


def add_note(
    home: Home, position: Position, key: NamedKey, territory: str, text: str, when: int
) -> Position:
    """Sign a public note on a territory into the turn of the player to move, and store it."""
    save = position.save
    note = Note(save.head, position.nation, territory, text, when)
    after = read_position(save.append_consent_record(note, key.key))
    if after.error is not None:
        raise after.error
    home.game_store.extend(after.save)
    carry_draft(home, save, after.save)
    return after
