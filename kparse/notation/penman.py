r"""Graphs as text: writing (:func:`encode`) and reading (:func:`decode`) the PENMAN notation.

::

    # ::snt Ann sleeps.                      SemanticGraph(root="d1", metadata={"snt": ...})
    (d1 / text :kind text             <->    Node("d1", "text", "text")
       :snt1 (e1 / sleep~1 :kind event       Node("e1", "sleep", "event", tokens=(1,))
          :subj (x1 / Ann~0)))               Edge("e1", "subj", "x1")

What ``docs/graph.md`` leaves open is settled here:

* Escapes in strings and metadata: ``\\``, ``\"``, ``\n`` and ``\uXXXX`` for control characters.
* Roles: a character that the notation needs itself is written ``%XX`` (``:obl.w%2F``).
* A choice mark stands before the inversion: ``:link.because?1!-of``.
* The nodes of ``:sntN`` are written out there, so that every sentence is one block.

Lark makes the graph while it reads. The parser is built when it is first needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from kparse.cachedir import cache_directory, private, writable
from kparse.caches import cache, lru_cache
from kparse.errors import Location, NotationError
from kparse.graph import KINDS, Choice, Edge, Node, SemanticGraph
from kparse.notation import vocabulary

GRAMMAR = Path(__file__).with_name("penman.lark")
"""The grammar of the notation."""

_TERMINALS = {
    "METADATA": "a metadata line such as '# ::id x'",
    "_OPEN": "'('",
    "_CLOSE": "')'",
    "_SLASH": "'/' and a concept",
    "ROLE": "a role or attribute such as ':subj' or ':num'",
    "ALIGNMENT": "token indices such as '~2'",
    "VARIABLE": "a variable such as 'e1' (one of e s x p m q g d, and a number)",
    "SYMBOL": "a word",
    "STRING": 'a quoted string such as "C++"',
    "$END": "the end of the input",
}

# --------------------------------------------------------------------------- characters and roles

_VARIABLE = re.compile(r"[esxpmqgd][0-9]+")
_BARE = re.compile(r"\w[\w'.,\-]*|[-+]")
_ALIGNMENT = re.compile(r"~([0-9]+(?:,[0-9]+)*)")
_UNSAFE = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff"
_STRING_SPECIAL = re.compile(rf'["\\{_UNSAFE}]')
_METADATA_SPECIAL = re.compile(rf"^\s|\s$|[\\{_UNSAFE}]")
_ESCAPE = re.compile(r'\\(?:([\\"n])|u([0-9a-fA-F]{4})|.?)')
_ROLE_SPECIAL = re.compile(rf'[\s()/:~"%?!{_UNSAFE}]|(?<=-o)f$')
_ROLE_ESCAPES = re.compile(r"(?:%[0-9A-F]{2})+")
_ROLE = re.compile(r":([^?!]*?)(?:\?([0-9]+)(!)?)?(-of)?")
_KEY = re.compile(r"[\w.\-]+")
_NAMED_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    return _NAMED_ESCAPES.get(char) or f"\\u{ord(char):04x}"


def _unescape_one(match: re.Match[str]) -> str:
    if match[1]:
        return "\n" if match[1] == "n" else match[1]
    if match[2]:
        return chr(int(match[2], 16))
    raise ValueError(f"unknown escape '{match[0]}'")


def _unescape(text: str) -> str:
    return _ESCAPE.sub(_unescape_one, text) if "\\" in text else text


def quote(text: str) -> str:
    r"""Write a string of the notation.

    >>> print(quote('a "b"'))
    "a \"b\""
    """
    return '"' + _STRING_SPECIAL.sub(_escape, text) + '"'


def _constant(text: str) -> str:
    """Write a concept or attribute value, quoted where it must be."""
    if _BARE.fullmatch(text) and not _VARIABLE.fullmatch(text):
        return text
    return quote(text)


class Role(NamedTuple):
    """A role as it is written: name, inversion, choice mark."""

    name: str
    inverse: bool = False
    choice: Choice | None = None

    def __str__(self) -> str:
        base, dot, word = self.name.partition(".")
        text = f":{base}{dot}{_ROLE_SPECIAL.sub(_percent, word)}"
        if self.choice:
            text += f"?{self.choice.group}" + ("!" if self.choice.default else "")
        return text + ("-of" if self.inverse else "")


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "surrogatepass"))


def _unpercent(match: re.Match[str]) -> str:
    return bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "surrogatepass")


@lru_cache(4096)
def read_role(text: str) -> Role:
    """Read a role with its colon.

    >>> read_role(":link.because?1!-of")
    Role(name='link.because', inverse=True, choice=Choice(group=1, default=True))

    Raises:
        ValueError: if it is malformed. The vocabulary is not consulted.
    """
    match = _ROLE.fullmatch(text)
    if match is None or not match[1]:
        raise ValueError(f"'{text}' is not a role or attribute")
    try:
        name = _ROLE_ESCAPES.sub(_unpercent, match[1])
    except UnicodeDecodeError:
        raise ValueError(f"'{text}': the %XX are not UTF-8") from None
    choice = Choice(int(match[2]), bool(match[3])) if match[2] else None
    return Role(name, bool(match[4]), choice)


# ----------------------------------------------------------------------------------------- writing


class _Slot(NamedTuple):
    """An edge below the node under which it is written; ``expand``: the node at its end is written out there."""

    role: Role
    end: str
    expand: bool


_Layout = dict[str, list[_Slot]]


def encode(graph: SemanticGraph, indent: int | None = 3) -> str:
    """Write a graph; ``indent=None`` puts all nodes on one line.

    Nodes and edges keep the graph's order, so that the same graph gives the same text.

    >>> graph = SemanticGraph(metadata={"snt": "Ann sleeps."})
    >>> _ = graph.add_node("d1", "text"), graph.add_node("e1", "sleep", tokens=[1])
    >>> _ = graph.add_edge("d1", "snt1", "e1")
    >>> print(encode(graph))
    # ::snt Ann sleeps.
    (d1 / text :kind text
       :snt1 (e1 / sleep~1 :kind event))

    Raises:
        NotationError: if the graph cannot be written: no path joins a node to the root, an edge leads to a missing
            node, or a name is malformed.
    """
    lines = [_metadata_line(key, value) for key, value in graph.metadata.items()]
    return "\n".join([*lines, _render(graph, _layout(graph), indent)])


def _metadata_line(key: str, value: str) -> str:
    if not _KEY.fullmatch(key):
        raise NotationError(f"metadata key {key!r} cannot be written (letters, digits, _ . -)")
    return f"# ::{key} {_METADATA_SPECIAL.sub(_escape, value)}".rstrip()


def _layout(graph: SemanticGraph) -> _Layout:
    """Choose where each node is written out. An edge is inverted only if a node cannot be reached otherwise."""
    for edge in graph.edges:
        for end in (edge.source, edge.target):
            if end not in graph.nodes:
                raise NotationError(f"edge :{edge.role} has an end '{end}' that is not a node")
    if graph.root not in graph.nodes:
        raise NotationError(f"the root '{graph.root}' is not a node of the graph")
    slots: _Layout = {}
    _hang(graph, graph.root, slots, None)
    while len(slots) < len(graph.nodes):
        edge = _way_in(graph, slots)
        slots[edge.target].append(_Slot(Role(edge.role, True, edge.choice), edge.source, True))
        _hang(graph, edge.source, slots, edge)
    return slots


def _way_in(graph: SemanticGraph, slots: _Layout) -> Edge:
    """Find an edge from a node that has no place yet to one that has."""
    for node_id in graph.nodes:
        if node_id not in slots:
            for edge in graph.out(node_id):
                if edge.target in slots:
                    return edge
    lost = [node_id for node_id in graph.nodes if node_id not in slots]
    raise NotationError(f"no path joins {', '.join(lost)} to the root {graph.root}")


def _hang(graph: SemanticGraph, start: str, slots: _Layout, done: Edge | None) -> None:
    """Lay out, depth first, what ``start`` leads to; the edge ``done`` has its place already."""
    reserved = {e.target for e in graph.out(graph.root)}
    slots[start] = []
    stack = [(start, iter(graph.out(start)))]
    while stack:
        source, edges = stack[-1]
        edge = next(edges, None)
        if edge is None:
            stack.pop()
        elif edge != done:
            new = edge.target not in slots
            expand = new and (source == graph.root or edge.target not in reserved)
            slots[source].append(_Slot(Role(edge.role, False, edge.choice), edge.target, expand))
            if expand:
                slots[edge.target] = []
                stack.append((edge.target, iter(graph.out(edge.target))))


def _head(node: Node) -> str:
    if not _VARIABLE.fullmatch(node.id):
        raise NotationError(f"'{node.id}' is not a variable (a letter of esxpmqgd and a number)")
    alignment = "~" + ",".join(map(str, node.tokens)) if node.tokens else ""
    parts = [f"({node.id} / {_constant(node.concept)}{alignment} :kind {_constant(node.kind)}"]
    for name, value in node.attrs.items():
        if name == "kind" or not vocabulary.is_attribute(name):
            message = f"node {node.id}: '{name}' is not an attribute"
            raise NotationError(message, hint=_did_you_mean(name))
        parts.append(f":{name} {_constant(value)}")
    return " ".join(parts)


def _role_text(role: Role) -> str:
    if not vocabulary.is_role(role.name):
        raise NotationError(f"'{role.name}' is not a role", hint=_did_you_mean(role.name))
    return str(role)


def _render(graph: SemanticGraph, slots: _Layout, indent: int | None) -> str:
    out = [_head(graph.nodes[graph.root])]
    stack = [iter(slots[graph.root])]
    while stack:
        slot = next(stack[-1], None)
        if slot is None:
            out.append(")")
            stack.pop()
            continue
        gap = " " if indent is None else "\n" + " " * (indent * len(stack))
        if slot.expand:
            out.append(f"{gap}{_role_text(slot.role)} {_head(graph.nodes[slot.end])}")
            stack.append(iter(slots[slot.end]))
        else:
            out.append(f"{gap}{_role_text(slot.role)} {slot.end}")
    return "".join(out)


# ----------------------------------------------------------------------------------------- reading


class Fault(Exception):
    """An error at a token; :func:`decode_all` adds file, line and caret."""

    def __init__(self, token: Token, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.token = token
        self.message = message
        self.hint = hint


class NodeText(NamedTuple):
    """A node in the text; ``parts`` are the edges below it."""

    token: Token
    concept: str
    kind: str
    attrs: dict[str, str]
    tokens: tuple[int, ...]
    parts: list[EdgeText]


class EdgeText(NamedTuple):
    """An edge below a node in the text."""

    token: Token
    role: Role
    end: NodeText | Token


class GraphTransformer(Transformer[Token, Any]):
    """Builds a :class:`~kparse.graph.SemanticGraph` of each graph while Lark parses; it keeps no state."""

    def concept(self, children: list[Token]) -> tuple[str, tuple[int, ...]]:
        """Read concept and alignment."""
        if len(children) == 1:
            return _value(children[0]), ()
        token = children[1]
        match = _ALIGNMENT.fullmatch(token.value)
        if match is None:
            raise Fault(token, f"alignment '{token.value}' is not numeric", "write ~2 or ~0,1")
        return _value(children[0]), tuple(map(int, match[1].split(",")))

    def attribute(self, children: list[Token]) -> tuple[Token, str, str]:
        """Read an attribute and its value."""
        token, value = children
        name = token.value[1:]
        if not vocabulary.is_attribute(name):
            raise _bad_attribute(token, value)
        return token, name, _value(value)

    def edge(self, children: list[Any]) -> EdgeText:
        """Read a role and the node it leads to."""
        token, end = children
        try:
            role = read_role(token.value)
        except ValueError as error:
            raise Fault(token, str(error)) from None
        if not vocabulary.is_role(role.name):
            raise _bad_role(token, role, end)
        if role.choice and role.name.startswith("snt"):
            raise Fault(token, "a sentence cannot be an alternative", "remove the '?N'")
        return EdgeText(token, role, end)

    def node(self, children: list[Any]) -> NodeText:
        """Read a node and all that is written below it."""
        variable, (concept, tokens), *rest = children
        attrs: dict[str, str] = {}
        parts: list[EdgeText] = []
        for part in rest:
            if isinstance(part, EdgeText):
                parts.append(part)
            else:
                token, name, value = part
                if name in attrs:
                    raise Fault(token, f"attribute :{name} is given twice")
                attrs[name] = value
        kind = attrs.pop("kind", None) or KINDS[variable.value[0]]
        if kind not in vocabulary.kinds():
            raise Fault(variable, f"unknown kind '{kind}'", "kinds: " + " ".join(KINDS.values()))
        return NodeText(variable, concept, kind, attrs, tokens, parts)

    def graph(self, children: list[Any]) -> SemanticGraph:
        """Read a graph: metadata lines and the root."""
        *comments, root = children
        if root.kind != "text":
            raise Fault(
                root.token,
                f"the root is missing: '{root.token}' is of kind {root.kind}",
                "a graph starts with (d1 / text :snt1 ...)",
            )
        nodes, edges, uses = _flatten(root)
        _check_variables(nodes, uses)
        graph = SemanticGraph(root.token.value, _metadata(comments))
        for node in nodes:
            graph.add_node(
                node.token.value,
                node.concept,
                kind=node.kind,
                attrs=node.attrs,
                tokens=node.tokens,
            )
        for edge in edges:
            graph.add_edge(edge.source, edge.role, edge.target, edge.choice)
        return graph

    def start(self, children: list[Any]) -> list[Any]:
        """Collect the graphs."""
        return children


def _value(token: Token) -> str:
    value = token.value
    if token.type != "STRING":
        return str(value)
    try:
        return _unescape(value[1:-1])
    except ValueError as error:
        raise Fault(token, str(error), r"escapes are \\ \" \n \uXXXX") from None


def _did_you_mean(name: str) -> str:
    near = vocabulary.suggest(name)
    return f"did you mean {' or '.join(f':{n}' for n in near)}?" if near else "see docs/facts.md"


def _bad_attribute(token: Token, value: Token) -> Fault:
    try:
        name = read_role(token.value).name
    except ValueError as error:
        return Fault(token, str(error))
    if vocabulary.is_role(name):
        message = f":{name} leads to a node; '{value}' is a constant"
        return Fault(value, message, f"expected {_TERMINALS['VARIABLE']}")
    return Fault(token, f"unknown attribute :{name}", _did_you_mean(name))


def _bad_role(token: Token, role: Role, end: NodeText | Token) -> Fault:
    if not vocabulary.is_attribute(role.name):
        return Fault(token, f"unknown role :{role.name}", _did_you_mean(role.name))
    if isinstance(end, NodeText):
        return Fault(token, f":{role.name} takes a constant, not a node")
    return Fault(end, f":{role.name} takes a constant; '{end}' is a variable", f'quote it: "{end}"')


def _flatten(root: NodeText) -> tuple[list[NodeText], list[Edge], list[Token]]:
    """Return nodes, edges and uses of bare variables in the order of the text."""
    nodes: list[NodeText] = []
    edges: list[Edge] = []
    uses: list[Token] = []
    groups: dict[int, list[EdgeText]] = {}
    stack = [root]
    while stack:
        node = stack.pop()
        nodes.append(node)
        below: list[NodeText] = []
        for part in node.parts:
            _, role, end = part
            here = node.token.value
            if isinstance(end, NodeText):
                below.append(end)
                there = end.token.value
            else:
                uses.append(end)
                there = end.value
            if role.inverse:
                here, there = there, here
            edges.append(Edge(here, role.name, there, role.choice))
            if role.choice:
                groups.setdefault(role.choice.group, []).append(part)
        stack.extend(reversed(below))
    for group, parts in groups.items():
        _check_group(group, parts)
    return nodes, edges, uses


def _check_group(group: int, parts: list[EdgeText]) -> None:
    defaults = [part for part in parts if part.role.choice and part.role.choice.default]
    if len(defaults) != 1:
        which = defaults[1] if defaults else parts[0]
        problem = "two defaults" if defaults else "no default"
        raise Fault(which.token, f"choice group {group} has {problem}", "mark exactly one '!'")


def _check_variables(nodes: list[NodeText], uses: list[Token]) -> None:
    defined: dict[str, Token] = {}
    for node in nodes:
        first = defined.setdefault(node.token.value, node.token)
        if first is not node.token:
            raise Fault(
                node.token,
                f"variable '{node.token}' is defined twice",
                f"first in line {first.line}; a later mention is the bare variable",
            )
    for use in uses:
        if use.value not in defined:
            raise Fault(
                use,
                f"variable '{use}' is never defined",
                f"write it out once: ({use} / CONCEPT)",
            )


def _metadata(comments: list[Token]) -> dict[str, str]:
    metadata: dict[str, str] = {}
    for token in comments:
        key, value = (*re.split(r"[ \t]+", token.value.split("::", 1)[1], maxsplit=1), "")[:2]
        if not _KEY.fullmatch(key):
            raise Fault(token, "a metadata line has a key: '# ::key value'")
        if key in metadata:
            raise Fault(token, f"metadata '{key}' is given twice")
        try:
            metadata[key] = _unescape(value.strip())
        except ValueError as error:
            raise Fault(token, str(error), r"write \\ for a backslash") from None
    return metadata


@cache
def build_parser(*, strict: bool = False) -> Lark:
    """Build the parser, which returns a list of graphs.

    With ``strict=True`` Lark refuses an ambiguous grammar. That takes time and the package ``interegular``, so only the
    tests ask for it.
    """
    return Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        transformer=GraphTransformer(),
        strict=strict,
        propagate_positions=False,  # tokens have positions anyway, and there are no trees
        maybe_placeholders=False,
        cache=False if strict else _tables(),
    )


def _tables() -> str | bool:
    """Return the file in which Lark may keep the parse tables between runs, or ``False`` if there is no safe place.

    Building them takes a sixth of a second. They are pickled, so nobody else may be able to write to their directory or
    to the file. Lark itself checks that they belong to this grammar and to its own version.
    """
    directory = cache_directory()
    file = directory / "notation.lark"
    safe = writable(directory) and private(directory) and (private(file) or not file.exists())
    return str(file) if safe else False


def _error(
    text: str, filename: str | None, line: int, column: int, message: str, hint: str = ""
) -> NotationError:
    lines = text.split("\n")
    source = lines[line - 1].rstrip("\r") if 0 < line <= len(lines) else None
    where = Location(filename, line, column)
    return NotationError(message, location=where, source_line=source, hint=hint)


def _syntax_error(text: str, filename: str | None, error: UnexpectedInput) -> NotationError:
    if isinstance(error, UnexpectedToken):
        token, accepted = error.token, error.accepts or error.expected
        if token.type == "$END":
            line, column = _end_of(text)
            return _error(text, filename, line, column, _expected("unexpected end", accepted))
        found = "metadata line" if token.type == "METADATA" else f"'{token}'"
        message = _expected(f"unexpected {found}", accepted)
        return _error(text, filename, token.line or 1, token.column or 1, message)
    if isinstance(error, UnexpectedCharacters):
        char = text[error.pos_in_stream or 0]
        message = _expected(f"unexpected '{char}'", error.allowed)
        if char == '"':
            message = "this quoted string is not closed on its line"
        return _error(text, filename, error.line, error.column, message)
    return _error(text, filename, 1, 1, str(error))


def _end_of(text: str) -> tuple[int, int]:
    body = text.rstrip()
    return body.count("\n") + 1, len(body) - (body.rfind("\n") + 1) + 1


def _expected(problem: str, terminals: Iterable[str]) -> str:
    words = [_TERMINALS[name] for name in _TERMINALS if name in set(terminals)]
    if not words:
        return problem
    *front, last = words
    wanted = f"{', '.join(front)} or {last}" if front else last
    return f"{problem}: expected {wanted}"


def decode_all(text: str, filename: str | None = None) -> list[SemanticGraph]:
    """Read all graphs of a text; ``filename`` is for messages only.

    Raises:
        NotationError: with file, line, column, source line and what was expected.
    """
    try:
        return build_parser().parse(text)  # type: ignore[return-value]
    except Fault as fault:
        line, column = fault.token.line or 1, fault.token.column or 1
        raise _error(text, filename, line, column, fault.message, fault.hint) from None
    except UnexpectedInput as error:
        raise _syntax_error(text, filename, error) from None


def decode(text: str, filename: str | None = None) -> SemanticGraph:
    """Read a text that holds one graph; ``filename`` is for messages only.

    >>> graph = decode("(d1 / text :snt1 (e1 / sleep :subj (x1 / Ann)))")
    >>> graph.target("e1", "subj"), graph.nodes["x1"].concept
    ('x1', 'Ann')

    Raises:
        NotationError: with file, line, column, source line and what was expected.
    """
    graphs = decode_all(text, filename)
    if len(graphs) != 1:
        found = f"{len(graphs)} graphs" if graphs else "no graph"
        raise NotationError(f"expected one graph, found {found}", location=Location(filename))
    return graphs[0]
