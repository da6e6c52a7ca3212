"""Three routes to a classifier: densities and Bayes' rule, posteriors alone, or a function that gives the label.

generative       p(x | Cₖ) and π, then P(Cₖ | x) = p(x | Cₖ) πₖ / p(x), then the label
discriminative   P(C₂ | x) = σ(w · x + b), then the label
function         the label, by the sign of w · x + b
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, real
from engine.base.snapshot import no_indices, snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.decisions.three_routes.fitting import function, gaussians, logistic, standardised
from engine.models.gaussians import GaussianClasses
from engine.models.linear import Hyperplane, Logistic


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    classes, second = data.classes_present[:2], data.codes == data.classes_present[1]
    two = (classes[0], classes[1])
    generative = gaussians(data.X, second, two)
    line = line_of(generative.means, data.X)
    x = point(line, params.place)
    step = Step(part="data", x=x, place=params.place, means=generative.means, line=line)
    yield step
    least = float(generative.log_density(data.X).min())
    density = float(generative.log_density(x[None])[0])
    step = replace(step, part="densities", model=generative, generative=generative, density=density, least=least)
    yield step
    step = replace(step, part="Bayes", generative_P=float(generative.predict_proba(x[None])[0, 1]))
    yield step
    discriminative = logistic(data.X, second, two, params.penalty)
    step = replace(step, part="posterior", model=discriminative, discriminative=discriminative,
                   discriminative_P=float(discriminative.predict_proba(x[None])[0, 1]))  # fmt: skip
    yield step
    step = replace(step, part="threshold")
    yield step
    labelling = function(data.X, second, two, params.function)
    step = replace(step, part="function", model=labelling, function=labelling,
                   activation=float(labelling.decision_function(x[None])[0]))  # fmt: skip
    yield step
    answers = np.array([model.predict(data.X) for model in (generative, discriminative, labelling)])
    apart = np.flatnonzero((answers != answers[0]).any(axis=0))
    yield replace(step, part="all", wrong=(answers != data.codes).sum(axis=1), apart=apart)
    told = counted(len(apart), "point is", "points are")
    return Ending.converged(f"Three classifiers of one data set: {told} labelled differently.")


def line_of(means: np.ndarray, X: np.ndarray) -> np.ndarray:
    """(2, d) both means; where they are one, that and a place beside it, a standard deviation along each feature."""
    return means if (means[0] != means[1]).any() else np.array([means[0], means[0] + standardised(X)[2]])


def point(line: np.ndarray, place: float) -> np.ndarray:
    """(d,) the point at a place of a line through two others (2, d): the first is 0, the second 1."""
    return np.asarray(line[0] + place * (line[1] - line[0]))


def bound(data: Dataset, params: Params) -> int:
    return 7


PERCEPTRON, SQUARES = FUNCTIONS = ("perceptron", "least squares")


@dataclass(frozen=True)
class Params:
    place: float = real(
        0.3, low=-5.0, high=6.0, label="the point", help="on the line through the means: the first is 0, the second 1"
    )
    function: str = choice(PERCEPTRON, FUNCTIONS, help="which discriminant gives labels alone")
    penalty: float = real(
        0.01, low=1e-3, high=1e6, log=True, symbol=r"\lambda", rare=True,
        help="of the weights of logistic regression, for a standard deviation of each feature",
    )  # fmt: skip


@snapshot
class Step:
    """How far the three routes have been gone, and what they say of one point."""

    part: Literal["data", "densities", "Bayes", "posterior", "threshold", "function", "all"]
    x: np.ndarray  # (d,) the point
    place: float  # where it stands on the line through the means
    means: np.ndarray  # (2, d) of the classes
    line: np.ndarray  # (2, d) two places of the line that the point stands on: mostly the means
    model: GaussianClasses | Logistic | Hyperplane | None = None
    generative: GaussianClasses | None = None
    density: float | None = None  # ln p(x) of the point
    least: float | None = None  # ln p(x) of the row for which it is the least
    generative_P: float | None = None  # P(C₂ | x)
    discriminative: Logistic | None = None
    discriminative_P: float | None = None
    function: Hyperplane | None = None
    activation: float | None = None  # w · x + b of the function
    wrong: np.ndarray = field(default_factory=no_indices)  # (3,) how many rows each misclassifies
    apart: np.ndarray = field(default_factory=no_indices)  # the rows that not all label alike
