"""Nearest class mean: every class is its mean, and a point belongs to the nearest.   (a Gaussian for each class, all
alike, round, and equally probable)

    m_k = mean of the points of class k        class of x = argmin ‖x − m_k‖²
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.snapshot import snapshot
from engine.base.words import counted, figure, signed, vector
from engine.core.algorithm import Algorithm, Inquiry, Steps
from engine.core.ending import Ending
from engine.core.marks import Line, Mark, Points, Region, Segments
from engine.core.story import Check, Number, Story, Table
from engine.data import needs
from engine.data.dataset import Dataset
from engine.maths.algebra.distances import squared_distances
from engine.models import ClassMeans, Hyperplane

SPOKES = 300
"""With more points than this the lines from every point to its mean would cover the picture."""


@dataclass(frozen=True)
class Params:
    """There is nothing to choose: the data decide everything."""


@snapshot
class Step:
    """One class's mean, or the comparison of every point with all means. `model` holds the means found so far."""

    model: ClassMeans | None
    part: Literal["start", "mean", "compare"]
    row: int | None = None  # the row of `model.means` just found
    wrong: np.ndarray | None = None  # the rows nearer to the mean of another class
    ties: int = 0  # points with two nearest means


def bisector(means: np.ndarray, classes: tuple[int, int] = (0, 1)) -> Hyperplane:
    """The points as far from means[0] as from means[1] (2, d): w = m₁ − m₀, b = −w · (m₀ + m₁) / 2."""
    weights = means[1] - means[0]
    return Hyperplane(weights, -float((weights * (means[0] + means[1]) / 2).sum()), classes)


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    X, codes = data.X, data.codes
    classes = np.array(data.classes_present)
    means = np.zeros((0, data.d))
    yield Step(None, "start")
    for row, code in enumerate(classes):
        means = np.vstack([means, X[codes == code].mean(axis=0)])
        yield Step(ClassMeans(means, classes[: row + 1]), "mean", row)

    squares = squared_distances(X, means)
    called = classes[np.argmin(squares, axis=1)]
    wrong = np.flatnonzero(called != codes)
    yield Step(ClassMeans(means, classes), "compare", None, wrong, _tied(squares))
    return Ending.converged(_verdict(data, means, wrong))


def _tied(squares: np.ndarray) -> int:
    """How many points have two nearest means."""
    return int(((squares == squares.min(axis=1, keepdims=True)).sum(axis=1) > 1).sum())


def _verdict(data: Dataset, means: np.ndarray, wrong: np.ndarray) -> str:
    said = f"{len(means)} classes, each by its mean: {counted(len(wrong), 'training error')} among {data.n:,} points."
    return f"{said} {_twins(data, means)}".strip()


def _twins(data: Dataset, means: np.ndarray) -> str:
    """Which classes have the same mean, so that only the first of them is ever predicted."""
    for k in range(1, len(means)):
        twin = int(np.argmax((means == means[k]).all(axis=1)))
        if twin < k:
            first, second = (data.class_name(data.classes_present[i]) for i in (twin, k))
            return f"{first} and {second} have the same mean, so no point is ever called {second}."
    return ""


# -- drawing -----------------------------------------------------------------------------------------------------------


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.model is None:
        return []
    means, classes = step.model.means, step.model.classes
    drawn: list[Mark] = _compared(step, data) if step.wrong is not None else _averaged(step, data)
    names = tuple(data.class_name(int(code)) for code in classes)
    drawn.append(Points(means, "centre", groups=classes, labels=names))
    if step.row is not None:
        drawn.append(Points(means[[step.row]], "focus"))
    return drawn


def _averaged(step: Step, data: Dataset) -> list[Mark]:
    """A spoke from every point of the class to its mean."""
    assert step.model is not None and step.row is not None
    own = data.X[data.codes == step.model.classes[step.row]]
    if len(own) > SPOKES:
        return []
    mean = np.broadcast_to(step.model.means[step.row], own.shape)
    return [Segments(own, mean, "spoke", groups=np.full(len(own), step.model.classes[step.row]))]


def _compared(step: Step, data: Dataset) -> list[Mark]:
    """The regions; between two means also the line that halves the way between them at a right angle."""
    assert step.model is not None and step.wrong is not None
    means = step.model.means
    drawn: list[Mark] = [Region(step.model)]
    if len(means) == 2 and (means[0] != means[1]).any():
        halfway = bisector(means)
        drawn.append(Segments(means[:1], means[1:], "axis"))
        drawn.append(Line(halfway.weights, halfway.bias, "boundary"))
    drawn.append(Points(data.X[step.wrong], "wrong", rows=step.wrong))
    return drawn


# -- explaining --------------------------------------------------------------------------------------------------------


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return {"start": _say_start, "mean": _say_mean, "compare": _say_compare}[step.part](step, data)


