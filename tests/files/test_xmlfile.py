"""XML from outside: valid text is read, whatever its header says; hostile input ends in one message."""

from __future__ import annotations

import codecs
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coindex.files import xmlfile
from coindex.files.xmlfile import MAX_BYTES, parse_xml, read_bytes, read_xml
from kparse.errors import InputError

HEAD = '<?xml version="1.0" encoding="{}"?>\n'
TEXT = "<a>Zoë’s café</a>"


def message(data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        parse_xml(data, "x.xml")
    return str(caught.value)


@pytest.mark.parametrize("declared", ["", "UTF-8", "ISO-8859-1", "windows-1252", "no-such-thing"])
@pytest.mark.parametrize("real", ["utf-8", "utf-8-sig", "windows-1252", "utf-16", "utf-16-le"])
def test_the_bytes_are_read_as_what_they_are(declared: str, real: str) -> None:
    text = (HEAD.format(declared) if declared else "") + TEXT
    document = parse_xml(text.encode(real), "x.xml")
    assert document.root.text == "Zoë’s café"


def test_a_header_that_is_wrong_is_said_to_be() -> None:
    wrong = parse_xml((HEAD.format("ISO-8859-1") + TEXT).encode(), "x.xml")
    assert wrong.remark == "the header says iso-8859-1, but the bytes are UTF-8 and read as that"
    other = parse_xml(HEAD.format("UTF-8").encode() + b"<a>\nZo\xeb</a>", "x.xml")
    assert other.remark.startswith("the header says utf-8, but there are bytes that are not UTF-8")
    assert "line 3" in other.remark
    right = parse_xml(HEAD.format("ISO-8859-1").encode() + b"<a>Zo\xeb</a>", "x.xml")
    assert (right.root.text, right.remark) == ("Zoë", "")


def test_utf_8_with_single_bytes_of_another_encoding_in_it() -> None:
    assert parse_xml("<a>Zoë ".encode() + b"\x93Zo\xeb\x94</a>", "x.xml").root.text == "Zoë “Zoë”"


def test_another_encoding_that_is_declared_and_fits() -> None:
    russian = (HEAD.format("windows-1251") + "<a>Да</a>").encode("windows-1251")
    assert parse_xml(russian, "x.xml").root.text == "Да"
    euro = HEAD.format("ISO-8859-15").encode() + b"<a>\xa4</a>"
    assert parse_xml(euro, "x.xml").root.text == "€"
    assert parse_xml(HEAD.format("utf-7").encode() + b"<a>+AOk-\xe9</a>", "x.xml").root.text == (
        "+AOk-é"
    )


@pytest.mark.parametrize(
    ("data", "place", "says"),
    [
        (b"<a><b>\n</a>", "x.xml:2:3", "mismatched tag"),
        (b"<a>\n<b>\n", "x.xml:3:1", "is it cut off"),
        (b"<a", "x.xml:1:1", "is it cut off"),
        (b"<a>\n\n Zo & Max</a>", "x.xml:3:6", "&amp;"),
        (b"<a>\0</a>", "x.xml:1:4", "control characters"),
        (b"<a>&eacute;</a>", "x.xml:1:4", "Write the character itself"),
        (b"<a>&#xD800;</a>", "x.xml:1:4", "character number"),
        (b'<!DOCTYPE a SYSTEM "a.dtd">\n<a>&b;</a>', "x.xml:2:4", "undefined entity"),
        (b'<?x?>\n<!-- y -->\n<!DOCTYPE a PUBLIC "p" "q">\n<a b="&c;"/>', "x.xml:4:1", "undefined"),
        (b'<!DOCTYPE a SYSTEM "<">\n<a>&b;</a>', "x.xml:2:4", "&b; is not known"),
        (b"<?x?>" * 100_000, "x.xml:1:500001", "is it cut off"),
        (b"<a/><a/>", "x.xml:1:5", "junk"),
        ("<a>ë</a>".encode("utf-16")[:-1], "x.xml:1:8", "cut off"),
        (codecs.BOM_UTF16_LE + b"<\0a\0\n\0\x00\xd8x\0", "x.xml:2:1", "something else"),
        (b"\x89PNG\r\n\x1a\n\0\0", "x.xml:1:1", "not well-formed"),
        (b"\n<?xml version='1.0'?>\n<a></b>", "x.xml:3:6", "mismatched tag"),
    ],
)
def test_what_is_no_xml_ends_in_a_message_with_the_place(
    data: bytes, place: str, says: str
) -> None:
    error = message(data)
    assert error.startswith(place + ": ")
    assert says in error


BOMB = b"""<!DOCTYPE a [
<!ENTITY x "ha">
%s
]><a>&x9;</a>"""


@pytest.mark.parametrize(
    "data",
    [
        BOMB % b"".join(b'<!ENTITY x%d "&x%d;&x%d;">' % (n + 1, n, n) for n in range(40)),
        b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>',
        b'<!DOCTYPE a [<!ENTITY % x SYSTEM "http://localhost/x.dtd"> %x;]><a/>',
        b'<!DOCTYPE a SYSTEM "a.dtd" [<!ATTLIST a b CDATA "c">]><a/>',
        b"<!DOCTYPE a []><a/>",
    ],
)
def test_nothing_is_defined_inside_a_file(data: bytes) -> None:
    assert "could define entities" in message(data)


def test_a_document_type_is_named_but_not_fetched(tmp_path: Path) -> None:
    (tmp_path / "a.dtd").write_text('<!ENTITY b "c"><!ATTLIST a d CDATA "e">')
    file = tmp_path / "a.xml"
    file.write_text('<!DOCTYPE a SYSTEM "a.dtd"><a/>')
    assert read_xml(file).root.attributes == {}


def test_depth_and_number_of_elements_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "more than 64 deep" in message(b"<a>" * 100_000)
    monkeypatch.setattr(xmlfile, "MAX_ELEMENTS", 1000)
    assert "more than 1,000 elements" in message(b"<a>" + b"<b/>" * 1000 + b"</a>")


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "big.xml"
    with open(file, "wb") as stream:
        stream.write(b"<a>")
        stream.truncate(50 * 2**20)  # a hole: nothing is written
    with pytest.raises(InputError, match="after 8 MB"):
        read_xml(file)
    with pytest.raises(InputError, match=r"after .* MB"):
        read_bytes(file, 1000)
    assert MAX_BYTES < 50 * 2**20


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero")
def test_a_file_without_end_is_refused() -> None:
    with pytest.raises(InputError, match="after 8 MB"):
        read_xml("/dev/zero")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        read_xml(tmp_path / "none.xml")
    with pytest.raises(InputError, match="cannot read"):
        read_xml(tmp_path)
    (tmp_path / "empty.xml").write_text(" \n")
    with pytest.raises(InputError, match="the file is empty"):
        read_xml(tmp_path / "empty.xml")
    if sys.platform != "win32" and os.geteuid():
        (tmp_path / "empty.xml").chmod(0)
        with pytest.raises(InputError, match="cannot read"):
            read_xml(tmp_path / "empty.xml")


def test_elements_know_their_places_and_texts() -> None:
    root = parse_xml(b"<a>\n <B c='d'>one</B>two<!-- no --><![CDATA[<3]]></a>", "x.xml").root
    (b,) = root.children
    assert (b.tag, b.line, b.column, b.attributes) == ("B", 2, 2, {"c": "d"})
    assert root.text == "\n onetwo<3"
    assert root.find("b") is b
    assert root.find("c") is None
    assert list(root.iter("b")) == [b]


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for given_bytes in (data, b"<a>" + data + b"</a>"):
        refused = ""
        try:
            assert parse_xml(given_bytes, "x.xml").root.tag
        except InputError as error:
            refused = str(error)
        assert refused == "" or refused.startswith("x.xml:")


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["C"], exclude_characters="<&"), max_size=30))
def test_text_survives(text: str) -> None:
    for encoding in ("utf-8", "utf-16", "utf-16-be", "utf-32"):
        assert parse_xml(f"<a>{text}</a>".encode(encoding), "x.xml").root.text == text
