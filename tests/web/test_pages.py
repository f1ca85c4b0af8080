"""The files of the pages as the server hands them out: headers, names, the page in one file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.dice.server.pages import answer_page, offline_page, web_files

ROOT = Path(__file__).parents[2]
WEB = ROOT / "templates" / "web"
FORMATS = ROOT / "docs" / "formats"
NAMES = sorted(path.name for path in WEB.iterdir())


@pytest.mark.parametrize("name", [*NAMES, "verify-offline.html", "../style.css", "none"])
def test_every_answer_has_the_headers_that_keep_it_harmless(name: str) -> None:
    answer = answer_page(name)
    assert answer.status == (200 if name in {*NAMES, "verify-offline.html"} else 404)
    policy = answer.headers["Content-Security-Policy"].split("; ")
    assert policy[0] == "default-src 'none'"
    assert "frame-ancestors 'none'" in policy
    assert "require-trusted-types-for 'script'" in policy
    assert ("connect-src 'self'" in policy) is (name == "journal.html")
    assert "unsafe" not in " ".join(policy)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert not {key.lower() for key in answer.headers} & {"set-cookie", "server"}


def test_a_reader_who_has_the_page_gets_no_second_copy() -> None:
    first = answer_page("verify.html")
    tag = first.headers["ETag"]
    for sent in (tag, f"W/{tag}", f'"other", {tag}'):
        again = answer_page("verify.html", if_none_match=sent)
        assert (again.status, again.body) == (304, b"")
    assert answer_page("verify.html", if_none_match='"other"').status == 200
    assert (
        answer_page(
            "keys.js", keys=[bytes(32)], if_none_match=answer_page("keys.js").headers["ETag"]
        ).status
        == 200
    )


def test_the_keys_of_the_authority_are_a_script() -> None:
    body = answer_page("keys.js", keys=[bytes(32), bytes([255]) * 32]).body.decode()
    assert body == f'export const AUTHORITY_KEYS = ["{"00" * 32}", "{"ff" * 32}"];\n'
    assert "ff" * 32 in answer_page("verify-offline.html", keys=[bytes([255]) * 32]).body.decode()


def test_the_page_in_one_file_asks_for_nothing_else() -> None:
    page = offline_page(web_files(), [])
    assert "import " not in re.sub(r"//.*|/\*.*?\*/", "", page, flags=re.DOTALL)
    assert not re.search(r"<link rel=\"stylesheet|<script[^>]* src=|href=\"(?!data:,)", page)
    assert "connect-src 'none'" in page
    names = re.findall(r"^(?:async )?(?:function|class|const|let) (\w+)", page, re.MULTILINE)
    assert len(names) > 50
    assert len(names) == len(set(names))


def test_a_page_that_cannot_be_put_into_one_file_is_refused() -> None:
    files = dict(web_files())
    files["words.js"] += "// </script>\n"
    with pytest.raises(ValueError, match="end its own element"):
        offline_page(files, [])
    files = dict(web_files())
    files["verify.html"] = files["verify.html"].replace("style.css", "other.css")
    with pytest.raises(ValueError, match=r"does not hold .* exactly once"):
        offline_page(files, [])


def test_no_script_builds_html_or_runs_text() -> None:
    dangerous = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|https?://[a-z]"
    for name, text in web_files().items():
        if name.endswith(".js"):
            assert not re.search(dangerous, text), name


def test_every_page_script_and_style_is_there() -> None:
    """No link of the pages or scripts leads nowhere."""
    for name, text in web_files().items():
        linked = re.findall(r'(?:href|src)="([a-z_.-]+)"|from "\./([a-z_]+\.js)"', text)
        for target in filter(None, (part for pair in linked for part in pair)):
            assert answer_page(target).status == 200, (name, target)


def test_every_code_of_the_formats_has_its_sentence() -> None:
    """The codes that a reader of saves can meet; those of key files, of merging, of the play and of
    a running authority are none of the page's business."""
    save = (FORMATS / "save-v1.md").read_text("utf-8")
    dice = (FORMATS / "dice-v1.md").read_text("utf-8")
    rows = re.findall(r"^\| [3457] \|(.*)\|$", save, re.MULTILINE)
    codes = {code for row in rows for code in re.findall(r"`([a-z-]+)`", row)}
    codes |= set(re.findall(r"^\* [RC]\d+\.[^*]*?else `([a-z-]+)`", dice, re.MULTILINE))
    codes |= {"commitment-bad-signature", "wrong-seat", "not-the-host"}
    consent = (FORMATS / "consent-v1.md").read_text("utf-8").partition("What the rules must")[0]
    codes |= set(re.findall(r"`([a-z-]+)` ?\([34578]\)", consent))
    codes |= {"roll-drawn-before", "roll-again-unfit", "roll-again-order"}
    assert len(codes) > 60
    words = web_files()["words.js"]
    said = set(re.findall(r'^  "?([a-z-]+)"?: "', words, re.MULTILINE))
    assert codes - said - {"different-game", "already-started", "scenario-missing"} == set()
