"""Fuzzing of everything that reads what others have written, without a network.

Each target yields a function that makes one try from a random number generator.  It raises for a
fault: an exception that the reader does not promise, or a result that cannot be right.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from engine import (
    Definition,
    DefinitionError,
    InvalidActionError,
    format_order,
    new_game,
    order_from_plain,
    order_to_plain,
    parse_order,
    parse_orders,
)
from engine.grammar.errors import NotationError
from engine.loading import format_scenario, load_scenario, parse_scenario, read_triplea_map
from pbem.atlas.cutting import whole_view
from pbem.atlas.drawing import draw
from pbem.atlas.looks import LOOKS
from pbem.atlas.triplea_folder import geometry_from_folder
from pbem.mail.compose import compose
from pbem.report.map_picture import overlay_of
from pbem.save.trust import open_save
from pbem.usage import UsageError
from pbem.wire.errors import SaveError
from tests.atlas.map_folder import files_for, write_zip
from tests.engine.loading.small_map import SMALL_MAP
from tests.fuzz.damage import damaged, replaced, shuffled
from tests.mail.samples import make_save, read, sample_mail
from tests.support.odd_orders import OddOrders
from tests.support.paper_game import pack_log, played, raws, save_file

Try: TypeAlias = Callable[[random.Random], None]

_ORDERS = (
    b"buy 3 infantry, 1 armour\nmove 2 infantry, 1 fighter: Karelija > Finland raid\n"
    b"try tech rockets 1\nlosses: infantry\nfight Finland\nretreat Finland > Karelija\n"
    b"standing keep Moscow: 3 infantry\nplace 3 infantry: Moscow\n# remark\nif round 2: done\n"
)
_ORDER_WORDS = (b"move", b"buy", b":", b">", b",", b"#12", b"up to", b"all", b"Moscow", b"raid")
_MAP_WORDS = (b"$Nations$", b"foreach=", b"<", b"/>", b'count="', b'value="', b"&lt;", b"]]>")
_SCENARIO_WORDS = (b"[", b"]", b"=", b'"""', b"nation", b"sea", b"true", b"1979-05-27", b"{")
_FOLDER_WORDS = (
    b"<",
    b">",
    b"(",
    b",",
    b"-1",
    b"999999",
    b"\n",
    b"map.width=0",
    b"(0,0)",
    b"color.",
)
_MAIL_WORDS = (b"=?utf-8?b?", b"?=", b"\r\n\r\n", b"--", b"boundary=", b"base64", b"charset=", b";")


_PLAIN: Final[tuple[object, ...]] = (
    *(None, True, -1, 0, 2**64, 1.5, "", "move", "Moscow", b"", [], {}, [[]], ["buy", []]),
)


@contextmanager
def order_files() -> Iterator[Try]:
    """Files of orders: faults with their lines, or orders that survive writing and reading."""
    definition = load_scenario("big_world_1942")

    def one(chance: random.Random) -> None:
        text = damaged(_ORDERS, _ORDER_WORDS, chance).decode("utf-8", "replace")
        found = parse_orders(text, definition)
        lines = text.count("\n") + 1 + text.count("\r") + sum(map(text.count, "\v\f\x85\u2028"))
        assert all(1 <= fault.line <= lines for fault in found.faults)
        for line in found.orders:
            said = format_order(line.order, definition)
            assert parse_order(said, definition) == line.order, said

    yield one


@contextmanager
def orders() -> Iterator[Try]:
    """Single orders of any kind, as a line and in their plain form, both of them damaged."""
    definition = load_scenario("big_world_1942")
    state = new_game(definition).state

    def one(chance: random.Random) -> None:
        order = OddOrders(state, chance).draw()
        _check_line(format_order(order, definition).encode(), definition, chance)
        plain = order_to_plain(order)
        with suppress(InvalidActionError):
            assert order_from_plain(plain) == order
            order_from_plain(replaced(plain, _PLAIN, chance))

    yield one


def _check_line(line: bytes, definition: Definition, chance: random.Random) -> None:
    text = damaged(line, _ORDER_WORDS, chance).decode("utf-8", "replace")
    try:
        found = parse_order(text, definition)
    except NotationError as error:
        assert error.faults
        return
    assert parse_order(format_order(found, definition), definition) == found


@contextmanager
def mails() -> Iterator[Try]:
    """Mails and their headers: no mail stops the reader or yields more than it holds."""
    turn = compose(sample_mail(save=make_save(size=300))).as_bytes()

    def one(chance: random.Random) -> None:
        found = read(damaged(turn, _MAIL_WORDS, chance))
        assert len(found.saves) <= 8
        for shown in (found.sender, found.subject, found.date, *found.problems):
            assert shown.isprintable()

    yield one


@contextmanager
def map_files() -> Iterator[Try]:
    """Map files in XML: a game, or reasons why not."""

    def one(chance: random.Random) -> None:
        try:
            new_game(read_triplea_map(damaged(SMALL_MAP.encode(), _MAP_WORDS, chance)))
        except DefinitionError as error:
            assert str(error)

    yield one


@contextmanager
def map_folders() -> Iterator[Try]:
    """Map folders and zips of them: a picture, or a reason why not."""
    definition = load_scenario("classic_1942")
    overlay = overlay_of(new_game(definition).state)
    whole = files_for(definition)

    def one(chance: random.Random) -> None:
        name = chance.choice(list(whole))
        files: dict[str, str | bytes] = {**whole}
        files[name] = damaged(whole[name].encode(), _FOLDER_WORDS, chance)
        with TemporaryDirectory() as folder:
            path = write_zip(Path(folder) / "map.zip", files)
            if chance.random() < 0.3:
                path.write_bytes(damaged(path.read_bytes(), (b"PK\x01\x02",), chance))
            try:
                geometry = geometry_from_folder(definition, path)
            except UsageError as error:
                assert error.code.startswith("map-folder-")
                return
        drawing = draw(geometry, overlay, LOOKS["light"], whole_view(geometry, 400))
        assert drawing.svg.endswith("</svg>")

    yield one


@contextmanager
def scenario_files() -> Iterator[Try]:
    """Scenarios in TOML: a game, or reasons why not."""
    whole = format_scenario(load_scenario("triumph_tragedy")).encode()

    def one(chance: random.Random) -> None:
        try:
            new_game(parse_scenario(damaged(whole, _SCENARIO_WORDS, chance)))
        except DefinitionError as error:
            assert str(error)

    yield one


@contextmanager
def save_files() -> Iterator[Try]:
    """Saves damaged before and after packing, and logs with records left out, doubled, exchanged.

    Nobody has signed anything new, so what is read can only be an earlier state of the same game.
    """
    game = played()
    whole, records = game.to_bytes(), raws(game)
    heads = {entry.head for entry in game.entries}

    def one(chance: random.Random) -> None:
        match chance.randrange(4):
            case 0:
                data = damaged(whole, records, chance)
            case 1:
                data = pack_log(damaged(b"".join(records), records, chance))
            case 2:
                place = chance.randrange(len(records))
                changed = list(records)
                changed[place] = damaged(records[place], records, chance)
                data = save_file(changed)
            case _:
                data = save_file(shuffled(records, chance))
        try:
            save = open_save(data)
        except SaveError as error:
            assert error.code
            return
        assert save.head in heads, "a record that nobody signed was taken"

    yield one
