"""What a step of inverted lists says."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from engine.base.words import counted, figure, listed
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.neighbour_search.inverted_lists.loop import ROWS, Params, Step, nearest
from engine.families.neighbour_search.item_sets import items, rows_as_sets

LISTS = r"L_a = \{n : a \in \mathbf{x}_n\}"
MERGE = r"\mathrm{candidates} = \bigcup_{a \in \mathbf{z}} L_a"
DISTANCE = r"d(\mathbf{z}, \mathbf{x}) = |\mathbf{z}| + |\mathbf{x}| - 2\, |\mathbf{z} \cap \mathbf{x}|"
COST = r"O(d' n') \;\mathrm{instead\ of}\; O(d\, n)"
SHOWN = 12
"""So many lists, or rows, stand in a table of the story."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {
        "start": _say_start, "index": _say_index, "fetch": _say_fetched,
        "compare": _say_compared, "answer": _say_answer,
    }  # fmt: skip
    return say[step.part](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    names = items(data).names
    where = f"the {counted(len(names), 'list')}, one for each attribute"
    said = f"{counted(data.n, 'row')} will be put on {where}. {_asks(step, data)}"
    return Story(said, LISTS, numbers=(Number("rows n", data.n), Number("attributes d", len(names))))


def _asks(step: Step, data: Dataset) -> str:
    if not len(step.wanted):
        return "The query has no attribute at all."
    return f"The query has {counted(len(step.wanted), 'attribute')}: {_named(step.wanted, data)}."


def _say_index(step: Step, data: Dataset, params: Params) -> Story:
    has, new = rows_as_sets(data), step.done - step.before
    if params.build == ROWS:
        part = has[: step.done]
        one = f"Row {data.row_name(step.done - 1)} is put on {counted(int(part[-1].sum()), 'list')}"
        one += f": {_named(np.flatnonzero(part[-1]), data)}." if part[-1].any() else ": it has no attribute."
        said = one if new == 1 else f"Rows {step.before + 1:,} to {step.done:,} are put on the lists."
    else:
        part, names = has[:, : step.done], items(data).names
        one = f"The list of {names[step.done - 1]} holds {counted(int(part[:, -1].sum()), 'row')}."
        said = one if new == 1 else f"Lists {step.before + 1:,} to {step.done:,} are made."
    entries, fresh = int(part.sum()), int((part[-new:] if params.build == ROWS else part[:, -new:]).sum())
    line = f"entries: {figure(entries - fresh)} + {figure(fresh)} = {figure(entries)}"
    return Story(said, LISTS, (line,), (Number("entries", entries, "of all lists so far"),))


def _say_fetched(step: Step, data: Dataset, params: Params) -> Story:
    attribute = int(step.wanted[step.fetched - 1])
    on_it = np.flatnonzero(rows_as_sets(data)[:, attribute])
    new = int(((step.known == 0) & (step.shared > 0)).sum())
    known, found = int((step.known > 0).sum()), int((step.shared > 0).sum())
    subject = (
        f"{counted(len(on_it), 'row')} ({_rows(on_it, data)}), {new} of them new" if len(on_it) else "no row is on it"
    )
    said = f"The list of {items(data).names[attribute]} is fetched: {subject}."
    told = (Number("candidates n'", found), Number("entries read", int(step.shared.sum())))
    return Story(said, MERGE, (f"n' = {known} + {new} = {found}",), told, _lists(step, data))


def _say_compared(step: Step, data: Dataset, params: Params) -> Story:
    row, d = int(step.candidates[len(step.distances) - 1]), int(step.distances[-1])
    size, common = int(rows_as_sets(data)[row].sum()), int(step.shared[row])
    new = len(step.distances) - step.before
    begun = "No list has a row, so all rows are compared. " if step.alone and not step.before else ""
    said = f"{begun}Row {data.row_name(row)} shares {counted(common, 'attribute')} with the query and is {d} away."
    if new > 1:
        said = f"{begun}{new:,} more candidates are compared. Row {data.row_name(row)}, the last of them, is {d} away."
    line = f"d = {len(step.wanted)} + {size} − 2·{common} = {d}"
    return Story(said, DISTANCE, (line,), (Number("compared", len(step.distances)), *_counts(step, data)))


def _say_answer(step: Step, data: Dataset, params: Params) -> Story:
    by_row = dict(zip(step.candidates.tolist(), step.distances.tolist(), strict=True))
    d = by_row[int(step.near[0])]
    said = f"{_plural('The nearest row', len(first := _at(step, by_row, d)))} {_rows(first, data)}, {d} away"
    said += ": a tie. " if len(first) > 1 else ". "
    names, ours = len(items(data).names), len(step.candidates)
    said += _verdict(step, data, by_row, params)
    lines: tuple[str, ...] = (f"share compared = {ours} / {data.n:,} = {figure(ours / data.n)}",)
    if not step.alone:
        merged, scanned = len(step.wanted) * ours, names * data.n
        lines = (*lines, f"d'·n' = {len(step.wanted)}·{ours} = {merged:,}", f"d·n = {names}·{data.n:,} = {scanned:,}")
    checks = (Check("the lists hold as many entries as were shared", _entries(step, data) == int(step.shared.sum())),)
    return Story(said, COST, lines, _counts(step, data), _found(step, data, by_row), checks)


def _verdict(step: Step, data: Dataset, by_row: dict[int, int], params: Params) -> str:
    """What was saved, and what such a search can never find."""
    if step.alone:
        return "No list had a row, so nothing was saved: all rows were compared."
    rows = f"of {data.n:,} rows"
    said = f"{counted(len(step.candidates), f'{rows} was', f'{rows} were')} compared."
    left = data.n - len(step.candidates)
    if not left:
        return f"{said} Every row shares an attribute, so nothing was saved."
    said += f" {counted(left, 'row that shares', 'rows that share')} nothing with the query can never be found."
    missed = np.setdiff1d(overlooked(step, data, params), step.candidates)
    if len(missed):
        d = int(len(step.wanted) + rows_as_sets(data)[missed[0]].sum())
        said += f" Here row {data.row_name(int(missed[0]))} is missed: it shares nothing and is only {d} away."
    return said


def overlooked(step: Step, data: Dataset, params: Params) -> np.ndarray:
    """The rows that measuring all would have found nearer than the last that was found."""
    every = len(step.wanted) + rows_as_sets(data).sum(axis=1) - 2 * step.shared
    best = nearest(every, np.arange(data.n), params.k)
    return best[every[best] < every[step.near[-1]]] if len(step.near) >= params.k else np.setdiff1d(best, step.near)


def _entries(step: Step, data: Dataset) -> int:
    return int(rows_as_sets(data)[:, step.wanted].sum())


def _at(step: Step, by_row: dict[int, int], d: int) -> list[int]:
    return [row for row in step.near.tolist() if by_row[row] == d]


def _plural(words: str, count: int) -> str:
    return f"{words} is row" if count == 1 else f"{words}s are rows"


def _named(attributes: np.ndarray, data: Dataset) -> str:
    names = items(data).names
    return listed((names[one] for one in attributes.tolist()), 6)


def _rows(rows: Iterable[int], data: Dataset) -> str:
    return listed((data.row_name(int(row)) for row in rows), 6)


def _counts(step: Step, data: Dataset) -> tuple[Number, ...]:
    return (
        Number("candidates n'", len(step.candidates)),
        Number("attributes of the query d'", len(step.wanted)),
        Number("rows n", data.n),
    )


def _lists(step: Step, data: Dataset) -> tuple[Table, ...]:
    """The lists fetched so far, the last one lit."""
    has, names = rows_as_sets(data), items(data).names
    fetched = step.wanted[: step.fetched][-SHOWN:].tolist()
    rows = tuple((names[one], _rows(np.flatnonzero(has[:, one]), data)) for one in fetched)
    return (Table("Lists fetched", ("attribute", "rows"), rows, len(rows) - 1),)


def _found(step: Step, data: Dataset, by_row: dict[int, int]) -> tuple[Table, ...]:
    rows = tuple((data.row_name(row), int(step.shared[row]), by_row[row]) for row in step.near[:SHOWN].tolist())
    return (Table("Nearest", ("row", "shared", "distance"), rows),)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"rows on the lists": float((step.shared > 0).sum())} if step.part in ("fetch", "compare", "answer") else {}


def event(step: Step) -> Event | None:
    if step.part == "answer":
        return Event("all compared", "wrong") if step.alone else Event("found", "best")
    return Event("list", "path") if step.part == "fetch" else None
