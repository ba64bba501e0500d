"""What is dropped, and what is not."""

import pytest

from coindex.mining.text.filters import key, line_fault


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("The nurse woke the patient because he had to take his pills.", None),
        ('"I shall not go," she said, "unless you ask me nicely."', None),
        ("When the bell rang they ran out into the yard, and nobody stayed behind—", None),
        ("De bakker was boos op zijn zoon omdat hij het brood had laten vallen.", "other language"),
        ("Der Koch half dem Kellner, weil er so viel zu tun hatte wie noch nie.", "other language"),
        ("Le garde a suivi le voleur parce qu'il le trouvait suspect ce soir.", "other language"),
        ("La cuoca ha aiutato la cameriera perché era stanca e voleva dormire.", "other language"),
        ("Повар помог официанту, потому что тот очень устал за день работы.", "other language"),
        ("And softly through the orchard went", "verse"),
        ("The rain came down / And filled the town / And so we / Slept", "verse"),
        ("1. Flour, sugar and two eggs", "table or list"),
        ("* a pot for the soup", "table or list"),
        ("1994 | 12 | 7 | Springfield", "table or list"),
        ("12.5 17.3 19.0 22.8 1901 1902", "table or list"),
        ("Chapter Four", "table or list"),
        ("She gave him \x00 a book.", "undecodable"),
        ("He said so. " * 2000, "too long"),
    ],
)
def test_lines(text: str, reason: str | None) -> None:
    assert line_fault(text.strip()) == reason


def test_the_same_words_are_the_same_sentence() -> None:
    assert key("“No,” he said.") == key("No - he said")
    assert key("He said no.") != key("No, he said.")
