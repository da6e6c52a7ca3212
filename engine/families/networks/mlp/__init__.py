"""Multilayer network, trained by back-propagation.   (Rumelhart, Hinton and Williams 1986; Bishop 2006, section 5.3)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, SetByStart
from engine.core.set_by_data import SetByData, has_classes, has_number
from engine.data import needs
from engine.families.networks.weights_held import WEIGHTS
from engine.models.network import Network

ALGORITHM = Algorithm(
    __name__,
    name="Multilayer perceptron (back-propagation)",
    task="classification",
    summary="Layers of units turn the features into ones that linear outputs can use, for classes or a number; the "
    "output errors are propagated back through the layers.",
    source="Rumelhart, Hinton and Williams 1986; Bishop 2006, section 5.3",
    synonyms=(
        "neural network",
        "MLP",
        "multilayer perceptron",
        "back-propagation",
        "backpropagation",
        "deep learning",
        "neural net",
        "ANN",
    ),
    needs=needs.NUMBER_OR_CLASSES,
    starts=(Network,),
    typed=("layers.weights", "layers.biases"),
    links=WEIGHTS,
    codings=("1 of K",),
    validates=True,
    numbers=True,
    settled=(
        SetByData("output", "identity, squared error", "a number needs a linear output", has_number),
        SetByData("target", None, "it is for numbers, and classes are coded by 0 and 1", has_classes),
    ),
    decided=(
        SetByStart("hidden", lambda start: tuple(map(float, start.hidden)), "as in the network that it begins from"),
        SetByStart("activation", None, "as in the network that it begins from"),
        SetByStart("fed", None, "as in the network that it begins from"),
    ),
)
