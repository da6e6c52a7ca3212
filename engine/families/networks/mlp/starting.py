"""The network that a run begins from: small weights drawn at random, all alike, or those of another run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.base.params import choice, real, several
from engine.base.snapshot import same
from engine.families.networks.mlp.posing import Problem
from engine.models.layer import Layer
from engine.models.network import Network, NumberNetwork, network_of
from engine.models.scaling import Scale

BENDS = ("tanh", "logistic", "ReLU", "identity")
SMALL = 0.1
DRAWN: dict[str, Callable[[np.random.Generator, tuple[int, int]], np.ndarray]] = {
    "random": lambda rng, shape: rng.standard_normal(shape) / np.sqrt(shape[1]),
    "small uniform": lambda rng, shape: rng.uniform(-SMALL, SMALL, shape),
    "Xavier": lambda rng, shape: rng.uniform(-1.0, 1.0, shape) * np.sqrt(6 / sum(shape)),
    "He": lambda rng, shape: rng.standard_normal(shape) * np.sqrt(2 / shape[1]),
}
"""The weights (J, I) of J units with I inputs each.   (LeCun 1998; Glorot and Bengio 2010; He and others 2015)"""
INITIAL = (*DRAWN, "zeros", "all alike")
DEEPEST, WIDEST = 6, 32
FED = ("standardised", "as they are")
ALIKE = 0.1


@dataclass(frozen=True)
class LayerParams:
    """How many layers of how many units, what they do, and their first weights."""

    hidden: tuple[float, ...] = several(
        (3.0,), most=DEEPEST, label="units of each hidden layer", help="such as 3, or 4 2; none: a single layer"
    )
    activation: str = choice("tanh", BENDS, symbol="g", label="activation", help="of the hidden units")
    fed: str = choice(FED[0], FED, label="input scaling", rare=True, help="what the first layer is fed with")
    initial: str = choice(
        INITIAL[0],
        INITIAL,
        label="initialisation",
        rare=True,
        help="of J units with I inputs: random 1/√I, He √2/√I, Xavier up to √6/√(I + J)",
    )
    scale: float = real(
        1.0, low=0.0, high=10.0, symbol="s", label="scale of the first weights", rare=True,
        when=("initial", tuple(DRAWN)), help="1: as usual",
    )  # fmt: skip


def layer_words(params: LayerParams) -> str:
    """Why these layers cannot be, or ""."""
    if all(units == int(units) and 1 <= units <= WIDEST for units in params.hidden):
        return ""
    return f"hidden takes whole numbers of units from 1 to {WIDEST}, one for each layer, such as 3 or 4 2."


def beginning(problem: Problem, params: LayerParams, rng: np.random.Generator, start: Network | None) -> Network:
    """The first network; of another its hidden layers go on, and its outputs where they are for the same classes."""
    K = problem.T.shape[1]
    if start is None:
        sizes = [problem.X.shape[1], *map(int, params.hidden), K]
        kinds = [*[params.activation] * len(params.hidden), problem.output]
        layers = [first(*one, params, rng) for one in zip(sizes, sizes[1:], kinds, strict=False)]
        scale = Scale.of(problem.X[problem.learnt]) if params.fed == FED[0] else None
        return network_of(tuple(layers), problem.classes, scale, problem.scale)
    *hidden, last = start.layers
    if start.classes == problem.classes and last.units == K:
        output = Layer(*_rescaled(last, start, problem), problem.output)
    else:
        output = first(last.inputs, K, problem.output, params, rng)
    return network_of((*hidden, output), problem.classes, start.scale, problem.scale)


def _rescaled(last: Layer, start: Network, problem: Problem) -> tuple[np.ndarray, np.ndarray]:
    """The weights and biases of an output that answers on the scale of this target as it did on that of another."""
    here = problem.scale
    if not isinstance(start, NumberNetwork) or same(here, start.target):
        return last.weights, last.biases
    last = start.plain.layers[-1]
    return (last.weights / here.spread, here.applied(last.biases)) if here else (last.weights, last.biases)


def first(inputs: int, units: int, activation: str, params: LayerParams, rng: np.random.Generator) -> Layer:
    """A layer before the first step: its biases are 0, and its weights (J, I) random, or all the same."""
    if params.initial in DRAWN:
        weights = params.scale * DRAWN[params.initial](rng, (units, inputs))
    else:
        weights = np.full((units, inputs), ALIKE if params.initial == INITIAL[-1] else 0.0)
    return Layer(weights, np.zeros(units), activation)
