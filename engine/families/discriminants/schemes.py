"""What the schemes for several classes share: any two-class learner of the family, trained on one two-class problem.

A learner that fails does not stop the scheme: the problem keeps the last line its learner had, and if it had none, it
claims nothing anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np

from engine import families
from engine.base.errors import Refusal
from engine.base.params import build, choice, flag, real, specs, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Algorithm
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.models.basis import Basis
from engine.models.linear import Hyperplane, Scheme, Scores
from engine.models.support_vectors import SupportVectors
from engine.parts.basis import basis_limits
from engine.parts.ridge import RidgeParams

LEARNERS = {
    "logistic_newton": "logistic regression",
    "perceptron": "the perceptron",
    "pocket": "the pocket perceptron",
    "perceptron_delta": "the delta rule",
    "least_squares": "least squares",
    "fisher": "Fisher's discriminant",
    "max_margin": "the widest margin",
    "support_vector_machine": "support vectors",
}
"""The two-class learners by their keys, and what a sentence calls them: those that give a line.

Trees, neighbours and networks are not among them: they tell several classes apart by themselves.
"""
RIDGED = ("logistic_newton", "least_squares", "fisher")
CORRECTED = ("perceptron", "pocket", "perceptron_delta")
"""The learners with a penalty, and those that correct their mistakes pass after pass."""
PRICED = ("support_vector_machine",)
"""Those to which a broken margin has a price."""
HANDED_ON = ("penalty", "penalise_bias", "rate", "epochs", "C")
"""The parameters that a learner is given if it has them; all others stay as it declares them."""
STRAIGHT = {"kernel": "linear"}
"""What makes a learner that can do more give a line."""
REST = -1
"""The other side of a problem of one class against all the rest."""
STRIDE = 2000
"""A learner that takes many steps is shown at work whenever it has taken so many; so it can also be interrupted."""
SIDE = 100
"""The ambiguous share of the plane is estimated on so many places along either side of the box of the data."""


@dataclass(frozen=True)
class Chosen:
    """What comes first among the parameters."""

    base: str = choice(
        "logistic_newton", tuple(LEARNERS), label="learner", clear=True, help="the learner of the two-class problems"
    )
    resolve: bool = flag(False, label="no ambiguity", help="ambiguous places go to the greatest score")


@dataclass(frozen=True)
class SchemeParams(RidgeParams, Chosen):
    """The learner of the two-class problems, and what it is given."""

    penalty: float = real(
        0.1,
        low=0.0,
        high=1e6,
        log=True,
        symbol=r"\lambda",
        when=("base", RIDGED),
        help="holds the weights near 0 (ridge)",
    )
    rate: float = real(
        1.0, low=1e-6, high=10.0, log=True, symbol=r"\eta", when=("base", CORRECTED),
        label="learning rate", help="size of one correction",
    )  # fmt: skip
    C: float = real(
        1.0, low=1e-4, high=1e6, log=True, symbol="C", when=("base", PRICED),
        label="price", help="of a point that breaks the margin",
    )  # fmt: skip
    epochs: int = whole(
        100,
        low=1,
        high=10_000,
        log=True,
        when=("base", CORRECTED),
        label="most passes",
        clear=True,
        rare=True,
        help="over the data",
    )


@snapshot
class Problem:
    """A two-class problem: its line, and how its learner ended."""

    plane: Hyperplane  # classes (negative, positive); no weights where the learner found no line
    ending: Ending | None  # None while its learner is at work
    counts: tuple[int, int]  # rows of the negative and of the positive side
    wrong: int  # rows on the wrong side
    taken: int  # steps of its learner

    @property
    def positive(self) -> int:
        """The class on the side > 0."""
        return self.plane.classes[1]

    @property
    def negative(self) -> int:
        """The class on the side < 0, or REST."""
        return self.plane.classes[0]


@snapshot
class Step:
    """The scheme with the problems trained so far; those to come have the lines of the start, or claim nothing yet."""

    model: Scheme
    trained: tuple[Problem, ...]
    wrong: int  # rows given to another class than their own
    ambiguous: int  # rows given to no class, before that is resolved
    overlaid: bool = False  # whether all lines lie over each other: the last step
    none: float = 0.0  # the share of the box of the data that nobody claims,
    several: float = 0.0  # and the share where the claims tie; of the rows, when there are more than two features

    @property
    def newest(self) -> Problem | None:
        """The problem just trained."""
        return self.trained[-1] if self.trained and not self.overlaid else None


# -- the two-class problems --------------------------------------------------------------------------------------------


def untrained(pairs: Sequence[tuple[int, int]], data: Dataset, basis: Basis | None) -> Scheme:
    """The scheme of these (positive, negative) problems before any of them is trained: all weights 0."""
    size = data.d if basis is None else basis.n_functions
    lines = tuple(Hyperplane(np.zeros(size), 0.0, (negative, positive), basis) for positive, negative in pairs)
    positive, negative = (np.array(side, dtype=np.int64) for side in zip(*pairs, strict=True))
    return Scheme(lines, positive, negative, np.array(data.classes_present))


def beginning(start: Scheme | None, blank: Scheme) -> Scheme:
    """The start's lines if it tells the same classes apart by the same functions, else none yet."""
    if start is None or len(start.binaries[0].weights) != len(blank.binaries[0].weights):
        return blank
    same = np.array_equal(start.positive, blank.positive) and np.array_equal(start.negative, blank.negative)
    return replace(blank, binaries=start.binaries) if same else blank


