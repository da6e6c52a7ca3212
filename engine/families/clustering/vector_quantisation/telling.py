"""What a step of vector quantisation says: what is replaced by what, the bits that takes, and how far off it is."""

from __future__ import annotations

import numpy as np

from engine.base.words import brief, counted, divided, figure
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.clustering.group_drawing import cell_of
from engine.families.clustering.vector_quantisation.loop import Params, Step, bits_after, bits_before, code_bits
from engine.maths.algebra.agreement import agree
from engine.maths.algebra.distances import nearest
from engine.parts.ranges import scaled_first

FORMULA = r"\mathbf{x}_n \to \mathbf{m}_{z_n}, \quad E = \frac{1}{N} \sum_n \|\mathbf{x}_n - \mathbf{m}_{z_n}\|^2"
LISTED = 8
"""So many code words are listed."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    K = len(step.model.centres)
    if step.kind == "search":
        return Story(f"K-means is still moving the {counted(K, 'code word')} of the code book.", FORMULA)
    say = {"book": _say_book, "replace": _say_replaced, "end": _say_end}
    lines, told = _bit_lines(data, params, K), _numbers(step, data, params, K)
    said, worked = say[step.kind](step, data, params), (*_worked(step, data), *lines)
    story = Story(said, FORMULA, worked, told, (_table(step),), tuple(_checks(step, data)))
    return scaled_first(story, data) if step.kind == "book" else story


def _say_book(step: Step, data: Dataset, params: Params) -> str:
    K = len(step.model.centres)
    said = f"K-means has found a code book of {counted(K, 'code word')}: the centres."
    if params.k > K:
        said += f" There are no more than {K} different rows, so nothing will be lost."
    return said


def _say_replaced(step: Step, data: Dataset, params: Params) -> str:
    assert step.rows is not None
    code = int(step.codes[step.rows[0]])
    word = f"code word {code + 1}"
    if len(step.rows) == 1:
        row = int(step.rows[0])
        return f"Row {data.row_name(row)} becomes {word}, {figure(float(step.squares[row]) ** 0.5)} away."
    return (
        f"{counted(len(step.rows), 'row becomes', 'rows become')} {word}: of each only the number {code + 1} is kept."
    )


def _say_end(step: Step, data: Dataset, params: Params) -> str:
    exact = not step.squares.any()
    lost = "Nothing is lost: every row is its code word." if exact else "What is lost is the distortion, E of K-means."
    return f"{counted(data.n, 'row is', 'rows are')} replaced. {lost}"


def _worked(step: Step, data: Dataset) -> tuple[str, ...]:
    if step.rows is not None and len(step.rows) == 1:
        row = int(step.rows[0])
        return (f"x ← {brief(step.model.centres[step.codes[row]])}, before {brief(data.X[row])}",)
    total = float(step.squares.sum())
    return (f"E = {divided(total, data.n)}",)


def _bit_lines(data: Dataset, params: Params, K: int) -> tuple[str, str]:
    before = bits_before(data.n, data.d, params.bits)
    book, codes = bits_after(data.n, data.d, params.bits, K)
    each = f"{K} × {data.d} × {params.bits} + {figure(data.n)} × {code_bits(K)}"
    return (
        f"bits before = {figure(data.n)} × {data.d} × {params.bits} = {figure(before)}",
        f"bits after = {each} = {figure(book + codes)}",
    )


def _numbers(step: Step, data: Dataset, params: Params, K: int) -> tuple[Number, ...]:
    before, after = bits_before(data.n, data.d, params.bits), sum(bits_after(data.n, data.d, params.bits, K))
    return (
        Number("E", float(step.squares.mean()), "the distortion"),
        Number("compression", before / after, "bits before for each bit after"),
        Number("bits of a code", code_bits(K), "log₂ K, rounded up"),
        Number("replaced", int(step.done.sum()), f"of {counted(data.n, 'row')}"),
    )


def _table(step: Step) -> Table:
    """The code words with their rows and their part of the distortion, the busiest first."""
    K = len(step.model.centres)
    sizes, parts = np.bincount(step.codes, minlength=K), np.bincount(step.codes, step.squares, K) / len(step.codes)
    order = np.argsort(-sizes, kind="stable")[:LISTED].tolist()
    rows = tuple((k + 1, int(sizes[k]), float(parts[k])) for k in order)
    here = None if step.rows is None else int(step.codes[step.rows[0]])
    return Table("Code words", ("code", "rows", "part of E"), rows, order.index(here) if here in order else None)


def _checks(step: Step, data: Dataset) -> list[Check]:
    """That every row has its nearest code word, as far as K-means came to rest."""
    least = nearest(data.X, step.model.centres).squares
    size = float(np.abs(data.X).max()) ** 2
    return [Check("the code of every row is that of its nearest code word", agree(least, step.squares, size))]


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The code word of a point."""
    return cell_of(x, step.model.centres)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"replaced": int(step.done.sum())}


def event(step: Step) -> Event | None:
    return {"book": Event("code book", "best"), "replace": Event("code word", "centre")}.get(step.kind)
