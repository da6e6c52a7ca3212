"""What a step of the edit distance says."""

from __future__ import annotations

from engine.base.words import added, counted, figure
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.distances.edit_distance.loop import DELETE, DIAGONAL, INSERT, STEPS, SWAP, Params, Step
from engine.maths.algebra.agreement import agree, exceeds

FORMULA = r"D_{ij} = \min(D_{i-1,j-1} + c_{ab}, \quad D_{i-1,j} + c_{-}, \quad D_{i,j-1} + c_{+})"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return {"start": _start, "cell": _cell, "back": _back, "done": _done}[step.part](step, params)


def _start(step: Step, params: Params) -> Story:
    m, n = len(params.first), len(params.second)
    said = (
        f"How cheaply does “{params.first}” become “{params.second}”? Cell i, j will say what it costs to change the "
    )
    said += "first i letters of a into the first j letters of b. In the first column all are deleted, in the first row "
    said += "all are inserted."
    worked = (
        f"all deleted: {m} · {figure(params.delete)} = {figure(m * params.delete)}",
        f"all inserted: {n} · {figure(params.insert)} = {figure(n * params.insert)}",
    )
    return Story(said, FORMULA, worked, (Number("letters of a", m), Number("letters of b", n)))


def _cell(step: Step, params: Params) -> Story:
    assert step.i is not None and step.j is not None and step.totals is not None
    i, j, totals = step.i, step.j, step.totals
    move, cost = int(step.moves[i, j]), float(step.D[i, j])
    said = f"From “{params.first[:i]}” to “{params.second[:j]}”: the cheapest is to {operation(i, j, move, params)}, "
    said += f"which comes to {figure(cost)}."
    tied = int((totals == cost).sum())
    if tied > 1:
        said += f" {counted(tied, 'move')} cost as little: the first in the order of the lines is taken."
    lines = []
    for way in range(len(totals)):
        old = float(step.D[i - STEPS[way, 0], j - STEPS[way, 1]])
        lines.append(f"{operation(i, j, way, params)}: {added(old, price(i, j, way, params))}")
    least = Check("no other move is cheaper", bool(cost <= totals.min()))
    return Story(said, FORMULA, tuple(lines), (Number("cost of the cell", cost),), (), (least,))


def operation(i: int, j: int, move: int, params: Params) -> str:
    """What a move to cell i, j does, in words."""
    a, b = params.first, params.second
    if move == DIAGONAL:
        return f"keep {a[i - 1]}" if a[i - 1] == b[j - 1] else f"substitute {a[i - 1]} by {b[j - 1]}"
    if move == DELETE:
        return f"delete {a[i - 1]}"
    return f"insert {b[j - 1]}" if move == INSERT else f"swap {a[i - 2]} and {a[i - 1]}"


def price(i: int, j: int, move: int, params: Params) -> float:
    """What a move to cell i, j costs."""
    if move == DIAGONAL:
        return 0.0 if params.first[i - 1] == params.second[j - 1] else params.substitute
    return {DELETE: params.delete, INSERT: params.insert, SWAP: params.swap}[move]


def changes(step: Step, params: Params) -> list[tuple[str, float]]:
    """The operations along the way back so far, from its first cell on, with what each costs."""
    assert step.path is not None
    moves = [(int(i), int(j), int(step.moves[i, j])) for i, j in step.path[1:]]
    return [(operation(i, j, move, params), price(i, j, move, params)) for i, j, move in moves]


def _table(step: Step, params: Params, chosen: int | None) -> Table:
    rows = tuple((number + 1, words, cost) for number, (words, cost) in enumerate(changes(step, params)))
    return Table("Changes along the way", ("number", "change", "cost"), rows, chosen if rows else None)


def _back(step: Step, params: Params) -> Story:
    assert step.path is not None and step.i is not None and step.j is not None
    table = _table(step, params, 0)
    if len(step.path) == 1:
        said = "The last cell is the distance. From it we follow the moves back that were cheapest."
        return Story(said, FORMULA, (), (Number("distance", step.distance),))
    words, cost = changes(step, params)[0]
    said = f"The way came here by the change: {words}, for {figure(cost)}."
    told = (Number("cost of this change", cost), Number("distance", step.distance))
    return Story(said, FORMULA, (), told, (table,))


def _done(step: Step, params: Params) -> Story:
    assert step.path is not None
    made = changes(step, params)
    costs = [cost for _, cost in made]
    paid = sum(cost > 0 for cost in costs)
    said = f"“{params.first}” becomes “{params.second}” by {counted(paid, 'change')} that "
    said += f"{'costs' if paid == 1 else 'cost'} something, for {figure(step.distance)} in all."
    if not paid:
        said = "Nothing has to be paid: the distance is 0."
    line = f"distance = {' + '.join(map(figure, costs))} = {figure(step.distance)}"
    everything = len(params.first) * params.delete + len(params.second) * params.insert
    checks = (
        Check("the costs along the way add up to the distance", agree(sum(costs), step.distance, sum(costs) + 1.0)),
        Check("it is no dearer than to delete all and insert all", not exceeds(step.distance, everything, everything)),
    )
    told = (Number("distance", step.distance), Number("changes that cost", paid))
    return Story(said, FORMULA, (line,) if costs else (), told, (_table(step, params, None),), checks)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"distance": step.distance} if step.part in ("back", "done") else {}


def event(step: Step) -> Event | None:
    return Event("distance", "best") if step.part == "done" else None
