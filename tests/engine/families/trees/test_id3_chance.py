"""ID3 that stops where a split could be chance, on its worked case and at its edges."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest
from scipy.stats import chi2_contingency

import engine
from engine.base.params import specs
from engine.base.words import counted
from engine.core.marks import Bars, Matrix, Segments
from engine.data.dataset import Column, Dataset
from engine.families.trees.id3 import loop as id3
from engine.families.trees.id3.chance import chance_of
from engine.families.trees.id3.drawing import OBSERVED, marks
from engine.families.trees.id3.telling import explain
from tests.catalogue import shows
from tests.engine.families.trees.tables import table
from tests.examples import numbers


@shows("TR11", "W46")
def test_w46_outlook_is_not_significant_and_not_asked(tennis):
    trace = engine.trace("id3", tennis, test=True).to_end()
    assert [step.kind for step in trace] == ["start", "leaf"] and trace[1].why == "by chance"
    test = chance_of(trace[1], tennis, id3.Params(test=True))
    assert test.statistic == pytest.approx(3.54666666667, abs=1e-9) and test.freedom == 2
    assert test.p == pytest.approx(0.16976615744, abs=1e-9)
    expected = np.array(
        [[3.21428571429, 1.78571428571], [2.57142857143, 1.42857142857], [3.21428571429, 1.78571428571]]
    )
    assert test.expected[:, ::-1] == pytest.approx(expected, abs=1e-9)  # the table of the case has Yes first
    story = explain(trace[1], tennis, id3.Params(test=True))
    assert "The best question could be chance" in story.sentence and "p = 0.1698, more than α = 0.05" in story.sentence
    assert "fewer than 5 rows in some cells" in story.sentence
    assert story.worked[0].endswith(" = 3.547") and story.worked[1].endswith("(3 − 1)·(2 − 1) = 2")


def test_with_a_larger_alpha_it_is_asked(tennis):
    trace = engine.trace("id3", tennis, test=True, alpha=0.2)
    assert trace[1].kind == "split"
    story = explain(trace[1], tennis, id3.Params(test=True, alpha=0.2))
    assert "p = 0.1698, not more than α = 0.2" in story.sentence


def hoped(step, data, params):
    """The levels of what chance expects."""
    return next(mark for mark in marks(step, data, params) if isinstance(mark, Segments) and mark.surface == OBSERVED)


def test_levels_of_chance_lie_across_their_bars(tennis):
    params = id3.Params(test=True)
    for step in engine.trace("id3", tennis, test=True):
        if any(mark.surface == OBSERVED for mark in marks(step, tennis, params)):
            lines = hoped(step, tennis, params)
            middles = np.arange(len(lines.starts))
            assert lines.ends[:, 0] - middles == pytest.approx(middles - lines.starts[:, 0])
            assert (lines.ends[:, 0] > lines.starts[:, 0]).all() and (lines.ends[:, 1] == lines.starts[:, 1]).all()
            return
    raise AssertionError("nothing is tested")


@shows("TR11")
def test_test_is_off_by_default_and_alpha_is_then_0_05(tennis):
    assert id3.Params().alpha == 0.05 and not id3.Params().test
    assert specs(id3.Params)["alpha"].when == ("test", (True,))
    assert len(engine.trace("id3", tennis, test=True).to_end()) == 2 < len(engine.trace("id3", tennis).to_end())


@shows("TR11")
def test_added_cell_is_highlighted_in_the_table(tennis):
    params = id3.Params(test=True, stop_at="every cell")
    tests = [step for step in engine.trace("id3", tennis, **asdict(params)) if step.kind == "test"]
    lit = []
    for step in tests:
        cells = next(mark for mark in marks(step, tennis, params) if isinstance(mark, Matrix) and mark.surface.open)
        assert cells.values.tolist() == [[3, 2], [0, 4], [2, 3]] and cells.column_labels == ("No", "Yes")
        lit.append((cells.chosen_row, cells.chosen_column))
    assert lit == [(None, None), (0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]


def test_without_a_test_it_is_not_mentioned(tennis):
    story = explain(engine.trace("id3", tennis)[1], tennis, id3.Params())
    assert "Chance" not in story.sentence and not any("χ²" in line for line in story.worked)


def test_many_dependent_rows_are_significant_and_xor_defeats_the_test():
    clear = table(["a"] * 20 + ["b"] * 20, ["no"] * 20 + ["yes"] * 20)
    assert engine.trace("id3", clear, test=True, alpha=0.01)[1].kind == "split"
    cross = table_of_xor()
    assert engine.trace("id3", cross, test=True).to_end()[-1].why == "by chance"
    assert len(engine.trace("id3", cross).to_end()) > 2


def test_bars_are_observed_counts_and_levels_expected_ones(tennis):
    step = engine.trace("id3", tennis, test=True)[1]
    bars = observed(step, tennis, id3.Params(test=True))
    assert dict(zip(bars.labels, bars.values, strict=True)) == {
        "Sunny, No": 3, "Sunny, Yes": 2, "Overcast, No": 0, "Overcast, Yes": 4, "Rain, No": 2, "Rain, Yes": 3,
    }  # fmt: skip
    levels = hoped(step, tennis, id3.Params(test=True))
    assert levels.starts[:, 1].reshape(3, 2).sum(axis=1) == pytest.approx([5, 4, 5])
    assert np.array_equal(levels.starts[:, 1], levels.ends[:, 1]) and bars.groups.tolist() == [0, 1] * 3
    assert (levels.starts[:, 0] + levels.ends[:, 0]) / 2 == pytest.approx(np.arange(6)) and bars.line is None
    assert "lines: by chance" in OBSERVED.x


@shows("TR11")
def test_expected_counts_and_every_cell_are_separate_steps(tennis):
    params = id3.Params(test=True, stop_at="every cell")
    trace = engine.trace("id3", tennis, test=True, stop_at="every cell").to_end()
    assert [step.kind for step in trace] == ["start", *["test"] * 7, "leaf"] and len(trace) <= id3.bound(tennis, params)
    table = np.array([[3, 2], [0, 4], [2, 3]])
    oracle = chi2_contingency(table, correction=False)
    expected = explain(trace[1], tennis, params)
    assert expected.worked[0] == "E(Sunny, No) = 5·5/14 = 1.786"
    bars = observed(trace[1], tennis, params)
    assert bars.values.tolist() == table.ravel().tolist()
    assert hoped(trace[1], tennis, params).starts[:, 1] == pytest.approx(oracle.expected_freq.ravel())
    terms = ((table - oracle.expected_freq) ** 2 / oracle.expected_freq).ravel()
    for cell in range(6):
        told = explain(trace[2 + cell], tennis, params)
        assert numbers(told)["χ² so far"] == pytest.approx(terms[: cell + 1].sum(), abs=1e-10)
        assert observed(trace[2 + cell], tennis, params).chosen == cell
    assert told.worked == ("(3 − 3.214)²/3.214 = 0.01429", "χ² so far = 3.532 + 0.01429 = 3.547")
    assert told.sentence == "Rain, Yes: 3 rows seen, 3.214 expected by chance. Fewer than 5 are expected, " + (
        "which makes the test rough."
    )
    decided = numbers(explain(trace[-1], tennis, params))
    assert decided["χ²"] == pytest.approx(oracle.statistic, abs=1e-10) and decided["α"] == 0.05
    assert decided["p"] == pytest.approx(oracle.pvalue, abs=1e-10) and trace[-1].why == "by chance"
    cross = table_of_xor()
    said = explain(engine.trace("id3", cross, test=True)[1], cross, id3.Params(test=True)).sentence
    assert "as in XOR" in said and "p = 1, more than α = 0.05" in said


def table_of_xor() -> Dataset:
    return table(["aa", "ab", "ba", "bb"] * 20, ["no", "yes", "yes", "no"] * 20)


def observed(step, data, params):
    drawn = marks(step, data, params)
    return next(mark for mark in drawn if isinstance(mark, Bars) and mark.surface.name == "Observed and expected")


def test_ending_states_why_mixed_nodes_were_not_split(tennis):
    """It said that every branch ends in a leaf where the test had refused the very first question."""
    words = engine.trace("id3", tennis, test=True).to_end().ending
    assert words.words.startswith(
        "1 mixed node was not split by the χ² test, for the best split could be chance: 1 node"
    )
    assert words.kind == "converged"
    both = engine.trace("id3", tennis, test=True, alpha=0.2, max_depth=1).to_end()
    assert [step.why for step in both if step.kind == "leaf"] == ["depth", "pure", "depth"]
    limits = "2 mixed nodes were not split because of the maximum depth or the minimum rows: "
    assert both.ending.words.startswith(limits)
    noise = np.random.default_rng(0).integers(0, 2, (60, 3)).astype(float)
    y = (noise[:, 0] * noise[:, 1]).astype(int)
    y[np.random.default_rng(1).random(60) < 0.2] ^= 1
    data = Dataset(noise, y, tuple(Column(n, "categorical", ("no", "yes")) for n in "abc"), class_names=("n", "p"))
    some = engine.trace("id3", data, test=True, max_depth=2).to_end()
    whys = [step.why for step in some if step.kind == "leaf"]
    limited, chance = whys.count("depth"), whys.count("by chance")
    assert limited and chance and some.ending.kind == "stopped"
    assert some.ending.words.startswith(
        f"{counted(limited, 'mixed node was', 'mixed nodes were')} not split because of the max"
    )
    assert f"; {counted(chance, 'mixed node was', 'mixed nodes were')} not split by the χ² test" in some.ending.words
