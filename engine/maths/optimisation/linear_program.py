"""Linear programs that decide whether a line separates two classes.   t ∈ {−1, +1}, −1 ≤ wⱼ ≤ 1, solved by HiGHS

    strictly     max ε                 such that  tₙ (w · xₙ + b) ≥ ε for every n        yes when ε > 0
    touching     max Σₙ tₙ (w · xₙ + b)  such that  tₙ (w · xₙ + b) ≥ 0 for every n        yes when the sum is > 0
    the proof    λ ≥ 0 with Σ₊ λₙ xₙ = Σ₋ λₙ xₙ, Σ₊ λₙ = Σ₋ λₙ = 1                        exists when ε = 0

Columns are moved to their middle and divided by their reach first, so that the answers do not depend on the units.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.algebra.affine import UNSEEN, activations, with_ones
from engine.maths.optimisation.margin import Line

EXACT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
PART = 1e-9
"""A smaller part of a mixture is none."""
MANY, FEW = 1_000, 500
"""More rows than this are not given to the solver all at once, but the worst few."""
BROKEN = 1e-10
"""By less than this no constraint is broken: the solver promises no more."""


@snapshot
class Meeting:
    """A point that both classes reach by mixing their rows: no line can have them on different sides.

    rows (k,), shares (k,) > 0 with the sum 1 in each class;   low, high (m,) the mixture of each class
    """

    rows: np.ndarray
    shares: np.ndarray
    low: np.ndarray
    high: np.ndarray

    @property
    def apart(self) -> float:
        """How far the two mixtures are apart: 0, but for rounding."""
        return float(np.abs(self.high - self.low).max())


def unit_columns(X: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The table with every column between −1 and 1, and the middles (m,) and reaches (m,) of the columns.

    A column that never changes is 0, and so is its reach.
    """
    reach = 0.5 * (X.max(axis=0) - X.min(axis=0))
    middle = X.min(axis=0) + reach
    reach = np.where(reach > UNSEEN, reach, 0.0)
    return np.where(reach > 0, X - middle, 0.0) / np.where(reach > 0, reach, 1.0), middle, reach


def separating(X: np.ndarray, t: np.ndarray) -> tuple[Line, float]:
    """The line with the greatest least ε, and that ε, computed from the line itself: > 0 when it separates strictly.

    No line, and an ε of 0, where none is found.

    >>> line, room = separating(np.array([[0.0], [1.0]]), np.array([-1.0, 1.0]))
    >>> round(room, 9)
    1.0
    """
    return separating_rows(X, t)[:2]


def separating_rows(X: np.ndarray, t: np.ndarray) -> tuple[Line, float, np.ndarray]:
    """The same, and the rows that it took to find it: where they cannot be separated, nor can all."""
    table, middle, reach = unit_columns(X)
    answer, rows = _parted(table, t)
    w = np.zeros(table.shape[1]) if answer is None else answer[2:]
    a = activations(table, w, 0.0)
    high, low = float(a[t > 0].min()), float(a[t < 0].max())
    return _in_units(w, -0.5 * (high + low), middle, reach), 0.5 * (high - low), rows


def touching(X: np.ndarray, t: np.ndarray) -> tuple[Line, float, float]:
    """The line with no row on its wrong side and as many as far as can be on their right one: how far those lie in
    all, and how far the worst row lies on the wrong side, which is 0 but for rounding.
    """
    table, middle, reach = unit_columns(X)
    signed = t[:, None] * with_ones(table)
    answer, _ = _within(-signed.sum(axis=0), -signed, _box(table.shape[1]), _first_rows(table, t))
    b, w = (0.0, np.zeros(table.shape[1])) if answer is None else (float(answer[0]), answer[1:])
    right = t * activations(table, w, b)
    return _in_units(w, b, middle, reach), float(right.sum()), float(max(0.0, -right.min()))


def meeting(X: np.ndarray, t: np.ndarray, among: np.ndarray | None = None) -> Meeting | None:
    """A point where the mixtures of the two classes meet, of as few rows as a corner solution has; None if none do.

    among  rows that no line separates, where they are known
    """
    table, middle, reach = unit_columns(X)
    among = _unparted(table, t) if among is None else among
    equal = np.vstack([(t[among, None] * table[among]).T, t[among] > 0, t[among] < 0])
    right = np.append(np.zeros(table.shape[1]), [1.0, 1.0])
    answer = _solved(np.zeros(len(among)), A_eq=equal, b_eq=right, bounds=(0, None))
    if answer is None:
        return None
    mixed = np.flatnonzero(answer > PART)
    shares = np.linalg.lstsq(equal[:, mixed], right, rcond=None)[0]
    shares = answer[mixed] if (shares < 0).any() else shares
    rows = among[mixed]
    low, high = (middle + reach * (shares[side] @ table[rows[side]]) for side in (t[rows] < 0, t[rows] > 0))
    return Meeting(rows, shares, low, high)


