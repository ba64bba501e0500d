"""The vocabulary of the notation and of the predicates that the parts of the system share, from ``vocabulary.toml``.

:mod:`kparse.notation.usage` compares it with the programs and writes its reference page.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from kparse.caches import cache
from kparse.errors import Diagnostic
from kparse.graph import SemanticGraph

FILE = Path(__file__).with_name("vocabulary.toml")
_PREDICATES = "\n[[predicate]]\n"
"""The file of the vocabulary."""

FORMS = ("plain", "word", "number")
"""The forms of roles: ``subj``, ``obl.in``, ``snt1``."""

GROUPS = {
    "graph": "Facts of the graph",
    "question": "Facts of the question",
    "derived": "Derived by the encodings and by helpers among the axioms",
    "axiom": "Heads of axioms",
    "result": "Results",
    "row": "Rows",
}
"""The groups of predicates, with their titles."""


@dataclass(frozen=True, slots=True)
class Type:
    """A type of argument: its legal values, if they are few, and whether retrieval follows its constants."""

    name: str
    meaning: str
    values: tuple[str, ...] = ()
    leads: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of node and the prefix of its variables."""

    name: str
    prefix: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute: the kinds of node that can have it, and its values."""

    name: str
    on: tuple[str, ...]
    values: tuple[str, ...]
    meaning: str

    def allows(self, value: str) -> bool:
        """Tell whether the value is listed.

        >>> attributes()["quant"].allows("3"), attributes()["num"].allows("3")
        (True, False)
        """
        if value in self.values:
            return True
        return "NUMBER" in self.values and value.replace(".", "").replace(",", "").isdecimal()


@dataclass(frozen=True, slots=True)
class Role:
    """A relation: its form (one of :data:`FORMS`), the kinds of node that it leaves, the fact that it becomes."""

    name: str
    form: str
    source: tuple[str, ...]
    fact: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Predicate:
    """A shared predicate; ``args`` are pairs of name and type.

    ``producers`` and ``consumers`` name files of ``encodings``, directories of ``knowledge``, and modules.

    Three fields are for predicates of rows. ``declares`` is the type of the constant that a row merely declares. Rows
    of a ``symmetric`` predicate are written once and read in both directions. ``follows`` says what retrieval follows
    from a row: its ``constants``, its ``words`` as well, or ``nothing``.

    ``homes`` are the files of axioms that derive a helper if there are several on purpose. All files share one
    name space, so helpers of the same name are otherwise reported as a mistake.

    ``says`` is what a proof says of an atom, with the names of the arguments as slots: ``{Node}``, or ``{Property:is}``
    for *is afraid*, ``{Property:not}`` for its denial, ``{Dimension:Pole}`` for *big*, ``{Sign|high|low}`` for one of
    two words. A proof leaves a ``hidden`` predicate out and shows what it rests on. Each predicate is one of these, or
    both: then only a condition that fails is told.
    """

    name: str
    arity: int
    group: str
    args: tuple[tuple[str, str], ...]
    producers: tuple[str, ...]
    consumers: tuple[str, ...]
    meaning: str
    declares: str = ""
    symmetric: bool = False
    follows: str = "constants"
    homes: tuple[str, ...] = ()
    says: str = ""
    hidden: bool = False

    @property
    def producer(self) -> str:
        """The first of its producers, or an empty string."""
        return self.producers[0] if self.producers else ""

    @property
    def types(self) -> tuple[str, ...]:
        """The types of the arguments."""
        return tuple(kind for _, kind in self.args)

    def __str__(self) -> str:
        inner = ", ".join(name for name, _ in self.args)
        return f"{self.name}({inner})" if inner else self.name


Entry = TypeVar("Entry", Type, Kind, Attribute, Role, Predicate)


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text("utf-8"))


@cache
def _notation() -> dict[str, Any]:
    """Read all but the predicates, which come last in the file: no question needs them, and reading takes long."""
    text, _, predicates = FILE.read_text("utf-8").partition(_PREDICATES)
    if re.search(r"^\[(?!\[predicate\]\])", predicates, re.MULTILINE):
        raise ValueError(f"{FILE.name}: the tables [[predicate]] must come last")
    return tomllib.loads(text)


def _entry(kind: type[Entry], table: str, row: dict[str, Any]) -> Entry:
    values = dict(row)
    if kind is Role:
        values["source"] = values.pop("from", None)
    if kind is Predicate:
        values["args"] = [tuple(str(arg).split(":", 1)) for arg in values.get("args", ())]
        values["producers"] = values.pop("producer", None)
        values["consumers"] = values.pop("consumer", None)
    required = {field.name for field in fields(kind) if field.default is MISSING}
    unknown = set(values) - {field.name for field in fields(kind)}
    if wrong_names := unknown | (required - {name for name in values if values[name] is not None}):
        wrong = ", ".join(sorted(wrong_names))
        where = f"{FILE.name}: [[{table}]] {row.get('name', '?')}"
        raise ValueError(f"{where}: missing or unknown: {wrong}")
    make: Callable[..., Entry] = kind
    return make(**{k: tuple(v) if isinstance(v, list) else v for k, v in values.items()})


def _load(kind: type[Entry], table: str) -> list[Entry]:
    tables = _tables() if kind is Predicate else _notation()
    return [_entry(kind, table, row) for row in tables.get(table, [])]


@cache
def types() -> dict[str, Type]:
    """Return the types of arguments by name."""
    return {entry.name: entry for entry in _load(Type, "type")}


@cache
def kinds() -> dict[str, Kind]:
    """Return the kinds of node by name."""
    return {entry.name: entry for entry in _load(Kind, "kind")}


@cache
def attributes() -> dict[str, Attribute]:
    """Return the attributes by name."""
    return {entry.name: entry for entry in _load(Attribute, "attribute")}


@cache
def roles() -> dict[str, Role]:
    """Return the roles by name, that is, by what comes before the dot or number."""
    return {entry.name: entry for entry in _load(Role, "role")}


@cache
def entries() -> tuple[Predicate, ...]:
    """Return all predicates. One of a row can have the name and arity of a derived one (``kind/2``)."""
    return tuple(_load(Predicate, "predicate"))


@cache
def predicates(*groups: str) -> dict[tuple[str, int], Predicate]:
    """Return the predicates of some :data:`GROUPS`, or of all, by name and arity.

    >>> predicates("row")["kind", 2].types, predicates()["kind_of", 2].types
    (('lemma', 'entity_kind'), ('node', 'entity_kind'))
    """
    chosen = [entry for entry in entries() if not groups or entry.group in groups]
    return {(entry.name, entry.arity): entry for entry in reversed(chosen)}


@cache
def composed() -> frozenset[str]:
    """Return the constants that the composition of a clause's meaning can introduce, whatever its words."""
    return frozenset(_notation()["composed"]["constants"])


