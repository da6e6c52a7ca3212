"""t-SNE: scikit-learn's descent move by move, what it keeps and what it does not, and rows that have no neighbours."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import squareform
from sklearn.manifold import _t_sne

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Ellipse, Matrix, Points, Segments
from engine.data.toys import generate
from engine.families.reduction.maps import MAP, apart, kept, kept_told, nearest_of
from engine.families.reduction.tsne.drawing import marks
from engine.families.reduction.tsne.loop import AXES, LEAST_GAIN, Params
from engine.families.reduction.tsne.telling import explain, inspect, perplexities
from engine.maths.probability.tsne_affinities import forces
from tests.engine.families.reduction.follows import kept_nearby
from tests.examples import numbers

FOLLOWS = {
    "The most alike are rows": lambda step, data, params: _alike(step.P),
    "The most alike are rows # and": lambda step, data, params: _alike(step.P),
    "all rows push each other. Row": lambda step, data, params: _gone_farthest(step),
    "momentum": lambda step, data, params: 0.5 if step.early else 0.8,
    "neighbours kept": lambda step, data, params: kept_nearby(step.far, step.model.places),
}

IRIS = engine.load("iris")


def _gone_farthest(step):
    return np.argmax(np.linalg.norm(step.model.places - step.before, axis=1)) + 1


def _alike(P):
    """The numbers of the rows with the greatest p(i, j)."""
    return np.flatnonzero(np.isclose(P, P.max()).any(axis=1)) + 1


def ran(data, **params):
    return engine.trace("tsne", data, **params).to_end()


def theirs(P, places, iterations, momentum, rate):
    """scikit-learn's own descent, from the same places."""
    found, *_ = _t_sne._gradient_descent(
        _t_sne._kl_divergence, places.ravel(), 0, iterations, n_iter_check=1000, momentum=momentum,
        learning_rate=rate, min_gain=LEAST_GAIN, min_grad_norm=0.0, args=[squareform(P, checks=False), 1.0, len(P), 2],
    )  # fmt: skip
    return found.reshape(-1, 2)


@pytest.mark.parametrize("begin", ["random places", AXES])
def test_every_move_is_that_of_scikit_learn(begin):
    trace = ran(IRIS, begin=begin, early=20, iterations=20, every=10, seed=2)
    start, last = trace[3], trace[-1]
    expected = theirs(4.0 * start.P, start.model.places, 20, 0.5, last.rate)
    assert last.iteration == 20 and last.early
    assert last.model.places == pytest.approx(expected, rel=1e-6, abs=1e-9)
    trace = ran(IRIS, begin=begin, early=0, iterations=30, seed=2)
    expected = theirs(start.P, trace[3].model.places, 30, 0.8, last.rate)
    assert trace[-1].model.places == pytest.approx(expected, rel=1e-6, abs=1e-9)


def test_neighbours_are_preserved_better_than_by_mds():
    digits = engine.load("digits").subset(np.arange(200))
    last, other = ran(digits)[-1], engine.trace("mds", digits).to_end()[-1]
    ours = kept(nearest_of(last.far, 10), last.model.places)
    assert ours > 0.8 > 0.55 > kept(nearest_of(other.delta, 10), other.model.places)
    told = numbers(explain(last, digits, Params()))
    assert told["neighbours kept"] == ours and told["KL"] == last.divergence < 0.5 * ran(digits)[3].divergence


def test_preserved_neighbours_count_ties_and_rank_the_data_once(monkeypatch):
    """Row by row, on maps of whole numbers, where many rows are equally far and the lower one is nearer."""
    rng = np.random.default_rng(3)
    X, maps = rng.normal(size=(150, 3)), rng.integers(0, 12, (2, 150, 2)).astype(float)
    data, delta, ranked = engine.Dataset.from_arrays(X), apart(X), []

    def nearest(far):
        ordered = [[j for j in np.argsort(row, kind="stable").tolist() if j != i] for i, row in enumerate(far)]
        return [set(row[:10]) for row in ordered]

    def ranking(far, count, first=0):
        ranked.append(far is delta)
        return nearest_of(far, count, first)

    monkeypatch.setattr("engine.families.reduction.maps.nearest_of", ranking)
    for places in maps:
        (told,) = kept_told(data, "Euclidean", delta, places)
        pairs = zip(nearest(delta), nearest(apart(places)), strict=True)
        assert told.value == sum(len(one & other) for one, other in pairs) / 1500
    assert ranked.count(True) == 1


@pytest.mark.parametrize("key", ["tsne", "mds"])
def test_all_rows_of_the_digits_can_be_mapped(key):
    digits, method = engine.load("digits"), engine.algorithm(key)
    assert digits.n == 1797 and method.unsuitable(digits) == ""
    method.check(digits, method.params())


