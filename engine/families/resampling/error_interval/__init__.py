"""Error interval: what the errors counted on test rows say of the true share of errors.   (Wilson 1927)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.settled import SETTLED

ALGORITHM = Algorithm(
    __name__,
    name="Interval for the error",
    task="concept",
    summary="Counts the errors of any classifier on held-out rows, forms intervals for the true error, and shows by "
    "simulation how often they hold it.",
    source="Wilson 1927; Clopper and Pearson 1934; Brown, Cai and DasGupta 2001",
    synonyms=("confidence interval", "Wilson interval", "Clopper-Pearson", "test error", "standard error", "coverage"),
    needs=(needs.rows(1), needs.features(1), needs.addable),
    settled=SETTLED,
)
