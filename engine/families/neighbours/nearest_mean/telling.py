"""What a step of Nearest class mean says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, signed, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.neighbours.nearest_mean.drawing import bisector
from engine.families.neighbours.nearest_mean.loop import Params, Step, equal_means
from engine.maths.algebra.agreement import agree
from engine.maths.evaluation.confusion import crossed
from engine.models.groups import ClassMeans
from engine.parts.nearest import Kind, asked
from engine.parts.querying import are_numbers, place_words
from engine.parts.ranges import scaled_first

MEANS = Kind(
    nearest="The mean of {0} is the nearest, so this point is classified as {0}.",
    next="{0} is next.",
    called="{0}",
    lower="class",
    margin="how much farther the next mean is",
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return {"start": _say_start, "mean": _say_mean, "compare": _say_compare}[step.part](step, data)


def _say_start(step: Step, data: Dataset) -> Story:
    sizes = [(data.class_name(code), int((data.codes == code).sum())) for code in data.classes_present]
    story = Story(
        f"{data.n:,} points of {len(sizes)} classes. Each class will be replaced by one point, its mean.",
        r"\mathbf{m}_k = \frac{1}{N_k} \sum_{n:\, t_n = k} \mathbf{x}_n",
        tables=(Table("Classes", ("class", "points"), tuple(sizes)),),
    )
    return scaled_first(story, data, "the widest feature alone decides which mean is nearest.")


def _say_mean(step: Step, data: Dataset) -> Story:
    assert step.model is not None and step.row is not None
    code, mean = int(step.model.classes[step.row]), step.model.means[step.row]
    own = data.X[data.codes == code]
    sums, size = own.sum(axis=0), len(own)
    worked = tuple(
        f"{name}: {divided(float(total), size)}" for name, total in zip(data.feature_names[:6], sums, strict=False)
    )
    rows = zip(data.feature_names, sums.tolist(), [size] * data.d, mean.tolist(), strict=True)
    none = agree((own - mean).sum(axis=0), 0.0, np.abs(own).sum(axis=0))
    return Story(
        f"The mean of the {counted(size, 'point')} of {data.class_name(code)} is {place_words(data, mean)}.",
        r"\mathbf{m}_k = \frac{1}{N_k} \sum_{n:\, t_n = k} \mathbf{x}_n",
        worked,
        (Number("mean", mean if are_numbers(data) else place_words(data, mean)), Number("points", size)),
        (Table("Component by component", ("feature", "sum", "points", "mean"), tuple(rows)),),
        (Check("the deviations from the mean add up to 0", none),),
    )


def _say_compare(step: Step, data: Dataset) -> Story:
    assert step.model is not None and step.wrong is not None
    means = step.model.means
    right, wrong = data.n - len(step.wrong), len(step.wrong)
    said = f"Every point is compared with all means: {right:,} go to their own class, {wrong:,} to another."
    tied = counted(step.ties, "point has", "points have")
    tie = f"{tied} two nearest means and took the lower class." if step.ties else ""
    edge = "The boundary of two classes is the perpendicular bisector of their means."
    share = len(step.wrong) / data.n
    return Story(
        " ".join(filter(None, (said, tie, equal_means(data, means) or edge))),
        r"\hat{t} = \underset{k}{\mathrm{arg\,min}}\; \|\mathbf{x} - \mathbf{m}_k\|^2",
        _halfway(means, data) if len(means) == 2 else (),
        (Number("training errors", len(step.wrong)), Number("share", share, f"{len(step.wrong)} of {data.n:,}")),
        (_confusion(step.model, data),),
    )


def _halfway(means: np.ndarray, data: Dataset) -> tuple[str, ...]:
    line = bisector(means)
    return (
        f"w = m₂ − m₁ = {vector(means[1])} − {vector(means[0])} = {vector(line.weights)}",
        f"the boundary passes through (m₁ + m₂) / 2 = {place_words(data, means.mean(axis=0))}",
        f"w · x {signed(line.bias)} = 0",
    )


def _confusion(model: ClassMeans, data: Dataset) -> Table:
    """A row for each class, a column for what its points are called."""
    names, K = [data.class_name(int(code)) for code in model.classes], len(data.class_names)
    counts = crossed(data.codes, model.predict(data.X), K, K).counts[np.ix_(model.classes, model.classes)]
    rows = tuple((name, *row) for name, row in zip(names, counts.tolist(), strict=True))
    return Table("Points of each class, by the nearest mean", ("class", *names), rows)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The nearest mean, the runner-up, and by how much it is farther."""
    if step.model is None:
        return None
    names = [data.class_name(int(code)) for code in step.model.classes]
    return asked(x, step.model.means, names, MEANS, step.model.classes)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.wrong is None else {"training errors": len(step.wrong)}


def event(step: Step) -> Event | None:
    return Event("mean", "centre") if step.part == "mean" else None
