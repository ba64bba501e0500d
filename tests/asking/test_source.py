"""Sources by name: recorded replies, language models through the package ``llm``, and those of others."""

from __future__ import annotations

import json
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from coindex.asking import source as sources
from coindex.asking.language_model import WAITS, LanguageModel
from coindex.asking.prompt import request_for
from coindex.asking.recorded import Recorded
from coindex.asking.source import SourceError, open_source
from kparse.errors import InputError
from tests.asking.making import CHOICE, QUERY, RULE, Saying


class Model:
    """A model of a made-up package."""

    model_id = "tiny-1"
    supports_schema = True
    needs_key = "tiny"

    def __init__(self, *errors: Exception) -> None:
        self.errors, self.sent = list(errors), []  # type: ignore[var-annotated]

    def prompt(self, prompt: str, **options: Any) -> Any:
        self.sent.append((prompt, options))
        if self.errors:
            raise self.errors.pop(0)
        usage = SimpleNamespace(input=90, output=None)
        return SimpleNamespace(text=lambda: json.dumps({"rules": [RULE]}), usage=lambda: usage)


def package(monkeypatch: pytest.MonkeyPatch, model: Model) -> Any:
    """Put a made-up package ``llm`` in the place of the real one."""
    made: Any = ModuleType("llm")
    made.UnknownModelError = type("UnknownModelError", (KeyError,), {})
    made.NeedsKeyException = type("NeedsKeyException", (Exception,), {})

    def get_model(name: str) -> Model:
        if name != "tiny":
            raise made.UnknownModelError(name)
        return model

    made.get_model = get_model
    monkeypatch.setitem(sys.modules, "llm", made)
    return made


def test_a_model_is_sent_the_prompt_and_held_to_a_form(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    package(monkeypatch, model)
    source, request = open_source("tiny"), request_for(QUERY)
    (reply,) = source.ask([request])
    assert source.at_once > 1
    assert (source.name, reply.source, reply.tokens) == ("llm:tiny-1", "llm:tiny-1", 90)
    assert RULE in reply.text
    ((prompt, options),) = model.sent
    assert prompt == request.prompt
    assert options["system"] == request.system
    assert options["schema"]["required"] == ["rules"]


def test_a_model_on_this_machine_gets_one_request_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Model, "needs_key", None)
    package(monkeypatch, Model())
    assert open_source("tiny").at_once == 1


def test_what_fails_is_sent_again_after_growing_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    package(monkeypatch, Model(OSError("busy"), OSError("busy")))
    (reply,) = LanguageModel("tiny", waited.append).ask([request_for(QUERY)])
    assert RULE in reply.text
    assert waited == list(WAITS[:2])
    package(monkeypatch, Model(*[OSError("no\nroute")] * 9))
    with pytest.raises(SourceError, match="llm:tiny-1 could not be asked: no route") as caught:
        next(LanguageModel("tiny", waited.append).ask([request_for(QUERY)]))
    assert caught.value.again


def test_a_missing_key_is_a_message_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    made = package(monkeypatch, model)
    model.errors = [made.NeedsKeyException("no key")]
    with pytest.raises(SourceError, match="needs a key") as caught:
        next(LanguageModel("tiny").ask([request_for(QUERY)]))
    assert not caught.value.again


def test_unknown_models_and_a_missing_package_are_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    package(monkeypatch, Model())
    with pytest.raises(InputError, match="llm knows no model 'huge'"):
        open_source("llm:huge")
    monkeypatch.setitem(sys.modules, "llm", None)
    with pytest.raises(InputError, match=r"needs the package llm[\s\S]*\[ask\]"):
        open_source("huge")


def test_other_packages_add_sources_by_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("oracle", "tests.asking.making:Saying", sources.GROUP)
    monkeypatch.setattr(sources, "entry_points", lambda group: EntryPoints([point]))
    found = open_source("oracle:it depends")
    assert isinstance(found, Saying)
    assert found.said == "it depends"
    with pytest.raises(InputError, match="no name after the colon"):
        open_source("oracle:")


def test_recorded_replies_are_found_whatever_the_candidates(tmp_path: Path) -> None:
    path = tmp_path / "rules.jsonl"
    place = {"text": QUERY.text, "pron_start": QUERY.start, "pron_end": QUERY.end}
    choice = {"premise": CHOICE.text, "alternatives": list(CHOICE.candidates), "asks": "cause"}
    lines = [{**place, "rules": [RULE]}, {**choice, "rules": "If thing1 breaks, thing1 is dark."}]
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    source = open_source(f"recorded:{path}")
    said = [reply.text for reply in source.ask([request_for(QUERY), request_for(CHOICE)])]
    assert said == [RULE, "If thing1 breaks, thing1 is dark."]
    assert source.name == "recorded:rules.jsonl"


@pytest.mark.parametrize("line", ["{", "7", '{"text": "x"}', '{"premise": 1, "rules": [2]}'])
def test_a_damaged_record_is_a_message_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "rules.jsonl"
    path.write_text(f"\n{line}\n", "utf-8")
    with pytest.raises(InputError, match=r"rules\.jsonl:2: no recorded reply"):
        Recorded(str(path))


def test_prompts_name_the_candidates_and_ask_for_no_answer() -> None:
    request = request_for(QUERY)
    assert "because [she] had lost" in request.prompt
    assert "Candidates: The ferryman; the florist" in request.prompt
    assert "Do NOT answer" in request.system
    assert request.version == "ask-1"
    choice = request_for(CHOICE)
    assert choice.version == "choose-1"
    assert "Alternative 2: The cat slept." in choice.prompt
    assert "the cause of the premise" in choice.prompt


def test_braces_of_a_text_are_no_template() -> None:
    from dataclasses import replace

    evil = replace(QUERY, text="{{ 7 * 7 }} {% raw %} she", start=22, end=25)
    assert "{{ 7 * 7 }} {% raw %} [she]" in request_for(evil).prompt
