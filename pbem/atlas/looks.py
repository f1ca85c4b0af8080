"""The looks of a picture: light, dark, and black on white with patterns (B256)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from engine.values import dataclass
from pbem.atlas.colours import LIGHT_INK, NationLook, contrast, ink_on, mixed

LookName: TypeAlias = Literal["light", "dark", "contrast"]

_LEAST_COAST: Final = 1.15
"""Contrast of land and sea; in both looks the coast has a line of its own besides."""


@dataclass(frozen=True, slots=True)
class Look:
    """Colours of everything that is no nation's, all ``#rrggbb``.

    paper, share: land is its owner's colour with a share of this paper, so that units stand out.
    ink, halo: of names and the light or shade round them, also on land.
    border: what the borders of land are mixed with.
    early, late: moves before and after the battles.
    is_patterned: land has the pattern of its owner in place of a colour.
    """

    name: LookName
    sea: str
    sea_line: str
    coast: str
    sea_ink: str
    paper: str
    share: float
    neutral: str
    impassable: str
    ink: str
    halo: str
    border: str
    early: str
    late: str
    taken: str
    is_patterned: bool = False

    def land(self, nation: NationLook | None) -> str:
        """The colour of land of a nation; None: of nobody."""
        if nation is None:
            return self.neutral
        fill = mixed(nation.fill, self.paper, self.share)
        # Dark land on a dark sea: lighter, until the coast can be seen.
        while contrast(fill, self.sea) < _LEAST_COAST and not self.is_patterned:
            fill = mixed(fill, self.ink, 0.08)
        return fill

    def owned_sea(self, nation: NationLook) -> str:
        """The colour of a sea zone that belongs to a nation."""
        return mixed(self.sea, nation.fill, 0.25)

    def border_of(self, fill: str) -> str:
        """The colour of the borders of land: light on dark land, and dark on light land."""
        ink = ink_on(fill)
        return mixed(fill, self.border if ink == LIGHT_INK or self.is_patterned else ink, 0.5)


LOOKS: Final[Mapping[LookName, Look]] = MappingProxyType(
    {
        "light": Look(
            name="light",
            sea="#cfe2ec",
            sea_line="#9dbccd",
            coast="#7ba3b9",
            sea_ink="#34586c",
            paper="#fbf7ec",
            share=0.3,
            neutral="#f1ecdf",
            impassable="#b5ae9e",
            ink="#12161a",
            halo="#ffffff",
            border="#fffdf6",
            early="#c1121f",
            late="#123f73",
            taken="#c1121f",
        ),
        "dark": Look(
            name="dark",
            sea="#15232f",
            sea_line="#2e465a",
            coast="#456480",
            sea_ink="#9dbdd4",
            paper="#22282e",
            share=0.3,
            neutral="#67665f",
            impassable="#2b2d2f",
            ink="#f4f1ea",
            halo="#0c1014",
            border="#0f1418",
            early="#ff8e80",
            late="#9fd0ff",
            taken="#ffd166",
        ),
        "contrast": Look(
            name="contrast",
            sea="#ffffff",
            sea_line="#777777",
            coast="#000000",
            sea_ink="#000000",
            paper="#ffffff",
            share=1.0,
            neutral="#ffffff",
            impassable="#bbbbbb",
            ink="#000000",
            halo="#ffffff",
            border="#000000",
            early="#000000",
            late="#000000",
            taken="#000000",
            is_patterned=True,
        ),
    }
)
