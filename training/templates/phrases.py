"""Noun phrases, verb phrases and clauses of the generating grammar.

Classes are single letters: p person, q group or plural persons, n animal, t thing, b big thing,
f food, k clothes, d document, c container, s surface, l place, m substance, a abstract, e event,
w force of nature, h body part.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from training.templates import morphology as m
from training.templates import words as w
from training.templates.trees import Node

SECTION = {
    "n": "animal",
    "t": "thing",
    "b": "bigthing",
    "f": "food",
    "k": "clothes",
    "d": "document",
    "c": "container",
    "s": "surface",
    "l": "place_noun",
    "m": "substance",
    "a": "abstract",
    "e": "event",
    "w": "force",
    "h": "bodypart",
}
ADJECTIVES = {"p": "adj_p", "q": "adj_p", "n": "adj_p", "a": "adj_a", "e": "adj_a"}
SPECIAL_THINGS = frozenset("tbfkdcs")
ADDRESSED = frozenset(("ask", "tell", "warn", "remind", "pay", "charge"))
CLAUSAL = frozenset(("ccomp", "xcomp", "advcl"))
POSITIVE_SHORT = {
    "is": "'s",
    "has": "'s",
    "are": "'re",
    "have": "'ve",
    "had": "'d",
    "would": "'d",
    "will": "'ll",
    "am": "'m",
}


@dataclass(slots=True)
class Phrase:
    """A noun phrase and what a verb agrees with."""

    node: Node
    number: str = "Sing"
    person: int = 3


@dataclass(slots=True)
class VP:
    """A predicate before inflection; for copular ones ``head`` is the complement."""

    lemma: str
    right: list[Node] = field(default_factory=list)
    head: Node | None = None
    passive: bool = False


class Grammar:
    """Random phrases. Every choice is drawn from ``rng``, so a seed fixes the output."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lex = w.lexicon()
        self.present = False

    # -- choices ---------------------------------------------------------------------------

    def chance(self, probability: float) -> bool:
        """Return True with the probability given."""
        return self.rng.random() < probability

    def pick(self, section: str) -> str:
        """Return a random item of a lexicon section."""
        return self.rng.choice(self.lex[section])

    def one(self, items: Sequence[str]) -> str:
        """Return a random item."""
        return self.rng.choice(items)

    # -- noun phrases ----------------------------------------------------------------------

    def name(self) -> Node:
        """Return a person's name: first name, full name or title and surname."""
        roll = self.rng.random()
        gender = self.one(("name_female", "name_male"))
        if roll < 0.78:
            return w.proper(self.pick(gender))
        if roll < 0.88:
            return w.proper(self.pick(gender)).after(w.proper(self.pick("surname")).as_("flat"))
        if roll < 0.97:
            title = self.pick("title")
            family = title in ("Aunt", "Uncle", "Sister", "Queen", "King", "Prince")
            rest = self.pick(gender if family else "surname")
            return w.proper(rest).before(w.proper(title).as_("nmod:desc"))
        return w.proper(self.pick("surname"))

    def personal(self, cls: str, case: str, plural: bool | None = None) -> Phrase:
        """Return a personal pronoun that can stand for the class."""
        if cls in "pq":
            base = self.one(("he", "he", "she", "she", "they", "they", "I", "we", "you"))
            if self.chance(0.5):
                base = self.one(("he", "she", "they"))
        elif cls == "n":
            base = self.one(("it", "it", "they", "he", "she"))
        else:
            base = self.one(("it", "it", "it", "they"))
        if plural:
            base = "they"
        number = "Plur" if base in ("they", "we") else "Sing"
        person = {"I": 1, "we": 1, "you": 2}.get(base, 3)
        return Phrase(w.pronoun(base, case), number, person)

    def possessor(self, depth: int) -> Node:
        """Return a possessive determiner or a genitive phrase."""
        if self.chance(0.6):
            base = self.one(("he", "she", "they", "he", "she", "I", "my", "it"))
            return w.pronoun("I" if base == "my" else base, "gen")
        owner = self.name() if self.chance(0.6) else self.role_noun("Sing", depth + 1, plain=True)
        plural_s = owner.xpos == "NNS" and owner.form.endswith("s")
        mark = Node("'" if plural_s else "'s", "'s", "PART", "POS", "_", "case", glue=True)
        return owner.after(mark).as_("nmod:poss")

    def det(self, node: Node, number: str, depth: int, possible: float = 0.25) -> Node:
        """Put a determiner in front of a noun."""
        if self.chance(possible):
            node.before(self.possessor(depth))
            return node
        if number == "Plur":
            roll = self.rng.random()
            if roll < 0.45:
                node.before(w.determiner("the"))
            elif roll < 0.6:
                node.before(w.numeral(self.one(w.NUMBERS)))
            elif roll < 0.75:
                node.before(w.determiner(self.one(("some", "these", "those", "all", "both"))))
            elif roll < 0.82:
                node.before(w.determiner("the"), w.numeral(self.one(w.NUMBERS)))
            elif roll < 0.9:
                node.before(self.predeterminer(), w.determiner(self.one(("the", "the", "these"))))
            return node
        roll = self.rng.random()
        if roll < 0.62:
            node.before(w.determiner("the"))
        elif roll < 0.9:
            node.before(w.determiner("a"))
        else:
            node.before(w.determiner(self.one(("this", "that", "another", "every", "no", "each"))))
        return node

    def predeterminer(self) -> Node:
        """Return the ``all`` or ``both`` of ``all the boys``."""
        form = self.one(("all", "all", "both"))
        return Node(form, form, "DET", "PDT", "PronType=Tot", "det:predet")

    def role_noun(self, number: str, depth: int, plain: bool = False) -> Node:
        """Return a noun phrase for a person by role."""
        roll = self.rng.random()
        if roll < 0.22:
            node = w.noun(self.pick("kin"), number)
            return self.det(node, number, depth, 0.85)
        section = "role" if roll < 0.75 else self.one(("role_m", "role_f"))
        parts = w.multiword(self.pick(section))
        node = w.noun(parts[-1], number)
        for part in parts[:-1]:
            node.left.append(w.noun(part).as_("compound"))
        if self.chance(0.18):
            node.before(self.amod("p"))
        self.det(node, number, depth, 0.08)
        if not plain:
            self.modify(node, "p", depth)
        return node

    def amod(self, cls: str) -> Node:
        """Return an attributive adjective."""
        section = ADJECTIVES.get(cls, "adj_t")
        lemma = self.pick(section)
        if lemma in ("asleep", "awake", "alive", "absent"):
            lemma = "old"
        if self.chance(0.07) and m.inflects_for_degree(lemma):
            return w.adjective(lemma, self.one(("Cmp", "Sup")))
        node = w.adjective(lemma)
        if self.chance(0.08):
            node.before(w.adverb(self.one(("very", "really", "rather", "extremely"))))
        return node

    def person(self, case: str, depth: int, pron: float) -> Phrase:
        """Return a phrase for a person or a group of persons."""
        if self.chance(pron):
            return self.personal("p", case)
        roll = self.rng.random()
        if roll < 0.5:
            node = self.name()
            if self.chance(0.06):
                self.apposition(node, depth)
            return Phrase(node)
        if roll < 0.56:
            return self.pair(depth)
        if roll < 0.62:
            node = w.noun(self.pick("group"))
            node.before(w.determiner("the"))
            if node.lemma == "police":
                node = Node("police", "police", "NOUN", "NN", "Number=Sing")
                return Phrase(node.before(w.determiner("the")), "Plur")
            return Phrase(node)
        if roll < 0.68:
            form = self.pick("plural_role")
            node = Node(form, _singular(form), "NOUN", "NNS", "Number=Plur")
            self.det(node, "Plur", depth, 0.15)
            return Phrase(self.modify(node, "p", depth), "Plur")
        if roll < 0.72:
            return Phrase(self.indefinite_person())
        if roll < 0.75:
            return self.one_of(depth)
        number = "Plur" if self.chance(0.12) else "Sing"
        node = self.role_noun(number, depth)
        if number == "Sing" and self.chance(0.05):
            node.after(w.punct(","), self.name().as_("appos"), w.punct(","))
            node.right[-2].before(node.right.pop(-3))
            node.right[-2].after(node.right.pop())
        return Phrase(node, number)

    def indefinite_person(self) -> Node:
        """Return ``someone``, ``no one`` and the like."""
        if self.chance(0.2):
            node = Node("one", "one", "PRON", "NN", "Number=Sing|PronType=Neg")
            return node.before(w.determiner("no"))
        node = w.indefinite(self.one(("someone", "somebody", "everyone", "everybody", "nobody")))
        if self.chance(0.15):
            node.after(w.adverb("else"))
        return node

    def one_of(self, depth: int) -> Phrase:
        """Return ``one of the boys``, ``two of them``."""
        form = self.one(("one", "two", "three"))
        node = w.numeral(form)
        inner = w.noun(self.pick("role"), "Plur") if self.chance(0.7) else w.pronoun("they", "acc")
        if inner.upos == "NOUN":
            self.det(inner, "Plur", depth, 0.2)
            if not inner.left or inner.left[0].deprel in ("amod", "nummod"):
                inner.left.insert(0, w.determiner("the"))
        inner.before(w.adposition("of"))
        return Phrase(node.after(inner.as_("nmod")), "Sing" if form == "one" else "Plur")

    def pair(self, depth: int) -> Phrase:
        """Return a coordination of persons."""
        first = self.name() if self.chance(0.7) else self.role_noun("Sing", depth, plain=True)
        second = self.name() if self.chance(0.6) else self.role_noun("Sing", depth, plain=True)
        word = "and" if self.chance(0.9) else "or"
        second.before(w.coordinator(word))
        if self.chance(0.08):
            preconj = w.coordinator("both" if word == "and" else "either").as_("cc:preconj")
            first.before(preconj)
        if self.chance(0.1):
            middle = self.name().before(w.punct(",")).as_("conj")
            first.after(middle)
            if self.chance(0.5):
                second.before(w.punct(","))
        return Phrase(first.after(second.as_("conj")), "Plur" if word == "and" else "Sing")

    def apposition(self, node: Node, depth: int) -> Node:
        """Add ``, the teacher,`` to a name."""
        inner = self.role_noun("Sing", depth + 1, plain=True)
        inner.before(w.punct(",")).after(w.punct(","))
        return node.after(inner.as_("appos"))

    def thing(self, cls: str, case: str, depth: int, pron: float) -> Phrase:
        """Return a phrase for anything that is no person."""
        if self.chance(pron):
            return self.personal(cls, case)
        roll = self.rng.random()
        if roll < 0.08 and cls in SPECIAL_THINGS:
            return self.special_thing(cls, depth, roll)
        parts = w.multiword(self.pick(SECTION[cls]))
        mass = cls in "mw" or parts[-1] in ("jewelry", "scissors")
        number = "Plur" if not mass and self.chance(0.16) else "Sing"
        node = w.noun(parts[-1], number)
        if parts[-1] == "scissors":
            node = Node("scissors", "scissors", "NOUN", "NNS", "Number=Ptan")
            number = "Plur"
        for part in parts[:-1]:
            node.left.append(w.noun(part).as_("compound"))
        if self.chance(0.08) and cls in "tbfdcsle":
            node.before(w.noun(self.pick(self.one(("clothes", "substance", "place_noun")))))
            node.left[0].as_("compound")
        if self.chance(0.22):
            node.before(self.amod(cls))
            if self.chance(0.1):
                node.before(self.amod(cls))
        if mass and self.chance(0.4):
            pass
        elif mass:
            node.before(w.determiner(self.one(("the", "the", "some", "this"))))
        else:
            self.det(node, number, depth)
        self.modify(node, cls, depth)
        if self.chance(0.04) and depth < 2:
            second = self.thing(cls, "acc", depth + 2, 0).node
            node.after(second.before(w.coordinator("and")).as_("conj"))
            number = "Plur"
        return Phrase(node, number)

    def special_thing(self, cls: str, depth: int, roll: float) -> Phrase:
        """Return ``something heavy``, ``the red one``, ``a cup of tea``, ``some of the cups``."""
        if roll < 0.02:
            node = w.indefinite(self.one(("something", "anything", "nothing", "everything")))
            if self.chance(0.4):
                node.after(w.adjective(self.pick("adj_t")))
            elif self.chance(0.2):
                node.after(w.adverb("else"))
            return Phrase(node)
        if roll < 0.035:
            node = w.noun("one").before(w.determiner(self.one(("the", "a", "this", "that"))))
            node.left.append(w.adjective(self.pick("adj_t")))
            return Phrase(node)
        if roll < 0.06:
            unit = self.one(
                ("cup", "bottle", "glass", "bag", "box", "piece", "pair", "lot", "bucket")
            )
            node = w.noun(unit).before(w.determiner("a" if self.chance(0.7) else "the"))
            if unit in ("pair", "box", "lot", "bag"):
                inner = w.noun(self.pick(self.one(("clothes", "food", "animal"))), "Plur")
            else:
                inner = w.noun(self.pick("substance"))
            return Phrase(node.after(inner.before(w.adposition("of")).as_("nmod")))
        node = w.determiner(self.one(("some", "all", "both", "each", "any"))).as_("dep")
        inner = w.noun(self.pick(SECTION[cls]).split("_")[-1], "Plur")
        inner.before(w.adposition("of"), w.determiner(self.one(("the", "these", "those"))))
        if self.chance(0.3):
            inner = w.pronoun("they", "acc").before(w.adposition("of"))
        number = "Sing" if node.form == "each" else "Plur"
        return Phrase(node.after(inner.as_("nmod")), number)

    def np(self, cls: str, case: str = "acc", depth: int = 0, pron: float = 0.25) -> Phrase:
        """Return a noun phrase of a class (or of one of several classes)."""
        cls = self.one(cls)
        if cls in "pq":
            return self.person(case, depth, pron)
        return self.thing(cls, case, depth, pron)

    # -- modifiers of nouns ----------------------------------------------------------------

    def modify(self, node: Node, cls: str, depth: int) -> Node:
        """Perhaps add a prepositional phrase, a relative or a reduced clause."""
        if depth > 1:
            return node
        roll = self.rng.random()
        if roll < 0.09:
            node.after(self.nominal_pp(cls, depth))
        elif roll < 0.17:
            node.after(self.relative_clause(cls, depth))
        elif roll < 0.195:
            node.after(self.reduced_clause(cls, depth))
        elif roll < 0.205 and cls == "a":
            node.after(self.infinitive(self.person_vp(depth + 1)).as_("acl"))
        return node

    def nominal_pp(self, cls: str, depth: int) -> Node:
        """Return a prepositional phrase that modifies a noun."""
        if cls == "p":
            prep, inner = self.one(("in:l", "from:l", "with:k", "in:k", "of:l", "next_to:p")), "p"
        elif cls in "de":
            prep = self.one(("about:p", "about:a", "from:p", "of:a", "for:p", "about:n"))
        elif cls == "a":
            prep = self.one(("of:p", "about:a", "for:a", "with:p", "between:q", "to:a"))
        else:
            prep = self.one(
                ("of:t", "in:l", "on:s", "with:t", "from:l", "for:p", "under:b", "near:l")
            )
        name, inner = prep.split(":")
        phrase = self.np(inner, depth=depth + 2, pron=0.05).node
        return self.with_case(name, phrase).as_("nmod")

    def with_case(self, preposition: str, node: Node) -> Node:
        """Put a preposition, of one or more words, in front of a noun phrase."""
        parts = preposition.split("_")
        if parts == ["because", "of"]:
            first = Node("because", "because", "ADP", "IN", "ExtPos=ADP", "case")
            return node.before(first.after(w.adposition("of", "fixed")))
        if parts == ["instead", "of"]:
            first = Node("instead", "instead", "ADV", "RB", "ExtPos=ADP", "case")
            return node.before(first.after(w.adposition("of", "fixed")))
        if parts == ["due", "to"]:
            first = Node("due", "due", "ADJ", "JJ", "Degree=Pos|ExtPos=ADP", "case")
            return node.before(first.after(w.adposition("to", "fixed")))
        if parts[0] == "next":
            first = Node("next", "next", "ADV", "RB", "_", "case")
            return node.before(first, w.adposition("to"))
        return node.before(*(w.adposition(part) for part in parts))

    def relative_clause(self, cls: str, depth: int) -> Node:
        """Return a relative clause for a noun of the class."""
        roll = self.rng.random()
        person = cls in "pq"
        if roll < 0.5:
            word = w.relative(self.one(("who", "who", "that") if person else ("that", "which")))
            vp = self.vp_for(cls, depth + 1)
            word.deprel = "nsubj:pass" if vp.passive else "nsubj"
            clause = self.finite(vp, Phrase(word), self.tense(), keep=True)
        elif roll < 0.86:
            clause = self.object_gap(cls, depth)
        elif roll < 0.93:
            inner_cls = self.one("tbkn") if person else "a"
            owned = w.noun(self.pick(SECTION[inner_cls]))
            owned.before(w.relative("whose"))
            vp = self.vp_for(inner_cls, depth + 1)
            clause = self.finite(vp, Phrase(owned), self.tense())
        else:
            clause = self.stranded(person, depth)
        if self.chance(0.15) and clause.left and clause.left[0].form != "that":
            first = next(node for node, _ in clause.walk())
            if first.feats.endswith("PronType=Rel"):
                clause.before(w.punct(",")).after(w.punct(","))
        return clause.as_("acl:relcl")

    def object_gap(self, cls: str, depth: int) -> Node:
        """Return an object relative (``that she bought``), with or without its pronoun."""
        lemma = self.transitive_for(cls)
        vp = VP(lemma)
        if self.chance(0.2):
            vp.right.append(self.adjunct(depth + 2))
        subject = self.np("p", "nom", depth + 2, 0.55)
        clause = self.finite(vp, subject, self.tense())
        if self.chance(0.6):
            forms = ("who", "whom", "that", "that") if cls in "pq" else ("that", "that", "which")
            clause.before(w.relative(self.one(forms)).as_("obj"))
        return clause

    def stranded(self, person: bool, depth: int) -> Node:
        """Return ``to whom she spoke`` or ``she spoke to``."""
        parts = self.pick("prepverb_p" if person else "prepverb_t").split("_")
        subject = self.np("p", "nom", depth + 2, 0.6)
        clause = self.finite(VP(parts[0]), subject, self.tense())
        if self.chance(0.4) and len(parts) == 2:
            word = w.relative("whom" if person else "which").as_("obl")
            return clause.before(word.before(w.adposition(parts[1])))
        return clause.after(*(w.adposition(part, "obl") for part in parts[1:]))

    def transitive_for(self, cls: str) -> str:
        """Return a verb that takes an object of the class."""
        table = {"p": "tr_pp", "q": "tr_pp", "n": "tr_pp", "f": "tr_food", "d": "tr_doc"}
        table |= {"a": "tr_pa", "e": "tr_ev"}
        return self.pick(table.get(cls, "tr_pt"))

    def reduced_clause(self, cls: str, depth: int) -> Node:
        """Return a participial modifier (``arrested by the police``, ``sitting by the door``)."""
        if cls in "pqn" and self.chance(0.5):
            lemma = self.one(("sit", "stand", "live", "work", "wait", "sleep", "lie", "hide"))
            node = w.verb(lemma, "prog")
            return node.after(self.place_pp(depth + 1)).as_("acl")
        node = w.verb(self.transitive_for(cls), "pass")
        if self.chance(0.6):
            agent = self.np("p", depth=depth + 2, pron=0.05).node
            node.after(agent.before(w.adposition("by")).as_("obl:agent"))
        else:
            node.after(self.place_pp(depth + 1))
        return node.as_("acl")

    # -- adjuncts --------------------------------------------------------------------------

    def place_pp(self, depth: int) -> Node:
        """Return a prepositional phrase of place."""
        roll = self.rng.random()
        if roll < 0.6:
            prep = self.one(("in", "at", "near", "behind", "outside", "inside", "next_to"))
            node = self.np("l", depth=depth + 1, pron=0).node
        elif roll < 0.75:
            prep, node = self.one(("in", "near", "from")), w.proper(self.pick("place"))
        else:
            prep = self.one(("on", "under", "behind", "beside", "above", "next_to"))
            node = self.np("sb", depth=depth + 1, pron=0.05).node
        return self.with_case(prep, node).as_("obl")

    def time_np(self) -> Node:
        """Return a bare noun phrase of time."""
        parts = self.pick("timenp").split("_")
        head = parts[-1]
        if head in ("ago", "later"):
            unit = parts[-2]
            lemma = unit.removesuffix("s")
            number = "Plur" if unit.endswith("s") else "Sing"
            node = w.noun(lemma, number).before(self.time_modifier(parts[0])).as_("obl:unmarked")
            return w.adverb(head).before(node)
        lemma = head
        node = w.proper(head) if head[0].isupper() else w.noun(lemma)
        for part in parts[:-1]:
            node.left.append(self.time_modifier(part))
        return node.as_("obl:unmarked")

    def time_modifier(self, part: str) -> Node:
        """Return the determiner, numeral or adjective of a phrase of time."""
        if part in w.DETERMINERS or part == "an":
            return w.determiner("a" if part == "an" else part)
        if part in ("two", "three", "one"):
            return w.numeral(part)
        return w.adjective(part)

    def time_pp(self) -> Node:
        """Return a prepositional phrase of time."""
        parts = self.pick("timepp").split("_")
        head = parts[-1]
        if head.isdigit():
            node = w.numeral(head)
        elif head[0].isupper():
            node = w.proper(head)
        else:
            plural = head in ("years", "weeks", "days")
            node = w.noun(head.removesuffix("s") if plural else head, "Plur" if plural else "Sing")
        for part in parts[1:-1]:
            node.left.append(
                w.proper(part).as_("compound") if part[0].isupper() else self.time_modifier(part)
            )
        return node.before(w.adposition(parts[0])).as_("obl")

    def adjunct(self, depth: int) -> Node:
        """Return an adverb or a phrase of time, place, company or means."""
        roll = self.rng.random()
        if roll < 0.24:
            return w.adverb(self.pick("adv_manner"))
        if roll < 0.42:
            return w.adverb(self.pick("adv_end"))
        if roll < 0.52:
            return self.time_np()
        if roll < 0.66:
            return self.time_pp()
        if roll < 0.88:
            return self.place_pp(depth)
        prep, cls = self.one(
            (
                "with:p",
                "for:p",
                "with:t",
                "without:p",
                "because_of:m",
                "despite:a",
                "because_of:w",
                "because_of:p",
                "due_to:a",
                "during:e",
            )
        ).split(":")
        return self.with_case(prep, self.np(cls, depth=depth + 1, pron=0.15).node).as_("obl")

    # -- verb phrases ----------------------------------------------------------------------

    def vp_for(self, cls: str, depth: int = 0) -> VP:
        """Return a predicate that suits a subject of the class."""
        if cls in "pq":
            return self.person_vp(depth)
        vp = self._vp_for_thing(cls, depth)
        if self.chance(0.12) and depth < 2:
            vp.right.append(self.adjunct(depth + 1)) if vp.head is None else None
        return vp

    def _vp_for_thing(self, cls: str, depth: int) -> VP:
        if cls == "n" and self.chance(0.62):
            return self.animal_vp(depth)
        if cls == "w":
            return VP(self.pick("force_tr"), [self.obj("bltp", depth)])
        if cls in "ae":
            return self.abstract_vp(cls, depth)
        return self.object_vp(cls, depth)

    def animal_vp(self, depth: int) -> VP:
        """Return a predicate that needs an animal for its subject."""
        roll = self.rng.random()
        if roll < 0.48:
            return VP(self.pick("tr_anim"), [self.obj("pnnt", depth)])
        if roll < 0.8:
            return VP(self.pick("intr_p"))
        return self.motion(depth)

    def abstract_vp(self, cls: str, depth: int) -> VP:
        """Return a predicate for a plan, a rumour, a party."""
        roll = self.rng.random()
        if roll < 0.35:
            return VP(self.pick("psych"), [self.obj("p", depth)])
        if roll < 0.45:
            return VP(self.pick("intr_e"))
        if roll < 0.6:
            return self.passive(cls, depth)
        return self.copular(self.scaled(self.pick("adj_a"), depth, thing=True))

    def object_vp(self, cls: str, depth: int) -> VP:
        """Return a predicate for a thing that can be seen and touched."""
        roll = self.rng.random()
        frames: tuple[tuple[float, Callable[[], VP]], ...] = (
            (0.24, lambda: VP(self.pick("intr_t"))),
            (0.34, lambda: VP(self.pick("tr_tt"), [self.obj("tbsh", depth)])),
            (0.4, lambda: VP(self.pick("psych"), [self.obj("p", depth)])),
            (0.6, lambda: self.passive(cls, depth)),
            (0.66, self.thing_linking),
            (0.7, lambda: self.copular(self.place_pp(depth + 1))),
            (0.73, lambda: self.thing_raising(cls, depth)),
            (0.78, lambda: self.fitting(depth)),
            (0.83, lambda: self.copular(w.adjective(self.pick("adj_tpp")))),
        )
        for limit, frame in frames:
            if roll < limit:
                return frame()
        return self.copular(self.scaled(self.pick("adj_t"), depth, thing=True))

    def thing_linking(self) -> VP:
        """Return ``got cold``, ``looked heavy``."""
        adj = w.adjective(self.pick("adj_t"))
        return VP(self.pick("linking"), [self.degree(adj).as_("xcomp")])

    def thing_raising(self, cls: str, depth: int) -> VP:
        """Return ``seemed to leak``, ``needed to be repaired``."""
        lemma = self.one(("need", "seem", "begin", "continue", "start", "have", "appear"))
        inner = self.infinitive(self._vp_for_thing(cls, depth + 2))
        return VP(lemma, [inner.as_("xcomp")])

    def fitting(self, depth: int) -> VP:
        """Return ``fit into the box``."""
        place = self.np("csb", depth=depth + 1, pron=0.15).node
        preposition = self.one(("in", "into", "on", "through", "under"))
        verb = self.one(("fit", "fit", "belong", "stay", "land", "lie", "hang", "sit"))
        return VP(verb, [self.with_case(preposition, place).as_("obl")])

    def obj(self, cls: str, depth: int, pron: float = 0.25) -> Node:
        """Return a direct object."""
        return self.np(cls, depth=depth + 1, pron=pron).node.as_("obj")

    def copular(self, head: Node) -> VP:
        """Return a predicate headed by an adjective, a noun or a prepositional phrase."""
        return VP("be", head=head)

    def degree(self, adj: Node) -> Node:
        """Perhaps put a degree adverb in front of an adjective."""
        if adj.xpos == "JJ" and self.chance(0.3):
            adj.before(
                w.adverb(
                    self.one(
                        (
                            "very",
                            "too",
                            "so",
                            "really",
                            "quite",
                            "extremely",
                            "pretty",
                            "rather",
                            "much",
                        )
                    )
                )
            )
            if adj.left[0].form == "much":
                adj.left[0].form = adj.left[0].lemma = "fairly"
        return adj

    def scaled(self, lemma: str, depth: int, thing: bool = False) -> Node:
        """Return an adjective, plain or in one of the constructions of degree."""
        roll = self.rng.random()
        if roll < 0.45 or depth > 1:
            return self.degree(w.adjective(lemma))
        if roll < 0.68:
            return self.compared(lemma, depth, thing)
        if roll < 0.8:
            adj = w.adjective(lemma).before(w.adverb("too"))
            if self.chance(0.3):
                inner = self.np("pptb", depth=depth + 1, pron=0.3).node
                return adj.after(self.with_case("for", inner).as_("obl"))
            return adj.after(self.infinitive(self.any_vp(thing, depth + 1)).as_("advcl"))
        if roll < 0.9:
            adj = w.adjective(lemma).after(w.adverb("enough"))
            return adj.after(self.infinitive(self.any_vp(thing, depth + 1)).as_("advcl"))
        adj = w.adjective(lemma).before(w.adverb("so"))
        clause = self.clause(depth + 1, 0.6)
        if self.chance(0.85):
            clause.before(w.subordinator("that"))
        return adj.after(clause.as_("advcl"))

    def any_vp(self, thing: bool, depth: int) -> VP:
        """Return a predicate for ``too heavy to lift`` (no object) or ``too weak to lift it``."""
        if thing and self.chance(0.7):
            return VP(self.pick("tr_pt"))
        return self.person_vp(depth + 1)

    def compared(self, lemma: str, depth: int, thing: bool) -> Node:
        """Return a comparative with its ``than`` phrase or clause, or ``as ... as``."""
        if self.chance(0.15):
            adj = w.adjective(lemma).before(w.adverb("as"))
            other = self.np("tb" if thing else "p", depth=depth + 1, pron=0.3).node
            return adj.after(other.before(w.adposition("as")).as_("obl"))
        if m.inflects_for_degree(lemma):
            adj = w.adjective(lemma, "Cmp")
            if self.chance(0.15):
                adj.before(w.adverb("much"))
        else:
            word = self.one(("more", "more", "more", "less"))
            marker = Node(word, "more" if word == "more" else "less", "ADV", "RBR", "Degree=Cmp")
            adj = w.adjective(lemma).before(marker.as_("advmod"))
        if self.chance(0.2):
            return adj
        if self.chance(0.25):
            subject = self.np("tb" if thing else "p", "nom", depth + 1, 0.4)
            be = w.verb("be", "past", subject.number, subject.person, "VERB")
            be.before(w.subordinator("than"), subject.node.as_("nsubj"))
            return adj.after(be.as_("advcl"))
        other = self.np("tb" if thing else "p", depth=depth + 1, pron=0.3).node
        return adj.after(other.before(w.adposition("than")).as_("obl"))

    def passive(self, cls: str, depth: int) -> VP:
        """Return a passive, with or without its agent."""
        vp = VP(self.transitive_for(cls), passive=True)
        if self.chance(0.06):
            vp = VP(self.pick("psych"), passive=True) if cls == "p" else vp
        if self.chance(0.5):
            agent = self.np("pppnw", depth=depth + 1, pron=0.15).node
            vp.right.append(agent.before(w.adposition("by")).as_("obl:agent"))
        elif self.chance(0.3):
            vp.right.append(self.adjunct(depth + 1))
        return vp

    def motion(self, depth: int) -> VP:
        """Return a verb of motion with a path."""
        prep, cls = self.pick("path").split(":")
        place = self.np(cls, depth=depth + 1, pron=0.1 if cls == "p" else 0.03).node
        vp = VP(self.pick("motion"), [self.with_case(prep, place).as_("obl")])
        if self.chance(0.12):
            start, goal = self.np("l", depth=2, pron=0).node, self.np("l", depth=2, pron=0).node
            vp.right = [
                self.with_case("from", start).as_("obl"),
                self.with_case(self.one(("to", "to", "into", "through")), goal).as_("obl"),
            ]
        elif self.chance(0.1):
            vp.right = [w.adverb(self.one(("home", "away", "back", "outside", "upstairs")))]
        return vp

    def person_vp(self, depth: int = 0) -> VP:
        """Return a predicate for a person, perhaps with an adjunct or a second verb."""
        vp = self._person_vp(depth)
        if vp.head is None and depth < 2:
            clausal = bool(vp.right) and vp.right[-1].deprel in CLAUSAL
            if self.chance(0.03 if clausal else 0.24):
                vp.right.append(self.adjunct(depth + 1))
            if self.chance(0.05) and depth == 0:
                self.purpose(vp, depth)
        return vp

    def purpose(self, vp: VP, depth: int) -> None:
        """Add an infinitive of purpose."""
        inner = self.infinitive(self.person_vp(depth + 2))
        if self.chance(0.2):
            first = Node("in", "in", "ADP", "IN", "ExtPos=SCONJ", "mark")
            inner.before(first.after(w.noun("order").as_("fixed")))
        vp.right.append(inner.as_("advcl"))

    def _person_vp(self, depth: int) -> VP:
        frames = (
            (7, self.v_intransitive),
            (12, self.v_person_object),
            (16, self.v_thing_object),
            (7, self.v_ditransitive),
            (5, self.v_particle),
            (6, self.v_prepositional),
            (11, self.v_object_and_pp),
            (4, self.motion),
            (5, self.v_passive),
            (14, self.v_copular),
            (3, self.v_linking),
            (2, self.v_possession),
            (4, self.v_light),
        )
        clausal = (
            (8, self.v_infinitive),
            (4, self.v_gerund),
            (6, self.v_that),
            (3, self.v_wh),
            (4, self.v_told_that),
            (5, self.v_asked_to),
            (5, self.v_wanted_to),
            (3, self.v_bare),
            (2, self.v_object_gerund),
        )
        options = frames + clausal if depth < 2 else frames
        total = sum(weight for weight, _ in options)
        roll = self.rng.random() * total
        for weight, frame in options:
            roll -= weight
            if roll < 0:
                return frame(depth)
        return self.v_intransitive(depth)

    def v_intransitive(self, depth: int) -> VP:
        """``slept``."""
        return VP(self.pick("intr_p"))

    def v_person_object(self, depth: int) -> VP:
        """``helped Ann``; now and then a reflexive or ``each other``."""
        lemma = self.pick("tr_pp")
        roll = self.rng.random()
        if roll < 0.03:
            node = w.pronoun(self.one(("he", "she", "they")), "refl").as_("obj")
        elif roll < 0.06:
            node = Node("each", "each", "DET", "DT", "ExtPos=PRON|PronType=Rcp", "obj")
            node.after(w.adjective("other").as_("fixed"))
        else:
            node = self.obj("ppppn", depth)
        return VP(lemma, [node])

    def v_thing_object(self, depth: int) -> VP:
        """``bought the lamp``."""
        section, cls = self.one(
            (
                "tr_pt:ttbbkc",
                "tr_pt:tbkcm",
                "tr_food:f",
                "tr_doc:d",
                "tr_pa:a",
                "tr_ev:e",
                "tr_pt:n",
            )
        ).split(":")
        vp = VP(self.pick(section), [self.obj(cls, depth)])
        if self.chance(0.05):
            other = self.np(cls, depth=depth + 2, pron=0.05).node
            vp.right.append(self.with_case("instead_of", other).as_("obl"))
        elif self.chance(0.03):
            other = self.np(cls, depth=depth + 2, pron=0).node
            first = Node("rather", "rather", "ADV", "RB", "ExtPos=CCONJ", "cc")
            other.before(first.after(w.adposition("than", "fixed")))
            vp.right[0].after(other.as_("conj"))
        return vp

    def v_ditransitive(self, depth: int) -> VP:
        """``lent Tom the drill``, ``gave it back``, ``gave the drill to Tom``."""
        section = "dat" if self.chance(0.75) else "ben"
        first = self.np("p", depth=depth + 2, pron=0.4).node.as_("iobj")
        second = self.np("ttkdfbmac", depth=depth + 1, pron=0).node.as_("obj")
        vp = VP(self.pick(section), [first, second])
        if self.chance(0.12):
            vp.right[1:] = [w.pronoun("they", "acc").as_("obj")]
            vp.right = [self.obj("tkd", depth, 0.8), w.adverb("back")]
            vp.lemma = self.one(("give", "send", "bring", "take", "pay", "want", "get"))
            if self.chance(0.3):
                vp.right.append(self.with_case("to", self.np("p", depth=2).node).as_("obl"))
        return vp

    def v_particle(self, depth: int) -> VP:
        """``picked up the box``, ``picked it up``, ``woke up``."""
        if self.chance(0.3):
            verb, prt = self.pick("prt_intr").split("_")
            return VP(verb, [self.particle(prt)])
        verb, prt = self.pick("prt_tr").split("_")
        node = self.obj("tkdcbp", depth, 0.35)
        if prt == "back":
            return VP(verb, [node, w.adverb("back")])
        if node.upos == "PRON" or self.chance(0.35):
            return VP(verb, [node, self.particle(prt)])
        return VP(verb, [self.particle(prt), node])

    def particle(self, form: str) -> Node:
        """Return a verb particle; ``back`` and ``away`` count as adverbs."""
        if form in ("back", "away"):
            return w.adverb(form)
        return Node(form, form, "ADP", "RP", "_", "compound:prt")

    def v_prepositional(self, depth: int) -> VP:
        """``waited for the bus``."""
        person = self.chance(0.6)
        parts = self.pick("prepverb_p" if person else "prepverb_t").split("_")
        cls = "pppn" if person else "tbaedk"
        inner = self.np(cls, depth=depth + 1, pron=0.3).node
        if parts[:2] == ["get", "rid"]:
            rid = w.verb("rid", "pass").as_("xcomp")
            return VP("get", [rid.after(self.with_case("of", inner).as_("obl"))])
        vp = VP(parts[0], [self.with_case("_".join(parts[1:]), inner).as_("obl")])
        if self.chance(0.12):
            topic = self.np("aet", depth=depth + 2, pron=0.2).node
            vp.right.append(self.with_case("about", topic).as_("obl"))
        return vp

    def v_object_and_pp(self, depth: int) -> VP:
        """``put the cup on the shelf``, ``thanked Ann for the book``."""
        verb, first, prep, second = self.pick("vnpn").split(":")
        cls = {"w": "b", "s": "s", "c": "c"}.get(second, second)
        vp = VP(verb, [self.obj(first, depth, 0.35)])
        if first == "p" and verb in ADDRESSED:
            vp.right[0].deprel = "iobj"
        if prep in ("for", "of", "from", "about", "by") and first == "p" and self.chance(0.35):
            clause = self.gerund(self.person_vp(depth + 2))
            vp.right.append(clause.before(w.subordinator(prep)).as_("advcl"))
            return vp
        inner = self.np(cls, depth=depth + 1, pron=0.2).node
        vp.right.append(self.with_case(prep, inner).as_("obl"))
        return vp

    def v_passive(self, depth: int) -> VP:
        """``was helped by Ann``, ``was told to leave``, ``was given a book``."""
        roll = self.rng.random()
        if roll < 0.7 or depth > 1:
            return self.passive("p", depth)
        if roll < 0.82:
            lemma = self.one(("tell", "ask", "force", "allow", "order", "expect", "teach", "warn"))
            inner = self.infinitive(self.person_vp(depth + 2))
            return VP(lemma, [inner.as_("xcomp")], passive=True)
        if roll < 0.9:
            lemma = self.one(("give", "show", "offer", "send", "promise", "teach", "pay", "award"))
            return VP(lemma, [self.obj("tdka", depth, 0)], passive=True)
        verb, _, prep, cls = self.one(
            (
                "accuse:p:of:a",
                "blame:p:for:a",
                "fire:p:for:a",
                "put:p:in:l",
                "praise:p:for:a",
                "punish:p:for:a",
                "take:p:to:l",
            )
        ).split(":")
        inner = self.np(cls, depth=depth + 1, pron=0.05).node
        return VP(verb, [self.with_case(prep, inner).as_("obl")], passive=True)

    def v_copular(self, depth: int) -> VP:
        """``was tall``, ``was tired of waiting``, ``was a doctor``, ``was in the garden``."""
        roll = self.rng.random()
        if roll < 0.32:
            return self.copular(self.scaled(self.pick("adj_p"), depth))
        if roll < 0.47:
            return self.copular(self.degree(w.adjective(self.pick("adj_pp"))))
        if roll < 0.62:
            return self.copular(self.adjective_with_pp(depth))
        if roll < 0.72 and depth < 2:
            adj = self.degree(w.adjective(self.pick("adj_inf")))
            return self.copular(adj.after(self.infinitive(self.person_vp(depth + 1)).as_("xcomp")))
        if roll < 0.79 and depth < 2:
            if self.chance(0.2):
                adj = w.adjective(self.one(("sure", "certain", "unsure", "curious", "clear")))
                return self.copular(adj.after(self.wh_clause(depth)))
            adj = self.degree(w.adjective(self.pick("adj_that")))
            clause = self.clause(depth + 1, 0.5)
            if self.chance(0.7):
                clause.before(w.subordinator("that"))
            return self.copular(adj.after(clause.as_("ccomp")))
        if roll < 0.92:
            return self.copular(self.nominal_predicate(depth))
        if roll < 0.95:
            *preps, lemma = self.pick("idiom_pp").split("_")
            return self.copular(self.with_case("_".join(preps), w.noun(lemma)))
        return self.copular(self.place_pp(depth + 1))

    def nominal_predicate(self, depth: int) -> Node:
        """Return ``a good teacher``, ``such a good teacher that ...``."""
        node = w.noun(self.pick("role").split("_")[-1])
        if self.chance(0.5):
            node.before(self.amod("p"))
        if self.chance(0.15) and depth < 1:
            such = Node("such", "such", "DET", "PDT", "PronType=Dem", "det:predet")
            node.before(such, w.determiner("a"))
            clause = self.clause(depth + 1, 0.6).before(w.subordinator("that"))
            return node.after(clause.as_("advcl"))
        self.det(node, "Sing", depth, 0.15)
        if self.chance(0.2):
            node.after(self.nominal_pp("p", depth))
        return node

    def adjective_with_pp(self, depth: int) -> Node:
        """Return ``afraid of the dog``, ``tired of waiting``."""
        lemma, prep = self.pick("adj_of").split(":")
        if self.chance(0.15):
            adj = self.compared(lemma, 2, False)
            topic = self.np("aeptn", depth=depth + 1, pron=0.2).node
            adj.right.insert(0, self.with_case(prep, topic).as_("obl"))
            return adj
        adj = self.degree(w.adjective(lemma))
        if self.chance(0.3) and depth < 2 and prep in ("of", "at", "in", "about", "for", "with"):
            clause = self.gerund(self.person_vp(depth + 2))
            return adj.after(clause.before(w.subordinator(prep)).as_("advcl"))
        inner = self.np("ppaetn", depth=depth + 1, pron=0.35).node
        return adj.after(self.with_case(prep, inner).as_("obl"))

    def v_linking(self, depth: int) -> VP:
        """``felt guilty``, ``looked like a clown``."""
        if self.chance(0.15):
            inner = self.np("pn", depth=depth + 1, pron=0.1).node
            return VP(
                self.one(("look", "feel", "sound", "act", "smell")),
                [inner.before(w.adposition("like")).as_("obl")],
            )
        section = self.one(("adj_p", "adj_pp"))
        adj = self.degree(w.adjective(self.pick(section)))
        if self.chance(0.15):
            adj = self.adjective_with_pp(depth)
        return VP(self.pick("linking"), [adj.as_("xcomp")])

    def v_possession(self, depth: int) -> VP:
        """``had more money than Ann``, ``had a chance to win``."""
        if self.chance(0.5):
            node = self.np("mttae", depth=depth + 1, pron=0).node
            node.left = []
            more = Node("more", "more", "ADJ", "JJR", "Degree=Cmp", "amod")
            if node.xpos == "NN" and node.lemma not in self.lex["substance"]:
                node = w.noun(node.lemma, "Plur")
            node.right = []
            node.before(more)
            vp = VP(
                self.one(("have", "eat", "buy", "earn", "win", "make", "know", "get", "need")),
                [node.as_("obj")],
            )
            subject = self.np("p", "nom", depth + 2, 0.3)
            if self.chance(0.5):
                standard = subject.node.before(w.adposition("than")).as_("obl")
            else:
                standard = w.verb("do", "past", subject.number, subject.person, "AUX")
                standard.before(w.subordinator("than"), subject.node.as_("nsubj")).as_("advcl")
            standard.governor = more
            vp.right[0].after(standard)
            return vp
        node = w.noun(self.one(("chance", "plan", "reason", "right", "decision", "permission")))
        node.before(w.determiner(self.one(("the", "a", "no"))))
        node.after(self.infinitive(self.person_vp(depth + 2)).as_("acl"))
        return VP(self.one(("have", "get", "make", "find")), [node.as_("obj")])

    def v_light(self, depth: int) -> VP:
        """``had dinner``, ``took care of the dog``, ``gave Ann a hug``."""
        roll = self.rng.random()
        if roll < 0.4:
            verb, lemma, *det = self.pick("light").split(":")
            node = w.proper(lemma) if lemma[0].isupper() else w.noun(lemma)
            if lemma == "dishes":
                node = w.noun("dish", "Plur")
            if det and det[0] in ("his", "her"):
                node.before(w.pronoun("he" if det[0] == "his" else "she", "gen"))
            elif det:
                node.before(w.determiner("the" if det[0] == "the" else "a"))
            vp = VP(verb, [node.as_("obj")])
            if self.chance(0.25):
                other = self.np("p", depth=depth + 2, pron=0.3).node
                vp.right.append(self.with_case("with", other).as_("obl"))
            return vp
        if roll < 0.7:
            verb, lemma, prep, cls = self.pick("light_of").split(":")
            node = w.noun("friend", "Plur") if lemma == "friends" else w.noun(lemma)
            other = self.np(cls, depth=depth + 1, pron=0.35).node
            return VP(verb, [node.as_("obj"), self.with_case(prep, other).as_("obl")])
        verb, lemma, _ = self.pick("light_to").split(":")
        person = self.np("p", depth=depth + 2, pron=0.4).node.as_("iobj")
        return VP(verb, [person, w.noun(lemma).before(w.determiner("a")).as_("obj")])

    def v_infinitive(self, depth: int) -> VP:
        """``tried to leave``, ``had to leave``, ``promised Ann to leave``."""
        lemma = self.pick("subj_inf")
        if self.chance(0.15):
            lemma = "have"
        inner = self.infinitive(self.person_vp(depth + 1), neg=self.chance(0.06)).as_("xcomp")
        if lemma == "promise" and self.chance(0.5):
            return VP(lemma, [self.np("p", depth=2, pron=0.3).node.as_("iobj"), inner])
        if lemma == "going":
            return VP("go", [inner])
        if lemma == "used":
            return VP("use", [inner])
        return VP(lemma, [inner])

    def v_gerund(self, depth: int) -> VP:
        """``kept talking``; ``left without saying anything``."""
        inner = self.gerund(self.person_vp(depth + 1))
        if self.chance(0.6):
            return VP(self.pick("subj_ger"), [inner.as_("xcomp")])
        prep = self.one(("by", "without", "after", "before", "instead of", "while"))
        vp = self._person_vp(2)
        if vp.head is not None:
            vp = self.v_thing_object(2)
        if prep == "instead of":
            first = Node("instead", "instead", "ADV", "RB", "ExtPos=SCONJ", "mark")
            inner.before(first.after(w.adposition("of", "fixed")))
        else:
            inner.before(w.subordinator(prep))
        vp.right.append(inner.as_("advcl"))
        return vp

    def v_that(self, depth: int) -> VP:
        """``thought that ...``, ``explained to Ann that ...``."""
        clause = self.clause(depth + 1, 0.55)
        if self.chance(0.6):
            clause.before(w.subordinator("that"))
        if self.chance(0.12):
            inner = self.np("p", depth=depth + 2, pron=0.3).node
            return VP(
                self.pick("say_to"), [self.with_case("to", inner).as_("obl"), clause.as_("ccomp")]
            )
        return VP(self.pick("that"), [clause.as_("ccomp")])

    def wh_clause(self, depth: int) -> Node:
        """Return an embedded question."""
        word = self.one(("why", "how", "where", "when", "whether", "if", "who", "what"))
        if word in ("who", "what") and self.chance(0.5):
            vp = self.person_vp(depth + 1)
            head = Node(word, word, "PRON", "WP", "PronType=Int", "nsubj")
            clause = self.finite(vp, Phrase(head), self.tense(), keep=True)
            head.deprel = "nsubj:pass" if vp.passive else "nsubj"
            return clause.as_("ccomp")
        if word in ("who", "what"):
            vp = VP(self.pick("tr_pp" if word == "who" else "tr_pt"))
            subject = self.np("p", "nom", depth + 1, 0.6)
            clause = self.finite(vp, subject, self.tense())
            clause.before(Node(word, word, "PRON", "WP", "PronType=Int", "obj"))
            return clause.as_("ccomp")
        if word in ("how", "where", "when") and self.chance(0.25):
            clause = self.infinitive(self.person_vp(depth + 1))
            return clause.before(w.wh_adverb(word)).as_("ccomp")
        clause = self.clause(depth + 1, 0.6)
        mark = w.subordinator(word) if word in ("whether", "if") else w.wh_adverb(word)
        return clause.before(mark).as_("ccomp")

    def v_wh(self, depth: int) -> VP:
        """``wondered why ...``."""
        return VP(self.pick("wh"), [self.wh_clause(depth)])

    def v_told_that(self, depth: int) -> VP:
        """``told Ann that ...``, ``asked Ann whether ...``, ``told Ann about ...``."""
        person = self.np("p", depth=depth + 2, pron=0.35).node.as_("iobj")
        roll = self.rng.random()
        if roll < 0.55:
            clause = self.clause(depth + 1, 0.6)
            if self.chance(0.7):
                clause.before(w.subordinator("that"))
            return VP(self.pick("iobj_that"), [person, clause.as_("ccomp")])
        if roll < 0.8:
            return VP(self.one(("tell", "ask", "show", "remind")), [person, self.wh_clause(depth)])
        topic = self.np("aetp", depth=depth + 1, pron=0.2).node
        lemma = self.one(("tell", "ask", "warn", "remind", "inform"))
        prep = "of" if lemma == "remind" else "about"
        return VP(lemma, [person, self.with_case(prep, topic).as_("obl")])

    def v_asked_to(self, depth: int) -> VP:
        """``asked Ann to leave``."""
        person = self.np("p", depth=depth + 2, pron=0.35).node.as_("iobj")
        inner = self.infinitive(self.person_vp(depth + 1), neg=self.chance(0.1))
        return VP(self.pick("iobj_inf"), [person, inner.as_("xcomp")])

    def v_wanted_to(self, depth: int) -> VP:
        """``wanted Ann to leave``."""
        person = self.np("p", depth=depth + 2, pron=0.35).node.as_("obj")
        inner = self.infinitive(self.person_vp(depth + 1))
        return VP(self.pick("obj_inf"), [person, inner.as_("xcomp")])

    def v_bare(self, depth: int) -> VP:
        """``made Ann laugh``, ``made Ann happy``."""
        person = self.np("ppn", depth=depth + 2, pron=0.4).node.as_("obj")
        if self.chance(0.35):
            adj = self.degree(w.adjective(self.pick(self.one(("adj_p", "adj_pp")))))
            return VP(
                self.one(("make", "keep", "find", "leave", "consider")), [person, adj.as_("xcomp")]
            )
        inner = self.infinitive(self.person_vp(depth + 1), bare=True)
        return VP(self.pick("obj_bare"), [person, inner.as_("xcomp")])

    def v_object_gerund(self, depth: int) -> VP:
        """``saw Ann leaving``."""
        person = self.np("ppn", depth=depth + 2, pron=0.35).node.as_("obj")
        inner = self.verbal(self.verbal_vp(depth + 1), "prog")
        return VP(self.pick("obj_ger"), [person, inner.as_("xcomp")])

    def verbal_vp(self, depth: int) -> VP:
        """Return a predicate headed by an active verb."""
        while True:
            vp = self.person_vp(depth)
            if vp.head is None and not vp.passive:
                return vp

    # -- inflection ------------------------------------------------------------------------

    def tense(self) -> str:
        """Return a tense; narrative past is by far the commonest."""
        roll = self.rng.random()
        if self.present:
            for limit, name in ((0.72, "pres"), (0.84, "modal"), (0.9, "perfpres"), (0.95, "past")):
                if roll < limit:
                    return name
            return "progpres"
        for limit, name in (
            (0.68, "past"),
            (0.71, "pres"),
            (0.8, "modal"),
            (0.89, "perf"),
            (0.9, "perfpres"),
            (0.97, "prog"),
            (0.98, "progpres"),
        ):
            if roll < limit:
                return name
        return "modperf"

    def chain(self, vp: VP, tense: str, number: str, person: int) -> tuple[list[Node], str]:
        """Return the auxiliaries of a clause and the form that the main verb takes."""
        nodes: list[Node] = []
        state = "pres" if tense in ("pres", "perfpres", "progpres") else "past"
        if tense.startswith("mod"):
            nodes.append(w.modal(self.one(w.MODALS)))
            if tense == "modperf":
                nodes[0] = w.modal(self.one(("would", "could", "should", "might", "must")))
            state = "inf"
        if tense in ("perf", "perfpres", "modperf"):
            nodes.append(w.verb("have", state, number, person, "AUX").as_("aux"))
            state = "perf"
        if tense.startswith("prog") and vp.head is None:
            nodes.append(w.verb("be", state, number, person, "AUX").as_("aux"))
            state = "prog"
        if vp.passive:
            be = w.verb("be", state, number, person, "AUX").as_("aux:pass")
            if self.chance(0.08) and state in ("past", "pres"):
                be = w.verb("get", state, number, person, "AUX").as_("aux:pass")
            nodes.append(be)
            state = "pass"
        if vp.head is not None:
            nodes.append(w.verb("be", state, number, person, "AUX").as_("cop"))
        return nodes, state

    def finite(
        self,
        vp: VP,
        subject: Phrase,
        tense: str,
        *,
        neg: bool | None = None,
        invert: bool = False,
        keep: bool = False,
    ) -> Node:
        """Return a finite clause; ``keep`` leaves the subject's relation as it is."""
        neg = self.chance(0.14) if neg is None else neg
        if vp.lemma in ("go", "use") and vp.right and vp.right[-1].deprel == "xcomp":
            tense = "prog" if vp.lemma == "go" else "past"
            neg = neg and vp.lemma == "go"
        nodes, state = self.chain(vp, tense, subject.number, subject.person)
        if (neg or invert) and not nodes:
            nodes = [w.verb("do", state, subject.number, subject.person, "AUX").as_("aux")]
            state = "inf"
        if vp.head is not None:
            head = vp.head
        else:
            head = w.verb(vp.lemma, state, subject.number, subject.person)
            head.right = vp.right + head.right
        if not keep:
            subject.node.deprel = "nsubj:pass" if vp.passive else "nsubj"
        self.arrange(head, subject, nodes, neg, invert)
        return head

    def arrange(
        self, head: Node, subject: Phrase, nodes: list[Node], neg: bool, invert: bool
    ) -> None:
        """Put subject, auxiliaries, negation and a middle adverb in front of the head."""
        middle: list[Node] = []
        if self.chance(0.1) and not invert:
            middle.append(w.adverb(self.pick("adv_mid")))
        elif self.chance(0.01) and not neg:
            longer = Node("longer", "long", "ADV", "RBR", "Degree=Cmp", "advmod")
            middle.append(longer.before(w.adverb("no")))
        negation: list[Node] = []
        if neg:
            first = nodes[0]
            short = self.chance(0.7) and first.form not in ("am", "may", "might")
            negation.append(w.negation(short))
            if first.form == "can" and not short:
                negation[0].glue = True
            if short:
                first.form = w.CONTRACTED.get(first.form, first.form)
        elif nodes and not invert and subject.node.xpos == "PRP" and self.chance(0.12):
            short_form = POSITIVE_SHORT.get(nodes[0].form)
            if short_form and nodes[0].lemma != "do":
                nodes[0].form, nodes[0].glue = short_form, True
        if invert:
            head.before(*nodes[:1], *negation, subject.node, *nodes[1:])
        elif nodes:
            head.before(subject.node, *nodes[:1], *negation, *middle, *nodes[1:])
        else:
            head.before(subject.node, *middle)

    def verbal(self, vp: VP, form: str) -> Node:
        """Return a predicate in a bare form (inf, ger, prog), without subject."""
        if vp.head is not None:
            return vp.head.before(w.verb("be", form, upos="AUX").as_("cop"))
        if vp.passive:
            node = w.verb(vp.lemma, "pass")
            node.right = vp.right + node.right
            return node.before(w.verb("be", form, upos="AUX").as_("aux:pass"))
        node = w.verb(vp.lemma, form)
        node.right = vp.right + node.right
        return node

    def infinitive(self, vp: VP, bare: bool = False, neg: bool = False) -> Node:
        """Return an infinitive, with ``to`` unless bare."""
        node = self.verbal(vp, "inf")
        if not bare:
            node.before(w.infinitive_to())
        if neg:
            node.before(w.negation(False))
        return node

    def gerund(self, vp: VP) -> Node:
        """Return a gerund."""
        return self.verbal(vp, "ger")

    def clause(self, depth: int = 0, pron: float = 0.3, neg: bool | None = None) -> Node:
        """Return a finite clause with a subject of any class."""
        roll = self.rng.random()
        if roll < 0.04:
            return self.existential(depth)
        if roll < 0.06 and depth < 2:
            return self.expletive(depth)
        if roll < 0.07 and depth < 2:
            return self.gerund_subject(depth)
        cls = "p" if roll < 0.66 else self.one("ttttbbbkkfddmmaaaeennnwcch")
        subject = self.np(cls, "nom", depth, pron)
        return self.finite(self.vp_for(cls, depth), subject, self.tense(), neg=neg)

    def gerund_subject(self, depth: int) -> Node:
        """Return ``winning the race made Ann happy``."""
        subject = Phrase(self.gerund(self.verbal_vp(2)).as_("csubj"))
        vp = VP(self.pick("psych"), [self.obj("p", depth)])
        if self.chance(0.4):
            adj = w.adjective(self.pick("adj_pp")).as_("xcomp")
            vp = VP("make", [self.obj("p", depth), adj])
        return self.finite(vp, subject, self.one(("past", "pres", "past")), keep=True)

    def existential(self, depth: int) -> Node:
        """Return ``there was a dog in the garden``."""
        phrase = self.np("pntbme", depth=depth + 1, pron=0)
        if phrase.node.left and phrase.node.left[0].lemma in ("the", "this", "that"):
            phrase.node.left[0] = w.determiner("no" if self.chance(0.3) else "some")
        tense = self.one(("past", "past", "pres"))
        be = w.verb("be", tense, phrase.number, 3, "VERB")
        be.before(Node("there", "there", "PRON", "EX", "_", "expl"))
        be.after(phrase.node.as_("nsubj"))
        if self.chance(0.4):
            be.after(self.place_pp(depth + 1))
        return be

    def expletive(self, depth: int) -> Node:
        """Return ``it was hard to lift the box``, ``it was clear that ...``, ``it took ...``."""
        it = Phrase(w.pronoun("it", "nom").as_("expl"))
        adj = self.degree(w.adjective(self.pick("adj_ext")))
        if self.chance(0.3):
            inner = self.clause(depth + 1, 0.5).before(w.subordinator("that"))
        else:
            inner = self.infinitive(self.person_vp(depth + 1))
            if self.chance(0.35):
                person = self.np("p", depth=depth + 2, pron=0.4).node
                adj.after(self.with_case("for", person).as_("obl"))
        adj.after(inner.as_("csubj"))
        return self.finite(self.copular(adj), it, self.one(("past", "pres", "past")), keep=True)


def _singular(form: str) -> str:
    """Return the lemma of a plural of the word lists."""
    for lemma, plural in m.PLURALS.items():
        if plural == form:
            return lemma
    if form == "councilmen":
        return "councilman"
    if form.endswith("ies"):
        return form[:-3] + "y"
    return form.removesuffix("s") if form != "police" else form
