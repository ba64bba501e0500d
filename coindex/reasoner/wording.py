"""English for atoms and rules; nothing here claims more than a reading supports.

A ``phrase`` is a function that returns the words of a graph node (``e1``, ``x2``), or its argument
unchanged if it is not a node.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from coindex.reasoner.asp.terms import split_term
from coindex.reasoner.scene_names import is_scene, scene_words

Phrase: TypeAlias = Callable[[str], str]

_INNER_QUOTES = str.maketrans({"“": "‘", "”": "’"})
_DETERMINERS = frozenset(
    "The A An This That These Those My Your His Her Its Our Their Some Any No Every Each All Both "
    "Many Much Few Several Most Another Such What Which Whose One Two Three Four Five".split()
)
_NOMINATIVE = {
    "her": "she", "hers": "she", "herself": "she", "him": "he", "his": "he", "himself": "he",
    "its": "it", "itself": "it", "me": "I", "my": "I", "them": "they", "their": "they",
    "theirs": "they", "themselves": "they", "us": "we", "our": "we", "your": "you",
}  # fmt: skip
PLACEHOLDER = re.compile(r"\{(\w+'*)\}")
_NAME = re.compile(r"_*[a-z]\w*")
_CONTRARY = re.compile(r"“the contrary of ‘([^‘’]*)’”")

ROLES = {
    "agent": "the one acting",
    "beneficiary": "the one it is done for",
    "co_agent": "the other one taking part",
    "co_theme": "the other thing concerned",
    "destination": "where it goes",
    "experiencer": "the one who feels or meets with it",
    "instrument": "what it is done with",
    "leader": "the one ahead",
    "location": "where it is",
    "loser": "the one who loses",
    "owner": "the owner",
    "patient": "the one it is done to",
    "recipient": "the one who receives or is told",
    "rejected": "the one turned down",
    "source": "where it comes from",
    "stimulus": "what it is felt about",
    "theme": "what it is about",
    "topic": "what is said or thought",
    "winner": "the one who wins",
}
"""How the filler of each role is named."""
_RELATIONS = {
    "subj": "the subject",
    "obj": "the object",
    "iobj": "the first object",
    "comp": "the complement",
    "poss": "the owner",
    "than": "what is compared with",
    "mod": "the modifier",
    "op": "a member",
    "rel": "the relative clause",
}
_PREFERENCES = {
    "parallel": "both play the same part in their clauses",
    "subject": "subjects are more often taken up again",
    "possessor": "owners are more often the subject",
    "before": "it comes before the pronoun",
    "near": "it is the nearest before the pronoun",
    "fits": "what is good for somebody goes with what is good for them, and bad with bad",
    "jars": "what is good for somebody does not go with what is bad for them",
}
_QUALITIES = {
    "absent_from_home": "away from home", "agreed": "having agreed", "ahead": "in front",
    "alight": "on fire", "arrived": "there at last", "asked": "having been asked",
    "authority": "in authority", "awake": "awake", "bad_feeling": "feeling bad",
    "believes": "believing something", "blocking": "in the way", "bodily_need": "in bodily need",
    "captured": "captured", "consumed": "used up", "creditor": "owed something",
    "defeated": "beaten", "denied": "going without", "deprived": "robbed of something",
    "disappointed": "disappointed", "doubting": "in doubt", "duty": "bound to do something",
    "edible_now": "ready to eat", "endangered": "in danger", "ended": "over",
    "equipped": "well equipped", "extent": "so much or so little", "failed": "unsuccessful",
    "far": "far away", "feeling": "moved by some feeling", "fixed": "fixed", "gained": "having got something",
    "gained_money": "having got money", "gave": "having given something",
    "good_feeling": "feeling good", "guilty_feeling": "feeling guilty", "harmed": "worse off",
    "has": "having something", "helped": "better off", "helper": "of help to others",
    "ill": "ill", "in_trouble": "in trouble", "knows": "knowing something",
    "lacks": "lacking something", "learning": "learning something",
    "mental": "in some state of mind", "mistaken": "mistaken", "motive_any": "having a motive",
    "moved": "moved elsewhere", "near": "close by", "need": "in need", "ongoing": "going on",
    "opened": "open", "owes": "owing something", "owner": "the owner", "paid": "paid",
    "promised": "bound by a promise", "refused": "having refused",
    "rejected": "passed over", "running": "working", "sanctioned": "punished or blamed",
    "sorry_for": "sorry for somebody", "started": "begun", "stopped": "not working",
    "subordinate": "under orders", "succeeded": "successful", "suffer": "suffering",
    "supported": "held up", "surplus": "having more than enough", "told": "told about it",
    "tried": "trying", "understands": "understanding it", "unequipped": "badly equipped",
    "unneeding": "in no need", "unwanting": "not wanting anything", "want": "wanting something",
    "wanting_any": "wanting something", "wooden": "of wood", "won": "victorious",
    "wrong": "having done wrong",
}  # fmt: skip
"""Words for properties whose names cannot follow *is*; all others are rendered by their names."""
_DIMENSIONS = {
    "age": ("old", "new or young"), "amount": ("large in amount", "small in amount"),
    "beauty": ("beautiful", "ugly"), "cleanliness": ("clean", "dirty"),
    "danger": ("dangerous", "safe"), "depth": ("deep", "shallow"),
    "difficulty": ("difficult", "easy"), "distance": ("far away", "close by"),
    "duration": ("long-lasting", "short-lived"), "effort": ("hard-working", "idle"),
    "fill": ("full", "empty"), "freshness": ("fresh", "stale"), "hardness": ("hard", "not hard"),
    "health": ("healthy", "unhealthy"), "height": ("tall or high", "short or low"),
    "importance": ("important", "unimportant"), "lateness": ("late", "early"),
    "length": ("long", "short"), "light": ("bright", "dark"), "noise": ("loud", "quiet"),
    "popularity": ("popular", "unpopular"), "price": ("expensive", "cheap"),
    "quality": ("good in quality", "poor in quality"), "quantity": ("plentiful", "scarce"),
    "roughness": ("rough", "smooth"), "sharpness": ("sharp", "blunt"), "size": ("big", "small"),
    "skill": ("skilled", "unskilled"), "slope": ("steep", "flat"), "smell": ("smelly", "free of smell"),
    "softness": ("soft", "not soft"), "speed": ("fast", "slow"), "stability": ("firm", "unsteady"),
    "strength": ("strong", "weak"), "temperature": ("hot or warm", "cold"),
    "thickness": ("thick", "thin"), "tightness": ("tight", "loose"), "wealth": ("rich", "poor"),
    "weight": ("heavy", "light"), "wetness": ("wet", "dry"), "width": ("wide", "narrow"),
}  # fmt: skip
"""The words for the two ends of each dimension."""
_QUALITY_AT: Mapping[tuple[str, int], tuple[int, ...]] = {
    ("prop", 3): (2,), ("base", 3): (2,), ("direct", 3): (2,), ("adj", 2): (1,),
    ("adverb", 2): (1,), ("prop_isa", 2): (0, 1), ("opposite", 2): (0, 1), ("opp", 2): (0, 1),
    ("trait", 2): (1,), ("trait_of", 2): (1,), ("having", 2): (1,), ("noun_gives", 2): (1,),
    ("gives", 3): (2,), ("word_says", 2): (1,), ("adj_says", 2): (1,),
    ("manner", 3): (2,), ("relevant_property", 3): (2,), ("says_less", 3): (2,), ("said_less", 3): (2,),
    ("presupposed", 3): (2,), ("cancelled", 3): (2,), ("modal_says", 2): (1,), ("sort_of_property", 2): (0,),
    ("stimulus_gives", 2): (1,), ("fate", 2): (0, 1), ("of_no_thing", 1): (0,), ("person_property", 1): (0,),
    ("reflects_on", 3): (),
}  # fmt: skip
"""Which arguments of which atoms are properties."""
_SIGNS = {"pos": "better off", "neg": "worse off"}

_TEMPLATES: Mapping[tuple[str, int], str] = {
    ("class", 2): "“{0}” is a case of {1}",
    ("cls", 2): "“{0}” is a case of {1}",
    ("sense", 2): "“{0}” is a case of {1}",
    ("prop", 3): "“{0}” says that {1} is {2}",
    ("base", 3): "“{0}”, if it holds, says that {1} is {2}",
    ("direct", 3): "“{0}” says that {1} is {2}",
    ("actor", 2): "{1} is the one of whom “{0}” is said",
    ("other", 2): "{1} is the other one in “{0}”",
    ("affected", 3): "{1} is {sign2} by “{0}”",
    ("coref", 2): "{0} and {1} are one and the same in this reading",
    ("binds", 2): "the pronoun “{0}” is read as {1}",
    ("candidate", 3): "the pronoun “{0}” may be read as {1}",
    ("same", 2): "{0} and {1} name the same one",
    ("kind", 2): "{0} is a kind of {1}",
    ("direct_kind", 2): "{0} is a kind of {1}",
    ("trait_of", 2): "{0} is by nature {1}",
    ("possessor", 2): "{1} has {0}",
    ("part_of", 2): "{0} is part of {1}",
    ("more", 5): "“{0}” says that, set beside {2}, {1} is more so: {pole4}",
    ("contrast", 2): "“{0}” and “{1}” are set against each other",
    ("degree", 2): "“{0}” is said with “{1}”",
    ("modal", 2): "“{0}” is said with “{1}”",
    ("denied", 1): "“{0}” is said not to be so",
    ("negated", 1): "“{0}” is negated",
    ("link", 3): "“{1}” links “{0}” and “{2}”",
    ("causal", 4): "the text may present “{0}” as a reason for “{1}”",
    ("purpose", 4): "the text may present “{1}” as the aim of “{0}”",
    ("content", 2): "“{1}” is what “{0}” is about",
    ("expl", 3): "“{2}” may be a reason for “{1}”",
    ("cons", 3): "“{2}” may be expected after “{1}”",
    ("goal", 3): "“{2}” may be what “{1}” is for",
    ("accept", 3): "“{1}” and “{2}” go together",
    ("favour", 4): "in “{3}”, {1} may well be {2}",
    ("clash", 3): "{1} can hardly be {2}",
    ("mismatch", 3): "what “{0}” says does not suit {2}",
    ("support", 3): "{1} makes sense by the rule {0} (weight {2})",
    ("explained", 5): "“{1}” and “{2}” make sense together (weight {3})",
    ("hint", 3): "the situation speaks for {1} (weight {2})",
    ("mined", 4): "counted text speaks for “{1}” and “{2}” together (weight {3})",
    ("pick", 2): "of several attachments, number {1} is taken in group {0}",
    ("feat", 3): "“{0}” has {1} “{2}”",
    ("concept", 2): "“{0}” is a form of “{1}”",
    ("key", 2): "“{0}” is looked up as “{1}”",
    ("verb", 2): "the verb “{0}” is a case of {1}",
    ("adj", 2): "“{0}” means {1}",
    ("adverb", 2): "acting “{0}” is being {1}",
    ("isa", 2): "{0} is a case of {1}",
    ("prop_isa", 2): "whoever or whatever is {0} is {1}",
    ("kind_isa", 2): "{0} is a kind of {1}",
    ("opposite", 2): "whoever or whatever is {0} is not {1}",
    ("opp", 2): "whoever or whatever is {0} is not {1}",
    ("trait", 2): "a “{0}” is {1}",
    ("having", 2): "having “{0}” is being {1}",
    ("noun_gives", 2): "getting “{0}” is being {1}",
    ("gender", 2): "“{0}” is {1}",
    ("connective", 2): "“{0}” signals {1}",
    ("ambiguous", 3): "“{0}” may signal {1}",
    ("weight", 2): "the rule {0} has weight {1}",
    # internal predicates of the encodings and the theory
    ("participant", 1): "{0} takes part",
    ("partner", 2): "“{0}” concerns {1}",
    ("happens", 2): "“{0}” is a case of {1}",
    ("asserts", 3): "“{0}” says that {1} is {2}",
    ("holds", 3): "“{0}” is about {1} being {2}",
    ("plays", 4): "{3} has a part in “{0}”",
    ("attributed", 3): "“{0}” is about {1}",
    ("relevant_coref", 2): "{0} is {1}",
    ("second_pronoun", 2): "{1} is somebody else than {0}",
    ("second_stands_for", 2): "{0} goes with {1}",
    ("implicitly_negated", 1): "“{0}” is said not to come about",
    ("inchoative", 1): "“{0}” happens to its subject",
    ("copular", 1): "“{0}” only joins its subject to what follows",
    ("complement", 2): "“{1}” completes “{0}”",
    ("manner", 3): "“{0}” says how {1} acts: {2}",
    ("holder", 3): "“{0}” says that {1} has {2}",
    ("loser_of", 3): "“{0}” says that {1} is without {2}",
    ("presupposed", 3): "“{0}” takes for granted that {1} is {2}",
    ("cancelled", 3): "“{0}” is done as by one who is not {2}",
    ("said_less", 3): "“{0}” says that {1} is less so: {2}",
    ("word_says", 2): "“{0}” means {1}",
    ("adj_says", 2): "“{0}” means {1}",
    ("modal_says", 2): "“{0}” means {1}",
    ("relevant_property", 3): "“{0}” says that {1} is {2}",
    ("comparative", 3): "“{1}” says that {2} is the more so",
    ("lesser", 3): "“{1}” says that {2} is the less so",
    ("than", 2): "{1} is compared with in “{0}”",
    ("mental_clause", 1): "“{0}” speaks of a state of mind, not of a deed",
    ("sort_of_property", 2): "being {0} is {1}",
    ("rel", 4): "“{0}” and “{1}” stand in the relation of {2}",
    ("flipped", 1): "“{0}” is also looked at the other way round",
    ("alternates", 1): "without an object, “{0}” happens to its subject",
    ("maybe_person", 1): "{0} is no mere thing",
    ("cruel_by_nature", 2): "“{0}” says that {1} is cruel or violent by nature",
    ("needs_money", 1): "“{0}” speaks of the need of money",
    ("wants_of_another", 1): "“{0}” says what somebody else is wanted to do",
    ("same_deed", 2): "“{1}” speaks of the very deed “{0}”",
    ("told_to", 2): "“{0}” says what {1} is to do",
    ("asks_elsewhere", 2): "“{0}” asks somebody else than {1}",
    ("judged_other", 1): "“{0}” is said of one and about another",
    ("kind_of_deed", 2): "“{0}” is a deed of this kind: {1}",
    ("takes_part", 2): "{1} takes part in “{0}”",
    ("takes_part_first", 2): "“{0}” is said of {1} first",
    ("seeks_it", 2): "“{0}” says that {1} is after it",
    ("held_against", 3): "by “{0}”, {1} holds something against {2}",
    ("held_dear", 3): "by “{0}”, {1} holds {2} dear",
    ("hindering", 1): "“{0}” names what stands in the way",
    ("inner", 2): "{0} is what is to go where {1} is",
    ("tool", 2): "{1} is what “{0}” is done with",
    ("worked_on", 2): "{1} is what “{0}” is done to",
    ("piercing", 3): "in “{0}”, {1} is to go through {2}",
    ("whence", 2): "{1} is where it comes from in “{0}”",
    ("whither", 2): "{1} is where it goes to in “{0}”",
    ("bears_on", 2): "“{0}” and “{1}” bear on each other",
    ("contrast_side", 4): "by “{0}”, {1} is {side3} on the scale of {2}",
    ("clause_pair_side", 4): "by “{0}”, {1} is {side3} on the scale of {2}",
    ("candidate_rated", 4): "by “{0}”, {1} is {side3} on the scale of {2}",
    ("rated", 4): "by “{0}”, {1} is {side3} on the scale of {2}",
    ("pronoun_rated", 4): "by “{0}”, {1} is {side3} on the scale of {2}",
    ("correlated", 3): "{0} and {1} go {way2}",
    ("opposite_sign", 2): "the two sides are opposite",
    ("inanimate_pair", 1): "the choice is not between people",
    ("foil_by", 2): "{0} is only named to be set off",
    ("foil", 1): "{0} is only named to be set off",
    ("stands_for_candidate", 2): "{0} goes with {1}",
    ("scale", 3): "being {0} is a matter of {1}",
    ("marked", 2): "“{0}” tells of {1}",
    ("worded", 3): "“{0}” has the word “{1}”",
    ("stemmed", 3): "“{0}” has the word “{1}”",
    ("said_so", 2): "“{0}” is stated",
    ("speaks_of", 2): "“{0}” speaks of {1}",
    ("hinted", 2): "“{0}” may speak of “{1}”",
    ("scene", 2): "“{0}” is a word for {1}",
    ("scene_half", 4): "“{0}” is half of what tells of {1}",
    ("scene_of_class", 2): "{0} belongs to {1}",
    ("scene_of_state", 2): "being {0} belongs to {1}",
}

# -------------------------------------------------------------------------------------------- terms


def word(term: str, phrase: Phrase) -> str:
    """Put a term into words: a node's phrase, or the term's own name made readable.

    >>> [word(t, str) for t in ('dim(size,hi)', 'neg(turn_away)', '"in_order_to"', '_')]
    ['high in size', 'not turn away', 'in order to', 'something']
    """
    words = phrase(term)
    if words and words != term:
        return inside(words)
    if term.startswith("link("):
        return "one link of the text"
    if term == "_":
        return "something"
    if term.startswith('"'):
        return _unquoted(term).replace("_", " ")
    name, args = split_term(term)
    if is_scene(term):
        return f"“{scene_words(term)}”"
    if name in ("not", "neg", "flip") and len(args) == 1:
        return f"not {word(args[0], phrase)}"
    if name == "dim" and len(args) == 2:
        return f"{ {'hi': 'high', 'lo': 'low'}.get(args[1], args[1]) } in {word(args[0], phrase)}"
    inner = ", ".join(word(a, phrase) for a in args)
    readable = name.replace("_", " ").strip()
    return f"{readable} {inner}".strip() if args else readable or term


def quality(term: str, phrase: Phrase = str) -> str:
    """Put a property into words that can follow *is*.

    >>> [quality(p) for p in ("need", "has", "dim(size,hi)", "neg(dead)", "or(hurt,ill,dead)")]
    ['in need', 'having something', 'big', 'not dead', 'hurt, ill or dead']
    """
    name, args = split_term(term)
    if name in ("not", "neg") and len(args) == 1:
        return f"not {quality(args[0], phrase)}"
    if name == "or" and args:
        options = list(dict.fromkeys(quality(a, phrase) for a in args))
        return " or ".join([s for s in (", ".join(options[:-1]), options[-1]) if s])
    if name == "dim" and len(args) == 2 and args[1] in ("hi", "lo"):
        poles = _DIMENSIONS.get(args[0])
        if poles is not None:
            return poles[args[1] == "lo"]
    return _QUALITIES.get(term) or word(term, phrase)


def inside(words: str) -> str:
    """Write a phrase as it appears inside a sentence: without the sentence-initial capital.

    >>> inside("The cook"), inside("Ann"), inside("A")
    ('the cook', 'Ann', 'A')
    """
    first, space, rest = words.partition(" ")
    return f"{first.lower()}{space}{rest}" if rest and first in _DETERMINERS else words


def _unquoted(term: str) -> str:
    return re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], term[1:-1])


# ---------------------------------------------------------------------------------------- sentences


def fill(template: str, bindings: Mapping[str, str], phrase: Phrase) -> str:
    """Fill the placeholders ``{X}`` of a rule's sentence; unbound ones stay as they are.

    >>> words = {"x1": "Ann", "x2": "a pen"}
    >>> fill("{Y} lent {Z} to {Q}", {"Y": "x1", "Z": "x2"}, lambda t: words.get(t, t))
    'Ann lent a pen to {Q}'
    """

    def put(match: re.Match[str]) -> str:
        value = bindings.get(match[1])
        return match[0] if value is None else word(value, phrase)

    return PLACEHOLDER.sub(put, template)


def worded(atom: str) -> bool:
    """Check whether an atom's predicate has a wording; a bare name needs none.

    >>> worded("role(e1,patient,x1)"), worded("quux_of(1,a)")
    (True, False)
    """
    name, args = split_term(atom.strip())
    return not args or (name, len(args)) in _SPECIAL or (name, len(args)) in _TEMPLATES


def statement(atom: str, phrase: Phrase) -> str:
    """Put an atom into generic English; an unknown predicate is rendered by its name.

    >>> words = {"e1": "hit", "x1": "the ball", "s1": "was calm", "p1": "she"}
    >>> statement("role(e1,patient,x1)", lambda t: words.get(t, t))
    'the ball is the one it is done to in “hit”'
    >>> statement("not prop(s1,p1,afraid)", lambda t: words.get(t, t))
    'there is no evidence that “was calm” says that she is afraid'
    >>> statement("quux_of(1,a)", str)
    'quux of: 1, a'
    """
    text = atom.strip()
    if text.startswith("not not "):
        return f"it may be that {statement(text[8:], phrase)}"
    if text.startswith("not "):
        return f"there is no evidence that {statement(text[4:], phrase)}"
    if text.startswith("-") and split_term(text[1:])[1]:
        return f"it is not so that {statement(text[1:], phrase)}"
    name, args = split_term(text)
    form = name, len(args)
    qualities = _QUALITY_AT.get(form, ())
    words = [
        (quality(a, phrase) if i in qualities else word(a, phrase)).translate(_INNER_QUOTES)
        for i, a in enumerate(args)
    ]
    special = _SPECIAL.get(form)
    if special is not None:
        return _IS.sub(_verb, _tidied(special(args, words)))
    template = _TEMPLATES.get(form)
    if template is None:
        if not _NAME.fullmatch(name) or not all(args):
            return text
        return f"{name.replace('_', ' ')}: {', '.join(words)}" if args else text
    sentence = _tidied(template.format(*words, **_marked(args)))
    return sentence if any(a.startswith("or(") for a in args) else _IS.sub(_verb, sentence)


_IS = re.compile(
    r"\bis (having|wanting|lacking|knowing|owing|believing|understanding) (?=something|done|it|more|got)"
)


_VERBS = {"having": "has", "believing": "believes", "owing": "owes"}


def _verb(match: re.Match[str]) -> str:
    return f"{_VERBS.get(match[1]) or match[1].removesuffix('ing') + 's'} "


def _marked(args: Sequence[str]) -> dict[str, str]:
    """Return the words for arguments that are signs, poles or directions."""
    found = {}
    for i, a in enumerate(args):
        found[f"sign{i}"] = _SIGNS.get(a, a)
        found[f"side{i}"] = {"pos": "high", "neg": "low"}.get(a, a)
        found[f"way{i}"] = {"pos": "together", "neg": "against each other"}.get(a, a)
        if a in ("hi", "lo") and i > 0:
            found[f"pole{i}"] = quality(f"dim({args[i - 1]},{a})")
        else:
            found[f"pole{i}"] = quality(a)
    return found


def _tidied(sentence: str) -> str:
    """Remove quotation marks around what is not a quotation; name the antecedent of a pronoun only once."""
    sentence = sentence.replace("“something”", "something")
    return named_once(_CONTRARY.sub(r"the contrary of “\1”", sentence))


def named_once(sentence: str) -> str:
    """Name the antecedent of a pronoun only once in a sentence.

    >>> named_once("she (= Ann) is ill, because she (= Ann) says so")
    'she (= Ann) is ill, because she says so'
    """
    first, mark, rest = sentence.partition(" (= ")
    name, closed, rest = rest.partition(")")
    if not mark or not closed:
        return sentence
    return f"{first}{mark}{name}{closed}{rest.replace(f'{mark}{name}{closed}', '')}"


def _role(args: Sequence[str], words: Sequence[str]) -> str:
    part = ROLES.get(args[1], f"the {words[1]}")
    return f"{words[2]} is {part} in “{words[0]}”".replace("“something”", "something")


def _arg(args: Sequence[str], words: Sequence[str]) -> str:
    name, inner = split_term(args[1])
    if name in ("obl", "nmod") and inner:
        return f"{words[2]} stands with “{_unquoted(inner[0])}” in “{words[0]}”"
    return f"{words[2]} is {_RELATIONS.get(args[1], f'the {words[1]}')} of “{words[0]}”"


def _prefer(args: Sequence[str], words: Sequence[str]) -> str:
    reason = _PREFERENCES.get(args[0], words[0])
    return f"a mere preference for what “{words[1]}” is read as: {reason}"


def _class(args: Sequence[str], words: Sequence[str]) -> str:
    name, inner = split_term(args[1])
    if name in ("neg", "not") and len(inner) == 1:
        return f"“{words[0]}” is a denied case of {words[1].removeprefix('not ')}"
    return f"“{words[0]}” is a case of {words[1]}"


def _comes_off(args: Sequence[str], words: Sequence[str], how: str) -> str:
    whom = "somebody" if args[2] == "_" else words[2]
    if args[1] == "_":
        return f"{whom} comes off {how} by “{words[0]}”"
    return f"{whom} comes off {how} by what {words[1]} does in “{words[0]}”"


def _hurts(args: Sequence[str], words: Sequence[str]) -> str:
    return _comes_off(args, words, "badly")


def _helps(args: Sequence[str], words: Sequence[str]) -> str:
    return _comes_off(args, words, "well")


def _coref(args: Sequence[str], words: Sequence[str]) -> str:
    if args[0] == args[1]:
        return f"{words[0]} is meant both times"
    return f"{words[0]} and {words[1]} are one and the same in this reading"


def _frame(args: Sequence[str], words: Sequence[str]) -> str:
    relation = split_term(args[1])
    slot = _RELATIONS.get(
        args[1], f"what stands with “{word(relation[1][0], str)}”" if relation[1] else words[1]
    )
    return f"with “{words[0]}”, {slot} is {ROLES.get(args[2], f'the {words[2]}')}"


def _gives(args: Sequence[str], words: Sequence[str]) -> str:
    return f"in “{words[0]}”, {ROLES.get(args[1], f'the {words[1]}')} is {words[2]}"


def _affect(args: Sequence[str], words: Sequence[str]) -> str:
    return f"“{words[0]}” leaves {ROLES.get(args[1], f'the {words[1]}')} {_SIGNS.get(args[2], words[2])}"


_SPECIAL: Mapping[tuple[str, int], Callable[[Sequence[str], Sequence[str]], str]] = {
    ("class", 2): _class,
    ("hurts", 3): _hurts,
    ("helps", 3): _helps,
    ("role", 3): _role,
    ("arg", 3): _arg,
    ("prefer", 3): _prefer,
    ("coref", 2): _coref,
    ("frame", 3): _frame,
    ("gives", 3): _gives,
    ("affect", 3): _affect,
}


def nominative(pronoun: str) -> str:
    """Return the subject form of a pronoun.

    >>> nominative("Her"), nominative("them"), nominative("it")
    ('she', 'they', 'it')
    """
    lower = pronoun if pronoun == "I" else pronoun.lower()
    return _NOMINATIVE.get(lower, lower)
