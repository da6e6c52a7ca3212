"""Which tests run: the quick ones, or with `pytest --full` all of them.

Quick leaves out tests marked `full`, and its contract looks at fewer runs and steps of an algorithm. Nothing is tested
less with `--full`; so do the commands of `tests.contract`, which look at one algorithm.
"""

from __future__ import annotations

full = True
"""Set by tests/conftest.py from the option of the command line."""
