"""The engine works where there is no Qt and no plotting, and importing it costs none of the heavy libraries."""

from __future__ import annotations

import subprocess
import sys

BLOCKED = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {blocked!r} or name == "scipy.stats":
            raise ImportError("blocked: " + name)
sys.meta_path.insert(0, Block())
"""


def in_a_fresh_python(code: str, *blocked: str) -> str:
    """What the code prints in a new interpreter in which these packages cannot be imported."""
    program = BLOCKED.format(blocked=set(blocked)) + code
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_algorithm_runs_without_qt_and_plotting() -> None:
    code = """
import numpy as np
import engine
from tests.contract.pool import few
for algorithm in engine.algorithms().values():
    params = algorithm.params()
    data = next(data for data in few(algorithm).values() if not algorithm.limits(data, params))
    trace = algorithm.trace(data)
    algorithm.marks(trace[0], data, params)
    algorithm.explain(trace[0], data, params)
print(len(engine.algorithms()))
"""
    window = ("PySide6", "shiboken6", "pyqtgraph", "matplotlib", "PIL", "ziamath")
    assert int(in_a_fresh_python(code, *window, "pandas", "sklearn")) >= 1


def test_importing_the_engine_loads_nothing_heavy() -> None:
    code = """
import engine
engine.algorithms(); engine.load("iris")
print(sorted({"scipy", "pandas", "contourpy", "ziamath", "PIL", "openpyxl", "pyarrow"} & set(sys.modules)))
"""
    assert in_a_fresh_python(code).strip() == "[]"
