"""Multi-class perceptron: at each mistake two of the K scores change, that of the class and that of its rival.

    aₖ = wₖ · x + bₖ,  ŷ = the greatest          wᵧ ← wᵧ + η x,   w_r ← w_r − η x       (Crammer and Singer 2003)

A mistake is whenever the true class y does not win alone: the rival r is the other class with the greatest score. A tie
counts as a mistake, so that training starts from weights of 0. With two classes w₂ − w₁ is the ordinary perceptron.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.base.snapshot import snapshot
from engine.base.words import counted, figure, signed, vector
from engine.core.algorithm import Algorithm, Inquiry, Steps
from engine.core.ending import Ending
from engine.core.marks import Mark, Region
from engine.core.story import Number, Story, Table
from engine.data import needs
from engine.data.dataset import Dataset
from engine.families.perceptrons import examples as mistake_view
from engine.families.perceptrons.passes import Passes, PassParams
from engine.maths.algebra.affine import activations
from engine.models import Scores
from engine.models.basis import Basis
from engine.parts.basis import basis_limits, chosen_basis, expanded
from engine.parts.basis_drawing import basis_handle, feature_marks


@dataclass(frozen=True)
class Params(PassParams):
    """Those of every method that learns pass after pass."""


@snapshot
class Step:
    """One example presented: the scores before and after it. At the start no example has been presented."""

    model: Scores
    before: Scores
    sample: int | None  # the row presented
    rival: int | None  # the class (its place among the K) that won or tied, if that was a mistake
    epoch: int
    mistakes: int  # corrections so far
    wrong: int  # rows whose class does not win alone now
    best_wrong: int  # the fewest so far


def scored(model: Scores, X: np.ndarray) -> np.ndarray:
    """(n, K) the scores of the rows X (n, M), the values of the basis functions."""
    pairs = zip(model.weights, model.biases, strict=True)
    return np.column_stack([activations(X, weights, float(bias)) for weights, bias in pairs])


def rivals(scores: np.ndarray, truth: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n,) the other class with the greatest score, the lowest on a tie, and whether the true one fails to beat it."""
    rows = np.arange(len(scores))
    others = scores.copy()
    others[rows, truth] = -np.inf
    rival = np.argmax(others, axis=1)
    return rival, ~(scores[rows, truth] > others[rows, rival])


def corrected(model: Scores, x: np.ndarray, truth: int, rival: int, rate: float) -> Scores:
    """The update rule: η x is added to the weights of the true class and taken from those of its rival."""
    weights, biases = model.weights.copy(), model.biases.copy()
    for k, sign in ((truth, 1.0), (rival, -1.0)):
        weights[k] += sign * rate * x
        biases[k] += sign * rate
    return Scores(weights, biases, model.classes, model.basis)


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Scores | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    X = np.asfortranarray(expanded(data, basis).X)  # activations are summed column by column
    model = _beginning(data, X.shape[1], basis, start)
    truth = np.searchsorted(model.classes, data.codes)
    mistakes = 0
    wrong = best_wrong = _errors(model, X, truth)
    yield Step(model, model, None, None, 0, mistakes, wrong, best_wrong)
    passes = Passes(
        data.n, params, rng,
        is_wrong=lambda rows: rivals(scored(model, X[rows]), truth[rows])[1],
        weights=lambda: np.column_stack([model.biases, model.weights]),
    )  # fmt: skip
    for row, mistake in passes:
        before, rival = model, None
        if mistake:
            rival = int(rivals(scored(model, X[[row]]), truth[[row]])[0][0])
            model = corrected(model, X[row], int(truth[row]), rival, params.rate)
            mistakes, wrong = mistakes + 1, _errors(model, X, truth)
            best_wrong = min(wrong, best_wrong)
        yield Step(model, before, row, rival, passes.epoch, mistakes, wrong, best_wrong)
    if passes.clean:
        corrections = counted(mistakes, "correction")
        return Ending.converged(f"Pass {passes.epoch} went by without a mistake: {corrections} in all.")
    return Ending.stopped(_gave_up(params, wrong, best_wrong, passes))


def _beginning(data: Dataset, M: int, basis: Basis | None, start: Scores | None) -> Scores:
    """The weights of the start where they fit; else 0."""
    classes = np.array(data.classes_present)
    weights, biases = np.zeros((len(classes), M)), np.zeros(len(classes))
    if start is not None and start.weights.shape[1] == M:
        for k, code in enumerate(classes):
            for given in np.flatnonzero(start.classes == code):
                weights[k], biases[k] = start.weights[given], start.biases[given]
    return Scores(weights, biases, classes, basis)


def blank(basis: Basis, data: Dataset) -> Scores:
    """Weights of 0 for the functions of a basis."""
    return _beginning(data, basis.n_functions, basis, None)


def _errors(model: Scores, X: np.ndarray, truth: np.ndarray) -> int:
    return int(rivals(scored(model, X), truth)[1].sum())


