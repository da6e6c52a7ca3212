"""How the window shows a session: what is saved beside the session itself, and comes back with it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.base.errors import Refusal

MOST = 1000
"""No file needs to tell of more surfaces."""


@dataclass(frozen=True)
class SurfaceLook:
    """What of a surface is seen.

    kind, name   which surface it is
    shown        whether the person wants to see it; None while they have not said so
    part         (left, top, width, height) in its own coordinates, () when there was none to see
    touched      whether the person chose that part; otherwise it follows the run
    equal        whether a unit is as long on both axes, where the person has chosen that; None while they have not
    """

    kind: str
    name: str
    shown: bool | None = None
    part: tuple[float, ...] = ()
    touched: bool = False
    equal: bool | None = None

    def __post_init__(self) -> None:
        numbers = all(type(value) in (float, int) and math.isfinite(value) for value in self.part)
        if len(self.part) not in (0, 4) or not numbers or not all(size > 0 for size in self.part[2:]):
            raise Refusal("The part of a surface that is seen must be four numbers: left, top, width and height.")
        said = all(flag is None or isinstance(flag, bool) for flag in (self.shown, self.equal))
        if not said or not isinstance(self.touched, bool):
            raise Refusal("Whether a surface is shown, and on equal scales, must be true or false.")


@dataclass(frozen=True)
class Looks:
    """All surfaces, and the panel that is open under the picture."""

    surfaces: tuple[SurfaceLook, ...] = ()
    panel: str = ""

    def __post_init__(self) -> None:
        if len(self.surfaces) > MOST or not all(isinstance(one, SurfaceLook) for one in self.surfaces):
            raise Refusal("The surfaces in the file are damaged.")
