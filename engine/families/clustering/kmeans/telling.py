"""What a half-step of K-means says: who moved where, and by how much E fell."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.clustering.kmeans.loop import Params, Step
from engine.maths.optimisation.rising import change, has_risen
from engine.parts.nearest import Kind, asked

CELLS = Kind(
    nearest="This point lies in the cell of centre {0}.",
    next="Centre {0} is next.",
    called="centre {0}",
    lower="number",
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {"start": _say_start, "assign": _say_assign, "move": _say_move, "empty": _say_empty}
    return say[step.half](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    if step.cluster is None:
        said = f"The run begins from {counted(len(step.model.centres), 'given centre')}."
    else:
        said = f"Centre {step.cluster + 1} of {params.k} is chosen: {params.seeding}, from the seed on screen."
    plus_plus = params.seeding == "k-means++" and step.cluster is not None
    chance = r"P(\mathbf{x}_n) \propto \min_k \|\mathbf{x}_n - \mathbf{m}_k\|^2"
    formula = chance if plus_plus else r"\mathbf{m}_1, \dots, \mathbf{m}_K"
    return Story(said, formula, numbers=_centre_numbers(step))


def _say_assign(step: Step, data: Dataset, params: Params) -> Story:
    tied = counted(step.ties, "point has", "points have")
    tie = f" {tied} two nearest centres and took the lower number." if step.ties else ""
    first = "Every point goes to its nearest centre."
    if step.error_before is not None:
        first = (
            f"{counted(step.changed, 'point')} changed cluster." if step.changed else "No point changed its cluster."
        )
    return Story(
        f"Round {step.round}, assign: {first}{_fall(step)}{tie}",
        r"z_n = \underset{k}{\mathrm{arg\,min}}\; \|\mathbf{x}_n - \mathbf{m}_k\|^2",
        _error_line(step, data),
        _error_numbers(step, data),
        (_shares(step, data),),
        _never_rises(step),
    )


def _say_move(step: Step, data: Dataset, params: Params) -> Story:
    moves = np.sqrt(((step.model.centres - step.before.centres) ** 2).sum(axis=1))
    k = int(np.argmax(moves))
    return Story(
        f"Round {step.round}, move: every centre goes to the mean of its points; centre {k + 1} moves farthest, "
        f"by {figure(moves[k])}.{_fall(step)}",
        r"\mathbf{m}_k = \frac{1}{N_k} \sum_{n:\, z_n = k} \mathbf{x}_n",
        (_mean_line(step, data, k), *_error_line(step, data)),
        _error_numbers(step, data) + _centre_numbers(step),
        (_shares(step, data),),
        _never_rises(step),
    )


def _mean_line(step: Step, data: Dataset, k: int) -> str:
    """The mean of the points of cluster k with its numbers; one without points stays."""
    own = data.X[step.labels == k]
    mean = f"{vector(own.sum(axis=0))} / {len(own)} = " if len(own) else ""
    return f"m{k + 1} ← {mean}{vector(step.model.centres[k])}, before {vector(step.before.centres[k])}"


def _say_empty(step: Step, data: Dataset, params: Params) -> Story:
    done = {
        "re-seed": "It is put on the point with the largest error.",
        "keep": "It stays where it is.",
        "drop": "It is dropped, and the clusters above it move down by one number.",
    }[params.empty]
    if params.empty == "re-seed" and step.model == step.before:
        done = "Every point is a centre already, so it stays where it is."
    assert step.cluster is not None
    return Story(
        f"Round {step.round}: cluster {step.cluster + 1} received no points. {done}{_fall(step)}",
        r"N_k = 0",
        _error_line(step, data),
        _error_numbers(step, data),
        (_shares(step, data),),
        _never_rises(step),
    )


def _fall(step: Step) -> str:
    if step.error is None or step.error_before is None:
        return ""
    fall = _fallen(step.error, step.error_before)
    return f" E falls by {figure(fall)}." if fall > 0 else " E stays as it was."


def _fallen(error: float, before: float) -> float:
    return 0.0 - change(error, before)  # from 0, so that no fall is 0 and not −0


def _error_line(step: Step, data: Dataset) -> tuple[str, ...]:
    assert step.error is not None
    before = "" if step.error_before is None else f"   (before: {figure(step.error_before)})"
    return (f"E = {figure(step.error * data.n)} / {data.n} = {figure(step.error)}{before}",)


def _error_numbers(step: Step, data: Dataset) -> tuple[Number, ...]:
    assert step.error is not None
    fell = () if step.error_before is None else (Number("fell by", _fallen(step.error, step.error_before)),)
    return (Number("E", step.error, "mean squared distance"), *fell, Number("N E", step.error * data.n, "inertia"))


def _centre_numbers(step: Step) -> tuple[Number, ...]:
    return tuple(Number(f"centre {k + 1}", centre) for k, centre in enumerate(step.model.centres[:8]))


def _shares(step: Step, data: Dataset) -> Table:
    """What each cluster contributes to E."""
    assert step.labels is not None
    squares = ((data.X - step.model.centres[step.labels]) ** 2).sum(axis=1)
    K = len(step.model.centres)
    sizes, shares = np.bincount(step.labels, minlength=K), np.bincount(step.labels, squares, K) / data.n
    rows = tuple((k + 1, int(sizes[k]), float(shares[k])) for k in range(K))
    return Table("Clusters", ("cluster", "points", "share of E"), rows, step.focus)


def _never_rises(step: Step) -> tuple[Check, ...]:
    if step.error is None or step.error_before is None:
        return ()
    return (Check("E does not rise", not has_risen(step.error, step.error_before)),)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The cell a point lies in, its distances to the centres, and the runner-up."""
    centres = step.model.centres
    K = len(centres)
    return asked(x, centres, [str(k + 1) for k in range(K)], CELLS, np.arange(K))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.error is None else {"E": step.error}


def event(step: Step) -> Event | None:
    if step.half == "empty":
        return Event("empty cluster", "wrong")
    return Event("change", "centre") if step.half == "assign" and step.changed else None
