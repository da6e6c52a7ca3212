"""All functions of three bits, as the truth tables that they are, and the sets of them that may be allowed.

rows 0 to 7 are the bits b₁ b₂ b₃ as binary numbers; function f has the value (f >> row) & 1 there
"""

from __future__ import annotations

from functools import cache

import numpy as np

ROWS = 8
"""So many rows three bits have."""
ALL, LINEAR, SYMMETRIC = ALLOWED = ("all functions", "linear functions", "functions of how many bits are 1")
MAJORITY, PARITY, FIRST = TARGETS = ("majority of the bits", "parity of the bits", "the first bit")


@cache
def truth_tables() -> np.ndarray:
    """(256, 8) the values of every function in every row."""
    functions = np.arange(2**ROWS)[:, None]
    tables = (functions >> np.arange(ROWS)) & 1
    tables.setflags(write=False)
    return tables


def bits() -> np.ndarray:
    """(8, 3) the three bits of each row, the first the most significant."""
    return np.asarray((np.arange(ROWS)[:, None] >> np.arange(2, -1, -1)) & 1)


@cache
def allowed(kind: str) -> np.ndarray:
    """(m,) the numbers of the functions that are allowed."""
    tables = truth_tables()
    if kind == LINEAR:
        return np.flatnonzero([is_linear(table) for table in tables])
    if kind == SYMMETRIC:
        counts = bits().sum(axis=1)
        same = [all(np.ptp(table[counts == count]) == 0 for count in range(4)) for table in tables]
        return np.flatnonzero(same)
    return np.arange(len(tables))


def is_linear(table: np.ndarray) -> bool:
    """Whether a plane parts the corners of the cube with the value 1 from those with 0, by a linear program."""
    from scipy.optimize import linprog

    signed = np.where(table == 1, 1.0, -1.0)[:, None] * np.column_stack([np.ones(ROWS), bits()])
    found = linprog(np.zeros(4), A_ub=-signed, b_ub=-np.ones(ROWS), bounds=[(None, None)] * 4)
    return bool(found.status == 0)


def target(kind: str) -> np.ndarray:
    """(8,) the values of the function that is to be learnt."""
    if kind == MAJORITY:
        return np.asarray(bits().sum(axis=1) >= 2).astype(int)
    return np.asarray(bits().sum(axis=1) % 2 if kind == PARITY else bits()[:, 0])
