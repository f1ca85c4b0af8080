"""The documentation site: `make docs` builds it from the pages beside this file.

Pages that follow from the program are written to docs/made first: every command with its help, the
fields of a scenario, and which module and which test stands behind each statement of the rules.
"""

from tests.support.made_pages import write_all

project = "pbem"
author = copyright = "the pbem authors"  # noqa: A001 - the name that Sphinx asks for
extensions = ["myst_parser"]
root_doc = "index"

html_theme = "furo"
html_title = "pbem"
html_show_sourcelink = html_copy_source = False

myst_heading_anchors = 4
nitpicky = True

write_all()
