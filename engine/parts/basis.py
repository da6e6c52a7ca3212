"""The basis as a parameter of a run: what every linear method offers, and the table it then works on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.base.errors import Objection, Prepare, SetParameter, remedies
from engine.base.params import aside, choice, real, whole
from engine.data import needs
from engine.data.dataset import Column, Dataset
from engine.maths.algebra.affine import HUGE
from engine.models.basis import Basis, Gaussians, Polynomial, Sigmoids

GAUSSIAN = ("gaussian grid", "gaussian at points", "gaussian by hand")
COUNTED, WIDE = ("gaussian grid", "gaussian at points", "sigmoid"), (*GAUSSIAN, "sigmoid")
CHOICES = ("none", "polynomial", *GAUSSIAN, "sigmoid")
MOST_FUNCTIONS = 2_000
"""More basis functions than this are refused: the run would take minutes, and so many weights cannot be read."""
ALIKE = 1e-9
"""Values that differ by a smaller share of themselves have powers of which rounding leaves too few digits."""


INPUT = re.compile(r"\((?:x|\\mathbf\{x\})\)|\\tilde\{\\mathbf\{x\}\}|\\mathbf\{x\}_?|\\tilde\{X\}|\bx\b")
"""Where a rule names the input x, its rows xₙ or their table X; in brackets alone it is an argument."""
OF_BASIS = {
    "x": "φ(x)",
    r"\mathbf{x}": r"\boldsymbol{\varphi}(\mathbf{x})",
    r"\mathbf{x}_": r"\boldsymbol{\varphi}_",
    r"\tilde{\mathbf{x}}": r"\tilde{\boldsymbol{\varphi}}(\mathbf{x})",
    r"\tilde{X}": r"\tilde{\Phi}",
}


@dataclass(frozen=True)
class BasisParams:
    """The parameters of a basis, to be inherited by the Params of a linear method."""

    basis: str = aside(choice("none", CHOICES, symbol=r"\varphi", help="functions of the features to work on"))
    degree: int = aside(
        whole(2, low=1, high=6, when=("basis", ("polynomial",)), clear=True, help="the highest degree of a term")
    )
    functions: int = aside(
        whole(
            9,
            low=1,
            high=400,
            log=True,
            symbol="M",
            when=("basis", COUNTED),
            label="basis functions",
            clear=True,
            help="how many",
        )
    )
    width: float = aside(
        real(1.0, low=1e-3, high=1e3, log=True, symbol="s", when=("basis", WIDE), clear=True, help="of one")
    )


def chosen_basis(params: BasisParams, data: Dataset, start: Any = None) -> Basis | None:
    """The basis of a run, or None for the features as they are; a start model's own basis has precedence."""
    given: Basis | None = getattr(start, "basis", None)
    if given is not None or params.basis == "none":
        return given
    if params.basis == "polynomial":
        return Polynomial.of_degree(params.degree, data.d)
    if params.basis == "sigmoid":
        return _steps(params, data)
    if params.basis == "gaussian grid":
        return Gaussians(grid(data, params.functions), params.width)
    return Gaussians(spread_rows(data, params.functions), params.width)


def basis_limits(data: Dataset, params: BasisParams) -> str:
    """Why this basis will not do for this data, or ''."""
    if params.basis == "polynomial" and _monomials(data.d, params.degree) > MOST_FUNCTIONS:
        count = _monomials(data.d, params.degree)
        lower = next((k for k in range(params.degree - 1, 0, -1) if _monomials(data.d, k) <= MOST_FUNCTIONS), 0)
        words = f"A polynomial of degree {params.degree} in {data.d} features has {count:,} terms: choose "
        if not lower:
            return Objection(f"{words}no basis.", SetParameter("basis", "none"))
        return Objection(f"{words}a lower degree.", SetParameter("degree", lower))
    if params.basis == "polynomial" and (words := _powers_limits(data, params.degree)):
        return words
    if params.basis == "gaussian grid" and data.d > 2:
        words = f"A grid of centres needs 1 or 2 features, and there are {data.d}: put the centres at data points."
        return Objection(words, SetParameter("basis", "gaussian at points"))
    return ""


