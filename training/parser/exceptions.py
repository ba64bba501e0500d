"""Write the table of irregular forms that corrects the trained lemmatizer.

    python -m training.parser.exceptions > kparse/data/lemma_exceptions.tsv

A row is a form, its universal part of speech and its lemma. Forms with several lemmas for one part of
speech (``wound``, ``bore``) are left to the lemmatizer.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from training.templates import morphology as m

AMBIGUOUS = frozenset(("wound", "bore", "bound", "ground", "lay", "saw", "fell", "found", "felt"))

GRADED = """
able angry big black blind bold brave brief bright broad brown busy calm cheap clean clear clever close cloudy
clumsy cold cool cosy crazy cruel curly damp dark dear deep dense dirty dry dull dusty eager early easy empty fair
fancy fast fat few fierce filthy fine firm flat fond foggy free fresh friendly full funny gentle grand great greedy
green grumpy guilty happy hard harsh hasty healthy heavy high hot huge humble hungry icy itchy juicy keen kind large
late lazy light likely lively lonely long loose loud lovely low lucky mad mean messy mild moist muddy naive narrow
nasty naughty near neat new nice noble noisy odd oily pale plain poor pretty proud pure quick quiet rainy rare raw
red rich ripe risky rough rude rusty sad safe salty scary shallow sharp shiny short shy sick silly simple skinny
sleepy slim slow small smart smelly smoky smooth soft sore sour spicy steady steep sticky stiff strange strict
strong stupid sturdy subtle sunny sweet swift tall tame tasty thick thin thirsty tight tiny tough true ugly vague
warm wavy weak wealthy weird wet white wide wild windy wise worthy young yellow
"""

#: Forms with one lemma per part of speech, and those that the rules above do not give.
BY_HAND = """
bared VERB bare | caned VERB cane | fined VERB fine | mated VERB mate | pined VERB pine | shamed VERB shame
wined VERB wine
left VERB leave|saw VERB see|found VERB find|felt VERB feel|fell VERB fall|lay VERB lie|ground VERB grind
bound VERB bind|founded VERB found|felled VERB fell|lied VERB lie|lying VERB lie|dying VERB die|tying VERB tie
vying VERB vie|untying VERB untie|won VERB win|fed VERB feed|led VERB lead|dove VERB dive|dived VERB dive
rose VERB rise|shot VERB shoot|spoke VERB speak|stole VERB steal|wove VERB weave|bit VERB bite|bored VERB bore
wounded VERB wound|saws VERB saw|got VERB get|gotten VERB get|burnt VERB burn|learnt VERB learn|dreamt VERB dream
leapt VERB leap|leaped VERB leap|spelt VERB spell|spilt VERB spill|spoilt VERB spoil|smelt VERB smell
knelt VERB kneel|kneeled VERB kneel|lit VERB light|lighted VERB light|sped VERB speed|speeded VERB speed
proved VERB prove|proven VERB prove|sawn VERB saw|sown VERB sow|mown VERB mow|hewn VERB hew|shaven VERB shave
swollen VERB swell|shrunken VERB shrink|sunken VERB sink|drunken VERB drink|stricken VERB strike|hung VERB hang
hanged VERB hang|clad VERB clothe|bade VERB bid|bidden VERB bid|forsook VERB forsake|forsaken VERB forsake
trodden VERB tread|slain VERB slay|wrought VERB work|begotten VERB beget|begot VERB beget|plead VERB plead
pled VERB plead|sneaked VERB sneak|snuck VERB sneak|dug VERB dig|woke VERB wake|woken VERB wake|waked VERB wake
panicked VERB panic|panicking VERB panic|picnicked VERB picnic|picnicking VERB picnic|mimicked VERB mimic
mimicking VERB mimic|trafficked VERB traffic|trafficking VERB traffic|agreed VERB agree|agreeing VERB agree
freed VERB free|freeing VERB free|seeing VERB see|fleeing VERB flee|being VERB be|guaranteed VERB guarantee
refereed VERB referee|shoeing VERB shoe|dyeing VERB dye|singeing VERB singe|tiptoed VERB tiptoe|hoed VERB hoe
is AUX be|are AUX be|am AUX be|was AUX be|were AUX be|been AUX be|being AUX be|'m AUX be|'re AUX be|'ll AUX will
've AUX have|has AUX have|had AUX have|having AUX have|does AUX do|did AUX do|done AUX do|ca AUX can
wo AUX will|sha AUX shall|got AUX be|gets AUX be|getting AUX be|is VERB be|are VERB be|am VERB be|were VERB be
'm VERB be|'re VERB be|'s VERB be|has VERB have|does VERB do|goes VERB go|did VERB do|done VERB do
n't PART not|'s PART 's|me PRON I|him PRON he|them PRON they|us PRON we|these DET this|those DET that
these PRON this|those PRON that|an DET a|thee PRON thou|'em PRON they
better ADJ good|best ADJ good|better ADV well|best ADV well|worse ADJ bad|worst ADJ bad|worse ADV badly
worst ADV badly|more ADJ more|most ADJ most|more ADV more|most ADV most|less ADJ less|less ADV less
least ADJ least|least ADV least|farther ADV far|farthest ADV far|further ADV far|furthest ADV far
farther ADJ far|farthest ADJ far|elder ADJ old|eldest ADJ old|older ADJ old|oldest ADJ old|later ADV late
latest ADV late|sooner ADV soon|soonest ADV soon|faster ADV fast|fastest ADV fast|harder ADV hard
hardest ADV hard|earlier ADV early|earliest ADV early|longer ADV long|longest ADV long|higher ADV high
highest ADV high|lower ADV low|louder ADV loud|loudest ADV loud|closer ADV close|closest ADV close
quicker ADV quick|slower ADV slow|nearer ADV near|deeper ADV deep|tighter ADV tight|cheaper ADV cheap
fewer ADJ few|fewest ADJ few|unhappier ADJ unhappy|unluckier ADJ unlucky|likelier ADJ likely
people NOUN person|police NOUN police|dice NOUN die|pence NOUN penny|pennies NOUN penny|brethren NOUN brother
lice NOUN louse|oxen NOUN ox|geese NOUN goose|teeth NOUN tooth|feet NOUN foot|glasses NOUN glasses
scissors NOUN scissors|pants NOUN pants|trousers NOUN trousers|clothes NOUN clothes|goods NOUN goods
jeans NOUN jeans|shorts NOUN shorts|pliers NOUN pliers|tweezers NOUN tweezers|binoculars NOUN binoculars
spectacles NOUN spectacles|sunglasses NOUN sunglasses|pajamas NOUN pajamas|tights NOUN tights
tongs NOUN tongs|stairs NOUN stair|news NOUN news|mathematics NOUN mathematics|physics NOUN physics
politics NOUN politics|economics NOUN economics|headquarters NOUN headquarters|series NOUN series
species NOUN species|means NOUN means|crossroads NOUN crossroads|barracks NOUN barracks|buses NOUN bus
gases NOUN gas|lenses NOUN lens|axes NOUN axe|houses NOUN house|horses NOUN horse|nurses NOUN nurse
roses NOUN rose|noses NOUN nose|vases NOUN vase|bases NOUN base|cases NOUN case|causes NOUN cause
shoes NOUN shoe|toes NOUN toe|canoes NOUN canoe|hoes NOUN hoe|foes NOUN foe|heroes NOUN hero|photos NOUN photo
pianos NOUN piano|radios NOUN radio|videos NOUN video|zoos NOUN zoo|kangaroos NOUN kangaroo|cookies NOUN cookie
movies NOUN movie|pies NOUN pie|ties NOUN tie|lies NOUN lie|calories NOUN calorie|zombies NOUN zombie
rookies NOUN rookie|caches NOUN cache|aches NOUN ache|headaches NOUN headache|toothaches NOUN toothache
stomachs NOUN stomach|monarchs NOUN monarch|councilmen NOUN councilman|demonstrators NOUN demonstrator
clothing NOUN clothing|building NOUN building|wedding NOUN wedding|painting NOUN painting|meeting NOUN meeting
morning NOUN morning|evening NOUN evening|ceiling NOUN ceiling|king NOUN king|ring NOUN ring|thing NOUN thing
nothing PRON nothing|something PRON something|anything PRON anything|everything PRON everything
tired ADJ tired|scared ADJ scared|bored ADJ bored|interested ADJ interested|excited ADJ excited
worried ADJ worried|frightened ADJ frightened|disappointed ADJ disappointed|surprised ADJ surprised
left ADJ left|lost ADJ lost|broken ADJ broken|drunk ADJ drunk|married ADJ married|hidden ADJ hidden
spoiled ADJ spoiled|exhausted ADJ exhausted|embarrassed ADJ embarrassed|confused ADJ confused
injured ADJ injured|upset ADJ upset|talented ADJ talented|gifted ADJ gifted|naked ADJ naked|wicked ADJ wicked
rotten ADJ rotten|stolen ADJ stolen|frozen ADJ frozen|torn ADJ torn|locked ADJ locked|closed ADJ closed
determined ADJ determined|experienced ADJ experienced|delighted ADJ delighted|annoyed ADJ annoyed
clever ADJ clever|tender ADJ tender|bitter ADJ bitter|proper ADJ proper|sober ADJ sober|eager ADJ eager
"""


def _verb_rows() -> Iterator[tuple[str, str, str]]:
    for lemma, forms in m.VERBS.items():
        for form in forms:
            if form != lemma and form not in AMBIGUOUS:
                yield form, "VERB", lemma
        if lemma != "be":
            yield m.gerund(lemma), "VERB", lemma


def _noun_rows() -> Iterator[tuple[str, str, str]]:
    for lemma, form in m.PLURALS.items():
        if form != lemma:
            yield form, "NOUN", lemma


def _degree_rows() -> Iterator[tuple[str, str, str]]:
    for lemma in GRADED.split():
        if m.inflects_for_degree(lemma) or lemma in ("clever", "mild", "stupid", "quiet"):
            yield m.comparative(lemma), "ADJ", lemma
            yield m.superlative(lemma), "ADJ", lemma


def _hand_rows() -> Iterator[tuple[str, str, str]]:
    for line in BY_HAND.strip().splitlines():
        for item in line.split("|"):
            form, upos, lemma = item.split()
            yield form, upos, lemma


def rows() -> list[tuple[str, str, str]]:
    """Return all rows, sorted; rows written by hand win over derived ones."""
    table: dict[tuple[str, str], str] = {}
    for source in (_verb_rows(), _noun_rows(), _degree_rows(), _hand_rows()):
        for form, upos, lemma in source:
            table[form, upos] = lemma
    return sorted((form, upos, lemma) for (form, upos), lemma in table.items())


def main() -> None:
    """Print the table."""
    sys.stdout.writelines("\t".join(row) + "\n" for row in rows())


if __name__ == "__main__":
    main()