def test_neighbouring_clusters_may_be_farthest_apart_on_the_map():
    """What the lesson says of three clouds: the gaps of a map hang on the perplexity."""
    data = generate("uneven", seed=1, n=140)

    def gaps(places):
        A, B, C = (np.median(places[data.codes == k], axis=0) for k in range(3))
        return np.linalg.norm([A - B, A - C, B - C], axis=1)

    assert gaps(data.X)[2] < 0.7 * gaps(data.X)[:2].min()
    few, many = (gaps(ran(data, perplexity=perplexity)[-1].model.places) for perplexity in (10.0, 40.0))
    assert few[2] > few[:2].max() and many[2] < 0.7 * many[:2].min()


def test_widths_are_one_circle_per_row():
    step = ran(IRIS, perplexity=12.0)[1]
    assert perplexities(step) == pytest.approx(12.0, rel=1e-5)
    drawn = marks(step, IRIS, Params())
    (chart,) = [one for one in drawn if isinstance(one, Points) and one.surface.kind == "chart"]
    assert (chart.positions[:, 1] == step.widths).all() and chart.rows.tolist() == list(range(150))
    rows = [int(step.widths.argmin()), int(step.widths.argmax())]
    circles = {tuple(one.centre): one.covariance[0, 0] for one in drawn if isinstance(one, Ellipse)}
    assert circles == {tuple(IRIS.X[row]): pytest.approx(step.widths[row] ** 2) for row in rows}
    assert f"narrowest is row {rows[0] + 1}," in explain(step, IRIS, Params()).sentence


def test_map_has_all_rows_and_arrows_at_the_farthest_moving():
    trace = ran(IRIS)
    step, params = trace[12], Params()
    drawn = marks(step, IRIS, params)
    (placed,) = [one for one in drawn if isinstance(one, Points) and one.surface == MAP and one.role == "data"]
    assert placed.rows.tolist() == list(range(150)) and (placed.positions == step.model.places).all()
    row = int(((step.model.places - trace[11].model.places) ** 2).sum(axis=1).argmax())
    (arrows,) = [one for one in drawn if isinstance(one, Segments) and one.arrows]
    assert (arrows.starts == step.model.places[row]).all() and arrows.labels == ("pull", "push")
    found = forces(step.P, step.model.places)
    for tip, force in zip(arrows.ends, (found.pull[row], found.push[row]), strict=True):
        way = tip - step.model.places[row]
        assert way / np.linalg.norm(way) == pytest.approx(force / np.linalg.norm(force))
    assert f"Row {row + 1} moved farthest" in explain(step, IRIS, params).sentence


def test_picture_of_p_groups_rows_by_class():
    data = IRIS.subset(np.arange(149, -1, -1))
    step = ran(data)[2]
    (picture,) = [one for one in marks(step, data, Params()) if isinstance(one, Matrix)]
    assert picture.values[0, 1] == step.P[100, 101] and picture.values.max() == step.P.max()


def test_only_rows_have_a_place_on_the_map():
    step = ran(IRIS)[-1]
    answer = inspect(step, IRIS, Params(), IRIS.X[60])
    found = forces(step.P, step.model.places)
    told = numbers(answer.story)
    assert told["σ"] == step.widths[60] and (told["push"] == found.push[60]).all()
    assert any(isinstance(one, Ellipse) and (one.centre == IRIS.X[60]).all() for one in answer.marks)
    assert "has no place" in inspect(step, IRIS, Params(), IRIS.X[0] + 0.5).story.sentence


def test_too_large_perplexity_is_refused_with_a_possible_one():
    data = generate("blobs", n=12, seed=1)
    with pytest.raises(Refusal, match="lies from 1 to 11") as refusal:
        ran(data, perplexity=40.0)
    assert refusal.value.remedies == (SetParameter("perplexity", 11.0),)
    assert ran(data)[0].perplexity == pytest.approx(11 / 3)


def test_equal_rows_are_said_to_see_too_many():
    data = engine.Dataset.from_arrays(np.repeat([[0.0], [10.0]], 5, axis=0))
    step = ran(data, perplexity=2.0)[1]
    assert "10 rows have equal neighbours" in explain(step, data, Params()).sentence
    assert ran(data, perplexity=2.0).ending.kind in ("converged", "stopped")


def test_diverging_map_says_why_and_one_axis_stays_a_line():
    trace = ran(IRIS, rate=1e5)
    assert trace.ending.kind == "failed" and "A rate of 20 is usual" in trace.ending.words
    line = engine.Dataset.from_arrays(np.arange(9.0)[:, None] ** 2)
    trace = ran(line, begin=AXES)
    assert (
        not trace[-1].model.places[:, 1].any() and "stays there" in explain(trace[3], line, Params(begin=AXES)).sentence
    )
