"""Time to the same answer as scikit-learn's fastest solver, 10,000 x 20, measured turn by turn in one run.

Iterative methods are allowed the fewest iterations, here and there, that bring the objective within 1e-6 of its least.
What is timed is `engine.fit` of a data set and `fit` of an estimator, from arrays that are there already.
"""

from __future__ import annotations

import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression, Perceptron, Ridge, RidgeClassifier
from sklearn.naive_bayes import BernoulliNB, GaussianNB, MultinomialNB
from sklearn.svm import SVC

import engine
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.maths.algebra.scatter import Scatter, criterion, scatter
from engine.maths.probability.sigmoid import log_softmax
from tests.benchmarks.timing import Aim, Row

N, D = 10_000, 20
NEAR = 1e-6
"""How close to the least objective all have to come, as a share of it."""
PASSES = 5
"""Passes over data that no line separates."""

Weights = tuple[np.ndarray, np.ndarray]
"""(K, d) and (K,); one row for two classes."""


@dataclass(frozen=True)
class Contest:
    """One method: how it is fitted here, and by each solver there. `most` is None where the ratio is only told."""

    name: str
    ours: Callable[[], Any]
    theirs: dict[str, Callable[[], Any]]
    most: float | None = 1.0


def clouds(classes: int, apart: float = 2.0) -> Dataset:
    """Round clouds that overlap, their means `apart` from the middle."""
    rng = np.random.default_rng(0)
    codes, means = rng.integers(classes, size=N), rng.normal(size=(classes, D))
    means *= apart / np.linalg.norm(means, axis=1, keepdims=True)
    return Dataset(rng.normal(size=(N, D)) + means[codes], codes, class_names=tuple("ABC"[:classes]))


def parted(gap: float = 0.3) -> Dataset:
    """A cloud cut in two by a plane, and drawn apart by a gap."""
    rng = np.random.default_rng(0)
    X, normal = rng.normal(size=(N, D)), rng.normal(size=D)
    normal /= np.linalg.norm(normal)
    side = np.where(X @ normal >= 0, 1, 0)
    return Dataset(X + np.outer((side - 0.5) * gap, normal), side, class_names=("A", "B"))


