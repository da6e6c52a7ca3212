"""What upsets nearest neighbours, against scikit-learn, nearest neighbours themselves, and the worked example."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

import engine
from engine.base.errors import Refusal
from engine.base.words import figure
from engine.core.marks import Curve, Points, Region
from engine.families.neighbours.sensitivity.loop import AXIS, CHANGES, LABELS, NOISE
from tests.catalogue import shows
from tests.engine.families import looked_at
from tests.engine.families.looked_at import of

KEY = "sensitivity"
told = partial(looked_at.told, KEY)


def left_out(X, labels, true, k):
    """The rows that scikit-learn's neighbours of each, itself left out, take for another class."""
    near = KNeighborsClassifier(k).fit(X, labels).kneighbors(return_distance=False)
    said = np.array([np.bincount(labels[rows]).argmax() for rows in near])
    return np.flatnonzero(said != true)


@shows("KN14")
@pytest.mark.parametrize("change", CHANGES)
def test_unchanged_data_and_each_change_match_scikit_learn(change):
    data = engine.load("iris").changed(X=engine.load("iris").X + np.random.default_rng(0).normal(size=(150, 4)) / 50)
    trace = engine.trace(KEY, data, change=change, amount=4, k=3).to_end()
    first = trace[0]
    plain = engine.trace("knn", data, k=3, scale="never")[-1]
    assert np.array_equal(first.near, plain.near) and np.array_equal(first.near, first.first)
    for count, step in enumerate(trace):
        X = step.known.X * (2.0**count if change == AXIS else 1.0)
        missed = left_out(X, step.known.y, data.codes, 3)
        assert np.array_equal(step.missed, missed) and step.errors[-1] == len(missed) == step.errors[count]
        assert step.known.X.shape[1] == 4 + (count if change == NOISE else 0)
        assert (step.known.y != data.codes).sum() == (count if change == LABELS else 0)
        if change == AXIS:
            assert pytest.approx(data.X * [2.0**count, 1, 1, 1]) == X


@shows("KN14")
def test_irrelevant_features_dominate_the_distances():
    data = engine.load("iris")
    trace, stories, marks = told(data, amount=50)
    errors, contrasts = trace[-1].errors, trace[-1].contrasts
    assert len(errors) == 51 and errors[-10:].mean() > 3 * errors[:2].mean()
    assert contrasts[0] < 0.1 and contrasts[-1] > 0.4
    noise = trace[-1].known.X[:, 4:]
    gaps = data.X - data.X.mean(axis=0)
    assert noise.shape == (150, 50) and noise.std() == pytest.approx(np.sqrt((gaps**2).mean()), rel=0.05)
    assert np.array_equal(trace[7].known.X, trace[-1].known.X[:, :11])
    assert (
        "With 50 irrelevant attributes" in stories[-1].sentence and "counts for less and less" in stories[-1].sentence
    )
    still = len(set(trace[-1].near) & set(trace[0].near))
    assert f"Of the first 3 neighbours of the query {still}" in stories[-1].sentence
    (best,), (ghost,) = of(Points, marks[-1], "best"), of(Points, marks[-1], "ghost")
    assert set(best.rows) == set(trace[-1].near) and set(ghost.rows) == set(trace[0].near) - set(trace[-1].near)
    error, contrast = of(Curve, marks[-1])
    assert error.positions[:, 1].tolist() == errors.tolist() and contrast.positions[:, 1].tolist() == contrasts.tolist()
    assert f"error = {int(errors[-1])} / 150 = {errors[-1] / 150:.4g}" in stories[-1].worked


@shows("KN14")
def test_dominance_is_explained_by_the_nearest_row():
    iris = engine.load("iris")
    trace, stories, _ = told(iris, amount=20)
    shares = []
    for step, story in zip(trace, stories, strict=True):
        row, z = step.near[0], step.model.point
        own, noise = ((z - iris.X[row]) ** 2).sum(), (step.known.X[row, 4:] ** 2).sum()
        lines = [line for line in story.worked if line.startswith(("d² of", "their share"))]
        assert len(lines) == (2 if step.count else 0)
        if lines:
            assert lines[0].endswith(f" = {figure(own + noise)}, the second part from irrelevant attributes")
            shares.append(noise / (own + noise))
            assert lines[1].endswith(f" = {figure(shares[-1])}")
    assert shares[0] < 0.5 < shares[-1], "they drown what was there"
    trace, stories, _ = told(iris, change=AXIS, amount=8)
    gaps = (trace[-1].model.point - iris.X[trace[-1].near[0]]) * [2.0**8, 1, 1, 1]
    share = gaps[0] ** 2 / (gaps**2).sum()
    name = iris.columns[0].name
    (line,) = [one for one in stories[-1].worked if one.startswith(f"share of {name} in d²")]
    assert line.endswith(f" = {figure(share)}")
    assert not any("d²" in line for line in told(iris, change=LABELS, amount=2)[1][-1].worked)


