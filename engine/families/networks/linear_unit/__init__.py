"""Linear unit: one unit learns a target by the delta rule.   (Widrow and Hoff 1960)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.networks.weights_held import WEIGHTS
from engine.models.network import Network

ALGORITHM = Algorithm(
    __name__,
    name="Linear unit (delta rule, ADALINE)",
    task="classification",
    summary="One unit minimises its squared error by gradient descent, for a number or classes; too large a learning "
    "rate makes it diverge.",
    source="Widrow and Hoff 1960; Bishop 2006, section 3.1.3",
    synonyms=("linear regression", "ADALINE", "Widrow-Hoff", "LMS", "neuron", "linear neuron", "least mean squares"),
    needs=needs.NUMBER_OR_TWO_CLASSES,
    starts=(Network,),
    typed=("layers.weights", "layers.biases"),
    links=WEIGHTS,
    codings=("0/1",),
    numbers=True,
)
