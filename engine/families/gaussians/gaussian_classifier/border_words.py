"""What is said of the border of two Gaussians: its kind, and why it is of this kind."""

from __future__ import annotations

from engine.base.words import bracketed, enough, figure
from engine.maths.algebra.conics import NONE, Border


def border_named(found: Border, first: str, second: str) -> str:
    """The kind of the border, or which class is more probable everywhere."""
    if found.kind == NONE:
        return f"there is no border, {first if found.c > 0 else second} is more probable everywhere"
    return f"the border is {found.kind}"


def reason(found: Border, same: bool) -> str:
    """Why, by the signs of the eigenvalues of Q; `same` says whether the two have one covariance."""
    if same:
        return "Both have one covariance, so the squares in x cancel and a(x) is linear."
    if not found.values.all():
        return "The covariances differ, but not in every direction: an eigenvalue of Q is 0."
    if (found.values > 0).any() and (found.values < 0).any():
        return "Each class is wider than the other in some direction: the eigenvalues of Q have both signs."
    wider = "first" if found.values[0] > 0 else "second"
    return f"The {wider} is wider in every direction: all eigenvalues of Q have one sign."


def product(one: float, other: float) -> str:
    """Two factors, and what they come to."""
    digits = enough(one * other, lambda a, b: a * b, one, other)
    return f"{bracketed(figure(one, digits))}·{bracketed(figure(other, digits))} = {figure(one * other)}"
