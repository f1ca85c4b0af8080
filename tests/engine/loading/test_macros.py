"""Text macros of map files: variables, loops, and what is wrong with them."""

import pytest

from engine.core.errors import DefinitionError
from engine.loading.triplea.macros import expand_macros
from engine.loading.triplea.xml_text import Element, parse_xml

LISTS = """<variableList>
  <variable name="a"><element name="1"/><element name="2"/></variable>
  <variable name="b"><element name="x"/><element name="y"/></variable>
  <variable name="all"><element name="$a$"/><element name="z"/></variable>
  <variable name="none"></variable>
  <variable name="one"><element name="only"/></variable>
  <variable name="loop"><element name="$pool$"/></variable>
  <variable name="pool"><element name="$a$"/></variable>
</variableList>"""


def written(attachment: str, lists: str = LISTS) -> list[Element]:
    text = f"<game>{lists}<attachmentList>{attachment}</attachmentList></game>"
    root = parse_xml(text.encode())
    expand_macros(root)
    assert [child.tag for child in root.children if child.tag == "variableList"] == []
    return root.children[-1].children


def names(loop: str, name: str) -> list[str]:
    found = written(f'<attachment name="{name}" attachTo="t" foreach="{loop}"/>')
    assert all("foreach" not in element.attributes for element in found)
    return [element.attributes["name"] for element in found]


def options(text: str, loop: str = "") -> list[tuple[str, str]]:
    head = f'<attachment name="n" attachTo="t" foreach="{loop}">' if loop else "<attachment>"
    return [
        (option.attributes["value"], option.attributes.get("count", ""))
        for element in written(f"{head}{text}</attachment>")
        for option in element.children
    ]


def test_a_variable_stands_for_its_words_with_colons() -> None:
    assert options('<option name="o" value="$a$:end"/>') == [("1:2:end", "")]
    assert options('<option name="o" value="$all$"/>') == [("1:2:z", "")]


def test_an_option_without_a_value_is_left_out_and_money_is_no_variable() -> None:
    assert options('<option name="o" value="$none$"/>') == []
    assert options('<option name="o" value="5$ or 6$"/>') == [("5$ or 6$", "")]


def test_a_loop_repeats_the_attachment() -> None:
    assert names("$a$", "n@a@") == ["n1", "n2"]
    assert options('<option name="o" value="v@a@" count="@a@"/>', "$a$") == [
        ("v1", "1"),
        ("v2", "2"),
    ]


def test_lists_side_by_side_and_one_within_the_other() -> None:
    assert names("$a$:$b$", "@a@@b@") == ["1x", "2y"]
    assert names("$a$^$b$", "@a@@b@") == ["1x", "1y", "2x", "2y"]
    assert names("$a$:$b$^$one$", "@a@@b@@one@") == ["1xonly", "2yonly"]


@pytest.mark.parametrize(
    ("loop", "reason"),
    [("$c$", "does not exist"), ("a", "does not exist"), ("$a$:$one$", "not equally long")],
)
def test_a_loop_that_cannot_be_written_out(loop: str, reason: str) -> None:
    with pytest.raises(DefinitionError, match=reason):
        names(loop, "n")


def test_a_variable_that_names_itself() -> None:
    lists = LISTS.replace('<element name="$pool$"/>', '<element name="$loop$"/>')
    with pytest.raises(DefinitionError, match="names itself"):
        written("", lists)


def test_macros_cannot_make_a_document_without_end() -> None:
    words = "".join(f'<element name="{number}"/>' for number in range(1000))
    lists = f'<variableList><variable name="m">{words}</variable></variableList>'
    with pytest.raises(DefinitionError, match="more than 500000 elements"):
        written('<attachment name="n" attachTo="t" foreach="$m$^$m$"/>', lists)
