"""The short explanation: the answer, one sentence in the words of the text, the strongest reasons, and the others.

It needs no trace: an answer's rules have sentences that are true whatever the text says, and know whether the text
denies what they lead one to expect.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from coindex.reasoner.answer import INFORMED, Answer, FiredRule, Reading
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.english.atoms import inside
from coindex.reasoner.english.classes import adjective, english, listed
from kparse.input.lemmas import irregular

MOST_REASONS = 2  # of each candidate
MOST_LINES = 15  # of a short explanation
_LONGEST_SENTENCE = 280  # characters
_MUCH_WEAKER = 0.75
"""A rule that has less than this share of the strongest one's points is not told beside it."""
_MUCH_WEAKER_PROFILE = 0.5
"""The same for what a profile says."""
_SOMETIMES = 40
"""The most points of what only holds sometimes."""
_WORTH_TELLING = 40
"""Points of what is told in favour of another candidate."""
_LEAST_POINTS = 20
"""Points that a profile word needs to be shown beside stronger reasons."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason in words, where it is written, and how many rules say much the same."""

    text: str
    place: str = ""
    alike: int = 0

    @property
    def details(self) -> str:
        """What stands beside the text."""
        more = f"(+{self.alike} alike)" if self.alike else ""
        return "  ".join(part for part in (self.place, more) if part)


@dataclass(frozen=True, slots=True)
class Short:
    """A short explanation."""

    headline: str
    how: str
    sentence: str = ""
    reasons: tuple[Reason, ...] = ()
    others: tuple[Reason, ...] = ()
    notes: tuple[str, ...] = ()


def short(answer: Answer) -> Short:
    """Say in short why an answer was given."""
    answer = _as_told(answer)
    best = answer.best
    others = sorted((r for r in answer.readings if r is not best), key=lambda r: (r.cost, r.index))
    headline, how = _headline(answer), _how_decided(answer)
    notes = tuple(_notes(answer))
    if best is None or answer.decided_by == "error":
        return Short(headline, how, notes=notes)
    sentence = _sentence(answer)
    if answer.decided_by not in INFORMED:
        return Short(headline, how, sentence, notes=(*_guess(answer, others), *notes))
    level = answer.decided_by
    reasons = tuple(_reasons(answer, best, others, level))
    against = tuple(other_reason(answer, best, other, reasons) for other in others[:2])
    return Short(headline, how, sentence, reasons, against, notes)


def _as_told(answer: Answer) -> Answer:
    """Give an answer whose rules have the sentences of a short explanation."""
    readings = tuple(
        replace(r, rules=tuple(replace(rule, text=rule.told or rule.text) for rule in r.rules))
        for r in answer.readings
    )
    return replace(answer, readings=readings)


def _headline(answer: Answer) -> str:
    if answer.start == answer.end and answer.candidate is not None:
        return f"{answer.pronoun}: {answer.candidate}"
    if answer.candidate is None:
        return f"{answer.pronoun} = ?" if answer.pronoun else "no answer"
    return f"{answer.pronoun} = {inside(answer.candidate)}"


def _how_decided(answer: Answer) -> str:
    words = english()["decided"].get(answer.decided_by, answer.decided_by)
    if answer.answer is None or answer.decided_by == "error":
        return str(words)
    return f"{words}, {100 * answer.confidence:.0f} %"


def _notes(answer: Answer) -> Iterator[str]:
    if answer.error:
        yield answer.error.partition("\n")[0]
    for use in answer.sentence_uses:
        whose = use.source[:1].upper() + use.source[1:] or "Knowledge given with the question"
        yield f"{whose}, {'used' if use.used else 'not used'}: {use.sentence}"
    for one in answer.left_out:
        yield f"Left out, {one.why}: {one.statement}"


def _guess(answer: Answer, others: Sequence[Reading]) -> Iterator[str]:
    rivals = " and ".join(inside(o.candidate).rstrip(".") for o in others[:3])
    if not others:
        yield "Nothing else was found that it could be."
    elif answer.start == answer.end:
        yield "A guess: no rule tells the two apart."
    elif answer.decided_by == "tie":
        yield f"A guess: nothing tells {rivals} from it."
    else:
        yield f"A guess by the order and the roles of the phrases: no rule tells {rivals} from it."


