"""A grid of comparisons: forms, scales, poles and denial, put together into questions whose answer the form gives.

Each form says which of two parties is further on a scale. The second clause says of the pronoun that it is far on that
scale, or on the contrary one: the text holds together for one party only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle

FIRST, SECOND = True, False


@dataclass(frozen=True)
class Question:
    """A text with the pronoun in brackets, the right answer and the other one."""

    form: str
    text: str
    right: str
    wrong: str


@dataclass(frozen=True)
class Scale:
    """A pair of opposite words with their comparatives, and what is said of whoever is far on that side."""

    high: tuple[str, str, str]
    low: tuple[str, str, str]
    pairs: tuple[tuple[str, str], ...]
    pronoun: str


WOMEN = (("Nora", "Jill"), ("Ida", "Vera"), ("Helga", "Petra"), ("Martha", "Olga"))
MEN = (("Ivan", "Rolf"), ("Hugo", "Karl"), ("Nils", "Oskar"), ("Peter", "Frank"))
SCALES = (
    Scale(("strong", "stronger", "powerful"), ("weak", "weaker", "feeble"), MEN, "he"),
    Scale(("rich", "richer", "wealthy"), ("poor", "poorer", "penniless"), WOMEN, "she"),
    Scale(("tall", "taller", "tall"), ("short", "shorter", "short"), WOMEN, "she"),
    Scale(
        ("careful", "more careful", "cautious"),
        ("careless", "more careless", "careless"),
        MEN,
        "he",
    ),
    Scale(("polite", "more polite", "courteous"), ("rude", "ruder", "impolite"), WOMEN, "she"),
    Scale(("diligent", "more diligent", "hard-working"), ("lazy", "lazier", "idle"), MEN, "he"),
    Scale(("brave", "braver", "courageous"), ("timid", "more timid", "cowardly"), WOMEN, "she"),
    Scale(
        ("heavy", "heavier", "heavy"),
        ("light", "lighter", "light"),
        (("the crate", "the barrel"), ("the lamp", "the clock")),
        "it",
    ),
    Scale(
        ("expensive", "more expensive", "costly"),
        ("cheap", "cheaper", "cheap"),
        (("the scarf", "the hat"), ("the sofa", "the armchair")),
        "it",
    ),
    Scale(
        ("clean", "cleaner", "spotless"),
        ("dirty", "dirtier", "filthy"),
        (("the kitchen", "the bathroom"), ("the jacket", "the shirt")),
        "it",
    ),
    Scale(
        ("fast", "faster", "quick"),
        ("slow", "slower", "slow"),
        (("the tram", "the bus"), ("the horse", "the donkey")),
        "it",
    ),
    Scale(
        ("loud", "louder", "noisy"),
        ("quiet", "quieter", "silent"),
        (("the fan", "the heater"), ("the mill", "the pump")),
        "it",
    ),
    Scale(
        ("wide", "wider", "wide"),
        ("narrow", "narrower", "narrow"),
        (("the road", "the bridge"), ("the door", "the gate")),
        "it",
    ),
)
FORMS: dict[str, tuple[str, bool]] = {
    "more": ("{A} was {more} than {B}", FIRST),
    "more_was": ("{A} was {more} than {B} was", FIRST),
    "much_more": ("{A} was much {more} than {B}", FIRST),
    "seemed": ("{A} seemed {more} than {B}", FIRST),
    "had_become": ("{A} had become {more} than {B}", FIRST),
    "found": ("They found {A} {more} than {B}", FIRST),
    "not_more": ("{A} was not {more} than {B}", SECOND),
    "no_more": ("{A} was no {more} than {B}", SECOND),
    "never_more": ("{A} was never {more} than {B}", SECOND),
    "less": ("{A} was less {word} than {B}", SECOND),
    "far_less": ("{A} was far less {word} than {B}", SECOND),
    "not_less": ("{A} was not less {word} than {B}", FIRST),
    "not_as": ("{A} was not as {word} as {B}", SECOND),
    "not_so": ("{A} was not so {word} as {B}", SECOND),
    "not_nearly": ("{A} was not nearly as {word} as {B}", SECOND),
    "not_as_was": ("{A} wasn't as {word} as {B} was", SECOND),
    "never_as": ("{A} had never been as {word} as {B}", SECOND),
    "twice": ("{A} was twice as {word} as {B}", FIRST),
    "three_times": ("{A} was three times as {word} as {B}", FIRST),
    "half": ("{A} was only half as {word} as {B}", SECOND),
    "of_the_two": ("Of {A} and {B}, {A} was the {more} one", FIRST),
    "the_more": ("Beside {B} was {A}. {A} was the {more} of the two", FIRST),
    "unlike": ("Unlike {B}, {A} was {word}", FIRST),
    "unlike_last": ("{A} was {word}, unlike {B}", FIRST),
    "compared": ("Compared to {B}, {A} was {word}", FIRST),
    "but_not": ("{A} was {word}, but {B} was not", FIRST),
    "while": ("{A} was {word}, while {B} was {other_word}", FIRST),
    "more_and_other": ("{A} was {more}, {B} was {other_more}", FIRST),
}
OBJECTS = {"he": "him", "she": "her", "it": "it"}
TAILS = (", so people called [{object}] {word}.", ", so [{p}] was known to be {word}.")
"""What follows: the scale's own word, said of the pronoun. (Only the frame is asked, not what causes what.)"""

