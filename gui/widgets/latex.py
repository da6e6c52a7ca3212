"""LaTeX read by ziamath, without its repeated computations.

ziamath sets every row twice: first for its height, then with braces as high as that. It did both for every row within
the first of the two as well, and so set 2ⁿ times what lies n rows deep, also where nothing is there to be stretched.
And it copied the style of each sign deeply, to read four words of it. The pictures are the same to the letter, in
less than half the time; but for a sum or a product inside braces, which ziamath stretches with them: with an index
below such a sign the braces became a thousand pixels high. As in TeX it has a size of its own here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

if TYPE_CHECKING:
    from ziamath.zmath import Latex


def latex(tex: str, **look: Any) -> Latex:
    """The formula as ziamath reads it, its `size` and `color` if given; an error of its parser where it cannot."""
    return _reader()(tex, **look)


@cache
def _reader() -> type[Latex]:
    """ziamath's own, imported when the first formula is typeset: it takes a quarter of a second."""
    from ziafont.config import config
    from ziamath import operators, styles
    from ziamath.nodes.mnode import _node_classes
    from ziamath.nodes.mrow import Mrow
    from ziamath.zmath import Latex

    config.svg2 = False  # Qt draws SVG 2 blank
    whole = Mrow._get_height_nostretch
    inside = {tag for tag, kind in _node_classes.items() if not issubclass(kind, Mrow)}  # any other tag is a row
    for how in operators.operators.values():
        if how.get("movablelimits") == how.get("largeop") == "true":
            how["stretchy"] = "false"
    stretched = {name for (name, _), how in operators.operators.items() if how.get("stretchy", "false") != "false"}

    def height(row: Mrow, line: list[Element], **how: Any) -> tuple[float, float]:
        """How far braces would stretch: it matters only to a row that has any itself."""
        braced = any(stretches(sign, stretched) for sign in within(line, inside))
        return whole(row, line, **how) if braced else (0.0, 0.0)

    setattr(Mrow, "_get_height_nostretch", height)  # noqa: B010
    setattr(styles, "asdict", vars)  # noqa: B010
    return Latex


def within(line: Iterable[Element], inside: Container[str]) -> Iterator[Element]:
    """What stands in a row, however deep in parts with these tags, but in no row inside it."""
    for part in line:
        yield part
        if part.tag in inside:
            yield from within(part, inside)


def stretches(sign: Element, stretched: set[str]) -> bool:
    """Whether a sign grows with the row that it stands in, by its own word or else by its name."""
    return sign.get("stretchy", "true" if (sign.text or "").strip() in stretched else "false") != "false"