# ----------------------------------------------------------------------------------- the sentence


_SENTENCES = re.compile(
    r"(?<!\b[A-Z]\.)(?<!\b[SDMJv][trs]\.)(?<!\bMrs\.)(?<=[.!?])[\"'”’)]*\s+(?=[\"'“‘(]*[A-Z])"
)


def _sentence(answer: Answer) -> str:
    """Give the part of the text that matters, with the answer beside the pronoun."""
    text, start, end = answer.text, answer.start, answer.end
    candidate = inside(answer.candidate or "").rstrip(".")
    if start == end:
        return _joined(answer)
    if not 0 <= start < end <= len(text):
        return ""
    pronoun = text[start:end]
    if not pronoun.strip("_"):
        text = f"{text[:start]}{candidate}{text[end:]}"
    else:
        text = f"{text[:end]} (= {candidate}){text[end:]}"
    first = 0
    for cut in _SENTENCES.finditer(text):
        if cut.end() <= start:
            first = cut.end()
        elif cut.start() > start:
            text = text[: cut.start()]
            break
    own = text[first:]
    before = text[:first].rstrip()
    if before and candidate.lower() not in own[: start - first].lower():
        previous = _SENTENCES.split(before)[-1]
        if len(previous) + len(own) < _LONGEST_SENTENCE:
            own = f"{previous} {own}"
    return _shortened(" ".join(own.split()), candidate)


