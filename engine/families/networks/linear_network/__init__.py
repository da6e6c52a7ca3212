"""Linear network: an output for each class, and the batch algorithm of the delta rule.   (Widrow and Hoff 1960)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.networks.weights_held import WEIGHTS
from engine.models.network import Network

ALGORITHM = Algorithm(
    __name__,
    name="Linear network (batch delta rule)",
    task="classification",
    summary="A linear output for each class minimises the squared error: ∇E is summed cell by cell, then the "
    "weights change.",
    source="Widrow and Hoff 1960; Bishop 2006, section 3.1.3",
    synonyms=("ADALINE network", "delta rule", "linear layer", "single-layer network"),
    needs=needs.CLASSES,
    starts=(Network,),
    typed=("layers.weights", "layers.biases"),
    links=WEIGHTS,
    codings=("1 of K",),
)
