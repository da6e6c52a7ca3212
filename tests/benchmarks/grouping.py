"""Networks, mixtures, clusters and parts: fits turn by turn with scikit-learn and scipy, and frames of a network.

Both sides begin alike where that can be said, and go through as many rounds; python -m tests.benchmarks.grouping prints
these rows alone.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
for pool in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(pool, "1")

import numpy as np  # noqa: E402  the settings above are read when the libraries are loaded
from scipy.cluster.hierarchy import linkage  # noqa: E402
from sklearn.cluster import DBSCAN, KMeans  # noqa: E402
from sklearn.decomposition import NMF  # noqa: E402
from sklearn.exceptions import ConvergenceWarning  # noqa: E402
from sklearn.mixture import GaussianMixture  # noqa: E402
from sklearn.neural_network import MLPClassifier  # noqa: E402

import engine  # noqa: E402
from engine.data.dataset import Dataset  # noqa: E402
from engine.families.recommenders.matrix_factorisation.alternating import half_sweeps  # noqa: E402
from engine.models.ratings import RatingFactors  # noqa: E402
from tests.benchmarks import window  # noqa: E402
from tests.benchmarks.convergence import Contest, measured  # noqa: E402
from tests.benchmarks.timing import Aim, Row, print_aims, print_table  # noqa: E402

POINTS, FEWER = 10_000, 2_000
EPOCHS, BATCH = 5, 200
ROUNDS, PARTS = 20, 16
RATINGS, RATED, FACTORS = 100_000, (943, 1_682), 8
"""So many ratings, of so many people and films."""
FRAME = 16.7
NETWORK: dict[str, object] = {"hidden": (20.0, 20.0), "batch": BATCH, "optimiser": "Adam", "rate": 1e-3}
BENT: dict[str, object] = {"hidden": (20.0, 2.0), "epochs": 20}
"""Two units in the last hidden layer: the plane is drawn as they bend it."""


def clouds(n: int, K: int) -> Dataset:
    """Round clouds in the plane that overlap a little."""
    rng = np.random.default_rng(0)
    codes = rng.integers(K, size=n)
    turn = 2 * np.pi * codes / K
    places = 4.0 * np.column_stack([np.cos(turn), np.sin(turn)])
    return Dataset(rng.normal(size=(n, 2)) + places, codes, class_names=tuple("ABCDE"[:K]))


def network() -> Contest:
    """So many epochs of a network 2-20-20-3; setting up and what is drawn at the end of an epoch counts."""
    data = clouds(POINTS, 3)

    def theirs() -> object:
        learner = MLPClassifier(
            (20, 20), activation="tanh", alpha=0.0, batch_size=BATCH, learning_rate_init=1e-3, random_state=0
        )
        for _ in range(EPOCHS):
            learner.partial_fit(data.X, data.codes, classes=[0, 1, 2])
        return learner

    ours = partial(engine.fit, "mlp", data, epochs=EPOCHS, tolerance=1e-12, **NETWORK)
    return Contest(f"Network 2-20-20-3, {EPOCHS} epochs of {POINTS:,} points", ours, {"partial_fit": theirs})


def mixture() -> Contest:
    """EM with five full covariances, as many rounds on either side."""
    data = clouds(POINTS, 5)
    ours = partial(engine.fit, "gaussian_mixture", data, k=5, iterations=ROUNDS, tolerance=0.0, floor=1e-12)
    theirs = GaussianMixture(5, max_iter=ROUNDS, tol=0.0, init_params="k-means++", random_state=0)
    fits = {"GaussianMixture": partial(theirs.fit, data.X)}
    return Contest(f"EM, 5 components, {ROUNDS} rounds of {POINTS:,} points", ours, fits)


def trees() -> Iterator[Contest]:
    """Dendrograms of the same heights, from the same points."""
    data = clouds(FEWER, 5)
    for name in ("single", "complete", "average", "Ward"):
        ours = partial(engine.fit, "agglomerative", data, linkage=name)
        theirs = partial(linkage, data.X, name.lower())
        np.testing.assert_allclose(np.sort(ours().heights), np.sort(theirs()[:, 2]), rtol=1e-6)
        yield Contest(f"Agglomerative, {name}, {FEWER:,} points", ours, {"linkage": theirs})


def density() -> Contest:
    data = clouds(POINTS, 5)
    ours = partial(engine.fit, "dbscan", data, radius=0.2, least=8, stop_at="groups")
    theirs = DBSCAN(eps=0.2, min_samples=8)
    assert np.unique(theirs.fit(data.X).labels_).size - 1 == ours().labels.max() + 1
    return Contest(f"DBSCAN, {POINTS:,} points", ours, {"DBSCAN": partial(theirs.fit, data.X)})


def restarts() -> Iterator[Contest]:
    """One run, and ten, from rows by chance."""
    data = clouds(POINTS, 5)
    theirs = KMeans(5, init="random", n_init=10, tol=0.0, random_state=0)
    ours = partial(engine.fit, "kmeans_restarts", data, k=5, runs=10)
    yield Contest(f"K-means, 10 restarts, {POINTS:,} points", ours, {"KMeans": partial(theirs.fit, data.X)})
    start = data.X[:5].copy()
    once = KMeans(5, init=start, n_init=1, tol=0.0)
    one = partial(engine.fit, "kmeans", data, k=5, start=engine.models.Centres(start))
    np.testing.assert_allclose(one().centres, once.fit(data.X).cluster_centers_, atol=1e-9)
    yield Contest(f"K-means, one run, {POINTS:,} points", one, {"KMeans": partial(once.fit, data.X)})


def parts() -> Iterator[Contest]:
    """Parts of digits by both rules, from the same start, as many iterations on either side."""
    data = engine.load("digits")
    for method, solver in (("multiplicative", "mu"), ("coordinate descent", "cd")):
        how: dict[str, Any] = {"components": PARTS, "method": method, "rounds": ROUNDS, "tolerance": 0.0}
        begun = engine.trace("nmf", data, **how)[0]
        theirs = NMF(PARTS, init="custom", solver=solver, max_iter=ROUNDS, tol=0.0)

        def fit(learner: NMF = theirs, W: np.ndarray = begun.scores, H: np.ndarray = begun.model.parts) -> Any:
            learner.fit_transform(data.X, W=W.copy(), H=H.copy())
            return learner.components_

        ours = partial(engine.fit, "nmf", data, **how)
        np.testing.assert_allclose(ours().parts, fit(), rtol=1e-4, atol=1e-6)
        yield Contest(f"NMF, {method}, {PARTS} parts of digits, {ROUNDS} rounds", ours, {"NMF": fit}, most=2.5)


def ratings() -> Contest:
    """A sweep of alternating least squares over 100,000 ratings, beside a plain loop over people and films."""
    rng = np.random.default_rng(0)
    learnt = rng.random(RATED) < RATINGS / (RATED[0] * RATED[1])
    R = np.where(learnt, rng.normal(size=RATED), np.nan)
    begins = (0.1 * rng.normal(size=(size, FACTORS)) for size in RATED)
    begun = RatingFactors(0.0, 1.0, *map(np.zeros, RATED), *begins)

    def ours() -> RatingFactors:
        *_, (_, _, last) = half_sweeps(R, learnt, begun, 0.5, True, False)
        return last

    def loop() -> tuple[np.ndarray, np.ndarray]:
        b, P = one_by_one(R, learnt, begun.film_bias, begun.Q)
        return one_by_one(R.T, learnt.T, b, P)

    np.testing.assert_allclose(ours().Q, loop()[1], rtol=1e-6, atol=1e-9)
    return Contest(f"ALS, a sweep of {RATINGS:,} ratings, {FACTORS} factors", ours, {"a plain numpy loop": loop})


def one_by_one(R: np.ndarray, learnt: np.ndarray, bias: np.ndarray, Q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The bias and the factors of each row, a ridge regression each."""
    found = np.zeros((len(R), 1 + FACTORS))
    for row, known in enumerate(learnt):
        D = np.column_stack([np.ones(known.sum()), Q[known]])
        found[row] = np.linalg.solve(D.T @ D + 0.5 * np.eye(1 + FACTORS), D.T @ (R[row, known] - bias[known]))
    return found[:, 0], found[:, 1:]


