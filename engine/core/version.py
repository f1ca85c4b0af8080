"""The version of the rules, as written in the header of every save.

Decision: docs/adr/0004-rules-version.md.
"""

from typing import Final

RULES_VERSION: Final = "1"
"""This engine does not play saves with another version."""
