"""Sigmoid unit: the delta rule with the slope of σ in it.   (Rumelhart, Hinton and Williams 1986)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.networks.weights_held import WEIGHTS
from engine.models.network import Network

ALGORITHM = Algorithm(
    __name__,
    name="Sigmoid unit (squared error)",
    task="classification",
    summary="A sigmoid unit, or one for each class, minimises its squared error; where it is flat it hardly "
    "learns, even if it is wrong.",
    source="Rumelhart, Hinton and Williams 1986; Bishop 2006, section 5.3",
    synonyms=("logistic neuron", "sigmoid neuron", "squared-error unit"),
    needs=needs.CLASSES,
    starts=(Network,),
    typed=("layers.weights", "layers.biases"),
    links=WEIGHTS,
    codings=("0/1", "1 of K"),
)
