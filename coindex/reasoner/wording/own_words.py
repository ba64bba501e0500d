"""What a text says of a participant, in its own words, but of many: *was given a kick* as *are given a kick*.

So a rule about a class of situations can be told with the word of the text that belongs to the class.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from coindex.reasoner.asp.terms import is_contrary, plain
from coindex.reasoner.english.classes import OwnWords, english, listed, readable
from coindex.reasoner.english.forms import participle, plural
from coindex.reasoner.grounding.profile_facts import ProfileWord
from coindex.reasoner.wording.own_phrases import MOST_WORDS, Called, Phrases
from kparse.caches import cache
from kparse.graph import Edge, Node, SemanticGraph
from kparse.input.word_lists import word_list
from kparse.mentions.phrases import phrase_tokens

_UNDER = frozenset(
    "comp link.too_to link.without link.instead_of link.rather_than link.enough_to".split()
)
"""Relations into a situation by which the text may say that it was not so."""
_TWICE = re.compile(r"\b(something|others) (something|others)\b")
_BEFORE_VOWEL = re.compile(r"\ba (?=[aeio]|u(?!ni|s[eu]|ti))(?!one\b|once\b|eu)")
_BAD = re.compile(r"[“”\"()\[\]{}_]|’|'(?!s\b)")


def own_words(
    graph: SemanticGraph, term: str, ones: Collection[str], called: Called
) -> OwnWords | None:
    """Say what a situation says of a participant as it is said of many; nothing if that is not plain.

    Args:
        graph: the text.
        term: the situation; ``contrary(S)`` is its contrary.
        ones: the mentions of the participant.
        called: says what a phrase names.

    >>> from kparse.notation.penman import decode
    >>> text = '''# ::snt Ann had not lent him a pen
    ... # ::tok Ann had not lent him a pen
    ... # ::spans 0-3 4-7 8-11 12-16 17-20 21-22 23-26
    ... (d1 / text :kind text :snt1 (e1 / lend~3 :kind event :polarity - :subj (x1 / Ann~0 :kind entity :proper +)
    ...    :iobj (x2 / he~4 :kind pronoun) :obj (x3 / pen~6 :kind entity :num sg :def indef)))'''
    >>> graph = decode(text)
    >>> own_words(graph, "e1", ["x1"], lambda node: "").present
    'do not lend others a pen'
    >>> own_words(graph, "contrary(e1)", ["x2"], lambda node: "").present
    'are lent a pen'
    """
    turned = is_contrary(term)
    node = graph.nodes.get(plain(term))
    if node is None or node.kind not in ("event", "state") or not node.tokens:
        return None
    told = _Told(graph, ones, called)
    if node.attrs.get("elided"):
        if not turned or node.attrs.get("polarity") != "-":
            return None
        whole = _taken_up(graph, node, ones)  # (*Ann wanted to go, but Bea did not*: of Ann)
        if whole is None:
            return None
        node, turned = whole, False
    above = _said_with(graph, node, turned=turned)
    found = told.of(above) if above is not None else None
    if found is None and not any(_is_unsure(graph, e) for e in graph.into(node.id)):
        found = told.of(node)
    if found is None or _BAD.search(found.words) or _TWICE.search(found.words):
        return None
    compared = node.kind == "state" and any(e.target in ones for e in graph.out(node.id, "than"))
    found = replace(found, words=_BEFORE_VOWEL.sub("an ", found.words))
    return found.turned() if turned and not compared else found


def told_with(
    graph: SemanticGraph, word: ProfileWord, ones: Collection[str], called: Called
) -> OwnWords | None:
    """Say what a text says of a participant with a word, whatever the word stands in: *develop a new app* with *new*.

    Args:
        graph: the text.
        word: the word, and the event or state that the participant is known by.
        ones: the mentions of the participant.
        called: says what a phrase names.
    """
    lemma, head = word.word.lemma, word.profile.head
    for node in graph.nodes.values():
        if node.concept != lemma:
            continue
        above = [node.id]
        forms = (lemma[:4], graph.text_of(node.id).rpartition(" ")[2].lower()[:4] or lemma)
        for _ in range(_STEPS):
            for name in above:
                found = own_words(graph, name, ones, called)
                told = graph.nodes[name].concept.split("_")[0] != head.split("_")[0]
                denied_above = name == node.id and found is not None and found.negative
                if denied_above and node.attrs.get("polarity") != "-":
                    continue
                if found is not None and told and _has(found.words, forms):
                    return found
            above = [e.source for name in above for e in graph.into(name) if _is_within(e.role)]
    return None


_STEPS = 3  # edges upwards


def _taken_up(graph: SemanticGraph, node: Node, ones: Collection[str]) -> Node | None:
    """Give the situation that an elliptic one takes up, if a participant is its subject."""
    for other in graph.nodes.values():
        same = other.concept == node.concept and other.kind == node.kind and other.tokens
        told = same and not other.attrs.keys() & {"elided", "polarity"}
        if told and any(e.target in ones for e in graph.out(other.id, "subj")):
            return other
    return None


def _said_with(graph: SemanticGraph, node: Node, *, turned: bool) -> Node | None:
    """Give the verb that a situation is the complement of: *want to leave*, *look tired*, *stop shouting*."""
    for edge in graph.into(node.id, "comp"):
        above = graph.nodes[edge.source]
        if above.kind != "event" or not above.tokens or above.concept in listed("past_habit"):
            continue
        if node.kind == "state" and above.concept in listed("copulas"):
            return above
        bare = node.attrs.get("form") in ("inf", "ing") and not graph.out(above.id, "obj")
        if node.kind == "event" and bare and not turned:
            return above
    return None


def _has(words: str, beginnings: Collection[str]) -> bool:
    return any(re.search(rf"\b{re.escape(beginning)}", words) for beginning in beginnings)


def _is_within(role: str) -> bool:
    return role in ("mod", "obj", "iobj", "nn") or role.startswith(("obl.", "nmod."))


def _is_unsure(graph: SemanticGraph, edge: Edge) -> bool:
    """Tell whether the text may say by a relation that a situation was not so."""
    if edge.role == "comp" and graph.nodes[edge.source].concept in listed("done"):
        return False
    return edge.role in _UNDER


class _Told(Phrases):
    """Says what somebody does, is or undergoes."""

    def of(self, node: Node) -> OwnWords | None:
        if max(node.tokens) >= len(self._words):
            return None
        role = next((e.role for e in self._graph.out(node.id) if e.target in self._ones), "")
        if node.kind == "state" and role == "than":
            words, lasting = self._less(node), True
        elif node.kind == "state":
            words, lasting = (self._state(node) if role == "subj" else ""), True
        elif role == "subj":
            words, lasting = self._does(node), _lasts(node.concept)
        elif role in ("obj", "iobj") or role.removeprefix("obl.") in listed("stranded"):
            words, lasting = self._undergoes(node, role), _lasts(node.concept)
        elif not role:
            words, lasting = self._has_done(node), True
        else:
            return None
        if not words:
            return None
        lasting = lasting or node.attrs.get("aspect") == "prog"
        able = node.attrs.get("modal") in ("can", "could") and not words.startswith("are able")
        if able:
            bare = words.removeprefix("are ")
            words, lasting = f"can {bare if bare == words else f'be {bare}'}", True
        negative = node.attrs.get("polarity") == "-"
        if node.attrs.get("modal") == "must" and not negative:
            bare = words.removeprefix("are ")
            words, lasting = f"have to {bare if bare == words else f'be {bare}'}", True
        if negative and re.search(r"\bno\b", words):
            words = re.sub(r"\bno (?=\w)", "any ", words)
        return OwnWords(words, negative, lasting)

    def _state(self, node: Node) -> str:
        """Say how somebody is."""
        graph, sort = self._graph, node.attrs.get("pos", "adj")
        if sort == "adp":
            where = self._phrase(node, {})
            return f"are {where}" if where else ""
        if sort not in ("adj", "noun") or len(node.tokens) > 2:
            return ""
        own = min(node.tokens)
        if node.attrs.get("polarity") == "-" and self._words[own - 1].lower() == "very":
            return f"are very {self._words[own].lower()}" if sort == "adj" else ""
        mods = [t for e in graph.out(node.id, "mod") for t in graph.nodes[e.target].tokens]
        end = self._end(node)
        first = min([own, *(t for t in mods if own - 2 <= t < own)])
        if node.attrs.get("degree") in ("too", "more", "most", "less", "enough") and first:
            before = self._words[first - 1].lower()
            first -= before in ("too", "more", "most", "less")
        words = [w.lower() for w in self._words[first : end + 1]]
        words = [w for w in words if w not in listed("dropped")]
        if not words or len(words) > MOST_WORDS:
            return ""
        clause = graph.target(node.id, "comp")
        if clause is not None:
            infinitive = self._infinitive(graph.nodes[clause])
            return f"are {' '.join(words)} {infinitive}" if infinitive else ""
        if sort == "adj":
            return f"are {' '.join(words)} {self._phrase(node, {})}".rstrip()
        if words[-1].endswith("ing") or words[-1] in ("one", "ones"):
            return ""
        if node.attrs.get("num") == "pl" or words[-1].endswith("s"):
            return f"are {' '.join(words)}" if not words[-1].endswith("ss") else ""
        if words[0] in ("a", "an", *listed("pointed")):
            words = words[1:]
        return f"are {' '.join([*words[:-1], plural(words[-1])])}"

    def _less(self, node: Node) -> str:
        """Say how what something is compared with is: of *taller than him*, that he is *less tall*."""
        adjective = node.attrs.get("pos") == "adj" and node.concept.isalpha()
        plain = adjective and node.attrs.get("degree") == "more" and not node.attrs.get("polarity")
        of_it = self._graph.out(node.id, "comp") or self._graph.out(node.id, "obl.for")
        return f"are less {node.concept}" if plain and not of_it else ""

    def _does(self, node: Node) -> str:
        """Say what somebody does."""
        verb = self._verb(node)
        behind = (
            t for e in self._graph.out(node.id, "mod") for t in self._graph.nodes[e.target].tokens
        )
        if not verb or (verb in listed("copulas") and any(t > max(node.tokens) for t in behind)):
            compared = self._compared(node)
            return f"{verb} {compared}" if verb and compared else ""
        filled = self._filled(node)
        if "comp" in filled:
            with_clause = self._with_clause(verb, filled["comp"], filled)
            if with_clause is not None:
                return with_clause
        things = (filled[role] for role in ("iobj", "obj") if role in filled)
        whole = " ".join([verb, *(f"{self._thing(x)}{self._relative(x)}" for x in things)])
        rest = self._compared(node) or self._manner(node) or self._phrase(node, filled)
        return f"{whole} {rest}".rstrip()

    def _with_clause(self, verb: str, clause: Node, filled: dict[str, Node]) -> str | None:
        """Say what somebody does with its complement; ``None`` if the verb says enough without it."""
        form, copula = clause.attrs.get("form"), verb in listed("copulas")
        has_object = not {"obj", "iobj"}.isdisjoint(filled)
        if clause.kind == "state" and (copula or len(filled) > 1):
            if not copula or has_object or clause.attrs.get("polarity"):
                return ""
            says = self._state(clause)
            return f"{verb} {says.removeprefix('are ')}" if says else ""
        if form == "ing" and len(filled) == 1:
            return self._gerund(verb, clause)
        asks = self._asked(clause) if form == "inf" else ""
        if asks:
            if has_object:
                return ""
            infinitive = self._infinitive(clause) if asks == "how" else ""
            return f"{verb} how {infinitive}" if infinitive else f"{verb} something"
        if form == "fin":
            return None if has_object else f"{verb} something"
        if not has_object:
            infinitive = self._infinitive(clause)
            return f"{verb} {infinitive}" if infinitive else ""
        if "obj" in filled and self._is_told(filled["obj"]):
            return None
        return f"{verb} others to do something" if form == "inf" and self._is_plain(clause) else ""

    def _asked(self, clause: Node) -> str:
        """Give the word that makes an infinitive a question: *how to hold it*."""
        own = min(clause.tokens, default=0)
        before = (w.lower() for w in self._words[max(0, own - 3) : own])
        return next((word for word in before if word in listed("asking")), "")

    def _infinitive(self, clause: Node) -> str:
        """Say what somebody wants, threatens or refuses to do."""
        mine = any(e.target in self._ones for e in self._graph.out(clause.id, "subj"))
        passive = clause.attrs.get("voice") == "pass"
        if clause.kind == "state" and mine and not clause.attrs.get("polarity"):
            says = self._state(clause)
            return f"to be {says.removeprefix('are ')}" if says else ""
        if clause.kind != "event" or not mine or passive:
            return ""
        does = self._does(clause) if self._is_plain(clause) else ""
        return f"to {does}" if does else ""

    def _gerund(self, verb: str, clause: Node) -> str:
        """Say what somebody stops, starts or keeps doing."""
        mine = any(e.target in self._ones for e in self._graph.out(clause.id, "subj"))
        if not mine or clause.kind != "event" or clause.attrs.get("polarity"):
            return ""
        does, own = self._does(clause), min(clause.tokens, default=0)
        form = self._words[own].lower()
        if not does or not form.endswith("ing") or max(clause.tokens) > own:
            return ""
        return f"{verb} {form} {does.partition(' ')[2]}".rstrip()

    def _undergoes(self, node: Node, role: str) -> str:
        """Say what is done to somebody."""
        verb, filled = self._verb(node), self._filled(node)
        if not verb or ("comp" in filled and role != "obj"):
            return ""
        words = f"are {participle(verb)}"
        if verb == "let" or (verb in listed("causing") and "comp" in filled):
            return ""
        given = (
            role == "obl.to" and " " in verb and verb.partition(" ")[0] in word_list("ditransitive")
        )
        if given:
            return words  # (*are shown mercy*)
        if role.startswith("obl.") and "obj" not in filled:
            return "" if "comp" in filled else f"{words} {role.removeprefix('obl.')}"
        if role.startswith("obl.") and verb not in word_list("ditransitive"):
            return ""
        if role == "obj" and "comp" in filled:
            form = filled["comp"].attrs.get("form")
            if form == "inf" and self._is_plain(filled["comp"]):
                return f"{words} {self._infinitive(filled['comp']) or 'to do something'}"
            return words if form == "fin" else ""
        if role != "obj" and "obj" in filled:
            thing = self._thing(filled["obj"])
            return f"{words} {'something' if thing == 'others' else thing}"
        if role != "obj":
            return words
        return f"{words}{self._aim(node) or (' somewhere' if verb in listed('placing') else '')}"

    def _has_done(self, node: Node) -> str:
        """Say of an owner what is done to what is his: *have their car stolen*."""
        for edge in self._graph.out(node.id, "obj"):
            thing = self._graph.nodes[edge.target]
            named = thing.kind == "entity" and thing.attrs.get("proper") != "+"
            if _lasts(node.concept):
                continue
            if named and self._is_own(thing) and not self._graph.out(node.id, "comp"):
                noun = self._graph.text_of(thing.id).rpartition(" ")[2].lower()
                return f"have their {noun} {participle(self._verb(node))}" if noun else ""
        return ""

    def _is_plain(self, clause: Node) -> bool:
        """Tell whether a complement is an infinitive with *to*, and not denied."""
        own = min(clause.tokens, default=0)
        before = [word.lower() for word in self._words[max(0, own - 2) : own]]
        return "to" in before and not clause.attrs.get("polarity")

    def _verb(self, node: Node) -> str:
        """Give a verb with its particle, or with the noun of a light verb as the text has it."""
        parts = node.concept.split("_")
        first, last = min(node.tokens), max(node.tokens)
        taken = {
            t
            for e in self._graph.out(node.id)
            if e.role in ("subj", "obj", "iobj")
            for t in phrase_tokens(self._graph, e.target)
        }
        if len(node.tokens) > 1 and last - first - len(taken) < MOST_WORDS:
            inner = [t for t in range(first + 1, last + 1) if t not in taken]
            rest = [self._words[t].lower() for t in inner]
            rest = [word for word in rest if word not in listed("pointed") | listed("possessives")]
            return " ".join([parts[0], *rest])
        return readable(node.concept)

    def _filled(self, node: Node) -> dict[str, Node]:
        """Give what fills the roles of a verb, except the participant."""
        found: dict[str, Node] = {}
        for edge in self._graph.out(node.id):
            if edge.choice is not None and not edge.choice.default:
                continue
            if edge.role in ("obj", "iobj", "comp") and edge.target not in self._ones:
                found.setdefault(edge.role, self._graph.nodes[edge.target])
        return found

    def _is_told(self, node: Node) -> bool:
        """Tell whether an object is no person, so that an infinitive behind it is not what that one does."""
        return node.kind in ("entity", "quantity") and not self._is_person(node)


@cache
def _lasts(concept: str) -> bool:
    """Whether what a verb says lasts, so that it is told in the present: *have extra dolls*."""
    verb = concept.split("_")[0]
    return verb in listed("lasting") or verb in str(english()["lasting"]["classes"]).split()
