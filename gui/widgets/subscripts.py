"""Indices of symbols set lower, as in print: S_W of a worked line is shown as an S with a small W below."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import escape

INDEXED = re.compile(r"(?<![\w])([^\W\d_])_([^\W_]{1,3})(?!\w)")
"""A single letter with an index of up to three: a longer word with an underscore is a name."""


def subscripted(text: str, names: Callable[[], Iterable[str]]) -> str:
    """The text as rich text with its indices set lower; "" where it has none, and is shown as it is.

    names  what comes from the data: an x_1 that is part of such a name stays as it is written

    >>> subscripted("wᵀ S_W w = 1 < 2", tuple), subscripted("petal_length = 1", tuple)
    ('<span style="white-space: pre-wrap">wᵀ S<sub>W</sub> w = 1 &lt; 2</span>', '')
    >>> subscripted("x_1 = 3", lambda: ["x_1"])
    ''
    """
    found = {match.group() for match in INDEXED.finditer(text)}
    indexed = {token for token in found if not any(token in name for name in names())} if found else found
    if not indexed:
        return ""

    def lowered(match: re.Match[str]) -> str:
        return f"{match[1]}<sub>{match[2]}</sub>" if match.group() in indexed else match.group()

    return f'<span style="white-space: pre-wrap">{INDEXED.sub(lowered, escape(text, quote=False))}</span>'
