"""Graphs of texts that are asked again and again, such as examples: parsed once, then read from the cache directory.

A graph is kept under a digest of its text, the model and the program that made it. An edit of knowledge therefore
parses nothing again. The file holds the latest :data:`MOST` graphs; processes may share it. Where it cannot be used,
texts are parsed.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kparse
from coindex.files.cache import digest, open_database, packed, program_digest, unpacked
from coindex.reasoner.item import Item
from kparse.cachedir import cache_directory
from kparse.caches import lru_cache
from kparse.errors import CoindexError
from kparse.graph import Choice, SemanticGraph

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner

logger = logging.getLogger(__name__)

MOST = 20_000
"""Graphs that are kept, some 2 kB each."""
TOGETHER = 64
"""Texts that are parsed together."""
_NAME = "graphs.sqlite"
_SCHEMA = "CREATE TABLE IF NOT EXISTS parse (number INTEGER PRIMARY KEY, key BLOB UNIQUE NOT NULL, graph BLOB NOT NULL)"


class Parses:
    """Graphs of texts by a parser, kept in a file.

    Args:
        model: name or path of the parser, as for :class:`coindex.reasoner.running.engine.Reasoner`.
        directory: where the file lies; the cache directory by default.
    """

    def __init__(self, model: str | None = None, directory: Path | None = None) -> None:
        program = made_by(model)
        self._made_by = program or ""
        self._path = (directory or cache_directory()) / _NAME if program else None

    def find(self, items: Sequence[Item]) -> list[SemanticGraph | None]:
        """Give the graph of each text, or ``None`` where none is kept."""
        keys = [self._key(item) for item in items]
        found: dict[bytes, bytes] = {}
        connection = self._open()
        if connection is not None:
            try:
                for start in range(0, len(keys), 500):
                    part = keys[start : start + 500]
                    marks = ",".join("?" * len(part))
                    query = f"SELECT key, graph FROM parse WHERE key IN ({marks})"
                    found.update(connection.execute(query, part).fetchall())
            except sqlite3.Error as error:
                logger.debug("no graphs are read: %s", error)
            finally:
                connection.close()
        return [_graph(found.get(key)) for key in keys]

    def keep(self, items: Iterable[tuple[Item, SemanticGraph]]) -> None:
        """Keep the graphs of texts; the oldest go if there are too many."""
        connection = self._open()
        if connection is None:
            return
        rows = [(self._key(item), packed(_plain(graph))) for item, graph in items]
        try:
            with connection:
                connection.executemany(
                    "INSERT OR REPLACE INTO parse (key, graph) VALUES (?,?)", rows
                )
                connection.execute(
                    "DELETE FROM parse WHERE number <= (SELECT max(number) FROM parse) - ?", [MOST]
                )
        except sqlite3.Error as error:
            logger.debug("no graphs are kept: %s", error)
        finally:
            connection.close()

    def _key(self, item: Item) -> bytes:
        return digest((self._made_by, item.text, str(item.pron_start)))

    def _open(self) -> sqlite3.Connection | None:
        if self._path is None:
            return None
        return open_database(self._path, _SCHEMA)


def parsed(
    reasoner: Reasoner, items: Iterable[Item]
) -> Iterator[tuple[Item, SemanticGraph | CoindexError]]:
    """Give items with their graphs, in order, or with the error of parsing them; new graphs are kept."""
    from coindex.reasoner.running.engine import batched

    parses = Parses(reasoner.model)
    for chunk in batched(items, TOGETHER):
        found: list[SemanticGraph | CoindexError | None] = list(parses.find(chunk))
        new: list[tuple[Item, SemanticGraph]] = []
        missing = [place for place, graph in enumerate(found) if graph is None]
        if missing:
            texts = [chunk[place] for place in missing]
            for place, (item, graph) in zip(missing, reasoner.graphs_of(texts), strict=True):
                found[place] = graph
                if not isinstance(graph, CoindexError):
                    new.append((item, graph))
            parses.keep(new)
        for item, there in zip(chunk, found, strict=True):
            if there is not None:
                yield item, there


def _graph(data: bytes | None) -> SemanticGraph | None:
    if data is None:
        return None
    try:
        root, metadata, nodes, edges = unpacked(data)
        graph = SemanticGraph(root, metadata)
        for name, concept, kind, attrs, tokens in nodes:
            graph.add_node(name, concept, kind=kind, attrs=attrs, tokens=tokens)
        for source, role, target, choice in edges:
            graph.add_edge(source, role, target, None if choice is None else Choice(*choice))
    except (ValueError, TypeError) as error:  # a damaged entry is as good as none
        logger.debug("a graph cannot be read: %s", error)
        return None
    return graph


def _plain(graph: SemanticGraph) -> tuple[Any, ...]:
    nodes = tuple((n.id, n.concept, n.kind, n.attrs, n.tokens) for n in graph.nodes.values())
    edges = tuple(
        (e.source, e.role, e.target, e.choice and (e.choice.group, e.choice.default))
        for e in graph.edges
    )
    return graph.root, graph.metadata, nodes, edges


@lru_cache(4)
def made_by(model: str | None) -> str | None:
    """Give a digest of parser and program; ``None`` for a model that is no directory."""
    from kparse.input.pipeline import SHIPPED

    home = SHIPPED if model is None else Path(model)
    if not home.is_dir():
        return None
    files = (path for path in sorted(home.rglob("*")) if path.is_file())
    states = (
        f"{path.relative_to(home)} {path.stat().st_size} {path.stat().st_mtime_ns}"
        for path in files
    )
    programs = program_digest(Path(kparse.__file__).parent)
    return digest((programs, version("spacy"), str(home.resolve()), *states)).hex()
