"""Categories in trees that predict numbers: against a search through all questions, and against scikit-learn."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeRegressor

import engine
from engine.core.marks import Bars, Graph, Matrix, Points, Segments
from engine.data.dataset import Column, Dataset
from engine.families.trees.regression_tree import loop
from engine.families.trees.regression_tree.drawing import marks
from engine.families.trees.regression_tree.telling import explain, inspect

LEVELS = ("a", "b", "c")
GOLF = (
    "RHHn26", "RHHy30", "OHHn48", "SMHn46", "SCNn62", "SCNy23", "OCNy43",
    "RMHn36", "RCNn38", "SMNn48", "RMNy48", "OMHy62", "OHNn44", "SMHy30",
)  # fmt: skip
"""Outlook, temperature, humidity, wind and how many hours somebody played, of fourteen days."""
COLUMNS = (
    Column("Outlook", "categorical", ("Overcast", "Rainy", "Sunny")),
    Column("Temp", "categorical", ("Cool", "Hot", "Mild")),
    Column("Humidity", "categorical", ("High", "Normal")),
    Column("Windy", "categorical", ("no", "yes")),
)


@pytest.fixture
def golf() -> Dataset:
    first = [[level[0] for level in column.levels] for column in COLUMNS]
    codes = [[letters.index(cell) for cell, letters in zip(day, first, strict=False)] for day in GOLF]
    return Dataset(np.array(codes, float), np.array([float(day[4:]) for day in GOLF]), COLUMNS, target_name="Hours")


# -- every question against a search -----------------------------------------------------------------------------------

CELL = st.one_of(st.none(), st.integers(0, 2))
ROW = st.tuples(CELL, CELL, st.integers(0, 9))


def table(rows: list[tuple[int | None, int | None, int]]) -> Dataset:
    """A category and a number, each with gaps, and a target."""
    X = np.array([[np.nan if cell is None else float(cell) for cell in row[:2]] for row in rows])
    columns = (Column("word", "categorical", LEVELS), Column("size"))
    return Dataset(X, np.array([float(row[2]) for row in rows]), columns)


def questions(data: Dataset, rows: list[int], least: int = 1) -> dict[tuple[int, float | None], float]:
    """By how much each question that a node allows drops the variance, by the definition; None asks a category."""
    found = {}
    for j, column in enumerate(data.columns):
        known = [i for i in rows if not np.isnan(data.X[i, j])]
        values = sorted({float(data.X[i, j]) for i in known})
        if column.levels:
            cuts = [None] if len(values) > 1 else []
        else:
            cuts = [(low + high) / 2 for low, high in pairwise(values)]
        for cut in cuts:
            sides: dict[object, list[float]] = {}
            for i in known:
                side = data.X[i, j] if cut is None else data.X[i, j] > cut
                sides.setdefault(float(side), []).append(float(data.y[i]))
            if min(map(len, sides.values())) >= least:
                whole = [one for side in sides.values() for one in side]
                drop = np.var(whole) - sum(len(side) / len(known) * np.var(side) for side in sides.values())
                found[j, cut] = drop * len(known) / len(rows)
    return found


@settings(max_examples=60)
@given(st.lists(ROW, min_size=2, max_size=16), st.integers(1, 3))
def test_every_split_matches_an_exhaustive_search(rows, least):
    data = table(rows)
    trace = engine.trace("regression_tree", data, min_leaf=least).to_end()
    for step in trace[1:]:
        gains = questions(data, step.rows.tolist(), least)
        best = max(gains.values())
        asked = step.attribute, None if np.isnan(step.cut) else step.cut
        assert gains[asked] == pytest.approx(best, abs=1e-10)
        assert step.scores.gains[step.scores.chosen] == pytest.approx(best, abs=1e-10)
        assert all(check.holds for check in explain(step, data, loop.Params(min_leaf=least)).checks)
    tree = trace[-1].model
    rest = tree.apply(data.X)
    for leaf in np.flatnonzero(tree.attribute < 0).tolist():
        here = np.flatnonzero(rest == leaf)
        assert tree.sizes[leaf] == len(here) and tree.means[leaf] == pytest.approx(data.y[here].mean())
        gains = questions(data, here.tolist(), least)
        if trace.ending.kind == "converged":
            assert max(gains.values(), default=0.0) == pytest.approx(0, abs=1e-9) or len(here) < 2


def test_two_levels_are_split_like_0_and_1_in_scikit_learn():
    rng = np.random.default_rng(3)
    X = rng.integers(0, 2, (80, 5)).astype(float)
    t = X @ [3.0, 1.0, -2.0, 0.5, 0.0] + X[:, 0] * X[:, 2] + 0.3 * rng.normal(size=80)
    data = Dataset(X, t, tuple(Column(f"w{j}", "categorical", ("no", "yes")) for j in range(5)))
    for leaves in (2, 5, 12):
        other = DecisionTreeRegressor(max_leaf_nodes=leaves, random_state=0).fit(X, t)
        mine = engine.fit("regression_tree", data, max_leaves=leaves)
        assert mine.predict(X) == pytest.approx(other.predict(X), abs=1e-9)


# -- what is told and drawn --------------------------------------------------------------------------------------------


def test_category_lists_rows_and_mean_of_each_level(golf):
    steps = list(engine.trace("regression_tree", golf))
    story = explain(steps[1], golf, loop.Params())
    assert story.sentence == (
        "Root (14 rows, mean 41.71). Outlook has the largest gain, 29.58, as a whole: Overcast (4 rows, mean 49.25), "
        "Rainy (5 rows, mean 35.6), Sunny (5 rows, mean 41.8)."
    )
    assert story.worked == (
        "Var(S) = 1885 / 14 = 134.6",
        "Gain(Outlook) = 134.63 − 4/14·57.688 − 5/14·56.64 − 5/14·191.36 = 29.58",
        "SSE = 1885 − 14·29.58 = 1471",
    )
    assert [row[:2] for row in story.tables[0].rows] == [
        ("Outlook", "–"), ("Temp", "–"), ("Humidity", "–"), ("Windy", "–")
    ]  # fmt: skip


def test_category_bars_go_from_the_node_mean_to_the_level_mean(golf):
    steps = list(engine.trace("regression_tree", golf))
    drawn = marks(steps[1], golf, loop.Params())
    (bars,) = (mark for mark in drawn if isinstance(mark, Bars))
    assert bars.labels == ("Overcast", "Rainy", "Sunny") and bars.role == "shade"
    assert bars.tops == pytest.approx([49.25, 35.6, 41.8]) and bars.bases == pytest.approx(np.full(3, 584 / 14))
    dots = next(mark for mark in drawn if isinstance(mark, Points) and mark.surface == bars.surface)
    assert np.array_equal(dots.positions, np.column_stack([golf.X[:, 0], golf.y]))
    levels = [mark for mark in drawn if isinstance(mark, Segments) and mark.surface == bars.surface]
    assert [(mark.role, mark.starts[0, 1]) for mark in levels] == [
        ("ghost", pytest.approx(584 / 14)), ("boundary", 49.25), ("boundary", pytest.approx(35.6)),
        ("boundary", pytest.approx(41.8)),
    ]  # fmt: skip
    nodes = next(mark for mark in drawn if isinstance(mark, Graph)).nodes
    assert [node.edge for node in nodes] == ["", "Overcast", "Rainy", "Sunny"]
    (numbers,) = (mark for mark in drawn if isinstance(mark, Matrix))
    assert np.isnan(numbers.values[:, 0]).all() and numbers.chosen_row == 0


def test_row_of_words_gets_the_mean_of_its_leaf(golf, tmp_path):
    trace = engine.trace("regression_tree", golf, max_leaves=3).to_end()
    told = inspect(trace[-1], golf, loop.Params(), golf.X[0]).story
    assert told.sentence == "Outlook = Rainy: 35.6, the mean of 5 training rows."
    tree = trace[-1].model
    engine.save_model(tree, tmp_path / "tree.json")
    again = engine.load_model(tmp_path / "tree.json")
    assert again == tree and again.predict(golf.X) == pytest.approx(tree.predict(golf.X), abs=0)
    of_level = [golf.y[golf.X[:, 0] == code].mean() for code in range(3)]
    assert again.predict(golf.X) == pytest.approx([of_level[int(code)] for code in golf.X[:, 0]])
