"""Choosing K: the worked pairs, scikit-learn's silhouette and Rand index, and that E cannot choose."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.params import specs
from engine.base.words import taken
from engine.core.marks import Curve, Points, Segments
from engine.core.story import Event
from engine.families.clustering import measures, seeding
from engine.families.clustering.choose_k import loop
from engine.families.clustering.choose_k.drawing import marks
from engine.families.clustering.choose_k.loop import ALONE, CAP, EDGE, Params, beyond, by_gap, by_silhouette
from engine.families.clustering.choose_k.telling import event, explain
from engine.families.clustering.kmeans.loop import Params as KMeans
from engine.families.clustering.lloyd import lloyd
from engine.maths.algebra.distances import own_squares
from tests.catalogue import shows
from tests.engine.families.clustering.follows import rand

PLACED = {
    "Silhouette by K: boundary": lambda step, data, params: [
        (K, one.silhouette) for K, one in enumerate(step.tried, 1) if K > 1
    ]
}
FOLLOWS = {"adjusted Rand index": lambda step, data, params: rand(data, step.tried[step.K - 1].found.labels)}

PAIRS = engine.Dataset.from_arrays([[0], [1], [5], [6], [10], [11]])
BEST = {1: 16.9166666667, 2: 4.41666666667, 3: 0.25, 4: 0.166666666667, 5: 0.0833333333333, 6: 0.0}


def ran(data, **params):
    return engine.trace("choose_k", data, **params).to_end()


def curve(step, data, name):
    return next(mark for mark in marks(step, data, Params()) if isinstance(mark, Curve) and mark.surface.name == name)


@shows("CL7", "W85")
def test_w85_e_falls_with_every_k_and_cannot_choose():
    trace = ran(PAIRS, most=10, runs=10)
    assert [step.K for step in trace[1:-1]] == [1, 2, 3, 4, 5, 6]
    for step in trace[1:-1]:
        now, story = step.tried[step.K - 1], explain(step, PAIRS, Params(most=10, runs=10))
        told = {number.name: number.value for number in story.numbers}
        if np.isfinite(now.gap):
            assert (told["gap"], told["s"]) == (now.gap, now.spread)
            parts = story.worked[1].removeprefix("Gap = ")
            mean, own = np.log(now.references).mean(), np.log(now.E * PAIRS.n)
            assert parts == taken(float(mean), float(own)) and now.gap == pytest.approx(mean - own)
        assert (event(step) == Event("best silhouette", "centre")) == (step.K in (2, 3))
    for step in trace[1:-1]:
        assert pytest.approx(BEST[step.K], abs=1e-9) == step.tried[-1].E
    last = trace[-1]
    assert curve(last, PAIRS, "E by K").positions == pytest.approx(np.array(list(BEST.items())), abs=1e-9)
    assert last.K == by_silhouette(last.tried) == 3
    assert last.model.centres.ravel().tolist() == [0.5, 5.5, 10.5]
    said = explain(last, PAIRS, Params()).sentence
    assert "E cannot choose K: with one on every point it is 0." in said
    assert "The silhouette chooses K = 3" in said
    fourth = explain(trace[4], PAIRS, Params()).sentence
    assert fourth.startswith("K = 4: E falls from 0.25 to 0.1667, as it must with a centre more.")
    assert fourth.endswith("that of K = 3 is larger.")


def test_silhouette_and_agreement_match_scikit_learn():
    from sklearn.metrics import adjusted_rand_score, silhouette_score

    iris = engine.load("iris")
    for step in ran(iris, most=5)[2:-1]:
        labels = step.tried[-1].found.labels
        told = {number.name: number.value for number in explain(step, iris, Params()).numbers}
        assert told["silhouette"] == pytest.approx(silhouette_score(iris.X, labels), abs=1e-12)
        assert told["adjusted Rand index"] == pytest.approx(adjusted_rand_score(iris.y, labels), abs=1e-12)
        rows = [mark for mark in marks(step, iris, Params()) if isinstance(mark, Segments)][-1]
        assert rows.ends[:, 0].mean() == pytest.approx(told["silhouette"])


def test_gap_finds_no_groups_in_uniform_data():
    boxes = [np.random.default_rng(seed).random((90, 2)) for seed in range(8)]
    found = [by_gap(ran(engine.Dataset.from_arrays(box), references=8, most=3)[-1].tried) for box in boxes]
    assert found.count(1) >= 5
    box = boxes[0]
    three = box + 4.0 * np.array([[0, 0], [1, 0], [0, 1]])[np.arange(90) % 3]
    last = ran(engine.Dataset.from_arrays(three), most=5, references=10)[-1]
    assert by_gap(last.tried) == by_silhouette(last.tried) == 3


def test_gap_can_choose_and_is_drawn_with_its_spread():
    last = ran(PAIRS, chosen_by="gap")[-1]
    assert by_gap(last.tried) == last.K
    there = [one for one in last.tried if one.E > 0]
    places = curve(last, PAIRS, "Gap by K").positions
    assert places[:, 1] == pytest.approx([one.gap for one in there])
    drawn = [m for m in marks(last, PAIRS, Params()) if isinstance(m, Points)]
    best, ring = [m for m in drawn if m.surface.name == "Gap by K"]
    assert (best.role, ring.role) == ("best", "focus") and np.array_equal(best.positions, ring.positions)
    assert best.labels == () and ring.labels == (f"K = {last.K}",)  # beside the ring, not under it
    assert by_silhouette(last.tried) != last.K
    best, ring = [m for m in drawn if m.surface.name == "Silhouette by K"]
    assert best.labels == (f"K = {by_silhouette(last.tried)}",) and ring.labels == ()


def test_e_never_rises_whatever_the_start():
    for seed in range(5):
        errors = [one.E for one in ran(engine.load("wine"), seed=seed, runs=1)[-1].tried]
        assert (np.diff(errors) <= 0).all()


def test_e_does_not_rise_by_rounding_either():
    """Beside so large a column every mean is off by more than the rows are apart."""
    rows = np.column_stack([np.linspace(0, 9, 12), np.full(12, 1e149)])
    for seed in range(8):
        last = ran(engine.Dataset.from_arrays(rows), seed=seed)[-1]
        assert (np.diff([one.E for one in last.tried]) <= 0).all()
        for one in last.tried:
            found = one.found
            assert found.error == float(np.mean(own_squares(rows, found.centres.centres, found.labels)))


def test_next_k_adds_one_centre_to_the_other_starts(monkeypatch):
    starts = []
    monkeypatch.setattr(
        loop, "lloyd", lambda X, start, pauses: starts.append((X, start.centres)) or lloyd(X, start, pauses)
    )
    drawn = []
    usual = seeding.winner
    monkeypatch.setattr(seeding, "winner", lambda *args: drawn.append(1) or usual(*args))
    blobs = engine.load("iris")
    ran(blobs, most=5, runs=2, references=2)
    assert len(drawn) == 3 * 2 * 5, "for each of three tables and two starts one centre for each K"
    own = [centres for X, centres in starts if X is blobs.X]
    for first, second in zip(own[2::3][:-1], own[5::3], strict=True):
        assert len(second) == len(first) + 1 and np.array_equal(second[:-1], first)


def test_a_single_k_is_no_choice():
    data = engine.Dataset.from_arrays([[1, 1], [1, 1]])
    trace = ran(data)
    assert trace.ending.words == explain(trace[-1], data, Params()).sentence == ALONE


def test_choice_at_the_upper_limit_suggests_a_larger_k():
    """Seven groups, far apart: whoever tries five is not to think that there are five."""
    rng = np.random.default_rng(2)
    middles = 10.0 * np.arange(7)[:, None] * np.ones(2)
    seven = engine.Dataset.from_arrays(np.repeat(middles, 12, axis=0) + 0.3 * rng.normal(size=(84, 2)))
    for by in ("silhouette", "gap"):
        few, enough = ran(seven, most=5, runs=5, chosen_by=by), ran(seven, runs=5, chosen_by=by)
        assert few[-1].K == 5 and EDGE in few.ending.words
        assert explain(few[-1], seven, Params()).sentence.endswith(f"{EDGE} raise the largest K to see.")
        assert enough[-1].K == 7 and EDGE not in enough.ending.words, "the default reaches beyond"
        assert EDGE not in explain(enough[-1], seven, Params()).sentence
    whole = ran(PAIRS, most=6, runs=10, chosen_by="gap")
    assert EDGE not in whole.ending.words, "there are no more points than six"


def test_choice_of_the_maximum_possible_k_gives_no_advice():
    """Forty groups: the largest K cannot be raised any more, but K-means itself can find them."""
    rng = np.random.default_rng(3)
    middles = np.column_stack([x.ravel() for x in np.meshgrid(10.0 * np.arange(8), 10.0 * np.arange(5))])
    forty = engine.Dataset.from_arrays(np.repeat(middles, 4, axis=0) + 0.2 * rng.normal(size=(160, 2)))
    trace = ran(forty, most=CAP, chosen_by="silhouette")
    last, told = trace[-1], trace.ending.words
    assert last.K == CAP == specs(Params)["most"].high
    for said in (told, explain(last, forty, Params(most=CAP)).sentence):
        assert EDGE in said and "raise" not in said and "K-means itself takes them" in said
    assert specs(KMeans)["k"].high > CAP, "K-means takes more"
    assert "raise the largest K" in beyond(CAP - 1)


def test_distances_between_rows_are_computed_once_for_all_k(monkeypatch):
    reckoned = []
    usual = measures.squared_distances
    monkeypatch.setattr(measures, "squared_distances", lambda *args: reckoned.append(1) or usual(*args))
    assert len(ran(PAIRS, most=6)[-1].tried) == 6 and len(reckoned) == 1


def test_changes_by_rounding_do_not_cause_a_cycle(monkeypatch):
    """Rows without groups that are drawn around a large column are apart by what a number so large cannot hold."""
    rounds = []

    def noted(*args):
        found = yield from lloyd(*args)
        rounds.append(found.rounds)
        return found

    monkeypatch.setattr(loop, "lloyd", noted)
    data = engine.Dataset.from_arrays(np.column_stack([np.linspace(0, 1e-140, 12), np.full(12, 1e149)]))
    for seed in range(8):
        engine.trace("choose_k", data, seed=seed).to_end()
    assert max(rounds) < 30


@pytest.mark.parametrize("by", ["silhouette", "gap"])
def test_chart_of_the_criterion_is_open_beside_that_of_e(by):
    last = ran(PAIRS, chosen_by=by)[-1]
    charts = {mark.surface.name for mark in marks(last, PAIRS, Params(chosen_by=by)) if mark.surface.open}
    assert charts == {"Data", "E by K", f"{by.capitalize()} by K"}
    assert {"Gap by K", "Silhouette by K"} <= {mark.surface.name for mark in marks(last, PAIRS, Params())}
