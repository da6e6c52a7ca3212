"""What a step of quadrature says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, figure, joined, plain_figure, vector
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.numerical_tools.quadrature.integrands import LAPLACE, POSTERIOR, PROBIT, SIGMOID, SPIKE
from engine.families.numerical_tools.quadrature.loop import Params, Step
from engine.families.numerical_tools.quadrature.rules import Nodes, Work

FUNCTION = {
    LAPLACE: r"f(z) = e^{-z^2/2}\,\sigma(20z + 4)",
    SIGMOID: r"f(z) = \sigma(m + s z)\,N(z \mid 0, 1)",
    PROBIT: r"f(z) = \Phi(\lambda(m + s z))\,N(z \mid 0, 1), \quad \lambda^2 = \frac{\pi}{8}",
    SPIKE: r"f(z) = e^{-z^2/2}\,\{1 + 2\,e^{-(z - 0.3)^2/(2 h^2)}\}, \quad h = 0.0001",
    POSTERIOR: r"f(z) = e^{-z^2/2 - c}\prod_n \sigma(t_n\,z\,x_n), \quad t_n = \pm 1",
}
SIMPSON = (
    r"S(l, r) = \frac{r - l}{6}\{f(l) + 4 f(m) + f(r)\}, \quad "
    r"\varepsilon = \frac{S(l, m) + S(m, r) - S(l, r)}{15}, \quad "
    r"|\varepsilon| \leq \tau\,\frac{r - l}{\mathrm{high} - \mathrm{low}}"
)
HERMITE = r"\int e^{-z^2/2} g(z)\,dz \approx \sqrt{2\pi}\sum_i w_i\,g(z_i)"
LISTED = 8
"""So many of the intervals with work left are listed, the roughest first."""
DIGITS = 9


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.nodes is not None:
        return _nodes(step, step.nodes, params)
    assert step.work is not None
    return _pieces(step, step.work, params)


# -- intervals ---------------------------------------------------------------------------------------------------------


def _pieces(step: Step, work: Work, params: Params) -> Story:
    left = int(work.rough.sum())
    rest = f"{counted(left, 'interval is', 'intervals are')} still too rough." if left else _settled(step, work)
    if step.halved is None:
        said = (
            f"{counted(len(work.left), 'interval')}. On each, Simpson's rule on the whole is compared with the rule on "
            f"its two halves: a fifteenth of the difference is the estimated error. {rest}"
        )
        at = work.roughest
    else:
        at = step.halved
        ends = f"from {figure(work.left[at])} to {figure(work.right[at + 1])}"
        said = f"The interval {ends} was the roughest, and is halved. {rest}"
    formula = rf"{FUNCTION[params.function]}, \quad {SIMPSON}"
    return Story(said, formula, _worked(work, at, params), _told(step, work), _table(work), _checks(step))


def _settled(step: Step, work: Work) -> str:
    off = step.picture.off(step.value)
    if off is None or not _deceived(step):
        return "No interval is too rough any more."
    places = step.picture.spikes
    stands = "stands a spike" if len(places) == 1 else "stand spikes"
    return (
        f"No interval seems too rough, and yet the integral is off by {figure(off)}: "
        f"between the places looked at {stands}, at {joined(map(plain_figure, places))}. "
        f"The estimate cannot know; name {'it as a break point' if len(places) == 1 else 'them as break points'}."
    )


def _deceived(step: Step) -> bool:
    """Whether the true error is far above the estimate."""
    return step.picture.deceives(step.value, step.error)


def _worked(work: Work, at: int, params: Params) -> tuple[str, ...]:
    """Simpson's rule on one interval, and on its halves."""
    left, right = float(work.left[at]), float(work.right[at])
    halves, error = float(work.sums[at]), float(work.errors[at])
    whole, span = halves - 15.0 * error, params.high - params.low
    allowed = f"{figure(params.tolerance)}·{figure(right - left, 6)} / {figure(span, 6)}"
    relation = "is more than" if work.rough[at] else "is within"
    return (
        f"from l = {figure(left, 6)} to r = {figure(right, 6)}: whole S(l, r) = {figure(whole, DIGITS)}",
        f"halves S(l, m) + S(m, r) = {figure(halves, DIGITS)}",
        f"ε = (halves − whole) / 15 = {divided(15.0 * error, 15.0)}",
        f"allowed = τ (r − l) / (high − low) = {allowed} = {figure(work.allowed[at])}",
        f"|ε| {relation} what is allowed",
    )


def _told(step: Step, work: Work) -> tuple[Number, ...]:
    told = [
        Number("integral", step.value),
        Number("estimated error", step.error, "Σ |ε|"),
        Number("intervals", len(work.left)),
        Number("too rough", int(work.rough.sum())),
        Number("places looked at", 4 * len(work.left) + 1),
    ]
    return (*told, *_true(step))


def _true(step: Step) -> tuple[Number, ...]:
    """What the run cannot know; and the logarithm of the integral, where f was divided by its top."""
    off = step.picture.off(step.value)
    return (*(() if off is None else (Number("true error", off),)), *_lifted(step))


def _lifted(step: Step) -> tuple[Number, ...]:
    if not step.picture.lifted or not step.value > 0:
        return ()
    c = step.picture.lifted
    return Number("c", c, "ln of the top of f, by which it is divided"), Number("ln Z", c + float(np.log(step.value)))


def _table(work: Work) -> tuple[Table, ...]:
    """The work list."""
    order = np.argsort(np.where(work.rough, -np.abs(work.errors), np.inf), kind="stable")[:LISTED]
    rows = [int(place) for place in order if work.rough[place]]
    listed = tuple(
        (float(work.left[i]), float(work.right[i]), abs(float(work.errors[i])), float(work.allowed[i])) for i in rows
    )
    return (Table("Work list: the roughest first", ("from", "to", "|ε|", "allowed"), listed, chosen=0),) if rows else ()


def _checks(step: Step) -> tuple[Check, ...]:
    """That the intervals tile the way from low to high."""
    work = step.work
    assert work is not None
    return (Check("the intervals meet end to end", bool((work.left[1:] == work.right[:-1]).all())),)


# -- nodes -------------------------------------------------------------------------------------------------------------


def _nodes(step: Step, nodes: Nodes, params: Params) -> Story:
    mean = nodes.value / float(np.sqrt(2.0 * np.pi))
    said = (
        f"{counted(len(nodes.z), 'node')} under the bell. Half as many give a value that differs by "
        f"{figure(step.error)}: that is the estimated error."
    )
    if _deceived(step):
        said += " The true error is far above it: between the nodes g is too steep, or has a spike."
    lines = (
        f"z = {vector(nodes.z)}",
        f"w = {vector(nodes.weights)}, they add up to 1",
        f"√(2π)·Σ w g = √(2π)·{figure(mean, DIGITS)} = {figure(nodes.value, DIGITS - 1)}",
    )
    told = (
        Number("integral", step.value),
        Number("estimated error", step.error, "from half as many nodes"),
        Number("nodes", len(nodes.z)),
        *_true(step),
    )
    return Story(said, rf"{FUNCTION[params.function]}, \quad {HERMITE}", lines, told)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    off = step.picture.off(step.value)
    return {"estimated error": step.error} | ({} if off is None else {"true error": off})


def event(step: Step) -> Event | None:
    if step.work is not None and not step.work.rough.any():
        return Event("deceived", "wrong") if _deceived(step) else Event("settled", "best")
    return None
