"""Files that are small and unpack to very much are refused in words, in a preview too, and with little memory."""

from __future__ import annotations

import datetime
import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pytest

import engine
from engine.base.errors import Refusal
from engine.data.tables.books import excel_file
from engine.data.tables.cells import number
from engine.data.tables.options import Options
from engine.data.tables.reading import TableWarning, preview, read, reading
from tests.engine.data.tables.bombs import TOP, book, hostile

ROOT = Path(engine.__file__).resolve().parents[1]
ASKED = """
import json, os, resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_CPU, (300, 300))
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
from engine.base.errors import Refusal
from engine.data.tables.reading import preview, reading

def asked(path):
    told = {}
    for how in (preview, reading):
        try:
            how(path)
            told[f"{how.__name__} {path.name}"] = "read"
        except Refusal as refusal:
            told[f"{how.__name__} {path.name}"] = str(refusal)
    told[f"peak {path.name}"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps(told), flush=True)

for path in sorted(Path(sys.argv[1]).iterdir()):  # each in a process of its own, with what it alone needs
    if not (child := os.fork()):
        asked(path)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0, path
"""


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits of a process")
def test_decompression_bombs_are_refused_with_little_memory(tmp_path: Path) -> None:
    words = hostile(tmp_path)
    ran = subprocess.run([sys.executable, "-c", ASKED, tmp_path], cwd=ROOT, capture_output=True, text=True, timeout=400)
    assert ran.returncode == 0, ran.stderr[-2000:]
    told = dict(pair for line in ran.stdout.splitlines() for pair in json.loads(line).items())
    for name, said in words.items():
        assert told[f"peak {name}"] < 1_000_000, name  # kB
        assert said in told[f"reading {name}"], name
        if name != "commas.csv":  # of a long text a preview reads the beginning
            assert said in told[f"preview {name}"], name
    assert len(told) == 3 * len(words)


def test_many_merged_areas_and_empty_cells_are_read(tmp_path: Path) -> None:
    merged = "".join(f'<mergeCell ref="A{i}:A{i + 1}"/>' for i in range(3, 20_000, 2))
    path = book(tmp_path / "merged.xlsx", [TOP] + ["<row><c><v>1</v></c><c/></row>"] * 10_000, tail=merged)
    assert reading(path).data.n == 10_001


def test_workbook_is_read_like_openpyxl(tmp_path: Path) -> None:
    made, day = openpyxl.Workbook(), datetime.datetime(2024, 2, 29, 12)
    rows = [
        ["x", "when", "span", "sure", "kind", "note"],
        [1.5, day, datetime.timedelta(hours=3), True, "é <b> & more", None],
        [10**17, day, datetime.timedelta(hours=4), False, "y", "=1/0"],
        [-2, datetime.time(6, 30), datetime.timedelta(hours=5), True, " spaced ", 3],
    ]
    for row in rows:
        made.active.append(row)
    made.active.append([])
    made.active.append([7, day, None, None, "z"])
    made.save(tmp_path / "book.xlsx")
    frame = excel_file(tmp_path / "book.xlsx", Options(header=True)).frame
    assert frame[0].tolist() == [1.5, 10**17, -2, 7]
    assert frame[1].tolist() == [day, day, datetime.time(6, 30), day]
    assert frame[2].tolist()[:2] == [datetime.timedelta(hours=3), datetime.timedelta(hours=4)]
    assert frame[3].tolist() == [True, False, True, ""] and frame[4].tolist()[0] == "é <b> & more"


def test_cell_of_ten_thousand_digits_is_fast(tmp_path: Path) -> None:
    for end in (" x", ":30", ".5.", "e", ""):
        before = time.process_time()
        number("1" * 10_000 + end)  # 1.4 s when every split into two runs of digits was tried
        assert time.process_time() - before < 0.2, end
        (tmp_path / "digits.csv").write_text("a,b\n1," + "1" * 10_000 + end + "\n2,3\n", encoding="utf-8")
        before = time.process_time()
        preview(tmp_path / "digits.csv")
        assert time.process_time() - before < 1, end


# -- columns that are no numbers and no texts --------------------------------------------------------------------------


