"""Where the numbers of a column align: on the decimal point, with spaces as wide as figures behind the shorter ones."""

from __future__ import annotations

import re
from collections.abc import Iterable

FIGURE, POINT = "\u2007", "\u2008"
"""Spaces as wide as a figure and as a decimal point."""
_NUMBER = re.compile(r"(−?(?:\d{1,3}(?:,\d{3})+|\d+))((?:\.\d+)?(?:e[+−]?\d+)?)")


def halves(text: str) -> tuple[str, str] | None:
    """What stands before and after the place where numbers align, or None for what is no number.

    >>> halves("−2.5"), halves("17"), halves("1.2e−05"), halves("12,345"), halves("Sunny")
    (('−2', '.5'), ('17', ''), ('1', '.2e−05'), ('12,345', ''), None)
    """
    found = _NUMBER.fullmatch(text)
    return (found.group(1), found.group(2)) if found else None


def aligned(texts: list[str]) -> list[str]:
    """Right-aligned numbers padded behind so that their decimal points meet; words stay as they are.

    >>> [text.count(FIGURE) for text in aligned(["1", "2.5", "0.25", "Sunny"])]
    [2, 1, 0, 0]
    """
    cuts = [halves(text) for text in texts]
    longest = _longest(cuts)
    return [text + padding(cut[1], longest) if cut else text for text, cut in zip(texts, cuts, strict=True)]


def longest_fraction(texts: Iterable[str]) -> int:
    """How many letters stand at most behind the place where numbers align.

    >>> longest_fraction(["1", "2.5", "0.25", "Sunny"])
    3
    """
    return _longest(map(halves, texts))


def _longest(cuts: Iterable[tuple[str, str] | None]) -> int:
    return max((len(cut[1]) for cut in cuts if cut), default=0)


def padding(fraction: str, longest: int) -> str:
    """What stands behind a number with this fraction in a column whose longest has so many letters."""
    missing = longest - len(fraction)
    return POINT + FIGURE * (missing - 1) if not fraction and missing else FIGURE * missing