MANNERS = (
    ("worked", ("carefully", "careful"), ("carelessly", "careless"), MEN, "he"),
    ("spoke", ("politely", "courteous"), ("rudely", "impolite"), WOMEN, "she"),
    ("ran", ("fast", "quick"), ("slowly", "slow"), MEN, "he"),
    ("played", ("loudly", "noisy"), ("quietly", "quiet"), WOMEN, "she"),
)
MANNER_FORMS: dict[str, tuple[str, bool]] = {
    "did_more": ("{A} {did} {more} than {B}", FIRST),
    "did_more_did": ("{A} {did} {more} than {B} did", FIRST),
    "did_less": ("{A} {did} less {word} than {B}", SECOND),
    "did_not_as": ("{A} did not {do} as {word} as {B}", SECOND),
    "did_not_as_did": ("{A} did not {do} as {word} as {B} did", SECOND),
    "did_twice": ("{A} {did} twice as {word} as {B}", FIRST),
    "did_not_more": ("{A} did not {do} {more} than {B}", SECOND),
    "did_unlike": ("Unlike {B}, {A} {did} {word}", FIRST),
}
AMOUNTS = (
    ("coins", "many", "fewer", "few"),
    ("money", "much", "less", "little"),
    ("apples", "many", "fewer", "few"),
    ("luggage", "much", "less", "little"),
)
AMOUNT_FORMS: dict[str, tuple[str, bool]] = {
    "had_more": ("{A} had more {things} than {B}", FIRST),
    "had_more_did": ("{A} had more {things} than {B} did", FIRST),
    "had_less": ("{A} had {less} {things} than {B}", SECOND),
    "had_not_as_many": ("{A} did not have as {many} {things} as {B}", SECOND),
    "had_twice": ("{A} had twice as {many} {things} as {B}", FIRST),
    "had_half": ("{A} had half as {many} {things} as {B}", SECOND),
    "had_not_more": ("{A} did not have more {things} than {B}", SECOND),
}
CHOICES = (
    (("the soup", "the stew"), "fresh", "stale"),
    (("the blue chair", "the red chair"), "comfortable", "uncomfortable"),
    (("the bridge", "the ferry"), "safe", "dangerous"),
    (("the inn", "the hotel"), "clean", "dirty"),
    (("the novel", "the play"), "interesting", "boring"),
)
CHOICE_FORMS: dict[str, tuple[str, bool]] = {
    "preferred": ("They preferred {A} to {B}", FIRST),
    "preferred_over": ("They preferred {A} over {B}", FIRST),
    "chose_rather": ("They chose {A} rather than {B}", FIRST),
    "chose_instead": ("They chose {A} instead of {B}", FIRST),
    "chose_not": ("They chose {A}, not {B}", FIRST),
    "liked_more": ("They liked {A} more than {B}", FIRST),
    "liked_better": ("They liked {A} better than {B}", FIRST),
    "liked_less": ("They liked {A} less than {B}", SECOND),
    "liked_not_as": ("They did not like {A} as much as {B}", SECOND),
    "picked_over": ("They picked {A} over {B}", FIRST),
    "would_rather": ("They would rather have {A} than {B}", FIRST),
    "not_rather": ("They did not choose {A} but {B}", SECOND),
    "appealed": ("{A} appealed to them more than {B}", FIRST),
}
FOR_WHOM = (
    ("The crate was too heavy for {A} but not for {B} because [{p}] was {bad}.", "weak", "strong"),
    ("The crate was light enough for {A} but not for {B} because [{p}] was {good}.", "weak", "strong"),
    ("The climb was harder for {A} than for {B} because [{p}] was {bad}.", "weak", "strong"),
    ("The climb was easier for {A} than for {B} because [{p}] was {good}.", "weak", "strong"),
    ("The climb was less hard for {A} than for {B} because [{p}] was {good}.", "weak", "strong"),
    ("The climb was not as hard for {A} as for {B} because [{p}] was {good}.", "weak", "strong"),
    ("The climb was not as easy for {A} as for {B} because [{p}] was {bad}.", "weak", "strong"),
    ("It was harder for {A} than for {B} to carry the sack because [{p}] was {bad}.", "weak", "strong"),
    ("It was easy for {A} to carry the sack, but not for {B}, because [{p}] was {good}.", "weak", "strong"),
    ("{A} was too {bad} to lift the sack, but {B} was not, so [{p}] lifted it.", "weak", "strong"),
    ("{A} was {good} enough to lift the sack, but {B} was not, so [{p}] lifted it.", "weak", "strong"),
)
PLACES = (
    ("{A} stood closer to the door than {B}, so [{p}] was {near} to it.", "near", "far"),
    ("{A} sat nearer to the fire than {B}, so [{p}] was {near} to it.", "near", "far"),
    ("{A} lived farther from the school than {B}, so [{p}] was {far} from it.", "near", "far"),
    ("{A} was not as close to the stage as {B}, so [{p}] was {far} from it.", "near", "far"),
    ("{A} was twice as far from the stage as {B}, so [{p}] was {far} from it.", "near", "far"),
    ("{A} arrived before {B}, so [{p}] was {near}.", "early", "late"),
    ("{A} arrived earlier than {B}, so [{p}] was {near}.", "early", "late"),
    ("{A} came home after {B}, so [{p}] was {far}.", "early", "late"),
    ("{A} came home later than {B}, so [{p}] was {far}.", "early", "late"),
    ("{A} did not come home as early as {B}, so [{p}] was {far}.", "early", "late"),
    ("{A} reached the village ahead of {B}, so [{p}] was {near}.", "early", "late"),
)


