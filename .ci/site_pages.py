"""What the site of the documentation needs besides `mkdocs.yml`: pages from outside of docs/, nothing from elsewhere.

The repository's pages link to each other by their places in it, so that they can be read there. In the site all pages
lie below one folder: the README is its start page, `docs/` is left out of every path. Links are changed accordingly.
"""

from __future__ import annotations

import posixpath
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
OUTSIDE = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "encodings/README.md",
    "knowledge/CONVENTIONS.md",
    "knowledge/SOURCES.md",
    "training/parser/README.md",
)
"""Pages of the repository that are not in docs/; in the site they have the same paths."""
_LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
_ROW = re.compile(r"^\|.*\|$", re.MULTILINE)
_CODE = re.compile(r"`[^`\n]+`")
_FETCHED = {
    "script": "src",
    "link": "href",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
}
_NOT_FETCHED = ("canonical", "prev", "next", "alternate", "edit")
_OF_CSS = re.compile(r"""(?:url\(\s*["']?|@import\s+["'])((?:https?:)?//[^"')\s]+)""")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages from outside of docs/."""
    for path in OUTSIDE:
        files.append(File.generated(config, path, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Change a page of the repository into one of the site."""
    return with_bars(relinked(markdown, page.file.src_uri))


def with_bars(markdown: str) -> str:
    r"""Return the text with plain bars in the code of tables, where the repository's pages need `\|`.

    >>> with_bars(r"| `a\|b` | c |")
    '| `a|b` | c |'
    """
    return _ROW.sub(
        lambda row: _CODE.sub(lambda code: code[0].replace(r"\|", "|"), row[0]), markdown
    )


def relinked(markdown: str, uri: str) -> str:
    """Return the text of the page with that path in the site, with the links of the site.

    >>> relinked("[a](docs/serve.md#x) [b](https://example.org)", "README.md")
    '[a](serve.md#x) [b](https://example.org)'
    >>> relinked("[c](../../knowledge/CONVENTIONS.md) [d](solving.md)", "decisions/README.md")
    '[c](../knowledge/CONVENTIONS.md) [d](solving.md)'
    """
    home = posixpath.dirname(uri if uri in OUTSIDE else f"docs/{uri}")

    def link(match: re.Match[str]) -> str:
        target = match[2]
        if re.match(r"\w+:", target):
            return match[0]
        place = posixpath.normpath(posixpath.join(home, target)).removeprefix("docs/")
        return match[1] + posixpath.relpath(place, posixpath.dirname(uri) or ".") + match[3]

    return _LINK.sub(link, markdown)


class _Fetched(HTMLParser):
    """Collects what a browser fetches from another host to show a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at one element."""
        values = dict(attrs)
        address = values.get(_FETCHED.get(tag, "")) or ""
        if re.match(r"(?:https?:)?//", address) and values.get("rel") not in _NOT_FETCHED:
            self.found.append(f"<{tag}> {address}")


def fetched(page: str) -> list[str]:
    """Return what a browser fetches from other hosts to show a page of HTML."""
    parser = _Fetched()
    parser.feed(page)
    return parser.found


def on_post_build(config: Any) -> None:
    """Refuse a site that fetches anything from another host."""
    found = []
    for path in sorted(Path(config["site_dir"]).rglob("*")):
        if path.suffix == ".html":
            found += [f"{path.name}: {what}" for what in fetched(path.read_text("utf-8"))]
        elif path.suffix == ".css":
            found += [
                f"{path.name}: {address}" for address in _OF_CSS.findall(path.read_text("utf-8"))
            ]
    if found:
        raise PluginError(
            "the site would be fetched from other hosts in part:\n" + "\n".join(found)
        )
