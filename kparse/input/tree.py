"""The dependency trees of a text, which repair rules may change: always a forest, at first one root per sentence."""

from __future__ import annotations

from bisect import bisect_left

from kparse.caches import cache
from kparse.input.tokens import ParsedText, Token

OLD_LABELS = {
    "nsubjpass": "nsubj:pass",
    "auxpass": "aux:pass",
    "csubjpass": "csubj:pass",
    "dobj": "obj",
    "neg": "advmod",
    "prt": "compound:prt",
    "nmod:tmod": "nmod:unmarked",
    "nmod:npmod": "nmod:unmarked",
    "obl:tmod": "obl:unmarked",
    "obl:npmod": "obl:unmarked",
    "name": "flat",
    "mwe": "fixed",
}
"""Labels of earlier releases of the English treebanks -> the present ones."""


@cache
def _base(rel: str) -> str:
    return rel.partition(":")[0]


class Tree:
    """Heads, labels and children by token index. Children stay in text order."""

    def __init__(self, parsed: ParsedText) -> None:
        self.parsed = parsed
        self.tokens: tuple[Token, ...] = parsed.tokens
        count = len(self.tokens)
        self.lower = [t.form.lower().replace("’", "'") for t in self.tokens]
        self.lemma = [t.lemma for t in self.tokens]
        self.upos = [t.upos for t in self.tokens]
        self.xpos = [t.xpos for t in self.tokens]
        self.rel = [OLD_LABELS.get(t.deprel, t.deprel) for t in self.tokens]
        self.head = [t.head if -1 <= t.head < count else -1 for t in self.tokens]
        self.kids: list[list[int]] = [[] for _ in self.tokens]
        self.roots: list[int] = []
        self.repeats: set[int] = set()
        """Auxiliaries that repeat an earlier predicate, although a phrase follows (``but it was not for Olga``)."""
        self.extra: dict[int, dict[str, str]] = {}
        """Attributes that a repair rule adds (``have to go``: ``modal`` ``must`` on ``go``)."""
        self._make_forest()

    def __len__(self) -> int:
        return len(self.tokens)

    def _make_forest(self) -> None:
        """Leave one root per sentence; cut cycles and heads in other sentences."""
        state = [0] * len(self.tokens)  # 0 new, 1 on the current path, 2 known to lead to a root
        for start in range(len(self.tokens)):
            path, i = [], start
            while i >= 0 and state[i] == 0:
                state[i] = 1
                path.append(i)
                head = self.head[i]
                if head >= 0 and self.tokens[head].sentence != self.tokens[i].sentence:
                    self.head[i] = head = -1
                i = head
            if i >= 0 and state[i] == 1:
                self.head[i] = -1
            for j in path:
                state[j] = 2
        first: dict[int, int] = {}
        for i, token in enumerate(self.tokens):
            if self.head[i] >= 0:
                continue
            root = first.setdefault(token.sentence, i)
            if root == i:
                self.roots.append(i)
                self.rel[i] = "root"
            else:
                self.head[i] = root
                self.rel[i] = "punct" if self.upos[i] == "PUNCT" else "parataxis"
        for i, head in enumerate(self.head):
            if head >= 0:
                self.kids[head].append(i)

    def base(self, i: int) -> str:
        """The label without its subtype."""
        return _base(self.rel[i])

    def get(self, i: int, *labels: str) -> list[int]:
        """Children with one of the labels (``obl`` also finds ``obl:agent``; ``obl:agent`` only itself)."""
        kids, rel = self.kids[i], self.rel
        if not kids:
            return []
        return [k for k in kids if (r := rel[k]) in labels or (":" in r and _base(r) in labels)]

    def first(self, i: int, *labels: str) -> int | None:
        """The first child with one of the labels."""
        return next(
            (k for k in self.kids[i] if self.rel[k] in labels or self.base(k) in labels), None
        )

    def attach(self, i: int, head: int, rel: str) -> None:
        """Give a token another head and label; does nothing if that would make a cycle."""
        above = head
        while above >= 0:
            if above == i:
                return
            above = self.head[above]
        old = self.head[i]
        if old >= 0:
            self.kids[old].remove(i)
        elif i in self.roots:
            return
        self.head[i], self.rel[i] = head, rel
        kids = self.kids[head]
        kids.insert(bisect_left(kids, i), i)

    def detach(self, i: int) -> None:
        """Make a token the root of its own tree."""
        old = self.head[i]
        if old < 0:
            return
        self.kids[old].remove(i)
        self.head[i], self.rel[i] = -1, "root"
        self.roots.insert(bisect_left(self.roots, i), i)

    def subordinate(self, root: int, head: int, rel: str) -> None:
        """Attach a root to a token of another tree; does nothing if that would make a cycle."""
        above = head
        while self.head[above] >= 0:
            above = self.head[above]
        if above != root and root in self.roots:
            self.roots.remove(root)
            self.head[root], self.rel[root] = head, rel
            kids = self.kids[head]
            kids.insert(bisect_left(kids, root), root)

    def promote(self, i: int, label: str) -> None:
        """Let a child take the place and the other children of its head, which becomes its dependent with ``label``."""
        head = self.head[i]
        if head < 0:
            return
        above, rel = self.head[head], self.rel[head]
        self.kids[head].remove(i)
        self.head[i], self.rel[i] = above, rel
        if above >= 0:
            kids = self.kids[above]
            kids[kids.index(head)] = i
            kids.sort()
        else:
            self.roots[self.roots.index(head)] = i
        for kid in [*self.kids[head], head]:
            self.head[kid] = i
        self.kids[i] = sorted([*self.kids[i], *self.kids[head], head])
        self.kids[head] = []
        self.rel[head] = label

    def retag(self, i: int, upos: str, xpos: str, lemma: str) -> None:
        """Give a token another word class and lemma."""
        self.upos[i], self.xpos[i], self.lemma[i] = upos, xpos, lemma

    def feat(self, i: int, name: str) -> str:
        """A morphological feature's value, or an empty string."""
        return self.tokens[i].feats.get(name, "")

    def sentence_of(self, i: int) -> int:
        """The number of the parser's sentence that a token is in."""
        return self.tokens[i].sentence

    def subtree(self, i: int) -> list[int]:
        """All tokens under a token, itself included, in text order."""
        result, stack = [], [i]
        while stack:
            j = stack.pop()
            result.append(j)
            stack.extend(self.kids[j])
        return sorted(result)

    def depth_order(self) -> list[int]:
        """All tokens, heads before their dependents, otherwise in text order."""
        result = list(self.roots)
        for i in result:
            result.extend(self.kids[i])
        return result
