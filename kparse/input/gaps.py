"""Text prepared for the parser: control characters become blanks, Windows line ends plain ones, gaps (``_``) words.

*since* and *as* before a subject pronoun are parsed as *because*, which the parser knows better: a text must not mean
something else because its reason has another connective.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from kparse.input.tokens import ParsedText, Token

_CONTROL = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 127], " ") | dict.fromkeys(
    range(0xD800, 0xE000), "�"
)
_GAP = re.compile(r"(?<!\w)_+(?!\w)|(?<=\s)_(?='s\b)|^_")
_RUN = re.compile(
    r"(?P<nothing>^[ \t]{2,}|(?<=\n)[ \t]{2,}|[ \t]{2,}(?=[.,;:!?)\]'’”\n]|$))|[ \t]{2,}|\r\n"
)
"""Runs of blanks. Those at the edge of a line, and before a sign that follows its word, stand for nothing."""
_REASON = re.compile(r"(?<=[\w,;] )(?:as|since)(?= (?:he|she|it|they|we|I|you)\b)")
_STANDARD = re.compile(
    r"\b(?:as|so|such|same|just|even|long|ever|way|regard(?:ed)?|describe[sd]?)\b[^,.;:]*$", re.I
)
"""Before *as*: a comparison (*as tall as he is*), a manner or a time (*just as she left*)."""
_PERFECT = re.compile(
    r"\b(?:ever|long|has|have|had|been)\b[^,.;:]*$|['’](?:s|ve|d)\b[^,.;:]*$", re.I
)
"""Before *since*: a time (*had been sad since she left*)."""
_STAND_INS = re.compile(f"{_GAP.pattern}|{_RUN.pattern}|{_REASON.pattern}")
_REPLACED = re.compile(f"{_RUN.pattern}|{_REASON.pattern}")
_NEAR = 300
"""Characters before a word that are looked at."""
_DETERMINERS = frozenset(
    "the a an this that these those my your his her its our their some any no every each another".split()
)
_PLURAL_VERBS = frozenset("are were have do don't aren't weren't haven't".split())


@dataclass(frozen=True, slots=True)
class PreparedText:
    """The text for the parser, and where a stand-in replaces a gap, or one blank a run of blanks."""

    text: str
    gaps: tuple[tuple[int, int, int], ...] = field(default=())
    """(start in the prepared text, length there, length in the original)."""
    connectives: Mapping[int, str] = field(default_factory=dict)
    """The words that *because* stands for, by its start in the prepared text."""

    def places(self, offsets: Iterable[int]) -> Iterator[int]:
        """Give where some places of the original, in text order, are in the prepared text."""
        number, shift = 0, 0
        for offset in offsets:
            while number < len(self.gaps):
                start, length, original = self.gaps[number]
                if offset < start + shift + original:
                    break
                shift += original - length
                number += 1
            yield offset - shift

    def restore(self, parsed: ParsedText) -> ParsedText:
        """Give the tokens their offsets in the original text, and the gap tokens the form ``_``."""
        if not self.gaps:
            return parsed
        tokens: list[Token] = []
        blanks: set[int] = set()
        place, shift = 0, 0  # tokens and gaps are in text order: one pass
        for token in parsed.tokens:
            while (
                place < len(self.gaps) and token.start >= self.gaps[place][0] + self.gaps[place][1]
            ):
                shift += self.gaps[place][2] - self.gaps[place][1]
                place += 1
            start, length, original = (
                self.gaps[place] if place < len(self.gaps) else (1 << 60, 0, 0)
            )
            begin = token.start + shift
            if token.start < start:
                inside = token.end + shift
                if token.end > start + length:  # a token around blanks
                    inside += original - length
                tokens.append(replace(token, start=begin, end=inside))
                continue
            end = begin + original
            word = self.connectives.get(start)
            if word is None:
                blanks.add(token.index)
            form = "_" if word is None else word
            tokens.append(replace(token, form=form, lemma=form, start=begin, end=end))
        return ParsedText(parsed.text, tuple(tokens), frozenset(blanks))


def prepare_text(text: str, *, blanks: bool) -> PreparedText:
    r"""Prepare a text for the parser, which was trained without gaps and runs of blanks.

    A gap becomes a name, or a noun after a determiner ("the _ was"); a run of blanks becomes one blank.

    >>> prepare_text("The gardener\r\ncould  not lift it.", blanks=False).text
    'The gardener\ncould not lift it.'
    """
    clean = text.translate(_CONTROL)
    if not (blanks and "_" in clean) and _REPLACED.search(clean) is None:
        return PreparedText(clean)
    parts: list[str] = []
    gaps: list[tuple[int, int, int]] = []
    connectives: dict[int, str] = {}
    position = length = 0
    for match in (_STAND_INS if blanks else _REPLACED).finditer(clean):
        if match.group() in ("as", "since") and not _gives_reason(
            match.group(), clean[max(0, match.start() - _NEAR) : match.start()]
        ):
            continue
        before = clean[position : match.start()]
        parts.append(before)
        length += len(before)
        if match["nothing"]:
            word = ""
        elif match.group().isspace():
            word = "\n" if "\n" in match.group() else " "
        elif match.group() in ("as", "since"):
            word = "because"
            connectives[length] = match.group()
        else:
            word = _stand_in(clean[: match.start()], clean[match.end() :])
        gaps.append((length, len(word), match.end() - match.start()))
        parts.append(word)
        length += len(word)
        position = match.end()
    parts.append(clean[position:])
    return PreparedText("".join(parts), tuple(gaps), connectives)


def reasons(text: str) -> Iterator[int]:
    """Give where *as* or *since* gives a reason.

    >>> list(reasons("He sat, as he was ill, as still as he could."))
    [8]
    """
    for match in _REASON.finditer(text):
        if _gives_reason(match.group(), text[max(0, match.start() - _NEAR) : match.start()]):
            yield match.start()


def _gives_reason(word: str, before: str) -> bool:
    """Tell whether *as* or *since* is likely to give a reason, by what stands before it in its clause.

    >>> _gives_reason("as", "He grew as tall "), _gives_reason("as", "He left, ")
    (False, True)
    >>> _gives_reason("since", "She had been sad "), _gives_reason("since", "She slept ")
    (False, True)
    """
    return (_STANDARD if word == "as" else _PERFECT).search(before) is None


def _stand_in(before: str, after: str) -> str:
    previous = re.search(r"([\w']+)\s*$", before)
    following = re.match(r"\s*([\w']+)", after)
    plural = following is not None and following.group(1).lower() in _PLURAL_VERBS
    word = previous.group(1).lower() if previous else ""
    if word in _DETERMINERS or word.endswith(("ous", "ful", "ible", "able", "ish")):
        return "things" if plural else "thing"
    return "They" if plural and not word else "Alex"
