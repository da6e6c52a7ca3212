"""Whether the gradient is right: beside central differences of the error, weight by weight."""

from __future__ import annotations

import numpy as np

from engine.core.story import Check
from engine.families.networks.mlp.loop import Params, gradient, through
from engine.families.networks.mlp.posing import SIZES, Problem, least_of, penalised
from engine.families.networks.mlp.stepping import Step
from engine.maths.algebra.agreement import agree
from engine.maths.optimisation.gradient_check import EPSILON, central_differences
from engine.models.network import Network, network_of, with_parameters

NUDGE = 1e-5
FARTHEST = 1e-2
ROWS = 100
"""So many rows of the batch are compared, and one weight: at the next update the next."""


def checks(step: Step, problem: Problem, params: Params) -> tuple[Check, ...]:
    """What an update promises."""
    rows = step.rows[:ROWS]
    g = step.gradient
    if g is None or len(rows) < len(step.rows):
        g = back_propagated(step.before, problem, rows, params)
    one = step.updates % len(g)
    words = f"the gradient agrees with central differences of {least_of(params)}"
    if at_kink(step.before, problem, rows, one):
        words += ", but for the weight whose nudge takes a ReLU over its kink"
    found = [Check(words, agrees(step.before, g, problem, rows, params, np.array([one])))]
    network = step.model
    if network.hidden and network.collapses:
        alone = network_of((network.collapsed,), network.classes)
        terms = np.maximum(_terms(network, problem.X[rows]), _terms(alone, problem.X[rows]))
        same = agree(alone.activations(problem.X[rows]), network.activations(problem.X[rows]), terms)
        found.append(Check("one layer with the matrix W² W¹ gives the same", same))
    return tuple(found)


def _terms(network: Network, X: np.ndarray) -> np.ndarray:
    """How large the terms are that the activations of the outputs are added up from."""
    H = np.abs(network.fed(X))
    for layer in network.layers:
        H = H @ np.abs(layer.weights.T) + np.abs(layer.biases)
    return np.asarray(H)


def back_propagated(network: Network, problem: Problem, rows: np.ndarray, params: Params) -> np.ndarray:
    """(P,) the gradient of some rows, by the very rules of the loop."""
    _, H, D = through(network, problem, rows)
    return gradient(network, H, D, problem, params)


def objective(network: Network, problem: Problem, X: np.ndarray, T: np.ndarray, params: Params) -> float:
    """What the gradient of some rows X, of targets T, is of."""
    error = float(problem.errors(network.activations(X), T).sum())
    held = problem.objective(network, 0.0) * len(X) / len(problem.learnt)
    return (error + held) / (len(X) if params.pull == "mean" else 1)


@np.errstate(over="ignore", invalid="ignore")
def agrees(
    network: Network, g: np.ndarray, problem: Problem, rows: np.ndarray, params: Params, chosen: np.ndarray
) -> bool:
    """Whether some of a gradient (P,) is that of the objective, as near as the digits of a number can tell.

    With twice the nudge what central differences leave out is four times as large: so their error is known. Passed over
    is a weight whose nudge takes a row over the corner of a ReLU, or itself over that of |w| where sizes are penalised,
    or, too long for its digits, moves an activation far.
    """
    w = network.parameters
    X, T = problem.X[rows], problem.T[rows]
    sizes = _sizes(network, X)
    nudges = NUDGE / np.where(sizes > 0, sizes, 1.0) + 8 * EPSILON * np.abs(w)
    fine = [i for i in chosen.tolist() if nudges[i] * sizes[i] <= FARTHEST]
    if problem.penalty == SIZES:
        cornered = penalised(network) & (np.abs(w) <= 2 * nudges)
        fine = [i for i in fine if not cornered[i]]
    smooth = [i for i in fine if _smooth(network, X, w, i, 2 * nudges[i])]
    if not smooth:
        return True

    def value(at: np.ndarray) -> float:
        return objective(with_parameters(network, at), problem, X, T, params)

    near, far = (central_differences(value, w, times * nudges, smooth) * nudges[smooth] for times in (1.0, 2.0))
    exact = g[smooth] * nudges[smooth]
    if not (np.isfinite(near).all() and np.isfinite(far).all()):
        return True
    slack = np.abs(far - near) + 1e-6 * np.abs(exact) + _rounding(network, problem, X, value(w))
    return bool((np.abs(near - exact) <= slack).all())


@np.errstate(over="ignore", invalid="ignore")
def at_kink(network: Network, problem: Problem, rows: np.ndarray, i: int) -> bool:
    """Whether the nudge of a weight takes a row over the corner of a ReLU, where there is no slope to compare."""
    X, w = problem.X[rows], network.parameters
    size = float(_sizes(network, X)[i])
    nudge = NUDGE / (size if size > 0 else 1.0) + 8 * EPSILON * abs(float(w[i]))
    return not _smooth(network, X, w, i, 2 * nudge)


def _sizes(network: Network, X: np.ndarray) -> np.ndarray:
    """(P,) how large the input of each weight is, at most; 1 for a bias."""
    parts, H = list[np.ndarray](), network.fed(X)
    for layer in network.layers:
        parts += [np.append(1.0, np.abs(H).max(axis=0))] * layer.units
        H = layer.outputs(layer.activations(H))
    return np.concatenate(parts)


def _smooth(network: Network, X: np.ndarray, w: np.ndarray, i: int, nudge: float) -> bool:
    """Whether no unit with a corner, a ReLU, changes its side when weight i is nudged either way."""
    if all(layer.activation != "ReLU" for layer in network.layers):
        return True
    sides = []
    for by in (-nudge, 0.0, nudge):
        at = w.copy()
        at[i] += by
        sides.append(_sides(with_parameters(network, at), X))
    return bool((sides[0] == sides[1]).all() and (sides[1] == sides[2]).all())


def _sides(network: Network, X: np.ndarray) -> np.ndarray:
    """(n, m) whether each ReLU is active."""
    found, H = [np.zeros((len(X), 0), dtype=bool)], network.fed(X)
    for layer in network.layers:
        A = layer.activations(H)
        H = layer.outputs(A)
        if layer.activation == "ReLU":
            found.append(A > 0)
    return np.concatenate(found, axis=1)


def _rounding(network: Network, problem: Problem, X: np.ndarray, value: float) -> float:
    """How much the objective may be off by the digits that its terms lose."""
    terms = _terms(network, X).sum(axis=1)
    steep = np.maximum(1.0, terms) if problem.output == "identity" else 1.0
    return 100 * EPSILON * (float((terms * steep).sum()) + abs(value) * len(X) + 1.0)
