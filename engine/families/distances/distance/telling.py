"""What a step of a distance says."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import added, counted, enough, figure, joined, listed, taken, vector
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.distances.distance.drawing import TIMES, enlarged, texts
from engine.families.distances.distance.loop import SQUARED, Params, Step, compared, kind, of_strings
from engine.maths.algebra.metrics import similarity
from engine.models.neighbours import CHEBYSHEV, EUCLIDEAN, HAMMING, MANHATTAN, MINKOWSKI

FORMULAS = {
    MANHATTAN: r"r_1(\mathbf{a}, \mathbf{b}) = \sum_d |a_d - b_d|",
    EUCLIDEAN: r"r_2(\mathbf{a}, \mathbf{b}) = \sqrt{\sum_d (a_d - b_d)^2}",
    SQUARED: r"\|\mathbf{a} - \mathbf{b}\|^2 = \mathbf{a}^\top\mathbf{a} - 2\, \mathbf{a}^\top\mathbf{b} + "
    r"\mathbf{b}^\top\mathbf{b}",
    MINKOWSKI: r"D_p(\mathbf{a}, \mathbf{b}) = \sqrt[p]{\sum_d |a_d - b_d|^p}",
    CHEBYSHEV: r"D_\infty(\mathbf{a}, \mathbf{b}) = \max_d |a_d - b_d|",
    HAMMING: r"D_H(\mathbf{a}, \mathbf{b}) = \sum_d [a_d \neq b_d]",
}
SHOWN = 12
"""So many coordinates stand in the table, the largest."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {"start": _say_start, "coordinate": _say_coordinate, "root": _say_root, "answer": _say_answer}
    return say[step.part](step, compared(data, params), params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    a, b = _points(step, data)
    shared = int(step.shared.sum())
    said = f"a is {a}, b is {b}: {counted(shared, 'coordinate')} to compare."
    if of_strings(params):
        said = f"String a is {params.first_string}, string b is {params.second_string}: "
        said += f"{counted(shared, 'position')} to compare."
    if shared < data.d:
        lacking = counted(data.d - shared, "coordinate is", "coordinates are")
        said += f" {lacking} missing in a or b and left out: what is not known is neither alike nor different."
    if step.unit != 1:
        what = "square" if kind(params) == EUCLIDEAN else "power"
        said += f" All gaps are divided by the largest, {figure(step.unit)}, as its {what} would be too large or small."
    if kind(params) == HAMMING and any(not column.levels for column in data.columns):
        said += " Numbers are compared exactly: two that differ in the last digit differ."
    return Story(said, FORMULAS[kind(params)], numbers=(Number("coordinates D", data.d),))


def _points(step: Step, data: Dataset) -> tuple[str, ...]:
    """a and b in words, or as vectors where all cells are numbers."""
    if step.given.all() and all(column.kind == "numeric" for column in data.columns):
        return tuple(vector(point) for point in step.points)
    cells = [texts(step, data, j) for j in range(data.d)]
    return tuple(listed(cell[which] for cell in cells) for which in (0, 1))


def _say_coordinate(step: Step, data: Dataset, params: Params) -> Story:
    j = step.done - 1
    name, gap, term = data.columns[j].name, float(step.gaps[j]), float(step.terms[j])
    if step.done - step.before > 1:
        said = f"{step.done - step.before} more coordinates are counted in, {name} the last."
        return Story(said, FORMULAS[kind(params)], numbers=_numbers(step, params), tables=(_table(step, data),))
    if not step.shared[j]:
        said = f"{name} is missing in {_lacking(step, j)}: it does not count."
        return Story(said, FORMULAS[HAMMING], (), _numbers(step, params), (_table(step, data),))
    if kind(params) == HAMMING:
        same = "the same in a and b" if gap == 0 else "not the same in a and b"
        said = f"{name} is {same}."
    else:
        said = f"{name} differs by {figure(gap)}."
    if kind(params) == CHEBYSHEV:
        said += _largest(step)
    return Story(
        said, FORMULAS[kind(params)], _worked(step, data, params, gap, term), _numbers(step, params),
        (_table(step, data),),
    )  # fmt: skip


def _lacking(step: Step, j: int) -> str:
    """Which of the points lack a coordinate."""
    return joined(name for name, there in zip("ab", step.given[:, j], strict=True) if not there)


def _largest(step: Step) -> str:
    """How this gap compares with the largest before."""
    gap = float(step.gaps[step.done - 1])
    if step.done == 1 or gap > step.last:
        return " It is the largest so far."
    return " It is as large as the largest so far." if gap == step.last else " A larger one was there before."


def _worked(step: Step, data: Dataset, params: Params, gap: float, term: float) -> tuple[str, ...]:
    j = step.done - 1
    high, low = float(step.points[:, j].max()), float(step.points[:, j].min())
    lines = [f"gap = {taken(high, low)}"]
    if kind(params) == HAMMING:
        lines = []
    if step.unit != 1:
        lines.append(f"in units of the largest = {figure(gap)} / {figure(step.unit)} = {figure(gap / step.unit)}")
    if kind(params) in (EUCLIDEAN, SQUARED):
        n = enough(term, lambda side: side * side, gap / step.unit)
        lines.append(f"its square = {figure(gap / step.unit, n)}² = {figure(term)}")
    elif kind(params) == MINKOWSKI:
        lines.append(f"{figure(gap / step.unit)} to the power {figure(params.p)} is {figure(term)}")
    if kind(params) == CHEBYSHEV:
        return (*lines, f"the largest so far is {figure(step.total)}")
    return (*lines, f"sum = {added(step.last, term)}")


def _say_root(step: Step, data: Dataset, params: Params) -> Story:
    if kind(params) == EUCLIDEAN:
        line, said = f"d = √{figure(step.total, 6)} = {figure(step.distance)}", "The root of the sum is the distance."
        if step.unit != 1:
            n = enough(step.distance, lambda unit, total: unit * math.sqrt(total), step.unit, step.total)
            line = f"d = {figure(step.unit, n)}·√{figure(step.total, n)} = {figure(step.distance)}"
            said = "The root of the sum, times the largest gap, is the distance: no square is too large or too small."
        return Story(said, FORMULAS[EUCLIDEAN], (line,), _numbers(step, params))
    times = f"{figure(step.unit)} times " if step.unit != 1 else ""
    said = f"The distance is {times}the sum to the power 1 / {figure(params.p)}: {figure(step.distance)}."
    line = f"1 / p = 1 / {figure(params.p)} = {figure(1 / params.p)}"
    return Story(said, FORMULAS[MINKOWSKI], (line,), _numbers(step, params))


def _say_answer(step: Step, data: Dataset, params: Params) -> Story:
    remark = REMARKS[kind(params)](step, data, params)
    said = f"The {params.distance} distance of a and b is {figure(step.distance)}. {remark}"
    lines: tuple[str, ...] = ()
    if kind(params) == HAMMING:
        count, shared = int((step.gaps != 0).sum()), int(step.shared.sum())
        lines = (f"share = {count} / {shared} = {figure(count / shared)}",)
    elif kind(params) == MINKOWSKI and params.p < 1:
        far = 2.0 ** (1.0 / params.p)
        lines = ("by way of (1, 0) = 1 + 1 = 2", f"{figure(far)} > 2")
    elif kind(params) == SQUARED:
        lines = _expanded(step)
        said += "" if lines else _digits_lost(step)
    lines += _alike(step, params)
    near = Number("similarity", float(similarity(step.distance)), "1 / (1 + distance)")
    told = (Number("distance", step.distance), near)
    said += " The similarity is 1 where they are the same, and tends to 0 far away"
    said += "." if kind(params) == HAMMING else "; it depends on the unit."
    tables = (_table(step, data),)
    return Story(said.strip(), FORMULAS[kind(params)], lines, told, tables)


def _expanded(step: Step) -> tuple[str, ...]:
    """The square as the formula has it, with its numbers; nothing where they cancel so far that it comes out wrong."""
    parts = _terms(step)
    if figure(_of_terms(*parts)) != figure(step.total):
        return ()
    n = enough(step.total, _of_terms, *parts)
    aa, ab, bb = (figure(abs(part), n) for part in parts)
    return (f"expanded = {aa} {'+' if parts[1] < 0 else '−'} 2·{ab} + {bb} = {figure(step.total)}",)


def _terms(step: Step) -> tuple[float, float, float]:
    a, b = step.points
    return float(a @ a), float(a @ b), float(b @ b)


def _of_terms(aa: float, ab: float, bb: float) -> float:
    return aa - 2 * ab + bb


def _digits_lost(step: Step) -> str:
    """What is said where the three terms have no digits left for so small a difference."""
    value = _of_terms(*_terms(step))
    cut = ", and below 0 it is cut at 0" if value < 0 else ""
    return f" Expanded, its terms are too large for so small a difference: they come to {figure(value)}{cut}."


def _alike(step: Step, params: Params) -> tuple[str, ...]:
    """The similarity, and what it would be in a unit a tenth as large."""
    there = enlarged(step.distance, params)
    return tuple(
        f"{name} = 1 / (1 + {figure(r, 6)}) = {figure(float(similarity(r)))}"
        for name, r in (("similarity", step.distance), (f"with numbers {TIMES} times as large", there))
    )


def _dominant(step: Step, data: Dataset, params: Params) -> str:
    """Which coordinate has the largest share."""
    if not step.total > 0:
        return "They are the same point."
    j = int(np.argmax(step.terms))
    share = 100 * float(step.terms[j]) / float(step.terms.sum())
    said = f"{data.columns[j].name} makes {figure(share, 3)} % of the sum."
    if kind(params) in (EUCLIDEAN, SQUARED):
        said += " The shares, and so the distance, depend on the unit."
    if kind(params) == SQUARED:
        said += " Not a metric: 0 to 1 to 2 is 1 + 1, but 0 to 2 is 4. The nearest neighbour is that of Euclidean."
    return said


def _order(step: Step, data: Dataset, params: Params) -> str:
    names = {1.0: "p = 1 is Manhattan.", 2.0: "p = 2 is Euclidean."}
    if params.p < 1:
        far = figure(2.0 ** (1.0 / params.p))
        said = f"Below p = 1 it is no metric: from (0, 0) to (1, 1) it is {far}, but by way of (1, 0) only 2."
        return f"{said} Towards p = 0 the sum, without the root, counts the coordinates that differ."
    return f"{names.get(params.p, 'With p → ∞ it becomes Chebyshev, the largest gap.')} {_dominant(step, data, params)}"


def _winner(step: Step, data: Dataset, params: Params) -> str:
    top = np.flatnonzero(step.gaps == step.gaps.max())
    if not step.total > 0:
        return "They are the same point."
    names = listed((data.columns[j].name for j in top.tolist()), 4)
    order = "p = ∞ is Chebyshev. " if params.distance == MINKOWSKI else ""
    decides = "decides alone" if len(top) == 1 else "tie for it"
    return f"{order}{names} {decides}: two points are far apart if any one attribute is."


def _counted(step: Step, data: Dataset, params: Params) -> str:
    count = int((step.gaps != 0).sum())
    shared = int(step.shared.sum())
    rest = "" if shared == data.d else f" that both have, of {data.d}"
    return f"They differ in {count} of {counted(shared, 'position')}{rest}."


REMARKS = {
    MANHATTAN: _dominant, EUCLIDEAN: _dominant, SQUARED: _dominant,
    MINKOWSKI: _order, CHEBYSHEV: _winner, HAMMING: _counted,
}  # fmt: skip


def _numbers(step: Step, params: Params) -> tuple[Number, ...]:
    name = "largest gap so far" if kind(params) == CHEBYSHEV else "sum so far"
    return (Number(name, step.total), Number("coordinates done", step.done))


def _table(step: Step, data: Dataset) -> Table:
    """Every coordinate with its share of what is there so far, the last one counted in lit."""
    done = np.arange(step.done)
    shown = np.sort(done[np.argsort(-step.terms[: step.done], kind="stable")[:SHOWN]])
    total = math.fsum(step.terms[: step.done].tolist())
    rows = tuple(
        (data.columns[j].name, *texts(step, data, j),
         float(step.terms[j]), f"{figure(100 * step.terms[j] / total, 3)} %" if total > 0 else "–")
        for j in shown.tolist()
    )  # fmt: skip
    lit = len(rows) - 1 if step.part == "coordinate" and len(rows) and shown[-1] == step.done - 1 else None
    return Table("Coordinates", ("coordinate", "a", "b", "term", "share"), rows, lit)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    name = "largest gap so far" if kind(params) == CHEBYSHEV else "sum"
    return {name: step.total} if step.done else {}


def event(step: Step) -> Event | None:
    return Event("distance", "best") if step.part == "answer" else None
