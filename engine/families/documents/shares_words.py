"""How the chances of a word follow from the counts, in words and numbers."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, enough, figure, spoken
from engine.data.dataset import Dataset
from engine.families.documents.stepping import DocumentStep

LISTED = 4
"""For so many classes the fraction is worked out."""


def share_told(step: DocumentStep, v: int, data: Dataset, alpha: float) -> tuple[str, tuple[str, ...]]:
    """The share of a word among all words of each class."""
    return _told(step, v, data, alpha, step.counts, "occurs", "never occurs in")


def complement_told(step: DocumentStep, v: int, data: Dataset, alpha: float) -> tuple[str, tuple[str, ...]]:
    """The share of a word among all words of the other classes."""
    others = np.asarray(step.counts.sum(axis=0) - step.counts)
    return _told(step, v, data, alpha, others, "occurs", "occurs in no other class than")


def _told(
    step: DocumentStep, v: int, data: Dataset, alpha: float, n: np.ndarray, does: str, never: str
) -> tuple[str, tuple[str, ...]]:
    total, V = float(step.counts[:, v].sum()), n.shape[1]
    said = f"“{step.words[v]}” {does} {counted(int(total), 'time')} in the texts."
    none = [spoken(data.class_name(data.classes_present[k])) for k in np.flatnonzero(n[:, v] == 0).tolist()]
    if none:
        said += f" It {never} {none[0]}: " + (
            "its chance is 0 there." if not alpha else f"smoothed, {figure(alpha)} is counted."
        )
    sums = n.sum(axis=1)
    worked = tuple(
        fraction(f"θ{k + 1}", float(n[k, v]), float(sums[k]), alpha, float(V)) for k in range(min(len(n), LISTED))
    )
    return said, worked


def presence_told(step: DocumentStep, v: int, data: Dataset, alpha: float) -> tuple[str, tuple[str, ...]]:
    """The share of the texts of each class that have a word: texts are counted, not occurrences."""
    n, N = step.counts[:, v], step.sizes
    said = f"“{step.words[v]}” is in {counted(int(n.sum()), 'text')}, however often."
    if not alpha and (n == N).any():
        name = spoken(data.class_name(data.classes_present[int(np.flatnonzero(n == N)[0])]))
        said += f" All texts of {name} have it: its absence has the chance 0 there."
    elif not alpha and (n == 0).any():
        name = spoken(data.class_name(data.classes_present[int(np.flatnonzero(n == 0)[0])]))
        said += f" No text of {name} has it: its chance is 0 there."
    worked = tuple(fraction(f"p{k + 1}", float(n[k]), float(N[k]), alpha, 2.0) for k in range(min(len(n), LISTED)))
    return said, worked


def fraction(name: str, above: float, below: float, alpha: float, times: float) -> str:
    """(n + α) / (N + α V), worked out; without smoothing n / N."""
    value = (above + alpha) / (below + alpha * times)
    if not alpha:
        return f"{name} = {figure(above)} / {figure(below)} = {figure(value)}"
    digits = enough(value, lambda a: (above + a) / (below + a * times), alpha)
    one = figure(alpha, digits)
    return f"{name} = ({figure(above)} + {one}) / ({figure(below)} + {one}·{figure(times)}) = {figure(value)}"
