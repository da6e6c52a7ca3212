"""Spectral clustering: scipy's Laplacian, scikit-learn's groups, and two moons that K-means cannot part."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Matrix, Points, Segments
from engine.data.toys import generate
from engine.families.clustering.spectral.drawing import marks
from engine.families.clustering.spectral.loop import Params
from engine.families.clustering.spectral.telling import explain
from engine.maths.algebra.laplacian import affinities, normalised_laplacian, smallest
from engine.maths.algebra.partitions import adjusted_rand
from tests.engine.families.clustering.follows import MEASURED

FOLLOWS = {**MEASURED, "mean degree": lambda step, data, params: step.likeness.sum() / data.n}


def ran(data, **params):
    return engine.trace("spectral", data, **params).to_end()


def test_laplacian_and_eigenvalues_match_scipy():
    from scipy.sparse.csgraph import laplacian

    W = affinities(engine.load("iris").X, 0.7)
    ours = normalised_laplacian(W)
    assert ours == pytest.approx(laplacian(W, normed=True), abs=1e-12)
    values, vectors = smallest(ours, 5)
    assert values == pytest.approx(np.linalg.eigvalsh(ours)[:5], abs=1e-10)
    assert ours @ vectors == pytest.approx(vectors * values, abs=1e-10)
    assert (vectors[np.abs(vectors).argmax(axis=0), range(5)] > 0).all()


@pytest.mark.parametrize(("name", "k", "width"), [("iris", 3, 0.6), ("moons", 2, 0.2)])
def test_sklearn_finds_the_same_groups(name, k, width):
    from sklearn.cluster import SpectralClustering

    data = generate("moons", seed=1, noise=0.06) if name == "moons" else engine.load(name)
    last = ran(data, k=k, width=width)[-1]
    theirs = SpectralClustering(k, gamma=1 / (2 * width**2), random_state=0).fit(data.X)
    assert adjusted_rand(last.labels, theirs.labels_) > 0.9


def test_moons_are_separated_unlike_by_kmeans():
    data = generate("moons", seed=1, noise=0.06)
    ours, centres = ran(data)[-1].labels, engine.trace("kmeans", data, k=2).to_end()[-1].labels
    assert adjusted_rand(ours, data.codes) == 1.0
    assert adjusted_rand(centres, data.codes) < 0.5


def test_two_components_have_two_zero_eigenvalues():
    data = engine.Dataset.from_arrays([[0.0], [1.0], [2.0], [1e5], [1e5 + 1]])
    trace = ran(data, width=1.0)
    assert trace[2].values[:3] == pytest.approx([0.0, 0.0, trace[2].values[2]], abs=1e-12)
    assert "after number 2: that suggests as many clusters" in explain(trace[2], data, Params()).sentence
    assert trace[-1].labels.tolist() in ([0, 0, 0, 1, 1], [1, 1, 1, 0, 0])


def test_every_stage_is_drawn():
    data = engine.load("iris")
    trace = ran(data, k=3)
    kinds = [step.kind for step in trace[:5]]
    assert kinds == ["likeness", "laplacian", "vectors", "embedding", "assign"]
    drawn = marks(trace[-1], data, Params(k=3))
    bars = next(mark for mark in drawn if isinstance(mark, Bars))
    assert bars.lit.tolist() == [True] * 3 + [False] * 4
    embedded = next(mark for mark in drawn if isinstance(mark, Points) and mark.surface.kind == "chart")
    assert (embedded.positions == trace[-1].places[:, 1:]).all()
    picture = next(mark for mark in drawn if isinstance(mark, Matrix))
    order = np.argsort(trace[-1].labels, kind="stable")
    assert picture.values[0, 1] == -trace[-1].laplacian[order[0], order[1]]


def test_isolated_rows_have_no_edge_and_no_direction():
    data = engine.Dataset.from_arrays([[0.0], [1.0], [1000.0], [2000.0], [3000.0], [4000.0]])
    trace = ran(data, k=2, width=1.0)
    lines = next(mark for mark in marks(trace[0], data, Params(k=2)) if isinstance(mark, Segments))
    assert sorted(lines.starts.ravel()) == [0.0, 1.0]
    assert "4 rows are like no other: a wider σ would join them." in explain(trace[0], data, Params(k=2)).sentence
    places = trace[3].places
    still = int((~places.any(axis=1)).sum())
    assert still and f"{still} rows have nothing but 0 there" in explain(trace[3], data, Params(k=2)).sentence
