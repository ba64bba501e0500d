"""The prompts: Jinja2 files with a version.

``ask.md`` is for pronouns, ``choose.md`` for causes and effects, ``library.md`` for rules in bulk, ``judge.md`` for
statements of rules that spoke.
Candidates are named, the answer is never asked for. Whoever changes the wording raises the version: replies to another
version are kept apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined

from coindex.asking.checking import NUMBER, Checked
from coindex.asking.source import NOTHING, Request
from coindex.reasoner.asks import RULES, Query
from kparse.caches import cache

_VERSION = re.compile(r"\{# version: (\d+) #\}")


def request_for(query: Query, refused: Sequence[Checked] = ()) -> Request:
    """Write the request for a question.

    Args:
        query: the question.
        refused: what an earlier reply said and could not be used, for the one request to mend it.
    """
    blocks = _blocks(_name(query), query=query, refused=refused, number=NUMBER)
    return Request(query, *blocks, version_for(query))


def request_to_judge(statements: Sequence[str]) -> Request:
    """Write the request to judge statements of rules; nothing else of a question is in it."""
    blocks = _blocks("judge", statements=statements)
    return Request(NOTHING, *blocks, version_to_judge(), tuple(statements))


def version_to_judge() -> str:
    """Name the prompt and its version that statements are judged with: ``judge-1``."""
    return f"judge-{_version('judge')}"


def version_for(query: Query) -> str:
    """Name the prompt and its version that a question is asked with: ``ask-1``."""
    name = _name(query)
    return f"{name}-{_version(name)}"


def written(request: Request) -> str:
    """Write a request out as it is sent, for people."""
    return f"[prompt {request.version}, system]\n{request.system}\n\n[prompt {request.version}]\n{request.prompt}\n"


def _name(query: Query) -> str:
    return {"": "ask", RULES: "library"}.get(query.asks, "choose")


@cache
def _environment() -> Environment:
    # (plain text: nothing is to be escaped)
    made = Environment(
        loader=PackageLoader("coindex.asking", "."), autoescape=False, undefined=StrictUndefined
    )
    made.filters["oneline"] = lambda text: " ".join(str(text).split())
    return made


def _blocks(name: str, **values: object) -> tuple[str, str]:
    """Fill in the two blocks of a template: the instructions, and the question."""
    template = _environment().get_template(f"{name}.md")
    made = template.new_context(values)
    system, prompt = ("".join(template.blocks[part](made)).strip() for part in ("system", "prompt"))
    return system, prompt


@cache
def _version(name: str) -> str:
    environment = _environment()
    assert environment.loader is not None
    source, _, _ = environment.loader.get_source(environment, f"{name}.md")
    found = _VERSION.match(source)
    assert found is not None, f"{name}.md begins with its version"
    return found[1]
