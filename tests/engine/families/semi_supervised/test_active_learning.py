"""Active learning: the doubts, which row is asked for, a row that the table has no class for, and what is drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import entropy

import engine
from engine.core.marks import Bars, Points
from engine.core.story import Story
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.families.semi_supervised.active_learning.loop import STRATEGIES, doubts

KEY = "active_learning"
CARD = engine.algorithm(KEY)
MOONS = generate("moons", seed=0, n=120)
IRIS = engine.load("iris")


def ended(data: Dataset = MOONS, **params: Any) -> Trace:
    return engine.trace(KEY, data, **params).to_end()


def told(step: Any, data: Dataset = MOONS, **params: Any) -> Story:
    return CARD.explain(step, data, CARD.params(**params))


def test_the_doubts_by_their_definitions() -> None:
    P = np.random.default_rng(0).dirichlet(np.ones(4), size=50)
    by_size = np.sort(P, axis=1)[:, ::-1]
    assert doubts(P, "least confident") == pytest.approx(1 - by_size[:, 0])
    assert doubts(P, "margin") == pytest.approx(1 - by_size[:, 0] + by_size[:, 1])
    assert doubts(P, "entropy") == pytest.approx(entropy(P, axis=1))
    assert np.isfinite(doubts(np.array([[1.0, 0.0]]), "entropy")).all()


@pytest.mark.parametrize("strategy", STRATEGIES[:3])
def test_most_uncertain_unlabelled_row_is_queried(strategy: str) -> None:
    for step in ended(IRIS, strategy=strategy, questions=6):
        if step.part == "ask":
            u = doubts(step.model.predict_proba(IRIS.X), strategy)
            pool = np.flatnonzero(step.labels < 0)
            assert step.asked in pool and u[step.asked] == u[pool].max()
            assert step.u == pytest.approx(u)


def test_answer_is_the_label_of_the_table_and_used_by_the_next_fit() -> None:
    trace = ended(questions=4)
    assert [step.part for step in trace] == ["start", "fit", *["ask", "answer", "fit"] * 4]
    for ask, answer in zip(trace[2::3], trace[3::3], strict=True):
        assert answer.answer == MOONS.codes[ask.asked] == answer.labels[ask.asked]
        assert (np.delete(answer.labels, ask.asked) == np.delete(ask.labels, ask.asked)).all()
    assert (trace[-1].labels >= 0).sum() == 6 + 4
    assert trace.ending.words == "4 questions were asked: allow more to go on."
    known = trace[-1].labels >= 0
    fit = engine.fit(KEY, MOONS, questions=4)
    assert fit == trace[-1].model and known.sum() == 10


def test_random_queries_are_distinct_and_ignore_uncertainty() -> None:
    trace = ended(strategy="random", questions=10)
    asked = [step.asked for step in trace if step.part == "ask"]
    assert len(set(asked)) == 10
    step = next(step for step in trace if step.part == "ask")
    assert ", at random. It would say" in told(step, strategy="random").sentence
    assert not [m for m in CARD.marks(step, MOONS, CARD.params(strategy="random")) if isinstance(m, Bars)]


def test_unlabelled_row_is_requested_and_the_run_continues_once_labelled() -> None:
    y = np.array(MOONS.codes)
    y[10:] = -1
    data = MOONS.changed(y=y)
    trace = ended(data)
    row = trace[-1].asked
    assert [step.part for step in trace] == ["start", "fit", "ask"] and y[row] == -1
    assert trace.ending.kind == "stopped"
    name = data.row_name(row)
    assert trace.ending.words == f"Which class has point {name}? Right-click it and choose one: the run goes on."
    assert told(trace[-1], data).sentence.endswith("right-click the point and choose one.")
    y[row] = MOONS.codes[row]
    after = ended(MOONS.changed(y=y))
    assert after[0].labels[row] == y[row] and after[-1].asked != row and y[after[-1].asked] == -1


def test_it_asks_until_every_row_has_a_label() -> None:
    small = Dataset.from_arrays([[-2.0], [-1.0], [1.0], [2.0]], [0, 0, 1, 1])
    trace = ended(small, known=1)
    assert trace.ending.words == "After 2 questions every row has a label." and (trace[-1].labels >= 0).all()


@pytest.mark.parametrize(
    ("strategy", "line"), [("least confident", "u = 1 − "), ("margin", "u = 1 − ("), ("entropy", "u = −(")]
)
def test_the_doubt_is_worked_out(strategy: str, line: str) -> None:
    step = next(step for step in ended(IRIS, strategy=strategy) if step.part == "ask")
    story = told(step, IRIS, strategy=strategy)
    assert story.worked[0].startswith(line) and story.worked[-1] == "rows = 9 + 141 = 150"
    assert story.sentence.startswith(f"Question 1: the doubt is greatest at point {IRIS.row_name(step.asked)}, ")
    assert [row[1] for row in story.tables[0].rows] == sorted((row[1] for row in story.tables[0].rows), reverse=True)


def test_row_is_ringed_and_largest_uncertainties_are_bars() -> None:
    step = next(step for step in ended() if step.part == "ask")
    drawn = CARD.marks(step, MOONS, CARD.params())
    roles = {mark.role: mark for mark in drawn if isinstance(mark, Points)}
    assert roles["focus"].rows.tolist() == [step.asked] and roles["focus"].labels == ("?",)
    assert (roles["data"].groups == step.labels).all()
    (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
    pool = np.flatnonzero(step.labels < 0)
    assert bars.values == pytest.approx(np.sort(step.u[pool])[::-1][:12]) and bars.labels[0] == MOONS.row_name(
        step.asked
    )


def test_text_states_whether_the_answer_was_predicted() -> None:
    for step in ended(IRIS):
        if step.part == "answer":
            right = step.model.predict(IRIS.X[[step.asked]])[0] == step.answer
            own = IRIS.class_name(step.answer)
            verdict = "as it would have said" if right else "not what it would have said"
            assert told(step, IRIS).sentence == (
                f"Point {IRIS.row_name(step.asked)} is {own}: {verdict}. The label is added."
            )


def test_labelled_rows_and_the_prediction_are_stated() -> None:
    trace = ended(IRIS, questions=3)
    first = told(trace[0], IRIS, questions=3)
    assert first.sentence.startswith("9 rows have a label, ringed.")
    assert [(number.name, number.value) for number in first.numbers] == [("labelled", 9), ("unlabelled", 141)]
    ask = trace[2]
    P = ask.model.predict_proba(IRIS.X[[ask.asked]])[0]
    name = IRIS.class_name(int(ask.model.classes[P.argmax()]))
    assert f"It would say {name}, P = " in told(ask, IRIS, questions=3).sentence
    assert told(ask, IRIS, questions=3).tables[0].rows[0] == (name, P.max())
    wrong = int((trace[1].model.predict(IRIS.X) != IRIS.codes).sum())
    assert CARD.measure(trace[1], IRIS, CARD.params()) == {"misclassified rows": wrong}
    (bars,) = [mark for mark in CARD.marks(ask, IRIS, CARD.params()) if isinstance(mark, Bars)]
    pool = np.flatnonzero(ask.labels < 0)
    doubted = pool[np.argsort(-ask.u[pool], kind="stable")[:12]]
    assert bars.surface.name == "The rows it doubts most" and bars.labels == tuple(map(IRIS.row_name, doubted))
