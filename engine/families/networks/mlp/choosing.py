"""What can be chosen on the drawn network: its layers by buttons, what its units do in their menus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.base.words import counted
from engine.core.marks import Control
from engine.families.networks.mlp.loop import Params
from engine.families.networks.mlp.posing import OUTPUTS
from engine.families.networks.mlp.starting import BENDS, DEEPEST, FED, WIDEST
from engine.models.network import Network

FRESH = 3.0
"""So many units has the first hidden layer that is added."""


def controls(network: Network, params: Params) -> tuple[Control, ...]:
    """All of them, for the nodes of the diagram."""
    columns = _columns(network)
    hidden = tuple(node for column in columns[1:-1] for node in column)
    bends = _options("Hidden units", "activation", params.activation, BENDS, hidden) if hidden else ()
    return (
        *layers(network),
        *_options("Columns", "fed", params.fed, FED, columns[0]),
        *bends,
        *_options("Outputs", "output", params.output, OUTPUTS, columns[-1]),
    )


def layers(network: Network) -> Iterator[Control]:
    """A unit more or fewer in each hidden layer, and a layer more or fewer at the end."""
    hidden, columns = tuple(map(float, network.hidden)), _columns(network)
    for depth, units in enumerate(network.hidden):
        for sign, after in (("−", units - 1), ("+", units + 1)):
            if 1 <= after <= WIDEST:
                words = f"{counted(after, 'unit')} in {layer_name(network, depth)}, now {units}"
                value = (*hidden[:depth], float(after), *hidden[depth + 1 :])
                yield Control(sign, words, "hidden", value, columns[depth + 1])
    if hidden:
        left = counted(len(hidden) - 1, "hidden layer") if hidden[1:] else "No hidden layer"
        yield Control("− layer", f"{left}, now {len(hidden)}", "hidden", hidden[:-1])
    if len(hidden) < DEEPEST:
        more = (*hidden, hidden[-1] if hidden else FRESH)
        yield Control("+ layer", f"{counted(len(more), 'hidden layer')}, now {len(hidden)}", "hidden", more)


def layer_name(network: Network, depth: int) -> str:
    """A hidden layer in words, by its number where there are several."""
    return "the hidden layer" if len(network.hidden) == 1 else f"hidden layer {depth + 1}"


def _options(
    told: str, parameter: str, chosen: str, choices: Sequence[str], nodes: tuple[int, ...]
) -> Iterator[Control]:
    """The menu of some nodes: every choice of a parameter, the present one ticked."""
    return (Control("", f"{told}: {one}", parameter, one, nodes, one == chosen) for one in choices)


def _columns(network: Network) -> list[tuple[int, ...]]:
    """The nodes of each column of the diagram: the inputs, the hidden layers, the outputs."""
    found, first = [], 0
    for size in (network.n_features, *(layer.units for layer in network.layers)):
        found.append(tuple(range(first, first + size)))
        first += size
    return found
