"""Which operations make sense on the values of a column."""

from __future__ import annotations

OPERATIONS: dict[str, tuple[tuple[str, ...], str]] = {
    "numeric": (("equality", "order", "arithmetic"), "equality, order and arithmetic make sense"),
    "date": (("equality", "order", "differences"), "equality, order and differences (in days) make sense, sums do not"),
    "ordinal": (("equality", "order"), "equality and order make sense, differences do not"),
    "categorical": (("equality",), "only equality makes sense: there is no order, and no mean"),
    "text": (("equality",), "the words of a text are counted; the text itself has no order and no mean"),
}
"""Which operations make sense on the values of a kind of column, and that in words."""
