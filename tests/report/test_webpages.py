"""How the scripts of a page become one."""

import pytest

from pbem.webpages import one_script


def test_a_module_stands_after_those_that_it_imports() -> None:
    files = {
        "start.js": 'import { far } from "./far.js";\nfar();\n',
        "far.js": "export const far = () => 1;\n",
    }
    assert one_script(files, "start.js").split("\n") == [
        "",
        "const far = () => 1;",
        "",
        "far();",
        "",
    ]


def test_a_name_that_two_scripts_declare_is_refused() -> None:
    files = {
        "start.js": 'import { far } from "./far.js";\nconst EDGE = 1;\nfar(EDGE);\n',
        "far.js": "const EDGE = 2;\nexport function far() {}\n",
    }
    with pytest.raises(ValueError, match="two scripts of a page declare EDGE"):
        one_script(files, "start.js")


def test_a_script_that_would_end_its_own_element_is_refused() -> None:
    with pytest.raises(ValueError, match="end its own element"):
        one_script({"start.js": "const x = '</script>';\n"}, "start.js")
