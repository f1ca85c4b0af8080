"""A game text, written; the other direction is `reading`.

Source: docs/formats/game-text-v1.md.
"""

import base64
import hashlib
import json
import zlib
from collections.abc import Iterator

from engine import (
    RULES_VERSION,
    AgreedEdit,
    AgreeDraw,
    Definition,
    GiveUp,
    RollResult,
    format_change,
    format_order,
    load_scenario,
    rules_only,
    scenario_titled,
    tree_from_definition,
)
from pbem.gametext.model import FIRST_LINE, GameText, GameTextHead, GameTextPlayer, Line, Remark
from pbem.replay import History, Moment, definition_of, scenario_of
from pbem.save.records import TurnEnd
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import encode

_WIDTH = 76


def text_of_save(save: TrustedSave, history: History) -> GameText:
    """The current game of a save, without what was taken back."""
    genesis = save.genesis
    head = GameTextHead(
        name=genesis.name,
        game=genesis.game.hex(),
        step=None,
        scenario=scenario_of(save),
        options=dict(genesis.options),
        seats={nation: player or "" for nation, player in save.seats.items()},
    )
    ends = _ends(save, history)
    lines: list[Line] = []
    for moment in history.line():
        lines += _lines_of(moment)
        lines += _message(ends.get(moment.number))
    return GameText(head, definition_of(save), tuple(lines))


def _ends(save: TrustedSave, history: History) -> dict[int, TurnEnd]:
    """The signed ends of turns, by the number of the moment before each of them."""
    found: dict[int, TurnEnd] = {}
    place = 0
    for index, record in enumerate(save.records):
        while place + 1 < len(history.moments) and history.moments[place + 1].record <= index:
            place += 1
        if isinstance(record, TurnEnd):
            found[history.moments[place].number] = record
    return found


def _message(end: TurnEnd | None) -> Iterator[Line]:
    if end is not None and end.end.message:
        yield Remark(f"{end.nation}: {end.end.message}")


def _lines_of(moment: Moment) -> Iterator[Line]:
    if moment.action is not None:
        yield moment.action
    if moment.notice is not None:
        yield Remark(moment.notice.told)


def format_game_text(text: GameText) -> str:
    """The text; reading it gives an equal game."""
    lines = [*_head(text.head), "", *_body(text)]
    return "\n".join(lines) + "\n"


def scenario_digest(definition: Definition) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of what rules read of a scenario."""
    tree = encode(tree_from_definition(rules_only(definition)))
    return hashlib.sha256(tree).hexdigest()[:16]


def quote(text: str) -> str:
    """A JSON string on one line, all of it printable ASCII."""
    return json.dumps(text, ensure_ascii=True)


def _head(head: GameTextHead) -> Iterator[str]:
    yield FIRST_LINE
    yield f"name: {quote(head.name)}"
    yield f"from: {head.game}"
    if head.step is not None:
        yield f"step: {head.step}"
    yield f"rules: {RULES_VERSION}"
    yield from _scenario(head.scenario)
    for name in sorted(head.options):
        yield f"option: {name} = {json.dumps(head.options[name], sort_keys=True)}"
    for nation, player in head.seats.items():
        yield f"seat: {quote(nation)} = {quote(player)}"


def _scenario(definition: Definition) -> Iterator[str]:
    name = scenario_titled(definition.name)
    if name and load_scenario(name) == definition:
        yield f"scenario: {name} {scenario_digest(definition)}"
        return
    packed = zlib.compress(encode(tree_from_definition(definition)), 9)
    text = base64.b64encode(packed).decode("ascii")
    yield "scenario: embedded"
    yield from (f"| {text[at : at + _WIDTH]}" for at in range(0, len(text), _WIDTH))


def _body(text: GameText) -> Iterator[str]:
    playing = GameTextPlayer(text.definition)
    heading = ""
    for line in text.lines:
        state = playing.step.state
        playing.play(line)
        moment = playing.moments[-1]
        phase = moment.phase.replace("_", " ")
        here = f"# Round {moment.round}, {moment.nation}: {phase}"
        if here != heading and not isinstance(line, Remark):
            if heading:
                yield ""
            yield here
            heading = here
        yield _line(line, state.definition)


def _line(line: Line, definition: Definition) -> str:
    match line:
        case Remark():
            return f"remark {quote(line.text)}"
        case RollResult():
            return " ".join(("dice", *(str(die) for die in line.dice)))
        case AgreedEdit():
            changes = (format_change(change, definition) for change in line.changes)
            return f"agreed {'; '.join(changes)}"
        case AgreeDraw():
            return "agreed draw"
        case GiveUp():
            return f"agreed give up {json.dumps(list(line.nations))}"
    return format_order(line, definition)