@pytest.mark.parametrize("text", ['[{"a": "\\ud800", "b": 1}]', '[{"a\\udc00": 1, "b": 2}]', '{"a": ["\\udfff"]}'])
def test_half_a_character_in_json_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "half.json").write_text(text, encoding="utf-8")
    for how in (preview, reading):
        with pytest.raises(Refusal, match=r"half.json has \\ud[8cf][0f][0f], half of a character"):
            how(tmp_path / "half.json")
    (tmp_path / "whole.json").write_text('[{"a": "\\ud83d\\ude00", "b": 1}, {"a": "y", "b": 2}]', encoding="utf-8")
    assert read(tmp_path / "whole.json").n == 2


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize("role", ["feature", "target", "name", "skip", None])
@pytest.mark.parametrize("kind", ["numeric", "ordinal", "categorical", None])
@pytest.mark.parametrize("name", ["id", "span"])
def test_parquet_durations_and_timestamps_are_read_or_refused(tmp_path: Path, rows, role, kind, name) -> None:
    span, moment = datetime.timedelta(hours=2), pd.Timestamp("2024-02-29", tz="UTC")
    columns = {name: [span * (i + 1) for i in range(rows)], "at": [moment] * rows, "day": [moment.date()] * rows}
    pd.DataFrame({**columns, "b": np.arange(rows) + 0.5}).to_parquet(tmp_path / "spans.parquet")
    for chosen in (name, "at", "day"):
        given = Options(kinds={chosen: kind} if kind else None, roles={chosen: role} if role else None)
        try:
            assert read(tmp_path / "spans.parquet", given).n == rows
        except Refusal as refusal:
            assert str(refusal).endswith(".")


def test_byte_columns_are_texts_or_left_out(tmp_path: Path) -> None:
    rows = {"id": [b"a", b"b", b"c"], "raw": [b"\xff\x00", b"b", b"c"], "x": [1.5, 2, 3], "z": [1, 2.5, 3]}
    pd.DataFrame(rows).to_parquet(tmp_path / "bytes.parquet")
    made = reading(tmp_path / "bytes.parquet")
    assert made.data.row_names == ("a", "b", "c") and made.data.feature_names == ("x", "z")
    assert "Column raw is left out: its cells are bytes and no text." in made.warnings
    assert "Column raw is left out: its cells are bytes and no text." in preview(tmp_path / "bytes.parquet").warnings
    pd.DataFrame({"raw": rows["raw"]}).to_parquet(tmp_path / "only.parquet")
    with pytest.raises(Refusal, match=r"its cells are bytes and no text, and there is no other\."):
        read(tmp_path / "only.parquet")


@pytest.mark.parametrize("kind", ["json", "parquet"])
def test_nested_columns_are_left_out_and_others_read(tmp_path: Path, kind: str) -> None:
    rows = [{"x": i + 0.5, "tags": ["a", "b"], "where": {"lat": i}, "kind": "uv"[i % 2]} for i in range(4)]
    path = tmp_path / f"nested.{kind}"
    if kind == "json":
        path.write_text(json.dumps(rows), encoding="utf-8")
    else:
        pd.DataFrame(rows).to_parquet(path)
    with pytest.warns(TableWarning, match="The columns tags, where are left out: their cells have more than one value"):
        data = engine.read_table(path)
    assert data.feature_names == ("x",) and data.class_names == ("u", "v")
    path = tmp_path / f"only.{kind}"
    path.write_text('[{"a": [1, 2]}]', encoding="utf-8") if kind == "json" else pd.DataFrame(
        {"a": [[1, 2]]}
    ).to_parquet(path)
    with pytest.raises(Refusal, match="a cell holds 2 values"):
        read(path)


def test_sheet_taken_of_several_is_named(tmp_path: Path) -> None:
    made = openpyxl.Workbook()
    made.active.title = "points"
    other = made.create_sheet("others")
    for sheet in (made.active, other):
        for row in (["a", "b"], [1.5, 2], [3, sheet is other]):
            sheet.append(row)
    made.save(tmp_path / "two.xlsx")
    with pytest.warns(TableWarning, match=r"has 2 sheets \(points, others\): the first, points, is read"):
        engine.read_table(tmp_path / "two.xlsx")
    assert reading(tmp_path / "two.xlsx", Options(sheet="points")).warnings == ()
