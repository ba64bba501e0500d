"""How answers about running text are written: capitals, possessives, contractions, names, parts of documents."""

from __future__ import annotations

import json
import random
import re
import textwrap
from pathlib import Path

import pytest
import spacy
from spacy.language import Language

from coindex import resolve
from coindex.commands import main as cli
from coindex.harness.questions.chains import read_passages
from coindex.reasoner.jobs import long_texts
from coindex.reasoner.running.engine import Reasoner
from kparse.errors import CoindexError, InputError

pytestmark = pytest.mark.model
UNSEEN = Path(__file__).parent.parent / "unseen"


def links(reasoner: Reasoner, text: str) -> list[tuple[str, str]]:
    return [
        (f.pronoun.text, f.candidates[0].text) for f in resolve(text, reasoner=reasoner).pronouns
    ]


@pytest.fixture(scope="module")
def blank() -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("coindex")
    return nlp


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("THE GIRL LOST A KEY BECAUSE SHE WAS TIRED.", ("SHE", "THE GIRL")),
        ("NEWS OF THE DAY\n\nNORA BECK BAKED A LOAF. SHE ATE IT.", ("SHE", "NORA BECK")),
        ("The house with its garden burned.", ("its", "The house")),
        ("The man who sold his car left.", ("his", "The man")),
        ("Maria - her boss was late.", ("her", "Maria")),
        ("Karl (his brother was ill) stayed.", ("his", "Karl")),
    ],
)
def test_capitals_and_antecedents_without_their_own_pronoun(
    reasoner: Reasoner, text: str, found: tuple[str, str]
) -> None:
    assert found in links(reasoner, text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("The cooks lost their pans.", "The cooks lost the cooks' pans."),
        ("The Kerns sold their boat.", "The Kerns sold the Kerns' boat."),
        ("The boss called her son.", "The boss called the boss's son."),
        ("Karl said he'd seen Ida.", "Karl said Karl had seen Ida."),
        ("The cooks said they'd go.", "The cooks said the cooks would go."),
        ("The cooks say they've eaten.", "The cooks say the cooks have eaten."),
        ("Karl cut himself.", "Karl cut himself."),
        ("The girls saw themselves.", "The girls saw themselves."),
        ("THE GIRL LOST HER NEW KEY.", "THE GIRL LOST THE GIRL'S NEW KEY."),
    ],
)
def test_resolved_text(reasoner: Reasoner, text: str, written: str) -> None:
    assert resolve(text, reasoner=reasoner).resolved_text == written


@pytest.mark.parametrize(
    ("text", "possessive"),
    [
        ("Karl met Ida. He taught her geometry.", False),
        ("Karl met Ida. He gave her advice.", False),
        ("Karl met Ida. He taught her brother.", True),
        ("Karl met Ida. He gave her advice to the mayor.", True),
    ],
)
def test_her_is_a_recipient_or_an_owner(reasoner: Reasoner, text: str, possessive: bool) -> None:
    her = next(f for f in resolve(text, reasoner=reasoner).pronouns if f.pronoun.text == "her")
    assert her.possessive is possessive


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Judge Olga Brandt spoke. Then Brandt sat down. She was tired.", ["Judge Olga Brandt", "Brandt"]),
        ("Karl Otto Moser spoke. Later Karl Moser sat down. He was tired.", ["Karl Otto Moser", "Karl Moser"]),
    ],
)  # fmt: skip
def test_one_chain_for_long_and_short_names(
    reasoner: Reasoner, text: str, names: list[str]
) -> None:
    (chain,) = resolve(text, reasoner=reasoner).chains
    assert [m.text for m in chain][:2] == names


def test_a_sole_candidate_is_as_sure_as_it_is_salient(reasoner: Reasoner) -> None:
    for text in ("Ida slept because she was tired.", "Karl sold his car."):
        (one,) = resolve(text, reasoner=reasoner).pronouns
        assert len(one.candidates) == 1
        assert one.confidence is not None
        assert one.confidence > 0.6


def test_candidates_come_in_one_order(reasoner: Reasoner) -> None:
    text = "Nora saw Ida in the yard. Karl slept. She waved at him. Then she left."
    first, again = (resolve(text, reasoner=reasoner).to_dict() for _ in range(2))
    assert first == again
    for one in first["pronouns"]:
        assert one["candidates"][0] == one["antecedent"]
        assert one["runner_up"] in (None, *one["candidates"][1:2])


@pytest.mark.parametrize("text", [None, 3, b"Ida slept."])
def test_what_is_no_text_gets_a_message(text: object) -> None:
    with pytest.raises(InputError, match="a text is needed"):
        resolve(text)  # type: ignore[arg-type]


