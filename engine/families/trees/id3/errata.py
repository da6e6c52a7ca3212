"""What the notes print wrongly about ID3."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.trees.id3.loop import Params, Step
from engine.maths.probability.impurity import entropy

PERCENT = Erratum(
    "E002-6",
    "002_9e25850559f9c059.txt, Lecture 4",
    r"H(S) = -p_{+}\log_2 p_{+} - p_{-}\log_2 p_{-}, \quad p\;\mathrm{in\ \%}",
    r"H(S) = -p_{+}\log_2 p_{+} - p_{-}\log_2 p_{-}, \quad p_{+} + p_{-} = 1",
    "The shares are proportions, from 0 to 1: with per cent the entropy of a mixed set falls below 0.",
    kind="open",
    part="per cent",
)
OTHER_BASE = Erratum(
    "E002-6",
    "002_9e25850559f9c059.txt, Lecture 4, GainRatio",
    r"\mathrm{SplitEntropy}(S, A) \quad = -\sum_V \frac{|S_V|}{|S|}\log\frac{|S_V|}{|S|}",
    r"\mathrm{SplitEntropy}(S, A) \quad = -\sum_V \frac{|S_V|}{|S|}\log_2\frac{|S_V|}{|S|}",
    "The gain is measured in bits; a bare log, read as the natural one, measures the split by another unit.",
    kind="open",
    part="base of the logarithm",
)
ERRATA = (PERCENT, OTHER_BASE)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    counts = step.model.counts[step.node]
    if step.kind != "split" or params.criterion == "gini" or not counts.any():
        return
    shares = 100.0 * counts[counts > 0] / counts.sum()
    terms = " ".join(f"− {figure(share)}·log₂ {figure(share)}" for share in shares).replace("− ", "−", 1)
    wrong = -float((shares * np.log2(shares)).sum())
    yield Misprint(PERCENT, "H(S)", wrong, float(entropy(counts)), (f"H(S) = {terms} = {figure(wrong)}",))
    if params.criterion == "gain ratio" and step.scores is not None and step.chosen is not None:
        gain, split = float(step.scores.gains[step.chosen]), float(step.scores.splits[step.chosen])
        natural = split * float(np.log(2.0))
        lines = (
            f"SplitEntropy = {figure(natural)}",
            f"GainRatio = {figure(gain)} / {figure(natural)} = {figure(gain / natural)}",
        )
        yield Misprint(OTHER_BASE, "GainRatio", gain / natural, gain / split, lines)
