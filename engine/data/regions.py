"""An image as a table: it falls into regions, and each region is an example with attributes of its own.   (DP12)

colour and place   K-means on (red, green, blue, w x, w y), from the pixel nearest to the mean and then always the
                   farthest; the sides of the image count 1, as black to white does
touching           pixels that touch and are of one colour, up to a difference in each of red, green and blue
single pixels      each pixel is an example of three numbers: red, green and blue

area = Σ 1      compactness = area / (2π (σ²across + σ²up)): 1 for a disc, 3/π for a square, near 0 for a thread

A pixel is a square of its own: it adds 1/12 to either variance.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.base.errors import Refusal
from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.data.dataset import Column, Dataset
from engine.data.pixels import PIXEL, pixels
from engine.maths.algebra.distances import squared_distances

SUFFIXES = (".png", ".jpg", ".jpeg", ".bmp", ".gif", ".webp", ".tif", ".tiff")
"""What the names of images end with that can be read."""
FORMATS = ("PNG", "JPEG", "BMP", "GIF", "WEBP", "TIFF")
"""What Pillow may take a file for, whatever its name: left to itself it starts Ghostscript for PostScript."""
LARGEST, SIDE = 40_000_000, 128
"""More pixels are not read; a longer side is shrunk: regions of a larger image would be no others."""
MOST_REGIONS = 1_000
SINGLE = "single pixels"
ROUNDS = 50
NAMES = ("area", "red", "green", "blue", "across", "up", "compactness")
"""The attributes: the mean colour goes from 0 to 255, and the centroid is counted in pixels from the lower left."""


@dataclass(frozen=True)
class RegionParams:
    """How an image falls into regions."""

    rule: str = choice(
        "colour and place", ("colour and place", "touching", SINGLE), label="regions by",
        help="clusters of colour and place, pixels of one colour that touch, or each pixel by itself",
    )  # fmt: skip
    k: int = whole(6, low=1, high=40, symbol="K", when=("rule", ("colour and place",)), help="how many regions at most")
    weight: float = real(
        1.0, low=0.0, high=10.0, symbol="w", label="weight of the place", when=("rule", ("colour and place",)),
        help="0: the colour alone counts",
    )  # fmt: skip
    difference: int = whole(
        16, low=0, high=255, when=("rule", ("touching",)),
        help="pixels that touch are of one colour up to this, of 255",
    )  # fmt: skip


@snapshot
class Regions:
    """The regions of an image.

    image (h, w, 3) from 0 to 255, the top line first;   labels (h, w) from 0 on;   spreads (R,) σ²across + σ²up
    """

    image: np.ndarray
    labels: np.ndarray
    table: Dataset
    spreads: np.ndarray
    remarks: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        return self.table.n

    @property
    def single(self) -> bool:
        """Whether each pixel is a row by itself."""
        return self.table.rows_title == PIXEL

    @property
    def thing(self) -> str:
        """What a row stands for."""
        return PIXEL if self.single else "region"

    def words(self, region: int) -> str:
        """One region: how its attributes come about."""
        if self.single:
            line, column = divmod(region, self.labels.shape[1])
            red, green, blue = (figure(value, 3) for value in self.table.X[region])
            return f"Pixel in line {line + 1}, column {column + 1}: red {red}, green {green}, blue {blue}."
        area, red, green, blue, across, up, compact = self.table.X[region].tolist()
        spread = figure(self.spreads[region])
        return (
            f"Region {region + 1}: {counted(int(area), 'pixel')}, mean colour ({figure(red, 3)}, {figure(green, 3)}, "
            f"{figure(blue, 3)}), centroid ({figure(across, 4)}, {figure(up, 4)}), compactness = area / (2π (σ² across "
            f"+ σ² up)) = {int(area)} / (2π · {spread}) = {figure(compact)}."
        )

    def borders(self) -> list[tuple[float, float, float, float, int, int]]:
        """Every side of a pixel where two regions meet: x, y, x, y from the upper left, and the two; −1 is outside."""
        if self.single:  # every side of every pixel would be one
            return []
        return [side for run in (_upright(self.labels), _level(self.labels)) for side in run]


def is_image(path: str | Path) -> bool:
    """Whether the name of a file says that it is an image."""
    return Path(path).suffix.lower() in SUFFIXES


def check_image(path: str | Path) -> None:
    """Refuse what is no image, or too large a one, by the first bytes of the file."""
    from PIL import Image

    with _refusing(path), Image.open(path, formats=FORMATS) as opened:
        pixels = opened.width * opened.height
    if pixels > LARGEST:
        raise Refusal(f"{Path(path).name} has {pixels:,} pixels, more than {LARGEST:,}: save it smaller.")


def read_image(path: str | Path) -> tuple[np.ndarray, tuple[str, ...]]:
    """(h, w, 3) from 0 to 255, and what was done to it; what is no image or too large is refused."""
    from PIL import Image

    check_image(path)
    with _refusing(path), Image.open(path, formats=FORMATS) as opened:
        deep = opened.mode[0] in "IF"
        whole = opened.convert("RGBA")
    if deep:  # Pillow would cut such values off at 255
        raise Refusal(f"{Path(path).name} has more than 8 bits for a value: save it with 8 bits.")
    before = whole.size
    whole.thumbnail((SIDE, SIDE), Image.Resampling.BOX)
    paper = Image.new("RGBA", whole.size, "white")  # what can be seen through is on white
    shown = Image.alpha_composite(paper, whole).convert("RGB")
    told = (f"Shrunk from {before[0]} × {before[1]} pixels to {shown.width} × {shown.height}.",)
    return np.asarray(shown, dtype=np.float64), told if shown.size != before else ()


@contextmanager
def _refusing(path: str | Path) -> Iterator[None]:
    """What goes wrong with a file of an image, in words."""
    from PIL import Image

    name = Path(path).name
    try:
        yield
    except Image.DecompressionBombError as error:
        raise Refusal(f"{name} has more than {LARGEST:,} pixels: save it smaller.") from error
    except FileNotFoundError as error:
        raise Refusal(f"{name} does not exist: choose an image.") from error
    except Exception as error:  # each format has its own way to fail on a damaged file
        words = "is no image that can be read, or a damaged one: open a PNG, JPEG, BMP, GIF, WebP or TIFF file"
        raise Refusal(f"{name} {words}.") from error


def regions(image: np.ndarray, params: RegionParams, name: str = "image", told: tuple[str, ...] = ()) -> Regions:
    """The regions of an image (h, w, 3), the largest first; more than `MOST_REGIONS` are refused.

    >>> half = np.zeros((4, 6, 3))
    >>> half[:, 3:] = 255
    >>> regions(half, RegionParams(k=2, weight=0.0)).table.X[:, :2].tolist()
    [[12.0, 0.0], [12.0, 255.0]]
    """
    if params.rule == SINGLE:
        each = np.arange(image.shape[0] * image.shape[1])
        return Regions(image, each.reshape(image.shape[:2]), pixels(image, name), np.zeros(len(each)), told)
    labels = _touching(image, params.difference) if params.rule == "touching" else _clusters(image, params)
    found, numbers, areas = np.unique(labels, return_inverse=True, return_counts=True)
    if len(found) > MOST_REGIONS:
        words = "allow a larger difference, or take regions by colour and place"
        raise Refusal(f"The image falls into {len(found):,} regions, more than {MOST_REGIONS:,}: {words}.")
    place = np.empty(len(found), dtype=np.intp)
    place[np.argsort(-areas, kind="stable")] = np.arange(len(found))
    labels = place[numbers].reshape(image.shape[:2])
    X, spreads = _attributes(image, labels, len(found))
    rows = tuple(f"region {i + 1}" for i in range(len(found)))
    table = Dataset(X, columns=tuple(map(Column, NAMES)), row_names=rows, name=name)
    return Regions(image, labels, table, spreads, (*told, *_doubts(image, params, len(found))))


def _doubts(image: np.ndarray, params: RegionParams, count: int) -> tuple[str, ...]:
    """What to know of these regions."""
    if (image == image[0, 0]).all():
        same = "Every pixel has the same colour"
        return (f"{same}: the image is one region." if count == 1 else f"{same}: the regions differ by place alone.",)
    if params.rule != "touching" and count < params.k:
        return (f"There are only {counted(count, 'region')}: no more pixels differ.",)
    return ()


def _clusters(image: np.ndarray, params: RegionParams) -> np.ndarray:
    """(h w,) the cluster of each pixel."""
    high, wide = image.shape[:2]
    y, x = np.mgrid[:high, :wide]
    side = max(high, wide)
    places = params.weight * np.stack([x, y], axis=-1) / side
    X = np.concatenate([image / 255.0, places], axis=-1).reshape(high * wide, -1)
    centres = _spread(X, params.k)
    nearest = np.zeros(len(X), dtype=np.intp)
    for _ in range(ROUNDS):
        before, nearest = nearest, squared_distances(X, centres).argmin(axis=1)
        if np.array_equal(before, nearest) and _:
            break
        counts = np.bincount(nearest, minlength=len(centres))
        sums = np.stack([np.bincount(nearest, X[:, j], len(centres)) for j in range(X.shape[1])], axis=1)
        full = counts > 0  # a centre without a pixel stays where it is
        centres = np.where(full[:, None], sums / np.maximum(counts, 1)[:, None], centres)
    return nearest


def _spread(X: np.ndarray, k: int) -> np.ndarray:
    """(≤ k, d) rows far from each other: the one nearest to the mean, then always the one farthest from all so far."""
    chosen = [int(squared_distances(X, X.mean(axis=0)[None])[:, 0].argmin())]
    away = squared_distances(X, X[chosen])[:, 0]
    while len(chosen) < k and away.max() > 0:
        chosen.append(int(away.argmax()))
        away = np.minimum(away, squared_distances(X, X[chosen[-1:]])[:, 0])
    return X[chosen]


def _touching(image: np.ndarray, difference: int) -> np.ndarray:
    """(h w,) the same number for all pixels that lead to each other over neighbours of one colour."""
    numbers = np.arange(image.shape[0] * image.shape[1]).reshape(image.shape[:2])
    ends = []
    for first, second in ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1], np.s_[1:])):
        alike = np.abs(image[first] - image[second]).max(axis=-1) <= difference
        ends.append(np.stack([numbers[first][alike], numbers[second][alike]]))
    one, other = np.concatenate(ends, axis=1)
    root = numbers.ravel().copy()
    while True:
        least = np.minimum(root[one], root[other])
        joined = root.copy()
        np.minimum.at(joined, root[one], least)
        np.minimum.at(joined, root[other], least)
        while not np.array_equal(joined, joined[joined]):
            joined = joined[joined]
        if np.array_equal(joined, root):
            return root
        root = joined


def _attributes(image: np.ndarray, labels: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """X (R, 7) in the order of `NAMES`, and σ²across + σ²up (R,)."""
    flat, (high, wide) = labels.ravel(), labels.shape
    y, x = np.mgrid[:high, :wide]
    across, up = x.ravel() + 0.5, high - 0.5 - y.ravel()
    area = np.bincount(flat, minlength=count)
    colours = [np.bincount(flat, one, count) / area for one in image.reshape(-1, 3).T]
    middles = [np.bincount(flat, one, count) / area for one in (across, up)]
    away = (across - middles[0][flat]) ** 2 + (up - middles[1][flat]) ** 2
    spreads = np.bincount(flat, away, count) / area + 1 / 6
    return np.column_stack([area, *colours, *middles, area / (2 * np.pi * spreads)]), spreads


def _upright(labels: np.ndarray) -> list[tuple[float, float, float, float, int, int]]:
    framed = np.pad(labels, ((0, 0), (1, 1)), constant_values=-1)
    rows, places = np.nonzero(framed[:, :-1] != framed[:, 1:])
    return [
        (float(x), float(y), float(x), float(y + 1), int(framed[y, x]), int(framed[y, x + 1]))
        for y, x in zip(rows.tolist(), places.tolist(), strict=True)
    ]


def _level(labels: np.ndarray) -> list[tuple[float, float, float, float, int, int]]:
    return [(y, x, v, u, one, other) for x, y, u, v, one, other in _upright(labels.T)]
