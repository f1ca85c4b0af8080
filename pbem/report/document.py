"""A report as one document: what it says, in order, before any format lays it out.

`turn_document` writes it, and one template for each format reads it (`templates/document.*`).  What
a block holds is therefore said in every format or in none.  All texts are raw: they may hold names
that strangers chose, and are escaped when they are printed.  Decision: docs/adr/0072.
"""

from typing import ClassVar, Literal, TypeAlias

from engine.values import dataclass

Mark: TypeAlias = Literal["plain", "strong", "soft", "die", "hit"]
Tone: TypeAlias = Literal["", "note", "result"]

_LEAST_LABEL = 16
_MOST_LABEL = 40
_WIDTH = 76
_GAP = 3


@dataclass(frozen=True, slots=True)
class TextRun:
    """Some words of a line, and how they are marked; die, hit: the number of one die."""

    text: str
    mark: Mark = "plain"


Line: TypeAlias = tuple[TextRun, ...]
"""A sentence, or a cell of a table."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    kind: ClassVar[str] = "paragraph"
    line: Line
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a player, which may have several lines, below who wrote them."""

    kind: ClassVar[str] = "quote"
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class BulletList:
    """A list."""

    kind: ClassVar[str] = "items"
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Steps:
    """What to do, a line each; plain text never breaks one, so that it can be copied."""

    kind: ClassVar[str] = "steps"
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """Part of a row; before, after: what joins it to the others where a row is one line."""

    line: Line
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a listing; one cell alone goes across all columns."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows under a heading, "" for none."""

    title: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """The heading of a column of a listing."""

    text: str
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """Rows that are a table on a page, and a line each where there are no tables.

    heads: one for each column, at least two; only tables have them, since a line says it in words.
    """

    kind: ClassVar[str] = "listing"
    heads: tuple[ColumnHead, ...]
    groups: tuple[RowGroup, ...]


@dataclass(frozen=True, slots=True)
class FigureLine:
    """A row of figures; beside: a word at its end; notes: what is said below it."""

    label: str
    figures: tuple[str, ...]
    beside: str = ""
    notes: tuple[str, ...] = ()
    tone: Literal["", "own", "total"] = ""

    @property
    def remarks(self) -> tuple[str, ...]:
        """All that is said of it besides its figures."""
        return (self.beside, *self.notes) if self.beside else self.notes


@dataclass(frozen=True, slots=True)
class FigureTable:
    """A table of numbers; heads: of the labels, and of each figure, or () for none."""

    kind: ClassVar[str] = "figures"
    heads: tuple[str, ...]
    rows: tuple[FigureLine, ...]

    @property
    def widths(self) -> tuple[int, ...]:
        """The width of each column of figures in plain text."""
        columns = zip(*((*row.figures,) for row in (*self._heading, *self.rows)), strict=True)
        return tuple(max(map(len, column)) + _GAP for column in columns)

    @property
    def label_width(self) -> int:
        """The width of the labels in plain text; some maps have very long names."""
        longest = max(_LEAST_LABEL, *(len(row.label) for row in self.rows))
        return max(1, min(longest, _MOST_LABEL, _WIDTH - sum(self.widths)))

    @property
    def _heading(self) -> tuple[FigureLine, ...]:
        return (FigureLine(self.heads[0], self.heads[1:]),) if self.heads else ()


@dataclass(frozen=True, slots=True)
class MapSlot:
    """Where the map goes, in a format that can show one."""

    kind: ClassVar[str] = "board"


@dataclass(frozen=True, slots=True)
class DiceKey:
    """How this format shows a hit."""

    kind: ClassVar[str] = "dice_key"


@dataclass(frozen=True, slots=True)
class Subsection:
    """A part of a section with a heading of its own."""

    kind: ClassVar[str] = "part"
    title: str
    blocks: tuple["Block", ...]


Block: TypeAlias = (
    Paragraph | Quote | BulletList | Steps | Listing | FigureTable | MapSlot | DiceKey | Subsection
)


@dataclass(frozen=True, slots=True)
class Section:
    """A section; title: "" for what stands before the first heading."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report; lead: what stands right below its title."""

    title: str
    lead: Line
    sections: tuple[Section, ...]


def line(*pieces: str | TextRun) -> Line:
    """A line of plain words and marked ones."""
    return tuple(TextRun(one) if isinstance(one, str) else one for one in pieces if one)


def strong(text: str) -> TextRun:
    """Words that stand out."""
    return TextRun(text, "strong")


def soft(text: str) -> TextRun:
    """Words that step back, where a format can show that."""
    return TextRun(text, "soft")


def items(texts: tuple[str, ...]) -> BulletList:
    """A list of plain sentences."""
    return BulletList(tuple(map(line, texts)))
