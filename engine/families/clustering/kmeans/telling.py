"""What a half-step of K-means says: which points and centres moved, and by how much E fell."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.base.words import averaged, counted, divided, figure, percent, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.clustering.group_drawing import cell_of
from engine.families.clustering.kmeans.classes import TrueGroups, true_groups
from engine.families.clustering.kmeans.drawing import has_squares
from engine.families.clustering.kmeans.loop import Params, Step
from engine.families.clustering.measures import measured
from engine.families.clustering.seeding import nearest_square
from engine.maths.algebra.agreement import DIGITS, exceeds
from engine.maths.algebra.distances import own_squares, squared_distances
from engine.maths.optimisation.rising import change, has_risen
from engine.parts.querying import with_place
from engine.parts.ranges import scaled_first

ALIKE = 1e-9
"""Two E that differ by a smaller share are the same."""
LIKELIEST = 6
"""So many of the rows that may become a centre are listed."""
APART = " E does not reward separation between clusters; the silhouette does."
NEAREST = r"z_n = \underset{k}{\mathrm{arg\,min}}\; \|\mathbf{x}_n - \mathbf{m}_k\|^2"
MEAN = r"\mathbf{m}_k = \frac{1}{N_k} \sum_{n:\, z_n = k} \mathbf{x}_n"
ERROR = r"E = \frac{1}{N} \sum_k \sum_n z_{nk}\, \|\mathbf{x}_n - \mathbf{m}_k\|^2"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {
        "start": _say_start, "point": _say_point, "assign": _say_assign,
        "centre": _say_centre, "move": _say_move, "empty": _say_empty,
    }  # fmt: skip
    return say[step.half](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    if step.cluster is None:
        said = f"The run begins from {counted(len(step.model.centres), 'given centre')}."
    else:
        said = f"Centre {step.cluster + 1} of {params.k} is chosen: {params.seeding}, from the seed on screen."
    plus_plus = params.seeding == "k-means++" and step.cluster is not None
    chance = r"P(\mathbf{x}_n) \propto \min_k \|\mathbf{x}_n - \mathbf{m}_k\|^2"
    formula = chance if plus_plus else r"\mathbf{m}_1, \dots, \mathbf{m}_K"
    chance, table = _chances(step, data, params)
    story = Story(said + chance, formula, _drawn_line(step, data), _centre_numbers(step), table)
    return story if step.cluster else scaled_first(story, data)


def _drawn_line(step: Step, data: Dataset) -> tuple[str, ...]:
    """The chance of the row that was drawn, worked from the squared distances; the first has none to go by."""
    if step.chances is None or step.row is None or not len(step.before.centres):
        return ()
    weights = nearest_square(data.X, step.before.centres)
    if not 0 < weights.sum() < np.inf or not np.isclose(step.chances[step.row], weights[step.row] / weights.sum()):
        return ()
    return (f"its chance is d² / Σ d² = {divided(float(weights[step.row]), float(weights.sum()))}",)


def _chances(step: Step, data: Dataset, params: Params) -> tuple[str, tuple[Table, ...]]:
    """How likely the chosen row was, and the likeliest rows."""
    if step.row is None or (params.seeding == "farthest first" and step.cluster):
        return "", ()
    row = f" Row {data.row_name(step.row)}"
    if step.chances is None:
        return f"{row} was drawn; every row on which no centre stood was equally likely.", ()
    order = np.argsort(-step.chances, kind="stable")[:LIKELIEST]
    rows = tuple((data.row_name(one), float(step.chances[one])) for one in order)
    place = int(np.flatnonzero(order == step.row)[0]) if step.row in order else None
    said = f"{row} had the chance {figure(step.chances[step.row])}; each dark dot is as large as its own."
    return said, (Table("The likeliest rows", ("row", "chance"), rows, place),)


def _say_point(step: Step, data: Dataset, params: Params) -> Story:
    """One point of the assign half: its distances to all centres, and its part of E."""
    assert step.labels is not None and step.row is not None
    row, k = step.row, int(step.labels[step.row])
    squares = ((data.X[row] - step.model.centres) ** 2).sum(axis=1)
    old = None if step.labels_before is None else int(step.labels_before[row])
    stays = "goes there" if old is None else "stays there" if old == k else f"leaves centre {old + 1} for it"
    part = f"‖x − m{k + 1}‖² / N = {divided(float(squares[k]), data.n)}"
    rows = tuple((j + 1, float(value) ** 0.5) for j, value in enumerate(squares))
    return Story(
        f"Iteration {step.round}, point {data.row_name(row)}: centre {k + 1} is the nearest, and it {stays}.",
        NEAREST,
        (f"its part of E is {part}",),
        (
            Number("part of E", float(squares[k]) / data.n),
            Number("distance", float(squares[k]) ** 0.5, "to its centre"),
        ),
        (Table("Distances", ("centre", "distance"), rows, k),),
    )


def _say_centre(step: Step, data: Dataset, params: Params) -> Story:
    """One centre of the move half."""
    assert step.cluster is not None
    k = step.cluster
    gone = float(np.sqrt(((step.model.centres[k] - step.before.centres[k]) ** 2).sum()))
    return Story(
        f"Iteration {step.round}: centre {k + 1} goes to the mean of its points, {figure(gone)} away.",
        MEAN,
        _mean_lines(step, data, k),
        (Number("moved by", gone), *_centre_numbers(step)),
    )


def _say_assign(step: Step, data: Dataset, params: Params) -> Story:
    tied = counted(step.ties, "point has", "points have")
    tie = f" {tied} two nearest centres and took the lower number." if step.ties else ""
    first = "Every point goes to its nearest centre."
    if step.error_before is not None:
        first = (
            f"{counted(step.changed, 'point')} changed cluster." if step.changed else "No point changed its cluster."
        )
    converged = step.error_before is not None and not step.changed and len(step.model.centres) > 1
    true = true_groups(step, data)
    return Story(
        f"Iteration {step.round}, assign: {first}{_fall(step)}{tie}{APART if converged else ''}{_against(step, true)}",
        rf"{NEAREST}, \qquad {ERROR}",
        _error_line(step, data),
        (
            *_error_numbers(step, data),
            *(() if true is None else (Number("E of the classes", true.error, "with their means"),)),
        ),
        (_shares(step, data),),
        _never_rises(step, data),
    )


def _against(step: Step, true: TrueGroups | None) -> str:
    """Whether E likes these clusters better than the classes, drawn as rings."""
    if true is None or step.error is None:
        return ""
    if step.error < true.error * (1 - ALIKE):
        return (
            f" The classes (rings) have a larger E, {figure(true.error)}: E rewards short distances, not true groups."
        )
    if step.error > true.error * (1 + ALIKE):
        return f" The classes (rings) have a smaller E, {figure(true.error)}: this is only a local minimum."
    return " The classes (rings) have the same E."


def _say_move(step: Step, data: Dataset, params: Params) -> Story:
    moves = np.sqrt(((step.model.centres - step.before.centres) ** 2).sum(axis=1))
    k = int(np.argmax(moves))
    return Story(
        f"Iteration {step.round}, move: every centre goes to the mean of its points; centre {k + 1} moves farthest, "
        f"by {figure(moves[k])}.{_fall(step)}",
        rf"{MEAN}, \qquad {ERROR}",
        (*_mean_lines(step, data, k), *_error_line(step, data)),
        _error_numbers(step, data) + _centre_numbers(step),
        (_shares(step, data),),
        _never_rises(step, data),
    )


def _mean_lines(step: Step, data: Dataset, k: int) -> tuple[str, ...]:
    """The mean of the points of cluster k with its numbers, and with its dates; one without points stays."""
    own = np.asarray(step.labels == k, dtype=float)
    mean = averaged((own @ data.X).tolist(), float(own.sum())) if own.any() else vector(step.model.centres[k])
    line = f"m{k + 1} ← {mean}, before {vector(step.before.centres[k])}"
    return with_place(line, f"m{k + 1}", data, step.model.centres[k])


def _say_empty(step: Step, data: Dataset, params: Params) -> Story:
    assert step.cluster is not None
    done = {
        "re-seed": _put_on(step, data),
        "keep": "It stays where it is.",
        "drop": "It is dropped, and the clusters above it move down by one number.",
    }[params.empty]
    if params.empty == "re-seed" and step.model == step.before:
        done = "Every point is a centre already, so it stays where it is."
    return Story(
        f"Iteration {step.round}: cluster {step.cluster + 1} received no points. {done}{_fall(step)}",
        rf"N_k = 0, \qquad {ERROR}",
        _error_line(step, data),
        _error_numbers(step, data),
        (_shares(step, data),),
        _never_rises(step, data),
    )


def _put_on(step: Step, data: Dataset) -> str:
    """Which row a re-seeded centre has got: the only one of its cluster."""
    rows = np.flatnonzero(step.labels == step.cluster)
    which = f"row {data.row_name(int(rows[0]))}, " if len(rows) else ""
    return f"It is put on {which}the point with the largest error."


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
    return (f"E = {divided(step.error * data.n, data.n)}{before}",)


def _error_numbers(step: Step, data: Dataset) -> tuple[Number, ...]:
    assert step.error is not None
    fell = () if step.error_before is None else (Number("fell by", _fallen(step.error, step.error_before)),)
    drawn = ": the dashed squares, together" if step.half == "assign" and has_squares(data.X) else ""
    inertia = Number("N E", step.error * data.n, f"inertia{drawn}")
    assert step.labels is not None
    return (Number("E", step.error, "mean squared distance"), *fell, inertia, *measured(data, step.labels))


def _centre_numbers(step: Step) -> tuple[Number, ...]:
    return tuple(Number(f"centre {k + 1}", centre) for k, centre in enumerate(step.model.centres[:8]))


def _shares(step: Step, data: Dataset) -> Table:
    """What each cluster contributes to E."""
    assert step.labels is not None
    squares = own_squares(data.X, step.model.centres, step.labels)
    K = len(step.model.centres)
    sizes, shares = np.bincount(step.labels, minlength=K), np.bincount(step.labels, squares, K) / data.n
    rows = tuple((k + 1, int(sizes[k]), float(shares[k])) for k in range(K))
    return Table("Clusters", ("cluster", "points", "share of E"), rows, step.focus)


def _never_rises(step: Step, data: Dataset) -> tuple[Check, ...]:
    """A distance x − m is known to a share of x: √E can be told from the one before to that share, no better."""
    if step.error is None or step.error_before is None:
        return ()
    farther = exceeds(step.error**0.5, step.error_before**0.5, max(map(abs, data.extremes)), DIGITS)
    return (Check("E does not rise", not (farther and has_risen(step.error, step.error_before))),)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The cell a point lies in, its distances to the centres, and the runner-up."""
    centres = step.model.centres
    answer = cell_of(x, centres)
    part = float(squared_distances(x[None], centres).min()) / data.n
    told = [*answer.story.numbers, Number("part of E", part, "its squared distance / N")]
    if step.error:
        told.append(Number("share of E", percent(part / step.error), "of all the points together"))
    return replace(answer, story=replace(answer.story, numbers=tuple(told)))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.error is None else {"E": step.error}


def event(step: Step) -> Event | None:
    if step.half == "empty":
        return Event("empty cluster", "wrong")
    if step.half == "point" and step.labels is not None and step.labels_before is not None:
        changed = step.labels[step.row] != step.labels_before[step.row]
        return Event("change", "centre") if changed else None
    return Event("change", "centre") if step.half == "assign" and step.changed else None
