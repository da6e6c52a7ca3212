"""One point is worked out: its factors, the sum of the products, the posterior, and what changes it.

σ(m · ℓ)   a feature that is there m times has m times its log-odds ℓ
flagged    ln p(x) below the q-quantile of the rows
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, several, whole
from engine.base.words import counted
from engine.data.dataset import Dataset
from engine.families.bayes.stepping import STRETCHES, NaiveStep
from engine.maths.evaluation.calibration import Bins, bin_edges, calibration
from engine.models.naive_bayes import Factor, NaiveBayes, evidence, posteriors
from engine.parts.stretches import FEW, pauses

ESTIMATED, UNIFORM, TYPED = PRIORS = ("estimated", "uniform", "typed")
COPIES = 20
"""So often can a feature be copied."""
BINS = 10
"""The answers for all rows are put in so many bins, by how sure they are."""


@dataclass(frozen=True)
class AskParams:
    """The priors, and the point that is worked out."""

    priors: str = choice(ESTIMATED, PRIORS, symbol=r"\pi", help="estimated: the share of each class in the rows")
    typed: tuple[float, ...] = several(
        (), most=1000, when=("priors", (TYPED,)), label="typed priors",
        help="one for each class that has rows, divided by their sum; empty: estimated",
    )  # fmt: skip
    query: tuple[float, ...] = several(
        most=1000, symbol=r"\mathbf{x}", label="point", of_point=True, help="typed; empty: the row below"
    )
    row: int = whole(1, low=1, high=1_000_000, of_rows=True, label="row", help="worked out, at most the last")
    left_out: int = whole(
        0, low=0, high=1000, label="feature left out", rare=True, help="its number, as if it were missing; 0: none"
    )
    copies: int = whole(0, low=0, high=COPIES, label="copies", rare=True, help="of one feature, added to the others")
    copied: int = whole(1, low=1, high=1000, label="copied feature", rare=True, help="its number, at most the last")
    quantile: float = real(
        0.01, low=0.0, high=0.2, symbol="q", label="share flagged", rare=True,
        help="of the rows, those with the least evidence; a point with less than they is an outlier",
    )  # fmt: skip

    @property
    def typing(self) -> bool:
        """Whether priors are typed."""
        return self.priors == TYPED and bool(self.typed)

    def which(self, data: Dataset) -> int:
        """The index of the feature that is copied."""
        return min(self.copied, data.d) - 1

    def missing(self, data: Dataset) -> int:
        """The index of the feature that is left out, if there is one."""
        return min(self.left_out, data.d) - 1


def class_priors(counts: np.ndarray, params: AskParams) -> np.ndarray:
    """(K,) πₖ = Nₖ / N, or all alike, or what is typed divided by its sum."""
    if params.typing:
        return np.asarray(np.array(params.typed) / np.sum(params.typed))
    return np.full(len(counts), 1 / len(counts)) if params.priors == UNIFORM else np.asarray(counts / counts.sum())


def asked(step: NaiveStep, data: Dataset, params: AskParams) -> Generator[NaiveStep, None, NaiveStep]:
    """The point: factor by factor, the sum, the posterior, what changes it, the evidence, the linear form, all rows."""
    model = step.model
    assert model is not None
    step = yield from multiplied(step, data, params)
    assert step.joint is not None and step.query is not None
    step = replace(step, part="sum", j=None, evidence=float(evidence(step.joint[:, None])[0]))
    yield step
    assert step.joint is not None
    step = replace(step, part="posterior", posterior=posteriors(step.joint[:, None])[:, 0], unsmoothed=unsmoothed(step))
    yield step

    if params.left_out:
        j = params.missing(data)
        step = replace(step, part="left out", j=j, without=posteriors(rest(step, j)[:, None])[:, 0])
        yield step
    step = yield from repeated(step, data, params)

    every = model.log_joint(data.X)
    densities = evidence(every)
    threshold = lowest(densities, params.quantile)
    step = replace(step, part="flag", j=None, densities=densities, threshold=threshold)
    step = replace(step, flagged=np.flatnonzero(densities < threshold))
    yield step

    step = yield from weighed(step, data)
    step = replace(step, part="classified", j=None, wrong=np.flatnonzero(model.answers(every) != data.codes))
    yield step
    return step


def multiplied(step: NaiveStep, data: Dataset, params: AskParams) -> Generator[NaiveStep, None, NaiveStep]:
    """ln p(x, Cₖ) = ln πₖ + Σⱼ ln p(xⱼ | Cₖ), one factor after the other."""
    model = step.model
    assert model is not None
    x, row = point(data, params)
    with np.errstate(divide="ignore"):
        joint = np.log(model.priors)
    step = replace(step, query=x, row=row, logs=np.zeros((0, len(joint))), joint=joint)
    for stop in pauses(data.d, STRETCHES, False):
        known, sums = step.logs, step.joint
        assert known is not None and sums is not None
        more = logs_of(model.factors[len(known) : stop], x[len(known) : stop])
        step = replace(step, part="factor", j=stop - 1, logs=np.vstack([known, more]), joint=sums + more.sum(axis=0))
        yield step
    return step


def repeated(step: NaiveStep, data: Dataset, params: AskParams) -> Generator[NaiveStep, None, NaiveStep]:
    """One copy of a feature after the other: its logarithm counts again, for the point and for all rows."""
    if not params.copies:
        return step
    model, j = step.model, params.which(data)
    assert model is not None and step.logs is not None and step.joint is not None
    posed, one = step.joint, step.logs[j]
    joint, more = model.log_joint(data.X), model.factors[j].logs(data.X[:, j])
    step = replace(step, usual=reliability(joint, model, data))
    for m in range(1, params.copies + 1):
        copied = posteriors((posed + m * one)[:, None])[:, 0]
        step = replace(step, part="copy", j=j, copies=m, copied=copied, bins=reliability(joint + m * more, model, data))
        yield step
    return step


def weighed(step: NaiveStep, data: Dataset) -> Generator[NaiveStep, None, NaiveStep]:
    """Where it is linear the weights, of two classes one after the other, and the form."""
    assert step.model is not None and step.query is not None
    flat = step.model.linear_form()
    if flat is None or np.isnan(step.query).any():
        return step
    step = replace(step, weights=flat.weights, biases=flat.biases)
    for stop in pauses(data.d, STRETCHES, False) if len(flat.weights) == 2 else ():
        step = replace(step, part="weight", j=stop - 1)
        yield step
    step = replace(step, part="linear", j=None)
    yield step
    return step


def point(data: Dataset, params: AskParams) -> tuple[np.ndarray, int | None]:
    """(d,) the point that is typed, or a row with its index."""
    if params.query:
        return np.array(params.query, dtype=float), None
    row = min(params.row, data.n) - 1
    return np.array(data.X[row]), row


def logs_of(factors: tuple[Factor, ...], x: np.ndarray) -> np.ndarray:
    """(m, K) ln p(xⱼ | Cₖ) of as many factors as values x (m,)."""
    return np.array([factor.logs(x[[j]])[:, 0] for j, factor in enumerate(factors)])


def rest(step: NaiveStep, j: int) -> np.ndarray:
    """(K,) ln p(x, Cₖ) without the factor of feature j, added up again: from −∞ nothing can be taken."""
    assert step.model is not None and step.logs is not None
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(step.model.priors) + np.delete(step.logs, j, axis=0).sum(axis=0))


def unsmoothed(step: NaiveStep) -> np.ndarray | None:
    """(K,) the posterior of the point with nothing added to any count; None where nothing is added anyway."""
    if not step.alpha or step.model is None or step.query is None:
        return None
    with np.errstate(divide="ignore"):
        joint = np.log(step.model.priors) + logs_of(step.plain, step.query).sum(axis=0)
    return posteriors(joint[:, None])[:, 0]


def reliability(joint: np.ndarray, model: NaiveBayes, data: Dataset) -> Bins:
    """How sure the answers for the rows with these ln p(x, Cₖ), (K, n), are, and how many of them are right."""
    shares = posteriors(joint)
    known = np.isfinite(shares).all(axis=0)
    best = shares[:, known].argmax(axis=0)
    sure = shares[:, known].max(axis=0, initial=0.0)
    return calibration(sure, model.classes[best] == data.codes[known], bin_edges(sure, BINS, "equal width"))


def lowest(densities: np.ndarray, q: float) -> float:
    """The q-quantile of ln p(x) of the rows, one of them: −∞ is among them where a product is 0."""
    place = int(q * (len(densities) - 1))
    return float(np.partition(densities, place)[place])


def most_steps(data: Dataset, params: AskParams) -> int:
    """The most steps of a run."""
    each = data.d if data.d <= FEW else STRETCHES
    rows = data.n if data.n <= FEW else STRETCHES
    fits = max(each, FEW)
    return 9 + rows + fits + 3 * each + params.copies


def objection(data: Dataset, params: AskParams) -> str:
    """Why the point or the priors that are typed do not fit, or ''."""
    if len(params.query) not in (0, data.d):
        words = f"point needs {data.d} numbers, one for each feature, and {len(params.query)} were typed: type them all"
        return Objection(f"{words}, or none for a row.", SetParameter("query", ()))
    if not params.typing:
        return ""
    K = len(data.classes_present)
    if len(params.typed) != K:
        words = f"typed priors needs {counted(K, 'number')}, one for each class, and {len(params.typed)} were typed: "
        return Objection(f"{words}type them all.", SetParameter("priors", ESTIMATED))
    if min(params.typed) < 0 or not 0 < sum(params.typed) < np.inf:
        return Objection(
            "A prior is at least 0, and not all are 0: type other priors, or estimate them.",
            SetParameter("priors", ESTIMATED),
        )
    return ""
