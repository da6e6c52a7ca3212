"""The one object with state, its runs, and its workers."""
