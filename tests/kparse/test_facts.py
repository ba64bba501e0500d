"""Notation to ASP facts."""

from __future__ import annotations

import clingo
import pytest
from clingo import Symbol, SymbolType, parse_term
from hypothesis import given, settings

from kparse.asp import plain
from kparse.errors import NotationError
from kparse.graph import SemanticGraph
from kparse.notation import penman as notation
from kparse.notation import vocabulary
from kparse.notation.facts import facts, relation
from tests.kparse.test_notation import graphs

SAMPLE = """
# ::snt The trophy does not fit in the box of wood because it is too big.
(d1 / text
   :snt1 (e1 / fit~3,4,7 :polarity - :tense pres :form fin
      :subj (x1 / trophy~1 :num sg :def def :quant 3)
      :obl.in (x2 / "odd \\"box\\""~5
         :nmod.of?1! (x3 / wood)
         :appos-of (x4 / case))
      :nmod.of?1 x3
      :link.because?2 (s1 / big~11 :pos adj :degree too
         :subj (p1 / it~9))
      :link.next (e2 / go :link.because?2! s1)
      :subj (g1 / and :op x1))
   :snt2 e2)
"""


def test_sample() -> None:
    assert facts(SAMPLE) == [
        "root(d1).",
        "node(d1,text).",
        'concept(d1,"text").',
        "node(e1,event).",
        'concept(e1,"fit").',
        'feat(e1,polarity,"-").',
        'feat(e1,tense,"pres").',
        'feat(e1,form,"fin").',
        "tokens(e1,3,4).",
        "tokens(e1,7,7).",
        "order(e1,3).",
        "node(x1,entity).",
        'concept(x1,"trophy").',
        'feat(x1,num,"sg").',
        'feat(x1,def,"def").',
        'feat(x1,quant,"3").',
        "tokens(x1,1,1).",
        "order(x1,1).",
        "node(x2,entity).",
        'concept(x2,"odd \\"box\\"").',
        "tokens(x2,5,5).",
        "order(x2,5).",
        "node(x3,entity).",
        'concept(x3,"wood").',
        "node(x4,entity).",
        'concept(x4,"case").',
        "node(s1,state).",
        'concept(s1,"big").',
        'feat(s1,pos,"adj").',
        'feat(s1,degree,"too").',
        "tokens(s1,11,11).",
        "order(s1,11).",
        "node(p1,pronoun).",
        'concept(p1,"it").',
        "tokens(p1,9,9).",
        "order(p1,9).",
        "node(e2,event).",
        'concept(e2,"go").',
        "node(g1,group).",
        'concept(g1,"and").',
        "sentence(1,e1).",
        "sentence(2,e2).",
        "arg(e1,subj,x1).",
        'arg(e1,obl("in"),x2).',
        'link(e1,"next",e2).',
        "arg(e1,subj,g1).",
        "arg(x4,appos,x2).",
        "arg(s1,subj,p1).",
        "arg(g1,op,x1).",
        'alt(1,0,arg(x2,nmod("of"),x3)).',
        'alt(1,1,arg(e1,nmod("of"),x3)).',
        'alt(2,0,link(e2,"because",s1)).',
        'alt(2,1,link(e1,"because",s1)).',
    ]


def fits(value: Symbol, kind: str) -> bool:
    """Tell whether a value has a type of the vocabulary."""
    if kind in ("string", "integer"):
        return value.type == (SymbolType.String if kind == "string" else SymbolType.Number)
    if value.type != SymbolType.Function:
        return False
    if kind == "edge":
        return well_formed(value) and value.name in ("arg", "link")
    if kind == "relation":
        words = [plain(word.string) for word in value.arguments]
        return vocabulary.is_role(".".join([value.name, *words]))
    known = {"kind": set(vocabulary.kinds()), "attribute": set(vocabulary.attributes())}
    return not value.arguments and (kind == "node" or value.name in known[kind])


def atoms_of(text: str) -> list[Symbol]:
    """Read the facts of a text."""
    return [parse_term(fact.removesuffix(".")) for fact in facts(text)]


def well_formed(atom: Symbol) -> bool:
    """Tell whether the vocabulary knows an atom and its arguments have the right types."""
    predicate = vocabulary.find(atom.name, len(atom.arguments))
    return predicate is not None and all(
        fits(value, kind) for value, (_, kind) in zip(atom.arguments, predicate.args, strict=True)
    )


@given(graphs())
@settings(max_examples=40, deadline=None)
def test_facts_are_of_the_vocabulary(graph: SemanticGraph) -> None:
    for atom in atoms_of(notation.encode(graph)):
        assert well_formed(atom), atom


def test_sample_uses_all_graph_predicates() -> None:
    used = {atom.name for atom in atoms_of(SAMPLE)}
    written = {
        p.name for p in vocabulary.predicates().values() if p.producer == "kparse.notation.facts"
    }
    assert used == written


@given(graphs())
@settings(max_examples=40, deadline=None)
def test_facts_keep_the_graph(graph: SemanticGraph) -> None:
    atoms = atoms_of(notation.encode(graph))
    concepts = {
        str(a.arguments[0]): plain(a.arguments[1].string) for a in atoms if a.name == "concept"
    }
    assert concepts == {n.id: n.concept for n in graph.nodes.values()}
    edges = sum(atom.name in ("arg", "link", "sentence", "alt") for atom in atoms)
    assert edges == len(graph.edges)


def test_clingo_reads_the_facts() -> None:
    lines = facts(SAMPLE)
    control = clingo.Control()
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    assert {str(a.symbol) + "." for a in control.symbolic_atoms} == set(lines)


def test_errors_are_those_of_the_notation() -> None:
    with pytest.raises(NotationError, match=r"a\.penman:1:12: unknown role :agent"):
        facts("(d1 / text :agent (x1 / dog))", "a.penman")
    with pytest.raises(NotationError, match="found 2 graphs"):
        facts("(d1 / text) (d2 / text)")


@pytest.mark.parametrize(
    ("role", "term"),
    [
        ("subj", "subj"),
        ("obl.in", 'obl("in")'),
        ('obl.a"b', 'obl("a\\"b")'),
        ("nmod.a.b", 'nmod("a.b")'),
    ],
)
def test_relation(role: str, term: str) -> None:
    assert relation(role) == term
