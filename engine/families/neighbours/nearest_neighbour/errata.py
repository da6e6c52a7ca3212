"""What the notes leave open about one nearest neighbour: whether it minds how common a class is."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.words import figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.neighbours.nearest_neighbour.loop import Params, Step

PRIORS = Erratum(
    "E002-23",
    "002_9e25850559f9c059.txt, Lecture 6, k-NN with k = 1",
    r"k = 1: \quad \mathrm{ignores\ priors}",
    r"p(\mathbf{x} \mid c) \;\mathrm{alike} \;\Rightarrow\; \mathbb{E}[P(c(\mathbf{z}) = c)] = \frac{n_c}{n}",
    "The rule has no term for priors, but each row has a cell, so a class with more rows has more of the space.",
    kind="open",
)
ERRATA = (PRIORS,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """Of the class that is answered: its share of all answers where the classes are equally dense."""
    if step.answer is None:
        return
    K, n_c = len(data.classes_present), int((data.codes == step.answer).sum())
    if K * n_c != data.n:
        name = data.class_name(step.answer)
        line = f"without priors each class has the same share: 1 / {K} = {figure(1 / K)}"
        yield Misprint(PRIORS, f"share of {name} where all classes are equally dense", 1 / K, n_c / data.n, (line,))