def _gave_up(params: Params, wrong: int, best_wrong: int, passes: Passes) -> str:
    allowed, points = counted(params.epochs, "pass", "passes"), counted(wrong, "point")
    words = f"{allowed}, and {points} still without the greatest score for their class; at best it was {best_wrong}."
    return passes.for_ever() + words if passes.cycle else words


# -- drawing -----------------------------------------------------------------------------------------------------------


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    truth = np.searchsorted(step.model.classes, data.codes)
    missed = np.flatnonzero(rivals(scored(step.model, expanded(data, step.model.basis).X), truth)[1])
    drawn: list[Mark] = [Region(step.model), *mistake_view.missed_points(missed, step.sample, data)]
    return [*drawn, *feature_marks(data, step.model)]


# -- explaining --------------------------------------------------------------------------------------------------------

FORMULA = (
    r"a_y \leq \underset{k \neq y}{\mathrm{max}}\; a_k = a_r \;\Rightarrow\; "
    r"\mathbf{w}_y \leftarrow \mathbf{w}_y + \eta\,\mathbf{x}, \quad "
    r"\mathbf{w}_r \leftarrow \mathbf{w}_r - \eta\,\mathbf{x}"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    numbers = (
        Number("mistakes so far", step.mistakes),
        Number("points without the greatest score now", step.wrong, f"of {data.n:,}"),
        Number("fewest so far", step.best_wrong),
    )
    if step.sample is None:
        nothing = "" if step.model.weights.any() else "All scores are 0: every point is a tie, and a tie is a mistake. "
        classes = counted(len(step.model.classes), "class", "classes")
        said = f"Before the first example. {nothing}Each of the {classes} has weights of its own."
        return Story(said, FORMULA, (), numbers)
    x = expanded(data, step.model.basis).X[step.sample]
    return Story(_verdict(step, data), FORMULA, _worked(step, x, data, params), numbers, (_scores(step, x, data),))


def _verdict(step: Step, data: Dataset) -> str:
    row, name = data.row_name(step.sample or 0), data.class_name(int(data.codes[step.sample or 0]))
    said = f"Pass {step.epoch}: point {row} ({name})"
    if step.rival is None:
        return f"{said}: its own class has the greatest score. That is right, so nothing changes."
    rival = data.class_name(int(step.model.classes[step.rival]))
    return (
        f"{said}: {rival} scores as high or higher, which is mistake {step.mistakes}. Two rows change: "
        f"the point is added to the weights of {name} and subtracted from those of {rival}."
    )


def _worked(step: Step, x: np.ndarray, data: Dataset, params: Params) -> tuple[str, ...]:
    if step.rival is None:
        return ()
    truth = int(np.searchsorted(step.model.classes, data.codes[step.sample]))
    lines = []
    for k, size in ((truth, params.rate), (step.rival, -params.rate)):
        before, after = step.before.weights[k], step.model.weights[k]
        lines.append(f"{_name(step, k, data)}: w ← {vector(before)} {signed(size)}·{vector(x)} = {vector(after)}")
        lines.append(f"b ← {figure(step.before.biases[k])} {signed(size)} = {figure(step.model.biases[k])}")
    return tuple(lines)


def _name(step: Step, k: int, data: Dataset) -> str:
    return data.class_name(int(step.model.classes[k]))


def _scores(step: Step, x: np.ndarray, data: Dataset) -> Table:
    before, after = (scored(model, x[None])[0] for model in (step.before, step.model))
    names = [_name(step, k, data) for k in range(len(before))]
    rows = tuple(zip(names, before, after, strict=True))
    return Table("Scores of this point", ("class", "before", "after"), rows, int(np.argmax(after)))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    scores = step.model.decision_function(x[None])[0]
    order = np.argsort(-scores, kind="stable")
    said = f"This point is called {_name(step, int(order[0]), data)}"
    said += "." if scores[order[0]] > scores[order[1]] else ", the first of those that tie."
    numbers = tuple(Number(f"score of {_name(step, int(k), data)}", float(scores[k])) for k in order)
    return Inquiry(Story(said, r"a_k = \mathbf{w}_k^\top\mathbf{x} + b_k", numbers=numbers))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"points without the greatest score": step.wrong, "best so far": step.best_wrong}


def event(step: Step) -> str:
    return "" if step.rival is None else "mistake"


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.epochs * data.n


ALGORITHM = Algorithm(
    name="Multi-class perceptron",
    task="classification",
    summary="Gives each class a linear score, and corrects two of them whenever the wrong one wins.",
    source="Crammer and Singer 2003; Duda and Hart 1973",
    params=Params,
    run=run,
    marks=marks,
    explain=explain,
    bound=bound,
    needs=(needs.classes(2), needs.labelled, *needs.POINTS),
    limits=basis_limits,
    inspect=inspect,
    measure=measure,
    event=event,
    starts=(Scores,),
    handles=(basis_handle(blank),),
)
