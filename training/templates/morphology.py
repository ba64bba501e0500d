"""English inflection: regular rules and the irregular forms."""

from __future__ import annotations

import itertools

IRREGULAR_VERBS = """
arise arose arisen|awake awoke awoken|be was been|bear bore borne|beat beat beaten|become became become
begin began begun|bend bent bent|bet bet bet|bid bid bid|bind bound bound|bite bit bitten|bleed bled bled
blow blew blown|break broke broken|breed bred bred|bring brought brought|broadcast broadcast broadcast
build built built|burst burst burst|buy bought bought|cast cast cast|catch caught caught|choose chose chosen
cling clung clung|come came come|cost cost cost|creep crept crept|cut cut cut|deal dealt dealt|dig dug dug
do did done|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed fed
feel felt felt|fight fought fought|find found found|flee fled fled|fling flung flung|fly flew flown
forbid forbade forbidden|forecast forecast forecast|foresee foresaw foreseen|forget forgot forgotten
forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone|grind ground ground
grow grew grown|hang hung hung|have had had|hear heard heard|hide hid hidden|hit hit hit|hold held held
hurt hurt hurt|keep kept kept|kneel knelt knelt|know knew known|lay laid laid|lead led led|leave left left
lend lent lent|let let let|lie lay lain|light lit lit|lose lost lost|make made made|mean meant meant
meet met met|mislead misled misled|mistake mistook mistaken|misunderstand misunderstood misunderstood
mow mowed mown|outdo outdid outdone|outgrow outgrew outgrown|outrun outran outrun|overcome overcame overcome
overhear overheard overheard|oversee oversaw overseen|oversleep overslept overslept
overtake overtook overtaken|overthrow overthrew overthrown|pay paid paid|prove proved proven|put put put
quit quit quit|read read read|rebuild rebuilt rebuilt|rend rent rent|repay repaid repaid|rid rid rid
ride rode ridden|ring rang rung|rise rose risen|run ran run|say said said|see saw seen|seek sought sought
sell sold sold|send sent sent|set set set|sew sewed sewn|shake shook shaken|shear sheared shorn
shed shed shed|shine shone shone|shoot shot shot|show showed shown|shrink shrank shrunk|shut shut shut
sing sang sung|sink sank sunk|sit sat sat|slay slew slain|sleep slept slept|slide slid slid|sling slung slung
slit slit slit|sow sowed sown|speak spoke spoken|speed sped sped|spend spent spent|spin spun spun
spit spat spat|split split split|spread spread spread|spring sprang sprung|stand stood stood
steal stole stolen|stick stuck stuck|sting stung stung|stink stank stunk|stride strode stridden
strike struck struck|string strung strung|strive strove striven|swear swore sworn|sweep swept swept
swell swelled swollen|swim swam swum|swing swung swung|take took taken|teach taught taught|tear tore torn
tell told told|think thought thought|throw threw thrown|thrust thrust thrust|tread trod trodden
undergo underwent undergone|understand understood understood|undertake undertook undertaken|undo undid undone
uphold upheld upheld|upset upset upset|wake woke woken|wear wore worn|weave wove woven|weep wept wept
win won won|wind wound wound|withdraw withdrew withdrawn|withhold withheld withheld
withstand withstood withstood|wring wrung wrung|write wrote written
"""

IRREGULAR_PLURALS = """
man men|woman women|child children|foot feet|tooth teeth|goose geese|mouse mice|louse lice|ox oxen
person people|wife wives|knife knives|life lives|leaf leaves|loaf loaves|half halves|calf calves|wolf wolves
shelf shelves|thief thieves|self selves|scarf scarves|hoof hooves|elf elves|sheaf sheaves|sheep sheep
deer deer|fish fish|salmon salmon|trout trout|moose moose|aircraft aircraft|series series|species species
crisis crises|thesis theses|analysis analyses|basis bases|oasis oases|hypothesis hypotheses
diagnosis diagnoses|phenomenon phenomena|criterion criteria|bacterium bacteria|datum data|medium media
cactus cacti|fungus fungi|nucleus nuclei|stimulus stimuli|alumnus alumni|larva larvae|formula formulas
potato potatoes|tomato tomatoes|hero heroes|echo echoes|veto vetoes|torpedo torpedoes|mango mangoes
bookshelf bookshelves|housewife housewives|policeman policemen|policewoman policewomen|fireman firemen
salesman salesmen|saleswoman saleswomen|milkman milkmen|postman postmen|fisherman fishermen
businessman businessmen|businesswoman businesswomen|foreman foremen|mailman mailmen|doorman doormen
barman barmen|gentleman gentlemen|councilman councilmen|grandchild grandchildren|stepchild stepchildren
nobleman noblemen|craftsman craftsmen|horseman horsemen|spokesman spokesmen|spokeswoman spokeswomen
workman workmen|snowman snowmen|stepson stepsons|quiz quizzes|bus buses|gas gases|means means
brother-in-law brothers-in-law|passer-by passers-by|wolf wolves|dwarf dwarves|roof roofs|chief chiefs
"""

