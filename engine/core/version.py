"""The version of the rules, as it stands in the header of every save.

Decision: docs/adr/0004-rules-version.md.
"""

from typing import Final

RULES_VERSION: Final = "1"
"""Saves with another version are not played by this engine (DESIGN section 3, rule 6)."""