def _shortened(sentence: str, candidate: str) -> str:
    """Cut a long sentence around the pronoun."""
    if len(sentence) <= _LONGEST_SENTENCE:
        return sentence
    at = sentence.find(f"(= {candidate})")
    first = max(0, at - _LONGEST_SENTENCE // 2)
    last = first + _LONGEST_SENTENCE
    if first:
        first = sentence.find(" ", first) + 1
    cut = sentence[first:last].rpartition(" ")[0] if last < len(sentence) else sentence[first:]
    return f"{'… ' * (first > 0)}{cut}{' …' * (last < len(sentence))}"


def _joined(answer: Answer) -> str:
    """Join the premise of a choice to the chosen alternative."""
    text = answer.text  # (it may go on with the alternatives)
    for candidate in answer.candidates:
        text = text.replace(candidate, " ")
    premise = " ".join(text.split()).rstrip(" .!")
    chosen = _lowered((answer.candidate or "").rstrip())
    if answer.pronoun.endswith("effect"):
        return f"{premise}, so {chosen}"
    return f"{premise} because {chosen}"


def _lowered(sentence: str) -> str:
    """Write a sentence as it goes on after another: in lower case unless it begins with a name."""
    first, _, rest = sentence.partition(" ")
    common = {"i", "he", "she", "it", "they", "we", "you", "there", "somebody", "someone"}
    if first != "I" and first.lower() in common:
        return f"{first.lower()} {rest}"
    return inside(sentence)


# ------------------------------------------------------------------------------------ the reasons


def _reasons(
    answer: Answer, best: Reading, others: Sequence[Reading], level: str
) -> Iterator[Reason]:
    """Give the strongest reasons that are not variants of one another."""
    rules = [r for r in _telling(best, others, level) if r.sign > 0]
    rival = others[0].rules if others else ()
    groups = _ideas(rules, _concepts(answer))
    strong = [g for g in groups if _strength(g[0]) > _LEAST_POINTS or _is_profile(g[0])]
    plain = [g for g in strong if not (_is_profile(g[0]) and " to do with “" in g[0].text)]
    strong = plain or strong
    strong = [g for g in strong if not _is_of_class(g[0])] or strong[:1]
    most = max((_strength(g[0]) for g in strong), default=0.0)
    share = {True: _MUCH_WEAKER_PROFILE, False: _MUCH_WEAKER}
    first = [g for g in strong if _strength(g[0]) >= share[_is_profile(g[0])] * most]
    strong = first[:1] + [g for g in first[1:] if not _is_seldom(g[0])]
    for group in (strong or groups)[:MOST_REASONS]:
        rule = group[0]
        yield Reason(_worded(answer, rule), place(rule), len(group) - 1)
    if not groups and others and not others[0].problems and not any(r.sign < 0 for r in rival):
        yield Reason("All that is known together speaks more for it than for the others.")


def _concepts(answer: Answer) -> frozenset[str]:
    """Give the words of the text and of its graph, cut to their beginnings."""
    return _content(answer.text) | _content(" ".join(re.findall(r"/ ([a-z_]+)", answer.graph)))


def _telling(best: Reading, others: Sequence[Reading], level: str) -> list[FiredRule]:
    """Give the rules of a reading at a level that do not speak as much for the next one."""
    rival = {(r.id, r.link, r.weight, r.sign) for r in others[0].rules} if others else set()
    own = [r for r in best.rules if r.level == level]
    return [r for r in own if (r.id, r.link, r.weight, r.sign) not in rival]


def _strength(rule: FiredRule) -> float:
    """How strong a rule is, on the scale of points; what merely fits comes last."""
    if rule.level == "mined" or _is_profile(rule):
        return rule.weight
    most = _SOMETIMES if _is_seldom(rule) else 10 * rule.weight
    return min(10 * rule.weight, most)


_SELDOM_SO = re.compile(r"\b(sometimes|may)\b")


def _is_seldom(rule: FiredRule) -> bool:
    """Tell whether a sentence says no more than that something may be so: no second reason."""
    return _SELDOM_SO.search(_QUOTED.sub("", rule.text)) is not None


def _is_of_class(rule: FiredRule) -> bool:
    """Tell whether a rule has none of the text's words for what it says: these stand in brackets."""
    if "not “" in rule.text:
        return True
    if rule.id.startswith(("reason(", "effect(")):
        return rule.text.endswith("”).") or "”), it" in rule.text
    return "”, “" in rule.text or "”, not “" in rule.text


def _is_profile(rule: FiredRule) -> bool:
    return rule.id.startswith("word(")


def _ideas(rules: Iterable[FiredRule], concepts: frozenset[str]) -> list[list[FiredRule]]:
    """Put rules that say much the same into groups, the best sentence first; the strongest group first.

    All rules that explain one link of the text are variants, unless they are about other words of the text; the same
    holds for what profiles say. Of variants, that one is shown which names most of the text's words.
    """

    def rank(rule: FiredRule) -> tuple[float, str, str]:
        strength = _strength(rule)
        named = min(_PER_WORD * _own_sides(rule, concepts), strength)
        rare = _SELDOM if strength <= _LEAST_ROW and not _is_profile(rule) else 0
        return rare + _TURNED[rule.how] - strength - named, rule.text, rule.id

    groups: list[list[FiredRule]] = []
    for rule in sorted(rules, key=rank):
        home = next((group for group in groups if _alike(group[0], rule, concepts)), None)
        if home is None:
            groups.append([rule])
        else:
            home.append(rule)
    return groups


_TURNED = {"": 0, "expected": 30, "converse": 60}
"""What a rule about the contrary of what the text says loses of its points."""
_LEAST_ROW, _SELDOM = 30, 20
"""What holds seldom loses some of its points."""
_PER_WORD = 20
"""Points for each side of a rule that is a word of the text."""


def _alike(first: FiredRule, rule: FiredRule, concepts: frozenset[str]) -> bool:
    """Tell whether a rule is a variant of a stronger one."""
    if first.level != rule.level:
        return False
    if _is_profile(first) != _is_profile(rule):
        profile, other = (first, rule) if _is_profile(first) else (rule, first)
        said = _content(other.text)
        if all(any(word[:4] == part[:4] for word in said) for part in _entry(profile)):
            return True
    ours, theirs = _words_of(first), _words_of(rule)
    same_start = first.text.split()[:4] == rule.text.split()[:4] and not _is_profile(rule)
    if (
        first.text == rule.text
        or same_start
        or len(ours & theirs) > 0.4 * min(len(ours), len(theirs))
    ):
        return True
    return first.link == rule.link != "" and (rule.how != "" or not (theirs - ours) & concepts)


_HERE = re.compile(r" \((?:here: )?(?:(?:, )?(?:not )?“[^“”]*”)+\)")
"""The words of the text in a rule's sentence."""


def _words_of(rule: FiredRule) -> frozenset[str]:
    return _content(_HERE.sub("", rule.text))


def _entry(profile: FiredRule) -> frozenset[str]:
    """Give head and word of what a profile says."""
    parts = profile.id.removeprefix("word(").split(",")
    return _content(f"{parts[0]} {parts[3]}")


def _content(text: str) -> frozenset[str]:
    """Give the words of a sentence that carry its meaning, cut to their beginnings."""
    words = [word for word in re.findall(r"[a-z]+", text.lower()) if word not in listed("shared")]
    regular = {word: f"{word[:-3]}y" for word in words if word.endswith("ied")}
    lemmas = [irregular().get((w, "VERB"), (regular.get(w, w),))[0] for w in words]
    return frozenset(word[:4] for word in lemmas)


def _worded(answer: Answer, rule: FiredRule) -> str:
    """Give a rule's sentence; where the text denies what it leads one to expect, as a contrast."""
    text = rule.text[:1].upper() + rule.text[1:]
    text = text if text.endswith((".", "!", "?")) else f"{text}."
    if rule.how == "expected":
        turned = _turned_by(answer)
        return f"{text[:-1]}; {turned or 'here it was otherwise'}."
    return text


_CONTRAST = re.compile(
    r"\b(although|even though|though|but|despite|yet|however|nevertheless|unless)\b",
    re.IGNORECASE,
)


def _turned_by(answer: Answer) -> str:
    """Name the word of the text that says that something is not as one would expect."""
    found = _CONTRAST.findall(answer.text)
    return f"“{found[-1].lower()}” says that it was otherwise here" if found else ""


def place(rule: FiredRule) -> str:
    """Give where a rule is written, with its name if that is plain."""
    if rule.level == "asked":
        return rule.source
    if rule.level == "mined":
        return "learnt" if rule.source.startswith("learnt") else ""
    file = rule.file.removeprefix("knowledge/")
    where = f"{file}:{rule.line}" if rule.line else file
    name = rule.id if re.fullmatch(r"\w+", rule.id) else ""
    return "  ".join(part for part in (where, name) if part)


# ------------------------------------------------------------------------------------- the others


def other_reason(
    answer: Answer, best: Reading, other: Reading, reasons: Sequence[Reason]
) -> Reason:
    """Say what speaks for another candidate, and why that weighs less."""
    level = answer.decided_by
    name = _named(answer, other.candidate)
    if other.problems and not best.problems:
        return Reason(
            f"Not {name}: {english()['problems'].get(other.problems[0], 'grammar is against it')}."
        )
    against = [r for r in other.rules if r.sign < 0]
    shown = {reason.text for reason in reasons}
    if against and _worded(answer, against[0]) not in shown:
        told = _worded(answer, against[0])
        return Reason(f"Not {name}: {told[:1].lower()}{told[1:]}", place(against[0]))
    own = [r for r in other.rules if r.sign > 0 and r.level == level]
    mine = {(r.id, r.link, r.weight) for r in best.rules}
    own = [r for r in own if (r.id, r.link, r.weight) not in mine]
    concepts = _concepts(answer)
    plain = [r for r in own if _speaks_plainly(r, level, concepts)]
    of_best = {_HERE.sub("", r.text) for r in best.rules}
    if plain and _HERE.sub("", plain[0].text) not in of_best:
        rule = _ideas(plain, concepts)[0][0]
        ours = _content(" ".join(shown))
        if len(_content(rule.text) - ours) < 2:  # (the same words would speak for both)
            return Reason(f"What speaks for {name} weighs less.")
        told = _worded(answer, rule)
        return Reason(f"For {name} there is less: {told[:1].lower()}{told[1:]}", place(rule))
    if own:
        return Reason(f"What speaks for {name} weighs less.")
    if level == "knowledge" and any(r.level == "mined" for r in other.rules):
        return Reason(f"For {name} there are only counts of words in texts; they weigh less.")
    return Reason(f"Nothing that is known speaks for {name}.")


def _named(answer: Answer, candidate: str) -> str:
    """Name a candidate within a sentence: with the article that the text has."""
    name = inside(candidate).rstrip(".")
    if answer.start == answer.end:
        return "the other" if len(answer.candidates) == 2 else f"“{name}”"
    is_bare = name.islower() and f"the {name}" in answer.text.lower()
    has_article = name.partition(" ")[0] in listed("articles") and " " in name
    return f"the {name}" if is_bare and not has_article else name


def _speaks_plainly(rule: FiredRule, level: str, concepts: frozenset[str]) -> bool:
    """Tell whether a rule for another candidate is worth telling: it is about the very words of the text."""
    if level == "mined":
        return rule.level == "mined"
    if _is_profile(rule) or rule.how or _strength(rule) <= _WORTH_TELLING:
        return False
    return _own_sides(rule, concepts) == 2


def _own_sides(rule: FiredRule, concepts: frozenset[str]) -> int:
    """Count the sides of a rule that are words of the text themselves, not classes to which these belong."""
    if _is_profile(rule):
        return 2
    if rule.level == "mined":
        return 0
    if rule.id.startswith(("reason(", "effect(")):
        happening, _, said = arguments(rule.id)
        return sum(bool(_side(side) & concepts) for side in (happening, said))
    return min(1, len(_content(_QUOTED.sub("", rule.text)) & concepts))


_QUOTED = re.compile(r"“[^“”]*”")


def _side(side: str) -> frozenset[str]:
    """Give the words of a side of a rule: *dim(size,hi)* is *big*."""
    scale = _SCALE_END.search(side)
    return _content(adjective(scale[0]) if scale else side)


_SCALE_END = re.compile(r"dim\(\w+,\w+\)")


# ----------------------------------------------------------------------------------------- as text


def lines(found: Short, width: int = 100) -> list[str]:
    """Lay a short explanation out for a terminal: at most :data:`MOST_LINES` lines."""
    for reasons in range(len(found.reasons), -1, -1):
        written = _lines(found, width, reasons)
        if len(written) <= MOST_LINES:
            break
    return written[:MOST_LINES]


def _lines(found: Short, width: int, reasons: int) -> list[str]:
    head = f"{found.headline}   ({found.how})"
    if len(found.headline) + len(found.how) + 5 > width:
        out = [*textwrap.wrap(found.headline, width), f"({found.how})"]
    else:
        out = [head]
    if found.sentence:
        out += ["", *textwrap.wrap(found.sentence, width)]
    rows = [
        *(("  - ", reason) for reason in found.reasons[:reasons]),
        *(("", o) for o in found.others),
    ]
    beside = [
        len(mark) + len(r.text)
        for mark, r in rows
        if len(mark) + len(r.text) + 2 + len(r.details) <= width
    ]
    column = max(beside, default=0) + 2
    for mark, reason in rows:
        text = f"{mark}{reason.text}"
        if reason.details and len(text) + 2 + len(reason.details) <= width:
            at = min(column, width - len(reason.details))
            out.append(f"{text.ljust(max(at, len(text) + 2))}{reason.details}")
            continue
        wrapped = textwrap.wrap(
            text, width, subsequent_indent=" " * (len(mark) or 2), break_long_words=False
        )
        if reason.details and len(wrapped[-1]) + 2 + len(reason.details) <= width:
            wrapped[-1] += f"  {reason.details}"
        elif reason.details:
            wrapped.append(f"{' ' * (len(mark) or 2)}{reason.details}")
        out += wrapped
    for note in found.notes:
        out += textwrap.wrap(note, width)
    return out
