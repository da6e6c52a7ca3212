"""What the notes print wrongly about the multinomial document model."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure, signed, vector
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.documents.multinomial_documents.loop import Params
from engine.families.documents.stepping import DocumentStep

NOTE = "000_5d3271ecdf60f079.txt"
MISPLACED = Erratum(
    "E000-15",
    f"{NOTE}, §7.2",
    r"\hat{P}(w_v|C_k) = \frac{\mathrm{documents\ with}\ w_v}{\mathrm{documents}}",
    r"\hat{P}(w_v|C_k) = \frac{n_k(w_v)}{\sum_{v'} n_k(w_{v'})}",
    "The share of the documents that have the word belongs to the Bernoulli model; here occurrences are counted.",
)
LEFT_SIDE = Erratum(
    "E000-18",
    f"{NOTE}, §7.2",
    r"\hat{P}(\mathbf{x}|C_k) = \frac{P(\mathbf{x}|C_k)P(C_k)}{\sum_{k'} P(\mathbf{x}|C_{k'})P(C_{k'})}",
    r"\hat{P}(C_k|\mathbf{x}) = \frac{P(\mathbf{x}|C_k)P(C_k)}{\sum_{k'} P(\mathbf{x}|C_{k'})P(C_{k'})}",
    "What is normalised over the classes is the posterior of the class, not the likelihood of the document.",
)
INSIDE = Erratum(
    "E001-16",
    "001_4879c9e7d291b724.txt, Part III, 3°",
    r"\prod_{\alpha=1}^D \frac{M_i!}{x_{i1}! \cdots x_{iD}!} [\theta_{i\alpha}]^{x_{i\alpha}}",
    r"\frac{M_i!}{x_{i1}! \cdots x_{iD}!} \prod_{\alpha=1}^D [\theta_{\alpha c}]^{x_{i\alpha}}",
    "Inside the product over the vocabulary the coefficient is counted once for each word of it.",
)
PRIORS = Erratum(
    "E001-17",
    "001_4879c9e7d291b724.txt, Part III, theorem 1",
    r"\prod_{\alpha=1}^D \frac{\theta_{\alpha+}^{x_\alpha}\, \pi_+}{\theta_{\alpha-}^{x_\alpha}\, \pi_-} > 1",
    r"\frac{\pi_+}{\pi_-} \prod_{\alpha=1}^D \frac{\theta_{\alpha+}^{x_\alpha}}{\theta_{\alpha-}^{x_\alpha}} > 1",
    "Inside the product over the vocabulary the prior is counted once for each word of it.",
)
ERRATA = (MISPLACED, LEFT_SIDE, INSIDE, PRIORS)
LONGEST = 30.0
"""Of a larger logarithm the coefficient is not written out."""


def misprints(step: DocumentStep, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.part == "estimate" and step.v is not None and len(step.other):
        yield from _of_a_word(step, step.v)
    if step.part == "posterior":
        yield from _of_a_document(step)
    if step.part == "linear" and step.biases is not None and len(step.sizes) == 2:
        V, b = len(step.words), float(step.biases[1] - step.biases[0])
        yield Misprint(PRIORS, "b", V * b, b, (f"b = {V}·({figure(b, 6)}) = {figure(V * b)}",))


def _of_a_word(step: DocumentStep, v: int) -> Iterator[Misprint]:
    """The share of the documents of each class that has the word."""
    gives, right = step.other / step.sizes, step.plain
    if right is not None and np.isfinite(right).all():
        yield Misprint(MISPLACED, f"chances of “{step.words[v]}”", gives, right, (f"θ = {vector(gives)}",))


def _of_a_document(step: DocumentStep) -> Iterator[Misprint]:
    assert step.joint is not None and step.priors is not None and step.posterior is not None
    k = int(step.joint.argmax())
    if not np.isfinite(step.joint[k]) or step.coefficient is None:
        return
    right, share, whole = step.likelihood, float(step.posterior[k]), step.log_likelihood
    assert whole is not None
    likelihood = whole - step.coefficient
    yield Misprint(LEFT_SIDE, f"P(x | C{k + 1})", share, right, (f"P(x | C{k + 1}) = {figure(share)}",))
    if not step.coefficient <= LONGEST:
        return
    V = len(step.words)
    gives = likelihood + V * step.coefficient
    line = f"ln P(x | C{k + 1}) = {V}·{figure(step.coefficient, 7)} {signed(likelihood, 7)} = {figure(gives)}"
    yield Misprint(INSIDE, f"ln P(x | C{k + 1})", gives, whole, (line,))
