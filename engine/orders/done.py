"""The end of a phase: `done`."""

from engine.grammar.fields import PlainForm
from engine.grammar.reader import Reader, Tokens
from engine.grammar.writer import Name
from engine.orders.form import Order, OrderForm, Verb
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Done(Order):
    """Give no more orders in this phase (B101)."""

    def text(self, name: Name) -> str:
        """The verb alone."""
        del name
        return "done"


def _read(reader: Reader, tokens: Tokens) -> Order:
    reader.end(tokens)
    return Done()


_MEANT = ("next", "end", "finish", "finished", "skip", "pass", "stop", "continue")
FORM = OrderForm(
    PlainForm("done", Done),
    when="ends every phase",
    verbs=(Verb("done", _read, "", ("done",), meant_by=_MEANT),),
)