def _say_start(step: Step, data: Dataset) -> Story:
    sizes = [(data.class_name(code), int((data.codes == code).sum())) for code in data.classes_present]
    return Story(
        f"{data.n:,} points of {len(sizes)} classes. Each class will be replaced by one point, its mean.",
        r"\mathbf{m}_k = \frac{1}{N_k} \sum_{n:\, t_n = k} \mathbf{x}_n",
        tables=(Table("Classes", ("class", "points"), tuple(sizes)),),
    )


def _say_mean(step: Step, data: Dataset) -> Story:
    assert step.model is not None and step.row is not None
    code, mean = int(step.model.classes[step.row]), step.model.means[step.row]
    own = data.X[data.codes == code]
    sums, size = own.sum(axis=0), len(own)
    worked = tuple(
        f"{name}: {figure(total)} / {size} = {figure(value)}"
        for name, total, value in zip(data.feature_names[:6], sums, mean, strict=False)
    )
    rows = zip(data.feature_names, sums.tolist(), [size] * data.d, mean.tolist(), strict=True)
    offset = float(np.abs((own - mean).mean(axis=0)).max())
    return Story(
        f"The mean of the {counted(size, 'point')} of {data.class_name(code)} is {vector(mean)}.",
        r"\mathbf{m}_k = \frac{1}{N_k} \sum_{n:\, t_n = k} \mathbf{x}_n",
        worked,
        (Number("mean", mean), Number("points", size)),
        (Table("Component by component", ("feature", "sum", "points", "mean"), tuple(rows)),),
        (Check("the deviations from the mean add up to 0", offset <= 1e-9 * float(np.abs(own).max())),),
    )


def _say_compare(step: Step, data: Dataset) -> Story:
    assert step.model is not None and step.wrong is not None
    means = step.model.means
    right, wrong = data.n - len(step.wrong), len(step.wrong)
    said = f"Every point is compared with all means: {right:,} go to their own class, {wrong:,} to another."
    tied = counted(step.ties, "point has", "points have")
    tie = f"{tied} two nearest means and took the lower class." if step.ties else ""
    edge = "Between two classes the boundary halves the way from mean to mean at a right angle."
    share = len(step.wrong) / data.n
    return Story(
        " ".join(filter(None, (said, tie, _twins(data, means) or edge))),
        r"\hat{t} = \underset{k}{\mathrm{arg\,min}}\; \|\mathbf{x} - \mathbf{m}_k\|^2",
        _halfway(means) if len(means) == 2 else (),
        (Number("training errors", len(step.wrong)), Number("share", share, f"{len(step.wrong)} of {data.n}")),
        (_confusion(step.model, data),),
    )


def _halfway(means: np.ndarray) -> tuple[str, ...]:
    line = bisector(means)
    return (
        f"w = m₂ − m₁ = {vector(means[1])} − {vector(means[0])} = {vector(line.weights)}",
        f"the boundary passes through (m₁ + m₂) / 2 = {vector(means.mean(axis=0))}",
        f"w · x {signed(line.bias)} = 0",
    )


def _confusion(model: ClassMeans, data: Dataset) -> Table:
    """A row for each class, a column for what its points are called."""
    names = [data.class_name(int(code)) for code in model.classes]
    called = model.predict(data.X)
    rows = tuple(
        (name, *(int(((data.codes == true) & (called == said)).sum()) for said in model.classes))
        for name, true in zip(names, model.classes, strict=True)
    )
    return Table("Points of each class, by the nearest mean", ("class", *names), rows)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The nearest mean, the runner-up, and by how much it is farther."""
    if step.model is None:
        return None
    means, classes = step.model.means, step.model.classes
    distances = np.sqrt(squared_distances(x[None], means)[0])
    order = np.argsort(distances, kind="stable")
    names = [data.class_name(int(code)) for code in classes]
    told = [Number(f"distance to {names[k]}", float(distances[k])) for k in order[:8]]
    said = f"The mean of {names[order[0]]} is the nearest, so this point is called {names[order[0]]}."
    if len(order) > 1:
        margin = float(distances[order[1]] - distances[order[0]])
        next_name = names[order[1]]
        said += f" {next_name} is next." if margin else f" It is a tie with {next_name}: the lower class wins."
        told.append(Number("margin", margin, "how much farther the next mean is"))
    spokes = Segments(np.repeat(x[None], len(means), axis=0), means, "spoke", groups=classes)
    formula = r"\underset{k}{\mathrm{arg\,min}}\; \|\mathbf{x} - \mathbf{m}_k\|"
    return Inquiry(Story(said, formula, numbers=tuple(told)), (spokes,))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.wrong is None else {"training errors": len(step.wrong)}


def event(step: Step) -> str:
    return "mean" if step.part == "mean" else ""


def bound(data: Dataset, params: Params) -> int:
    return 2 + len(data.classes_present)


ALGORITHM = Algorithm(
    name="Nearest class mean",
    task="classification",
    summary="Replaces every class by its mean and gives a point to the nearest.",
    source="Duda and Hart 1973",
    params=Params,
    run=run,
    marks=marks,
    explain=explain,
    bound=bound,
    needs=(needs.classes(2), needs.labelled, *needs.POINTS),
    inspect=inspect,
    measure=measure,
    event=event,
)
