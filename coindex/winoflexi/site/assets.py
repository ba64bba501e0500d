"""Static files of the pages: read once, and named by their contents, so that browsers can cache them for ever."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from kparse.caches import cache

_STATIC = Path(__file__).resolve().parents[1] / "static"
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class Asset:
    """A file, its type and the name under which it is served."""

    data: bytes
    type: str
    name: str


@cache
def assets() -> dict[str, Asset]:
    """Return the files by their plain names."""
    found = {}
    for file in sorted(_STATIC.iterdir()):
        if file.suffix in _TYPES:
            data = file.read_bytes()
            digest = hashlib.sha256(data).hexdigest()[:12]
            found[file.name] = Asset(
                data, _TYPES[file.suffix], f"{file.stem}.{digest}{file.suffix}"
            )
    return found


@cache
def by_served_name() -> dict[str, Asset]:
    """Return the files by the names under which they are served."""
    return {asset.name: asset for asset in assets().values()}