def questions() -> Iterator[Question]:
    """Every question of the grid, always in the same order."""
    yield from _of_scales()
    yield from _of_manners()
    yield from _of_amounts()
    yield from _of_choices()
    yield from _of_places()


def _question(form: str, head: str, tail: str, pair: tuple[str, str], first: bool) -> Question:
    one, other = pair
    filled = head.replace("{A}", one).replace("{B}", other) + tail
    text = ". ".join(part[0].upper() + part[1:] for part in filled.split(". "))
    right, wrong = (one, other) if first else (other, one)
    return Question(form, text, right, wrong)


def _of_scales() -> Iterator[Question]:
    tails = cycle(TAILS)
    for number, scale in enumerate(SCALES):
        pairs = cycle((*scale.pairs, *((b, a) for a, b in scale.pairs)))
        high_first = ((scale.high, scale.low), (scale.low, scale.high))
        sides = cycle(high_first if number % 2 else high_first[::-1])
        for (form, (pattern, first)), (here, there) in zip(FORMS.items(), sides, strict=False):
            head = pattern.format(
                A="{A}",
                B="{B}",
                word=here[0],
                more=here[1],
                other_word=there[0],
                other_more=there[1],
            )
            tail = next(tails)
            pair = next(pairs)
            for said, of_it in ((here[2], first), (there[2], not first)):
                yield _question(form, head, tail.format(p=scale.pronoun, object=OBJECTS[scale.pronoun], word=said), pair, of_it)


def _of_manners() -> Iterator[Question]:
    bare = {"worked": "work", "spoke": "speak", "ran": "run", "played": "play"}
    more = {"fast": "faster"}
    for did, high, low, names, pronoun in MANNERS:
        pairs = cycle((*names, *((b, a) for a, b in names)))
        for form, (pattern, first) in MANNER_FORMS.items():
            for here, there in ((high, low), (low, high)):
                head = pattern.format(
                    A="{A}", B="{B}", did=did, do=bare[did], word=here[0], more=more.get(here[0], f"more {here[0]}")
                )
                pair = next(pairs)
                for said, of_it in ((here[1], first), (there[1], not first)):
                    yield _question(form, head, f", so [{pronoun}] was {said}.", pair, of_it)


def _of_amounts() -> Iterator[Question]:
    pairs = cycle(WOMEN)
    for things, many, less, little in AMOUNTS:
        for form, (pattern, first) in AMOUNT_FORMS.items():
            head = pattern.format(A="{A}", B="{B}", things=things, many=many, less=less)
            pair = next(pairs)
            for said, of_it in ((f"a lot of {things}", first), (f"{little} {things}", not first)):
                yield _question(form, head, f", so [she] had {said}.", pair, of_it)


def _of_choices() -> Iterator[Question]:
    for pair, good, bad in CHOICES:
        for form, (pattern, first) in CHOICE_FORMS.items():
            for said, of_it in ((good, first), (bad, not first)):
                yield _question(form, pattern, f" because [it] was {said}.", pair, of_it)


def _of_places() -> Iterator[Question]:
    pairs = cycle(MEN)
    for rows, names in ((FOR_WHOM, ("bad", "good")), (PLACES, ("near", "far"))):
        for pattern, one, other in rows:
            pair = next(pairs)
            asked = pattern.replace("{p}", "he")
            head, tail = asked.split("[", 1)
            own = names[0] if "{" + names[0] + "}" in tail else names[1]
            if "{" not in tail:
                head = head.format(A="{A}", B="{B}", bad=one, good=other)
                yield _question("for_whom", head, "[" + tail, pair, "enough" in head)
                continue
            words = dict(zip(names, (one, other), strict=True))
            contrary = {one: other, other: one}
            for said, first in ((words[own], FIRST), (contrary[words[own]], SECOND)):
                end = "[" + tail.replace("{" + own + "}", said)
                yield _question("for_whom" if rows is FOR_WHOM else "place", head, end, pair, first)
