"""Templates of rules that :mod:`coindex.reasoner.explaining.trace` grounds over the atoms of one model.

A program text becomes a :class:`Unit`: its plain facts with their lines, and
for every way a rule can derive an atom a :class:`Template`, found with ``clingo.ast``. A template
carries *sidecar* rules as text ::

    F(K,head,(positive,...),(negated,...),(value,...)) :- body. E(K,N,I,(value,...),(local
    value,...),(positive,...),(negated,...)) :- F(K,_,_,_,(value,...)), condition.

``F`` holds once for every instance of the rule whose body holds, with the values of its variables;
``E`` holds once for every instance of the ``I``-th element of the body's ``N``-th aggregate or
conditional literal. Pools are expanded first, and intervals and anonymous variables of the body get
names, so that terms and literals refer to the same instance.

Texts are compiled once (:func:`compile_text` remembers them).
Rules in parts with parameters (``#program step(t).``) and rules with theory atoms in their heads
are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from clingo import ast
from clingo.ast import ASTType, Sign

from coindex.reasoner.asp.syntax import MESSAGE, attempt, comments_of, is_fact, notes_above
from coindex.reasoner.asp.terms import STRING, arguments, name_of
from kparse.caches import lru_cache, table
from kparse.errors import KnowledgeError, Location

PartKind = Literal["positive", "negative", "maybe", "condition", "counted", "each"]

_VARIABLE = re.compile(rf"{STRING}|(?<![\w'])(?:_*[A-Z][\w']*|_(?![\w']))")
_QUOTED = re.compile(STRING)
_INCLUDE = re.compile(r"^[ \t]*#include[^\n]*", re.MULTILINE)
_GROUND = re.compile(rf"(?:{STRING}|(?<![\w'])_*[a-z][\w']*|(?<![\w'])\d+|[(),])+")
_OPERAND = re.compile(r'(^|[=<>] )\(([^(),"]*)\)(?= [=<>!]|$)')
_POOL = re.compile(r";(?! )")


@dataclass(frozen=True, slots=True)
class Part:
    """A literal of a body: as it is shown (``text``), and as it is written in the sidecar (``source``)."""

    kind: PartKind
    text: str
    source: str
    slot: int = -1
    """Index into the positive or negated terms, number of the aggregate, or -1 if there is only text."""
    atom: str = ""
    """The atom as written in the sidecar."""


@dataclass(frozen=True, slots=True)
class Element:
    """An element of an aggregate or conditional literal: its condition and local variables."""

    parts: tuple[Part, ...]
    variables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Template:
    """One way in which a rule derives an atom, ready to be grounded over a model."""

    line: int
    source: str
    notes: Mapping[str, str] = field(compare=False)
    how: Literal["rule", "chosen", "row"]
    head: str
    """Name of the head's predicate, with the sign of strong negation."""
    variables: tuple[str, ...]
    parts: tuple[Part, ...]
    elements: tuple[tuple[Element, ...], ...]
    """The elements of each aggregate or conditional literal of the body."""
    rules: tuple[str, ...]
    """Sidecar rules; NUL stands for the free prefix, SOH for the number of the template."""
    needs: frozenset[str]
    """Names of the predicates without which the body cannot hold."""
    keys: frozenset[tuple[str, int, str]]
    """Ground arguments (predicate, index, argument) that atoms of the model must have."""
    supports: frozenset[str]
    """Names of the predicates that a proof may go through."""
    mentions: frozenset[str]
    """Names of all predicates of the sidecar rules."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A compiled text."""

    facts: Mapping[str, int]
    """Plain facts, each with the line where it is first written."""
    templates: tuple[Template, ...]
    by_head: Mapping[str, tuple[Template, ...]] = field(default_factory=dict, compare=False)
    """The templates by head predicate."""


# ----------------------------------------------------------------------------------- pieces of text


