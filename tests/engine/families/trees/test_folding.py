"""Of a very large tree a part is drawn, and says how much hangs below; what is lit is in it."""

from __future__ import annotations

import numpy as np

import engine
from engine.core.marks import Graph
from engine.families.trees.cart import loop
from engine.families.trees.cart.drawing import tree_of
from engine.parts.trees import drawing


def test_large_tree_draws_the_first_nodes_and_those_near_the_lit_one(monkeypatch):
    monkeypatch.setattr(drawing, "MOST", 40)
    digits = engine.load("digits")
    step = engine.trace("cart", digits, max_leaves=250).to_end()[-1]
    graph = tree_of(step, digits, loop.Params())
    assert isinstance(graph, Graph) and 40 <= len(graph.nodes) < 80 < len(step.model.parent)
    assert sum(node.below for node in graph.nodes) == len(step.model.parent) - len(graph.nodes)
    lit = [node for node in graph.nodes if node.role == "focus"]
    assert len(lit) == 3 and not any(node.below for node in lit[1:])
    assert np.bincount(graph.ends_at).sum() == digits.n


def test_a_small_tree_is_whole():
    iris = engine.load("iris")
    step = engine.trace("cart", iris).to_end()[-1]
    graph = next(mark for mark in engine.algorithm("cart").marks(step, iris, loop.Params()) if isinstance(mark, Graph))
    assert len(graph.nodes) == len(step.model.parent) and not any(node.below for node in graph.nodes)
