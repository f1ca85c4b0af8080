"""The scripts of the page import each other in one direction only."""

import re
from graphlib import TopologicalSorter

from pbem.board.files import page_files

_IMPORT = re.compile(r'from "\./([a-z_]+\.js)"')


def test_no_script_of_the_page_needs_itself_by_way_of_others() -> None:
    files = page_files().items()
    scripts = {name: text.decode() for name, (text, _) in files if name.endswith(".js")}
    needs = {name: set(_IMPORT.findall(text)) for name, text in scripts.items()}
    assert set().union(*needs.values()) <= set(scripts)
    order = list(TopologicalSorter(needs).static_order())
    assert order[-1] == "main.js"
