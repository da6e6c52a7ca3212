"""Rows that are unlikely as a whole: their evidence p(x), under all classes together, is below that of most rows.

A row may be ordinary in every column and still be unlikely, and the classes may be told for sure where p(x) is tiny:
the posterior divides by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import counted, figure
from engine.data.dataset import Column, Dataset
from engine.data.preparing.looking import box_plot, histogram
from engine.data.preparing.pictures import Picture
from engine.data.preparing.scaling import mean_and_deviation
from engine.data.preparing.step import beside, found, learnt, named, numbers
from engine.maths.probability.evidence import NaiveGaussians, log_evidence, log_joints, naive_gaussians

MARK, DROP, KEEP = ACTIONS = ("mark", "drop", "keep")
EVIDENCE = "ln p(x)"
SURE = 0.9
"""A posterior above this is told as one that is sure."""


@learnt
class Unlikely:
    """Gaussians of the classes in standardised columns, and the evidence below which a row is unlikely.

    shift, scale (m,)   of the columns;   means, variances (K, m) and log_priors (K,)   of the classes there
    threshold   the quantile of ln p(x) over the training rows, in the units of the columns
    """

    names: tuple[str, ...]
    classes: tuple[str, ...]
    shift: np.ndarray
    scale: np.ndarray
    means: np.ndarray
    variances: np.ndarray
    log_priors: np.ndarray
    threshold: float
    action: str
    warnings: tuple[str, ...] = ()

    @property
    def gaussians(self) -> NaiveGaussians:
        return NaiveGaussians(self.means, self.variances, self.log_priors)

    def evidence(self, data: Dataset) -> np.ndarray:
        """(n,) ln p(x), NaN for a row with a gap, whose evidence is of fewer columns."""
        return np.asarray(log_evidence(self._standardised(data), self.gaussians) - np.log(self.scale).sum())

    def posteriors(self, data: Dataset) -> np.ndarray:
        """(K, n) P(Cₖ | x)."""
        joints = log_joints(self._standardised(data), self.gaussians)
        odds = np.exp(joints - joints.max(axis=0))
        return np.asarray(odds / odds.sum(axis=0))

    def _standardised(self, data: Dataset) -> np.ndarray:
        return np.asarray((data.X[:, found(data, self.names)] - self.shift) / self.scale)

    def outside(self, data: Dataset) -> np.ndarray:
        """(n,) which rows are unlikely."""
        return np.asarray(self.evidence(data) < self.threshold)

    def stays(self, data: Dataset) -> np.ndarray:
        """(n,) which rows are left."""
        return ~self.outside(data) if self.action == DROP else np.ones(data.n, dtype=bool)

    def apply(self, data: Dataset) -> Dataset:
        if self.action == KEEP:
            return data
        if self.action == DROP:
            return data.subset(self.stays(data))
        return beside(data, self.derived(data), [Column("unlikely", "categorical", ("no", "yes"))])

    def sources(self) -> list[tuple[str, ...]]:
        return [self.names] if self.action == MARK else []

    def derived(self, data: Dataset) -> np.ndarray:
        return self.outside(data).astype(float)[:, None]

    def stored(self, name: str) -> tuple[tuple[str, Any], ...]:
        at = self.names.index(name)
        told: list[tuple[str, Any]] = [(f"{EVIDENCE} at least", self.threshold)]
        for k, called in enumerate(self.classes):
            of = f" of {called}" if called else ""
            told.append((f"mean{of}", self.shift[at] + self.scale[at] * self.means[k, at]))
            told.append((f"deviation{of}", self.scale[at] * np.sqrt(self.variances[k, at])))
        return tuple(told)

    def picture(self, before: Dataset, after: Dataset, name: str, row: int | None) -> tuple[Picture, ...]:
        """The evidence of the rows as a histogram with its fence, over the box plot with the rows flagged."""
        evidence = self.evidence(before)
        greatest = float(np.nanmax(evidence, initial=self.threshold))
        flagged = int(self.outside(before).sum())
        scores = before.changed(X=evidence[:, None], columns=(Column(EVIDENCE),), image=None)
        posteriors = self.posteriors(before)

        def likeliest(row: int) -> str:
            return self.posterior_words(posteriors[:, row])

        made = (
            histogram(scores.columns[0], evidence, fences=(self.threshold, greatest), out=flagged),
            box_plot(scores, EVIDENCE, self.threshold, greatest, likeliest),
        )
        return tuple(one for one in made if one is not None)

    def posterior_words(self, posterior: np.ndarray) -> str:
        """The likeliest class of a row, of several."""
        if len(self.classes) < 2 or np.isnan(posterior).any():
            return ""
        k = int(posterior.argmax())
        return f"P({self.classes[k]} | x) = {figure(float(posterior[k]), 3)}"


def unlikely(data: Dataset, places: Sequence[int], quantile: float, action: str) -> Unlikely:
    """What is learnt of the rows without a gap: Gaussians of the classes they are in, of all where they are in none."""
    columns = [mean_and_deviation(numbers(data, place)) for place in places]
    shift = np.array([mean for mean, _ in columns])
    scale = np.array([spread or 1.0 for _, spread in columns])
    X = (data.X[:, list(places)] - shift) / scale
    known = np.isfinite(X).all(axis=1)
    known &= data.codes >= 0 if data.target == "class" else True
    if not known.any():
        raise Refusal("Every training row has a gap, so no evidence can be told: fill the gaps first.")
    codes = np.zeros(int(known.sum()), dtype=int)
    classes: tuple[str, ...] = ("",)
    if data.target == "class":
        present, codes = np.unique(data.codes[known], return_inverse=True)
        classes = tuple(data.class_name(int(code)) for code in present)
    fitted = naive_gaussians(X[known], codes, len(classes))
    evidence = log_evidence(X[known], fitted) - np.log(scale).sum()
    made = Unlikely(
        named(data, places), classes, shift, scale, fitted.means, fitted.variances, fitted.log_priors,
        float(np.quantile(evidence, quantile)), action,
    )  # fmt: skip
    return replace(made, warnings=tuple(_said(made, data, quantile)))


def _said(made: Unlikely, data: Dataset, quantile: float) -> list[str]:
    """How many rows are unlikely, how sure their classes are, and which rows are not told."""
    out = made.outside(data)
    share = f"the {figure(100 * quantile)} % quantile"
    rows = counted(int(out.sum()), "training row has", "training rows have")
    told = [f"{rows} an evidence p(x) below {share}: {EVIDENCE} = {figure(made.threshold)}."]
    if len(made.classes) > 1 and out.any():
        posteriors = made.posteriors(data)[:, out]
        best = int(posteriors.max(axis=0).argmax())
        if posteriors[:, best].max() > SURE:
            row = data.row_name(int(np.flatnonzero(out)[best]))
            told.append(
                f"In row {row} {made.posterior_words(posteriors[:, best])}: a posterior may be sure where p(x) is "
                "tiny, as it divides by p(x)."
            )
    if gaps := int(np.isnan(made.evidence(data)).sum()):
        told.append(f"{counted(gaps, 'row has', 'rows have')} a gap and no evidence to compare: fill the gaps first.")
    return told
