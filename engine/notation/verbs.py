"""The readers of each kind of order: what may follow its first word, the verb.

Grammar: docs/formats/orders-v1.md.
"""

from collections.abc import Callable, Mapping
from typing import Final

from engine.gamedef.blocks import KINDS
from engine.notation.lexer import MARK, WORD, Token, written
from engine.notation.reader import (
    NOTHING,
    Reader,
    Tokens,
    is_word,
    listed,
    split_at,
    split_at_word,
)
from engine.notation.standing import read_standing
from engine.orders import (
    Act,
    Allot,
    Answer,
    Bombard,
    Buy,
    ClearStanding,
    Command,
    Declare,
    Done,
    Fight,
    FileStanding,
    Fire,
    FireRocket,
    HitFirst,
    Intercept,
    Lose,
    Move,
    Order,
    Pick,
    Place,
    Press,
    Recall,
    Repair,
    Research,
    Resign,
    Retreat,
    Reveal,
    Scramble,
    Settle,
    Strike,
    Submerge,
)
from engine.orders.plain import MAX_NUMBER


def _research(reader: Reader, tokens: Tokens) -> Order:
    if not tokens or tokens[-1].kind != WORD:
        reader.fault("count-missing", "", "how many dice? Write such as: tech rockets 2")
        return Done()
    if not tokens[-1].text[0].isdigit():
        reader.technology(tokens)
        reader.fault("count-missing", "", f"how many dice? Write: tech {written(tokens)} 1")
        return Done()
    least = 0 if reader.definition.options.tech_tokens_kept else 1
    dice = reader.count(tokens[-1], "number of dice", least=least)
    return Research(reader.technology(tokens[:-1]) if tokens[:-1] else "", dice)


def _buy(reader: Reader, tokens: Tokens) -> Order:
    picks = reader.picks(tokens)
    for pick in picks:
        if pick.owner or pick.units:
            reader.fault("bad-purchase", pick.type, "units that are bought have no owner or number")
    return Buy(tuple((pick.type, pick.count) for pick in picks))


def _move(reader: Reader, tokens: Tokens, *, raid: bool = False) -> Order:
    what, where = reader.halves(tokens, "move 2 infantry: A > B")
    picks = _some(reader, what)
    parts = split_at(where, (",",))
    path = reader.path(parts[0])
    if len(path) < 2:
        reader.fault("path-too-short", path[0], "a path has a start and an end: A > B")
    aboard = tuple(pair for part in parts[1:] for pair in _aboard(reader, part))
    return Move(picks, path, raid, aboard)


def _raid(reader: Reader, tokens: Tokens) -> Order:
    return _move(reader, tokens, raid=True)


def _aboard(reader: Reader, tokens: Tokens) -> tuple[tuple[int, int], ...]:
    """Units and the transport they go on: ``#148 #152 aboard #201``."""
    units, ship = split_at_word(tokens, ("aboard",))
    if ship is None or len(ship) != 1 or not units:
        text = f"{written(tokens)!r} cannot be read; write such as: #148 #152 aboard #201"
        reader.fault("bad-aboard", written(tokens), text)
        return ()
    transport = reader.unit(ship[0])
    return tuple((reader.unit(token), transport) for token in units)


def _fight(reader: Reader, tokens: Tokens) -> Order:
    if len(tokens) > 1 and is_word(tokens[0], ("raid",)):
        return Fight(reader.territory(tokens[1:]), raid=True)
    return Fight(reader.territory(tokens))


def _lose(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens, "lose 1 infantry: Finland")
    return Lose(reader.territory(where), _some(reader, what))


def _hit(reader: Reader, tokens: Tokens) -> Order:
    who, where = reader.halves(tokens, "hit British: Finland")
    return HitFirst(reader.territory(where), reader.nation(who))


def _retreat(reader: Reader, tokens: Tokens) -> Order:
    path = split_at(tokens, (">",))
    if len(path) > 2:
        reader.fault("path-too-long", "", "a retreat goes to one territory: retreat A > B")
    to = reader.territory(path[1]) if len(path) == 2 else ""
    return Retreat(reader.territory(path[0]), to)


def _press(reader: Reader, tokens: Tokens) -> Order:
    return Press(reader.territory(tokens))


def _submerge(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens, "submerge 1 submarine: SZ 19")
    return Submerge(reader.territory(where), reader.picks(what))


def _stay(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens, "stay up: SZ 19")
    if len(what) != 1 or not is_word(what[0], ("up",)):
        reader.fault("bad-order", written(what), "write such as: stay up: SZ 19")
    return Submerge(reader.territory(where), ())


def _bombard(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens, "bombard 1 battleship: France")
    return Bombard(reader.territory(where), reader.picks(what))


def _intercept(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens, "intercept 2 fighter: Western Germany")
    return Intercept(reader.territory(where), reader.picks(what))


def _scramble(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens, "scramble 1 fighter: SZ 19")
    return Scramble(reader.territory(where), reader.picks(what))


def _strike(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens, "strike 2 carrier: SZ 19")
    return Strike(reader.territory(where), reader.picks(what))


def _rocket(reader: Reader, tokens: Tokens) -> Order:
    if Token(MARK, ":") in tokens:
        what, where = reader.halves(tokens, "rocket nothing: France")
        if len(what) != 1 or not is_word(what[0], NOTHING):
            reader.fault("bad-order", written(what), "write: rocket A > B, or rocket nothing: A")
        return FireRocket(reader.territory(where), "")
    path = split_at(tokens, (">",))
    if len(path) != 2:
        reader.fault("bad-order", written(tokens), "a rocket has a start and a target: A > B")
        return Done()
    return FireRocket(reader.territory(path[0]), reader.territory(path[1]))


