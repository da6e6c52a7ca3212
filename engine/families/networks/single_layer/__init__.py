"""Single-layer network: linear or sigmoid units that learn by the delta rule.   (Widrow and Hoff 1960)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.networks.weights_held import WEIGHTS
from engine.models.network import Network

ALGORITHM = Algorithm(
    __name__,
    name="Single-layer network (delta rule)",
    task="classification",
    summary="Linear or sigmoid units go downhill on their squared error; too large a learning rate makes them diverge.",
    source="Widrow and Hoff 1960; Bishop 2006, section 3.1.3",
    needs=needs.CLASSES,
    starts=(Network,),
    links=WEIGHTS,
    codings=("0/1", "1 of K"),
)