def map_variables(text: str, change: Callable[[str], str]) -> str:
    """Rewrite every variable of a term or literal, except in strings.

    >>> map_variables('p(X,"X",f(_),x)', str.lower)
    'p(x,"X",f(_),x)'
    """
    return _VARIABLE.sub(lambda m: m[0] if m[0].startswith('"') else change(m[0]), text)


@lru_cache(50_000)
def variables_of(text: str) -> tuple[str, ...]:
    """Return the variables of a term or literal, each once, in order, without ``_``.

    >>> variables_of('p(Y,X,Y,"Z",_)')
    ('Y', 'X')
    """
    found = (m[0] for m in _VARIABLE.finditer(text) if not m[0].startswith('"'))
    return tuple(dict.fromkeys(v for v in found if v != "_"))


def write_tuple(terms: Iterable[str]) -> str:
    """Write a tuple term.

    >>> write_tuple([]), write_tuple(["X"]), write_tuple(["X", "Y"])
    ('()', '(X,)', '(X,Y)')
    """
    items = list(terms)
    return f"({items[0]},)" if len(items) == 1 else f"({','.join(items)})"


def _bare(text: str) -> str:
    return _QUOTED.sub('""', text)


# ---------------------------------------------------------------------------------------- compiling


_UNITS: dict[str, Unit] = table({})
_UNITS_KEPT = 8192
"""More than the number of axioms; with fewer, each explanation would recompile them all."""


def compile_text(text: str, file: str = "<text>", first_line: int = 1) -> Unit:
    """Compile a program text (cached); lines of the result count from 1.

    Raises:
        KnowledgeError: if clingo cannot read the text; ``file`` and ``first_line`` give its place.
    """
    unit = _UNITS.get(text)
    if unit is None:
        unit = _compile(text, file, first_line)
        while len(_UNITS) >= _UNITS_KEPT:
            del _UNITS[next(iter(_UNITS))]
        _UNITS[text] = unit
    return unit


def _compile(text: str, file: str, first_line: int) -> Unit:
    text = _INCLUDE.sub("", text)
    nodes, messages = attempt(text)
    if messages:
        match = MESSAGE.match(messages[0])
        place = (int(match[1]) + first_line - 1, int(match[2])) if match else ()
        told = " ".join((match[4] if match else messages[0]).split())
        raise KnowledgeError(told, location=Location(file, *place))
    comments = comments_of(nodes, text.split("\n"))
    facts: dict[str, int] = {}
    templates: list[Template] = []
    inside = True
    for node in nodes:
        kind = node.ast_type
        if kind == ASTType.Program:
            inside = not node.parameters
        elif kind == ASTType.Rule and inside:
            line = node.location.begin.line
            if is_fact(node):
                for one in node.unpool():
                    facts.setdefault(str(one.head), line)
            else:
                notes = notes_above(comments, line)
                templates += _rule_templates(node, {key: n.text for key, n in notes.items()})
    by_head: dict[str, tuple[Template, ...]] = {}
    for template in templates:
        by_head[template.head] = (*by_head.get(template.head, ()), template)
    return Unit(facts, tuple(templates), by_head)


def _rule_templates(rule: Any, notes: Mapping[str, str]) -> Iterator[Template]:
    source = str(rule)
    line = rule.location.begin.line
    plainly: set[str] = set()
    for plain in rule.unpool() if _POOL.search(_bare(source)) else (rule,):
        for head in _heads(plain.head):
            writer = _Writer(plain, source, line, notes, head, plainly)
            template = writer.template()
            if template is not None:
                yield template


@dataclass(frozen=True, slots=True)
class _Head:
    atom: Any
    condition: tuple[Any, ...] = ()
    chosen: bool = False