def _powers_limits(data: Dataset, degree: int) -> str:
    """The powers of the features may be too large or too far out where the features themselves are not."""
    with np.errstate(over="ignore"):
        powers = data.changed(X=np.clip(data.X**degree, -HUGE, HUGE), image=None)
    if words := needs.moderate(powers) or needs.no_outlier(powers):
        return Objection(f"To the power of {degree}, {words[0].lower()}{words[1:]}", *remedies(words))
    X = data.X
    low, high = X.min(axis=0, initial=np.inf), X.max(axis=0, initial=-np.inf)
    far = (low < high) & (high - low < ALIKE * np.maximum(np.abs(low), np.abs(high)))
    if degree > 1 and far.any():
        name = data.feature_names[int(np.argmax(far))]
        words = f"The feature {name} lies so far from 0, for its spread, that rounding takes the digits of its powers"
        return Objection(f"{words}: standardise the columns.", Prepare("Standardise"))
    return ""


def _monomials(d: int, degree: int) -> int:
    count = 1
    for k in range(1, degree + 1):
        count = count * (d + k) // k
    return count - 1


def grid(data: Dataset, count: int) -> np.ndarray:
    """About `count` centres on an even grid over the box of the data, (M, d) for d = 1 or 2."""
    side = count if data.d == 1 else max(round(np.sqrt(count)), 1)
    axes = [np.linspace(low, high, side) for low, high in zip(data.X.min(axis=0), data.X.max(axis=0), strict=True)]
    return np.stack([axis.ravel() for axis in np.meshgrid(*axes, indexing="ij")], axis=1)


def spread_rows(data: Dataset, count: int) -> np.ndarray:
    """The positions of `count` rows, evenly spread over the table, (M, d)."""
    return data.X[np.unique(np.linspace(0, data.n - 1, min(count, data.n)).round().astype(np.intp))]


def _steps(params: BasisParams, data: Dataset) -> Sigmoids:
    """Soft steps, evenly spaced along each feature in turn."""
    each = -(-params.functions // data.d)
    low, high = data.X.min(axis=0), data.X.max(axis=0)
    along = np.repeat(np.arange(data.d), each)[: params.functions]
    shares = np.tile((np.arange(each) + 1) / (each + 1), data.d)[: params.functions]
    return Sigmoids(low[along] + shares * (high - low)[along], along, params.width, data.d)


def in_basis(rule: str, basis: Basis | None) -> str:
    r"""A rule about x, in LaTeX or plain text, as one about φ(x) where a linear method works on a basis.

    An argument, as in y(x), stays. Give it the rule alone: a feature may be called x.

    >>> bumps = Gaussians(np.zeros((1, 1)), 1.0)
    >>> in_basis("t (w · x + b)", None), in_basis("t (w · x + b)", bumps), in_basis("‖(1, x)‖", bumps)
    ('t (w · x + b)', 't (w · φ(x) + b)', '‖(1, φ(x))‖')
    >>> in_basis(r"y(\mathbf{x}) = \mathbf{w}^\top\mathbf{x}", bumps)
    'y(\\mathbf{x}) = \\mathbf{w}^\\top\\boldsymbol{\\varphi}(\\mathbf{x})'
    """
    return rule if basis is None else INPUT.sub(lambda found: OF_BASIS.get(found[0], found[0]), rule)


def entries_of(basis: Basis | None) -> str:
    """What the entries of a weight vector belong to, as the head of a column."""
    return "feature" if basis is None else "function"


def expanded(data: Dataset, basis: Basis | None) -> Dataset:
    """The table that a linear method works on: its features are the basis functions, its rows the same examples.

    A step that is drawn, explained and measured asks for the same one each time: the data set keeps it.
    """
    return data if basis is None else data.cached(basis, lambda: _table(data, basis))


def _table(data: Dataset, basis: Basis) -> Dataset:
    columns = tuple(Column(name) for name in basis.names(data.feature_names))
    with np.errstate(over="ignore", invalid="ignore"):
        return data.changed(X=basis.features(data.X), columns=columns, image=None)
