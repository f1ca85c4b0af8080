"""The switches out of a plain tree."""

from collections.abc import Mapping, Sequence

from engine.core.ids import NationName
from engine.gamedef import bounds
from engine.gamedef.option_values import option_names, with_options
from engine.gamedef.options import Options
from engine.loading.fields import Node


def read_options(node: Node | None, nations: Sequence[NationName]) -> Options:
    """The options of a scenario; what it does not mention has its default.

    Only the types and limits are checked here: a scenario may set locked options too.
    """
    options = Options()
    if node is None:
        return options
    values: dict[str, object] = {
        name: _value(entry, getattr(options, name), nations)
        for name, entry in node.table((), option_names()).items()
    }
    return with_options(options, values, locked=False)


def _value(node: Node, default: object, nations: Sequence[NationName]) -> object:
    if isinstance(default, bool):
        return node.flag()
    if isinstance(default, int):
        return node.whole(0, bounds.MAX_OPTION)
    if isinstance(default, Mapping):
        bids = node.table((), nations)
        return {nation: amount.whole(0, bounds.MAX_BID) for nation, amount in bids.items()}
    raise node.error("this option cannot be written in a scenario")
