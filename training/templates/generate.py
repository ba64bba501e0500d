"""Generator of dependency trees for short narrative sentences about people and things.

The sentences are drawn from a grammar with large word lists; their annotation follows the
conventions of the English Web Treebank. Run as a script to look at them::

    python -m training.templates.generate --count 20 --seed 1
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator

from training.templates import words as w
from training.templates.conllu import Sentence
from training.templates.phrases import VP, Phrase
from training.templates.plain import Plain
from training.templates.trees import Node, to_sentence

MARKS = [
    "because",
    "because",
    "because",
    "because",
    "although",
    "although",
    "though",
    "since",
    "unless",
    "until",
    "if",
    "if",
    "while",
    "before",
    "before",
    "after",
    "after",
    "as",
    "once",
    "whereas",
    "when",
    "when",
    "when",
    "when",
]
FRONTED = [
    "because",
    "although",
    "though",
    "since",
    "if",
    "when",
    "when",
    "while",
    "after",
    "before",
    "as",
    "once",
    "unless",
]
MAX_WORDS = 45


class Generator(Plain):
    """Generates whole sentences."""

    # -- subordinate clauses ---------------------------------------------------------------

    def subordinate(self, mark: str, depth: int = 1, pron: float = 0.6) -> Node:
        """Return an adverbial clause with its connective."""
        clause = self.clause(depth, pron)
        if mark == "when":
            return clause.before(w.wh_adverb("when")).as_("advcl")
        return clause.before(w.subordinator(mark)).as_("advcl")

    def special_subordinate(self) -> Node:
        """Return ``even though``, ``so that``, ``as if``, ``in case``, ``as soon as`` clauses."""
        clause = self.clause(1, 0.65)
        roll = self.rng.random()
        if roll < 0.3:
            return clause.before(w.adverb("even"), w.subordinator("though")).as_("advcl")
        if roll < 0.4:
            return clause.before(w.adverb("even"), w.subordinator("if")).as_("advcl")
        if roll < 0.65:
            mark = Node("so", "so", "SCONJ", "IN", "ExtPos=SCONJ", "mark")
            return clause.before(mark.after(w.subordinator("that").as_("fixed"))).as_("advcl")
        if roll < 0.75:
            return clause.before(w.subordinator("as"), w.subordinator("if")).as_("advcl")
        if roll < 0.85:
            mark = Node("in", "in", "SCONJ", "IN", "ExtPos=SCONJ", "mark")
            return clause.before(mark.after(w.noun("case").as_("fixed"))).as_("advcl")
        soon = w.adverb("soon").before(w.adverb("as"))
        return soon.after(clause.before(w.subordinator("as")).as_("advcl"))

    def purposive(self) -> Node:
        """Return ``so he could reach it``."""
        subject = self.np("p", "nom", 1, 0.75)
        clause = self.finite(self.person_vp(1), subject, "modal", neg=self.chance(0.15))
        for node in clause.left:
            if node.xpos == "MD" and node.form in ("must", "may", "should"):
                node.form = node.lemma = self.one(("could", "would", "can"))
        return clause.before(w.subordinator("so")).as_("advcl")

    # -- sentences -------------------------------------------------------------------------

    def main(self, pron: float = 0.12, depth: int = 0) -> Node:
        """Return a main clause, sometimes with a phrase in front."""
        clause = self.clause(depth, pron)
        roll = self.rng.random()
        if roll < 0.02:
            clause.before(w.coordinator(self.one(("but", "and", "but"))))
        elif roll < 0.06:
            front = w.adverb(self.pick("adv_front").lower())
            if self.chance(0.5):
                front.after(w.punct(","))
            clause.before(front)
        elif roll < 0.1:
            front = self.one_of_adjuncts()
            clause.before(front.after(w.punct(",")))
        return clause

    def one_of_adjuncts(self) -> Node:
        """Return a phrase of time, place or cause for the front of a sentence."""
        roll = self.rng.random()
        if roll < 0.35:
            return self.time_np()
        if roll < 0.6:
            return self.time_pp()
        if roll < 0.8:
            return self.place_pp(1)
        prep, cls = self.one(
            (
                "because_of:m",
                "despite:a",
                "due_to:w",
                "instead_of:d",
                "like:p",
                "because_of:e",
                "after:e",
                "without:t",
                "during:e",
            )
        ).split(":")
        return self.with_case(prep, self.np(cls, depth=1, pron=0.05).node).as_("obl")

    def final_subordinate(self) -> Node:
        """Return a sentence such as ``Ann left because she was tired``."""
        head = self.main()
        sub = self.subordinate(self.one(MARKS))
        self.attach_final(head, sub)
        if self.chance(0.08):
            self.attach_final(head, self.subordinate(self.one(MARKS)))
        return head

    def attach_final(self, head: Node, sub: Node, comma: float = 0.3) -> None:
        """Attach a clause at the end, with or without a comma."""
        if self.chance(comma):
            sub.before(w.punct(","))
        last = head.right[-1] if head.right else head
        if last.deprel == "ccomp" and last.xpos != "VB" and self.chance(0.5):
            last.after(sub)
        else:
            head.after(sub)

    def fronted_subordinate(self) -> Node:
        """Return a sentence such as ``Because she was tired, Ann left``."""
        sub = self.subordinate(self.one(FRONTED), 1, 0.35)
        if self.chance(0.9):
            sub.after(w.punct(","))
        return self.main(0.5).before(sub)

    def special(self) -> Node:
        """Return a sentence with a connective of several words, in front or behind."""
        sub = self.special_subordinate()
        first = next(node for node, _ in sub.walk())
        if self.chance(0.25) and first.form in ("even", "as") and sub.lemma != "as":
            return self.main(0.4).before(sub.after(w.punct(",")))
        head = self.main()
        self.attach_final(head, sub, 0.15)
        return head

    def purposive_sentence(self) -> Node:
        """Return a sentence such as ``Ann moved so he could see``."""
        return self.main().after(self.purposive())

    def result(self) -> Node:
        """Return a sentence such as ``Ann was tired, so she left``."""
        head = self.main()
        other = self.clause(0, 0.65).before(w.adverb("so"))
        if self.chance(0.85):
            other.before(w.punct(","))
        return head.after(other.as_("parataxis"))

    def coordination(self) -> Node:
        """Return a sentence such as ``Ann left, but Bob stayed``."""
        head = self.main()
        word = self.one(("but", "but", "but", "and", "and", "or", "yet"))
        other = self.clause(0, 0.5)
        if self.chance(0.2):
            other = self.main(0.5)
        other.before(w.coordinator(word))
        if self.chance(0.75):
            other.before(w.punct(","))
        head.after(other.as_("conj"))
        if self.chance(0.3):
            other.after(self.subordinate(self.one(MARKS)))
        return head

    def verb_coordination(self) -> Node:
        """``Ann took the box and opened it``; the second verb shares the subject."""
        subject = self.np("p", "nom", 0, 0.2)
        head = self.finite(self.verbal_vp(1), subject, "past", neg=False)
        other = self.finite(
            self.person_vp(1), Phrase(w.noun("x"), subject.number, subject.person), "past"
        )
        other.left = [node for node in other.left if node.lemma != "x"]
        word = self.one(("and", "and", "and", "but", "then", "or"))
        if word == "then":
            other.before(w.coordinator("and"), w.adverb("then"))
        else:
            other.before(w.coordinator(word))
        if self.chance(0.2):
            other.before(w.punct(","))
        head.after(other.as_("conj"))
        if self.chance(0.35):
            head.after(self.subordinate(self.one(MARKS)))
        return head

    def adjective_coordination(self) -> Node:
        """Return a sentence such as ``Ann was tired and hungry``."""
        subject = self.np("p", "nom", 0, 0.2)
        adj = self.degree(w.adjective(self.pick(self.one(("adj_p", "adj_pp")))))
        other = self.degree(w.adjective(self.pick(self.one(("adj_p", "adj_pp")))))
        adj.after(other.before(w.coordinator(self.one(("and", "but", "or")))).as_("conj"))
        head = self.finite(self.copular(adj), subject, self.tense())
        if self.chance(0.5):
            self.attach_final(head, self.subordinate(self.one(MARKS)))
        return head

    def semicolon(self) -> Node:
        """Return a sentence such as ``Ann left; she was tired``."""
        head = self.main()
        other = self.main(0.6)
        mark = self.one((";", ";", ";", "—", ":"))
        other.before(w.punct(mark))
        return head.after(other.as_("parataxis"))

    def degree_result(self) -> Node:
        """``The box was so heavy that nobody could lift it`` and similar ones."""
        cls = self.one("pptbkfn")
        subject = self.np(cls, "nom", 0, 0.15)
        adj = w.adjective(self.pick("adj_p" if cls in "pn" else "adj_t"))
        roll = self.rng.random()
        if roll < 0.35:
            inner = self.infinitive(self.any_vp(cls != "p", 1)).as_("advcl")
            adj.before(w.adverb("too"))
            if self.chance(0.3):
                person = self.np("p", depth=1, pron=0.4).node
                inner.before(person.before(w.subordinator("for")).as_("nsubj"))
                person.left, marks = person.left[1:], person.left[:1]
                inner.before(*marks)
            adj.after(inner)
        elif roll < 0.55:
            adj.after(w.adverb("enough"), self.infinitive(self.any_vp(cls != "p", 1)).as_("advcl"))
        else:
            clause = self.clause(1, 0.6)
            if self.chance(0.85):
                clause.before(w.subordinator("that"))
            adj.before(w.adverb("so")).after(clause.as_("advcl"))
        head = self.finite(self.copular(adj), subject, self.one(("past", "past", "pres", "modal")))
        if self.chance(0.2):
            self.attach_final(head, self.subordinate("because"))
        return head

    def size_question(self) -> Node:
        """Return a sentence such as ``The couch did not fit through the door because it was too wide``."""
        subject = self.np("tbkfd", "nom", 0, 0.03)
        goal = self.with_case(
            self.one(("in", "into", "through", "on", "under", "inside")),
            self.np("csbl", depth=0, pron=0.03).node,
        ).as_("obl")
        head = self.finite(
            VP(self.one(("fit", "go", "belong", "stay", "get", "move")), [goal]),
            subject,
            self.one(("past", "modal", "pres")),
            neg=self.chance(0.75),
        )
        adj = w.adjective(self.pick("adj_t")).before(w.adverb(self.one(("too", "so", "very"))))
        reason = self.finite(self.copular(adj), self.personal("t", "nom"), "past", neg=False)
        reason.before(w.subordinator(self.one(("because", "since", "because", "although"))))
        return head.after(reason.as_("advcl"))

    def comparison(self) -> Node:
        """``Ann is taller than Bob``, ``Ann ran faster than Bob did``."""
        subject = self.np("p", "nom", 0, 0.1)
        if self.chance(0.5):
            adj = self.compared(self.pick(self.one(("adj_p", "adj_pp"))), 0, False)
            head = self.finite(self.copular(adj), subject, self.one(("past", "pres", "past")))
        else:
            adv = Node("", "", "ADV", "RBR", "Degree=Cmp", "advmod")
            adv.form, adv.lemma = self.one(
                (
                    "faster fast",
                    "harder hard",
                    "better well",
                    "later late",
                    "longer long",
                    "higher high",
                    "earlier early",
                )
            ).split()
            other = self.np("p", "nom", 1, 0.3)
            if self.chance(0.5):
                did = w.verb("do", "past", other.number, other.person, "AUX")
                did.before(w.subordinator("than"), other.node.as_("nsubj"))
                adv.after(did.as_("advcl"))
            else:
                adv.after(other.node.before(w.adposition("than")).as_("obl"))
            vp = VP(self.one(("run", "work", "swim", "jump", "sing", "arrive", "cook", "stay")))
            vp.right.append(adv)
            head = self.finite(vp, subject, "past")
        if self.chance(0.6):
            self.attach_final(head, self.subordinate(self.one(MARKS)))
        return head

    def quotation(self) -> Node:
        """Return a sentence such as ``"I am tired," Ann said``, ``Ann said, "I am tired."``."""
        inner = self.clause(1, 0.5)
        speaker = self.np("p", "nom", 1, 0.25)
        lemma = self.one(("say", "say", "say", "reply", "shout", "ask", "whisper", "answer"))
        vp = VP(lemma)
        if self.chance(0.12):
            vp.right.append(self.with_case("to", self.np("p", depth=2).node).as_("obl"))
        head = self.finite(vp, speaker, "past", neg=False)
        if self.chance(0.7):
            mark = self.one((",", ",", ",", "!", "?"))
            inner.before(w.quote(True)).after(w.punct(mark), w.quote(False))
            if speaker.node.xpos != "PRP" and self.chance(0.3) and not vp.right:
                head.left.remove(speaker.node)
                head.right.insert(0, speaker.node)
            head.before(inner.as_("ccomp"))
            return head
        stop = w.punct(".")
        inner.before(w.punct(","), w.quote(True)).after(stop, w.quote(False))
        head.after(inner.as_("ccomp"))
        return head

    def cleft(self) -> Node:
        """Return a sentence such as ``It was Ann who broke the vase``."""
        focus = self.np("pppt", depth=1, pron=0.1)
        it = Phrase(w.pronoun("it", "nom").as_("expl"))
        head = self.finite(
            self.copular(focus.node),
            it,
            self.one(("past", "past", "pres")),
            keep=True,
            neg=self.chance(0.15),
        )
        word = w.relative(self.one(("who", "that")))
        vp = self.person_vp(1)
        word.deprel = "nsubj:pass" if vp.passive else "nsubj"
        clause = self.finite(vp, Phrase(word), self.tense(), keep=True)
        return head.after(clause.as_("advcl:relcl"))

    def sentential_which(self) -> Node:
        """Return a sentence such as ``Ann lost the key, which annoyed Bob``."""
        head = self.main(0.15, 1)
        word = w.relative("which").as_("nsubj")
        roll = self.rng.random()
        if roll < 0.6:
            vp = VP(self.pick("psych"), [self.obj("p", 1)])
        elif roll < 0.8:
            vp = self.copular(w.adjective(self.pick("adj_a")))
        else:
            adj = w.adjective(self.pick("adj_pp"))
            vp = VP("make", [self.obj("p", 1), adj.as_("xcomp")])
        clause = self.finite(vp, Phrase(word), self.one(("past", "past", "pres")), keep=True)
        return head.after(clause.before(w.punct(",")).as_("advcl:relcl"))

    def counterfactual(self) -> Node:
        """``Ann would have won if she had trained``, either order."""
        condition = self.finite(self.person_vp(1), self.np("p", "nom", 1, 0.55), "perf")
        condition.before(w.subordinator("if")).as_("advcl")
        head = self.finite(self.person_vp(1), self.np("p", "nom", 1, 0.25), "modperf")
        if self.chance(0.5):
            return head.before(condition.after(w.punct(",")))
        return head.after(condition)

    def participial(self) -> Node:
        """Return a sentence such as ``Feeling tired, Ann left``, ``Ann left, hoping to find the dog``."""
        roll = self.rng.random()
        if roll < 0.25:
            node = w.verb(self.pick(self.one(("tr_pp", "psych"))), "pass")
            node.after(self.np("pa", depth=1, pron=0.1).node.before(w.adposition("by")))
            node.right[-1].as_("obl:agent")
        elif roll < 0.4:
            vp = self.verbal_vp(1)
            node = w.verb(vp.lemma, "perf")
            node.right = vp.right
            node.before(w.verb("have", "prog", upos="AUX").as_("aux"))
        else:
            node = self.verbal(self.verbal_vp(1), "prog")
            if self.chance(0.2):
                mark = self.one(("while", "when", "after", "before", "by"))
                if mark in ("after", "before", "by"):
                    node.feats = "VerbForm=Ger"
                node.before(w.wh_adverb(mark) if mark == "when" else w.subordinator(mark))
        node.as_("advcl")
        subject = self.np("p", "nom", 0, 0.25)
        head = self.finite(self.person_vp(1), subject, "past")
        if self.chance(0.65):
            return head.before(node.after(w.punct(",")))
        return head.after(node.before(w.punct(",")))

    def ellipsis(self) -> Node:
        """``Ann left, but Bob did n't``, ``and so did Bob``, ``and Bob did too``."""
        head = self.finite(self.verbal_vp(1), self.np("p", "nom", 0, 0.1), "past", neg=False)
        other = self.np("p", "nom", 1, 0.3)
        did = w.verb("do", "past", other.number, other.person, "AUX")
        other.node.as_("nsubj")
        if self.chance(0.5):
            short = self.chance(0.7)
            did.before(w.punct(","), w.coordinator("but"), other.node)
            did.after(w.negation(short))
        elif self.chance(0.5):
            did.before(w.coordinator("and"), w.adverb("so")).after(other.node)
        else:
            did.before(w.coordinator("and"), other.node).after(w.adverb("too"))
        head.after(did.as_("conj"))
        if self.chance(0.4):
            did.after(self.subordinate(self.one(MARKS)))
        return head

    def question(self) -> Node:
        """Return a yes-no or a wh question."""
        roll = self.rng.random()
        cls = self.one("ppptbn")
        if roll < 0.2:
            word = Node("who", "who", "PRON", "WP", "PronType=Int")
            vp = self.person_vp(1)
            word.deprel = "nsubj:pass" if vp.passive else "nsubj"
            return self.finite(vp, Phrase(word), self.tense(), keep=True)
        subject = self.np(cls, "nom", 1, 0.3)
        if roll < 0.4:
            clause = self.finite(
                VP(self.pick("tr_pt")),
                self.np("p", "nom", 1, 0.4),
                self.tense(),
                invert=True,
                neg=False,
            )
            return clause.before(Node("what", "what", "PRON", "WP", "PronType=Int", "obj"))
        clause = self.finite(
            self.vp_for(cls, 1), subject, self.tense(), invert=True, neg=self.chance(0.15)
        )
        if roll < 0.8:
            clause.before(w.wh_adverb(self.one(("why", "why", "how", "where", "when"))))
        return clause

    def correlative(self) -> Node:
        """Return a sentence such as ``The more Ann practiced, the better she played``."""
        halves = []
        for _ in range(2):
            adv = Node("", "", "ADV", "RBR", "Degree=Cmp", "advmod")
            adv.form, adv.lemma = self.one(
                (
                    "more more",
                    "harder hard",
                    "better well",
                    "less less",
                    "longer long",
                    "faster fast",
                )
            ).split()
            adv.before(w.determiner("the"))
            vp = VP(self.pick(self.one(("intr_p", "intr_p", "tr_pp"))))
            if vp.lemma in self.lex["tr_pp"]:
                vp.right.append(self.obj("p", 1))
            subject = self.np("p", "nom", 1, 0.4)
            halves.append(self.finite(vp, subject, self.tense(), neg=False).before(adv))
        first, second = halves
        return second.before(first.after(w.punct(",")).as_("advcl"))

    def locative_clause(self) -> Node:
        """Return a sentence such as ``Ann put the cup back where she had found it``."""
        head = self.main(0.2, 1)
        return head.after(self.clause(1, 0.7).before(w.wh_adverb("where")).as_("advcl"))

    def simple(self) -> Node:
        """Return one main clause."""
        return self.main(0.35)

    def root(self) -> Node:
        """Return a random sentence tree without its final stop."""
        plans: tuple[tuple[float, Callable[[], Node]], ...] = (
            (20, self.final_subordinate),
            (11, self.fronted_subordinate),
            (4, self.special),
            (3, self.purposive_sentence),
            (9, self.result),
            (9, self.coordination),
            (6, self.verb_coordination),
            (2, self.adjective_coordination),
            (4, self.semicolon),
            (5, self.degree_result),
            (3, self.size_question),
            (4, self.comparison),
            (3, self.quotation),
            (2, self.cleft),
            (3, self.sentential_which),
            (2, self.counterfactual),
            (4, self.participial),
            (3, self.ellipsis),
            (3, self.question),
            (10, self.simple),
            (1, self.correlative),
            (1, self.locative_clause),
            *self.plain_plans(),
        )
        total = sum(weight for weight, _ in plans)
        roll = self.rng.random() * total
        chosen = self.simple
        for weight, plan in plans:
            roll -= weight
            if roll < 0:
                chosen = plan
                break
        self.present = self.chance(0.16)
        tree = chosen()
        if chosen == self.question:
            return tree.after(w.punct("?"))
        return self.close(tree)

    def close(self, tree: Node) -> Node:
        """Add the final stop, unless the sentence ends in a quotation with one."""
        last = [node for node, _ in tree.walk()][-1]
        if last.form == '"' and last.xpos == "''":
            return tree
        return tree.after(w.punct("!" if self.chance(0.02) else "."))

    def sentence(self, group: str = "") -> Sentence:
        """Return a random sentence of limited length."""
        while True:
            sentence = to_sentence(self.root(), group)
            if 3 <= len(sentence.tokens) <= MAX_WORDS:
                return sentence


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
