"""What a step of a conjugate prior says."""

from __future__ import annotations

import numpy as np

from engine.base.words import added, counted, divided, figure
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.posteriors.conjugate.beliefs import Dirichlet, NormalGamma
from engine.families.posteriors.conjugate.loop import COIN, DIE, Params, Step
from engine.maths.algebra.agreement import agree

BAYES = r"p(\theta \mid x) = \frac{p(x \mid \theta)\, p(\theta)}{p(x)}"
COUNTED = r"\mathrm{Dir}(\theta \mid \alpha)\, \theta_k \propto \mathrm{Dir}(\theta \mid \ldots, \alpha_k + 1, \ldots)"
TOSSED = (
    r"\mathrm{Beta}(\theta \mid a, b)\, \theta^x (1 - \theta)^{1 - x} \propto "
    r"\mathrm{Beta}(\theta \mid a + x, b + 1 - x)"
)
MEASURED = (
    r"m' = \frac{\kappa m + x}{\kappa + 1}, \quad \kappa' = \kappa + 1, \quad a' = a + \frac{1}{2}, \quad "
    r"b' = b + \frac{\kappa (x - m)^2}{2 (\kappa + 1)}"
)
TOGETHER = r"p(\theta \mid x_1, \ldots, x_N) \propto p(\theta) \prod_n p(x_n \mid \theta)"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.part == "prior":
        said = f"Before anything is observed: {ABOUT[params.family]} lies {_between(step, params)}."
        return Story(f"{said} The prior is typed in the table.", BAYES, (), summary(step))
    if step.part == "together":
        return _together(step, params)
    if isinstance(step.belief, Dirichlet):
        return _outcome(step, step.belief, params)
    assert isinstance(step.before, NormalGamma)
    return _point(step, step.before, step.belief, params)


ABOUT = {COIN: "the probability of heads", DIE: "the probability of side 1"}
ABOUT["normal–gamma"] = "the mean"


def _between(step: Step, params: Params) -> str:
    return f"between {figure(step.low)} and {figure(step.high)} with probability {figure(params.level)}"


def _outcome(step: Step, belief: Dirichlet, params: Params) -> Story:
    assert isinstance(step.before, Dirichlet) and step.x is not None and step.evidence is not None
    k, alpha = int(step.x), step.before.alpha
    coin = params.family == COIN
    symbol = ("a", "b")[k] if coin else f"α{k + 1}"
    what = f"Toss {step.n} is {('heads', 'tails')[k]}" if coin else f"Throw {step.n} shows side {k + 1}"
    said = f"{what}: {symbol} rises by 1. Now {ABOUT[params.family]} lies {_between(step, params)}."
    worked = (
        f"{symbol} ← {added(float(alpha[k]), 1.0)}",
        f"p(x) = {divided(float(alpha[k]), float(alpha.sum()))}",
        f"E[θ{'' if coin else 1}] = {divided(float(belief.alpha[0]), float(belief.alpha.sum()))}",
    )
    return Story(said, TOSSED if coin else COUNTED, worked, summary(step))


def _point(step: Step, before: NormalGamma, belief: NormalGamma, params: Params) -> Story:
    assert step.x is not None
    said = f"Point {step.n} is {figure(step.x)}: the mean moves towards it, and lies {_between(step, params)}."
    weighed = before.kappa * before.m
    worked = (
        f"κ m + x = {added(weighed, step.x)}",
        f"m ← {divided(weighed + step.x, belief.kappa)}",
        f"a ← {added(before.a, 0.5)}",
        f"b ← {added(before.b, belief.b - before.b)}",
    )
    return Story(said, MEASURED, worked, summary(step))


def _together(step: Step, params: Params) -> Story:
    assert step.stepwise is not None
    said = f"The {counted(step.n, 'observation')} all at once, from the prior: the same posterior as one by one"
    said += ". Their order does not matter, as the likelihoods are multiplied."
    checks = (Check("the posterior one by one is the posterior of all at once", same(step)),)
    return Story(said, TOGETHER, (), summary(step), (), checks)


def same(step: Step) -> bool:
    """Whether both ways lead to the same numbers."""
    assert step.stepwise is not None
    if isinstance(step.belief, Dirichlet) and isinstance(step.stepwise, Dirichlet):
        return bool(np.array_equal(step.belief.alpha, step.stepwise.alpha))
    assert isinstance(step.belief, NormalGamma) and isinstance(step.stepwise, NormalGamma)
    one, other = step.belief, step.stepwise
    scale = float(np.abs(step.xs).max(initial=0.0)) + abs(one.m)
    return all((
        agree(one.m, other.m, scale, 1e-9), agree(one.kappa, other.kappa, one.kappa), agree(one.a, other.a, one.a),
        agree(one.b, other.b, one.b + scale**2, 1e-9),
    ))  # fmt: skip


def summary(step: Step) -> tuple[Number, ...]:
    """The mean, the mode and the credible interval."""
    belief = step.belief
    ends = (Number("interval from", step.low), Number("interval to", step.high))
    if isinstance(belief, Dirichlet):
        mode = () if belief.mode is None else (Number("mode", belief.mode),)
        return (Number("mean", belief.mean), *mode, *ends)
    mode = () if belief.mode is None else (Number("mode of λ", belief.mode[1]),)
    return (Number("mean of μ", belief.m), Number("mean of λ", belief.a / belief.b, "a / b"), *mode, *ends)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"width of the credible interval": step.high - step.low}


def event(step: Step) -> Event | None:
    return Event("all at once", "best") if step.part == "together" else None
