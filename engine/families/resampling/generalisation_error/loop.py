"""Generalisation error: exact where the classes' densities are known, and estimated point by point.   (Vapnik 1998)

E_gen = ∬ [f(x) ≠ y] p(x, y) dx dy        Ê = 1/m Σ [f(xᵢ) ≠ yᵢ] ± √(Ê(1 − Ê)/m) over test points
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, Refusal
from engine.base.params import choice, line, real, whole
from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import on_the_way
from engine.data.dataset import Dataset
from engine.families import algorithm
from engine.families.learners import CLASSIFIERS, Learner, few, names_of, with_settings
from engine.families.resampling.generalisation_error.known import Answers, Known, answers_of, asked

CLASSES = ("A", "B")


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    known, learner = Known(params.apart, params.prior), learner_of(params)
    x, y = known.sample(rng.random((params.N, 2)))
    step = Step(part="sample", model=None, known=known, x=x[:, 0], y=y)
    yield step
    fit = yield from on_the_way(learner.fitting(table(x, y), rng), lambda far: replace(step, part="pause", taken=far))
    if fit.failed:
        return Ending.failed(f"The sample gives no model: {fit.ending.words}")
    answers = answers_of(fit.model, known)
    training = float((asked(fit.model, x[:, 0]) != y).mean())
    step = replace(step, part="fit", model=fit.model, answers=answers, training=training, exact=answers.error(known))
    yield step
    test_x, test_y = known.sample(rng.random((params.m, 2)))
    wrong = asked(fit.model, test_x[:, 0]) != test_y
    for seen in stops(params.m, params.stop_at):
        step = replace(step, part="test", test_x=test_x[:seen, 0], test_y=test_y[:seen], wrong=wrong[:seen])
        yield step
    said = f"E_gen = {figure(step.exact)}; {params.m:,} test points estimate {figure(step.estimate)} ± "
    said += f"{figure(step.error)}"
    return Ending.converged(f"{said}, and the training error is {figure(training)}.")


def learner_of(params: Params) -> Learner:
    """The classifier with its parameters."""
    return with_settings(algorithm(params.classifier), params.settings)


def table(x: np.ndarray, y: np.ndarray) -> Dataset:
    """The sample as a table of one feature."""
    return Dataset(x, y, class_names=CLASSES)


def stops(m: int, stop_at: str) -> list[int]:
    """After how many test points to stop and look: each, or 1, 2, 5, 10, 20, 50, ... and the last."""
    if stop_at == "every point":
        return list(range(1, m + 1))
    round_numbers = (lead * 10**power for power in range(7) for lead in (1, 2, 5))
    return sorted({*(number for number in round_numbers if number < m), m})


def limits(data: Dataset, params: Params) -> str:
    try:
        learner = learner_of(params)
    except Refusal as refusal:
        return Objection(str(refusal), *refusal.remedies)
    even = table(np.arange(float(params.N))[:, None], np.arange(params.N) % 2)
    words = learner.refused(even)
    return f"classifier = {learner.name}, N = {params.N}: {words}" if words else ""


def bound(data: Dataset, params: Params) -> int:
    even = table(np.arange(float(params.N))[:, None], np.arange(params.N) % 2)
    return 2 + learner_of(params).most_pauses(even) + len(stops(params.m, params.stop_at))


@dataclass(frozen=True)
class Params:
    classifier: str = choice(
        "knn", CLASSIFIERS, names=names_of(CLASSIFIERS), typical=few(CLASSIFIERS, "knn"), clear=True, help="the learner"
    )
    settings: str = line("", most=200, label="its parameters", help="such as k = 5; the others have their defaults")
    apart: float = real(2.0, low=0.0, high=8.0, symbol=r"\delta", label="distance of the means", help="σ is 1")
    prior: float = real(
        0.5, low=0.05, high=0.95, share=True, symbol=r"\pi", label="share of class B", help="of all points"
    )
    N: int = whole(
        30, low=4, high=2000, log=True, symbol="N", label="training points", clear=True, help="in the sample"
    )
    m: int = whole(
        500, low=1, high=20_000, log=True, symbol="m", label="test points", clear=True, help="drawn one by one"
    )
    stop_at: str = choice("round numbers", ("round numbers", "every point"), rare=True, help="of the test points")


@snapshot
class Step:
    """The sample, the model of it with its true error, then more and more test points."""

    part: Literal["sample", "pause", "fit", "test"]
    model: object
    known: Known
    x: np.ndarray  # (N,) the training points
    y: np.ndarray  # (N,) and their classes
    answers: Answers | None = None  # what the model answers along the line
    training: float = 0.0  # the share of the training points that it misclassifies
    exact: float = 0.0  # E_gen
    test_x: np.ndarray = field(default_factory=no_numbers)  # (i,) the test points so far,
    test_y: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))  # (i,) their classes,
    wrong: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=bool))  # (i,) and which are misclassified
    taken: int = 0  # at a pause: steps of the learner

    @property
    def estimate(self) -> float:
        """The share of the test points so far that is misclassified."""
        return float(self.wrong.mean()) if len(self.wrong) else 0.0

    @property
    def error(self) -> float:
        """Its standard error √(Ê(1 − Ê)/m)."""
        return float(np.sqrt(self.estimate * (1.0 - self.estimate) / max(len(self.wrong), 1)))
