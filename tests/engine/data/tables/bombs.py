"""Small files that unpack to very much, and a workbook written by hand for them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
TOP = (
    '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1" t="inlineStr"><is><t>b</t></is></c></row>'
    '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c></row>'
)


def book(path: Path, rows: Iterable[str], strings: Iterable[str] = (), tail: str = "") -> Path:
    """A workbook of one sheet with these rows of XML, these shared strings, and this behind the rows."""
    related = f'<Relationship Id="r2" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/>' if strings else ""
    small = {
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}">'
        f'<Relationship Id="r1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
        '<sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">'
        f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>{related}</Relationships>',
    }
    sheet = [f'<worksheet xmlns="{MAIN}"><sheetData>', *rows, f"</sheetData>{tail}</worksheet>"]
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in small.items():
            archive.writestr(name, content)
        for name, pieces in (("worksheets/sheet1.xml", sheet), ("sharedStrings.xml", strings)):
            with archive.open(f"xl/{name}", "w", force_zip64=True) as part:
                for piece in pieces:
                    part.write(piece.encode())
    return path


def hostile(folder: Path) -> dict[str, str]:
    """Files that cost much, by name, with what their refusal says."""
    shared = f'<sst xmlns="{MAIN}"><si><t>'
    entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
    book(folder / "far.xlsx", [TOP, '<row r="2000000000"><c r="A2000000000"><v>1</v></c></row>'])
    book(folder / "rows.xlsx", [TOP] + ["<row><c><v>1</v></c></row>" * 1000] * 2001)
    book(folder / "string.xlsx", [TOP], [shared, *["x" * 1_000_000] * 600, "</t></si></sst>"])
    book(folder / "cell.xlsx", [TOP, '<row><c t="str"><v>', *["x" * 1_000_000] * 20, "</v></c></row>"])
    book(folder / "attribute.xlsx", [TOP, '<row r="', *["9" * 1_000_000] * 20, '"/>'])
    book(folder / "wide.xlsx", [TOP, *(f'<row r="{i}"><c r="ZZZ{i}"><v>1</v></c></row>' for i in range(3, 5000))])
    book(folder / "names.xlsx", [TOP, *(f"<a{i}/>" for i in range(100_000))])
    book(folder / "entities.xlsx", [TOP], [entities, shared, "&b;</t></si></sst>"])
    (folder / "keys.json").write_text(json.dumps([{f"k{i}": i} for i in range(4000)]), encoding="utf-8")
    (folder / "empties.json").write_text("[" + ",".join(["{}"] * 7_000_000) + "]", encoding="utf-8")
    (folder / "commas.csv").write_text(",".join(f"x{i}" for i in range(500)) + "\n" + ("," * 499 + "\n") * 60_000)
    _parquets(folder)
    return {
        "far.xlsx": "2,000,000,000 rows and 2 columns", "rows.xlsx": "more than 2,000,000 cells",
        "string.xlsx": "unpacks to more than 536,870,912 bytes",
        "cell.xlsx": "a cell of more than 1,048,576 characters",
        "attribute.xlsx": "a cell of more than 1,048,576 characters", "wide.xlsx": "4,999 rows and 18,278 columns",
        "names.xlsx": "more elements of XML than can be read", "entities.xlsx": "declares a document type",
        "keys.json": "4,000 rows and 4,000 columns, more than 6,000,000 cells",
        "empties.json": "more than 12,000,000 values", "commas.csv": "60,000 rows and 500 columns",
        "one.parquet": "unpacks to more than 268,435,456 bytes of text", "wide.parquet": "25,000 columns, more than",
        "zeros.parquet": "3,000,000 rows and 9 columns, more than 25,000,000 cells",
    }  # fmt: skip


def _parquets(folder: Path) -> None:
    import pyarrow as pa
    from pyarrow.parquet import write_table

    places, word = pa.array([0] * 2_000_000, pa.int32()), pa.array(["x" * 10_000])
    write_table(pa.table({"s": pa.DictionaryArray.from_arrays(places, word)}), folder / "one.parquet")
    write_table(pa.table({f"c{i}": pa.array([1.0]) for i in range(25_000)}), folder / "wide.parquet")
    zeros = pa.array([0.0] * 3_000_000)
    write_table(pa.table({f"c{i}": zeros for i in range(9)}), folder / "zeros.parquet")
