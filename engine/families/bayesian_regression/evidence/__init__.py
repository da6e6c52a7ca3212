"""Evidence maximisation: prior and noise are chosen by how probable they make the targets.   (MacKay 1992)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle, SetByStart
from engine.data import needs
from engine.families.bayesian_regression.evidence.placing import HERE, place, placed
from engine.models.bayesian_linear import BayesianLinear

ALGORITHM = Algorithm(
    __name__,
    name="Evidence maximisation",
    task="regression",
    summary="Chooses the precisions of the prior and the noise by the marginal likelihood of the targets.",
    source="MacKay 1992; Bishop 2006, section 3.5",
    synonyms=(
        "marginal likelihood",
        "Bayesian ridge",
        "empirical Bayes",
        "type 2 maximum likelihood",
        "effective number of parameters",
    ),
    needs=(needs.number, *needs.POINTS),
    starts=(BayesianLinear,),
    typed=("alpha", "beta"),
    handles=(Handle("the precisions to start from", placed, place, lambda params: 1, HERE),),
    decided=tuple(SetByStart(name, None, "it is placed by hand") for name in ("alpha", "beta")),
)
