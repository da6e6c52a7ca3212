"""Numbers as people type them, in a cell as in a field, and as a field writes them."""

from __future__ import annotations

import math
import re

from engine.base.words import minus

_GROUPED = re.compile(r"[+-]?\d{1,3}([, '\u2009\u00a0]\d{3})+")


def parsed(text: str, whole: bool = False) -> float | None:
    """The number a person typed, with a decimal point or comma and either minus sign; None if it is none.

    >>> parsed("1e-3"), parsed("0,5"), parsed("−2"), parsed("10,000", whole=True), parsed("two")
    (0.001, 0.5, -2.0, 10000.0, None)
    """
    plain = text.strip().replace("−", "-")
    if whole and _GROUPED.fullmatch(plain):
        plain = re.sub(r"[^\d+-]", "", plain)
    if plain.count(",") == 1 and "." not in plain:
        plain = plain.replace(",", ".")
    if "_" in plain:
        return None
    try:
        number = float(plain)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def written(value: float) -> str:
    """A number as it stands in a field: all its digits, and a real minus sign.

    >>> written(1.0), written(1e-06), written(-0.25)
    ('1', '1e−06', '−0.25')
    """
    return minus(repr(float(value)).removesuffix(".0"))
