"""Subset selection: its searches against every subset fitted by hand, its criteria, its refusals, drawn and told."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Curve, Points
from engine.core.story import Event
from engine.data.dataset import Dataset
from tests.engine.families.looked_at import of, told
from tests.engine.families.shrinkage.coordinates import wide


def rss(data, columns, rows=None):
    """Σ r² of least squares on these columns, and the weights."""
    rows = np.arange(data.n) if rows is None else rows
    Phi = np.column_stack([np.ones(data.n), data.X[:, list(columns)]])
    w = np.linalg.lstsq(Phi[rows], data.y[rows], rcond=None)[0]
    return float(((data.y[rows] - Phi[rows] @ w) ** 2).sum()), w


# -- the mathematics ---------------------------------------------------------------------------------------------------


def test_forward_adds_the_column_that_lowers_rss_most():
    data = wide()
    trace = engine.trace("subset_selection", data).to_end()
    current = ()
    for step in (step for step in trace if step.kind == "take"):
        left = [j for j in range(8) if j not in current]
        best = min(left, key=lambda j: rss(data, (*current, j))[0])
        current = tuple(sorted((*current, best)))
        assert step.fit.columns == current and step.fit.rss == pytest.approx(rss(data, current)[0])
        weights = rss(data, current)[1]
        assert step.model.bias == pytest.approx(weights[0])
        assert step.model.weights[list(current)] == pytest.approx(weights[1:])
        assert np.count_nonzero(step.model.weights) == len(current)
    assert current == tuple(range(8)) and len(trace) == 2 + 8 + 36


def test_backward_removes_the_column_that_raises_rss_least():
    data = wide()
    trace = engine.trace("subset_selection", data, search="backward").to_end()
    current = tuple(range(8))
    assert trace[0].fit.columns == current
    for step in (step for step in trace if step.kind == "take"):
        least = min(current, key=lambda j: rss(data, [k for k in current if k != j])[0])
        current = tuple(k for k in current if k != least)
        assert step.fit.columns == current and step.fit.rss == pytest.approx(rss(data, current)[0])
    assert current == ()


def test_exhaustive_search_finds_the_best_subset_of_every_size():
    data = wide(d=6)
    trace = engine.trace("subset_selection", data, search="best").to_end()
    taken = [step for step in trace if step.kind == "take"]
    for size, step in enumerate(taken, start=1):
        every = {columns: rss(data, columns)[0] for columns in combinations(range(6), size)}
        assert step.fit.columns == min(every, key=every.get) and step.tried == len(every)
        assert step.fit.rss == pytest.approx(min(every.values()))
    for step in (step for step in trace if step.kind == "try"):
        assert step.best == step.fit  # only those that lead are shown


def test_the_criteria_are_those_of_the_book():
    data = wide()
    for step in engine.trace("subset_selection", data, stop_at="rounds"):
        fit, n, p = step.fit, data.n, step.fit.size + 1
        own = rss(data, fit.columns)[0]
        total = ((data.y - data.y.mean()) ** 2).sum()
        assert fit.aic == pytest.approx(n * np.log(own / n) + 2 * p)
        assert fit.bic == pytest.approx(n * np.log(own / n) + p * np.log(n))
        assert fit.adjusted == pytest.approx(1 - (own / (n - p)) / (total / (n - 1)))
        assert np.isnan(fit.validation)


@pytest.mark.parametrize("criterion", ["BIC", "AIC", "adjusted R²", "validation error"])
@pytest.mark.parametrize("search", ["forward", "backward", "best"])
def test_criterion_chooses_among_the_sizes(search, criterion):
    data = wide(d=5)
    trace = engine.trace("subset_selection", data, search=search, criterion=criterion).to_end()
    last = trace[-1]
    values = [fit.value(criterion) for fit in last.path]
    best = max(values) if criterion == "adjusted R²" else min(values)
    assert last.kind == "choose" and last.fit.value(criterion) == best and len(values) == 6
    assert (
        trace.ending.words
        == f"{last.fit.size} columns of 5 have the best {criterion}, {engine.base.words.figure(best)}."
    )


def test_one_column_of_one_has_the_best_criterion():
    x = np.arange(9.0)
    trace = engine.trace("subset_selection", Dataset(x[:, None], x + np.sin(9 * x), target_name="t")).to_end()
    assert trace.ending.words.startswith("1 column of 1 has the best BIC, ")


def test_the_columns_that_matter_are_found():
    assert engine.trace("subset_selection", wide()).to_end()[-1].fit.columns[:2] == (0, 1)
    assert np.count_nonzero(engine.fit("subset_selection", wide()).weights) < 8


def test_validation_rows_score_and_are_not_fitted():
    data = wide()
    given_rows = data.changed(held=np.arange(60) % 4 == 0)
    trace = engine.trace("subset_selection", given_rows, criterion="validation error").to_end()
    rows = np.flatnonzero(~given_rows.held)
    for step in trace:
        own, w = rss(data, step.fit.columns, rows)
        assert step.fit.rss == pytest.approx(own, abs=1e-9)
        left = data.y - w[0] - data.X[:, list(step.fit.columns)] @ w[1:]
        assert step.fit.validation == pytest.approx(np.sqrt((left[given_rows.held] ** 2).mean()))
    drawn = engine.trace("subset_selection", data, criterion="validation error", share=0.25, seed=2)[0]
    assert drawn.held.sum() == 15
    fewer = engine.trace("subset_selection", data.without_rows([59]), criterion="validation error", share=0.25, seed=2)
    assert (fewer[0].held != drawn.held[:59]).sum() <= 1


@given(st.integers(1, 9), st.integers(1, 4), st.sampled_from(["forward", "best"]), st.integers(0, 199))
def test_any_table_ends_in_words_and_rss_falls_with_size(n, d, search, seed):
    rng = np.random.default_rng(seed)
    data = Dataset(rng.integers(-3, 4, size=(n, d)).astype(float), rng.integers(-5, 6, size=n).astype(float))
    trace, stories, _ = told("subset_selection", data, search=search)
    assert all(check.holds for story in stories for check in story.checks)
    path = trace[-1].path
    assert all(b.rss <= a.rss + 1e-9 * path[0].rss for a, b in pairwise(path))
    assert len(path) - 1 <= max(min(d, n - 2), 0) and trace.ending.words.endswith(".")


def test_hostile_tables():
    constant = engine.trace("subset_selection", wide().changed(y=np.full(60, 0.1))).to_end()
    assert constant.ending.words == "All targets that are learnt from are equal: no column is needed."
    assert engine.trace("subset_selection", wide().subset([3])).to_end()[-1].model.predict(wide().X[[3]]) == (
        pytest.approx(wide().y[[3]])
    )
    perfect = wide().changed(y=2 * wide().X[:, 1] + 1)
    last = engine.trace("subset_selection", perfect).to_end()[-1]
    assert last.fit.columns == (1,) and last.fit.rss == 0
    same = Dataset(wide().X[:, [0, 0, 1]], wide().y)
    assert engine.trace("subset_selection", same).to_end()[-1].fit.columns in ((0, 2), (1, 2))
    large = wide().changed(y=wide().y * 1e100)
    assert engine.trace("subset_selection", large).to_end()[-1].fit.columns == (
        engine.trace("subset_selection", wide()).to_end()[-1].fit.columns
    )
    few = wide(4, 8)
    assert [step.fit.size for step in engine.trace("subset_selection", few, stop_at="rounds")][:-1] == [0, 1, 2]


def test_unsearchable_data_are_refused_with_a_remedy():
    with pytest.raises(
        Refusal, match="15 columns have 32,767 subsets, too many to try all \\(search\\): search forward"
    ):
        engine.trace("subset_selection", wide(40, 15), search="best")
    with pytest.raises(Refusal) as refused:
        engine.trace("subset_selection", wide(9, 8), search="backward")
    assert str(refused.value).endswith(
        "To begin with all 8 columns (search: backward) takes 10 rows to learn from, and there are 9: search forward."
    )
    assert refused.value.remedies == (SetParameter("search", "forward"),)
    with pytest.raises(Refusal, match="takes 3 rows, and there are 2: choose by BIC"):
        engine.trace("subset_selection", wide(2, 3), criterion="validation error")
    assert len(engine.trace("subset_selection", wide(20, 14), search="best", stop_at="rounds")) == 16


def test_it_chooses_among_basis_functions():
    x = np.linspace(-2, 2, 40)
    data = Dataset(x[:, None], x**3 + 0.01 * np.sin(50 * x))
    last = engine.trace("subset_selection", data, basis="polynomial", degree=5).to_end()[-1]
    assert last.fit.columns == (2,) and last.model.weights[2] == pytest.approx(1.0, abs=0.01)


# -- what is drawn -----------------------------------------------------------------------------------------------------


def test_trials_of_a_round_and_the_criterion_by_size_are_drawn():
    data = wide(d=5)
    trace, _, drawn = told("subset_selection", data)
    for step, marks in zip(trace, drawn, strict=True):
        bars = of(Bars, marks)
        assert bool(bars) == bool(step.trials)
        if bars:
            assert bars[0].values.tolist() == [fit.rss for fit in step.trials]
            chosen = bars[0].chosen
            assert step.trials[chosen].columns == step.fit.columns
        places = of(Curve, marks)[0].positions
        sizes = sorted((fit.size, fit.bic) for fit in step.path)
        assert places.tolist() == [list(one) for one in sizes]
        tried = [mark for mark in of(Points, marks, "ghost")]
        assert bool(tried) == (step.kind == "try")
        if tried:
            assert tried[0].positions[0].tolist() == [step.fit.size, step.fit.bic]
    (ring,) = of(Points, drawn[-1], "focus")
    assert ring.positions[0].tolist() == [trace[-1].fit.size, trace[-1].fit.bic]
    first = of(Bars, drawn[1])[0]
    assert first.labels == ("x1",) and first.surface.x == "the column added"
    back = told("subset_selection", data, search="backward")[2][1]
    assert of(Bars, back)[0].surface.x == "the column left out"


# -- what is said ------------------------------------------------------------------------------------------------------


def test_steps_are_told_with_their_columns():
    data = wide(d=3)
    trace, stories, _ = told("subset_selection", data)
    assert stories[0].sentence == (
        "It begins with no column, so the mean is predicted; the column that lowers RSS most joins first. 60 rows are "
        "learnt from."
    )
    assert stories[1].sentence == f"x1 is added on trial: RSS = {trace[1].fit.rss:.4g}, the least of this round so far."
    assert stories[2].sentence == f"x2 is added on trial: RSS = {trace[2].fit.rss:.4g}, with x1 it is less."
    take = trace[4]
    assert stories[4].sentence == f"x1 joins: with it RSS is least, {take.fit.rss:.4g}. The fit now has x1."
    assert stories[4].worked[0].startswith("AIC = 60·ln(") and stories[4].worked[1].endswith(f"= {take.fit.bic:.4g}")
    assert [table.title for table in stories[4].tables] == ["Columns tried", "Subsets taken"]
    assert "have the least BIC" in stories[-1].sentence
    card = engine.algorithm("subset_selection")
    assert card.event(take) == Event("taken", "best") and card.event(trace[-1]) == Event("chosen", "centre")
    assert card.measure(trace[1], data, card.params()) == {}
    back = told("subset_selection", data, search="backward")[1]
    assert back[1].sentence.startswith("x1 is left out on trial: RSS = ")
    assert "is left out: without it RSS is least, " in back[4].sentence
    best = told("subset_selection", data, search="best")[1]
    assert best[1].sentence.startswith("Subset 1 of 1 column: x1. RSS = ")
    assert any(story.sentence.startswith("The best of 3 subsets of 2 columns: ") for story in best)
    kept = told("subset_selection", data, criterion="validation error")[1]
    assert kept[0].sentence.endswith("42 rows are learnt from, and 18 rows are for validation.")
    assert "validation RMSE" in [number.name for number in kept[0].numbers]
    assert "have the greatest adjusted R²" in told("subset_selection", data, criterion="adjusted R²")[1][-1].sentence


def test_tables_and_numbers_list_all_criteria():
    data = wide(d=3)
    trace, stories, _ = told("subset_selection", data)
    step, story = trace[7], stories[7]
    assert step.kind == "take" and step.fit.size == 2
    tried, taken = story.tables
    assert tried.columns == ("column", "RSS", "R²adj", "AIC", "BIC")
    assert [row[1:] for row in tried.rows] == [(one.rss, one.adjusted, one.aic, one.bic) for one in step.trials]
    assert [row[0] for row in tried.rows] == [
        data.feature_names[next(iter(set(one.columns) - set(step.before.columns)))] for one in step.trials
    ]
    assert tried.rows[tried.chosen][1] == step.fit.rss and taken.chosen == 2
    assert [row[0] for row in taken.rows] == [0, 1, 2] and taken.rows[0][1] == "no column"
    numbers = {number.name: (number.value, number.note) for number in story.numbers}
    assert numbers["RSS"][0] == step.fit.rss and numbers["R²adj"][0] == step.fit.adjusted
    assert numbers["AIC"] == (step.fit.aic, "less is better") and numbers["BIC"] == (step.fit.bic, "less is better")
    assert f"RSS is least, {step.fit.rss:.4g}." in story.sentence
    held = told("subset_selection", data, criterion="validation error")[1][4].tables[0]
    assert held.columns[-1] == "validation" and len(held.rows[0]) == 6
    card = engine.algorithm("subset_selection")
    params = card.params(criterion="AIC")
    assert card.measure(step, data, params) == {"RSS": step.fit.rss, "AIC": step.fit.aic}
    assert len(story.checks) == 1 and not stories[0].checks
    best = told("subset_selection", data, search="best")
    (index,) = [i for i, one in enumerate(best[0]) if one.kind == "take" and one.fit.size == 2]
    assert f"RSS = {best[0][index].fit.rss:.4g}." in best[1][index].sentence
