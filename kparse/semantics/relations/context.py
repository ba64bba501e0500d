"""The state that the steps of the graph builder share."""

from __future__ import annotations

from kparse.graph import KINDS, Choice, Edge, SemanticGraph
from kparse.input.tree import Tree

CLAUSAL = frozenset({"root", "ccomp", "xcomp", "advcl", "acl", "csubj", "parataxis"})


class Context:
    """The tree, the graph being built, and which node each token has.

    A node's variable is a prefix and the token's index (``e17``); ``build`` renumbers them at the end.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.graph = SemanticGraph()
        self.own: dict[int, str] = {}
        """Token -> its own node (for a conjunct not that of the group)."""
        self.ref: dict[int, str] = {}
        """Token -> the target of the edge from its head (the group, the antecedent of a relative pronoun)."""
        self.predicates: list[int] = []
        """Tokens that are clausal predicates, heads first."""
        self.absorbed: set[int] = set()
        self.connective: dict[int, str] = {}
        """Clause token -> connective of its initial adverb or conjunction (``Then``, ``so``)."""
        self.inner: dict[int, str] = {}
        """Token -> the entity inside a state of place (``is in the box``: the box)."""
        self.group_of: dict[int, str] = {}
        """First conjunct -> the group."""
        self.relative: dict[int, int] = {}
        """Relative pronoun -> the head of its antecedent."""
        self.surface: dict[int, str] = {}
        """Predicate -> its surface subject's node, given or understood."""
        self.groups = 0

    def add(
        self, i: int, prefix: str, concept: str, attrs: dict[str, str], tokens: list[int]
    ) -> str:
        """Make the node of a token."""
        node = f"{prefix}{i}"
        self.graph.add_node(
            node, concept, kind=KINDS[prefix], attrs=attrs, tokens=sorted(set(tokens))
        )
        self.own[i] = self.ref[i] = node
        return node

    def edge(
        self, source: str | None, role: str, target: str | None, choice: Choice | None = None
    ) -> None:
        """Add an edge, unless one end is missing or both are the same."""
        if source is None or target is None or source == target:
            return
        self.graph.add_edge(source, role, target, choice)

    def has(self, node: str, role: str) -> bool:
        """Whether an edge with that role leaves the node."""
        return bool(self.graph.out(node, role))

    def kind(self, node: str | None) -> str:
        """The kind of a node; empty if there is no node."""
        return self.graph.nodes[node].kind if node is not None else ""

    def node(self, i: int | None) -> str | None:
        """The node for a token as the dependent of another one."""
        return None if i is None else self.ref.get(i)

    def is_predicate(self, i: int) -> bool:
        """Whether a token is the predicate of a clause."""
        return self.kind(self.own.get(i)) in ("event", "state")

    def predicate_above(self, i: int) -> int | None:
        """The nearest clausal predicate strictly above a token."""
        head = self.tree.head[i]
        while head >= 0 and not self.is_predicate(head):
            head = self.tree.head[head]
        return head if head >= 0 else None

    def ref_of_inner(self, i: int) -> str:
        """The entity inside a state of place, or its group: "is in Rome or Paris"."""
        return self.group_of.get(i, self.inner[i])

    def noun_node(self, i: int) -> str | None:
        """The noun that a modifier of token ``i`` modifies (inside a state of place: the place)."""
        return self.inner.get(i) or self.own.get(i)

    def under(self, i: int, top: int) -> bool:
        """Whether a token is under another one."""
        while i >= 0 and i != top:
            i = self.tree.head[i]
        return i == top

    def drop(self, i: int) -> None:
        """Remove the node of a token and its edges."""
        node = self.own.pop(i, None)
        self.ref.pop(i, None)
        if node is None or node not in self.graph.nodes:
            return
        for edge in [*self.graph.out(node), *self.graph.into(node)]:
            self.graph.remove_edge(edge)
        del self.graph.nodes[node]

    def forget(self, i: int) -> None:
        """Remove the node of a predicate for good; its arguments stay."""
        self.drop(i)
        if i in self.inner:
            self.own[i] = self.ref[i] = self.inner[i]

    def recast(self, i: int, prefix: str, concept: str, attrs: dict[str, str]) -> str:
        """Replace the node of a token by one of another kind or concept; its edges stay."""
        old = self.own[i]
        before, after = self.graph.out(old), self.graph.into(old)
        tokens = self.graph.nodes[old].tokens
        for edge in [*before, *after]:
            self.graph.remove_edge(edge)
        del self.graph.nodes[old]
        node = self.add(i, prefix, concept, attrs, list(tokens))
        for edge in before:
            self.edge(node, edge.role, edge.target, edge.choice)
        for edge in after:
            self.edge(edge.source, edge.role, node, edge.choice)
        return node

    def reaches(self, start: str, goal: str) -> bool:
        """Whether a path of edges leads from one node to the other."""
        stack, seen = [start], {start}
        while stack:
            node = stack.pop()
            if node == goal:
                return True
            for edge in self.graph.out(node):
                if edge.target not in seen:
                    seen.add(edge.target)
                    stack.append(edge.target)
        return False

    def set_subject(self, i: int, node: str) -> bool:
        """Give a predicate its understood surface subject, which is the object of a passive."""
        own = self.own[i]
        if own == node or i in self.surface:
            return False
        self.surface[i] = node
        passive = self.graph.nodes[own].attrs.get("voice") == "pass"
        role = "iobj" if passive and self.has(own, "obj") else "obj" if passive else "subj"
        if not self.has(own, role):
            self.edge(own, role, node)
        return True

    def new_group(self) -> int:
        """The number of a new group of alternatives."""
        self.groups += 1
        return self.groups

    def replace(self, edge: Edge, role: str | None = None, target: str | None = None) -> None:
        """Replace an edge by one with another role or target."""
        self.graph.remove_edge(edge)
        self.edge(edge.source, role or edge.role, target or edge.target, edge.choice)
