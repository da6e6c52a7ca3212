"""Where to cut a line between two classes: half-way between their means, or where two Gaussians are equally likely."""

from __future__ import annotations

import math

import numpy as np

from engine.base.snapshot import snapshot

RULES = ("midpoint", "gaussians", "common gaussian")
STILL = 1e-12
"""A class whose variance is no more than this share of the pooled one does not vary."""


@snapshot
class Projected:
    """Two classes along one direction: means (2,), variances (2,) with the divisor Nₖ, and counts (2,)."""

    means: np.ndarray
    variances: np.ndarray
    counts: np.ndarray

    @property
    def midpoint(self) -> float:
        """Half-way between the means."""
        return float(self.means.mean())

    @property
    def pooled(self) -> float:
        """The variance of both classes around their own means."""
        return float(self.counts @ self.variances / self.counts.sum())

    @property
    def common(self) -> Projected:
        """The same classes, each with the pooled variance: what linear discriminant analysis takes them for."""
        return Projected(self.means, np.full(2, self.pooled), self.counts)

    def taken_by(self, rule: str) -> Projected:
        """The classes as one of the RULES takes them for Gaussians: where one does not vary, both vary as pooled."""
        none = not self.variances.min() > STILL * self.pooled
        return self.common if none or rule == "common gaussian" else self


def projected(values: np.ndarray, second: np.ndarray) -> Projected:
    """The moments of the values (n,) of the two classes; `second` (n,) marks those of the second."""
    sides = [values[~second], values[second]]
    means = np.array([float(side[0] + (side - side[0]).mean()) for side in sides])
    variances = np.array([float(((side - m) ** 2).mean()) for side, m in zip(sides, means, strict=True)])
    return Projected(means, variances, np.array([len(side) for side in sides]))


def crossings(classes: Projected) -> tuple[tuple[float, bool], ...]:
    """Where π₁ N(y | m₁, s₁²) = π₂ N(y | m₂, s₂²): at most two places in ascending order, each with whether class 2
    begins there (else it ends there). None where one class is likelier everywhere.

    A class whose values are all equal has no variance: both then get the pooled one. Without that there is no
    Gaussian and no place.

    >>> crossings(Projected(np.array([0.0, 4.0]), np.array([1.0, 1.0]), np.array([5, 5])))
    ((2.0, True),)
    """
    classes, pooled, middle = classes.taken_by("gaussians"), classes.pooled, classes.midpoint
    if not pooled > 0:
        return ()
    unit = math.sqrt(pooled)
    (m1, m2), (v1, v2) = (classes.means - middle) / unit, classes.variances / pooled
    # the log-odds of class 2 are a y² + b y + c
    a = 0.5 / v1 - 0.5 / v2
    b = m2 / v2 - m1 / v1
    c = 0.5 * (m1**2 / v1 - m2**2 / v2) + 0.5 * math.log(v1 / v2) + math.log(classes.counts[1] / classes.counts[0])
    places = _roots(float(a), float(b), float(c))
    return tuple((middle + unit * y, bool(2 * a * y + b > 0)) for y in places)


def _roots(a: float, b: float, c: float) -> tuple[float, ...]:
    """The real places where a y² + b y + c changes its sign, in ascending order."""
    if abs(a) <= 1e-12 * max(abs(b), abs(c)):
        return (-c / b,) if b else ()
    inside = b * b - 4 * a * c
    if inside <= 0:
        return ()
    q = -0.5 * (b + math.copysign(math.sqrt(inside), b))
    return tuple(sorted((q / a, c / q)))


def meetings(classes: Projected, rule: str) -> tuple[tuple[float, bool], ...]:
    """The crossings that a rule looks at: those of the "gaussians", that of a "common gaussian", or none.

    With one variance s² for both, θ = (m₁ + m₂)/2 − s² ln(π₂ / π₁) / (m₂ − m₁).
    """
    if rule == "midpoint":
        return ()
    return crossings(classes.taken_by(rule))


def cut(classes: Projected, rule: str) -> float:
    """The threshold by one of the RULES: the place where class 2 begins, and the midpoint if there is none."""
    begins = [place for place, starts in meetings(classes, rule) if starts]
    return begins[0] if begins else classes.midpoint
