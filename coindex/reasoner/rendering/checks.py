"""What no short explanation may contain: checked in tests, and counted by ``python -m bench.explanations``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner.answer import INFORMED, Answer
from coindex.reasoner.english.classes import english
from coindex.reasoner.english.forms import participle
from coindex.reasoner.rendering.short import MOST_LINES, Short, lines, short
from kparse.caches import cache

KINDS = {
    "long": f"more than {MOST_LINES} lines, or a line that is too wide",
    "program": "a predicate, a constant, the name of a scene, a placeholder or a program's quotation mark",
    "stated": "a reason states something of the text's own participants, which the text may deny",
    "denied": "a reason that the text denies is not told as a contrast",
    "oneself": "somebody does to himself what he does to another",
    "agreement": "number or person does not agree",
    "words": "a word that is neither in the text nor in the English of the knowledge and the templates",
    "guess": "a guess that gives reasons",
}
"""What is checked."""

WIDTH = 100  # characters of a line
_PROGRAM = re.compile(
    r"\w\(\w|\b\w+_\w+\b|\{\w+'*\}|‘|’(?!s|t|re|ve|ll|d|m\b)|\b[exsp]\d+\b|\bs_\w+|\"|\bof \w+: "
)
_AGREEMENT = re.compile(
    r"\b(people|animals|things|those|they) (is|has|does|was)\b|\b(things|animals) who\b|\bpeople that are\b"
    r"|\b(is|are) (are|is|have|has|do|does)\b|\b[Aa] [aeio]\w*\b(?<!one)(?<!once)|^[Ss]omebody (are|have|do)\b"
    r"|\b(who|that) (usually|often|sometimes)? ?(is|has)\b(?! to\b)(?=.*\bare usually\b)|\bthe the\b|\bnot not\b"
)


def violations(answer: Answer) -> Iterator[tuple[str, str]]:
    """Give what is wrong with an answer's short explanation: the kind and the words."""
    found = short(answer)
    written = lines(found, WIDTH)
    if len(written) > MOST_LINES:
        yield "long", f"{len(written)} lines"
    yield from (("long", line) for line in written if len(line) > WIDTH)
    yield from _of_reasons(answer, found)
    if answer.decided_by not in INFORMED and found.reasons:
        yield "guess", found.reasons[0].text
    best = answer.best
    if best is not None and "co_argument" in best.problems:
        yield "oneself", found.sentence
    for reading in answer.readings:
        for rule in reading.rules:
            if re.search(r"\{\w+'*\}", rule.text):
                yield "program", rule.text


def _of_reasons(answer: Answer, found: Short) -> Iterator[tuple[str, str]]:
    known = _known(answer)
    names = (
        [name for c in answer.candidates if _NAMING.match(name := c.strip())]
        if answer.start != answer.end
        else []
    )
    contrasts = {rule.text for r in answer.readings for rule in r.rules if rule.how == "expected"}
    for text in _sentences(answer, found):
        own = _QUOTED.sub("", text)
        if match := _PROGRAM.search(text):
            yield "program", f"{match[0]}: {text}"
        if any(re.search(rf"\b{re.escape(name)}\b", own) for name in names):
            yield "stated", text
        if text in contrasts and "otherwise" not in text:
            yield "denied", text
        if match := _AGREEMENT.search(own):
            yield "agreement", f"{match[0]}: {text}"
        for word in re.findall(r"[A-Za-z]+(?:[-'’][A-Za-z]+)*", text):
            if not any(form in known for form in _bases(word.lower())):
                yield "words", f"{word}: {text}"


_NAMING = re.compile(r"[A-Z]\w+$|(?i:the|his|her|their|this|that) \w")
"""Phrases of the text that no general sentence has."""
_WORD = r"[a-z]+(?:[-'’][a-z]+)*"
_QUOTED = re.compile(r"“[^“”]*”")


def _sentences(answer: Answer, found: Short) -> Iterator[str]:
    """Give the reasons, and what is said of the others without their names."""
    yield from (reason.text for reason in found.reasons)
    for other in found.others:
        if other.text.startswith(("For ", "Not ")):
            yield other.text.partition(": ")[2] or other.text.partition(" there ")[2]


def _known(answer: Answer) -> frozenset[str]:
    said = " ".join((answer.text, *answer.candidates))
    text = re.findall(_WORD, said.lower())
    graph = re.findall(r"/ ([a-z_]+)", answer.graph)
    return _english() | frozenset(text) | frozenset(w for lemma in graph for w in lemma.split("_"))


def _bases(word: str) -> Iterator[str]:
    """Give a word and what it may be a regular form of."""
    yield word
    yield _participles().get(word, word)
    if word.endswith("ies"):
        yield f"{word.removesuffix('ies')}y"
    for ending in ("'s", "s", "es", "ing"):
        if word.endswith(ending):
            yield word.removesuffix(ending)
            yield f"{word.removesuffix(ending)}e"


@cache
def _participles() -> dict[str, str]:
    return {participle(verb): verb for verb in _english() if verb.isalpha()}


@cache
def _english() -> frozenset[str]:
    """The words of the rows, the profiles, the sentences of rules and the templates."""
    texts = [_TEMPLATES, *_strings(english())]
    for path in sorted(KNOWLEDGE.rglob("*.lp")):
        text = path.read_text(encoding="utf-8")
        texts += re.findall(r"^%\s*@text (.*)$", text, re.MULTILINE)
        if path.parent.name == "rows":
            texts += re.findall(r'"([a-z_-]+)"', text)
            texts += re.findall(r"\b(?:property|event_class)\((\w+)\)", text)
    for pattern in ("profiles/*.tsv", "scripts/*.script"):
        texts += (path.read_text(encoding="utf-8") for path in KNOWLEDGE.glob(pattern))
    words = (re.findall(_WORD, text.lower().replace("_", " ")) for text in texts)
    return frozenset(word for some in words for word in some)


def _strings(table: object) -> Iterator[str]:
    """Give the keys and texts of a table of tables."""
    if isinstance(table, str):
        yield table
    elif isinstance(table, Mapping):
        yield from map(str, table)
        table = list(table.values())
    for one in table if isinstance(table, list) else ():
        yield from _strings(one)


_TEMPLATES = """
If such one people things animals others those they who that whom whose it is often usually sometimes because are have
been not do anything anybody something somebody another said of rather than felt or done towards less so other
a an here was denied otherwise says counted in many texts after before and the subject object owner one acted
cases usual more like word them for there only counts speak rules go first nothing known speaks learnt from
questions with answers pronouns this stand phrases used its words those premise similarity against same all
together leads to explained by what can cannot stands at receiver more others times likely less expect whom
"""
