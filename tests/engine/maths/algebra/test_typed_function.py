"""A typed function of z: values, slopes and bends by finite differences, and what cannot be read."""

from __future__ import annotations

import numpy as np
import pytest

from engine.base.errors import Refusal
from engine.maths.algebra.typed_function import typed_function

Z = np.array([0.3, 0.9, 2.2])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("-z**2/2 + log(sigmoid(20*z + 4))", lambda z: -(z**2) / 2 - np.log1p(np.exp(-20 * z - 4))),
        ("4*ln(z) − z", lambda z: 4 * np.log(z) - z),
        ("z^3 - 2*z", lambda z: z**3 - 2 * z),
        ("exp(sin(z)) / (1 + z**2)", lambda z: np.exp(np.sin(z)) / (1 + z**2)),
        ("z**z + cos(pi*z)", lambda z: z**z + np.cos(np.pi * z)),
        ("sqrt(z) * abs(1 - z) + e", lambda z: np.sqrt(z) * np.abs(1 - z) + np.e),
        ("logsigmoid(3*z) - +z**0.5 + z**0 + z**1", lambda z: -np.log1p(np.exp(-3 * z)) - z**0.5 + 1 + z),
    ],
)
def test_value_slope_and_curvature_match_finite_differences(text, wanted) -> None:
    read, h = typed_function(text), 1e-4
    found = read(Z)
    assert found.value == pytest.approx(wanted(Z), rel=1e-12)
    assert found.slope == pytest.approx((wanted(Z + h) - wanted(Z - h)) / (2 * h), rel=1e-5, abs=1e-6)
    assert found.bend == pytest.approx((wanted(Z + h) - 2 * wanted(Z) + wanted(Z - h)) / h**2, rel=1e-4, abs=1e-5)


def test_undefined_value_is_nan() -> None:
    found = typed_function("log(z) + sqrt(z)")(np.array([-1.0, 0.0, 1.0]))
    assert np.isnan(found.value[0]) and found.value[1] == -np.inf and found.value[2] == 1.0
    assert typed_function("z**2")(np.array([0.0])).bend.tolist() == [2.0]


@pytest.mark.parametrize(
    "text",
    ["", "z +", "x**2", "z.real", "__import__('os')", "exp(z, z)", "exp(base=z)", "z if z else 1", "True",
     "'z'", "z @ z", "lambda: z", "[z]", "z < 1", "tan(z)", "exp", "1j", "(" * 60],
)  # fmt: skip
def test_nothing_else_is_read(text: str) -> None:
    with pytest.raises(Refusal, match="It takes numbers, z"):
        typed_function(text)
