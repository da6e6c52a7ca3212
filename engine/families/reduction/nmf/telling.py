"""What half an iteration of non-negative matrix factorisation says."""

from __future__ import annotations

import numpy as np

from engine.base.words import brief, counted, figure, percent, shown
from engine.core.algorithm import Inquiry
from engine.core.marks import Mark, Points, Segments
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.reduction.nmf.loop import MULTIPLICATIVE, NEAR_0, Params, Step
from engine.families.reduction.pictures import Maker, beside
from engine.maths.optimisation.rising import has_risen

ERROR = r"E = \frac{1}{2} \|X - W H\|^2, \quad W \ge 0, \; H \ge 0"
FORMULAS = {
    ("scores", True): r"w_{nk} \leftarrow w_{nk}\, \frac{(X H^\top)_{nk}}{(W H H^\top)_{nk}}",
    ("parts", True): r"h_{kd} \leftarrow h_{kd}\, \frac{(W^\top X)_{kd}}{(W^\top W H)_{kd}}",
    ("scores", False): r"w_{nk} \leftarrow \max\left(0,\; w_{nk} - "
    r"\frac{(W H H^\top - X H^\top)_{nk}}{(H H^\top)_{kk}}\right)",
    ("parts", False): r"h_{kd} \leftarrow \max\left(0,\; h_{kd} - "
    r"\frac{(W^\top W H - W^\top X)_{kd}}{(W^\top W)_{kk}}\right)",
}
LISTED = 12
"""So many of the features or parts a table lists, the largest first."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.kind == "start":
        return _say_start(step, data, params)
    return _say_half(step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    k, asked = len(step.model.parts), params.components
    said = f"We look for {counted(k, 'part')} so that every row is nearly a sum of them, with no score and no entry "
    said += "below 0. W has the scores of the rows, H the parts; both begin here."
    if k < asked:
        said += f" {counted(asked, 'part')} asked for, and there is room for {k}."
    worked = (f"X is {data.n:,} × {data.d},  W is {data.n:,} × {k},  H is {k} × {data.d}",)
    return Story(said, ERROR, worked, _numbers(step, data), (_contributions(step),))


def _say_half(step: Step, data: Dataset, params: Params) -> Story:
    assert step.before is not None
    of, now = (data.row_name, step.scores) if step.kind == "scores" else (_part_name, step.model.parts)
    i, j = changed(step)
    was, is_now = float(step.before[i, j]), float(now[i, j])
    if step.kind == "scores":
        said = f"Iteration {step.round}, scores: with the parts fixed, every row takes more or less of each."
        cell, what = f"w of row {of(i)} and h{j + 1}", f"Row {of(i)} changes its score on h{j + 1} most"
    else:
        said = f"Iteration {step.round}, parts: with the scores fixed, every entry of the parts is improved."
        name = data.feature_names[j]
        cell, what = f"{of(i)} of {name}", f"The entry for {name} in {of(i)} changes most"
    said += f" {what}, from {figure(was)} to {figure(is_now)}." if was != is_now else " No entry changes."
    rule = params.method == MULTIPLICATIVE
    return Story(
        said,
        FORMULAS[step.kind, rule],
        (_cell_line(step, data, params, cell, i, j), *_error_line(step, data)),
        (Number("E before", step.was), *_numbers(step, data)),
        (_contributions(step),),
        (
            Check("E does not rise", not has_risen(step.error, step.was, float((data.X**2).sum()))),
            Check("no entry of W or H is below 0", bool(min(step.scores.min(), step.model.parts.min()) >= 0)),
        ),
    )


def _part_name(i: int) -> str:
    return f"h{i + 1}"


def changed(step: Step) -> tuple[int, int]:
    """Which score or entry of a part the half changed most: its row and column."""
    assert step.before is not None
    now = step.scores if step.kind == "scores" else step.model.parts
    i, j = np.unravel_index(int(np.argmax(np.abs(now - step.before))), now.shape)
    return int(i), int(j)


def _cell_line(step: Step, data: Dataset, params: Params, cell: str, i: int, j: int) -> str:
    """That entry from the one before it, by the rule."""
    assert step.before is not None
    if step.kind == "scores":
        own, gram, cross = step.before[i], step.model.parts @ step.model.parts.T, step.model.parts @ data.X[i]
        now, t = step.scores[i], j
    else:
        own, gram, cross = step.before[:, j], step.scores.T @ step.scores, step.scores.T @ data.X[:, j]
        now, t = step.model.parts[:, j], i
    was, after = float(own[t]), float(now[t])
    if params.method == MULTIPLICATIVE:
        below = float(own @ gram[:, t])
        if not below:
            return f"{cell} stays {figure(was)}: nothing is divided by 0"
        one, over, under = shown(after, lambda a, b, c: a * b / c, was, float(cross[t]), below)
        return f"{cell} ← {one} · {over} / {under} = {figure(after)}"
    mixed = np.where(np.arange(len(own)) < t, now, own)  # those before it are new already
    slope, bend = float(mixed @ gram[t] - cross[t]), float(gram[t, t])
    if not bend:
        return f"{cell} stays {figure(was)}: nothing is divided by 0"
    one, over, under = shown(was - slope / bend, lambda a, b, c: a - b / c, was, slope, bend)
    free = f"{one} − ({over}) / {under}"
    return f"{cell} ← {free} = {figure(after)}" if after else f"{cell} ← 0, as {free} < 0"


def _error_line(step: Step, data: Dataset) -> tuple[str, ...]:
    if not step.error:
        return ()
    (squares,) = shown(step.error, lambda one: one / 2, 2 * step.error)
    return (f"E = ½ ‖X − W H‖² = {squares} / 2 = {figure(step.error)}",)


def _numbers(step: Step, data: Dataset) -> tuple[Number, ...]:
    whole = float((data.X**2).sum())
    told = [Number("E", step.error)]
    if whole:
        told.append(Number("left over", percent(2 * step.error / whole), "of the squares of X"))
    told.append(Number("entries near 0", percent(step.near_0), f"below {NEAR_0:.0%} of their part's greatest"))
    return tuple(told)


def _contributions(step: Step) -> Table:
    """What each part adds to all rows together."""
    whole = float(step.contributions.sum()) or 1.0
    order = np.argsort(-step.contributions, kind="stable")[:LISTED]
    rows = tuple(
        (_part_name(int(j)), float(step.contributions[j]), percent(step.contributions[j] / whole)) for j in order
    )
    return Table("What the parts add in all", ("part", "sum", "share"), rows)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The scores of a point, and how near the sum of its parts comes."""
    model = step.model
    scores = model.transform(x[None])
    rebuilt = model.inverse_transform(scores)
    off = float(np.sqrt(((x - rebuilt[0]) ** 2).sum()))
    used = int(np.count_nonzero(scores))
    said = f"This point has the scores {brief(scores[0])}: {counted(used, 'part')} of {len(model.parts)} above 0. "
    said += f"Their sum is {figure(off)} off."
    drawn: list[Mark] = [Segments(x[None], rebuilt, "residual"), Points(rebuilt, "focus")]
    if data.image is not None:
        drawn += beside(data, x, "this point", [Maker(data.image, model, None, "sum of its parts")], at=1)
    rows = tuple((_part_name(int(j)), float(scores[0, j])) for j in np.argsort(-scores[0], kind="stable")[:LISTED])
    formula = r"\hat{\mathbf{x}} = \sum_k w_k \mathbf{h}_k, \quad w_k \ge 0"
    story = Story(said, formula, (), (Number("off by", off),), (Table("Scores", ("part", "score"), rows),))
    return Inquiry(story, tuple(drawn))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"E": step.error}


def event(step: Step) -> Event | None:
    return Event("new parts", "axis") if step.kind == "parts" else None