def test_a_text_in_another_language_gets_a_message(
    reasoner: Reasoner, blank: Language, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = "Die Bäckerin hat den Müller nicht gesehen, weil er krank war."
    with pytest.raises(InputError, match="seems to be in German"):
        resolve(text, reasoner=reasoner)
    with pytest.warns(UserWarning, match="seems to be in German"):
        assert blank(text)._.antecedents == []
    assert cli.main(["solve", text]) == 2
    assert "seems to be in German" in capsys.readouterr().err
    (section,) = long_texts.sections(text)
    record = json.loads(long_texts.section_line(reasoner, section))
    assert (record["pronouns"], "German" in record["error"]) == ([], True)


@pytest.mark.parametrize("given", ["Ida; Ida", "the mill; The  mill", "She; Ida"])
def test_senseless_candidates_are_refused(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "Ida met Nora because she was early.", "--candidates", given]) == 2
    assert "candidate" in capsys.readouterr().err


def test_parts_of_documents_and_merged_tokens(blank: Language) -> None:
    doc = blank("Carla sold the old mill. She missed it, and she wept.")
    part = doc[6:9].as_doc(copy_user_data=True)
    assert [token._.antecedent for token in part] == [None] * len(part)
    assert doc[6:9].as_doc()._.resolved_text == "She missed it"
    assert part._.resolved_text == part.text
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[2:5])
        retokenizer.merge(doc[6:8])
    found = {token.text: token._.antecedent for token in doc if token._.antecedent is not None}
    assert {text: span.text for text, span in found.items()} == {
        "it": "the old mill",
        "she": "Carla",
    }


def test_after_the_time_given_salience_alone_decides(reasoner: Reasoner) -> None:
    text = "Ida thanked Nora because she had helped her. Karl slept. He snored, so they left. " * 3
    whole, hurried = (resolve(text, reasoner=reasoner, seconds=s) for s in (None, 0.0))
    assert whole.hurried is None
    assert hurried.hurried == 0
    assert {f.decided_by for f in hurried.pronouns} == {"preference"}
    assert hurried.pronouns


def test_lines_go_to_standard_output(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    source = tmp_path / "text.txt"
    source.write_text("Ida took the jug. She filled it.", encoding="utf-8")
    long_texts.run(source, "-", progress=False)
    (line,) = capfdbinary.readouterr().out.splitlines()
    assert len(json.loads(line)["pronouns"]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["text.txt"]


# ------------------------------------------------------------------------------ line breaks


def _wrapped(text: str, width: int) -> str:
    """Wrap each paragraph, with the same length."""
    return "\n\n".join(
        textwrap.fill(part, width, break_long_words=False, break_on_hyphens=False)
        for part in text.split("\n\n")
    )


PASSAGES = [p for p in read_passages(UNSEEN / "passages.jsonl") if p.part == "open"]


@pytest.mark.parametrize("passage", PASSAGES[:3], ids=lambda p: p.id)
@pytest.mark.parametrize("width", [40, 72])
def test_wrapping_changes_no_answer(reasoner: Reasoner, passage: object, width: int) -> None:
    text = re.sub(r"[ \t]*\n(?!\n)(?<!\n\n)|[ \t]+", " ", passage.text)  # type: ignore[attr-defined]
    assert links(reasoner, _wrapped(text, width)) == links(reasoner, text)


@pytest.mark.slow
@pytest.mark.skipif("not config.getoption('-m')", reason="asked when wanted: -m slow")
@pytest.mark.parametrize("passage", PASSAGES[3:], ids=lambda p: p.id)
@pytest.mark.parametrize("width", [40, 72])
def test_wrapping_changes_no_answer_of_all(reasoner: Reasoner, passage: object, width: int) -> None:
    test_wrapping_changes_no_answer(reasoner, passage, width)


# ------------------------------------------------------------------------------ resolve and solve


def _texts() -> list[str]:
    lines = (UNSEEN / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return sorted({json.loads(line)["text"] for line in lines})


def _differences(reasoner: Reasoner, texts: list[str]) -> tuple[int, list[str]]:
    compared, wrong = 0, []
    for text in texts:
        for one in resolve(text, reasoner=reasoner).pronouns:
            candidates = [c.text for c in one.candidates]
            if len(set(candidates)) < 2 or one.pronoun.text.lower().endswith(("self", "selves")):
                continue  # `solve` asks about no reflexive
            compared += 1
            try:
                answer = reasoner.solve(text, pronoun=one.pronoun.start, candidates=candidates)
            except CoindexError as error:
                wrong.append(f"{text}: {error}")
                continue
            if answer.candidate != candidates[0]:
                wrong.append(f"{text}: {one.pronoun.text}: {candidates}, {answer.candidate}")
    return compared, wrong


def test_resolve_and_solve_agree(reasoner: Reasoner) -> None:
    compared, wrong = _differences(reasoner, random.Random(41).sample(_texts(), 60))
    assert compared > 30
    assert wrong == []


@pytest.mark.slow
@pytest.mark.skipif("not config.getoption('-m')", reason="asked when wanted: -m slow")
def test_resolve_and_solve_agree_everywhere(reasoner: Reasoner) -> None:
    _, wrong = _differences(reasoner, _texts())
    assert wrong == []
