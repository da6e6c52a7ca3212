"""Any text, for the tests of what people may type and files may hold."""

from __future__ import annotations

from hypothesis import strategies as st

SIGNS = st.characters(exclude_categories=("Cs",))
"""Every sign that can be written, as `st.text()` has it; for that, Hypothesis would encode all of them first, which
takes more than 2 s of each process that has not kept the answer: a tenth of that without.
"""


def texts(most: int | None = None) -> st.SearchStrategy[str]:
    """Texts of any signs, of at most so many."""
    return st.text(SIGNS, max_size=most)
