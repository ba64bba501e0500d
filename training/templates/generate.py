"""Generator of dependency trees for short narrative sentences about people and things.

The sentences are drawn from ``grammar.txt``, with the words of ``lexicon.txt``; their annotation follows the
conventions of the English Web Treebank. Run as a script to look at them::

    python -m training.templates.generate --count 20 --seed 1
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from lark import Lark, Token, Tree

from training.templates import words as w
from training.templates.conllu import Sentence
from training.templates.trees import Node, to_sentence

GRAMMAR = Path(__file__).with_name("grammar.txt")
NAMES = Path(__file__).parents[2] / "knowledge/learned/names.lp"
TREE = r"""
start: item+
item: REL? _core CHANCE?
_core: group | clause | form | word | symbol | literal
group: "(" item+ ")"
clause: "{" item item LITERAL* "}"
form: FORM item+ "]"
word: TAG CHOICE
symbol: SYMBOL [CLASS] [PERCENT]
literal: LITERAL | CHOICE
REL.9: /\^?([a-z]+(:[a-z]+)?|\*)=/
FORM.8: /[a-z_]+\[/
TAG.7: /[A-Z]+(?=<)/
SYMBOL.6: /[A-Z][A-Z_]*/
CLASS.5: /\.([a-z$]+|<[^>]+>)/
PERCENT.5: /%(\d+|%)/
CHANCE.5: /\?\d+/
CHOICE.5: /<[^>]+>/
LITERAL: /([^\sA-Z(){}\[\]=<>?]+|\?(?!\d))+/
%ignore " "
"""
FORMS = {"to": "inf", "not_to": "inf", "bare": "inf", "part": "pass", "having": "prog"}
"""Forms of a predicate whose names in the grammar differ from those of ``words.verb``."""
MODALS = ("would", "could", "should", "might", "must", "can", "will", "may")
CONTRACTED = {"will": "wo", "can": "ca"}
SHORT = {"is": "'s", "has": "'s", "are": "'re", "have": "'ve", "had": "'d"}
SHORT |= {"would": "'d", "will": "'ll", "am": "'m"}
USUAL = 25
"""How many of 100 noun phrases are pronouns where the grammar says nothing."""
MAX_WORDS = 45


@dataclass(frozen=True)
class Alternative:
    """One way to expand a rule: its weight, how deep it may stand, and its tree."""

    weight: float
    most: float
    tree: Tree[Token]


@dataclass(frozen=True)
class Scope:
    """What a tree is drawn in: the class ``$``, the depth, the share of pronouns, and items that were drawn once."""

    cls: str = ""
    depth: int = 0
    pronouns: int = USUAL
    drawn: dict[str, list[str]] = field(default_factory=dict)


@cache
def read_grammar() -> tuple[dict[str, tuple[str, ...]], dict[str, list[Alternative]]]:
    """Return the word lists, those of the lexicon among them, and the rules."""
    lists = dict(w.lexicon())
    names = re.findall(r'^name\("([A-Z][a-z]+)"', NAMES.read_text("utf-8"), re.MULTILINE)
    lists["rare"] = tuple(sorted(set(names)))
    rules: dict[str, list[Alternative]] = defaultdict(list)
    reader = Lark(TREE, parser="lalr", lexer="contextual")
    current = ""
    for line in re.sub(r"\n  (?=\S)", " ", GRAMMAR.read_text("utf-8")).splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith(" "):
            weight, text = line.split(maxsplit=1)
            share, _, most = weight.partition("/")
            tree = Tree("start", []) if text == "-" else reader.parse(text)
            rules[current].append(Alternative(float(share), float(most or "inf"), tree))
        elif " = " in line:
            name, _, text = line.partition(" = ")
            lists[name] = _listed(text.split(), lists)
        else:
            current = line
    return lists, rules


def _listed(items: Sequence[str], lists: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the words of a list: ``word*3`` three times, those of ``<list>``, and none that ``-word`` leaves out."""
    left_out = {item[1:] for item in items if item.startswith("-")}
    found: list[str] = []
    for item in (item for item in items if not item.startswith("-")):
        word, _, times = item.partition("*")
        found += lists[item[1:-1]] if item.startswith("<") else [word] * int(times or 1)
    return tuple(word for word in found if word not in left_out)


def agreement(subject: Node) -> tuple[str, int]:
    """Return the number and person that a verb takes with a subject."""
    coordinated = [node for node in subject.right if node.deprel == "conj"]
    words = [node.form for one in coordinated for node in one.left]
    if "and" in words and "not" not in words:
        return "Plur", 3
    if subject.xpos == "PRP":
        person = {"I": 1, "we": 1, "you": 2}.get(subject.lemma, 3)
        return ("Plur" if subject.lemma in ("they", "we") else "Sing"), person
    several = subject.xpos == "NNS" or subject.lemma == "police"
    several |= subject.upos in ("NUM", "DET") and subject.lemma not in ("one", "each")
    return ("Plur" if several else "Sing"), 3


class Generator:
    """Draws sentences. Every choice is made by ``rng``, so that a seed fixes the output."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lists, self.rules = read_grammar()
        self.present = False

    def chance(self, percent: float) -> bool:
        """Return True in so many of 100 cases."""
        return self.rng.random() * 100 < percent

    # -- trees of the grammar --------------------------------------------------------------

    def expand(self, name: str, scope: Scope) -> list[Node]:
        """Draw an alternative of a rule; its words are one tree, or several dependents of one word."""
        found = (
            self.rules.get(f"{name}.{scope.cls}") or self.rules.get(f"{name}.*") or self.rules[name]
        )
        allowed = [one for one in found if scope.depth <= one.most]
        (chosen,) = self.rng.choices(allowed, [one.weight for one in allowed])
        return self.built(chosen.tree.children, scope)

    def built(self, items: Sequence[object], scope: Scope) -> list[Node]:
        """Build the items of a tree: dependents around a head, or a list of dependents."""
        head: Node | None = None
        left: list[Node] = []
        right: list[Node] = []
        for item in items:
            assert isinstance(item, Tree)
            *relation, core = (one for one in item.children if not _is(one, "CHANCE"))
            chances = [str(one)[1:] for one in item.children if _is(one, "CHANCE")]
            if chances and not self.chance(float(chances[0])):
                continue
            name = str(relation[0])[:-1] if relation else ""
            nodes = self.core(core, name.lstrip("^"), scope)
            if not name:
                (head,) = nodes
                continue
            for node in nodes:
                if name != "*":
                    node.as_(name.lstrip("^"))
                _in_case(node)
                if name.startswith("^"):
                    node.governor = left[0]
            (left if head is None else right).extend(nodes)
        return [head.before(*left).after(*right)] if head else left

    def core(self, tree: object, relation: str, scope: Scope) -> list[Node]:
        """Build what an item names."""
        assert isinstance(tree, Tree)
        parts = tree.children
        match tree.data:
            case "group":
                return self.built(parts, scope)
            case "literal":
                return w.literal(self.pick(str(parts[0]), scope), relation)
            case "word":
                return [w.tagged(str(parts[0]), self.pick(str(parts[1]), scope).split("_"))]
            case "symbol":
                return self.symbol(*parts, scope=scope)
            case "form":
                (node,) = self.built(parts[1:], replace(scope, depth=scope.depth + 1))
                return [self.nonfinite(node, str(parts[0])[:-1])]
        inner = replace(scope, depth=scope.depth + 1, drawn=scope.drawn)
        (subject,), (predicate,) = (self.built([part], inner) for part in parts[:2])
        return [self.finite(predicate, subject, [str(flag) for flag in parts[2:]])]

    def symbol(self, name: object, cls: object, percent: object, *, scope: Scope) -> list[Node]:
        """Expand a rule in a scope of its own."""
        classes = str(cls)[1:] if cls else ""
        if classes.startswith("<"):
            classes = self.pick(classes, scope)
        classes = self.rng.choice(classes) if classes and classes != "$" else scope.cls
        share = USUAL if percent is None else scope.pronouns
        if percent is not None and percent != "%%":
            share = int(str(percent)[1:])
        phrase = name == "NP"
        if phrase and self.chance(share):
            name = "PRONOUN"
        return self.expand(str(name), Scope(classes, scope.depth + phrase, share))

    def pick(self, choice: str, scope: Scope) -> str:
        """Draw an item from ``<list>``, ``<a|b*2>`` or ``a|b``; ``<list.2>`` is the second part of one."""
        name = choice.strip("<>").replace("$", scope.cls) if choice[0] == "<" else choice
        part = re.fullmatch(r"(\w+)\.(\d)", name)
        if part and part[1] in scope.drawn:
            return scope.drawn[part[1]][int(part[2]) - 1]
        key = part[1] if part else name
        items = _listed(key.split("|"), {})
        if choice[0] == "<" and "|" not in key:
            items = self.lists.get(key) or self.lists.get(re.sub(r"\.\w$", ".*", key), items)
        item = self.rng.choice(items)
        if not part:
            return item
        scope.drawn[key] = item.split(":" if ":" in item else "_")
        return scope.drawn[key][int(part[2]) - 1]

    # -- inflection ------------------------------------------------------------------------

    def chain(
        self, predicate: Node, tense: str, number: str, person: int
    ) -> tuple[list[Node], str]:
        """Return the auxiliaries of a clause and the form that the main verb takes."""
        nodes: list[Node] = []
        copular = predicate.xpos not in ("V", "VP", "AUX")
        state = "pres" if tense.endswith("pres") else "past"

        def add(lemma: str, relation: str, then: str) -> None:
            nonlocal state
            nodes.append(w.verb(lemma, state, number, person, "AUX").as_(relation))
            state = then

        if tense.startswith("mod"):
            form = self.rng.choice(MODALS[:5] if tense == "modperf" else MODALS)
            nodes.append(Node(form, form, "AUX", "MD", "VerbForm=Fin", "aux"))
            state = "inf"
        if "perf" in tense:
            add("have", "aux", "perf")
        if tense.startswith("prog") and not copular:
            add("be", "aux", "prog")
        if predicate.xpos == "VP":
            get = state in ("past", "pres") and self.chance(8)
            add("get" if get else "be", "aux:pass", "pass")
        if copular:
            add("be", "cop", "")
        return nodes, state

    def finite(self, predicate: Node, subject: Node, flags: Sequence[str]) -> Node:
        """Return a finite clause; see ``grammar.txt`` for the flags."""
        tense = self.pick(flags[0], Scope())
        if tense == "tense":
            tense = self.rng.choice(self.lists["present" if self.present else "past"])
        inverted, bare = "inv" in flags, "bare" in flags
        share = [float(flag[3:]) for flag in flags if flag.startswith("neg")]
        negated = not bare and self.chance(share[0] if share else 14)
        passive = predicate.xpos == "VP"
        if subject.deprel in ("dep", "nummod", "nmod:poss"):
            subject.as_("nsubj:pass" if passive else "nsubj")
        _in_case(subject)
        agreeing = subject
        if subject.xpos == "EX":
            agreeing = next(node for node in predicate.right if node.deprel == "nsubj")
        nodes, state = self.chain(predicate, tense, *agreement(agreeing))
        if (negated or inverted) and not nodes:
            nodes, state = [w.verb("do", state, *agreement(agreeing), "AUX").as_("aux")], "inf"
        head = _inflected(predicate, state, *agreement(agreeing))
        middle = []
        if not inverted and not bare and self.chance(10):
            middle = [w.adverb(self.rng.choice(self.lists["adv_mid"]))]
        negation = self.negation(nodes[0]) if negated else []
        if not negated and nodes and not inverted and subject.xpos == "PRP" and self.chance(12):
            first = nodes[0]
            if first.lemma != "do" and first.form in SHORT:
                first.form, first.glue = SHORT[first.form], True
        if inverted:
            return head.before(*nodes[:1], *negation, subject, *nodes[1:])
        if nodes:
            return head.before(subject, *nodes[:1], *negation, *middle, *nodes[1:])
        return head.before(subject, *middle)

    def negation(self, first: Node) -> list[Node]:
        """Return ``not`` or ``n't`` behind an auxiliary, which changes its form for it."""
        short = self.chance(70) and first.form not in ("am", "may", "might")
        (node,) = w.literal("n't" if short else "not", "advmod")
        node.glue |= first.form == "can"
        first.form = CONTRACTED.get(first.form, first.form) if short else first.form
        return [node]

    def nonfinite(self, predicate: Node, name: str) -> Node:
        """Return a predicate without subject: ``to leave``, ``leaving``, ``having left``, ``being seen``."""
        form = FORMS.get(name, name)
        if name in ("part", "having", "past"):
            state = "perf" if name == "having" else form
            if predicate.xpos not in ("V", "AUX", "VP"):
                return predicate.before(w.verb("be", "past", upos="AUX").as_("cop"))
            if predicate.xpos == "VP" and name == "past":
                was = w.verb("be", "past", upos="AUX").as_("aux:pass")
                return _inflected(predicate, "pass").before(was)
            node = _inflected(predicate, state)
            return (
                node.before(w.verb("have", "prog", upos="AUX").as_("aux"))
                if name == "having"
                else node
            )
        if predicate.xpos in ("V", "AUX"):
            node = _inflected(predicate, form)
        else:
            relation = "aux:pass" if predicate.xpos == "VP" else "cop"
            node = _inflected(predicate, "pass").before(
                w.verb("be", form, upos="AUX").as_(relation)
            )
        if name.endswith("to"):
            node.before(Node("to", "to", "PART", "TO", "_", "mark"))
        return node.before(*w.literal("not", "advmod")) if name == "not_to" else node

    # -- sentences -------------------------------------------------------------------------

    def sentence(self, group: str = "") -> Sentence:
        """Return a random sentence of limited length."""
        while True:
            self.present = self.chance(16)
            (root,) = self.expand("ROOT", Scope())
            sentence = to_sentence(root, group)
            if 3 <= len(sentence.tokens) <= MAX_WORDS:
                return sentence


def _is(item: object, kind: str) -> bool:
    return isinstance(item, Token) and item.type == kind


def _in_case(node: Node) -> None:
    """Give a personal pronoun the case of a subject or of a possessor."""
    case = {"nsubj": "nom", "expl": "nom", "nmod:poss": "gen"}.get(
        node.deprel.removesuffix(":pass")
    )
    if node.xpos == "PRP" and case and "Case=Acc" in node.feats and "Reflex" not in node.feats:
        fresh = w.pronoun(node.lemma, case)
        node.form, node.lemma, node.xpos, node.feats = (
            fresh.form,
            fresh.lemma,
            fresh.xpos,
            fresh.feats,
        )


def _inflected(predicate: Node, form: str, number: str = "Sing", person: int = 3) -> Node:
    """Inflect the verb of a predicate; one that is no verb stays as it is."""
    if predicate.xpos in ("V", "VP", "AUX"):
        fresh = w.verb(predicate.lemma, form, number, person, predicate.upos)
        predicate.form, predicate.xpos, predicate.feats = fresh.form, fresh.xpos, fresh.feats
    return predicate


def generate(count: int, seed: int) -> Iterator[Sentence]:
    """Yield ``count`` sentences, the same ones for the same seed."""
    generator = Generator(random.Random(seed))
    for index in range(count):
        yield generator.sentence(f"generated-{seed}-{index // 3}")


def main() -> None:
    """Print generated trees as CoNLL-U, or their text alone."""
    parser = argparse.ArgumentParser(
        prog="python -m training.templates.generate", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--text", action="store_true")
    args = parser.parse_args()
    for number, sentence in enumerate(generate(args.count, args.seed), 1):
        sys.stdout.write(f"{sentence.text}\n" if args.text else sentence.to_conllu(str(number)))


if __name__ == "__main__":
    main()