def two_sided(table: Dataset, positive: int, negative: int) -> Dataset:
    """The rows of a two-class problem, coded 1 for the positive class and 0 for the other side."""
    other = "the rest" if negative == REST else table.class_name(negative)
    rows = np.ones(table.n, dtype=bool) if negative == REST else np.isin(table.codes, (positive, negative))
    some = table if rows.all() else table.subset(rows)
    codes = (some.codes == positive).astype(np.int64)
    return some.changed(y=codes, class_names=(other, table.class_name(positive)))


def learner(params: SchemeParams) -> tuple[Algorithm, Any]:
    """The algorithm that learns the two-class problems, with its own parameters; refuses values it cannot take."""
    algorithm = families.algorithm(params.base)
    known = specs(algorithm.params)
    given = {name: getattr(params, name) for name in HANDED_ON} | STRAIGHT
    return algorithm, build(algorithm.params, {name: value for name, value in given.items() if name in known})


def scheme_limits(data: Dataset, params: SchemeParams) -> str:
    """Why these parameters will not do, or ''."""
    try:
        learner(params)
    except Refusal as refusal:
        return str(refusal)
    return basis_limits(data, params)


def training(line: Hyperplane, table: Dataset, params: SchemeParams, rng: np.random.Generator) -> Iterator[Problem]:
    """The learner run to its end on the problem of a line, from that line if it has weights and the learner can.

    The problem comes once it is trained; on the way too, whenever the learner has taken STRIDE steps.
    """
    two = two_sided(table, *line.classes[::-1])
    algorithm, chosen = learner(params)
    if words := algorithm.unsuitable(two) or algorithm.limits(two, chosen):
        yield _problem(line, two, Ending.failed(words))
        return
    start = Hyperplane(line.weights, line.bias) if line.weights.any() and Hyperplane in algorithm.starts else None
    steps = algorithm.run(two, chosen, rng.spawn(1)[0], start)  # so that no problem shifts what the next one draws
    for taken in count(1):
        try:
            found = _line(next(steps).model)
        except StopIteration as stop:
            yield _problem(line, two, stop.value, taken - 1)
            return
        if found is not None:
            line = replace(line, weights=found.weights, bias=found.bias)
        if taken % STRIDE == 0:
            yield _problem(line, two, None, taken)


def _problem(line: Hyperplane, two: Dataset, ending: Ending | None, taken: int = 0) -> Problem:
    wrong = int(((two.X @ line.weights + line.bias > 0) != (two.codes == 1)).sum())
    sides = np.bincount(two.codes, minlength=2)
    return Problem(line, ending, (int(sides[0]), int(sides[1])), wrong, taken)


