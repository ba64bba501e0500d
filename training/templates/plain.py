"""Plain short sentences: bare plurals, the present tense, rare names; and constructions that parsers miss."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from training.templates import words as w
from training.templates.phrases import VP, Grammar, Phrase
from training.templates.trees import Node

NAMES = Path(__file__).parents[2] / "knowledge/learned/names.lp"
PAIRS = (
    ("like", "d"),
    ("drink", "m"),
    ("read", "d"),
    ("eat", "f"),
    ("buy", "k"),
    ("collect", "t"),
    ("choose", "t"),
    ("order", "f"),
)
NEEDED = ("time", "permission", "reason", "money", "help", "power", "space", "courage")
NOUN_LIKE = (
    "like like fear hunt sting watch help order train cook trick guide guard judge host visit love hate "
    "trust doubt blame praise need want use charge question answer call test milk feed kick hit cut "
    "damage attack block drink smell taste walk chase lift carry push paint sign ship plant design study "
    "name mention copy book pay show teach stop join move force"
).split()
"""Verbs whose forms may be nouns or prepositions, too."""
GIVEN = ("order", "instruction", "reason", "signal", "command")


@cache
def rare_names() -> tuple[str, ...]:
    """Return all first names of the rows, common or not."""
    return tuple(sorted(set(re.findall(r'^name\("([A-Z][a-z]+)"', NAMES.read_text("utf-8"), re.M))))


class Plain(Grammar):
    """Adds plain sentences to the grammar; ``generic`` makes noun phrases plural and bare."""

    # -- plain clauses ---------------------------------------------------------------------

    def rare_name(self) -> Phrase:
        """Return a first name, as often a rare one as a common one."""
        return Phrase(w.proper(self.one(rare_names()))) if self.chance(0.6) else Phrase(self.name())

    def bare_plural(self, cls: str) -> Phrase:
        """Return ``wolves``, ``old teachers``; substances stay singular."""
        if cls == "m":
            return Phrase(w.noun(self.pick("substance").split("_")[-1]))
        section = {"p": "role", "n": "animal", "f": "food", "t": "thing", "k": "clothes"}.get(
            cls, "thing"
        )
        parts = w.multiword(self.pick(section))
        node = w.noun(parts[-1], "Plur")
        node.left = [w.noun(part).as_("compound") for part in parts[:-1]]
        if self.chance(0.15):
            node.before(self.amod(cls))
        return Phrase(node, "Plur")

    def plain_verb(self, cls: str, bare: bool) -> VP:
        """Return a verb with at most one short object."""
        roll = self.rng.random()
        if cls == "n":
            lemma, objects = (
                (self.pick("tr_anim"), "nnf") if roll < 0.7 else (self.pick("intr_p"), "")
            )
        elif roll < 0.4:
            lemma, objects = self.pick("tr_pp"), "ppn"
        elif roll < 0.6:
            lemma, objects = self.pick("tr_pt"), "ttkf"
        elif roll < 0.7:
            lemma, objects = self.one(NOUN_LIKE), "pnfm"
        elif roll < 0.8:
            return self.copular(self.degree(w.adjective(self.pick("adj_p"))))
        else:
            lemma, objects = self.pick("intr_p"), ""
        if not objects:
            return VP(lemma)
        kind = self.one(objects)
        if kind == "p" and not bare:
            return VP(lemma, [self.rare_name().node.as_("obj")])
        if bare:
            return VP(lemma, [self.bare_plural(kind).node.as_("obj")])
        return VP(lemma, [self.np(kind, depth=3, pron=0.1).node.as_("obj")])

    def plain_main(self) -> tuple[Node, str]:
        """Return a short main clause and the class of its subject."""
        if self.chance(0.5):
            cls = self.one("npn")
            tense = self.one(("pres", "pres", "pres", "past", "modal"))
            subject = self.bare_plural(cls)
            return self.finite(self.plain_verb(cls, True), subject, tense), cls
        tense = self.one(("past", "past", "past", "pres", "modal", "perf"))
        return self.finite(self.plain_verb("p", self.chance(0.2)), self.rare_name(), tense), "p"

    def plain_reason(self, cls: str) -> Node:
        """Return a short clause about a pronoun."""
        base = self.one(("they", "they", "he", "she", "it" if cls == "n" else "they"))
        subject = Phrase(w.pronoun(base, "nom"), "Plur" if base == "they" else "Sing")
        tense = self.one(("pres", "past"))
        roll = self.rng.random()
        if roll < 0.5:
            adj = self.degree(w.adjective(self.pick(self.one(("adj_p", "adj_pp", "adj_t")))))
            return self.finite(self.copular(adj), subject, tense)
        if roll < 0.65:
            adj = w.adjective(
                self.one(("good", "bad", "sweet", "safe", "nice", "strange", "bitter"))
            )
            verb = self.one(("taste", "smell", "look", "feel", "sound", "seem"))
            return self.finite(VP(verb, [adj.as_("xcomp")]), subject, tense)
        return self.finite(self.plain_verb(cls, self.chance(0.6)), subject, tense)

    def plain(self) -> Node:
        """Return a sentence such as ``Wolves chase deer because they are hungry``, ``Ivo kicked Max``."""
        head, cls = self.plain_main()
        roll = self.rng.random()
        if roll < 0.4:
            return head
        clause = self.plain_reason(cls)
        if roll < 0.85:
            mark = self.one(("because", "because", "because", "although", "since", "if", "when"))
            clause.before(w.wh_adverb("when") if mark == "when" else w.subordinator(mark))
            return head.after(clause.as_("advcl"))
        if roll < 0.93:
            return head.after(clause.before(w.punct(","), w.adverb("so")).as_("parataxis"))
        word = self.one(("but", "and"))
        return head.after(clause.before(w.punct(","), w.coordinator(word)).as_("conj"))

    # -- constructions ---------------------------------------------------------------------

    def given_plural(self) -> Node:
        """Return ``The sergeant gave the men orders to wait``, ``She had time to eat``."""
        subject = self.np("p", "nom", 1, 0.1)
        inner = self.infinitive(self.plain_verb("p", False)).as_("acl")
        if self.chance(0.5):
            lemma = self.one(NEEDED)
            noun = w.noun(lemma).after(inner).as_("obj")
            if self.chance(0.5):
                return self.finite(
                    VP(self.one(("have", "need", "find", "get")), [noun]), subject, "past"
                )
        else:
            noun = w.noun(self.one(GIVEN), "Plur").after(inner).as_("obj")
        person = self.np("pq", depth=2, pron=0.15).node.as_("iobj")
        return self.finite(VP("give", [person, noun]), subject, "past", neg=False)

    def given_to(self) -> Node:
        """Return ``The clerk gave the police officer a ticket``, ``... his assistant Paula a pen``."""
        subject = self.np("p", "nom", 1, 0.1)
        person = self.role_noun("Sing", 2, plain=True)
        if self.chance(0.4):
            person = w.noun(self.pick("role").split("_")[-1]).before(
                w.pronoun(self.one(("he", "she")), "gen")
            )
            person.after(self.rare_name().node.as_("appos"))
        thing = w.noun(self.pick("thing").split("_")[-1]).before(w.determiner("a"))
        lemma = self.one(("give", "give", "hand", "lend", "offer", "send", "show", "bring"))
        return self.finite(
            VP(lemma, [person.as_("iobj"), thing.as_("obj")]), subject, "past", neg=False
        )

    def trouble(self) -> Node:
        """Return ``Ute had trouble sleeping because Vera snored``."""
        inner = self.gerund(self.plain_verb("p", False)).as_("acl")
        noun = w.noun(self.one(("trouble", "difficulty", "fun", "experience"))).after(inner)
        head = self.finite(VP("have", [noun.as_("obj")]), self.rare_name(), "past")
        if self.chance(0.6):
            clause = self.finite(self.plain_verb("p", False), self.rare_name(), "past")
            head.after(clause.before(w.subordinator("because")).as_("advcl"))
        return head

    def took_time(self) -> Node:
        """Return ``It took Ole an hour to find Per``, ``The rule made it easy to win``."""
        inner = self.infinitive(self.plain_verb("p", False))
        if self.chance(0.5):
            unit = w.noun(self.one(("hour", "minute", "week", "year", "day"))).before(
                w.determiner("a")
            )
            right = [unit.as_("obj"), inner.as_("csubj")]
            if self.chance(0.7):
                right.insert(0, self.np("p", depth=2, pron=0.3).node.as_("iobj"))
            it = Phrase(w.pronoun("it", "nom").as_("expl"))
            return self.finite(VP("take", right), it, "past", neg=False, keep=True)
        it_object = w.pronoun("it", "acc").as_("expl")
        adj = w.adjective(self.pick("adj_ext")).as_("xcomp").after(inner.as_("csubj"))
        verb = self.one(("make", "make", "find", "think"))
        return self.finite(
            VP(verb, [it_object, adj]), self.np("pad", "nom", 2, 0.1), "past", neg=False
        )

    def gapping(self) -> Node:
        """Return ``Anna likes tea and Bert coffee``."""
        lemma, cls = self.one([f"{a}:{b}" for a, b in PAIRS]).split(":")
        tense = self.one(("past", "pres"))
        first = self.bare_plural(cls).node.as_("obj")
        second = self.bare_plural(cls).node.as_("orphan")
        head = self.finite(VP(lemma, [first]), self.rare_name(), tense, neg=False)
        other = self.rare_name().node
        other.after(second)
        if self.chance(0.4):
            second.before(w.punct(","))
        other.before(w.coordinator("and"))
        if self.chance(0.4):
            other.before(w.punct(","))
        return head.after(other.as_("conj"))

    def but_not(self) -> Node:
        """Return ``Lia cooked the meal but not Eva``, ``in the tent and not the hut``, ``Ann but not Bea slept``."""
        other = self.rare_name().node.before(
            w.coordinator(self.one(("but", "and"))), w.negation(False)
        )
        other.as_("conj")
        if self.chance(0.4):
            subject = self.rare_name()
            subject.node.after(other)
            return self.finite(self.plain_verb("p", True), subject, "pres", neg=False)
        if self.chance(0.5):
            place = self.np("l", depth=2, pron=0).node
            rest = self.np("l", depth=3, pron=0).node
            rest.before(w.coordinator(self.one(("but", "and"))), w.negation(False))
            place.after(rest.as_("conj"))
            case = w.adposition(self.one(("in", "at", "near")))
            vp = VP(self.one(("sleep", "live", "work", "wait")), [place.before(case).as_("obl")])
            return self.finite(vp, self.np("p", "nom", 2, 0.3), "past", neg=False)
        head = self.finite(self.v_thing_object(3), self.rare_name(), "past", neg=False)
        return head.after(other)

    def rather_than(self) -> Node:
        """Return ``Rather than cook, Ida ordered a pizza``."""
        inner = self.verbal(self.plain_verb("p", False), "inf")
        first = Node("rather", "rather", "ADV", "RB", "ExtPos=SCONJ", "mark")
        inner.before(first.after(w.adposition("than", "fixed")))
        head = self.finite(self.v_thing_object(2), self.rare_name(), "past", neg=False)
        if self.chance(0.7):
            return head.before(inner.after(w.punct(",")).as_("advcl"))
        return head.after(inner.as_("advcl"))

    def for_to(self) -> Node:
        """Return ``She would grab the bags for Megan to sell``."""
        inner = VP(self.one(("sell", "use", "read", "carry", "see", "wear", "repair", "eat")))
        clause = self.infinitive(inner)
        clause.before(w.subordinator("for"), self.rare_name().node.as_("nsubj"))
        thing = self.np("tkdf", depth=2, pron=0).node
        head = self.finite(
            VP(
                self.one(("buy", "bring", "grab", "leave", "make", "take", "choose")),
                [thing.as_("obj")],
            ),
            self.np("p", "nom", 2, 0.4),
            self.one(("past", "modal")),
            neg=False,
        )
        return head.after(clause.as_("advcl"))

    def whose(self) -> Node:
        """Return ``Kate, whose brother is a pilot, took Lynn up``."""
        owned = w.noun(self.pick("kin")).before(w.relative("whose"))
        roll = self.rng.random()
        if roll < 0.5:
            role = w.noun(self.pick("role").split("_")[-1]).before(w.determiner("a"))
            vp = self.copular(role)
        else:
            vp = self.plain_verb("p", False)
        clause = self.finite(vp, Phrase(owned), self.tense())
        if self.chance(0.4):
            owned.lemma = owned.form = self.one(("car", "house", "dog", "phone", "wallet", "shop"))
            clause = self.finite(
                VP(self.one(("steal", "sell", "find", "repair")), passive=True),
                Phrase(owned),
                "past",
                neg=False,
            )
        subject = (
            self.rare_name() if self.chance(0.5) else Phrase(self.role_noun("Sing", 2, plain=True))
        )
        if subject.node.upos == "PROPN":
            clause.before(w.punct(",")).after(w.punct(","))
        subject.node.after(clause.as_("acl:relcl"))
        return self.finite(self.plain_verb("p", False), subject, "past", neg=False)

    def aside(self) -> Node:
        """Return ``Daria, tired of waiting, left``, ``The woman, angry at the clerk, shouted``."""
        adj = w.adjective(self.pick(self.one(("adj_p", "adj_pp")))).as_("amod")
        if self.chance(0.4):
            adj.after(
                self.gerund(self.plain_verb("p", False)).before(w.subordinator("of")).as_("advcl")
            )
        else:
            noun = self.np("p", depth=2, pron=0.2).node
            adj.after(noun.before(w.adposition(self.one(("at", "with", "of")))).as_("obl"))
        adj.before(w.punct(",")).after(w.punct(","))
        subject = (
            self.rare_name() if self.chance(0.5) else Phrase(self.role_noun("Sing", 2, plain=True))
        )
        subject.node.after(adj)
        return self.finite(self.plain_verb("p", False), subject, "past", neg=False)

    def less_on(self) -> Node:
        """Return ``Elsa spends less on food than Frida because she is thrifty``, ``Ada ate more than Beth``."""
        amount = Node("", "", "ADJ", "JJR", "Degree=Cmp", "obj")
        amount.form = self.one(("less", "more"))
        amount.lemma = {"less": "little", "more": "much"}[amount.form]
        other = self.rare_name().node.before(w.adposition("than")).as_("obl")
        tense = self.one(("past", "pres"))
        if self.chance(0.5):
            topic = self.bare_plural(self.one("mfk")).node.before(w.adposition("on")).as_("obl")
            vp = VP("spend", [amount, topic, other])
        else:
            amount.after(other)
            vp = VP(self.one(("eat", "earn", "know", "drink", "read", "pay")), [amount])
        head = self.finite(vp, self.rare_name(), tense, neg=False)
        if self.chance(0.6):
            head.after(self.plain_reason("p").before(w.subordinator("because")).as_("advcl"))
        return head

    def contrasted(self) -> Node:
        """Return ``Ida was ill; in contrast, Bea was well``."""
        head, _ = self.plain_main()
        other, _ = self.plain_main()
        phrase = w.noun(self.one(("contrast", "fact", "addition", "comparison"))).before(
            w.adposition("in")
        )
        other.before(w.punct(";"), phrase.as_("obl"), w.punct(","))
        return head.after(other.as_("parataxis"))

    def plain_plans(self) -> tuple[tuple[float, Callable[[], Node]], ...]:
        """Return the plans with their shares, as ``Generator.root`` has them."""
        return (
            (18, self.plain),
            (2, self.given_plural),
            (2, self.given_to),
            (1.5, self.trouble),
            (2, self.took_time),
            (1.5, self.gapping),
            (2, self.but_not),
            (1, self.rather_than),
            (1.5, self.for_to),
            (2, self.whose),
            (2, self.aside),
            (2, self.less_on),
            (1, self.contrasted),
        )
