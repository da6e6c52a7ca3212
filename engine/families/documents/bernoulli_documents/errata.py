"""What the notes print wrongly about the Bernoulli document model."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure, vector
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.documents.bernoulli_documents.loop import Params
from engine.families.documents.stepping import DocumentStep

NOTE = "000_5d3271ecdf60f079.txt"
OCCURRENCES = Erratum(
    "E000-16",
    f"{NOTE}, §7.2",
    r"\mathrm{occurrences:}\ D_{dv}^k \quad \mathrm{(Bernoulli\ model)}",
    r"\mathrm{occurrences:}\ D_{dv}^k \quad \mathrm{(multinomial\ model)}",
    "In the Bernoulli model an element of the vector is 1 or 0: whether the word is there.",
)
TWO_MEANINGS = Erratum(
    "E000-17",
    f"{NOTE}, §7.2 and §7.3",
    r"\hat{P}(w_v|C_k) = \frac{n_k(w_v)}{N_k}, \quad n_k(w_v)\ \mathrm{occurrences}",
    r"\hat{P}(w_v|C_k) = \frac{n_k(w_v)}{N_k}, \quad n_k(w_v)\ \mathrm{documents\ that\ have\ } w_v",
    "The same sign means occurrences in one place and documents in the other: of occurrences it may be more than 1.",
    kind="open",
)
ABSENT = Erratum(
    "E000-19",
    f"{NOTE}, §7.3",
    r"w_v\ \mathrm{does\ not\ occur\ in\ class}\ k",
    r"w_v\ \mathrm{does\ not\ occur\ in\ the\ document}: \quad 1 - P(w_v|C_k)",
    "What differs is a word that the document lacks: here it adds its factor, in the multinomial model nothing.",
)
ERRATA = (OCCURRENCES, TWO_MEANINGS, ABSENT)


def misprints(step: DocumentStep, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.part == "document" and step.document is not None and len(step.more):
        times = step.document.times
        m = int(times.argmax())
        word = step.words[int(step.document.at[m])]
        yield Misprint(OCCURRENCES, f"“{word}” in the vector", float(times[m]), 1.0, (f"D = {figure(times[m])}",))
    if step.part == "estimate" and step.v is not None and len(step.other):
        gives, right = step.other / step.sizes, step.plain
        if right is not None:
            word = step.words[step.v]
            yield Misprint(TWO_MEANINGS, f"chances of “{word}”", gives, right, (f"p = {vector(gives)}",))
    if step.part == "word" and step.model is not None and step.v is not None and not int(step.times[-1]):
        k = int(step.logs[-1].argmin())
        if step.counts[k, step.v] and np.isfinite(step.logs[-1][k]):
            added = float(step.logs[-1][k])
            line = f"“{step.words[step.v]}” occurs in class {k + 1}: it adds 0"
            yield Misprint(ABSENT, f"what it adds to ln P(b | C{k + 1})", 0.0, added, (line,))
