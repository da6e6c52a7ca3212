"""Categorical tables made of letters, and a tree as dictionaries."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.data.dataset import Column, Dataset
from engine.models.tree import Tree

TENNIS = {
    "Outlook": {
        "Sunny": {"Humidity": {"High": "No", "Normal": "Yes"}},
        "Overcast": "Yes",
        "Rain": {"Wind": {"Weak": "Yes", "Strong": "No"}},
    }
}


def table(rows: list[str], classes: list[str], levels: str = "ab") -> Dataset:
    """A categorical table from words of one letter a cell: table(["ab", "ba"], ["no", "yes"])."""
    X = np.array([[levels.index(cell) for cell in row] for row in rows], dtype=float).reshape(len(rows), -1)
    names = tuple(sorted(set(classes)))
    columns = tuple(Column(f"A{j + 1}", "categorical", tuple(levels)) for j in range(X.shape[1]))
    return Dataset(X, np.array([names.index(name) for name in classes]), columns, class_names=names)


def nested(tree: Tree, data: Dataset, node: int = 0) -> Any:
    """The tree as dictionaries of questions and answers."""
    if tree.attribute[node] < 0:
        return data.class_name(int(tree.majority[node]))
    column = data.columns[tree.attribute[node]]
    below = np.flatnonzero(tree.parent == node)
    return {column.name: {column.levels[tree.branch[child]]: nested(tree, data, child) for child in below}}
