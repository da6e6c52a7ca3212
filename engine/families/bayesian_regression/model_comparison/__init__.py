"""Bayesian model comparison: polynomials of every order, by how probable each makes the targets.   (MacKay 1992)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Bayesian model comparison",
    task="regression",
    summary="Compares orders of a polynomial by their evidence: a fit is paid for by the weights it decides.",
    source="MacKay 1992; Bishop 2006, section 3.4",
    synonyms=("Bayes factor", "Occam factor", "Occam's razor", "model evidence", "posterior over models"),
    needs=(needs.number, *needs.POINTS),
    demonstrates=True,
)
