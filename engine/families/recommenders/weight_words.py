"""What is said of how much a critic counts."""

from __future__ import annotations

from engine.base.words import counted, enough, figure
from engine.families.recommenders.weights import (
    CORRELATION,
    DISTANCE,
    HALF,
    ONE_PLUS,
    POSITIVE,
    SIZE,
    MapParams,
    WeightParams,
)  # fmt: skip
from engine.families.recommenders.wording import capital

FORMULAS = {
    DISTANCE: r"s_c = \frac{1}{1 + \sqrt{\sum_{f \in F_u \cap F_c} (M_{uf} - M_{cf})^2}}",
    ONE_PLUS: r"s_c = 1 + r_{uc}",
    HALF: r"s_c = \frac{1 + r_{uc}}{2}",
    POSITIVE: r"s_c = \max(r_{uc}, 0)",
    SIZE: r"s_c = |r_{uc}|",
}
SURE = 3
"""With fewer films in common a correlation is 1 or −1, or undefined."""


def by_r(params: MapParams) -> bool:
    """Whether the weights come from correlations."""
    return not isinstance(params, WeightParams) or params.similarity == CORRELATION


def weighed_by(c: str, u: str, n: int, measure: float, params: MapParams) -> str:
    """What a critic's weight is made of."""
    what = f"correlation r = {figure(measure)}" if by_r(params) else f"distance {figure(measure)}"
    few = ", where r can be no other than 1 or −1" if by_r(params) and n < SURE else ""
    return f"{capital(c)} and {u} have {counted(n, 'film')} in common{few}: {what}"


def excluded(c: str, u: str, n: int, measure: float, params: MapParams) -> str:
    """Why a critic does not count."""
    if not n:
        return f"{capital(c)} and {u} have no film in common: {c} is excluded."
    if n < params.overlap:
        return f"{capital(c)} and {u} have only {counted(n, 'film')} in common, fewer than {params.overlap}: excluded."
    if n == 1:
        return f"{capital(c)} and {u} have only 1 film in common, and a correlation needs 2: no weight."
    if measure:
        return f"{capital(c)} and {u} have r = {figure(measure)}: the weight is 0."
    return f"Over {counted(n, 'film')} in common the correlation of {c} and {u} is undefined or 0: no weight."


def weight_worked(measure: float, s: float, params: MapParams) -> str:
    """The weight with its numbers."""
    if not by_r(params):
        many = enough(s, lambda d: 1 / (1 + d), measure)
        return f"s = 1 / (1 + {figure(measure, many)}) = {figure(s)}"
    many = enough(s, lambda r: s, measure)
    sign = "−" if measure < 0 else "+"
    if params.weight_map in (ONE_PLUS, HALF):
        half = params.weight_map == HALF
        many = enough(s, lambda r: (1 + r) / (2 if half else 1), measure)
        r = figure(abs(measure), many)
        return f"s = (1 {sign} {r}) / 2 = {figure(s)}" if half else f"s = 1 {sign} {r} = {figure(s)}"
    return f"s comes from r = {figure(measure)} as {params.weight_map}: {figure(s)}"
