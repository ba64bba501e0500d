"""Knowledge given as a sentence: read in many forms, matched with the question, and explained."""

from __future__ import annotations

import json

import pytest

from coindex.commands import main as cli
from coindex.commands.options import knowledge_option as option
from coindex.reasoner import Reasoner
from coindex.reasoner.english_rules import likeness as _said_match
from coindex.reasoner.english_rules import words as english_words
from coindex.reasoner.english_rules.sentences import LONGEST, read
from coindex.reasoner.item import Item
from coindex.reasoner.jobs.batch import answer_line
from coindex.reasoner.rendering.render import to_text
from coindex.reasoner.solving.choice import Choice
from kparse.errors import InputError

pytestmark = pytest.mark.model

TRAINED = "The gardener trained the apprentice because [he] was patient."
WIDE = "The lamp did not go into the crate because [it] was too wide."


def asked(reasoner: Reasoner, text: str, *knowledge: str, candidates: str = "") -> tuple[str, bool]:
    """Who the pronoun is, and whether all sentences were used."""
    given = candidates.split("; ") if candidates else None
    answer = reasoner.solve(text, candidates=given, knowledge=knowledge)
    assert [t.sentence for t in answer.sentence_uses] == list(dict.fromkeys(knowledge))
    return str(answer.candidate), all(t.used for t in answer.sentence_uses)


TRAINER = [
    "Person1 trains person2 because person1 is patient.",
    "If person1 is patient, person1 trains person2.",
    "person1 trains person2 if person1 is patient",
    "When somebody is patient, they often train others.",
    "Whenever somebody is patient, he trains an apprentice.",
    "X is patient, so X trains Y.",
    "People who are patient usually train others.",
    "Those who are patient usually train others.",
    "Someone who is patient trains somebody.",
    "Whoever is patient trains others.",
    "Patient people train others.",
    "Person 1 is patient. Person 1 trains person 2.",
    "A person trains another person because he is patient.",
    "One person trains the other because the one is patient.",
    "If A is patient, A trains B.",
    "Person1 is patient may cause person1 trains person2.",
    "Somebody is trained by a person who is patient.",
]
TRAINEE = [
    "Person1 trains person2 because person2 is patient.",
    "Someone who is patient is often trained by others.",
    "If somebody is patient, people train them.",
    "If someone is patient, someone else trains them.",
    "X is patient, so Y trains X.",
    "If a person is patient, another person trains the person.",
    "They train people who are patient.",
    "Patient people are trained by others.",
]


@pytest.mark.parametrize("sentence", TRAINER)
def test_one_end_of_a_sentence(reasoner: Reasoner, sentence: str) -> None:
    assert asked(reasoner, TRAINED, sentence) == ("The gardener", True)


@pytest.mark.parametrize("sentence", TRAINEE)
def test_the_other_end(reasoner: Reasoner, sentence: str) -> None:
    assert asked(reasoner, TRAINED, sentence) == ("the apprentice", True)


@pytest.mark.parametrize(
    ("sentence", "right"),
    [
        ("A thing that is too wide does not go into something.", "The lamp"),
        ("X that is too wide does not go into Y.", "The lamp"),
        ("A that is too wide does not go into B.", "The lamp"),
        ("Something doesn't go into a crate because the thing is too wide.", "The lamp"),
        ("If Y is too wide, X does not go into Y.", "the crate"),
        ("Something does not go into a container if the container is wide.", "the crate"),
        ("Things do not go into something that is too wide.", "the crate"),
    ],
)
def test_things(reasoner: Reasoner, sentence: str, right: str) -> None:
    assert asked(reasoner, WIDE, sentence)[0] == right


@pytest.mark.parametrize(
    ("text", "sentence", "right"),
    [
        # words that nothing is known of
        ("The nurse zibbed the guard because [he] was glorpy.", "X zibs Y if Y is glorpy.", 1),
        ("The nurse zibbed the guard because [he] was glorpy.", "X zibs Y if X is glorpy.", 0),
        # passive, comparison, purpose, particle, participle
        ("The fox envied the crow because [it] was fed.", "People envy those who are fed.", 1),
        (
            "The stew was hotter than the soup, so [it] had to cool first.",
            "If X is hotter than Y, X has to cool first.",
            0,
        ),
        (
            "Dirk gave Kurt his umbrella so [he] would not get wet.",
            "Person1 gives person2 an umbrella in order to keep person2 from getting wet.",
            1,
        ),
        (
            "The poodle growled at the kitten although [it] was friendly.",
            "Someone who is friendly does not growl at others.",
            0,
        ),
        ("The rope snapped under the piano because [it] was frayed.", "A frayed rope may snap.", 0),
        # the noun decides, and who owns what
        (
            "The judge pardoned the thief because [he] had a mild temper.",
            "A person with a mild temper pardons people.",
            0,
        ),
        # another word of the same stem
        ("Leo thanked Max for all that [he] had given.", "People thank those who give.", 1),
    ],
)
def test_what_is_said_in_other_ways(
    reasoner: Reasoner, text: str, sentence: str, right: int
) -> None:
    answer = reasoner.solve(text, knowledge=[sentence])
    assert answer.answer == right
    assert answer.decided_by == "knowledge"