def _settle(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens, "settle 1 fighter: SZ 57 > Bombay")
    picks = _some(reader, what)
    path = reader.path(where)
    if len(path) > 2:
        reader.fault("path-too-long", "", "aircraft settle in one territory: A > B")
    return Settle(path[0], picks, path[1] if len(path) > 1 else "")


def _place(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens, "place 4 infantry: Moscow")
    picks = _some(reader, what)
    there, producer = split_at_word(where, ("from",))
    built_in = "" if producer is None else reader.territory(producer)
    return Place(picks, reader.territory(there), built_in)


def _repair(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens, "repair 2: Leningrad")
    if len(what) != 1:
        reader.fault("count-missing", written(what), "how many points? Write: repair 2: Leningrad")
        return Done()
    return Repair(reader.territory(where), reader.count(what[0], "number of points"))


def _allot(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens, "allot 10: Europe")
    if len(what) != 1:
        reader.fault("count-missing", written(what), "how many PUs? Write: allot 10: Europe")
        return Done()
    return Allot(reader.purse(where), reader.count(what[0], "number of PUs", MAX_NUMBER))


def _act(reader: Reader, tokens: Tokens) -> Order:
    return Act(reader.political_action(tokens))


def _consent(reader: Reader, tokens: Tokens) -> Order:
    return Answer(reader.political_action(tokens), accepts=True)


def _decline(reader: Reader, tokens: Tokens) -> Order:
    return Answer(reader.political_action(tokens), accepts=False)


def _standing(reader: Reader, tokens: Tokens) -> Order:
    if len(tokens) == 1 and is_word(tokens[0], NOTHING):
        return ClearStanding()
    entry = read_standing(reader, tokens)
    return Done() if entry is None else FileStanding(entry)


def _command(reader: Reader, tokens: Tokens) -> Order:
    word = tokens[0].text.casefold() if len(tokens) == 1 else ""
    if word in {"emergency", "pass"}:
        return Command(word)
    if len(tokens) != 1:
        text = "write: command 6, command emergency or command pass"
        reader.fault("bad-order", written(tokens), text)
        return Done()
    return Command("card", reader.count(tokens[0], "value of a card"))


def _declare(reader: Reader, tokens: Tokens) -> Order:
    if len(tokens) < 2 or not is_word(tokens[0], ("war",)):
        reader.fault("bad-order", written(tokens), "write such as: declare war West")
        return Done()
    return Declare("war", reader.nation(tokens[1:]))


def _violate(reader: Reader, tokens: Tokens) -> Order:
    return Declare("violation", reader.country(tokens))


def _fire(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens, "fire ground: Warsaw")
    path = reader.path(where)
    if len(what) != 1 or not is_word(what[0], KINDS):
        text = f"a block fires at {listed(KINDS)}"
        reader.fault("bad-order", written(what), text)
    if len(path) > 2:
        reader.fault("path-too-long", "", "a block goes to one area after its shot: A > B")
    target = what[0].text.casefold() if what else ""
    return Fire(path[0], target, path[1] if len(path) > 1 else "")


def _reveal(reader: Reader, tokens: Tokens) -> Order:
    what, where = reader.halves(tokens, "reveal #12 #14: North Sea")
    if not what:
        reader.fault("units-missing", "", "which units? Write their numbers, such as #12 #14")
    return Reveal(reader.territory(where), tuple(reader.unit(token) for token in what))


def _recall(reader: Reader, tokens: Tokens) -> Order:
    reader.end(tokens)
    return Recall()


def _resign(reader: Reader, tokens: Tokens) -> Order:
    reader.end(tokens)
    return Resign()


def _done(reader: Reader, tokens: Tokens) -> Order:
    reader.end(tokens)
    return Done()


def _some(reader: Reader, tokens: Tokens) -> tuple[Pick, ...]:
    picks = reader.picks(tokens)
    if not picks and not reader.faults:
        reader.fault("units-missing", written(tokens), "this order needs at least one unit")
    return picks


SHOWN: Final[Mapping[str, Callable[[Reader, Tokens], Order]]] = {
    "tech": _research,
    "buy": _buy,
    "move": _move,
    "raid": _raid,
    "fight": _fight,
    "lose": _lose,
    "hit": _hit,
    "retreat": _retreat,
    "press": _press,
    "submerge": _submerge,
    "stay up": _stay,
    "bombard": _bombard,
    "intercept": _intercept,
    "scramble": _scramble,
    "strike": _strike,
    "rocket": _rocket,
    "settle": _settle,
    "place": _place,
    "repair": _repair,
    "allot": _allot,
    "act": _act,
    "consent": _consent,
    "decline": _decline,
    "standing": _standing,
    "command": _command,
    "declare war": _declare,
    "violate": _violate,
    "fire": _fire,
    "reveal": _reveal,
    "recall": _recall,
    "resign": _resign,
    "done": _done,
}
"""The reader of each verb, as it is shown to players."""

VERBS: Final[Mapping[str, Callable[[Reader, Tokens], Order]]] = {
    **SHOWN,
    "research": _research,
    "purchase": _buy,
    "stay": _stay,
    "declare": _declare,
}
"""The reader of each verb, other spellings included."""
