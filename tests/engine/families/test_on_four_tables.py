"""Networks, clusters, mixtures and maps on four real tables, as scikit-learn and scipy have them."""

from __future__ import annotations

import warnings
from functools import cache

import numpy as np
import pytest
from scipy.cluster.hierarchy import linkage
from scipy.sparse.csgraph import laplacian
from sklearn.cluster import DBSCAN, KMeans, MeanShift
from sklearn.exceptions import ConvergenceWarning
from sklearn.manifold import smacof, spectral_embedding
from sklearn.mixture import GaussianMixture
from sklearn.neural_network import MLPClassifier

import engine
from engine.data.dataset import Dataset
from engine.maths.algebra.partitions import adjusted_rand
from tests.engine.families.reduction.test_tsne import theirs as descended

NAMES = ("iris", "wine", "digits", "breast_cancer")
ROWS = 120
"""So many rows of each table, evenly spread, so that every class is there."""


@cache
def table(name: str) -> Dataset:
    """Standardised, without the columns that are alike in all of these rows."""
    whole = engine.load(name)
    part = whole.subset(np.linspace(0, whole.n - 1, ROWS).astype(int))
    X = part.X[:, np.ptp(part.X, axis=0) > 0]
    return Dataset.from_arrays((X - X.mean(axis=0)) / X.std(axis=0), part.codes)


@cache
def squeezed(name: str) -> Dataset:
    """The first four principal scores: of 120 rows no more can be known of a covariance."""
    data = table(name)
    U, s, _ = np.linalg.svd(data.X, full_matrices=False)
    return Dataset.from_arrays(U[:, :4] * s[:4], data.codes)


def near(data: Dataset, share: float) -> float:
    """So far are this share of all pairs of rows at most."""
    gaps = np.sqrt(((data.X[:, None] - data.X) ** 2).sum(axis=2))
    return float(np.quantile(gaps[np.triu_indices(data.n, 1)], share))


PEERS = {
    "gradient descent": {"solver": "sgd", "momentum": 0.0},
    "momentum": {"solver": "sgd", "momentum": 0.9, "nesterovs_momentum": False},
    "Nesterov": {"solver": "sgd", "momentum": 0.9, "nesterovs_momentum": True},
    "Adam": {"solver": "adam", "epsilon": 1e-12},
}
"""The number that keeps Adam from dividing by 0 stands elsewhere there: it is left out, and ours seen a little."""