def _line(model: Any) -> Hyperplane | None:
    """A two-class model as a line with class 1 on its side > 0; None if there is none, or its numbers are none."""
    if isinstance(model, Scores) and len(model.classes) == 2:
        model = Hyperplane(model.weights[1] - model.weights[0], float(model.biases[1] - model.biases[0]))
    if isinstance(model, SupportVectors):
        model = Hyperplane(model.weights, model.bias, model.classes)
    if not isinstance(model, Hyperplane) or not np.isfinite([*model.weights, model.bias]).all():
        return None
    side = 1.0 if model.classes == (0, 1) else -1.0
    return Hyperplane(side * model.weights, side * model.bias)


# -- all of them together ----------------------------------------------------------------------------------------------


def stepped(scheme: Scheme, problems: Sequence[Problem], data: Dataset) -> Step:
    """The scheme with these problems in place of the first of its lines."""
    lines = (*(problem.plane for problem in problems), *scheme.binaries[len(problems) :])
    model = replace(scheme, binaries=lines)
    answer = model.predict(data.X)
    ambiguous = answer < 0
    wrong = int((~ambiguous & (answer != data.codes)).sum())
    return Step(model, tuple(problems), wrong=wrong, ambiguous=int(ambiguous.sum()))


def overlaid(step: Step, data: Dataset, params: SchemeParams) -> Step:
    """All lines over each other: the ambiguous shares, resolved by the greatest score if that is asked for."""
    model = replace(step.model, resolve=params.resolve)
    answer = model.predict(data.X)
    none, several = shares(step.model, _places(data))
    wrong = int(((answer >= 0) & (answer != data.codes)).sum())
    return replace(step, model=model, wrong=wrong, overlaid=True, none=none, several=several)


def shares(scheme: Scheme, places: np.ndarray) -> tuple[float, float]:
    """The share of the places (m, d) that no class claims, and of those where two or more have the most claims."""
    votes = scheme.claims(places)
    most = votes.max(axis=1)
    tied = (most > 0) & ((votes == most[:, None]).sum(axis=1) > 1)
    return float((most == 0).mean()), float(tied.mean())


def _places(data: Dataset) -> np.ndarray:
    """The middles of an even grid over the box of the data; with more than two features, the rows themselves."""
    if data.d > 2:
        return data.X
    side = SIDE if data.d == 2 else SIDE**2
    shares = (np.arange(side) + 0.5) / side
    low, high = data.X.min(axis=0), data.X.max(axis=0)
    axes = [start + shares * (end - start) for start, end in zip(low, high, strict=True)]
    return np.stack([axis.ravel() for axis in np.meshgrid(*axes, indexing="ij")], axis=1)


def ending(step: Step, data: Dataset) -> Ending:
    """How the scheme ended, by how its two-class problems did."""
    problems = counted(len(step.trained), "two-class problem")
    left = f"{counted(step.ambiguous, 'row')} ambiguous{' before that is resolved' if step.model.resolve else ''}"
    said = f"{problems} trained: of {data.n} rows {step.wrong} given to a wrong class, {left}."
    endings = [(problem, problem.ending) for problem in step.trained if problem.ending is not None]
    others = [(problem, ended) for problem, ended in endings if ended.kind != "converged"]
    if not others:
        return Ending.converged(said)
    first, ended = others[0]
    said += f" {counted(len(others), 'learner')} did not converge, first {named(first, data)}: {ended.words}"
    if not any(problem.plane.weights.any() for problem in step.trained):
        return Ending.failed(f"No two-class problem gave a line. {said}")
    return Ending.stopped(said)


def most_steps(pairs: Sequence[tuple[int, int]], data: Dataset, params: SchemeParams) -> int:
    """The most steps a run of these (positive, negative) problems can have."""
    algorithm, chosen = learner(params)
    each = (algorithm.bound(two_sided(data, *pair), chosen) // STRIDE for pair in pairs)
    return 2 + len(pairs) + sum(each)


def named(problem: Problem, data: Dataset) -> str:
    """A problem in words."""
    other = "the rest" if problem.negative == REST else data.class_words(problem.negative)
    return f"{data.class_words(problem.positive)} against {other}"
