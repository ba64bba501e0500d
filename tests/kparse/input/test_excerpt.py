"""Parts of a text read as a text: places, heads, long sentences."""

from __future__ import annotations

from kparse.input.excerpt import excerpt, pieces_of
from kparse.input.tokens import ParsedText, Token


def text_of(*sentences: str) -> ParsedText:
    """A text whose words all depend on the first of their sentence."""
    tokens: list[Token] = []
    position = 0
    for number, sentence in enumerate(sentences):
        root = len(tokens)
        for word in sentence.split():
            start = position + sentence.index(word)
            head = -1 if len(tokens) == root else root
            tokens.append(
                Token(
                    index=len(tokens),
                    form=word,
                    lemma=word,
                    upos="PUNCT" if word == "," else "X",
                    xpos="",
                    feats={},
                    head=head,
                    deprel="root" if head < 0 else "dep",
                    start=start,
                    end=start + len(word),
                    sentence=number,
                )
            )
        position += len(sentence) + 2
    return ParsedText("  ".join(sentences), tuple(tokens))


def test_places_lead_back_to_the_text() -> None:
    parsed = text_of("a bc", "def g", "hi jkl")
    first, _, last = pieces_of(parsed, 10)
    part = excerpt(parsed, [first, last])
    assert part.parsed.text == "a bc hi jkl"
    assert [t.index for t in part.parsed.tokens] == [0, 1, 2, 3]
    assert [t.head for t in part.parsed.tokens] == [-1, 0, -1, 2]
    for token in part.parsed.tokens:
        start, end = part.place(token.start, token.end)
        assert parsed.text[start:end] == token.form == part.parsed.text[token.start : token.end]


def test_long_sentences_are_cut_after_a_comma() -> None:
    parsed = text_of("a b c , d e f g h i j")
    assert pieces_of(parsed, 5) == [(0, 4), (4, 9), (9, 11)]
    part = excerpt(parsed, [(4, 9)])
    assert {t.head for t in part.parsed.tokens} == {-1}
    assert {t.deprel for t in part.parsed.tokens} == {"root"}


def test_an_empty_text_has_no_pieces() -> None:
    assert pieces_of(ParsedText("", ()), 5) == []