def _heads(head: Any) -> Iterator[_Head]:
    """List the atoms that a head may make true."""
    kind = head.ast_type
    if kind == ASTType.Literal:
        if _is_plain(head):
            yield _Head(head.atom.symbol)
    elif kind in (ASTType.Aggregate, ASTType.Disjunction):
        for element in head.elements:
            if _is_plain(element.literal):
                yield _Head(element.literal.atom.symbol, tuple(element.condition), chosen=True)
    elif kind == ASTType.HeadAggregate:
        for element in head.elements:
            inner = element.condition
            if _is_plain(inner.literal):
                yield _Head(inner.literal.atom.symbol, tuple(inner.condition), chosen=True)


def _is_plain(literal: Any) -> bool:
    return bool(literal.sign == Sign.NoSign and literal.atom.ast_type == ASTType.SymbolicAtom)


class _Intervals(ast.Transformer):
    """Replaces intervals by variables."""

    def __init__(self, fresh: Callable[[], str]) -> None:
        self.fresh = fresh
        self.found: list[str] = []

    def visit_Interval(self, node: Any) -> Any:
        """Replace an interval."""
        name = self.fresh()
        self.found.append(f"{name}={node}")
        return ast.Variable(node.location, name)


class _Terms:
    """The positive and negated atoms that a sidecar atom carries."""

    def __init__(self) -> None:
        self.positive: list[str] = []
        self.negative: list[str] = []


