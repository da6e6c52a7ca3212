"""Back-propagation: what is wrong at the outputs is sent back through the layers.   (Rumelhart, Hinton, Williams 1986)

forward     a = W h + b,   h = g(a)           layer after layer: the first h is x, the last one y
backward    δ = ∂E/∂a of the outputs,   δ = g′(a) ⊙ Wᵀδ of the others, with W and δ of the layer above
update      ∂E/∂W = Σ δ hᵀ,   ∂E/∂b = Σ δ,    w ← w + Δw,   of plain descent Δw = −η g
penalty     + λ w of ½ λ Σ w²,   or + λ sign w of λ Σ |w|,   is added to ∂E/∂w
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import sealed
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.networks.mlp.ending import diverged, ended
from engine.families.networks.mlp.pacing import PaceParams, better, divided, rate_of, too_few
from engine.families.networks.mlp.posing import SIZES, Problem, measured
from engine.families.networks.mlp.starting import DEEPEST, LayerParams, beginning, layer_words
from engine.families.networks.mlp.stepping import Step, begun, kept, of_first, passing
from engine.families.networks.mlp.symmetry import evened, is_symmetric
from engine.maths.optimisation.first_order import WAYS, Memory
from engine.maths.optimisation.stability import safe_rate
from engine.maths.probability.activations import ACTIVATIONS
from engine.maths.probability.row_keys import shuffled
from engine.models.layer import Layer
from engine.models.network import Network, with_parameters
from engine.parts.panels import dotted


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Network | None = None) -> Steps:
    problem = divided(data, params)
    network = first = beginning(problem, params, rng, start)
    step = begun(problem, network)
    epoch = updates = 0
    memory, Z = step.memory, network.fed(problem.X)
    yield step
    while True:
        epoch, steepest = epoch + 1, 0.0
        rate = rate_of(params, epoch)
        for rows, ends in batches(data, problem.learnt, params, rng):
            A, H = list[np.ndarray](), [Z[rows]]
            for layer in network.layers:
                a, h = forward(layer, H[-1])
                A, H = [*A, a], [*H, h]
                if params.stop_at == "every layer":
                    yield passing("forward", step, epoch, rows, A, H)
            D = [problem.output_deltas(A[-1], H[-1], problem.T[rows])]
            for depth in range(len(A) - 1, -1, -1):
                if params.stop_at == "every layer":
                    yield passing("backward", step, epoch, rows, A, H, D)
                if depth:
                    D = [sent_back(D[0], network.layers[depth], network.layers[depth - 1], A[depth - 1]), *D]
            g = gradient(network, H, D, problem, params)
            before, memory_before = network, memory
            network, memory = updated(network, g, memory, rate, params)
            updates, steepest = updates + 1, max(steepest, float(np.abs(g).max()))
            if not is_sound(network, memory):
                return diverged(epoch, updates, rate, first.scale is not None, stable_below(first, problem, params))
            if ends or params.stop_at != "every epoch":
                here = measured(network, problem, Z)
                if not here.objective <= DIVERGED * max(1.0, step.first):
                    return diverged(epoch, updates, rate, first.scale is not None, stable_below(first, problem, params))
                step = Step(
                    kind="update", model=network, before=before, epoch=epoch, updates=updates, rows=rows, gradient=g,
                    signals=of_first(*through(network, problem, rows[:1])),  # as drawn: with the new weights
                    memory=memory, memory_before=memory_before, watched=here.watched, first=step.first,
                    best=better(step.best, here, network, epoch, updates, params) if ends else step.best,
                    error=here.error, objective=here.objective, objective_before=step.objective, mistakes=here.mistakes,
                )  # fmt: skip
                yield step
        if ending := ended(step, steepest, data, params):
            if params.patience and step.is_past_best:
                yield kept(step, problem)
            return ending


def batches(
    data: Dataset, learnt: np.ndarray, params: Params, rng: np.random.Generator
) -> Iterator[tuple[np.ndarray, bool]]:
    """The rows (m,) of each update of an epoch, and whether it is the last."""
    n, size = len(learnt), batch_size(len(learnt), params)
    order = learnt if size == n or params.order == "as given" else learnt[shuffled(data.row_keys_of(learnt), rng)]
    for first in range(0, n, size):
        yield order[first : first + size], first + size >= n


def batch_size(n: int, params: Params) -> int:
    """How many of n rows an update takes; batch = 0 is all of them."""
    return min(params.batch or n, n)


@np.errstate(over="ignore", invalid="ignore")
def forward(layer: Layer, h: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(m, J) each: a = W h + b and g(a), of the outputs h (m, I) of the layer before."""
    a = layer.activations(h)
    return a, layer.outputs(a)