def test_it_outweighs_what_is_known(reasoner: Reasoner) -> None:
    text = "The landlord scolded the tenant because [he] had broken a window."
    assert asked(reasoner, text)[0] == "the tenant"
    sentence = "If person1 scolds person2, person1 has broken something."
    assert asked(reasoner, text, sentence) == ("The landlord", True)


def test_it_is_told_in_the_explanation(reasoner: Reasoner) -> None:
    sentence = "Person1 trains person2 because person2 is patient."
    unused = "Cats sleep because they are tired."
    answer = reasoner.solve(TRAINED, knowledge=[sentence, unused], explain=True)
    best = answer.best
    assert best is not None
    rule = next(r for r in best.rules if r.id == "english_rule(1)")
    assert rule.text == f"you said: “{sentence}” (“person2” is the apprentice)"
    shown = " ".join(to_text(answer, width=1000, full=True).split())
    assert "because you said: “Person1 trains" in shown
    why = "it has nothing to do with the question; understood: sleep(cats) – tired(cats)"
    assert f"not used: “{unused}” [{why}]" in shown
    assert [t.used for t in answer.sentence_uses] == [True, False]
    assert answer.to_dict()["sentence_uses"][0]["why"].startswith(
        "it was found in the question by “"
    )


def test_what_has_nothing_to_do_with_it_changes_nothing(reasoner: Reasoner) -> None:
    without = reasoner.solve(TRAINED)
    answer = reasoner.solve(TRAINED, knowledge=["If a lake freezes, children skate on it."])
    assert not answer.sentence_uses[0].used
    assert (answer.answer, answer.confidence, answer.costs) == (
        without.answer,
        without.confidence,
        without.costs,
    )
    assert answer.readings == without.readings


def test_what_fits_both_is_not_used(reasoner: Reasoner) -> None:
    answer = reasoner.solve(TRAINED, knowledge=["Somebody trains somebody in a garden."][:1])
    assert not answer.sentence_uses[0].used
    assert "does not distinguish the answers" in answer.sentence_uses[0].why


def test_a_word_of_which_nothing_is_known_is_found_by_itself_only(reasoner: Reasoner) -> None:
    text = "The nurse trained the guard because [he] was glorpy."
    answer = reasoner.solve(text, knowledge=["Person1 trains person2 because person2 is tired."])
    assert not answer.sentence_uses[0].used
    assert "says nothing of what is said of the pronoun" in answer.sentence_uses[0].why
    assert not any(r.id.startswith("english_rule") for o in answer.readings for r in o.rules)
    answer = reasoner.solve(text, knowledge=["Person1 trains person2 because person2 is glorpy."])
    assert answer.sentence_uses[0].used
    assert (answer.candidate, answer.decided_by) == ("the guard", "knowledge")
    assert answer.best is not None
    assert any(r.id == "english_rule(1)" for r in answer.best.rules)


@pytest.mark.parametrize(
    ("sentence", "part"),
    [
        ("", "is empty"),
        (" \n", "is empty"),
        ("x" * (LONGEST + 1), "at most"),
        ("Violence.", "nothing was understood"),
        ("It rains.", "nothing was understood"),
        ("Somebody sleeps.", "understood: sleep(somebody)"),
    ],
)
def test_what_cannot_be_used_is_one_message(reasoner: Reasoner, sentence: str, part: str) -> None:
    with pytest.raises(InputError, match="knowledge") as caught:
        reasoner.solve(TRAINED, knowledge=[sentence])
    assert part in str(caught.value)
    assert "person1" in str(caught.value) or "short ones" in str(caught.value)


