"""Models with curved borders at 10,000 points: fit and painted areas, the notebook way of both, and that of Orange.

python -m tests.benchmarks.surfaces prints these rows alone.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
for pool in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(pool, "1")

import matplotlib  # noqa: E402  the settings above are read when the libraries are loaded

matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
from sklearn.base import ClassifierMixin  # noqa: E402
from sklearn.ensemble import RandomForestClassifier  # noqa: E402
from sklearn.inspection import DecisionBoundaryDisplay  # noqa: E402
from sklearn.neighbors import KNeighborsClassifier  # noqa: E402
from sklearn.svm import SVC  # noqa: E402
from sklearn.tree import DecisionTreeClassifier  # noqa: E402

import engine  # noqa: E402
from engine.data.dataset import Dataset  # noqa: E402
from engine.models.neighbours import Query  # noqa: E402
from engine.parts.trees.at_once import grown  # noqa: E402
from tests.benchmarks import window  # noqa: E402
from tests.benchmarks.timing import Aim, Cost, Row, print_aims, print_table, timed  # noqa: E402

POINTS = 10_000
FRAME = 16.7
GRID = 512
EXACT = 150.0
"""Milliseconds to the areas, to the pixel."""
SLID = 66.7
"""Milliseconds to a picture while a slider moves: fifteen of them a second."""


@dataclass(frozen=True)
class Method:
    """A method of ours, and the same of scikit-learn.

    fits    how many times as long as scikit-learn's our fit may take; None where it is only told
    exact   milliseconds to the painted areas;   watched  other parameters where only its pictures are looked at
    """

    name: str
    key: str
    params: dict[str, object]
    theirs: Callable[[], ClassifierMixin]
    fits: float | None
    exact: float = EXACT
    watched: dict[str, object] = field(default_factory=dict)


METHODS = (
    Method("k-NN, k = 5", "knn", {"k": 5}, lambda: KNeighborsClassifier(5), None),
    Method("tree of 20 leaves", "cart", {"max_leaves": 20},
           lambda: DecisionTreeClassifier(max_leaf_nodes=20, random_state=0), 1.5),
    Method("forest of 20", "random_forest", {"trees": 20, "importance": False},
           lambda: RandomForestClassifier(20, random_state=0), 1.5, 300.0),
    Method("SVM, RBF", "svm", {"kernel": "rbf", "gamma": 0.5, "C": 1.0},
           lambda: SVC(gamma=0.5, C=1.0), 3.0, EXACT, {"pairs": 300}),
)  # fmt: skip


def clouds(n: int = POINTS) -> Dataset:
    """Two classes whose clouds touch."""
    rng = np.random.default_rng(0)
    codes = rng.integers(2, size=n)
    return Dataset(rng.normal(size=(n, 2)) + 2.5 * codes[:, None], codes, class_names=("left", "right"))


def fits(method: Method, data: Dataset) -> tuple[Row, Row]:
    """From the data to the model, ours and scikit-learn's, in turn."""
    act = partial(engine.fit, method.key, data, **method.params)
    return _in_turn(f"{method.name}, {data.n:,} points: fit", act, lambda: method.theirs().fit(data.X, data.codes))


def whole_tree(data: Dataset) -> tuple[Row, Row]:
    """A tree that learns every row, as those of a forest are grown."""
    theirs = DecisionTreeClassifier(random_state=0)
    act = partial(grown, data.X, data.codes, 2)
    return _in_turn(f"whole tree, {data.n:,} points: fit", act, lambda: theirs.fit(data.X, data.codes))


def _in_turn(name: str, ours: Callable[[], object], theirs: Callable[[], object]) -> tuple[Row, Row]:
    costs = [(computed(ours), computed(theirs)) for _ in range(4)][1:]  # the first loads what it needs
    return Row.spent(name, [one for one, _ in costs]), Row.spent(f"{name}, scikit-learn", [two for _, two in costs])


def computed(act: Callable[[], object]) -> Cost:
    began, spent = time.perf_counter(), time.process_time()
    act()
    return Cost(time.perf_counter() - began, time.process_time() - spent)


def by_hand(method: Method, data: Dataset, repeats: int = 3) -> Row:
    """The notebook way: fit, a surface on a grid of 256, a scatter, all drawn by matplotlib."""
    figure = plt.figure(figsize=(9, 7), dpi=100)

    def cell() -> None:
        learner = method.theirs().fit(data.X, data.codes)
        figure.clear()
        axes = figure.add_subplot()
        DecisionBoundaryDisplay.from_estimator(
            learner, data.X, grid_resolution=256, response_method="predict", alpha=0.2, ax=axes
        )
        axes.scatter(data.X[:, 0], data.X[:, 1], c=data.codes, s=20)
        figure.canvas.draw()

    row = Row.of(f"the notebook way, {method.name}, {data.n:,} points: fit and surface", timed(cell, repeats, warm=1))
    plt.close(figure)
    return row


