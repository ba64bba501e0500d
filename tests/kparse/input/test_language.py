"""Texts in other languages are told from English ones, also from odd ones."""

from __future__ import annotations

import pytest

from kparse.errors import InputError
from kparse.input.language import other_language, require_english


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Die Bäckerin grüßte den Müller, weil er ihr Mehl gebracht hatte.", "German"),
        ("Der Hund lag vor der Tür. Er war alt. He was old.", "German"),
        ("La boulangère salue le meunier parce qu'il lui a donné du pain.", "French"),
        ("La panadera saludó al molinero porque él le había traído la harina.", "Spanish"),
        ("La fornaia salutò il mugnaio perché lui le aveva portato la farina.", "Italian"),
        ("De bakker groette de molenaar omdat hij hem het meel had gebracht.", "Dutch"),
        ("Piekarz nie przyszedł, bo jego syn był chory, ale się ucieszył.", "Polish"),
        ("Bagaren hälsade på mjölnaren eftersom han hade kommit med mjöl till honom.", "Swedish"),
        ("DIE FRAU SAH DEN MANN NICHT.", "German"),
        ("제빵사가 방앗간 주인에게 인사했다.", "another script"),
        ("面包师向磨坊主问好。", "another script"),
    ],
)
def test_other_languages(text: str, language: str) -> None:
    assert other_language(text) == language
    with pytest.raises(InputError, match="not in English"):
        require_english(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "...",
        "Ida.",
        "Ida Kern, Juan de la Cruz, Ludwig van der Berg, Leonardo da Vinci",
        "Storm hits harbour town; ferries cancelled",
        "milk\neggs\nbread\n2 lemons",
        "IDA SAW THE DOG. IT BARKED.",
        "Ah saw ma wife doon the toon, an she wis fair scunnert wi it.",
        "Me mam's dead chuffed, innit? She were right.",
        "Yer man's away to the shop, so he is.",
        "lol she cant find it :( wya",
        "They saw La Dolce Vita and Les Enfants du Paradis in Le Mans.",
        "“Wo ist der Hund?” she asked. Nobody had seen him, and it was late.",
        "def f(x): return x * 2",
        "In vitro tests of E. coli",
        "Mein Kampf, Die Zeit, El País",
    ],
)
def test_english_in_any_dress(text: str) -> None:
    assert other_language(text) is None
    require_english(text)


def test_a_long_text_is_looked_at_in_parts() -> None:
    english = "Ida baked a loaf, and they ate it because it was warm. " * 2000
    german = "Ida hat ein Brot gebacken, und sie haben es gegessen, weil es warm war. " * 2000
    assert other_language(english + "Der Mann ist nicht da. " * 20) is None
    assert other_language(german + "He was not there. " * 20) == "German"
