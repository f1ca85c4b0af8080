"""XML that would do harm is refused at once."""

import time

import pytest

from engine.core.errors import DefinitionError
from engine.loading import read_triplea_map
from engine.loading.triplea.xml_text import MAX_BYTES, parse_xml
from tests.engine.loading.small_map import SMALL_MAP, small_map

LAUGHS = b"""<?xml version="1.0"?>
<!DOCTYPE game [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>
<game>&c;</game>"""

CASES = {
    "billion laughs": LAUGHS,
    "external entity": b'<!DOCTYPE game [<!ENTITY x SYSTEM "file:///etc/passwd">]><game>&x;</game>',
    "parameter entity": b'<!DOCTYPE game [<!ENTITY % p SYSTEM "http://h/x.dtd"> %p;]><game/>',
    "entity of the outer type": b'<!DOCTYPE game SYSTEM "game.dtd"><game>&outside;</game>',
    "unparsed entity": b'<!DOCTYPE game [<!NOTATION n SYSTEM "n">'
    b'<!ENTITY x SYSTEM "x" NDATA n>]><game/>',
    "long default": b'<!DOCTYPE game [<!ATTLIST a b CDATA "'
    + b"x" * 1000
    + b'">]><game><a/></game>',
    "huge file": b"<game>" + b" " * 50_000_000,
    "deep": b"<game>" + b"<map>" * 100_000,
    "deep and closed": b"<game>" + b"<map>" * 500 + b"</map>" * 500 + b"</game>",
    "many elements": b"<game>" + b"<a/>" * 500_001 + b"</game>",
    "much text": b"<game>" + b"abc<a/>" * 10 + b"x" * 2_100_000 + b"</game>",
    "cut off": SMALL_MAP.encode()[:3000],
    "empty": b"",
    "text": b"once upon a time",
    "wrong root": b"<html/>",
    "undeclared bytes": small_map("Straits", "Stra\u00eft").decode().encode("latin-1"),
    "unknown encoding": b'<?xml version="1.0" encoding="klingon"?><game/>',
    "encoding that is not a text": b'<?xml version="1.0" encoding="base64"?><game/>',
    "wide encoding": b'<?xml version="1.0" encoding="utf-32"?><game/>',
    "lying encoding": b'<?xml version="1.0" encoding="utf-16"?><game/>',
    "nul": b"<game>\x00</game>",
    "control character": b"<game>\x1b[2J</game>",
    "hostile name": small_map("Redland", "Red\u202eland"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_hostile_xml_is_refused_quickly(name: str) -> None:
    started = time.process_time()
    with pytest.raises(DefinitionError) as caught:
        read_triplea_map(CASES[name])
    assert time.process_time() - started < 20.0, "CPU seconds; a fraction of one when idle"
    assert len(str(caught.value)) < 2000


def test_the_usual_document_type_is_accepted_without_fetching() -> None:
    root = parse_xml(b'<!DOCTYPE game SYSTEM "http://127.0.0.1:9/game.dtd"><game a="1"/>')
    assert (root.tag, root.attributes) == ("game", {"a": "1"})


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig", "iso-8859-1", "windows-1252"])
def test_usual_encodings_are_read(encoding: str) -> None:
    text = SMALL_MAP.replace("Straits", "D\u00e4nische Stra\u00dfe")
    text = text.replace('version="1.0" ?', f'version="1.0" encoding="{encoding[:6]}"?')
    if encoding in {"iso-8859-1", "windows-1252"}:
        text = text.replace(encoding[:6], encoding, 1)
    if encoding == "utf-8-sig":
        text = text.replace('encoding="utf-8-"', 'encoding="utf-8"')
    assert read_triplea_map(text.encode(encoding)).name == "D\u00e4nische Stra\u00dfe"


def test_a_file_of_the_greatest_length_is_still_looked_at() -> None:
    padding = b" " * (MAX_BYTES - len(small_map()))
    assert read_triplea_map(small_map() + padding).name == "Straits"
    with pytest.raises(DefinitionError, match="longer than"):
        read_triplea_map(small_map() + padding + b" ")
