"""What the package says of itself that depends on where the project is hosted.

`address` in pyproject.toml, under [tool.hatch.metadata.hooks.custom], is the one place that names
it.  Without one the metadata names no page, and the README on the package index no links and no
pictures, because none of them would lead anywhere.
"""

import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"!\[(.*?)\]\((docs/.*?)\)\n*")
_LINK = re.compile(r"(?<!!)\[(.*?)\]\((?:docs/|[A-Z]).*?\)")


class CustomMetadataHook(MetadataHookInterface):
    """Fills in `readme` and `urls`, which pyproject.toml calls dynamic."""

    def update(self, metadata: dict[str, object]) -> None:
        """See hatchling."""
        address = str(self.config["address"]).rstrip("/")
        readme = (Path(self.root) / "README.md").read_text("utf-8")
        text = described(readme, address)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        if address:
            metadata["urls"] = {
                "Homepage": address,
                "Documentation": f"{address}/blob/main/docs/first-game.md",
                "Source": address,
                "Changelog": f"{address}/blob/main/CHANGELOG.md",
            }


def described(readme: str, address: str) -> str:
    """A README for the package index, where a link to a file of ours leads nowhere."""
    if not address:
        return _LINK.sub(r"\1", _PICTURE.sub("", readme))
    readme = re.sub(r"!\[(.*?)\]\((docs/.*?)\)", rf"![\1]({address}/raw/main/\2)", readme)
    return re.sub(
        r"(?<!!)\[(.*?)\]\(((?:docs/|[A-Z]).*?)\)", rf"[\1]({address}/blob/main/\2)", readme
    )