@np.errstate(over="ignore", invalid="ignore")
def sent_back(delta: np.ndarray, above: Layer, layer: Layer, a: np.ndarray) -> np.ndarray:
    """(m, J) δ = g′(a) ⊙ Wᵀδ, from the δ (m, K) of the layer above and its weights W (K, J)."""
    return np.asarray(ACTIVATIONS[layer.activation].slope(a) * (delta @ above.weights))


def through(network: Network, problem: Problem, rows: np.ndarray) -> tuple[list[np.ndarray], ...]:
    """A, H (behind the inputs) and δ of each layer, (m, J) each, of rows sent forward and back without a stop."""
    A, H = list[np.ndarray](), [network.fed(problem.X[rows])]
    for layer in network.layers:
        a, h = forward(layer, H[-1])
        A, H = [*A, a], [*H, h]
    D = [problem.output_deltas(A[-1], H[-1], problem.T[rows])]
    for depth in range(len(A) - 1, 0, -1):
        D = [sent_back(D[0], network.layers[depth], network.layers[depth - 1], A[depth - 1]), *D]
    return A, H, D


@np.errstate(over="ignore", invalid="ignore")
def gradient(
    network: Network, H: Sequence[np.ndarray], D: Sequence[np.ndarray], problem: Problem, params: Params
) -> np.ndarray:
    """(P,) of m rows: for each layer Σ δ and Σ δ hᵀ, and the share m/n of the penalty; or the mean of a row."""
    m, parts = len(H[0]), []
    for layer, h, delta in zip(network.layers, H, D, strict=False):
        slopes = np.empty((layer.units, layer.inputs + 1))
        slopes[:, 0], slopes[:, 1:] = delta.sum(axis=0), delta.T @ h
        if problem.decay:
            slopes[:, 1:] += m / len(problem.learnt) * problem.penalty_slopes(layer.weights)
        parts.append(slopes.ravel())
    g = np.concatenate(parts) / (m if params.pull == "mean" else 1)
    return evened(g, network) if is_symmetric(network) else g


@np.errstate(over="ignore", invalid="ignore")
def updated(network: Network, g: np.ndarray, memory: Memory, rate: float, params: Params) -> tuple[Network, Memory]:
    """The weights w + Δw, where Δw follows from the slopes g and from what is remembered of others."""
    delta, memory = WAYS[params.optimiser](g, memory, rate, params.momentum)
    return with_parameters(network, sealed(network.parameters + delta)), memory


def stable_below(first: Network, problem: Problem, params: Params) -> float | None:
    """The largest safe rate at the first weights, by some of the rows; None where the way downhill has none."""
    if problem.penalty == SIZES:  # λ Σ |w| has corners and is not curved
        problem = replace(problem, decay=0.0)
    rows = problem.learnt[dotted(len(problem.learnt), CURVED)]
    size = 1 if params.pull == "mean" else batch_size(len(problem.learnt), params)

    def slopes(w: np.ndarray) -> np.ndarray:
        network = with_parameters(first, w)
        _, H, D = through(network, problem, rows)
        return size * gradient(network, H, D, problem, replace(params, pull="mean"))

    return safe_rate(slopes, first.parameters, params.optimiser, params.momentum)


CURVED = 1000
"""The curvature is computed from so many rows."""
DIVERGED = 1e12
FARTHEST = 1e50
"""What is made least, in parts of what it was at first, and a weight, beyond which a run has diverged."""


def is_sound(network: Network, memory: Memory) -> bool:
    """Whether all weights and the memory of the optimiser are finite and not too large."""
    w = network.parameters
    near = w.min() >= -FARTHEST and w.max() <= FARTHEST
    return bool(near) and math.isfinite(np.add.reduce(memory.v) + np.add.reduce(memory.s))


def bound(data: Dataset, params: Params) -> int:
    updates = -(-data.n // batch_size(data.n, params))
    most = {"every epoch": 1, "every update": updates, "every layer": updates * (2 * MOST_LAYERS + 1)}
    return 1 + params.epochs * most[params.stop_at] + bool(params.patience)


def limits(data: Dataset, params: Params) -> str:
    return layer_words(params) or too_few(data, params)


ORDERS, MOST_LAYERS = ("shuffled", "as given"), DEEPEST + 1


@dataclass(frozen=True)
class Params(PaceParams, LayerParams):
    batch: int = whole(32, low=0, high=1_000_000, label="batch size", help="1: online; 0: all rows")
    optimiser: str = choice("momentum", tuple(WAYS), help="how a step follows from the slopes")
    momentum: float = real(
        0.9, low=0.0, high=0.999, symbol=r"\mu", rare=True, when=("optimiser", ("momentum", "Nesterov", "Adam")),
        help="how much of the last step goes on, of Adam β",
    )  # fmt: skip
    pull: str = choice("mean", ("mean", "sum"), label="gradient of a batch", rare=True, help="over its rows")
    order: str = choice(ORDERS[0], ORDERS, clear=True, rare=True, help="of the rows within an epoch")
