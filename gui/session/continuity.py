"""Whether a table is the one before it, edited, so that what was computed for that may be seen until there is more."""

from __future__ import annotations

from engine.data.dataset import Dataset


def continues(before: Dataset, after: Dataset) -> bool:
    """Whether every feature, class code and target of a table means the same in the other, which may have more classes.

    >>> import numpy as np
    >>> gate = Dataset(np.zeros((2, 1)), np.array([0, 1]), class_names=("A", "B"))
    >>> more, numbers = gate.changed(class_names=("A", "B", "C")), Dataset(gate.X, np.array([0.5, 2.5]))
    >>> continues(gate, more), continues(more, gate), continues(gate, numbers)
    (True, False, False)
    """
    if (before.name, before.feature_names, before.target) != (after.name, after.feature_names, after.target):
        return False
    kept = after.class_names[: len(before.class_names)]
    return before.target_name == after.target_name and before.class_names == kept
