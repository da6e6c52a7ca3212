"""Decision regions: K bells over a line, the winning class, and the table of errors.   (Bishop 2006, section 1.5)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Decision regions of several classes",
    task="concept",
    summary="Cuts the line where the most probable class changes, and fills the table of errors cell by cell.",
    source="Bishop 2006, section 1.5.1; Duda and Hart 1973",
    synonyms=("error table of K classes", "optimal regions", "Bayes rule regions", "upper envelope"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
