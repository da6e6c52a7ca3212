"""The border of two naive Gaussians: W64 and W92 by hand, its name with the reason, and what is dragged."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Line, Region, Segments, Text
from engine.data.dataset import Dataset
from engine.families.bayes.gaussian_naive_bayes.holding import ends, means_of, pulled, variances_of, with_means
from engine.models.naive_bayes import GaussianFactor, LevelFactor, NaiveBayes
from tests.catalogue import shows
from tests.engine.families.bayes.worked_tables import PEOPLE

KEY = "gaussian_naive_bayes"
CARD = engine.algorithm(KEY)
ROWS = Dataset.from_arrays([[0.0, 0.0], [1.0, 2.0], [2.0, 0.0], [3.0, 3.0]], ["one", "one", "two", "two"])


def two(means: list[list[float]], variances: list[list[float]], priors: tuple[float, float] = (0.5, 0.5)) -> NaiveBayes:
    """Two Gaussians of two features, each class with its means and variances."""
    pairs = zip(np.array(means, float).T, np.array(variances, float).T, strict=True)
    return NaiveBayes(np.array(priors), tuple(GaussianFactor(*each) for each in pairs), np.array([0, 1]))


def at_border(model: NaiveBayes, data: Dataset = ROWS) -> tuple[object, object, list[object]]:
    """The step of the border, what it says, and what is drawn."""
    step = next(step for step in engine.trace(KEY, data, start=model) if step.part == "border")
    return step, CARD.explain(step, data, CARD.params()), list(CARD.marks(step, data, CARD.params()))


APART, ALIKE = [[0.0, 0.0], [2.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]
CASES = [
    (APART, [[1, 1], [1, 1]], [0.0, 0.0], "a line", "Both have the same variance in every feature"),
    (ALIKE, [[1, 1], [4, 4]], [-0.375, -0.375], "a circle", "two is wider in every feature"),
    (ALIKE, [[1, 1], [4, 9]], [-0.375, -0.444444444444], "an ellipse", "two is wider in every feature"),
    ([[0, 0], [0, 2]], [[1, 1], [4, 1]], [-0.375, 0.0], "a parabola", "Both have the same variance in x2"),
    (ALIKE, [[1, 1], [4, 1]], [-0.375, 0.0], "two parallel lines", "Both have the same variance in x2"),
    (APART, [[1, 4], [4, 1]], [-0.375, 0.375], "a hyperbola", "one is wider in x2, two in x1"),
    (ALIKE, [[1, 4], [4, 1]], [-0.375, 0.375], "two crossing lines", "one is wider in x2, two in x1"),
]


@shows("NB17", "W64", "W92")
@pytest.mark.parametrize(("means", "variances", "q", "kind", "why"), CASES, ids=[case[3] for case in CASES])
def test_nb17_border_is_the_conic_of_the_variances(
    means: list[list[float]], variances: list[list[float]], q: list[float], kind: str, why: str
) -> None:
    model = two(means, variances)
    step, story, drawn = at_border(model)
    assert np.diag(step.border.Q) == pytest.approx(q, rel=1e-9) and step.border.kind == kind
    assert step.border.det == pytest.approx(q[0] * q[1], abs=1e-12)
    assert f"the border is {kind}." in story.sentence and why in story.sentence
    assert story.sentence.endswith("In general it is any conic, and not only a parabola.")
    named = [
        mark.text if isinstance(mark, Text) else mark.labels[0] for mark in drawn if isinstance(mark, Text | Segments)
    ]
    assert named == [kind]
    assert any(isinstance(mark, Line) for mark in drawn) == (kind == "a line")
    places = np.array([[0.3, -0.7], [2.0, 1.0], [-1.5, 2.5]])
    u, log = places - step.border.middle, model.log_joint(places)
    a = np.einsum("ni,ij,nj->n", u, step.border.Q, u) + u @ step.border.b + step.border.c
    assert log[0] - log[1] == pytest.approx(a)
    if kind == "two crossing lines":
        assert model.log_joint(np.array([[3.0, 3.0], [2.0, -2.0]])).T[:, 0] == pytest.approx(
            model.log_joint(np.array([[3.0, 3.0], [2.0, -2.0]])).T[:, 1]
        )


@shows("NB17")
def test_nb17_identical_classes_tie_everywhere_and_some_have_no_border() -> None:
    _, story, drawn = at_border(two(ALIKE, [[1, 1], [1, 1]]))
    assert story.sentence == "one and two are identical: a tie everywhere."
    assert [mark.text for mark in drawn if isinstance(mark, Text)] == ["a tie everywhere"]
    _, story, _ = at_border(two(ALIKE, [[1, 1], [1, 1]], (0.8, 0.2)))
    assert story.sentence.startswith("one and two: there is no border, one is more probable everywhere.")


@shows("NB17")
def test_nb17_means_and_widths_are_draggable_and_the_border_follows() -> None:
    params = CARD.params()
    model = two(APART, [[1, 4], [4, 1]])
    means, axes = CARD.handles
    assert means.positions(model, ROWS).tolist() == APART
    assert axes.positions(model, ROWS).tolist() == [[2, 0], [6, 0], [0, 4], [2, 2]]
    together = with_means(np.zeros((2, 2)), ROWS, params, model)
    assert at_border(together)[0].border.kind == "two crossing lines"
    assert (variances_of(together) == variances_of(model)).all()
    places = ends(model)
    places[1] += [-4.0, 9.0]  # along the first axis of the second class; across it nothing happens
    narrow = pulled(places, ROWS, params, model)
    assert variances_of(narrow).tolist() == [[1, 4], [0, 1]] or variances_of(narrow)[1, 0] < 1e-12
    places[1] = [4.0, 0.0]
    equal = pulled(places, ROWS, params, model)
    assert variances_of(equal).tolist() == [[1, 4], [1, 1]] and at_border(equal)[0].border.kind == "a parabola"
    shared = pulled(places, ROWS, CARD.params(shared=True), model)
    assert variances_of(shared)[:, 0].tolist() == [1, 1]
    begun = with_means(np.array([[9.0, 9.0]]), ROWS, params)
    assert means_of(begun).tolist() == [[9.0, 9.0], [2.5, 1.5]] and variances_of(begun)[0].tolist() == [0.25, 1.0]


def test_three_classes_have_a_border_per_pair_and_own_areas() -> None:
    iris = engine.load("iris").select([2, 3])
    steps = [step for step in engine.trace(KEY, iris).to_end() if step.part == "border"]
    assert [step.pair for step in steps] == [(0, 1), (0, 2), (1, 2)]
    for step in steps:
        (region,) = [mark for mark in CARD.marks(step, iris, CARD.params()) if isinstance(mark, Region)]
        assert region.model.classes.tolist() == list(step.pair)
    assert len(CARD.explain(steps[0], iris, CARD.params()).worked) == 3
    assert not [step for step in engine.trace(KEY, engine.load("iris")).to_end() if step.part == "border"]


def test_line_between_shared_gaussians_is_where_products_are_equal() -> None:
    model = two([[0.0, 1.0], [3.0, 2.0]], [[1.0, 4.0], [1.0, 4.0]], (0.7, 0.3))
    step, _, drawn = at_border(model)
    (line,) = [mark for mark in drawn if isinstance(mark, Line)]
    foot = -line.bias * line.weights / (line.weights @ line.weights)
    on = foot + np.outer([-2.0, 0.0, 5.0], [line.weights[1], -line.weights[0]])
    assert model.log_joint(on)[0] == pytest.approx(model.log_joint(on)[1])
    (way,) = [mark for mark in drawn if isinstance(mark, Segments)]
    assert way.starts.tolist() == [[0.0, 1.0]] and way.ends.tolist() == [[3.0, 2.0]]
    last = engine.trace(KEY, ROWS, start=model).to_end()[-1]
    assert CARD.measure(last, ROWS, CARD.params()) == {"training errors": len(last.wrong)}
    assert CARD.measure(step, ROWS, CARD.params()) == {}


def test_mismatched_gaussians_end_the_run_in_words() -> None:
    levels = LevelFactor(np.full((2, 2), 0.5))
    wrong = NaiveBayes(np.array([0.5, 0.5]), (levels, levels), np.array([0, 1]))
    for model in (wrong, two(APART, [[1, 1], [1, 1]])):
        data = ROWS if model is wrong else engine.load("iris").select([0, 1])
        trace = engine.trace(KEY, data, start=model).to_end()
        assert len(trace) == 1 and trace.ending.kind == "failed" and "begin afresh" in trace.ending.words


def test_placed_gaussians_predict_like_estimated_ones() -> None:
    estimated = engine.trace(KEY, PEOPLE).to_end()[-1].model
    trace = engine.trace(KEY, PEOPLE, start=estimated).to_end()
    assert trace[0].model == estimated and trace[-1].model == estimated
    assert [step.part for step in trace][:3] == ["start", "border", "factor"]
    fresh = next(step for step in engine.trace(KEY, PEOPLE).to_end() if step.part == "posterior")
    again = next(step for step in trace if step.part == "posterior")
    assert again.posterior == pytest.approx(fresh.posterior)
