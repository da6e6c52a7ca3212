"""Basis functions φ(x): a linear method on φ(x) draws a curved boundary in x.

polynomial  all products of powers of the features up to a degree
Gaussian    φᵢ(x) = exp(−½ ‖x − cᵢ‖² / s²)
sigmoid     φᵢ(x) = 1 / (1 + exp(−(xⱼ − cᵢ) / s))
rescaled    φᵢ((x − middle) / spread) of any of these
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import ClassVar, Protocol

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import less
from engine.maths.algebra.distances import squared_distances
from engine.maths.probability.sigmoid import sigmoid
from engine.models.scaling import Scale
from engine.models.shapes import Axes, part, shaped

HIGHEST_POWER = 30
"""No power of a feature in a polynomial is higher than this."""
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Basis(Protocol):
    """M functions of x (d,). A bias is not among them: every linear method has one of its own."""

    @property
    def n_features(self) -> int:
        """d, the number of features of x."""
        ...

    @property
    def n_functions(self) -> int:
        """M, the number of functions."""
        ...

    def features(self, X: np.ndarray) -> np.ndarray:
        """(n, M) the values of the functions at the rows of X (n, d)."""
        ...

    def names(self, feature_names: Sequence[str]) -> tuple[str, ...]:
        """What the M functions are called."""
        ...


def check_width(width: float) -> None:
    """Refuse basis functions that would be no functions."""
    if not width > 0:
        raise Refusal(f"The width of basis functions must be greater than 0, and it is {width:g}.")


@part
class Polynomial:
    """All monomials of degree 1 to `degree`; exponents (M, d), the features themselves first.

    >>> Polynomial.of_degree(2, 2).names(("x", "y"))
    ('x', 'y', 'x²', 'x·y', 'y²')
    """

    CALLED = "polynomial basis"

    AXES: ClassVar[Axes] = {"exponents": ("function", "feature")}

    exponents: np.ndarray

    def __post_init__(self) -> None:
        shaped(self, exponents="Md")
        powers = self.exponents
        if powers.dtype.kind != "i" or powers.min(initial=0) < 0 or powers.max(initial=0) > HIGHEST_POWER:
            raise Refusal(f"The exponents of a polynomial basis must be whole numbers from 0 to {HIGHEST_POWER}.")

    @classmethod
    def of_degree(cls, degree: int, d: int) -> Polynomial:
        """Every product of at most `degree` of the d features."""
        chosen = [c for total in range(1, degree + 1) for c in combinations_with_replacement(range(d), total)]
        return cls(np.array([np.bincount(c, minlength=d) for c in chosen], dtype=np.int64))

    @property
    def n_features(self) -> int:
        return int(self.exponents.shape[1])

    @property
    def n_functions(self) -> int:
        return len(self.exponents)

    def features(self, X: np.ndarray) -> np.ndarray:
        table = np.asarray(X, dtype=float)
        columns = np.ones((len(table), len(self.exponents)))
        for m, powers in enumerate(self.exponents):
            for feature in np.flatnonzero(powers).tolist():
                for _ in range(powers[feature]):
                    columns[:, m] *= table[:, feature]
        return columns

    def names(self, feature_names: Sequence[str]) -> tuple[str, ...]:
        def monomial(powers: np.ndarray) -> str:
            used = [(feature_names[j], int(powers[j])) for j in np.flatnonzero(powers).tolist()]
            return "·".join(name + (str(power).translate(SUPERSCRIPTS) if power > 1 else "") for name, power in used)

        return tuple(monomial(powers) for powers in self.exponents)


@part
class Gaussians:
    """Bumps of one width s around centres (M, d)."""

    CALLED = "Gaussian basis functions"

    AXES: ClassVar[Axes] = {"centres": ("function", "feature")}

    centres: np.ndarray
    width: float

    def __post_init__(self) -> None:
        shaped(self, centres="Md")
        check_width(self.width)

    @property
    def n_features(self) -> int:
        return int(self.centres.shape[1])

    @property
    def n_functions(self) -> int:
        return len(self.centres)

    def features(self, X: np.ndarray) -> np.ndarray:
        return np.asarray(np.exp(-0.5 * squared_distances(X, self.centres) / self.width**2))

    def names(self, feature_names: Sequence[str]) -> tuple[str, ...]:
        return tuple(f"φ{m + 1}" for m in range(len(self.centres)))


@part
class Sigmoids:
    """Soft steps of width s along single ones of d features: at `centres` (M,) of the features `along` (M,)."""

    CALLED = "sigmoid basis functions"

    AXES: ClassVar[Axes] = {"centres": ("function",), "along": ("function",)}

    centres: np.ndarray
    along: np.ndarray
    width: float
    d: int

    def __post_init__(self) -> None:
        shaped(self, centres="M", along="M")
        check_width(self.width)
        along = self.along
        if along.dtype.kind != "i" or along.min(initial=0) < 0 or along.max(initial=0) >= max(self.d, 1):
            raise Refusal(f"A sigmoid basis function lies along one of {self.d} features, counted from 0.")

    @property
    def n_features(self) -> int:
        return self.d

    @property
    def n_functions(self) -> int:
        return len(self.centres)

    def features(self, X: np.ndarray) -> np.ndarray:
        return sigmoid((np.asarray(X, dtype=float)[:, self.along] - self.centres) / self.width)

    def names(self, feature_names: Sequence[str]) -> tuple[str, ...]:
        return tuple(
            f"σ({feature_names[j]} {less(float(c), 3)})" for j, c in zip(self.along, self.centres, strict=True)
        )


@part
class Rescaled:
    """The functions of another basis, on columns that are brought to one scale first.

    >>> basis = Rescaled(Polynomial.of_degree(2, 1), Scale(np.array([5.0]), np.array([5.0])))
    >>> basis.features(np.array([[0.0], [5.0], [10.0]])).tolist()
    [[-1.0, 1.0], [0.0, 0.0], [1.0, 1.0]]
    """

    CALLED = "basis functions of rescaled features"

    functions: Polynomial | Gaussians | Sigmoids
    scale: Scale

    def __post_init__(self) -> None:
        if not isinstance(self.functions, (Polynomial, Gaussians, Sigmoids)) or not isinstance(self.scale, Scale):
            raise Refusal("A rescaled basis is made of basis functions and a scale.")
        if len(self.scale.middle) != self.functions.n_features:
            raise Refusal(f"The scale is for {len(self.scale.middle)} features, not {self.functions.n_features}.")

    @property
    def n_features(self) -> int:
        return self.functions.n_features

    @property
    def n_functions(self) -> int:
        return self.functions.n_functions

    def features(self, X: np.ndarray) -> np.ndarray:
        return self.functions.features(self.scale.applied(np.asarray(X, dtype=float)))

    def names(self, feature_names: Sequence[str]) -> tuple[str, ...]:
        """Those of the functions, of features written as z: z = (x − middle) / spread."""
        return self.functions.names(rescaled_names(feature_names))


def rescaled_names(feature_names: Sequence[str]) -> tuple[str, ...]:
    """What rescaled features are called: "z", or "z1", "z2", ... of several.

    >>> rescaled_names(("x",)), rescaled_names(("x", "y"))
    (('z',), ('z1', 'z2'))
    """
    return ("z",) if len(feature_names) == 1 else tuple(f"z{j + 1}" for j in range(len(feature_names)))
