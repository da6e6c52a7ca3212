"""What the notes leave open about the Occam factor."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.words import added
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.bayesian_regression.model_comparison.loop import Params, Step

BOXES = Erratum(
    "E003-8",
    "003_5694847191d4e823.txt, Midterm review",
    r"\ln p(D) \simeq \ln p(D \mid \hat{\mathbf{w}}) + M \ln\frac{\Delta w_{post}}{\Delta w_{prior}}",
    r"\ln p(D) = L + \frac{M}{2}\ln\alpha - \frac{1}{2}\ln|S^{-1}|, "
    r"\quad L = \ln p(D \mid \mathbf{m}) - \frac{\alpha}{2}\mathbf{m}^\top\mathbf{m}",
    "Prior and posterior are no boxes: for a Gaussian prior and noise the evidence is known exactly.",
    kind="open",
)
ERRATA = (BOXES,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.phase == "model":
        one = step.tried[-1]
        yield Misprint(BOXES, "ln p(D)", one.rough, one.evidence, (f"ln p(D) ≃ {added(one.fit, one.box)}",))
