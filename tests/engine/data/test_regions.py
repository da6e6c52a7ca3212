"""An image as a table of its regions, on images whose regions are known; what is no image is refused in words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import engine
from engine.base.errors import Refusal
from engine.data import regions as module
from engine.data.regions import NAMES, RegionParams, read_image, regions
from engine.data.tables.reading import TableWarning


def squares() -> np.ndarray:
    """A red square of 6 × 6 and a blue bar of 2 × 8 on white, 20 wide and 16 high."""
    image = np.full((16, 20, 3), 255.0)
    image[2:8, 3:9] = (200, 0, 0)
    image[10:12, 10:18] = (0, 0, 180)
    return image


@pytest.mark.parametrize(
    "params", [RegionParams(k=3, weight=0.0), RegionParams(rule="touching", difference=0)], ids=["K-means", "touching"]
)
def test_the_attributes_of_known_regions(params: RegionParams) -> None:
    found = regions(squares(), params, "two shapes")
    table = found.table
    assert table.feature_names == NAMES and table.row_names == ("region 1", "region 2", "region 3")
    by_name = [dict(zip(NAMES, row, strict=True)) for row in table.X.tolist()]
    _, red, blue = by_name
    assert [one["area"] for one in by_name] == [320 - 36 - 16, 36, 16]
    assert (red["red"], red["green"], red["blue"]) == (200, 0, 0) and blue["blue"] == 180
    assert (red["across"], red["up"]) == (6, 16 - 5), "from the lower left, in pixels"
    assert (blue["across"], blue["up"]) == (14, 16 - 11)
    assert red["compactness"] == pytest.approx(3 / np.pi), "as of every square"
    assert blue["compactness"] == pytest.approx(16 / (2 * np.pi * (8**2 + 2**2) / 12)), "as of every such rectangle"
    assert found.labels[4, 4] == 1 and found.labels[11, 11] == 2 and found.labels[0, 0] == 0


def test_disc_is_most_compact_and_a_thread_least() -> None:
    y, x = np.mgrid[:80, :80]
    image = np.zeros((80, 80, 3))
    image[(x - 40) ** 2 + (y - 40) ** 2 < 30**2] = 255
    disc = regions(image, RegionParams(rule="touching")).table.X[1]
    assert disc[0] == pytest.approx(np.pi * 900, rel=0.01) and disc[6] == pytest.approx(1, abs=1e-3)
    thread = np.zeros((1, 100, 3))
    assert regions(thread, RegionParams(rule="touching")).table.X[0, 6] == pytest.approx(0.0191, abs=1e-4)


def test_disconnected_regions_of_one_colour_are_two() -> None:
    image = squares()
    image[13:15, 1:3] = (200, 0, 0)
    assert regions(image, RegionParams(rule="touching")).count == 4
    assert regions(image, RegionParams(k=3, weight=0.0)).count == 3


def test_neighbours_are_joined_up_to_a_colour_difference() -> None:
    stripes = np.repeat(np.arange(0.0, 80.0, 10.0)[None, :, None], 3, axis=2).repeat(4, axis=0)
    assert regions(stripes, RegionParams(rule="touching", difference=9)).count == 8
    assert regions(stripes, RegionParams(rule="touching", difference=10)).count == 1


def test_connected_regions_agree_with_scipy() -> None:
    from scipy.ndimage import label

    spots = np.random.default_rng(0).uniform(size=(40, 50)) < 0.55
    found = regions(np.repeat(spots[:, :, None] * 255.0, 3, axis=2), RegionParams(rule="touching", difference=0))
    assert found.count == label(spots)[1] + label(~spots)[1]
    assert found.table.X[:, 0].sum() == 2000


def test_colour_clusters_are_a_kmeans_fixed_point() -> None:
    image = np.random.default_rng(1).uniform(0, 255, (12, 18, 3))
    params = RegionParams(k=4, weight=2.0)
    labels = regions(image, params).labels.ravel()
    y, x = np.mgrid[:12, :18]
    X = np.column_stack([image.reshape(-1, 3) / 255, 2 * x.ravel() / 18, 2 * y.ravel() / 18])
    centres = np.array([X[labels == k].mean(axis=0) for k in range(4)])
    assert (((X[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1) == labels).all()


def test_an_image_of_one_colour() -> None:
    grey = np.full((8, 8, 3), 90.0)
    one = regions(grey, RegionParams(rule="touching"))
    assert one.count == 1 and one.remarks == ("Every pixel has the same colour: the image is one region.",)
    assert one.table.X[0].tolist() == pytest.approx([64, 90, 90, 90, 4, 4, 3 / np.pi])
    assert regions(grey, RegionParams(weight=0.0)).count == 1
    cut = regions(grey, RegionParams(k=4, weight=1.0))
    assert cut.count == 4 and "differ by place alone" in cut.remarks[0]


def test_fewer_regions_are_reported_and_too_many_refused() -> None:
    found = regions(squares(), RegionParams(k=9, weight=0.0))
    assert found.count == 3 and found.remarks == ("There are only 3 regions: no more pixels differ.",)
    noise = np.random.default_rng(0).uniform(0, 255, (60, 60, 3))
    with pytest.raises(Refusal, match=r"falls into .* regions, more than 1,000: allow a larger difference"):
        regions(noise, RegionParams(rule="touching", difference=0))


def test_borders_are_sides_between_regions() -> None:
    found = regions(squares(), RegionParams(rule="touching"))
    red = [side for side in found.borders() if 1 in side[4:]]
    assert len(red) == 24
    assert {(min(x, u), min(y, v)) for x, y, u, v, *_ in red} >= {(3, 2), (9, 2), (8, 8)}
    assert all(abs(x - u) + abs(y - v) == 1 for x, y, u, v, *_ in red)
    assert "compactness = area / (2π (σ² across + σ² up)) = 36 / (2π · 6) = 0.9549." in found.words(1)


def test_image_is_read_as_a_table_and_large_ones_shrunk(tmp_path: Path, monkeypatch) -> None:
    shown = Image.fromarray(squares().astype(np.uint8))
    shown.save(tmp_path / "shapes.png")
    table = engine.read_table(tmp_path / "shapes.png")
    assert table.name == "shapes" and table.d == 7 and table.y is None
    assert engine.read_table(tmp_path / "shapes.png", target="area").target == "real"
    with pytest.raises(Refusal, match="has no column 'size': its regions have area"):
        engine.read_table(tmp_path / "shapes.png", target="size")
    shown.resize((400, 320)).save(tmp_path / "large.png")
    with pytest.warns(TableWarning, match="Shrunk from 400 × 320 pixels to 128 × 102"):
        engine.read_table(tmp_path / "large.png")
    monkeypatch.setattr(module, "LARGEST", 100)
    with pytest.raises(Refusal, match=r"shapes\.png has 320 pixels, more than 100: save it smaller"):
        read_image(tmp_path / "shapes.png")


def test_transparent_pixels_are_on_white(tmp_path: Path) -> None:
    Image.new("RGBA", (4, 4), (0, 0, 0, 0)).save(tmp_path / "glass.png")
    assert (read_image(tmp_path / "glass.png")[0] == 255).all()


@pytest.mark.parametrize("damage", ["text", "cut", "empty", "broken"])
def test_what_is_no_image_is_refused(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "image.png"
    Image.fromarray((np.random.default_rng(0).uniform(size=(60, 60, 3)) * 255).astype(np.uint8)).save(path)
    whole = path.read_bytes()
    broken = whole[:50] + bytes(40) + whole[90:]
    path.write_bytes({"text": b"a,b\n1,2\n", "cut": whole[:400], "empty": b"", "broken": broken}[damage])
    with pytest.raises(Refusal, match=r"image\.png is no image"):
        read_image(path)


POSTSCRIPT = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 20 20\n%%EndComments\n{} loop\n%%EOF\n"


@pytest.mark.parametrize("name", ["x.png", "x.jpg", "x.tif"])
def test_postscript_named_as_an_image_is_not_run(tmp_path: Path, monkeypatch, name: str) -> None:
    from PIL import EpsImagePlugin

    started: list[str] = []
    monkeypatch.setattr(EpsImagePlugin, "Ghostscript", lambda *rest, **more: started.append("gs"))
    (tmp_path / name).write_bytes(POSTSCRIPT)
    with Image.open(tmp_path / name) as opened:
        assert opened.format == "EPS"  # left to itself Pillow takes it for one
    for open_it in (module.check_image, read_image):
        with pytest.raises(Refusal, match="is no image that can be read"):
            open_it(tmp_path / name)
    assert started == []


def test_exactly_the_listed_formats_are_read(tmp_path: Path) -> None:
    shown = Image.fromarray(squares().astype(np.uint8))
    for suffix in module.SUFFIXES:
        shown.save(tmp_path / f"shapes{suffix}")
        assert read_image(tmp_path / f"shapes{suffix}")[0].shape == squares().shape, suffix
    for odd in ("ppm", "tga", "pcx", "ico"):
        shown.save(tmp_path / f"shapes.{odd}")
        (tmp_path / "odd.png").write_bytes((tmp_path / f"shapes.{odd}").read_bytes())
        with pytest.raises(Refusal, match="is no image"):
            read_image(tmp_path / "odd.png")


def test_sixteen_bit_values_are_refused(tmp_path: Path) -> None:
    Image.fromarray(np.arange(64, dtype=np.uint16).reshape(8, 8) * 900).save(tmp_path / "deep.png")
    with pytest.raises(Refusal, match="more than 8 bits for a value: save it with 8 bits"):
        read_image(tmp_path / "deep.png")