@cache
def layers() -> tuple[str, ...]:
    """Return the names of the encodings in the order of the layers: none reads what a later one writes."""
    return tuple(_notation()["encodings"]["layers"])


def is_attribute(name: str) -> bool:
    """Tell whether a name (without colon) is an attribute.

    >>> is_attribute("num"), is_attribute("subj")
    (True, False)
    """
    return name in attributes()


def is_role(name: str) -> bool:
    """Tell whether a name (without colon, inversion and choice mark) is a role.

    >>> [is_role(name) for name in ("subj", "obl.in", "snt1", "obl", "subj.in", "snt", "num")]
    [True, True, True, False, False, False, False]
    """
    base, dot, word = name.partition(".")
    if dot:
        role = roles().get(base)
        return role is not None and role.form == "word" and bool(word)
    stem = base.rstrip("0123456789")
    role = roles().get(stem)
    return role is not None and role.form == ("plain" if stem == base else "number")


def suggest(name: str) -> list[str]:
    """Return the attributes and roles whose names are similar to a wrong one, the best first.

    >>> suggest("subject")
    ['subj']
    >>> suggest("obl_in")
    ['obl.in']
    """
    base, word = name, ""
    for separator in "._-":
        stem, found, rest = name.partition(separator)
        if found and stem in roles():
            base, word = stem, rest
            break
    else:
        base, _, word = name.partition(".")
    shown = {"plain": "{0}", "word": "{0}.{1}", "number": "{0}1"}
    near = [n for n in (*attributes(), *roles()) if len(base) > 2 and n.startswith(base)]
    near += [n for n in (*attributes(), *roles()) if len(n) > 2 and base.startswith(n)]
    near = near or difflib.get_close_matches(base, [*attributes(), *roles()], n=3, cutoff=0.6)
    forms = {n: shown[roles()[n].form] if n in roles() else "{0}" for n in near}
    return [form.format(n, word or "WORD") for n, form in forms.items()][:3]