def at_once(method: Method, data: Dataset, repeats: int = 3) -> Row:
    """As Orange does: fit, and ask the model for every place of a fine grid at once, before anything is seen."""
    across, up = (
        np.linspace(low, high, GRID) for low, high in zip(data.X.min(axis=0), data.X.max(axis=0), strict=True)
    )
    places = np.column_stack([axis.ravel() for axis in np.meshgrid(across, up)])

    def act() -> None:
        method.theirs().fit(data.X, data.codes).predict(places)

    name = f"the whole grid at once, {method.name}, {data.n:,} points: fit and {GRID} × {GRID} places"
    return Row.of(name, timed(act, repeats, warm=1))


def first_seen(bench: window.Bench, method: Method, data: Dataset) -> Row:
    """One step to the first picture of its areas, which may be coarse."""
    return window.pictures(bench, data, method.key, repeats=12, coarse=True, **{**method.params, **method.watched})


def painted(bench: window.Bench, method: Method, data: Dataset) -> Row:
    """One step to its areas, to the pixel."""
    return window.pictures(bench, data, method.key, repeats=12, **{**method.params, **method.watched})


def query(bench: window.Bench, data: Dataset, repeats: int = 30) -> Row:
    """The query of k-NN dragged to the painted picture: its neighbours, their votes and the answer follow."""
    bench.open(data, "knn", k=5)
    bench.session.go_to_end()
    bench.until(lambda: bench.at(bench.session.lane.known - 1))
    bench.rest()
    times = []
    for turn in range(3 + repeats):
        place = np.array([0.02 * turn, 1.0])
        times.append(bench.painted(partial(bench.session.set_start, Query(place), "", 1), partial(asked, bench, place)))
        bench.rest(0.02)
    bench.session.points.end_gesture()
    return Row.spent(f"k-NN, {data.n:,} points: the query dragged to the painted picture", times[3:])


def slid(bench: window.Bench, data: Dataset, name: str, first: float, repeats: int = 30) -> Row:
    """A parameter of the support vector machine moved by its slider to the painted picture of what it comes to."""
    bench.open(data, "svm", gamma=0.5)
    bench.session.go_to_end()
    bench.until(lambda: bench.at(bench.session.lane.known - 1))
    times = []
    for turn in range(3 + repeats):
        value = first * 1.03**turn
        times.append(bench.painted(partial(bench.session.set_param, name, value), partial(follows, bench, name, value)))
    bench.until(lambda: bench.session.lane.settled and bench.session.lane.ending is not None)
    return Row.spent(f"SVM, {data.n:,} points: {name} slid to the painted picture", times[3:])


def follows(bench: window.Bench, name: str, value: float) -> bool:
    """Whether what is in view is of a run with this value."""
    return bench.shown is not None and bool(getattr(bench.shown.params, name) == value)


def asked(bench: window.Bench, place: np.ndarray) -> bool:
    """Whether the frame in view is that of the answer for a query there."""
    shown = bench.shown
    if shown is None or shown.provisional or shown.step.part != "answer":
        return False
    return bool(np.array_equal(shown.step.model.point, place))


def rows(bench: window.Bench) -> tuple[list[Row], list[Aim]]:
    """All that is measured, and what was to be reached."""
    data = clouds()
    fitted = [fits(method, data) for method in METHODS]
    whole = whole_tree(data)
    seen = [painted(bench, method, data) for method in METHODS]
    dragged = query(bench, data)
    held = [slid(bench, data, "C", 1.0), slid(bench, data, "gamma", 0.5)]
    coarse = [first_seen(bench, method, data) for method in METHODS]
    notebook = [by_hand(method, data) for method in METHODS]
    orange = [at_once(method, data) for method in METHODS]
    own = [ours for ours, _ in fitted]
    aims = [
        *(_against(ours, theirs, method.fits) for method, (ours, theirs) in zip(METHODS, fitted, strict=True)),
        _against(*whole, 1.5),
        *(Aim(row.name, row.median, method.exact, "ms") for method, row in zip(METHODS, seen, strict=True)),
        *(Aim(row.name, row.median, FRAME, "ms") for row in coarse),
        Aim(dragged.name, dragged.median, FRAME, "ms"),
        *(Aim(row.name, row.median, SLID, "ms") for row in held),
        *(_beside("the notebook way", *each) for each in zip(METHODS, own, seen, notebook, strict=True)),
        *(_beside("the whole grid at once", *each) for each in zip(METHODS, own, seen, orange, strict=True)),
    ]  # fmt: skip
    return [
        *(row for pair in (*fitted, whole) for row in pair),
        *seen,
        *coarse,
        dragged,
        *held,
        *notebook,
        *orange,
    ], aims


def _against(ours: Row, theirs: Row, most: float | None) -> Aim:
    """By what was computed, which says the same on a machine that others use."""
    assert ours.cpu is not None and theirs.cpu is not None
    return Aim(f"{ours.name} against scikit-learn's", ours.cpu / max(theirs.cpu, 1e-3), most, "x")


def _beside(way: str, method: Method, fit: Row, areas: Row, theirs: Row) -> Aim:
    """How many times as quick as another way ours is; of a long run the last step's areas come after the fit."""
    name = f"{method.name}: fit and areas, against {way}"
    return Aim(name, theirs.median / (fit.median + areas.median), None, "x")


def main() -> None:
    with window.bench() as bench:
        table, aims = rows(bench)
    print_table(table)
    print_aims(aims)


if __name__ == "__main__":
    main()