def same_place(X: np.ndarray, t: np.ndarray) -> Meeting | None:
    """The simplest proof: a row of each class at one and the same place, the first such rows; None if there are none.

    >>> same_place(np.array([[0.0], [1.0], [1.0]]), np.array([-1.0, -1.0, 1.0])).rows
    array([1, 2])
    """
    table = np.ascontiguousarray(X + 0.0)  # −0 is 0
    first = dict[bytes, int]()
    for row in np.flatnonzero(t < 0).tolist():
        first.setdefault(table[row].tobytes(), row)
    for row in np.flatnonzero(t > 0).tolist():
        if (other := first.get(table[row].tobytes())) is not None:
            rows = np.sort([other, row])
            return Meeting(rows, np.ones(2), X[other].astype(float), X[row].astype(float))
    return None


def _unparted(table: np.ndarray, t: np.ndarray) -> np.ndarray:
    """The rows that keep a line from separating the classes, among others: all of them where they are not too many."""
    if len(t) <= MANY:
        return np.arange(len(t))
    return _parted(table, t)[1]


def _parted(table: np.ndarray, t: np.ndarray) -> tuple[Any, np.ndarray]:
    """(ε, b, w) of the widest gap ε between the classes, or None, and the rows it took to find it."""
    constraints = with_ones(-t[:, None] * with_ones(table))  # of (ε, b, w): ε − t (b + w · x) ≤ 0
    cost = np.append(-1.0, np.zeros(constraints.shape[1] - 1))
    return _within(cost, constraints, _box(table.shape[1], more=1), _first_rows(table, t))


def _first_rows(table: np.ndarray, t: np.ndarray) -> np.ndarray:
    """The rows to begin with: of many those of either class that lie farthest towards the other."""
    if len(t) <= MANY:
        return np.arange(len(t))
    along = t * (table @ (table[t > 0].mean(axis=0) - table[t < 0].mean(axis=0)))
    sides = [np.flatnonzero(t == side) for side in (-1, 1)]
    few = [side[np.argpartition(along[side], min(FEW, len(side)) - 1)[:FEW]] for side in sides]
    return np.sort(np.concatenate(few))


def _within(cost: np.ndarray, table: np.ndarray, bounds: Any, rows: np.ndarray) -> tuple[Any, np.ndarray]:
    """The x of the least cost with table x ≤ 0, or None, and the rows it took to find it.

    While there is a row that x breaks, those that it breaks the most are added. What breaks no row is the answer to
    the whole, and no problem is so large that the solver would keep the interpreter from the window.
    """
    while True:
        x = _solved(cost, A_ub=table[rows], b_ub=np.zeros(len(rows)), bounds=bounds)
        if x is None or len(rows) == len(table):
            return x, rows
        over = table @ x
        over[rows] = 0.0
        worst = np.argpartition(over, -FEW)[-FEW:]
        worst = worst[over[worst] > BROKEN]
        if not len(worst):
            return x, rows
        rows = np.union1d(rows, worst)


def _solved(cost: np.ndarray, **problem: Any) -> Any:
    """The solution, or None when there is none, or when the digits of the numbers do not suffice to find it."""
    from scipy.optimize import linprog

    solve: Any = linprog
    answer = solve(cost, method="highs", options=EXACT, **problem)
    return answer.x if answer.status == 0 else None


def _box(d: int, more: int = 0) -> list[tuple[float | None, float | None]]:
    """−1 ≤ wⱼ ≤ 1; before them stand the bias and `more` other unknowns, which are free."""
    return [(None, None)] * (1 + more) + [(-1.0, 1.0)] * d


def _in_units(w: np.ndarray, b: float, middle: np.ndarray, reach: np.ndarray) -> Line:
    """The line in the units of the data; what never changes gets the weight 0."""
    weights = np.divide(w, reach, out=np.zeros_like(w), where=reach > 0)
    return Line(weights, float(b - weights @ middle))
