"""Colours and looks. Everything else names a role or a class and asks the theme what it looks like.

The eight class colours are those of Okabe and Ito (2008), which people with any kind of colour vision can tell apart;
each has a shape as well, and a name to say aloud. Past eight the same colours come again with open shapes. Numbers are
shades of the scale "plasma" (Smith and van der Walt 2015), which grows evenly darker and needs no hue to be read: the
greater a number, the more it stands out from the paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from PySide6.QtGui import QColor

CLASSES = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#F0E442", "#7F7F7F")
SHAPES = ("circle", "square", "triangle", "diamond", "star", "pentagon", "hexagon", "cross")
COLOUR_WORDS = ("blue", "orange", "green", "red", "purple", "sky-blue", "yellow", "grey")

REGION = 0.18
"""The share of the class colour in the area where a model answers with that class."""
SHADED = 0.4
"""The share of a shade in the area where a model answers with such a number: its neighbours are to be told apart."""
SHADES, FIRST_SHADE = 7, -2
"""Number of shades for numeric values, and the code of the first; −3 is the second."""
ON_LIGHT = ("#FBA631", "#F2844B", "#DE5F65", "#C03A83", "#9A189F", "#5E0096", "#120783")
ON_DARK = ("#A01A9C", "#BF3984", "#D6556D", "#EA7457", "#F89540", "#FDC328", "#F0F921")


@dataclass(frozen=True)
class Look:
    """How a role is drawn.

    colour  of its lines, and of its points when they have no class;   width  of its lines, in pixels
    dash    lengths of strokes and gaps in multiples of the width, () for a solid line
    size    the diameter of its points, in pixels;   hollow  whether they are drawn as outlines
    layer   what lies higher covers what lies lower
    """

    colour: QColor
    width: float = 1.5
    dash: tuple[float, ...] = ()
    size: float = 9.0
    hollow: bool = False
    layer: int = 0


@dataclass(frozen=True)
class Theme:
    """The program's own palette: names of colours, and what classes and roles look like.

    >>> LIGHT.class_colour(1).name(), LIGHT.class_shape(1), LIGHT.class_word(1)
    ('#e69f00', 'square', 'orange square')
    >>> LIGHT.class_shape(9), LIGHT.class_word(9)
    ('open square', 'open orange square')
    """

    name: str
    paper: str
    ink: str
    quiet: str
    line: str
    accent: str
    panel: str
    wrong: str
    shades: tuple[str, ...]
    classes: tuple[str, ...] = CLASSES
    shapes: tuple[str, ...] = SHAPES
    class_words: tuple[str, ...] = tuple(map("{} {}".format, COLOUR_WORDS, SHAPES))

    def class_colour(self, code: int) -> QColor:
        """The colour of a class, or of a shade (a code from FIRST_SHADE down); a row without a class (−1) is quiet."""
        if code <= FIRST_SHADE:
            return QColor(self.shades[FIRST_SHADE - code])
        return QColor(self.classes[code % len(self.classes)] if code >= 0 else self.quiet)

    def class_shape(self, code: int) -> str:
        """The shape of a class: "circle", ..., "cross", "open circle", ...; past sixteen they come again, and a number
        is a circle."""
        if code < 0:
            return "circle" if code <= FIRST_SHADE else "open circle"
        shape = self.shapes[code % len(self.shapes)]
        return f"open {shape}" if (code // len(self.shapes)) % 2 else shape

    def class_word(self, code: int) -> str:
        """What a lecturer says aloud: "blue circle"."""
        if code < 0:
            return f"shade {FIRST_SHADE - code + 1} of {SHADES}" if code <= FIRST_SHADE else "no class"
        word = self.class_words[code % len(self.class_words)]
        return f"open {word}" if self.class_shape(code).startswith("open") else word

    def role(self, role: str) -> Look:
        """The style of a role; a role unknown to this theme gets the plain style."""
        looks = _looks(self)
        return looks.get(role, looks["plain"])

    @staticmethod
    def mixed(first: QColor | str, second: QColor | str, share: float) -> QColor:
        """Between two colours: the first at share 0, the second at share 1."""
        here, there = (QColor(colour) for colour in (first, second))
        pairs = ((here.red(), there.red()), (here.green(), there.green()), (here.blue(), there.blue()))
        return QColor(*(round((1 - share) * a + share * b) for a, b in pairs))

    def region_colour(self, code: int, share: float = REGION) -> QColor:
        """The tint of an area that a model gives to a class, `share` of the class colour on paper."""
        return QColor(_tint(self, code, share))


@lru_cache(maxsize=4096)
def _tint(theme: Theme, code: int, share: float) -> QColor:
    """Kept: every area is painted anew at each step."""
    return theme.mixed(theme.paper, theme.class_colour(code), share)


@cache
def _looks(theme: Theme) -> dict[str, Look]:
    """Every role, made once for each theme."""
    quiet, ink = QColor(theme.quiet), QColor(theme.ink)
    return {
        "data": Look(quiet, 1.5, size=9.0),
        "focus": Look(QColor(theme.accent), 2.5, size=24.0, layer=40),
        "selected": Look(ink, 1.75, (2.7, 2.0), size=16.5, layer=41),
        "wrong": Look(QColor(theme.wrong), 1.5, size=16.5, layer=5),
        "support": Look(ink, 1.25, size=16.5, layer=4),
        "found": Look(ink, 2.5, size=16.5, layer=6),
        "many focus": Look(QColor(theme.accent), size=17.5, layer=-9),
        "focus gap": Look(QColor(theme.paper), size=13.0, layer=-8),
        "many found": Look(ink, size=17.5, layer=-7),
        "found gap": Look(QColor(theme.paper), size=13.0, layer=-6),
        "many wrong": Look(QColor(theme.wrong), size=16.0, layer=-5),
        "wrong gap": Look(QColor(theme.paper), size=12.0, layer=-4),
        "many support": Look(ink, size=14.5, layer=-3),
        "support gap": Look(QColor(theme.paper), size=11.5, layer=-2),
        "centre": Look(ink, 2.0, size=19.0, layer=35),
        "ghost": Look(quiet, 1.5, (5.0, 4.0), size=15.0, hollow=True, layer=15),
        "boundary": Look(ink, 2.0, layer=25),
        "margin": Look(ink, 1.0, (6.0, 5.0), layer=20),
        "axis": Look(ink, 2.0, layer=25),
        "residual": Look(quiet, 1.0, layer=-10),
        "spoke": Look(quiet, 1.0, layer=-12),
        "shade": Look(quiet, 0.75, layer=-20),
        "path": Look(ink, 1.5, size=7.0, layer=30),
        "best": Look(ink, 2.0, (1.0, 3.0), layer=22),
        "plain": Look(Theme.mixed(theme.ink, theme.quiet, 0.4), 1.5, size=8.0),
    }


LIGHT = Theme("light", "#FBFBFA", "#1F2328", "#5C6370", "#E5E7EB", "#205CD6", "#F3F4F5", "#C2183C", ON_LIGHT)
DARK = Theme("dark", "#16181D", "#E6E8EB", "#9AA3AF", "#2B2F36", "#6EA0FF", "#1D2026", "#FF6B81", ON_DARK)