def find(name: str, arity: int) -> Predicate | None:
    """Return the predicate of that name and arity, if there is one.

    >>> str(find("arg", 3))
    'arg(Node, Relation, Target)'
    """
    return predicates().get((name, arity))


def findings(graph: SemanticGraph) -> list[Diagnostic]:
    """Return what is in a graph but not in the vocabulary.

    ``E201``: unknown attribute; ``E202``: unknown role; ``W201``: unlisted value; ``W202``: attribute on a wrong kind
    of node; ``W203``: role from a wrong kind of node.
    """
    found: list[Diagnostic] = []
    for node in graph.nodes.values():
        for name, value in node.attrs.items():
            found += _attribute_findings(f"{node.id} / {node.concept}", node.kind, name, value)
    for edge in graph.edges:
        where = f"{edge.source} :{edge.role} {edge.target}"
        role = roles().get(edge.role.partition(".")[0].rstrip("0123456789"))
        if role is None or not is_role(edge.role):
            hint = ", ".join(suggest(edge.role))
            found.append(Diagnostic("E202", f"{where}: unknown role", hint=hint))
        elif graph.nodes[edge.source].kind not in role.source:
            kind = graph.nodes[edge.source].kind
            found.append(Diagnostic("W203", f"{where}: leaves from a node of kind {kind}"))
    return found


def _attribute_findings(where: str, kind: str, name: str, value: str) -> list[Diagnostic]:
    attribute = attributes().get(name)
    if attribute is None:
        hint = ", ".join(suggest(name))
        return [Diagnostic("E201", f"{where}: unknown attribute :{name}", hint=hint)]
    found: list[Diagnostic] = []
    if not attribute.allows(value):
        hint = "values: " + " ".join(attribute.values)
        found.append(Diagnostic("W201", f"{where}: unlisted value :{name} {value}", hint=hint))
    if kind not in attribute.on:
        found.append(Diagnostic("W202", f"{where}: :{name} on a node of kind {kind}"))
    return found


def table_row(*cells: str) -> str:
    """Return a row of a table in Markdown."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _table(title: str, head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    lines = ["", f"## {title}", "", table_row(*head), "|" + "---|" * len(head)]
    return lines + [table_row(*row) for row in rows]


def _code(values: tuple[str, ...]) -> str:
    return " ".join(f"`{value}`" for value in values)


def _shown(role: Role) -> str:
    return {"plain": ":{0}", "word": ":{0}.WORD", "number": ":{0}N"}[role.form].format(role.name)


def _parts(names: tuple[str, ...]) -> str:
    """Shorten the names of producers or consumers.

    >>> _parts(("encodings/roles.lp", "knowledge/axioms", "coindex.reasoner.solving.solver"))
    'roles.lp, axioms, coindex.reasoner.solving.solver'
    """
    return ", ".join(name.rpartition("/")[2] for name in names) or "–"


def markdown() -> str:
    """Return the reference page ``docs/facts.md``."""
    lines = [
        "# Facts and vocabulary",
        "",
        "<!-- Written by `python -m kparse.notation.usage --update` from vocabulary.toml: edit that file. -->",
        "",
        "The predicates that the parts of the system share, and the legal names of the graph's notation, which",
        "[graph.md](graph.md) explains. Files whose names end in `.lp` are in `encodings`; `rows` and `axioms` are",
        "in `knowledge`.",
    ]
    for group, title in GROUPS.items():
        lines += _table(
            title,
            ("predicate", "types", "written by", "read by", "meaning"),
            [
                (f"`{p}`", ", ".join(p.types), _parts(p.producers), _parts(p.consumers), p.meaning)
                for p in entries()
                if p.group == group
            ],
        )
    lines += _table(
        "Types of arguments",
        ("type", "values", "meaning"),
        [(t.name, _code(t.values), t.meaning) for t in types().values()],
    )
    lines += _table(
        "Kinds of node",
        ("kind", "variables", "meaning"),
        [(f"`{k.name}`", f"`{k.prefix}1`", k.meaning) for k in kinds().values()],
    )
    lines += _table(
        "Attributes",
        ("attribute", "on", "values", "meaning"),
        [
            (f"`:{a.name}`", ", ".join(a.on), _code(a.values), a.meaning)
            for a in attributes().values()
        ],
    )
    lines += _table(
        "Roles",
        ("role", "from", "fact", "meaning"),
        [
            (f"`{_shown(r)}`", ", ".join(r.source), f"`{r.fact}`", r.meaning)
            for r in roles().values()
        ],
    )
    return "\n".join(lines) + "\n"
