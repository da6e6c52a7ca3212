"""What a step of the decision threshold says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import added, figure, joined, taken
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.decisions.decision_threshold.loop import Params, Step
from engine.maths.algebra.agreement import exceeds

JOINT = r"p(x, C_k) = \pi_k\, N(x \mid \mu_k, \sigma_k^2)"
MISTAKE = r"P(\mathrm{mistake}) = \int_{R_1} p(x, C_2)\,dx + \int_{R_2} p(x, C_1)\,dx"
AREA = r"\int_{-\infty}^{\hat{x}} p(x, C)\,dx = \pi\, \Phi\!\left(\frac{\hat{x} - \mu}{\sigma}\right)"
EQUAL = r"p(x, C_1) = p(x, C_2)"
BEST = (
    r"\hat{k}(x) = \underset{k}{\mathrm{arg\,max}}\; p(x, C_k), \qquad "
    r"P(\mathrm{mistake}) = 1 - \int \max_k p(x, C_k)\,dx"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step)


def _densities(step: Step) -> Story:
    bells = step.bells
    said = (
        f"Two classes on a line. Below the threshold {figure(step.threshold)} the answer is class {step.low + 1}, "
        f"above it class {step.high + 1}."
    )
    rows = tuple(
        (f"class {k + 1}", float(bells.means[k]), float(bells.deviations[k]), float(bells.priors[k])) for k in range(2)
    )
    return Story(said, JOINT, tables=(Table("Classes", ("class", "μ", "σ", "π"), rows),))


def _first(step: Step) -> Story:
    said = f"Class {step.high + 1} below the threshold: {figure(step.first)} of all cases are mistakes of this kind."
    return Story(said, AREA, (), (Number("area", step.first), *_standardised(step, step.high)))


def _second(step: Step) -> Story:
    said = f"Class {step.low + 1} above the threshold: {figure(step.second)} of all cases are mistakes of this kind."
    return Story(said, AREA, (), (Number("area", step.second), *_standardised(step, step.low)))


def _standardised(step: Step, k: int) -> tuple[Number, ...]:
    z = (step.threshold - float(step.bells.means[k])) / float(step.bells.deviations[k])
    return (Number("standardised threshold", z, "(x̂ − μ) / σ"),)


def _mistake(step: Step) -> Story:
    assert step.mistake is not None
    said = f"Both together: at this threshold {figure(step.mistake)} of all cases are answered wrongly."
    worked = (f"P(mistake) = {added(step.first, step.second)}",)
    return Story(said, MISTAKE, worked, (Number("P(mistake)", step.mistake),))


def _crossings(step: Step) -> Story:
    assert step.crossings is not None
    places = step.crossings.tolist()
    if not places:
        return Story("The two curves never cross: one class is more probable everywhere, or both are the same.", EQUAL)
    many = "at one place" if len(places) == 1 else f"at {len(places)} places"
    said = (
        f"The two curves cross {many}: {joined([figure(place) for place in places])}. There the better answer changes."
    )
    told = tuple(Number(f"crossing {k + 1}", place) for k, place in enumerate(places))
    return Story(said, EQUAL, (), told)


def _best(step: Step) -> Story:
    assert step.best is not None and step.least is not None and step.mistake is not None
    winners = [f"class {int(k) + 1}" for k in step.best.winners]
    said = "The best answer is everywhere the class with the higher curve"
    said += f": {winners[0]} on the whole line." if len(winners) == 1 else f": from the left {joined(winners)}."
    saved = float(step.mistake - step.least)
    if exceeds(saved, 0.0, 1.0, 1e-6):
        said += f" Against the threshold it saves {figure(saved)} of all cases."
    else:
        said += " The threshold is there already: no other cut makes fewer mistakes."
    worked = (f"P(mistake) − least = {taken(step.mistake, step.least)}",)
    checks = (
        Check(
            "no threshold has fewer mistakes than the best regions", not exceeds(step.least, _least_swept(step), 1.0)
        ),
    )
    told = (Number("P(mistake)", step.mistake), Number("least P(mistake)", step.least))
    return Story(said, BEST, worked, told, (), checks)


def _least_swept(step: Step) -> float:
    assert step.swept is not None
    return float(step.swept[:, 1].min())


TOLD: dict[str, Callable[[Step], Story]] = {
    "densities": _densities, "first": _first, "second": _second, "mistake": _mistake,
    "crossings": _crossings, "best": _best,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.mistake is None else {"P(mistake)": float(np.round(step.mistake, 15))}


def event(step: Step) -> Event | None:
    return Event("best", "best") if step.part == "best" else None
