"""How the window shows a session: what is saved beside the session itself, and comes back with it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal, get_args

from engine.base.errors import Refusal

Residuals = Literal["none", "sticks", "squares"]
"""How it is drawn, where the target goes up, how far a model misses its rows."""
MEASURED = 300
"""Of more rows than this residuals are not drawn: they would hide the points."""
MOST = 1000
"""No file needs to tell of more surfaces or curves."""


@dataclass(frozen=True)
class SurfaceLook:
    """What of a surface is seen.

    kind, name   which surface it is
    shown        whether it is to be seen; None while that was not chosen
    part         (left, top, width, height) in its own coordinates, () when there was none to see
    touched      whether the person chose that part; otherwise it follows the run
    equal        whether a unit is as long on both axes, where the person has chosen that; None while they have not
    """

    CALLED = "look of a surface"

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
class Shares:
    """The shares of parts of the window as set by hand; None where no border has been dragged.

    left, right   of the width of the window, by its two columns;   below    of the height, by what is under the picture
    beside, under  of the width of the picture, by the surfaces beside the planes, or of its height, by those below
    model         of the height of the right column, by its first panel
    """

    CALLED = "shares of the window"

    left: float | None = None
    right: float | None = None
    below: float | None = None
    beside: float | None = None
    under: float | None = None
    model: float | None = None

    def __post_init__(self) -> None:
        given = [share for share in vars(self).values() if share is not None]
        if not all(type(share) is float and 0.0 <= share <= 1.0 for share in given):
            raise Refusal("The share of the window that a part of it has must be a number from 0 to 1.")


@dataclass(frozen=True)
class Tick:
    """A curve, and whether it is to be seen."""

    CALLED = "curve"

    name: str
    on: bool


@dataclass(frozen=True)
class Looks:
    """All surfaces, the panels that are open, how the room is shared out, and the curves on show.

    panel    the one under the picture;   folded   those beside it that are folded, None where the file does not say
    curves   every curve of the runs, in their order, once a person has chosen among them
    sections  the parts of those beside it that are folded, as "why/Numbers", None where the file does not say
    along    the measure that they are drawn by, "" for the steps;   log   whether on a scale of ratios
    residuals  how residuals are drawn
    """

    CALLED = "look of the window"

    surfaces: tuple[SurfaceLook, ...] = ()
    panel: str = ""
    shares: Shares = field(default_factory=Shares)
    curves: tuple[Tick, ...] = ()
    along: str = ""
    log: bool = False
    residuals: Residuals = "sticks"
    folded: tuple[str, ...] | None = None
    sections: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if not _several(self.surfaces, SurfaceLook):
            raise Refusal("The surfaces in the file are damaged.")
        if not _several(self.curves, Tick):
            raise Refusal("The curves in the file are damaged.")
        if self.residuals not in get_args(Residuals):
            raise Refusal("How residuals are drawn is damaged in the file.")
        if not isinstance(self.along, str) or not isinstance(self.log, bool):
            raise Refusal("How the curves are drawn is damaged in the file.")
        if not all(names is None or _several(names, str) for names in (self.folded, self.sections)):
            raise Refusal("Which panels are folded is damaged in the file.")
        if not isinstance(self.shares, Shares):
            raise Refusal("How the window is shared out is damaged in the file.")


def _several(given: object, kind: type) -> bool:
    """Whether this is a list of a file, not too long, with nothing but one kind in it: a text is no list of letters."""
    return isinstance(given, tuple) and len(given) <= MOST and all(isinstance(one, kind) for one in given)
