"""C4.5 on play-tennis, and rows without a value: as fractions, by the majority branch, as a category of their own."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import entropy as scipy_entropy

import engine
from engine.core.marks import Graph, Line, Matrix, Points
from engine.data.dataset import Column, Dataset
from engine.families.trees.c45 import loop as c45
from engine.families.trees.c45.drawing import marks
from engine.families.trees.c45.telling import explain, inspect
from engine.models.fractional import FractionalTree
from tests.catalogue import shows
from tests.engine.families.trees.searching import sides_of, stand_ins_of
from tests.engine.families.trees.tables import TENNIS, nested, table
from tests.examples import numbers


def _entropy(step, data):
    """In bits, of the rows that reach the node with their weights."""
    weights = np.bincount(data.codes[step.reached.rows], step.reached.weights)
    shares = weights[weights > 0] / weights.sum()
    return -(shares * np.log2(shares)).sum()


FOLLOWS = {"H at the node": lambda step, data, params: _entropy(step, data)}

GAPS = [0, 2, 8]
POLICIES = ("fractional", "majority branch", "own category")


def without_outlook(data: Dataset, rows: list[int]) -> Dataset:
    X = np.array(data.X)
    X[rows, 0] = np.nan
    return data.changed(X=X)


def of_kind(drawn: Any, kind: type) -> list[Any]:
    return [mark for mark in drawn if isinstance(mark, kind)]


@shows("TR12", "W77")
def test_w77_instance_without_outlook_follows_every_branch(tennis):
    step = engine.trace("c45", tennis)[-1]
    assert nested(step.model, tennis) == TENNIS
    x = np.array([np.nan, 0.0, 0.0, 1.0])  # High humidity, strong wind
    reached, _ = step.model.parted(x)
    weights = {"Sunny": 0.357142857143, "Overcast": 0.285714285714, "Rain": 0.357142857143}
    assert reached[0, step.model.below(0)] == pytest.approx(list(weights.values()), abs=1e-9)
    assert step.model.predict_proba(x)[0] == pytest.approx([0.714285714286, 0.285714285714], abs=1e-9)
    assert tennis.class_name(int(step.model.predict(x)[0])) == "No"

    inquiry = inspect(step, tennis, c45.Params(), x)
    assert numbers(inquiry.story)["share of No"] == pytest.approx(10 / 14)
    assert "It has no value of Outlook. It comes to rest in 3 places: 0.2857 of it at" in inquiry.story.sentence
    assert inquiry.story.sentence.endswith("Together they say No.")
    assert inquiry.story.worked[1] == "p(Yes) = 0.2857·1 + 0.3571·0 + 0.3571·0 = 0.2857"
    graph = of_kind(inquiry.marks, Graph)[0]
    fading = {node.edge: node.share for node in graph.nodes if node.role == "path"}
    assert fading == pytest.approx({"": 1.0, **weights, "High": 5 / 14, "Strong": 5 / 14}, abs=1e-9)

    gaps = without_outlook(tennis, GAPS)  # three of fourteen: the gain of the 11 known rows, times 11/14
    scores = engine.trace("c45", gaps, min_leaf=1)[1].scores
    known = np.setdiff1d(np.arange(14), GAPS)
    whole = scipy_entropy(np.bincount(tennis.codes[known]), base=2)
    sizes = [(tennis.X[known, 0] == v) for v in range(3)]
    left = sum(one.mean() * scipy_entropy(np.bincount(tennis.codes[known][one]), base=2) for one in sizes)
    assert scores.gains[0] == pytest.approx(11 / 14 * (whole - left), abs=1e-12) and scores.known[0] == 11.0


@shows("TR12")
def test_rows_split_into_fractions_while_the_tree_grows(tennis):
    gaps = without_outlook(tennis, GAPS)
    params = c45.Params(criterion="gain", min_leaf=1, stop_at="every gap")
    trace = engine.trace("c45", gaps, **dataclasses.asdict(params))
    split, first = trace[1], trace[2]
    sizes = np.array([3, 3, 5])
    assert split.model.attribute[0] == 0 and split.model.portions[1:] == pytest.approx(sizes / 11)
    assert split.model.counts[1:].sum(axis=1) == pytest.approx(sizes + 3 * sizes / 11)
    assert [trace[i].kind for i in (1, 2, 3, 4)] == ["split", "gap", "gap", "gap"] and first.row == 0
    drawn = marks(first, gaps, params)
    assert [node.share for node in of_kind(drawn, Graph)[0].nodes] == pytest.approx([1.0, *(sizes / 11)])
    assert of_kind(drawn, Points)[-1].rows.tolist() == [0]
    parts = of_kind(drawn, Matrix)[-1]
    assert parts.values == pytest.approx(np.tile(sizes / 11, (3, 1))) and parts.chosen_row == 0
    assert parts.column_labels == ("Sunny", "Overcast", "Rain") and parts.rows.tolist() == GAPS
    told = explain(first, gaps, params)
    assert told.sentence == "Row D1 has no value of Outlook: it goes on in parts, as large as the branches."
    assert told.worked[0] == "w(Sunny) = 1·0.2727 = 0.2727"
    weights = engine.trace("c45", gaps, criterion="gain", min_leaf=1)[2].reached
    assert weights.rows.tolist() == [0, 1, 2, 7, 8, 10] and sorted(set(weights.weights)) == pytest.approx([3 / 11, 1.0])


@shows("TR12")
def test_all_missing_feature_gains_nothing(tennis):
    data = without_outlook(tennis, list(range(14)))
    for policy in POLICIES:
        trace = engine.trace("c45", data, missing=policy)
        scores = trace[1].scores
        assert scores.attributes[0] == 0 and scores.gains[0] == 0.0 and not scores.allowed[0]
        assert 0 not in trace.to_end()[-1].model.attribute
    assert "No row here has a value of Outlook: the gain is 0." in explain(trace[1], data, c45.Params()).sentence


@shows("TR12")
def test_missing_value_takes_the_largest_or_its_own_branch(tennis):
    gaps = without_outlook(tennis, GAPS)
    most = engine.trace("c45", gaps, criterion="gain", min_leaf=1, missing="majority branch")[1]
    assert most.model.counts[1:].sum(axis=1).tolist() == [3, 3, 8] and most.model.gaps.onward[0] == 3
    params = c45.Params(criterion="gain", min_leaf=1, missing="majority branch")
    assert "The largest branch, Rain, takes the 3 rows without a value" in explain(most, gaps, params).sentence
    own = engine.trace("c45", gaps, criterion="gain", min_leaf=1, missing="own category")[1]
    assert own.model.counts[1:].sum(axis=1).tolist() == [3, 3, 5, 3] and own.model.branch[4] == 3
    params = dataclasses.replace(params, missing="own category")
    drawn = of_kind(marks(own, gaps, params), Graph)[0]
    assert drawn.nodes[4].edge == "no value"
    assert own.model.predict_proba(gaps.X[GAPS]) == pytest.approx(np.tile([1 / 3, 2 / 3], (3, 1)))
    assert own.model.predict_proba([[np.nan, 0, 0, 0]]) == pytest.approx(np.array([[1 / 3, 2 / 3]]))


def test_numbers_and_categories_are_compared():
    X = np.array([[1, 0], [2, 0], [3, 1], [4, 0], [np.nan, 1], [6, 1]])
    columns = (Column("size"), Column("colour", "categorical", ("red", "blue")))
    data = Dataset(X, np.array([0, 0, 0, 1, 1, 1]), columns, class_names=("no", "yes"))
    step = engine.trace("c45", data, min_leaf=1)[1]
    assert step.model.attribute[0] == 0 and step.model.threshold[0] == 3.5 and step.scores.known.tolist() == [5.0, 6.0]
    assert step.model.counts[1:] == pytest.approx(np.array([[3, 0.6], [0, 2.4]]))
    assert step.scores.splits[0] == pytest.approx(scipy_entropy([3, 2, 1], base=2))
    own = engine.trace("c45", data, min_leaf=1, missing="own category")[1]
    assert own.model.counts[1:].tolist() == [[3, 0], [0, 2], [0, 1]] and own.scores.gains[0] == pytest.approx(1.0)
    assert own.model.predict([[np.nan, 0.0]]).tolist() == [1]


def test_tied_classes_go_to_the_larger_part_then_the_first():
    tree = engine.fit("c45", table(["a", "a", "b", "b"], ["no", "no", "yes", "yes"]))
    assert tree.predict([[np.nan]]).tolist() == [0]
    assert tree.predict_proba([[np.nan]])[0] == pytest.approx([0.5, 0.5])


# -- against an independent recursion ----------------------------------------------------------------------------------

CELL = st.sampled_from([0.0, 1.0, 2.0, np.nan])
ROWS = st.lists(st.tuples(CELL, CELL, CELL, st.integers(0, 2)), min_size=1, max_size=14)


def random_table(cells: list[tuple[float, ...]]) -> Dataset:
    levels = ("p", "q", "r")
    columns = (Column("a", "categorical", levels), Column("b"), Column("c", "categorical", levels))
    X, y = np.array([row[:3] for row in cells]), np.array([row[3] for row in cells], dtype=int)
    return Dataset(X, y, columns, class_names=("x", "y", "z"))


def down(tree: FractionalTree, x: np.ndarray, policy: str, node: int = 0) -> np.ndarray:
    """What a node says of a row, as the entry has it: fractions |S_v| / |S| of what its branches say."""
    own = tree.counts[node] / tree.counts[node].sum()
    if tree.attribute[node] < 0:
        return own
    value, below = x[tree.attribute[node]], np.flatnonzero(tree.parent == node)
    sizes = tree.counts[below].sum(axis=1)
    if np.isnan(value):
        if policy == "fractional":
            return sum(s / sizes.sum() * down(tree, x, policy, b) for s, b in zip(sizes, below, strict=True))
        beyond = 2 if tree.numeric[node] else 3
        to = below[np.argmax(sizes)] if policy == "majority branch" else -1
        to = next((b for b in below if policy == "own category" and tree.branch[b] == beyond), to)
        return own if to < 0 else down(tree, x, policy, int(to))
    code = int(value > tree.threshold[node]) if tree.numeric[node] else int(value)
    return next((down(tree, x, policy, int(b)) for b in below if tree.branch[b] == code), own)


@settings(max_examples=40)
@given(ROWS, st.sampled_from(POLICIES), st.sampled_from(["gain", "gain ratio"]))
def test_tree_on_any_gaps_keeps_its_promises(cells, policy, criterion):
    data = random_table(cells)
    values = {"missing": policy, "criterion": criterion, "min_leaf": 1, "stop_at": "every gap"}
    trace, params = engine.trace("c45", data, **values).to_end(), c45.Params(**values)
    tree = trace[-1].model
    assert len(trace) <= c45.bound(data, params)
    assert all(check.holds for step in trace for check in explain(step, data, params).checks)
    expected = np.array([down(tree, x, policy) for x in data.X])
    assert tree.predict_proba(data.X) == pytest.approx(expected)
    rests = tree.parted(data.X)[1]
    assert rests.sum(axis=1) == pytest.approx(np.ones(data.n))
    assert data.n * rests.mean(axis=0) == pytest.approx(_ends(tree))


def _ends(tree: FractionalTree) -> np.ndarray:
    """(m,) what the training rows weigh that come to rest at each node: all are at leaves."""
    return np.where(tree.attribute < 0, tree.counts.sum(axis=1), 0.0)


# -- the model ---------------------------------------------------------------------------------------------------------


def test_tree_round_trips_and_treats_gaps_alike(tennis, tmp_path):
    model = engine.fit("c45", without_outlook(tennis, GAPS), min_leaf=1)
    engine.save_model(model, tmp_path / "tree.json")
    again = engine.load_model(tmp_path / "tree.json")
    assert again == model
    x = np.array([[np.nan, 1.0, np.nan, 0.0]])
    assert np.array_equal(again.predict_proba(x), model.predict_proba(x))


@pytest.mark.parametrize("onward", [[1, 2, 0, 0], [9, 0, 0, 0], [-2, 0, 0, 0], [0.5, 0, 0, 0], [0, 0]])
def test_a_way_that_leads_nowhere_is_refused(tennis, onward):
    model = engine.fit("c45", tennis, criterion="gain")
    more = [*onward, *[0] * (len(model.parent) - 4)] if len(onward) == 4 else onward
    with pytest.raises(engine.Refusal):
        dataclasses.replace(model, gaps=dataclasses.replace(model.gaps, onward=np.array(more)))


# -- stand-ins ---------------------------------------------------------------------------------------------------------


MIXED = st.lists(st.tuples(*[st.sampled_from([0.0, 1.0, 2.0, 4.0, np.nan])] * 3, st.integers(0, 1)), min_size=4,
                 max_size=16)  # fmt: skip


@pytest.mark.full
@settings(max_examples=60)
@given(MIXED)
def test_surrogate_matches_an_exhaustive_search_and_routes_rows(cells):
    X, y = np.array([row[:3] for row in cells]), np.array([row[3] for row in cells], dtype=int)
    data = Dataset(X, y, (Column("a"), Column("b"), Column("c")), class_names=("no", "yes"))
    values = {"missing": "stand-in", "min_leaf": 1}
    trace, params = engine.trace("c45", data, **values).to_end(), c45.Params(**values)
    for step in [step for step in trace if step.kind == "split"]:
        tree, asked, rows = step.model, step.scores.attribute, step.reached.rows.tolist()
        expected = stand_ins_of(data, rows, asked, step.scores.cut)
        assert expected == [(one.feature, one.cut, one.swapped, one.agrees) for one in step.stand_ins]
        assert [j for j in tree.gaps.feature[step.node] if j >= 0] == [one.feature for one in step.stand_ins]
        sides = sides_of(data, rows, asked, step.scores.cut, expected)
        for side, child in enumerate(tree.below(step.node)):
            assert tree.counts[child].tolist() == np.bincount(y[sides[side]], minlength=2).tolist()
    last = trace[-1].model
    assert np.bincount(last.apply(X), minlength=len(last.parent)).tolist() == _ends(last).tolist()
    assert last.predict_proba(X) == pytest.approx(last.shares[last.apply(X)])
    assert all(check.holds for step in trace for check in explain(step, data, params).checks)


def flowers() -> Dataset:
    """Iris, of which three rows have no petal width, and the last of them no petal length."""
    iris = engine.load("iris")
    X = np.array(iris.X)
    X[[0, 60, 120], 3], X[120, 2] = np.nan, np.nan
    return iris.changed(X=X)


def test_surrogate_of_a_cut_is_stated_with_its_agreement():
    data, params = flowers(), c45.Params(criterion="gain", missing="stand-in", stop_at="every gap")
    trace = engine.trace("c45", data, **dataclasses.asdict(params)).to_end()
    split = next(step for step in trace if step.kind == "split" and step.scores.attribute == 3 and step.stand_ins)
    gaps = [step for step in trace if step.kind == "gap" and step.node == split.node]
    told = explain(split, data, params).sentence
    assert told.endswith(
        "2 rows have no value of petal width (cm) here. Where petal width (cm) has no value, petal length (cm) ≤ 4.75 "
        "is the surrogate split for petal width (cm) ≤ 1.75: of 98 rows it sends 89 the same way (90.8 %), the "
        "largest branch alone 53. Next in line: sepal length (cm) ≤ 6.15 (71), sepal "
        "width (cm) ≤ 2.95 (65). Without any of these "
        "values a row goes there, ≤ 1.75."
    )
    assert [explain(step, data, params).sentence for step in gaps] == [
        "Row 61 has no value of petal width (cm): it goes on whole, by the branch ≤ 1.75, as petal length (cm) stands "
        "in: 3.5 ≤ 4.75.",
        "Row 121 has no value of petal width (cm): it goes on whole, by the branch > 1.75, as sepal length (cm) stands "
        "in: 6.9 > 6.15.",
    ]
    last = trace[-1]
    x = np.array([6.0, 3.0, 5.5, np.nan])
    said = inspect(last, data, params, x).story.sentence
    assert said.startswith("It has no value of petal width (cm). It is asked petal length (cm) instead. It comes to")
    assert last.model.branch[last.model.path(x)[2]] == 1, "where its petal length leads, not where most rows go"


def test_cuts_without_surrogates_and_categories_use_the_largest_branch(tennis):
    X = np.array([[1.0, 5.0], [2.0, 5.0], [3.0, 5.0], [np.nan, 5.0]])
    data = Dataset(X, np.array([0, 0, 1, 1]), class_names=("no", "yes"))
    params = c45.Params(min_leaf=1, missing="stand-in")
    split = engine.trace("c45", data, min_leaf=1, missing="stand-in")[1]
    assert not split.stand_ins and split.model.gaps.onward[0] == 1 and split.model.counts[1].tolist() == [2, 1]
    told = explain(split, data, params).sentence
    assert told.endswith(
        "1 row has no value of x1 here. No cut of another number agrees with it better: without a value of x1, a row "
        "goes to the largest branch, ≤ 2.5."
    )
    gaps = without_outlook(tennis, GAPS)
    split = engine.trace("c45", gaps, criterion="gain", min_leaf=1, missing="stand-in")[1]
    told = explain(split, gaps, c45.Params(criterion="gain", min_leaf=1, missing="stand-in")).sentence
    assert (
        "A category has no surrogate split: without a value of Outlook, a row goes to the largest branch, Rain." in told
    )


def test_surrogates_round_trip_and_invalid_ones_are_refused(tmp_path):
    data = flowers()
    model = engine.fit("c45", data, missing="stand-in")
    engine.save_model(model, tmp_path / "tree.json")
    again = engine.load_model(tmp_path / "tree.json")
    assert again == model and (again.gaps.feature >= 0).any()
    assert np.array_equal(again.predict_proba(data.X), model.predict_proba(data.X))
    feature = model.gaps.feature
    for wrong in ({"feature": np.full_like(feature, 4)}, {"feature": feature.astype(float)}, {"feature": feature[1:]},
                  {"cut": np.full(feature.shape, np.nan)}, {"swapped": feature}):  # fmt: skip
        with pytest.raises(engine.Refusal):
            dataclasses.replace(model, gaps=dataclasses.replace(model.gaps, **wrong))
    with pytest.raises(engine.Refusal, match="must say where"):
        dataclasses.replace(model, gaps=None)


def test_leaf_of_too_few_rows_states_the_minimum():
    data = Dataset.from_arrays([[1.0], [1.0], [2.0]], ["a", "b", "a"])
    trace = engine.trace("c45", data, min_leaf=2).to_end()
    said = explain(trace[-1], data, c45.Params(min_leaf=2)).sentence
    assert "too few for two branches of at least 2 rows" in said
    assert "min_leaf" not in said


def test_missing_as_category_keeps_full_weights(tennis):
    data = without_outlook(tennis, GAPS)
    for missing, words in (
        ("own category", "to be without is a category of its own."), ("fractional", "weighed only for what it has"),
    ):  # fmt: skip
        step = engine.trace("c45", data, missing=missing)[0]
        said = explain(step, data, c45.Params(missing=missing)).sentence
        assert words in said and ("weighed" in said) == (missing == "fractional")


@shows("TR12")
def test_tr12_split_states_missing_values(tennis):
    """D1 lacks Outlook; where Humidity is High it goes in thirds to the three branches of two rows each."""
    data, params = without_outlook(tennis, [0]), c45.Params()
    trace = engine.trace("c45", data)
    root, step = explain(trace[0], data, params), trace[2]
    assert root.sentence == (
        "Root (14 rows: 9 Yes, 5 No). Before any question the answer is the majority: Yes. 1 cell has no value: a row "
        "is weighed only for what it has a value of."
    )
    said, split = explain(step, data, params), 6 / 7 * np.log2(7 / 2) + 1 / 7 * np.log2(7)
    assert said.sentence == (
        f"Humidity = High (7 rows: 4 No, 3 Yes). Outlook has the largest gain ratio, {4 / 7 / split:.4g}, so the node "
        "asks it. Below the average gain, and so not considered: Temperature, Wind. Each branch takes its part of the "
        "1 row without a value of Outlook: 0.3333 into Sunny, 0.3333 into Overcast, 0.3333 into Rain."
    )
    assert said.worked == (
        "H(known) = −3/6·log₂ 3/6 − 3/6·log₂ 3/6 = 1",
        "Gain(Outlook where known) = 1 − 2/6·0 − 2/6·0 − 2/6·1 = 0.6667",
        "Gain(Outlook) = 6/7·0.66667 = 0.5714",
        f"SplitEntropy(Outlook) = −2/7·log₂ 2/7 − 2/7·log₂ 2/7 − 2/7·log₂ 2/7 − 1/7·log₂ 1/7 = {split:.4g}",
        f"GainRatio(Outlook) = 0.5714 / {split:.4g} = {4 / 7 / split:.4g}",
    )
    scores, branches, parts = said.tables
    assert scores.columns == ("attribute", "cut at", "rows known", "gain", "split entropy", "gain ratio")
    assert scores.rows[0] == ("Outlook", "–", 6.0, *(pytest.approx(x) for x in (4 / 7, split, 4 / 7 / split)))
    assert scores.chosen == 0 and [row[0] for row in scores.rows] == ["Outlook", "Temperature", "Wind"]
    weighed = [(row[0], row[2]) for row in branches.rows]
    assert weighed == [("Sunny", "2.333 No"), ("Overcast", "2 Yes, 0.3333 No"), ("Rain", "1.333 No, 1 Yes")]
    assert parts.rows == (("D1", *[pytest.approx(1 / 3)] * 3),) and parts.columns == (
        "row",
        "Sunny",
        "Overcast",
        "Rain",
    )
    whole = explain(trace[1], data, params)
    assert whole.worked[2] == "SplitEntropy(Humidity) = −7/14·log₂ 7/14 − 7/14·log₂ 7/14 = 1", "no row lacks it"
    assert [(one.name, one.note) for one in said.numbers] == [
        ("H at the node", "bits"), ("training errors", ""), ("nodes", ""), ("leaves", "")
    ]  # fmt: skip
    table = of_kind(marks(step, data, params), Matrix)[0]
    assert table.column_labels == scores.columns[1:] and table.values[0, 1:] == pytest.approx(
        [6, 4 / 7, split, 4 / 7 / split]
    )
    rows = next(mark for mark in of_kind(marks(step, data, params), Points))
    assert rows.rows.tolist() == [0, 1, 2, 3, 7, 11, 13] and rows.role == "focus"


def test_cut_is_drawn_at_its_node_and_class_ties_are_stated():
    iris = engine.load("iris").select([2, 3])
    trace = engine.trace("c45", iris)
    (line,) = of_kind(marks(trace[1], iris, c45.Params()), Line)
    cut = trace[1].scores.cut
    assert np.abs(line.weights).tolist() in ([1, 0], [0, 1]) and abs(line.bias) == pytest.approx(cut)
    even = table(["a", "a", "b", "b"], ["x", "y", "y", "y"])
    leaf = next(
        step for step in engine.trace("c45", even) if step.kind == "leaf" and step.model.counts[step.node].min()
    )
    assert explain(leaf, even, c45.Params()).sentence.endswith(
        " It is a tie: the class that is more frequent in the whole table answers, then the first."
    )


def test_attribute_without_gain_is_not_called_below_the_average():
    """B halves both classes, so that it has no gain; A tells them apart."""
    columns = tuple(Column(name, "categorical", ("x", "y")) for name in ("B", "A"))
    X = np.array([[0.0, 0], [1, 0], [0, 1], [1, 1]])
    data = Dataset(X, np.array([0, 0, 1, 1]), columns, class_names=("no", "yes"))
    asks = next(step for step in engine.trace("c45", data) if step.scores is not None)
    assert 0 in asks.scores.attributes and asks.scores.values.min() < 0
    assert "not considered" not in explain(asks, data, c45.Params()).sentence