IRREGULAR_DEGREES = """
good better best|well better best|bad worse worst|badly worse worst|ill worse worst|far farther farthest
little less least|much more most|many more most|late later latest|old older oldest
"""

#: Verbs of more than one syllable that double the last consonant all the same.
DOUBLING = frozenset(
    [
        "admit",
        "commit",
        "compel",
        "confer",
        "control",
        "defer",
        "equip",
        "expel",
        "forget",
        "infer",
        "occur",
        "omit",
        "patrol",
        "permit",
        "prefer",
        "propel",
        "rebel",
        "recur",
        "refer",
        "regret",
        "repel",
        "submit",
        "transfer",
        "transmit",
        "upset",
        "begin",
        "kidnap",
        "worship",
    ]
)
VOWELS = "aeiou"


def _table(text: str) -> dict[str, tuple[str, ...]]:
    rows = (item.split() for line in text.strip().splitlines() for item in line.split("|"))
    return {row[0]: tuple(row[1:]) for row in rows if row}


VERBS = _table(IRREGULAR_VERBS)
PLURALS = {lemma: forms[0] for lemma, forms in _table(IRREGULAR_PLURALS).items()}
DEGREES = _table(IRREGULAR_DEGREES)


def doubles(word: str) -> bool:
    """Whether the last consonant is doubled before a vowel (``stopped``)."""
    if word in DOUBLING:
        return True
    if len(word) < 3 or word[-1] in "aeiouwxy" or word[-2] not in VOWELS:
        return False
    if word[-3] in VOWELS and word[-3:-1] != "ui":
        return False
    return sum(a in VOWELS and b not in VOWELS for a, b in itertools.pairwise(word)) == 1


def plural(noun: str) -> str:
    """Return the plural of a noun."""
    if noun in PLURALS:
        return PLURALS[noun]
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in VOWELS:
        return noun[:-1] + "ies"
    return noun + "s"


def third_person(verb: str) -> str:
    """Return the third person singular of the present."""
    if verb in ("be", "have"):
        return {"be": "is", "have": "has"}[verb]
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in VOWELS:
        return verb[:-1] + "ies"
    return verb + "s"


def _regular_past(verb: str) -> str:
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in VOWELS:
        return verb[:-1] + "ied"
    if verb.endswith("c"):
        return verb + "ked"
    return verb + verb[-1] * doubles(verb) + "ed"


def past(verb: str) -> str:
    """Return the simple past."""
    return VERBS[verb][0] if verb in VERBS else _regular_past(verb)


def participle(verb: str) -> str:
    """Return the past participle."""
    return VERBS[verb][1] if verb in VERBS else _regular_past(verb)


def gerund(verb: str) -> str:
    """Return the ``-ing`` form."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")) and verb != "be":
        return verb[:-1] + "ing"
    if verb.endswith("c"):
        return verb + "king"
    return verb + verb[-1] * doubles(verb) + "ing"


def syllables(word: str) -> int:
    """Return a rough count of syllables."""
    groups = sum(
        a in "aeiouy" and b not in "aeiouy" for a, b in zip(word, word[1:] + "#", strict=True)
    )
    silent = word.endswith("e") and not word.endswith("le") and groups > 1
    return groups - silent


def inflects_for_degree(adjective: str) -> bool:
    """Whether the comparative ends in ``-er`` rather than taking ``more``."""
    if adjective in DEGREES:
        return True
    if "-" in adjective or adjective.endswith(("ed", "ing", "ful", "ous", "less", "ic")):
        return False
    count = syllables(adjective)
    return count == 1 or (count == 2 and adjective.endswith(("y", "le", "ow")))


def _degree(adjective: str, index: int, ending: str) -> str:
    if adjective in DEGREES:
        return DEGREES[adjective][index]
    if adjective.endswith("e"):
        return adjective + ending[1:]
    if adjective.endswith("y") and adjective[-2:-1] not in VOWELS:
        return adjective[:-1] + "i" + ending
    return adjective + adjective[-1] * doubles(adjective) + ending


def comparative(adjective: str) -> str:
    """Return the ``-er`` form."""
    return _degree(adjective, 0, "er")


def superlative(adjective: str) -> str:
    """Return the ``-est`` form."""
    return _degree(adjective, 1, "est")