def measured_targets() -> Dataset:
    """A number that is linear in the features but for noise."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(N, D))
    return Dataset(X, X @ rng.normal(size=D) + rng.normal(size=N))


# -- the same objective ------------------------------------------------------------------------------------------------


def weights(model: Any) -> Weights:
    """Those of a model of the engine or of scikit-learn."""
    if hasattr(model, "coef_"):
        return np.atleast_2d(model.coef_), np.atleast_1d(model.intercept_)
    bias = model.biases if hasattr(model, "biases") else np.array([model.bias])
    return np.atleast_2d(model.weights), np.asarray(bias)


def cross_entropy(data: Dataset, penalty: float, model: Any) -> float:
    """E + ½ λ ‖W‖² with a free bias."""
    W, b = weights(model)
    scores = data.X @ W.T + b
    if len(W) == 1:
        scores = np.column_stack([np.zeros(data.n), scores])
    return float(-log_softmax(scores)[np.arange(data.n), data.codes].sum() + 0.5 * penalty * (W**2).sum())


def squares(data: Dataset, T: np.ndarray, penalty: float, model: Any) -> float:
    """½ Σ (y − t)² + ½ λ ‖W‖²."""
    W, b = weights(model)
    return float(0.5 * ((data.X @ W.T + b - T) ** 2).sum() + 0.5 * penalty * (W**2).sum())


def overlap(parts: Scatter, model: Any) -> float:
    """1 / J along the first direction."""
    w = model.scalings_[:, 0] if hasattr(model, "scalings_") else weights(model)[0][0]
    return 1.0 / criterion(w, parts)


def first_axis(parts: Scatter, model: Any) -> float:
    """The same for K classes."""
    return 1.0 / criterion(model.components[0], parts) if hasattr(model, "components") else overlap(parts, model)


def sufficient(fits: Callable[[int], Any], objective: Callable[[Any], float], least: float, name: str) -> int:
    """The fewest iterations that come near enough to the least objective."""
    for count in range(1, 200):
        if objective(fits(count)) <= least * (1 + NEAR):
            return count
    raise RuntimeError(f"{name} does not come near the least objective.")


def check(objective: Callable[[Any], float], fits: dict[str, Callable[[], Any]]) -> None:
    """All reach the same objective."""
    reached = {name: objective(fit()) for name, fit in fits.items()}
    for name, value in reached.items():
        if value > min(reached.values()) * (1 + NEAR):
            raise RuntimeError(f"{name} stops at {value}, and {min(reached.values())} can be reached.")


# -- the contests ------------------------------------------------------------------------------------------------------


def logistic(key: str, data: Dataset, name: str, penalty: float = 1.0) -> Contest:
    """Ridge logistic or softmax regression by Newton against each solver."""
    objective = partial(cross_entropy, data, penalty)
    least = objective(engine.fit(key, data, penalty=penalty, tolerance=1e-14))

    def ours(iterations: int) -> Any:
        return engine.fit(key, data, penalty=penalty, iterations=iterations)

    def theirs(solver: str, iterations: int) -> Any:
        learner = LogisticRegression(C=1 / penalty, solver=solver, max_iter=iterations, tol=1e-12)
        return learner.fit(data.X, data.codes)

    count = sufficient(ours, objective, least, key)
    fits = {}
    for solver in ("lbfgs", "newton-cholesky", "newton-cg"):
        needed = sufficient(partial(theirs, solver), objective, least, solver)
        fits[f"{solver}, {needed} iterations"] = partial(theirs, solver, needed)
    return Contest(f"{name}, {count} steps", partial(ours, count), fits)


def fisher(data: Dataset, name: str, solvers: tuple[str, ...]) -> Contest:
    parts = scatter(data.X, data.codes, data.classes_present)
    ours = partial(engine.fit, "fisher", data)
    theirs = {s: lambda s=s: LinearDiscriminantAnalysis(solver=s).fit(data.X, data.codes) for s in solvers}
    check(partial(first_axis, parts), {"fisher": ours, **theirs})
    return Contest(name, ours, theirs)


def ridge(data: Dataset, name: str) -> Contest:
    """Two classes coded ±1 with a penalty of 1 against the ridge classifier."""
    ours = partial(engine.fit, "least_squares", data, coding="±1", penalty=1.0)
    theirs = {s: lambda s=s: RidgeClassifier(solver=s, tol=1e-6).fit(data.X, data.codes)
              for s in ("cholesky", "svd", "lsqr")}  # fmt: skip
    T = np.where(data.codes == 1, 1.0, -1.0)[:, None]
    check(partial(squares, data, T, 1.0), {"least_squares": ours, **theirs})
    return Contest(name, ours, theirs)


def regression(data: Dataset, name: str) -> Contest:
    """Three classes, each with an output, against linear regression."""
    T = np.eye(3)[data.codes]
    ours = partial(engine.fit, "least_squares", data)
    theirs = {"LinearRegression": lambda: LinearRegression().fit(data.X, T)}
    check(partial(squares, data, T, 0.0), {"least_squares": ours, **theirs})
    return Contest(name, ours, theirs)


def numbers(data: Dataset, name: str) -> Contest:
    """A number, by the normal equations and all that is told of them, against linear regression."""
    ours = partial(engine.fit, "linear_regression", data)
    theirs = {"LinearRegression": lambda: LinearRegression().fit(data.X, data.y)}
    check(partial(squares, data, data.y[:, None], 0.0), {"linear_regression": ours, **theirs})
    return Contest(name, ours, theirs)


def ridge_path(data: Dataset, name: str, penalty: float = 1.0) -> Contest:
    """A number with a penalty on the squares of the weights, and twelve weaker ones before it, against one fit."""
    ours = lambda: engine.fit("ridge", data.changed(), penalty=penalty)  # of which nothing is kept yet  # noqa: E731
    theirs = {s: lambda s=s: Ridge(alpha=penalty, solver=s).fit(data.X, data.y) for s in ("cholesky", "svd", "lsqr")}
    check(partial(squares, data, data.y[:, None], penalty), {"ridge": ours, **theirs})
    return Contest(name, ours, theirs)


def absolute(data: Dataset, penalty: float, model: Any) -> float:
    """½ Σ (y − t)² + λ Σ |w|."""
    W, _ = weights(model)
    return squares(data, data.y[:, None], 0.0, model) + penalty * float(np.abs(W).sum())


def lasso(data: Dataset, name: str, penalty: float) -> Contest:
    """A number with a penalty on the sizes of the weights: coordinate descent here and there."""
    ours = lambda: engine.fit("lasso", data.changed(), penalty=penalty)  # noqa: E731
    theirs = {"Lasso": lambda: Lasso(alpha=penalty / N).fit(data.X, data.y)}
    check(partial(absolute, data, penalty), {"lasso": ours, **theirs})
    return Contest(name, ours, theirs)


def perceptron(data: Dataset, name: str) -> Contest:
    """The same passes in the same order, to the same weights. What is only told: one learns example by example."""
    last = engine.trace("perceptron", data, epochs=PASSES if name == "not separable" else 100).to_end()[-1]
    ours = partial(engine.fit, "perceptron", data, epochs=last.epoch)
    theirs = {"shuffle=False": lambda: Perceptron(max_iter=last.epoch, tol=None, shuffle=False).fit(data.X, data.codes)}
    for found, wanted in zip(weights(theirs["shuffle=False"]()), weights(ours()), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-9)
    return Contest(f"Perceptron, {name}, {last.mistakes:,} mistakes", ours, theirs, None)


def support_vectors(n: int, name: str, **ours: Any) -> Contest:
    """The same dual to the same tolerance: pair by pair here, in C there."""
    data = generate("moons", n=n, noise=0.25)
    theirs = {"kernel": ours["kernel"], "C": ours["C"], "gamma": ours.get("gamma", 1.0), "degree": 3, "coef0": 1.0}
    theirs["kernel"] = {"polynomial": "poly"}.get(ours["kernel"], ours["kernel"])
    fit, oracle = partial(engine.fit, "svm", data, **ours), SVC(**theirs)
    wanted, found = oracle.fit(data.X, data.codes).decision_function(data.X), fit().decision_function(data.X)
    np.testing.assert_allclose(found, wanted, atol=0.05)
    return Contest(f"Support vectors, {name}, {n:,} points", fit, {"SVC": partial(oracle.fit, data.X, data.codes)}, 3.0)


def naive_bayes(key: str, data: Dataset, learner: Any, name: str) -> Contest:
    """The same logarithms of the products; ours also answers for all rows, and flags those with the least evidence."""
    fit = lambda: engine.fit(key, data.changed())  # of which nothing is kept yet  # noqa: E731
    theirs = partial(learner.fit, data.X, data.codes)
    wanted = theirs().predict_joint_log_proba(data.X)
    np.testing.assert_allclose(fit().log_joint(data.X).T, wanted, rtol=1e-9, atol=1e-9)
    return Contest(name, fit, {type(learner).__name__: theirs})


def gaussians(data: Dataset, name: str, covariance: str, theirs: dict[str, Any]) -> Contest:
    """Gaussian classes with their own or with a shared covariance: the same posteriors."""
    fit = lambda: engine.fit("gaussian_classifier", data.changed(), covariance=covariance)  # noqa: E731
    fits = {solver: partial(learner.fit, data.X, data.codes) for solver, learner in theirs.items()}
    found = fit().predict_proba(data.X)
    for again in fits.values():
        np.testing.assert_allclose(found, again().predict_proba(data.X), atol=1e-2)
    return Contest(name, fit, fits)


def counts(data: Dataset) -> Dataset:
    """Counts with the classes of the clouds: the farther along a feature, the more."""
    found = np.random.default_rng(0).poisson(3.0 * np.exp(0.2 * data.X))
    return Dataset(found.astype(float), data.codes, class_names=data.class_names)


def generative(three: Dataset) -> Iterator[Contest]:
    """Models of the features given the class, in closed form."""
    yield naive_bayes("gaussian_naive_bayes", three, GaussianNB(var_smoothing=0.0), "Gaussian naive Bayes")
    yield naive_bayes("multinomial_naive_bayes", counts(three), MultinomialNB(), "Multinomial naive Bayes")
    yield naive_bayes("bernoulli_naive_bayes", three, BernoulliNB(), "Bernoulli naive Bayes")
    yield gaussians(three, "Gaussian classifier, own covariances", "own", {"QDA": QuadraticDiscriminantAnalysis()})
    solvers = {s: LinearDiscriminantAnalysis(solver=s) for s in ("svd", "lsqr")}
    yield gaussians(three, "Gaussian classifier, one covariance", "shared", solvers)


def contests() -> Iterator[Contest]:
    two, three = clouds(2), clouds(3)
    yield from generative(three)
    yield logistic("logistic_newton", two, "Ridge logistic (Newton)")
    yield logistic("softmax_newton", three, "Ridge softmax (Newton), 3 classes")
    yield fisher(two, "Fisher, 2 classes", ("eigen", "lsqr", "svd"))
    yield fisher(three, "Fisher, 3 classes", ("eigen", "svd"))
    yield ridge(two, "Least squares with a penalty")
    yield regression(three, "Least squares, 3 classes")
    number = measured_targets()
    yield numbers(number, "Linear regression")
    yield ridge_path(number, "Ridge regression")
    yield lasso(number, "Lasso, λ = 100", 100.0)
    yield lasso(number, "Lasso, λ = 3,000", 3000.0)
    yield perceptron(parted(), "separable")
    yield perceptron(two, "not separable")
    for n in (1_000, 10_000):
        yield support_vectors(n, "rbf", kernel="rbf", C=1.0, gamma=1.0)
    yield support_vectors(10_000, "polynomial", kernel="polynomial", C=1.0, gamma=1.0, degree=3)
    yield support_vectors(10_000, "linear", kernel="linear", C=1.0)


# -- the clock ---------------------------------------------------------------------------------------------------------


def measured(contest: Contest, repeats: int = 25) -> tuple[list[Row], Aim]:
    """All in turn, again and again; the fastest solver is the one whose median is the least."""
    fits = {"": contest.ours, **contest.theirs}
    times: dict[str, list[float]] = {name: [] for name in fits}
    for turn in range(2 + repeats):
        for name, fit in fits.items():
            began = time.perf_counter()
            fit()
            if turn >= 2:  # what is loaded and looked up once does not count
                times[name].append(time.perf_counter() - began)
    best = min(contest.theirs, key=lambda name: statistics.median(times[name]))
    ratio = statistics.median(one / other for one, other in zip(times[""], times[best], strict=True))
    rows = [Row.of(contest.name, times[""]), Row.of(f"    scikit-learn: {best}", times[best])]
    return rows, Aim(f"{contest.name}: to scikit-learn", ratio, contest.most, "x")


def against_sklearn() -> tuple[list[Row], list[Aim]]:
    """Rows and ratios of all contests."""
    rows, aims = [], []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # it was told to stop
        for contest in contests():
            found, aim = measured(contest, repeats=25 if contest.most else 9)
            rows += found
            aims.append(aim)
    return rows, aims
