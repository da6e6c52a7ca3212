"""From the bytes of a file to its text: the encoding is found, or given."""

from __future__ import annotations

import codecs
import re

from engine.base.errors import Refusal

_DOS = re.compile(rb"[A-Za-z][\x81\x82\x84\x88-\x8b\x94][a-z]")
"""Letters of cp850 inside a word; in cp1252 the same bytes are quotation marks and other signs."""
_OTHERS = {
    b"PK\x03\x04": "a packed file; if it is an Excel table, give its name the ending .xlsx",
    b"\xd0\xcf\x11\xe0": "an old Excel file; open it in a spreadsheet and save it as .xlsx or .csv",
    b"PAR1": "a Parquet file; give its name the ending .parquet",
    b"\x1f\x8b": "packed with gzip; unpack it first",
    b"\x89PNG": "a picture",
    b"%PDF": "a PDF document; save the table in it as .csv",
}


def as_utf8(raw: bytes, encoding: str | None, file: str, cut: bool = False) -> tuple[bytes, str]:
    """The text in UTF-8 with plain line ends, and the name of its encoding. `cut`: the file goes on."""
    chosen = encoding or _encoding(raw, file)
    if chosen in ("utf-8", "utf-8-sig"):
        raw = raw.removeprefix(codecs.BOM_UTF8)
        if not raw.isascii():
            _decoded(raw, "utf-8", file, cut)
    else:
        raw = _decoded(raw, chosen, file, cut).removeprefix("\ufeff").encode()
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if cut:
        raw = raw[: raw.rfind(b"\n") + 1] or raw
    raw = raw.removesuffix(b"\x1a")
    _check_text(raw, file)
    return raw, chosen


def _encoding(raw: bytes, file: str) -> str:
    for sign, words in _OTHERS.items():
        if raw.startswith(sign):
            raise Refusal(f"{file} is not a text table but {words}.")
    if raw.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    head = raw[:1000]
    if len(head) > 3 and head[1::2].count(0) > 0.7 * len(head[1::2]) and not head[::2].count(0):
        return "utf-16-le"
    if len(head) > 3 and head[::2].count(0) > 0.7 * len(head[::2]) and not head[1::2].count(0):
        return "utf-16-be"
    if raw.isascii():
        return "utf-8"
    for name in ("utf-8", "cp850", "cp1252"):
        if name == "cp850" and not _DOS.search(raw):
            continue
        try:
            codecs.getincrementaldecoder(name)("strict").decode(raw)
            return name
        except UnicodeDecodeError:
            continue
    return "latin-1"


def _decoded(raw: bytes, encoding: str, file: str, cut: bool) -> str:
    try:
        return codecs.getincrementaldecoder(encoding)("strict").decode(raw, final=not cut)
    except LookupError as error:
        raise Refusal(f"There is no encoding {encoding!r}: choose utf-8, utf-16, cp1252 or latin-1.") from error
    except UnicodeError as error:
        place = getattr(error, "start", 0)
        line = raw[:place].count(b"\n") + 1
        words = f"Line {line} of {file} is not in {encoding}: choose another encoding, such as cp1252."
        raise Refusal(words) from error


def _check_text(data: bytes, file: str) -> None:
    if (place := data.find(b"\0")) >= 0:
        line = data.count(b"\n", 0, place) + 1
        raise Refusal(f"Line {line} of {file} holds a NUL byte, so it is damaged or no text: save it as CSV again.")
    if found := re.search(rb"[\x01-\x08\x0e-\x1f]", data[: 1 << 16]):
        line = data.count(b"\n", 0, found.start()) + 1
        raise Refusal(f"Line {line} of {file} holds control characters, so it is no text: save it as CSV again.")
    if not (data[:1000].strip() or data.strip()):
        raise Refusal(f"{file} is empty: choose a file with a row for every example.")