@pytest.mark.parametrize(
    "sentence", ["{X} {Y} {", '"', "\\", "% :- x.", "é" * 30, "((((", "🦊 bit 🐔"]
)
def test_odd_sentences_do_no_harm(reasoner: Reasoner, sentence: str) -> None:
    try:
        answer = reasoner.solve(
            TRAINED, knowledge=[f"If somebody is patient, he trains {sentence}."], explain=True
        )
    except InputError:
        return
    assert answer.candidate is not None


def test_what_is_understood(reasoner: Reasoner) -> None:
    rule = read("If person 1 helps person2, PERSON2 is not angry.", reasoner.nlp, reasoner.store)
    assert rule.understood == "help(person 1, person2) – not angry(person2)"
    rule = read("If somebody fears a storm, they may refuse a trip.", reasoner.nlp, reasoner.store)
    assert rule.understood == "fear(somebody, a storm) – refuse(somebody, a trip)"


def test_an_item_brings_its_own(reasoner: Reasoner) -> None:
    text = TRAINED.replace("[", "").replace("]", "")
    start = text.index(" he ") + 1
    known = ("X trains Y if Y is patient.", "Mist.")
    item = Item("1", text, start, start + 2, ("the gardener", "the apprentice"), known)
    answer = next(reasoner.solve_many([item]))
    assert answer.answer == 1
    assert [(t.sentence, t.used) for t in answer.sentence_uses] == [
        ("Mist.", False),
        (known[0], True),
    ]
    line = {"id": 1, "text": text, "pron_start": start, "pron_end": start + 2}
    line |= {"candidates": list(item.candidates), "knowledge": [known[0]]}
    record = json.loads(answer_line(reasoner, json.dumps(line).encode(), 1))
    assert record["answer"] == 1
    assert record["sentence_uses"][0]["used"] is True
    assert record["rules"][0]["id"] == "english_rule(1)"
    line["knowledge"] = known[0]
    alone = json.loads(answer_line(reasoner, json.dumps(line).encode(), 1))
    assert alone["sentence_uses"][0]["used"] is True
    line["knowledge"] = 7
    assert json.loads(answer_line(reasoner, json.dumps(line).encode(), 1))["error"]


@pytest.mark.parametrize(("effect", "right"), [("breaks", 0), ("is sold", 1)])
def test_causes_and_effects(reasoner: Reasoner, effect: str, right: int) -> None:
    given = ("The jug broke.", "The jug was sold.")
    knowledge = (f"If something slips out of a hand, it {effect}.",)
    answer = reasoner.choose(
        Choice("1", "The jug slipped out of her hand.", given, "effect", knowledge)
    )
    assert (answer.answer, answer.decided_by, answer.sentence_uses[0].used) == (
        right,
        "knowledge",
        True,
    )


def test_the_command_names_what_was_not_used(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["solve", TRAINED, "--candidates", "the gardener; the apprentice"]
    sentence = "X trains Y if Y is patient."
    assert cli.main([*arguments, "--knowledge", sentence, "--knowledge", "Lakes are cold."]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("he = the apprentice  (knowledge")
    assert err == (
        "coindex: the knowledge “Lakes are cold.” was not used: "
        "it has nothing to do with the question; understood: cold(lakes)\n"
    )
    assert cli.main([*arguments, "--knowledge", "Somebody sleeps."]) == 2
    assert "understood: sleep(somebody)" in capsys.readouterr().err
    assert cli.main(["solve", "--jsonl", "none.jsonl", "--knowledge", sentence]) == 2
    assert "belong to single questions" in capsys.readouterr().err
    alternatives = ["It broke.", "It was sold."]
    command = ["choose", "The jug slipped.", *alternatives, "--asks", "effect"]
    assert cli.main([*command, "--knowledge", "If something slips, it is sold."]) == 0
    assert "It was sold." in capsys.readouterr().out


def test_values_of_the_option() -> None:
    assert option.split_values(["a b.lp", "x.lp", "dir/", "If it rains, it pours."]) == (
        ["a b.lp", "x.lp", "dir/"],
        ["If it rains, it pours."],
    )
    assert option.split_values(["a b\0c"]) == ([], ["a b\0c"])


def test_words() -> None:
    assert english_words.stem("refusal") == english_words.stem("refuse")
    assert english_words.generic("somebody") == "person"
    assert english_words.normalised("X1 hums.").text == "X1 hums."
    assert _said_match._misspelt("recieve", "receive")
    assert not _said_match._misspelt("receive", "receive")
