"""What `--shot` writes: the suffix says what it is, and a mistake of the program ends it at once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from gui.start.shot import write
from gui.window.main_window import MainWindow
from tests.engine.families.conftest import add  # noqa: F401  the fixture that makes homes up

ROOT = Path(__file__).parents[3]
SMALL = ("--data", "iris", "--algorithm", "kmeans", "--step", "2", "--size", "900x600")


def ran(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own, which also knows the algorithms in `folder`, and keeps its log there."""
    code = (
        "import sys, engine.families as f, gui.start.command as c; "
        "f.__path__.append(sys.argv[1]); sys.exit(c.main(sys.argv[2:]))"
    )
    command = [sys.executable, "-c", code, str(folder), *arguments]
    environment = os.environ | {"XDG_DATA_HOME": str(folder / "share")}
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=110, env=environment)


@pytest.mark.full
def test_window_is_exported_by_the_command_line(tmp_path: Path) -> None:
    ended = ran(tmp_path, "--shot", str(tmp_path / "out.jpg"), *SMALL)
    assert ended.returncode == 0, ended.stderr
    with Image.open(tmp_path / "out.jpg") as image:
        assert image.format == "JPEG" and image.size == (900, 600)


@pytest.mark.full
def test_window_is_written_in_the_format_of_the_suffix(window: MainWindow, tmp_path: Path) -> None:
    for suffix, kind in ((".jpg", "JPEG"), (".JPEG", "JPEG"), (".webp", "WEBP"), (".png", "PNG")):
        write(window, tmp_path / f"out{suffix}")
        with Image.open(tmp_path / f"out{suffix}") as image:
            assert image.format == kind and image.size == (window.width(), window.height())


def test_svg_and_pdf_are_the_figure_alone(window: MainWindow, tmp_path: Path) -> None:
    svg, pdf = tmp_path / "out.svg", tmp_path / "out.pdf"
    write(window, svg)
    text = svg.read_text(encoding="utf-8")
    assert 'width="17cm" height="11cm"' in text and "setosa" in text and "petal length (cm)" in text
    assert "Restart" not in text, "nothing of the panels"
    write(window, pdf, (8.5, 6.5))
    content = pdf.read_bytes()
    found = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", content)
    assert content.startswith(b"%PDF") and found is not None
    assert [float(side) / 72 * 2.54 for side in found.groups()] == pytest.approx([8.5, 6.5], abs=0.05)


@pytest.mark.full
def test_paper_size_makes_a_png_a_figure(tmp_path: Path) -> None:
    assert ran(tmp_path, "--shot", str(tmp_path / "out.png"), "--paper", "8.5x6.5", *SMALL).returncode == 0
    with Image.open(tmp_path / "out.png") as image:
        assert image.size == (1004, 768) and image.info["dpi"] == pytest.approx((300, 300), abs=0.1)


BROKEN_LOOP = """
from dataclasses import dataclass
from engine.base.snapshot import snapshot
from engine.core.ending import Ending

@dataclass(frozen=True)
class Params:
    pass

@snapshot
class Step:
    model: None
    sample: int

def run(data, params, rng, start=None):
    for sample in range(6):
        yield Step(None, sample)
    [][sample]
    return Ending.converged("done")

def bound(data, params):
    return 6
"""


@pytest.mark.full
@pytest.mark.parametrize("step", ["end", "9"])
def test_exception_in_an_algorithm_exits_at_once(
    add: Callable[..., None],  # noqa: F811
    tmp_path: Path,
    step: str,
) -> None:
    add("spoilt", loop=BROKEN_LOOP)
    began = time.monotonic()
    ended = ran(
        tmp_path, "--shot", str(tmp_path / "out.png"), "--data", "iris", "--algorithm", "spoilt", "--step", step
    )
    assert ended.returncode == 1 and time.monotonic() - began < 60
    assert len(ended.stderr.splitlines()) == 1 and "IndexError: list index out of range" in ended.stderr
    assert not (tmp_path / "out.png").exists()
    (log,) = (tmp_path / "share").rglob("learnscope.log")
    assert str(log) in ended.stderr and "Traceback" in log.read_text() and "[][sample]" in log.read_text()