@shows("KN14")
def test_areas_are_those_of_the_changed_rows():
    data = engine.Dataset.from_arrays(np.random.default_rng(1).normal(size=(30, 2)) * [9, 1], [0, 1] * 15)
    places = np.random.default_rng(2).normal(size=(50, 2))
    for change, lifted in (
        (NOISE, lambda step: np.column_stack([places, np.zeros((50, 3))])),
        (LABELS, lambda step: places),
        (AXIS, lambda step: places * [1, 0.125]),
    ):
        trace, _, marks = told(data, change=change, amount=3, k=1)
        (region,) = of(Region, marks[-1])
        assert np.array_equal(region.model.predict(places), trace[-1].known.predict(lifted(trace[-1])))
    wrong = told(data, change=LABELS, amount=30, k=1)
    assert len(wrong[0]) == 31 and (wrong[0][-1].known.y != data.codes).all()


@shows("W88", "KN14")
def test_w88_constant_feature_changes_no_neighbour():
    X, xor = np.array([[0.0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]]), ["no", "yes", "yes", "no"]
    with_it, without = (engine.Dataset.from_arrays(table, xor) for table in (X, X[:, :2]))
    ends = [
        engine.trace(KEY, data, amount=0, k=1, query=z)[-1] for data, z in ((with_it, (0, 0, 1)), (without, (0, 0)))
    ]
    assert np.array_equal(ends[0].near, ends[1].near) and np.array_equal(ends[0].missed, ends[1].missed)


def test_neighbours_are_at_most_the_other_rows():
    data = engine.Dataset.from_arrays([[0.0], [1.0], [2.0]], ["a", "b", "a"])
    with pytest.raises(Refusal, match="choose k from 1 to 2"):
        engine.trace(KEY, data, k=3)
    assert len(engine.trace(KEY, data, k=2, amount=50, change=LABELS).to_end()) == 4


def test_other_neighbours_are_an_event():
    trace, _, _ = told(engine.load("iris"), amount=10)
    event = engine.algorithm(KEY).event
    for before, after in zip(trace, list(trace)[1:], strict=False):
        assert (event(after) is not None) == (set(before.near) != set(after.near))


def test_ring_at_the_last_step_is_not_cut_by_the_chart():
    """A ring in a lecture has a radius of about a twentieth of a chart's width."""
    _, _, marks = told(engine.load("iris"), amount=5)
    rings = [mark for mark in of(Points, marks[-1]) if mark.role == "focus" and mark.surface.kind == "chart"]
    assert len(rings) == 2
    for ring in rings:
        low, high, _, _ = ring.surface.view
        assert high - ring.positions[0, 0] > 0.06 * (high - low)


def test_it_says_what_scaling_would_change():
    wine = engine.load("wine")
    trace = engine.trace(KEY, wine, k=1, amount=1)
    X = (wine.X - wine.X.mean(axis=0)) / wine.X.std(axis=0, ddof=1)
    raw, scaled = (len(left_out(table, wine.codes, wine.codes, 1)) for table in (wine.X, X))
    said = engine.algorithm(KEY).explain(trace[0], wine, engine.algorithm(KEY).params(k=1, amount=1)).sentence
    assert raw > scaled + 20
    assert f"divided by its standard deviation first, {scaled} would be, {raw - scaled} fewer" in said


@shows("KN14")
def test_kn14_each_change_states_its_progress_and_distance_share():
    """Rows at 3, 4, 5 and √162 from the query at 0: as the second axis is halved, the row on it comes first."""
    data = engine.Dataset.from_arrays([[3.0, 0.0], [0.0, 4.0], [-5.0, 0.0], [9.0, 9.0]], ["a", "b", "a", "b"])
    how = {"query": (0.0, 0.0), "k": 1, "amount": 2}
    trace, stories, _ = told(data, change=AXIS, **how)
    card, far = engine.algorithm(KEY), [np.hypot(9, 9 / 2), np.hypot(9, 9 / 4)]
    assert "With x1 counting 2 times as much" in stories[1].sentence
    assert "With x1 counting 4 times as much" in stories[2].sentence
    assert [story.worked[1:] for story in stories] == [
        ("nearest / farthest = 3 / 12.727922 = 0.2357",),
        (f"nearest / farthest = 2 / {far[0]:.8g} = {2 / far[0]:.4g}", "share of x1 in d² of the nearest = 0 / 4 = 0"),
        (f"nearest / farthest = 1 / {far[1]:.8g} = {1 / far[1]:.4g}", "share of x1 in d² of the nearest = 0 / 1 = 0"),
    ]  # fmt: skip
    assert [step.near.tolist() for step in trace] == [[0], [1], [1]]
    assert "Of the first 1 neighbour of the query 0 are left." in stories[1].sentence
    assert [story.tables[0].rows for story in stories[:2]] == [(("1", "a", "stays"),), (("2", "b", "new"),)]
    assert [card.event(step) and card.event(step).word for step in trace] == [None, "other neighbours", None]
    measured = card.measure(trace[1], data, card.params())
    assert measured == {"misclassified rows": trace[1].errors[-1], "nearest / farthest": pytest.approx(2 / far[0])}
    _, stories, _ = told(data, change=LABELS, **how)
    assert "With 1 wrong class" in stories[1].sentence and "With 1 wrong classes" not in stories[1].sentence
    assert "With 2 wrong classes" in stories[2].sentence
    trace, stories, _ = told(data, change=NOISE, **how)
    assert "With 1 irrelevant attribute" in stories[1].sentence and trace[1].known.X.shape == (4, 3)
