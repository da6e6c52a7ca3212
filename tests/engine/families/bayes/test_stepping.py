"""What all naive Bayes methods learn alike: priors from counts, what is assumed, smoothing, and empty classes."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Graph, Matrix
from engine.data.dataset import Dataset
from tests.catalogue import shows
from tests.engine.families.bayes.worked_tables import MIXED, PEOPLE, WORDS, drawn, ended, part, told

TENNIS = engine.load("play_tennis")
YES, NO = (TENNIS.class_names.index(name) for name in ("Yes", "No"))
COUNTED, GAUSSIAN, WORD, PRESENCE = (
    f"{kind}_naive_bayes" for kind in ("categorical", "gaussian", "multinomial", "bernoulli")
)
ALL = (*((key, WORDS) for key in (GAUSSIAN, WORD, PRESENCE)), (COUNTED, TENNIS), ("mixed_naive_bayes", MIXED))
FLOOR = {GAUSSIAN: {"floor": 0.1}}


@shows("NB2", "W22")
@pytest.mark.parametrize(("key", "data"), ALL)
def test_nb2_labels_are_counted_one_by_one_and_divided(key: str, data: Dataset) -> None:
    trace = ended(key, data, **FLOOR.get(key, {}))
    counted = part(trace, "count")
    assert len(counted) == data.n
    for n, step in enumerate(counted, start=1):
        assert step.counts.tolist() == np.bincount(data.codes[:n], minlength=2).tolist() and step.latest == n - 1
    first, last = told(key, data, "count", **FLOOR.get(key, {}))[0], drawn(key, data, counted[-1])
    assert first.worked == (f"N{data.codes[0] + 1} ← 0 + 1 = 1",)
    (rows,) = [mark for mark in last if isinstance(mark, Bars)]
    assert rows.values.tolist() == np.bincount(data.codes).tolist() and rows.chosen == data.codes[-1]
    (prior,) = part(trace, "prior")
    assert prior.priors == pytest.approx(np.bincount(data.codes) / data.n)


@shows("NB2")
def test_nb2_rare_class_is_stated_and_priors_are_uniform_or_typed() -> None:
    (story,) = told(COUNTED, TENNIS, "prior")
    assert "a point must be 1.8 times as probable in it as in Yes" in story.sentence
    assert story.worked == ("π1 = 5 / 14 = 0.3571", "π2 = 9 / 14 = 0.6429")
    assert part(ended(COUNTED, TENNIS, priors="uniform"), "prior")[0].priors.tolist() == [0.5, 0.5]
    assert "the same prior, 0.5" in told(COUNTED, TENNIS, "prior", priors="uniform")[0].sentence
    typed = {"priors": "typed", "typed": (1.0, 3.0)}
    assert part(ended(COUNTED, TENNIS, **typed), "prior")[0].priors.tolist() == [0.25, 0.75]
    (story,) = told(COUNTED, TENNIS, "prior", **typed)
    assert story.sentence.startswith("The priors are typed: the largest is that of Yes.")
    assert story.worked == ("π1 = 1 / 4 = 0.25", "π2 = 3 / 4 = 0.75")
    assert part(ended(COUNTED, TENNIS, priors="typed"), "prior")[0].priors[NO] == pytest.approx(5 / 14)


@pytest.mark.parametrize("typed", [(1.0,), (1.0, 2.0, 3.0), (-1.0, 2.0), (0.0, 0.0)])
def test_priors_that_do_not_fit_are_refused(typed: tuple[float, ...]) -> None:
    with pytest.raises(Refusal, match="prior") as refused:
        engine.trace(COUNTED, TENNIS, priors="typed", typed=typed)
    assert refused.value.remedies == (SetParameter("priors", "estimated"),)


@shows("NB2")
def test_nb2_class_without_rows_is_left_out_and_stated() -> None:
    data = Dataset.from_arrays([[1.0], [2.0], [5.0], [6.0]], [0, 0, 2, 2], class_names=["a", "b", "c"])
    trace = ended(GAUSSIAN, data)
    assert trace[-1].model.classes.tolist() == [0, 2] and len(part(trace, "prior")[0].priors) == 2
    assert "No row is of b: left out." in told(GAUSSIAN, data, "start")[0].sentence


@shows("NB4")
def test_nb4_conditions_of_the_chain_rule_are_struck_out() -> None:
    (chain,) = [mark for mark in drawn(GAUSSIAN, PEOPLE, ended(GAUSSIAN, PEOPLE)[0]) if isinstance(mark, Graph)]
    assert [node.label for node in chain.nodes] == ["P(C)", "p(height | C)", "p(weight | C)"]
    assert (chain.nodes[2].detail, chain.nodes[2].struck) == ("given height", "detail")
    (story,) = told(GAUSSIAN, PEOPLE, "start")
    assert "within a class no feature is assumed to say anything about another" in story.sentence
    assert "Over all classes together they may well depend on each other" in story.sentence
    trace = ended(GAUSSIAN, PEOPLE, query=(6.0, 130.0))
    for j, step in enumerate(part(trace, "factor")):
        (chain,) = [mark for mark in drawn(GAUSSIAN, PEOPLE, step) if isinstance(mark, Graph)]
        assert [node.role for node in chain.nodes[1:]] == (["focus", "plain"] if j == 0 else ["path", "focus"])
        alone = step.model.factors[j].logs(np.array([6.0, 130.0])[[j]])[:, 0]
        assert step.logs[j] == pytest.approx(alone)
    assert step.joint == pytest.approx(np.log([0.5, 0.5]) + step.logs.sum(axis=0))


def test_row_of_a_table_highlights_its_counted_cell() -> None:
    step = part(ended(COUNTED, TENNIS), "count")[4]  # D5: Rain, Cool, Normal, Weak, Yes
    tables = [mark for mark in drawn(COUNTED, TENNIS, step) if isinstance(mark, Matrix)]
    assert [table.title for table in tables] == ["Outlook", "Temperature", "Humidity", "Wind"]
    for j, table in enumerate(tables):
        assert table.column_labels == TENNIS.columns[j].levels
        lit = np.argwhere(table.lit).tolist()
        assert lit == [[YES, int(TENNIS.X[4, j])]]
        assert table.values.sum() == 5


@shows("NB10", "W22", "W19")
def test_nb10_pseudo_counts_are_ghosts_and_pull_towards_uniform() -> None:
    step = part(ended(COUNTED, TENNIS), "smooth")[0]
    bars = [mark for mark in drawn(COUNTED, TENNIS, step) if isinstance(mark, Bars)]
    counts, ghosts, before, after = bars
    assert counts.values.tolist() == step.tallies[0].ravel().tolist() == [3, 0, 2, 2, 4, 3]
    assert ghosts.values.tolist() == [1.0] * 6 and ghosts.bases.tolist() == counts.values.tolist()
    assert ghosts.role == before.role == "shade"
    assert before.values == pytest.approx([3 / 5, 0, 2 / 5, 2 / 9, 4 / 9, 3 / 9])
    assert after.values == pytest.approx([4 / 8, 1 / 8, 3 / 8, 3 / 12, 5 / 12, 4 / 12])
    assert (np.abs(after.values - 1 / 3) <= np.abs(before.values - 1 / 3) + 1e-12).all()
    story = told(COUNTED, TENNIS, "smooth")[0]
    assert story.worked == ("P(Overcast | C1) = (0 + 1) / (5 + 3 · 1) = 0.125",)
    step = part(ended(WORD, WORDS), "smooth")[0]
    counts, ghosts, before, after, _ = [mark for mark in drawn(WORD, WORDS, step) if isinstance(mark, Bars)]
    assert counts.values.tolist() == [6, 0] and before.values == pytest.approx([0.6, 0.0])
    assert after.values == pytest.approx([7 / 14, 1 / 14])
    assert told(WORD, WORDS, "smooth")[0].worked == ("θ2 = (0 + 1) / (10 + 4 · 1) = 0.07143",)
    assert told(PRESENCE, WORDS, "smooth")[0].worked == ("p1 = (3 + 1) / (3 + 2 · 1) = 0.8",)


@shows("NB10")
@pytest.mark.parametrize(("key", "data"), [(COUNTED, TENNIS), (WORD, WORDS), (PRESENCE, WORDS)])
def test_nb10_smoothing_goes_from_maximum_likelihood_to_uniform(key: str, data: Dataset) -> None:
    plain, none, most = ended(key, data), ended(key, data, alpha=0.0), ended(key, data, alpha=1e6)
    assert not part(none, "smooth") and none[-1].model.factors == plain[-1].plain
    for factor in most[-1].model.factors:
        chances = factor.chances
        values = chances.shape[1] if chances.ndim == 2 else {WORD: data.d, PRESENCE: 2}[key]
        assert chances == pytest.approx(np.full(chances.shape, 1 / values), rel=1e-4)
    zeros = [story.sentence for story in told(key, data, "fit", alpha=0.0)]
    assert any("is 0" in words or "has the chance 0" in words for words in zeros)


@pytest.mark.parametrize(("key", "data"), ALL)
def test_querying_a_point_shows_the_factors_of_all_classes(key: str, data: Dataset) -> None:
    trace = ended(key, data, **FLOOR.get(key, {}))
    fits = part(trace, "fit")
    assert [(step.j, step.k) for step in fits] == [(j, k) for j in range(data.d) for k in range(2)]
    assert all(step.k is None for step in trace if step.part not in ("fit",))
    assert all(len(step.plain) == step.j + 1 for step in fits)


def test_many_rows_and_features_are_counted_in_blocks() -> None:
    digits = engine.load("digits")
    trace = ended(WORD, digits)
    assert len(part(trace, "count")) == len(part(trace, "fit")) == 12
    assert part(trace, "count")[-1].counts.tolist() == np.bincount(digits.codes).tolist()
    assert part(trace, "count")[-1].tallies[0].sum() == digits.X.sum()
