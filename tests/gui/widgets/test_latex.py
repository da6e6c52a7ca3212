"""LaTeX is read in less time than ziamath takes by itself, and gives the same pictures."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from gui.widgets.latex import latex

FORMULAS = (
    r"\left[ \frac{1}{\left( 1 + \frac{\lambda}{N} \right)^2} \right]_{k=1}^{K}",
    r"\underset{\mathbf{w}}{\mathrm{arg\,max}} \left\{ t_n \ln \sqrt{\frac{y_n}{1 - y_n}} \right\}",
    r"S_N^{-1} = \alpha \mathbf{I} + \sum_n y_n (1 - y_n)\, \boldsymbol{\phi}_n \boldsymbol{\phi}_n^\top",
    r"\left\| \mathbf{x}_n - \overline{\mathbf{m}}_k \right\|^2,\ \hat{y} = \begin{cases} 1 & a \\ 0 \end{cases}",
)
BY_ITSELF = """
import json, sys
from ziafont.config import config
from ziamath.zmath import Latex
config.svg2 = False
print(json.dumps([Latex(tex, size=17, color="#123456").svg() for tex in json.loads(sys.argv[1])]))
"""


def test_pictures_equal_those_of_ziamath():
    alone = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", BY_ITSELF, json.dumps(FORMULAS)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert [latex(tex, size=17, color="#123456").svg() for tex in FORMULAS] == json.loads(alone.stdout)


@pytest.mark.parametrize("sign", [r"\sum", r"\prod", r"\bigcup"])
def test_braces_around_a_sum_with_an_index_are_as_high_as_the_sum(sign):
    bare, braced = (height(tex) for tex in (rf"{sign}_d w_d", rf"\left( {sign}_d w_d \right)^2"))
    assert bare <= braced < 2 * bare


def height(tex: str) -> float:
    """How high a formula is, in pixels."""
    return float(latex(tex, size=17, color="#123456").getsize()[1])


def test_nested_formulas_are_typeset_once(monkeypatch):
    """Twice for each row would be 2ⁿ times for n rows: here 256 times and more for the letter in the middle.

    It is set once, since nothing around it stretches, and twice where a brace is to be as high as it is.
    """
    latex("x")
    from ziamath.nodes.mnumber import Midentifier

    made = []
    usual = Midentifier.__init__
    monkeypatch.setattr(Midentifier, "__init__", lambda self, *args, **kw: made.append(1) or usual(self, *args, **kw))
    deep = "x"
    for _ in range(8):
        deep = rf"\sqrt{{{deep}}}"
    latex(deep)
    assert len(made) == 1
    latex(rf"\left\{{ {deep} \right\}}")
    assert len(made) == 1 + 2
