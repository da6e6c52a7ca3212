"""What a step of the Laplace approximation says."""

from __future__ import annotations

import math
from collections.abc import Callable

from engine.base.words import added, counted, divided, enough, figure, vector
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.posteriors.laplace_approximation.loop import FLAT, LEVEL, Params, Step, named, no_mode

MODE = r"z_0 = \underset{z}{\mathrm{arg\,max}}\; \ln f(z)"
CLIMB = r"z \leftarrow z + A^{-1} \nabla \ln f(z), \qquad A = -\nabla\nabla \ln f(z)"
CURVED = r"A = -\nabla\nabla \ln f(z_0), \qquad z^\top A\, z > 0 \;\mathrm{for\ all}\; z \neq 0"
BELL = r"q(z) = \frac{|A|^{1/2}}{(2\pi)^{M/2}} \exp\!\left(-\frac{1}{2}(z - z_0)^\top A\, (z - z_0)\right)"
AREA = r"Z = \int f(z)\, dz \approx f(z_0)\, \frac{(2\pi)^{M/2}}{|A|^{1/2}}"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step)


def _start(step: Step) -> Story:
    said = f"The climb to the mode begins at {named(step.z)}. A parabola touches ln f there."
    return Story(said, MODE, (), _numbers(step))


def _climb(step: Step) -> Story:
    before = step.path[-2]
    moved = f"from {named(before)} to {named(step.z)}"
    if named(before) == named(step.z):
        moved = f"{named(step.z)} changes in later digits alone"
    said = f"Newton step {step.n}: {moved}, and ln f rises."
    worked: tuple[str, ...] = ()
    if len(step.z) == 1:
        worked = (f"z ← {added(float(before[0]), float(step.z[0] - before[0]))}",)
    return Story(said, CLIMB, worked, _numbers(step))


def _numbers(step: Step) -> tuple[Number, ...]:
    slope = step.g if len(step.g) > 1 else float(step.g[0])
    told = (Number("ln f", step.height), Number("slope of ln f", slope))
    return (*told, Number("curvature A", float(step.A[0, 0]))) if len(step.z) == 1 else told


def _curvature(step: Step) -> Story:
    assert step.eigenvalues is not None
    fault = no_mode(step)
    if fault:
        return Story(fault, CURVED, (), (Number("eigenvalues of A", step.eigenvalues),))
    said = f"At {named(step.z)} the slope is 0, and the eigenvalues of A are {vector(step.eigenvalues)}: a maximum."
    checks = (
        Check("all eigenvalues of A are above 0", bool(step.eigenvalues[0] > FLAT)),
        Check("the slope is 0", bool(abs(step.g).max() <= LEVEL)),
    )
    return Story(said, CURVED, (), (Number("eigenvalues of A", step.eigenvalues),), (), checks)


def _gaussian(step: Step) -> Story:
    assert step.q is not None
    assert step.L is not None
    said = f"The Gaussian q has the mode {named(step.z)} as its mean, and A⁻¹ as its covariance."
    if len(step.z) == 1:
        return Story(said, BELL, (), (Number("standard deviation of q", float(step.q.factor[0, 0])),))
    said += " A is factorised as L Lᵀ: the determinant of A is the square of the product of the diagonal of L."
    first, second = (float(one) for one in step.L.diagonal())
    product = first * second
    digits = enough(product, lambda one, other: one * other, first, second)
    worked = (f"√|A| = {figure(first, digits)} · {figure(second, digits)} = {figure(product)}",)
    tables = (
        Table(
            "Cholesky factor L of A",
            ("", "1", "2"),
            tuple((str(k + 1), *map(float, row)) for k, row in enumerate(step.L)),
        ),
    )
    return Story(said, BELL, worked, (), tables)


def _integral(step: Step) -> Story:
    assert step.q is not None
    Z, true = math.exp(step.q.log_integral), math.exp(step.log_true)
    said = f"Under f lies {figure(true)} by quadrature, and Laplace's Z is {figure(Z)}."
    if step.others:
        said += f" There {_more(len(step.others))}: this Gaussian covers one mode only, and each has its own."
    worked = (f"Z / ∫ f = {divided(Z, true)}",)
    error = Number("relative error of Z", Z / true - 1.0)
    told = (Number("ln Z", step.q.log_integral), Number("ln ∫ f", step.log_true), error)
    return Story(said, AREA, worked, told)


def _more(count: int) -> str:
    return f"{'is' if count == 1 else 'are'} {counted(count, 'other mode')}"


TOLD: dict[str, Callable[[Step], Story]] = {
    "start": _start, "climb": _climb, "curvature": _curvature, "Gaussian": _gaussian, "integral": _integral,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"ln f": step.height}


def event(step: Step) -> Event | None:
    if step.part == "curvature" and no_mode(step):
        return Event("no maximum", "wrong")
    return Event("Gaussian", "best") if step.part == "Gaussian" else None