def contests() -> Iterator[Contest]:
    yield network()
    yield mixture()
    yield from trees()
    yield density()
    yield from restarts()
    yield from parts()
    yield ratings()


def fits() -> tuple[list[Row], list[Aim]]:
    """Rows and ratios of all contests."""
    rows, aims = [], []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # it was told to stop
        for contest in contests():
            found, aim = measured(contest, repeats=9)
            rows += found
            aims.append(aim)
    return rows, aims


def frames(bench: window.Bench) -> list[Row]:
    """One epoch to the picture of a network: its areas to the pixel, and the plane as two of its units bend it."""
    how: Callable[..., Any] = partial(window.pictures, bench, clouds(POINTS, 3), "mlp", repeats=20)
    whole: dict[str, object] = {**NETWORK, "epochs": 20}
    return [how(coarse=True, **whole), how(**whole), how(coarse=True, **BENT), how(**BENT)]


def rows(bench: window.Bench) -> tuple[list[Row], list[Aim]]:
    """All of it."""
    found, aims = fits()
    seen = frames(bench)
    return [*found, *seen], [*aims, *(Aim(row.name, row.median, FRAME, "ms") for row in seen)]


if __name__ == "__main__":
    with window.bench() as opened:
        table, wanted = rows(opened)
    print_table(table)
    print_aims(wanted)
