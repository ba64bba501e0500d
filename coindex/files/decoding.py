"""Bytes of a text file from outside into text, whatever its header says."""

from __future__ import annotations

import codecs
import re

from kparse.errors import InputError, Location

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ZEROS: dict[tuple[bool, ...], str] = {
    (False, True, False, True): "utf-16-le",
    (True, False, True, False): "utf-16-be",
    (False, True, True, True): "utf-32-le",
    (True, True, True, False): "utf-32-be",
}
"""Which of the first four bytes are zero where the first characters are ASCII (XML 1.0, appendix F.1)."""
_DECLARED = re.compile(rb"\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*[\"']([\w.:-]{1,40})[\"']")
_LATIN = re.compile(r"iso-?8859-?1|latin-?1|windows-?1252|cp-?1252")
_OTHER_BYTES = re.compile(r"iso-?8859-?\d+|windows-?125\d|koi8-[ru]|macintosh")
_HIGH = re.compile(rb"[\x80-\xff]+")


def decode(data: bytes, name: str) -> tuple[str, str, str]:
    r"""Turn the bytes of a text file into text: the text, the encoding, and a remark if the header is wrong.

    A byte order mark decides, then zero bytes (UTF-16 and UTF-32). What is valid UTF-8 is UTF-8, whatever an XML
    header says. Else another 8-bit encoding that the header names is used if it fits; else each byte that is not part
    of UTF-8 is read as Windows-1252, which is what ISO-8859-1 means in practice.

    >>> decode('<?xml version="1.0" encoding="ISO-8859-1"?><a>Zoë</a>'.encode(), "x.xml")[1:]
    ('utf-8', 'the header says iso-8859-1, but the bytes are UTF-8 and read as that')
    >>> decode(b"<a>Zo\xeb</a>", "x.xml")[:2]
    ('<a>Zoë</a>', 'windows-1252')

    Raises:
        InputError: UTF-16 or UTF-32 with something in it that is no character.
    """
    mark, wide = next((found for found in _BOMS if data.startswith(found[0])), (b"", ""))
    wide = wide or _ZEROS.get(tuple(byte == 0 for byte in data[:4]), "")
    if wide and wide != "utf-8":
        return _decode_wide(data[len(mark) :], wide, name), wide, ""
    data = data[len(mark) :]
    match = _DECLARED.match(data)
    declared = match[1].decode().lower() if match else ""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _decode_bytes(data, declared, error.start)
    lies = declared not in ("", "utf-8", "utf8") and not data.isascii()
    remark = f"the header says {declared}, but the bytes are UTF-8 and read as that"
    return text, "utf-8", remark if lies else ""


def _decode_wide(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, errors="ignore")
        raise InputError(
            f"the file begins as {encoding.upper()}, but goes on with something else",
            location=Location(name, before.count("\n") + 1, len(before) - before.rfind("\n")),
            hint="Is it cut off? Save it as UTF-8.",
        ) from error


def _decode_bytes(data: bytes, declared: str, first: int) -> tuple[str, str, str]:
    """Read bytes that are not UTF-8; ``first`` is where that is seen."""
    is_latin = _LATIN.fullmatch(declared) is not None
    if _OTHER_BYTES.fullmatch(declared) and not is_latin:
        try:
            return data.decode(declared), declared, ""
        except (UnicodeDecodeError, LookupError):
            pass
    text = data.decode("utf-8", errors=_ONE_BY_ONE)
    if is_latin:
        return text, "windows-1252", ""
    line = data.count(b"\n", 0, first) + 1
    says = f"the header says {declared}" if declared else "no encoding is declared"
    remark = f"{says}, but there are bytes that are not UTF-8 (first in line {line}); they are read as Windows-1252"
    return text, "windows-1252", remark


def _one_by_one(error: UnicodeError) -> tuple[str, int]:
    """Read bytes that are not UTF-8 as Windows-1252, and those that are not that as Latin-1."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    run = _HIGH.match(error.object, error.start)
    end = run.end() if run else error.end
    bad = error.object[error.start : end]
    try:
        return bad.decode("windows-1252"), end
    except UnicodeDecodeError:
        return bad.decode("latin-1"), end


_ONE_BY_ONE = "coindex-one-by-one"
codecs.register_error(_ONE_BY_ONE, _one_by_one)
