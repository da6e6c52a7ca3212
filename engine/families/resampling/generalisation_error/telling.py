"""What is known and what is not: the true error by integration, the training error, and the test error so far."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, figure, shown
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.resampling.generalisation_error.loop import Params, Step, learner_of
from engine.families.resampling.resampling_words import with_settings_told
from engine.maths.algebra.agreement import exceeds

FORMULA = (
    r"E_{\mathrm{gen}} = \iint [f(\mathbf{x}) \neq y]\, p(\mathbf{x}, y)\, d\mathbf{x}\, dy, \quad "
    r"\hat{E} = \frac{1}{m} \sum_{i=1}^{m} [f(\mathbf{x}_i) \neq y_i]"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.part == "sample":
        return Story(
            _sample(step, params), FORMULA, (), (Number("least error", step.known.bayes_error, "of any rule"),)
        )
    if step.part == "pause":
        return Story(f"The classifier is being fitted: the learner has taken {step.taken:,} steps.", FORMULA)
    if step.part == "fit":
        return _fit(step)
    return _test(step, params)


def _sample(step: Step, params: Params) -> str:
    counts = np.bincount(step.y, minlength=2)
    return (
        f"Here p(x, y) is known: two Gaussians, {figure(params.apart)} apart. {counts[0]} points of class A and "
        f"{counts[1]} "
        f"of class B are drawn, and {with_settings_told(learner_of(params))} learns from them. For real data p(x, "
        "y) is not known, and the generalisation error cannot be computed."
    )


def _fit(step: Step) -> Story:
    assert step.answers is not None
    masses, pi = step.answers.masses(step.known), step.known.shares
    off = [float(masses[step.answers.codes != code, code].sum()) for code in (0, 1)]
    parts = shown(step.exact, lambda a, b, c, d: a * b + c * d, float(pi[0]), off[0], float(pi[1]), off[1])
    wrong = round(step.training * len(step.x))
    said = f"The model misclassifies a point of class A with probability {figure(off[0])} and one of class B with "
    said += f"{figure(off[1])}: E_gen = {figure(step.exact)}. On the {counted(len(step.x), 'point')} that it "
    said += "learnt from it "
    said += f"errs {counted(wrong, 'time')}"
    optimistic = step.training < step.exact
    said += ": that training error is optimistic." if optimistic else "."
    worked = (
        f"E_gen = {parts[0]} · {parts[1]} + {parts[2]} · {parts[3]} = {figure(step.exact)}",
        f"training error = {divided(wrong, len(step.x))}",
    )
    checks = (Check("no rule errs less than the Bayes rule", not exceeds(step.known.bayes_error, step.exact, 1.0)),)
    return Story(said, FORMULA, worked, _numbers(step), (), checks)


def _test(step: Step, params: Params) -> Story:
    count, off = int(step.wrong.sum()), step.estimate - step.exact
    said = f"{counted(len(step.wrong), 'test point')} of {params.m:,}, {count:,} misclassified: the test error is "
    said += f"{figure(step.estimate)}, "
    if step.error == 0:
        said += "and its standard error is 0: as yet it says nothing of how far off it is."
    else:
        said += f"{figure(abs(off) / step.error, 2)} standard errors from E_gen."
    numbers = (Number("test error", step.estimate), Number("standard error", step.error), *_numbers(step))
    return Story(said, FORMULA, (f"test error = {divided(count, len(step.wrong))}",), numbers)


def _numbers(step: Step) -> tuple[Number, ...]:
    return (
        Number("E_gen", step.exact, "by integration"),
        Number("training error", step.training),
        Number("least error", step.known.bayes_error, "of any rule"),
    )


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"share of test errors": step.estimate} if step.part == "test" else {}


def event(step: Step) -> Event | None:
    return Event("fitted", "best") if step.part == "fit" else None
