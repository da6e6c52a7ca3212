"""Optimisers: ways downhill that know the slope and no bend.   (Cauchy 1847; Kingma and Ba 2015)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle
from engine.data import needs
from engine.families.numerical_tools.optimisers.placing import HERE, place, placed
from engine.models.place import Place

ALGORITHM = Algorithm(
    __name__,
    name="Optimisers",
    task="optimisation",
    summary="Compares gradient descent, momentum, Nesterov, AdaGrad, RMSProp, Adam and L-BFGS on one landscape.",
    source="Cauchy 1847; Polyak 1964; Nesterov 1983; Duchi 2011; Hinton 2012; Kingma and Ba 2015; Nocedal 1980",
    synonyms=(
        "Adam",
        "momentum",
        "Nesterov",
        "RMSProp",
        "AdaGrad",
        "L-BFGS",
        "gradient descent",
        "optimizers",
        "SGD with momentum",
    ),
    needs=(needs.rows(1), needs.features(1), needs.moderate),  # the landscapes that read the table ask in `limits`
    starts=(Place,),
    typed=("w",),
    handles=(Handle("the starting point", placed, place, lambda params: 1, HERE),),
    aside=True,
)
