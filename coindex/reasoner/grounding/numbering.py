"""A question's number as one more argument, so that clingo grounds many questions in one call.

A rule costs clingo some forty microseconds, however little it fires; for fifty questions in one program it costs that
once. Every predicate whose atoms depend on the text gets the number as its first argument: those of the question's
facts (:data:`OF_QUESTIONS`), and all that rules derive from them. Predicates of knowledge alone stay as they are.

What is to be minimised becomes an atom, ``paid(Question,Level,Tuple,Weight)``, so that each question's costs can be
read from a model of all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from clingo import ast
from clingo.ast import ASTType, Sign

from coindex.reasoner.asp.terms import split_fact
from coindex.reasoner.grounding.compiling import Compiled

OF_QUESTIONS = frozenset(
    """node/2 concept/2 feat/3 arg/3 link/3 alt/3 tokens/3 order/2 root/1 sentence/2 candidate/3 key/2 as_object/2
    asked_about/1 in_turn/1 quoted/1 name_of/2 person_name/1 same/2 together/3 counted/6 typical/4 salient/3
    profile_word/7""".split()
)
"""The predicates of a question's facts."""
QUESTION = "question"
"""Holds of the number of each question."""
PAID = "paid"
"""What a reading costs: question, level, what is paid for, weight."""
_VARIABLE = "Question"


def numbered_predicates(rules: Iterable[Compiled]) -> frozenset[str]:
    """Give the predicates that get a number: those of questions, and all that rules derive from them."""
    found = set(OF_QUESTIONS)
    waiting = [rule for rule in rules if rule.gives or rule.chooses]
    while True:
        rest = []
        for rule in waiting:
            if found.isdisjoint({one.predicate for one in rule.asks} | rule.unsure):
                rest.append(rule)
            else:
                found.update(one.predicate for one in rule.gives)
                found |= rule.chooses
        if len(rest) == len(waiting):
            return frozenset(found)
        waiting = rest


class _Numbered(ast.Transformer):
    """Adds the variable to all atoms of some predicates."""

    def __init__(self, predicates: Collection[str]) -> None:
        self.predicates = predicates

    def visit_SymbolicAtom(self, node: Any) -> Any:
        """Add the variable to an atom."""
        if not self._has_number(node.symbol):
            return node
        variable = ast.Variable(node.symbol.location, _VARIABLE)
        symbol = node.symbol.update(arguments=[variable, *node.symbol.arguments])
        return node.update(symbol=symbol)

    def binds(self, literal: Any) -> bool:
        """Tell whether a literal binds the number."""
        if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
            return False
        atom = literal.atom
        return atom.ast_type == ASTType.SymbolicAtom and self._has_number(atom.symbol)

    def _has_number(self, symbol: Any) -> bool:
        return f"{symbol.name}/{len(symbol.arguments)}" in self.predicates


def numbered(text: str, predicates: Collection[str]) -> str:
    """Write a statement with a number in all atoms of some predicates.

    >>> numbered("p(X) :- q(X); not r(X).", {"p/1", "q/1", "r/1"})
    'p(Question,X) :- q(Question,X); not r(Question,X).'
    >>> numbered("a(X) :- b(X).", {"p/1"})
    'a(X) :- b(X).'
    >>> numbered(":~ not p. [3@1,a]", {"p/0"})
    'paid(Question,1,(a,),3) :- not p(Question); question(Question).'
    """
    found: list[Any] = []
    ast.parse_string(text, found.append)
    statement = found[-1]
    if statement.ast_type not in (ASTType.Rule, ASTType.Minimize):
        return text
    adding = _Numbered(predicates)
    new = adding.visit(statement)
    if str(new) == str(statement):
        return text if statement.ast_type == ASTType.Rule else ""
    body = [str(literal) for literal in new.body]
    if not any(map(adding.binds, statement.body)):
        body.append(f"{QUESTION}({_VARIABLE})")
    if statement.ast_type == ASTType.Minimize:
        paid_for = "".join(f"{term}," for term in statement.terms)
        head = f"{PAID}({_VARIABLE},{statement.priority},({paid_for}),{statement.weight})"
    else:
        head = str(new.head)
    return f"{head} :- {'; '.join(body)}."


def numbered_fact(fact: str, number: int) -> str:
    """Write a fact with the number of a question.

    >>> numbered_fact("p(a,b)", 3), numbered_fact("q", 3)
    ('p(3,a,b)', 'q(3)')
    """
    name, bracket, rest = fact.partition("(")
    return f"{name}({number},{rest}" if bracket else f"{name}({number})"


def has_number(fact: str, predicates: Collection[str]) -> bool:
    """Tell whether the predicate of a fact gets a number."""
    return split_fact(fact)[0] in predicates
