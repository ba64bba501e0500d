"""Text prepared for the parser: control characters become blanks, gaps (``_``) become words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from kparse.input.tokens import ParsedText, Token

_CONTROL = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 127], " ") | dict.fromkeys(
    range(0xD800, 0xE000), "�"
)
_GAP = re.compile(r"(?<!\w)_+(?!\w)|(?<=\s)_(?='s\b)|^_")
_RUN = re.compile(r"[ \t]{2,}")
_GAP_OR_RUN = re.compile(f"{_GAP.pattern}|{_RUN.pattern}")
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

    def restore(self, parsed: ParsedText) -> ParsedText:
        """Give the tokens their offsets in the original text, and the gap tokens the form ``_``."""
        if not self.gaps:
            return parsed
        tokens: list[Token] = []
        blanks: set[int] = set()
        for token in parsed.tokens:
            shift, gap = 0, None
            for start, length, original in self.gaps:
                if token.start >= start + length:
                    shift += original - length
                elif token.start >= start:
                    gap = (start, original)
            if gap is None:
                tokens.append(replace(token, start=token.start + shift, end=token.end + shift))
            else:
                begin = gap[0] + shift
                blanks.add(token.index)
                tokens.append(replace(token, form="_", lemma="_", start=begin, end=begin + gap[1]))
        return ParsedText(parsed.text, tuple(tokens), frozenset(blanks))


def prepare_text(text: str, *, blanks: bool) -> PreparedText:
    """Prepare a text for the parser, which was trained without gaps and runs of blanks.

    A gap becomes a name, or a noun after a determiner ("the _ was"); a run of blanks becomes one blank.
    """
    clean = text.translate(_CONTROL)
    if not (blanks and "_" in clean) and _RUN.search(clean) is None:
        return PreparedText(clean)
    parts: list[str] = []
    gaps: list[tuple[int, int, int]] = []
    position = length = 0
    for match in (_GAP_OR_RUN if blanks else _RUN).finditer(clean):
        before = clean[position : match.start()]
        parts.append(before)
        length += len(before)
        run = match.group().isspace()
        word = " " if run else _stand_in(clean[: match.start()], clean[match.end() :])
        gaps.append((length, len(word), match.end() - match.start()))
        parts.append(word)
        length += len(word)
        position = match.end()
    parts.append(clean[position:])
    return PreparedText("".join(parts), tuple(gaps))


def _stand_in(before: str, after: str) -> str:
    previous = re.search(r"([\w']+)\s*$", before)
    following = re.match(r"\s*([\w']+)", after)
    plural = following is not None and following.group(1).lower() in _PLURAL_VERBS
    word = previous.group(1).lower() if previous else ""
    if word in _DETERMINERS or word.endswith(("ous", "ful", "ible", "able", "ish")):
        return "things" if plural else "thing"
    return "They" if plural and not word else "Alex"
