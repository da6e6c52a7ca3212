"""A large tree is folded, and says how much; what is lit is unfolded."""

from __future__ import annotations

import numpy as np

import engine
from engine.core.marks import Graph
from engine.families.trees.decision_tree import loop
from engine.families.trees.decision_tree.drawing import marks, tree_of
from engine.families.trees.drawing import MOST


def test_a_tree_of_hundreds_of_nodes_is_folded_around_what_is_lit():
    digits = engine.load("digits")
    step = engine.trace("decision_tree", digits, max_leaves=250).to_end()[-1]
    graph = tree_of(step, digits, loop.Params())
    assert isinstance(graph, Graph) and MOST <= len(graph.nodes) < 2 * MOST < len(step.model.parent)
    hidden = [node.detail.rpartition("… ")[2] for node in graph.nodes if node.detail.endswith(" below")]
    assert sum(int(words.split()[0]) for words in hidden) == len(step.model.parent) - len(graph.nodes)
    lit = [node for node in graph.nodes if node.role == "focus"]
    assert len(lit) == 3 and not any("below" in node.detail for node in lit[1:])
    assert np.bincount(graph.rests).sum() == digits.n


def test_a_small_tree_is_whole():
    iris = engine.load("iris")
    step = engine.trace("decision_tree", iris).to_end()[-1]
    graph = next(mark for mark in marks(step, iris, loop.Params()) if isinstance(mark, Graph))
    assert len(graph.nodes) == len(step.model.parent) and not any("below" in node.detail for node in graph.nodes)