class _Writer:
    """Writes the template of one head of one rule without pools."""

    def __init__(
        self,
        rule: Any,
        source: str,
        line: int,
        notes: Mapping[str, str],
        head: _Head,
        plainly: set[str],
    ) -> None:
        """Take a rule; ``plainly`` collects the literals that are found to be single atoms."""
        self.rule, self.source, self.line, self.notes, self.head = rule, source, line, notes, head
        self.plainly = plainly
        stem = "V"
        while re.search(rf"\b{stem}\d", source):
            stem += "v"
        self.stem, self.used = stem, 0
        self.renamed: dict[str, str] = {}
        self.elements: list[list[tuple[tuple[Part, ...], _Terms]]] = []

    def fresh(self) -> str:
        """Return a new variable."""
        self.used += 1
        return f"{self.stem}{self.used}"

    # -- literals

    def _atom(self, symbol: Any) -> tuple[str, list[str]]:
        """Write an atom; intervals become variables, bound by the conditions that are also returned."""
        text = str(symbol)
        if ".." not in _bare(text):
            return text, []
        intervals = _Intervals(self.fresh)
        return str(intervals.visit(symbol)), intervals.found

    def _simple(self, literal: Any, terms: _Terms) -> Part | None:
        """Write a plain literal and add its atom to ``terms``; ``None`` for ``#true``."""
        atom = literal.atom
        if atom.ast_type == ASTType.BooleanConstant:
            always = bool(atom.value) == (literal.sign != Sign.Negation)
            return None if always else Part("condition", "#false", "#false")
        if atom.ast_type != ASTType.SymbolicAtom:
            return Part("condition", _tidy(str(literal)), str(literal))
        if literal.sign == Sign.NoSign:
            return self._positive(atom.symbol, terms)
        return self._negated(literal, terms)

    def _positive(self, symbol: Any, terms: _Terms) -> Part:
        text, extra = self._atom(symbol)
        if not extra:
            self.plainly.add(text)
        return self._reified(text, extra, terms)

    def _reified(self, text: str, extra: list[str], terms: _Terms) -> Part:
        named = map_variables(text, lambda v: self.fresh() if v == "_" else v)
        terms.positive.append(named)
        return Part("positive", text, "; ".join([named, *extra]), len(terms.positive) - 1, named)

    def _negated(self, literal: Any, terms: _Terms) -> Part:
        text, extra = self._atom(literal.atom.symbol)
        double = literal.sign == Sign.DoubleNegation
        source = "; ".join([("not not " if double else "not ") + text, *extra])
        anonymous = "_" in (m[0] for m in _VARIABLE.finditer(text))
        if not anonymous:
            terms.negative.append(text)
        slot = -1 if anonymous else len(terms.negative) - 1
        return Part("maybe" if double else "negative", text, source, slot, text)

    def _set(self, literal: Any) -> Part:
        """Write an aggregate or a conditional literal, and record its elements."""
        self.elements.append([])
        number = len(self.elements) - 1
        kind: PartKind = "counted"
        if literal.ast_type == ASTType.ConditionalLiteral:
            kind = "each"
            self._element(number, (literal.literal, *literal.condition))
        elif literal.atom.ast_type == ASTType.Aggregate:
            for element in literal.atom.elements:
                self._element(number, (element.literal, *element.condition))
        else:
            for element in literal.atom.elements:
                self._element(number, tuple(element.condition))
        return Part(kind, _tidy(str(literal)), str(literal), number)

    def _element(self, number: int, condition: tuple[Any, ...]) -> None:
        reified = _Terms()
        parts = [p for p in (self._simple(c, reified) for c in condition) if p is not None]
        self.elements[number].append((tuple(parts), reified))

    def _body(self, literal: Any, terms: _Terms) -> Part | None:
        text = str(literal)
        if text in self.plainly:  # variants of a rule share most of their literals
            return self._reified(text, [], terms)
        if literal.ast_type == ASTType.ConditionalLiteral:
            return self._set(literal)
        if literal.atom.ast_type in (ASTType.Aggregate, ASTType.BodyAggregate):
            return self._set(literal)
        if literal.atom.ast_type == ASTType.TheoryAtom:
            return Part("condition", str(literal), "")
        return self._simple(literal, terms)

    # -- the whole

    def template(self) -> Template | None:
        """Write the sidecar rules; ``None`` if a theory atom would leave them unsafe."""
        terms = _Terms()
        parts = [p for p in (self._body(b, terms) for b in self.rule.body) if p is not None]
        names = self._global_variables(parts)
        head, guard = str(self.head.atom), list[str]()
        if self.head.chosen:
            head, extra = self._atom(self.head.atom)
            before = len(parts)
            parts += [
                p for p in (self._simple(c, terms) for c in self.head.condition) if p is not None
            ]
            guard = [head, *extra]
            self._part_names(names, [head, *(p.source for p in parts[before:])], parts[:before])
            if self.renamed:
                head, guard = self._rename(head), [self._rename(g) for g in guard]
                terms.positive = [self._rename(t) for t in terms.positive]
                terms.negative = [self._rename(t) for t in terms.negative]
                parts = [self._set_apart(p) for p in parts[:before]] + [
                    replace(p, source=self._rename(p.source), atom=self._rename(p.atom))
                    for p in parts[before:]
                ]
        if self._unsafe(parts):
            return None
        return self._assemble(head, guard, names, parts, terms)

    def _rename(self, text: str) -> str:
        return map_variables(text, lambda v: self.renamed.get(v, v))

    def _set_apart(self, part: Part) -> Part:
        """Mark, in the shown text, an aggregate's local variables whose names the choice also uses."""
        return replace(
            part, text=map_variables(part.text, lambda v: f"{v}'" if v in self.renamed else v)
        )

    def _part_names(self, names: list[str], local: list[str], body: list[Part]) -> None:
        """Add a choice element's variables; rename those that are also local to an aggregate."""
        inner = {v for p in body if p.kind in ("counted", "each") for v in variables_of(p.source)}
        for text in local:
            for name in variables_of(text):
                if name not in names and not self._is_fresh(name):
                    names.append(name)
                    if name in inner:
                        self.renamed[name] = self.fresh()

    def _is_fresh(self, name: str) -> bool:
        return re.fullmatch(rf"{self.stem}\d+", name) is not None

    def _global_variables(self, parts: list[Part]) -> list[str]:
        """Return the rule's global variables, in the order of its body."""
        names: list[str] = []
        for literal in self.rule.body:
            if literal.ast_type == ASTType.ConditionalLiteral:
                continue
            if literal.atom.ast_type in (ASTType.Aggregate, ASTType.BodyAggregate):
                guards = (literal.atom.left_guard, literal.atom.right_guard)
                names += [v for g in guards if g is not None for v in variables_of(str(g.term))]
            else:
                names += variables_of(str(literal))
        return list(dict.fromkeys(names))

    def _unsafe(self, parts: list[Part]) -> bool:
        bound = {v for p in parts for v in variables_of(p.source)}
        return any(not set(variables_of(p.text)) <= bound for p in parts if not p.source)

    def _assemble(
        self, head: str, guard: list[str], names: list[str], parts: list[Part], terms: _Terms
    ) -> Template:
        values = write_tuple(self.renamed.get(n, n) for n in names)
        body = guard + [p.source for p in parts if p.source]
        first = (
            f"\0f(\1,{head},{write_tuple(terms.positive)},{write_tuple(terms.negative)},{values})"
            + (f" :- {'; '.join(body)}" if body else "")
            + "."
        )
        rules = [first]
        elements: list[tuple[Element, ...]] = []
        for number, members in enumerate(self.elements):
            elements.append(tuple(Element(parts, self._own(parts, names)) for parts, _ in members))
            for which, (conditions, reified) in enumerate(members):
                condition = [f"\0f(\1,_,_,_,{values})", *(c.source for c in conditions)]
                own = write_tuple(elements[-1][which].variables)
                rules.append(
                    f"\0e(\1,{number},{which},{values},{own},{write_tuple(reified.positive)},"
                    f"{write_tuple(reified.negative)}) :- {'; '.join(condition)}."
                )
        return self._summary(head, names, parts, terms, tuple(rules), tuple(elements))

    def _own(self, parts: Iterable[Part], names: list[str]) -> tuple[str, ...]:
        taken = [n for n in names if n not in self.renamed]
        own = (v for p in parts for v in variables_of(p.source))
        return tuple(dict.fromkeys(v for v in own if v not in taken and not self._is_fresh(v)))

    def _summary(
        self,
        head: str,
        names: list[str],
        parts: list[Part],
        terms: _Terms,
        rules: tuple[str, ...],
        elements: tuple[tuple[Element, ...], ...],
    ) -> Template:
        needs = frozenset(map(name_of, terms.positive))
        reified = [terms for members in self.elements for _, terms in members]
        inner = frozenset(name_of(a) for each in reified for a in each.positive)
        every = [p for members in elements for element in members for p in element.parts] + parts
        named = frozenset(
            name_of(p.text) for p in every if p.kind in ("positive", "negative", "maybe")
        )
        chosen = frozenset([name_of(head)]) if self.head.chosen else frozenset[str]()
        row = not parts and not self.head.chosen
        return Template(
            line=self.line,
            source=self.source,
            notes=self.notes,
            how="chosen" if self.head.chosen else "row" if row else "rule",
            head=name_of(head),
            variables=tuple(names),
            parts=tuple(parts),
            elements=elements,
            rules=rules,
            needs=needs,
            keys=frozenset(key for atom in (head, *terms.positive) for key in keys_of(atom)),
            supports=needs | inner,
            mentions=named | chosen,
        )


def keys_of(atom: str) -> Iterator[tuple[str, int, str]]:
    """Yield an atom's ground arguments, each with the predicate and its index.

    >>> list(keys_of("expl(idle,E,f(a))"))
    [('expl', 0, 'idle'), ('expl', 2, 'f(a)')]
    """
    for index, argument in enumerate(arguments(atom)):
        if _GROUND.fullmatch(argument):
            yield name_of(atom), index, argument


def _tidy(text: str) -> str:
    """Drop the parentheses that clingo writes around intervals and sums.

    >>> _tidy("X = (1..3)"), _tidy("(X+1) < Y"), _tidy("X = (a,b)")
    ('X = 1..3', 'X+1 < Y', 'X = (a,b)')
    """
    return _OPERAND.sub(r"\1\2", text)