@pytest.mark.parametrize("way", PEERS)
@pytest.mark.parametrize("name", NAMES)
def test_network_with_equal_weights_and_batches_matches_scikit_learn(name, way):
    data, rate, off = table(name), 0.01 if way == "Adam" else 0.1, 1e-4 if way == "Adam" else 1e-9
    shared = len(data.classes_present) == 2
    output = "logistic, cross-entropy" if shared else "softmax, cross-entropy"
    how = {"hidden": (5, 4), "batch": 32, "order": "as given", "rate": rate, "fed": "as they are", "output": output}
    trace = engine.trace("mlp", data, optimiser=way, epochs=3, tolerance=1e-12, **how).to_end()
    peer = MLPClassifier(
        (5, 4), activation="tanh", alpha=0.0, batch_size=32, learning_rate_init=rate, shuffle=False, **PEERS[way]
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        peer.partial_fit(data.X[:1], data.codes[:1], classes=data.classes_present)
        del peer._optimizer  # nothing is remembered of that, which only set it up
        peer.coefs_ = [np.array(one.weights.T, order="C") for one in trace[0].model.layers]
        peer.intercepts_ = [np.array(one.biases) for one in trace[0].model.layers]
        for step in list(trace)[1:]:
            peer.partial_fit(data.X, data.codes)
            for layer, weights, biases in zip(step.model.layers, peer.coefs_, peer.intercepts_, strict=True):
                assert layer.weights == pytest.approx(weights.T, abs=off)
                assert layer.biases == pytest.approx(biases, abs=off)
    assert step.epoch == 3


@pytest.mark.parametrize("name", NAMES)
def test_k_means_from_the_same_centres(name):
    data = table(name)
    start = data.X[:: ROWS // 4][:4]
    ours = engine.trace("kmeans", data, start=engine.models.Centres(start), k=4).to_end()[-1]
    theirs = KMeans(4, init=start, n_init=1, tol=0, algorithm="lloyd").fit(data.X)
    assert np.array_equal(ours.labels, theirs.labels_)
    assert ours.error * data.n == pytest.approx(theirs.inertia_, rel=1e-9)


@pytest.mark.parametrize("kind", ["full", "diagonal", "spherical", "shared"])
@pytest.mark.parametrize("name", NAMES)
def test_em_from_the_same_components(name, kind):
    data = squeezed(name)
    trace = engine.trace("gaussian_mixture", data, covariances=kind, tolerance=0.0, iterations=4, k=3).to_end()
    start, ours = trace[0].model, trace[-1].model
    precisions = np.linalg.inv(start.covariances)
    given = {
        "full": precisions, "diagonal": np.diagonal(precisions, axis1=1, axis2=2),
        "spherical": precisions[:, 0, 0], "shared": precisions[0],
    }  # fmt: skip
    called = {"diagonal": "diag", "shared": "tied"}.get(kind, kind)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        theirs = GaussianMixture(
            3, covariance_type=called, reg_covar=0, tol=0, max_iter=4,
            weights_init=start.weights, means_init=start.means, precisions_init=given[kind],
        ).fit(data.X)  # fmt: skip
    assert ours.weights == pytest.approx(theirs.weights_, abs=1e-8)
    assert ours.means == pytest.approx(theirs.means_, abs=1e-7)
    assert trace[-1].log_likelihood == pytest.approx(theirs.score_samples(data.X).sum(), rel=1e-8)


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
def test_dbscan_and_mean_shift_with_the_same_width(name):
    data = table(name)
    radius = near(data, 0.05)
    ours = engine.trace("dbscan", data, radius=radius, least=4, stop_at="groups").to_end()[-1]
    assert np.array_equal(ours.labels, DBSCAN(eps=radius, min_samples=4).fit(data.X).labels_)
    width = near(data, 0.3)
    ours, theirs = engine.trace("mean_shift", data, bandwidth=width).to_end()[-1], MeanShift(bandwidth=width)
    assert adjusted_rand(ours.labels, theirs.fit(data.X).labels_) > 0.95


@pytest.mark.parametrize("name", NAMES)
def test_spectral_vectors_match_up_to_sign_and_rotation(name):
    data, K = table(name), 3
    width = near(data, 0.1)
    ours = engine.trace("spectral", data, k=K, width=width).to_end()[-1]
    L, roots = laplacian(ours.likeness, normed=True, return_diag=True)
    kept = np.asarray(ours.vectors)[:, :K]
    assert np.asarray(ours.values)[:K] == pytest.approx(np.linalg.eigvalsh(L)[:K], abs=1e-10)
    theirs = spectral_embedding(ours.likeness, n_components=K, drop_first=False, random_state=0) * roots[:, None]
    theirs, _ = np.linalg.qr(theirs)
    assert kept @ kept.T == pytest.approx(theirs @ theirs.T, abs=1e-6)


@pytest.mark.parametrize("kind", ["single", "complete", "average", "Ward"])
@pytest.mark.parametrize("name", NAMES)
def test_dendrogram_has_the_heights_of_scipy(name, kind):
    data = table(name)
    heights = engine.fit("agglomerative", data, linkage=kind).heights
    assert heights == pytest.approx(linkage(data.X, kind.lower())[:, 2], abs=1e-10)


@pytest.mark.parametrize("name", NAMES)
def test_maps_move_as_those_of_scikit_learn(name):
    data = table(name)
    trace = engine.trace("mds", data, begin="random places", rounds=5, tolerance=0.0, seed=1).to_end()
    first = next(step for step in trace if step.model is not None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        places, _ = smacof(
            first.delta, init=first.model.places, n_init=1, max_iter=5, eps=0.0, metric=True, normalized_stress=False
        )
    assert trace[-1].round == 5 and trace[-1].model.places == pytest.approx(places, abs=1e-8)
    trace = engine.trace("tsne", data, early=0, iterations=10, seed=2, perplexity=15.0).to_end()
    start, last = trace[3], trace[-1]
    assert last.model.places == pytest.approx(
        descended(start.P, start.model.places, 10, 0.8, last.rate), rel=1e-6, abs=1e-9
    )
