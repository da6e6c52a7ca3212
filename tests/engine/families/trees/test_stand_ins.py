"""Rows that lack a value in a CART tree: what is weighed, what stands in, and who goes where, against a search."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.core.marks import Curve, Matrix, Points
from engine.data.dataset import Column, Dataset
from engine.families.trees.cart import loop
from engine.families.trees.cart.starting import cut_line, cut_through
from engine.families.trees.cart.telling import explain, inspect
from engine.families.trees.regression_tree import loop as regression
from engine.families.trees.regression_tree import telling as numbers
from engine.families.trees.regression_tree.drawing import marks as marks_of_numbers
from tests.engine.families.trees.searching import sides_of, stand_ins_of

CELL = st.sampled_from([0.0, 1.0, 2.0, 4.0, np.nan])
ROWS = st.lists(st.tuples(CELL, CELL, CELL, st.integers(0, 1)), min_size=4, max_size=14)


def gini(codes: list[int]) -> float:
    return 1 - sum((codes.count(code) / len(codes)) ** 2 for code in set(codes))


def gain(data: Dataset, rows: list[int], asked: int, cut: float) -> float:
    """The drop of the Gini impurity of the rows that have a value, times their share."""
    known = [i for i in rows if not np.isnan(data.X[i, asked])]
    parts = [[int(data.y[i]) for i in known if (data.X[i, asked] > cut) == side] for side in (False, True)]
    drop = gini(parts[0] + parts[1]) - sum(len(part) / len(known) * gini(part) for part in parts)
    return drop * len(known) / len(rows)


def every_cut(data: Dataset, rows: list[int]) -> list[tuple[int, float]]:
    found = []
    for j in range(data.d):
        values = sorted({data.X[i, j] for i in rows if not np.isnan(data.X[i, j])})
        found += [(j, (low + up) / 2) for low, up in itertools.pairwise(values)]
    return found


@settings(max_examples=40)
@given(ROWS)
def test_splits_and_surrogates_match_an_exhaustive_search(cells):
    X, y = np.array([row[:3] for row in cells]), np.array([row[3] for row in cells], dtype=int)
    data = Dataset(X, y, (Column("a"), Column("b"), Column("c")), class_names=("no", "yes"))
    trace = engine.trace("cart", data).to_end()
    for step in trace:
        told = explain(step, data, loop.Params())
        assert all(check.holds for check in told.checks)
        if step.kind != "split":
            continue
        rows = step.rows.tolist()
        gains = {cut: gain(data, rows, *cut) for cut in every_cut(data, rows)}
        best = next(cut for cut, worth in gains.items() if worth >= max(gains.values()) - 1e-12)
        assert (step.attribute, step.cut) == best
        assert step.scores.gains[step.scores.chosen] == pytest.approx(gains[best], abs=1e-12)
        expected = stand_ins_of(data, rows, *best) if np.isnan(X).any() else []
        assert expected == [(one.feature, one.cut, one.swapped, one.agrees) for one in step.stand_ins]
        sides = sides_of(data, rows, *best, expected)
        for side, child in enumerate(step.model.below(step.node)):
            assert step.model.counts[child].tolist() == np.bincount(y[sides[side]], minlength=2).tolist()
    tree = trace[-1].model
    ends = np.bincount(tree.apply(X), minlength=len(tree.parent))
    assert ends.tolist() == np.where(tree.attribute < 0, tree.counts.sum(axis=1), 0).tolist()


def flowers() -> Dataset:
    """Iris: three rows have no petal length, the second of them no petal width either, the third nothing."""
    iris = engine.load("iris")
    X = np.array(iris.X)
    X[[0, 60, 120], 2], X[[1, 2, 3, 60, 120], 3], X[120, :2] = np.nan, np.nan, np.nan
    return iris.changed(X=X)


def test_surrogate_splits_and_their_rows_are_stated_and_drawn(tmp_path):
    data, params = flowers(), loop.Params()
    step = engine.trace("cart", data)[1]
    told = explain(step, data, params)
    assert told.sentence.endswith(
        "3 rows have no value of petal length (cm) here. Where petal length (cm) has no value, petal width (cm) ≤ 0.8 "
        "is the surrogate split for petal length (cm) ≤ 2.45: of 147 rows it sends 144 the same way (98 %), the "
        "largest branch alone 98. Next in line: sepal length (cm) ≤ 5.45 (136), sepal "
        "width (cm) > 3.35 (122). Without any of these "
        "values a row goes there, > 2.45."
    )
    assert told.tables[-1].rows == (
        ("1", "petal width (cm) = 0.2 ≤ 0.8", "≤ 2.45"),
        ("61", "sepal length (cm) = 5 ≤ 5.45", "≤ 2.45"),
        ("121", "the largest branch", "> 2.45"),
    )
    assert "Gain(petal length (cm)) = 147/150·" in told.worked[2]
    drawn = engine.algorithm("cart").marks(step, data, params)
    assert [mark.rows.tolist() for mark in drawn if isinstance(mark, Points) and mark.role == "path"] == [[0, 60, 120]]
    (where,) = [mark for mark in drawn if isinstance(mark, Matrix) and mark.rows is not None and len(mark.rows)]
    assert where.rows.tolist() == [0, 60, 120] and where.values.tolist() == [[1, 0], [1, 0], [0, 1]]
    curve = next(mark for mark in drawn if isinstance(mark, Curve))
    assert curve.positions[:, 1].max() == pytest.approx(step.scores.gains.max())
    engine.save_model(step.model, tmp_path / "tree.json")
    again = engine.load_model(tmp_path / "tree.json")
    assert again == step.model and again.apply(data.X[[0, 60, 120]]).tolist() == [1, 1, 2]


def test_point_with_a_missing_value_gets_its_surrogate_question():
    data = flowers()
    step, x = engine.trace("cart", data)[1], np.array([6.0, 3.0, np.nan, 1.5])
    said = inspect(step, data, loop.Params(), x).story.sentence
    assert said.startswith("petal length (cm) = ?, so petal width (cm) = 1.5 > 0.8: virginica")
    nothing = inspect(step, data, loop.Params(), np.full(4, np.nan)).story.sentence
    assert nothing.startswith("petal length (cm) = ?, so the largest branch, > 2.45: virginica")


def test_missing_category_goes_to_the_largest_branch(tennis):
    X = np.array(tennis.X)
    X[[0, 2, 8], 0] = np.nan
    data = tennis.changed(X=X)
    step = next(step for step in engine.trace("cart", data).to_end() if step.attribute == 0)
    where = step.model.counts[step.model.below(step.node)].sum()
    assert where == len(step.rows) and not step.stand_ins
    said = explain(step, data, loop.Params()).sentence
    assert "A category has no surrogate split: without a value of Outlook, a row goes to the largest branch, " in said


def test_empty_column_is_not_asked_and_complete_tables_have_no_surrogates():
    X = np.array([[np.nan, 1.0], [np.nan, 2.0], [np.nan, 3.0]])
    data = Dataset(X, np.array([0, 0, 1]), class_names=("a", "b"))
    trace = engine.trace("cart", data).to_end()
    assert [step.attribute for step in trace] == [None, 1] and trace[1].scores.attributes.tolist() == [1]
    for step in trace:
        engine.algorithm("cart").marks(step, data, loop.Params())
    assert engine.fit("cart", engine.load("iris")).gaps is None


@pytest.mark.parametrize("criterion", ["gini", "gain", "gain ratio"])
def test_cuts_of_a_table_with_gaps_use_the_rows_with_values(criterion):
    data = flowers()
    params = loop.Params(criterion=criterion, stop_at="every cut", max_leaves=2)
    trace = engine.trace("cart", data, **dataclasses.asdict(params)).to_end()
    for step in trace[1::9]:
        assert all(check.holds for check in explain(step, data, params).checks)


def test_cut_of_a_table_with_gaps_is_draggable_on_the_plane():
    data = flowers().select([2, 3])
    tree = engine.fit("cart", data, max_leaves=2)
    line = cut_line(tree, data)
    assert np.isfinite(line).all()
    moved = cut_through(line + np.array([0.5, 0.0]), data, loop.Params(), tree)
    begun = engine.trace("cart", data, start=moved)[0]
    assert begun.cut == pytest.approx(2.95) and "By hand" in explain(begun, data, loop.Params()).sentence
    assert begun.model.gaps.feature[0].tolist() == [1]


# -- trees that predict numbers ----------------------------------------------------------------------------------------


def variance_gain(data: Dataset, rows: list[int], asked: int, cut: float) -> float:
    """The drop of the variance of the rows that have a value, times their share."""
    known = [i for i in rows if not np.isnan(data.X[i, asked])]
    parts = [[float(data.y[i]) for i in known if (data.X[i, asked] > cut) == side] for side in (False, True)]
    drop = np.var(parts[0] + parts[1]) - sum(len(part) / len(known) * np.var(part) for part in parts)
    return drop * len(known) / len(rows)


@settings(max_examples=40)
@given(st.lists(st.tuples(CELL, CELL, CELL, st.integers(0, 9)), min_size=2, max_size=14))
def test_regression_splits_and_surrogates_match_an_exhaustive_search(cells):
    X, t = np.array([row[:3] for row in cells]), np.array([float(row[3]) for row in cells])
    data = Dataset(X, t, (Column("a"), Column("b"), Column("c")))
    trace = engine.trace("regression_tree", data).to_end()
    for step in trace[1:]:
        asked, rows = (int(step.model.attribute[step.node]), step.model.cut(step.node)), step.rows.tolist()
        gains = {cut: variance_gain(data, rows, *cut) for cut in every_cut(data, rows)}
        best = next(cut for cut, worth in gains.items() if worth >= max(gains.values()) - 1e-12)
        assert asked == best and step.scores.gains[step.scores.chosen] == pytest.approx(gains[best], abs=1e-12)
        expected = stand_ins_of(data, rows, *best) if np.isnan(X).any() else []
        assert expected == [(one.feature, one.cut, one.swapped, one.agrees) for one in step.stand_ins]
        sides = sides_of(data, rows, *best, expected)
        for side, child in enumerate(step.model.below(step.node)):
            assert step.model.sizes[child] == len(sides[side])
            assert step.model.means[child] == pytest.approx(t[sides[side]].mean())
        assert all(check.holds for check in numbers.explain(step, data, regression.Params()).checks)
    tree = trace[-1].model
    ends = np.bincount(tree.apply(X), minlength=len(tree.parent))
    assert ends.tolist() == np.where(tree.attribute < 0, tree.sizes, 0).tolist()


FIELDS = Dataset(
    np.array([[1, 10, 5], [2, 20, 1], [3, 30, 2], [4, 40, 3], [5, 5, 9], [np.nan, 12, 3], [np.nan, np.nan, 2]]),
    np.array([5.0, 6, 5, 14, 15, 13, 6]),
    (Column("x"), Column("z"), Column("w")),
    target_name="yield",
)


def test_surrogate_of_a_regression_tree_is_stated_worked_and_drawn(tmp_path):
    params = regression.Params()
    step = engine.trace("regression_tree", FIELDS)[1]
    told = numbers.explain(step, FIELDS, params)
    assert told.sentence.endswith(
        "2 rows have no value of x here. Where x has no value, z ≤ 35 is the surrogate "
        "split for x ≤ 3.5: of 5 rows "
        "it sends 4 the same way (80 %), the largest branch alone 3. Next in line: w ≤ 2.5 (4). "
        "Without any of these values a row "
        "goes there, ≤ 3.5."
    )
    assert told.worked == (
        "Var(S_x) = 102 / 5 = 20.4",
        "Gain(x where known) = 20.4 − 3/5·0.2222 − 2/5·0.25 = 20.17",
        "Gain(x) = 5/7·20.1667 = 14.4",
        "SSE = 126.9 − 126.9 + 46 + 0.5 = 46.5",
    )
    assert told.tables[-1].rows == (("6", "z = 12 ≤ 35", "≤ 3.5"), ("7", "w = 2 ≤ 2.5", "≤ 3.5"))
    drawn = marks_of_numbers(step, FIELDS, params)
    assert [mark.rows.tolist() for mark in drawn if isinstance(mark, Points) and mark.role == "path"] == [[5, 6]]
    (where,) = [mark for mark in drawn if isinstance(mark, Matrix) and mark.rows is not None and len(mark.rows)]
    assert where.rows.tolist() == [5, 6] and where.values.tolist() == [[1, 0], [1, 0]]
    curve = next(mark for mark in drawn if isinstance(mark, Curve))
    assert curve.positions[:, 1].max() == pytest.approx(step.scores.gains.max())
    asked = numbers.inspect(step, FIELDS, params, np.array([np.nan, 12.0, 3.0])).story.sentence
    assert asked == "x = ?, so z = 12 ≤ 35: 7, the mean of 5 training rows."
    engine.save_model(step.model, tmp_path / "tree.json")
    again = engine.load_model(tmp_path / "tree.json")
    assert again == step.model and again.apply(FIELDS.X).tolist() == [1, 1, 1, 2, 2, 1, 1]


@pytest.mark.parametrize("column", [[np.nan] * 3, [1.0, np.nan, 3.0]])
def test_single_feature_with_gaps_is_drawn_over_its_known_rows(column):
    data = Dataset(np.array(column)[:, None], np.array([0.0, 1.0, 2.0]))
    trace = engine.trace("regression_tree", data).to_end()
    assert len(trace) == 1 + (not np.isnan(column).all())
    for step in trace:
        shown = [
            mark for mark in marks_of_numbers(step, data, regression.Params()) if isinstance(mark, (Points, Curve))
        ]
        assert all(np.isfinite(mark.positions).all() for mark in shown if mark.surface.kind == "chart")
