"""The linter: one file for each code, with the code as its name, and one without findings."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

import coindex.reasoner.linting.lint
from coindex.reasoner.knowledge.profiles import Word
from coindex.reasoner.linting.contradiction_checks import both_ways
from coindex.reasoner.linting.lint import CHECKS, json_report, lint, status, text_report
from coindex.reasoner.store.reading_files import read, sources
from kparse.errors import Diagnostic, KnowledgeError

FILES = Path(__file__).parent / "lint"
CONTEXT = FILES / "context"
EVERY = re.findall(r"^([EW]\d{3})  ", coindex.reasoner.linting.lint.__doc__ or "", re.M)
CODES = [code for code in EVERY if code[1] != "8" and code not in ("W105", "W612")]
"""(8: test_sentence_lint.py; W105: test_folders.py; W612: below)"""


def check(name: str) -> list[Diagnostic]:
    """Check one of the files beside the small vocabulary."""
    return lint([file_of(name)], context=[CONTEXT])


def file_of(name: str) -> Path:
    """Give the file of a code; those about profiles and scripts end otherwise."""
    return FILES / f"{name}.{ {'6': 'tsv', '7': 'script'}.get(name[1], 'lp') }"


@pytest.mark.parametrize("code", CODES)
def test_each_code(code: str) -> None:
    found = check(code)
    assert [diagnostic.code for diagnostic in found] == [code]
    assert found[0].location.file == (file_of(code)).as_posix()
    assert found[0].location.line is not None


def test_a_constraint_is_an_error_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "new.lp"
    path.write_text('verb("shove",harm).\n:- class(E,harm), node(E,event).\n', encoding="utf-8")
    (found,) = [one for one in lint([path], context=[CONTEXT]) if one.is_error]
    assert (found.code, found.location.line) == ("E103", 2)
    assert "a constraint has no place in knowledge" in str(found)


def test_clean_files_give_nothing() -> None:
    assert (
        lint([FILES / f"clean.{end}" for end in ("lp", "tsv", "script")], context=[CONTEXT]) == []
    )


def test_every_check_is_in_the_table_and_has_a_file() -> None:
    assert set(CHECKS) < set(EVERY)
    assert {path.stem for path in FILES.glob("*.*")} == {*CODES, "clean"}


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("E101", "E101.lp:2:1: E101: did not expect a name here"),
        ("E101", "is the full stop missing at the end of line 1?"),
        ("E201", "did you mean adj or adj_of?"),
        ("E202", "adj takes 2, not 3"),
        ("E203", "undeclared class: harn in verb (did you mean harm?)"),
        ("E204", "undeclared property: hngry in adj (did you mean hungry?)"),
        ("E205", "did you mean person?"),
        ("E206", "did you mean size?"),
        ("E207", "did you mean agent or co_agent?"),
        ("E209", "undeclared scale: moood in scale (did you mean mood?)"),
        ("E210", "E210.lp:2:1: E210: knowledge that writes a fact of the text: arg/3"),
        ("E211", "Y, a node in role, is a lemma in kind (kind_of(X,K) gives the kinds of a node"),
        ("E301", "what `Y` can be"),
        ("W302", "W302.lp:3:95: W302: variable used only once: Z"),
        ("E403", "the id `twin` is taken by"),
        ("E405", "{Q} (its variables: E S)"),
        ("W407", "did you mean weight?"),
        ("W501", "first in context/rows/base.lp:9"),
        ("W503", "no row leads to spare"),
        ("E504", "bad wrong bad"),
        (
            "E506",
            "E506.lp:3:1: E506: one trigger with opposite conclusions: effect(harm,actor,bad), but good 5",
        ),
        ("E507", "reason(grow,patient,dim(size,hi)) (what a deed makes of a thing"),
        ("E508", "reason(lift,patient,hungry): hungry asks for person, the patient is thing_only"),
        ("E509", "effect(harm,actor,hungry), and of the other with weight 5"),
        ("E601", "E601.tsv:3:1: E601: a profile has three columns, this line has 1"),
        ("E602", "E602.tsv:2:1: E602: `Kick` is no head of a profile"),
        ("E603", "E603.tsv:3:6: E603: unknown role `agent` (one of subj, obj"),
        ("E604", "E604.tsv:3:1: E604: `kick` has a profile of `subj` in line 2"),
        ("E605", "E605.tsv:2:147: E605: `boxer` stands twice in this line"),
        ("E606", "E606.tsv:2:147: E606: `Boxer` is no entry of a profile"),
        ("W607", "W607.tsv:2:1: W607: too short a profile: `kick` subj has 2 words"),
        ("W608", "W608.tsv:2:1: W608: profiles out of order: `kick` obj stands after `kick` subj"),
        ("W609", "W609.tsv:2:147: W609: a word in no frequency list: `strng`"),
        ("E610", "E610.tsv:1:1: E610: unknown lemma: `kikc`"),
        ("W611", "W611.tsv:1:1: W611: a profile without that of the other participant"),
        ("E613", "a head that no text has in this form: `give up` (write `give_up`)"),
        ("E614", "opposite words in one profile: `-awake` after `awake` under `obj` of `kick`"),
        ("E701", "E701.script:2:1: E701: `Flood` is no name of a scene"),
        ("E702", "E702.script:3:3: E702: `unless dam` is no line of a scene"),
        ("E703", "E703.script:5:1: E703: `flood` stands in line 1"),
        ("E704", "E704.script:3:6: E704: `flood` stands twice in this line"),
        ("E705", "E705.script:3:8: E705: unknown scene: `wet_gruond`"),
        ("E706", "E706.script:1:1: E706: scene written in another file: `rainfall` (first in"),
        ("W707", "W707.script:1:1: W707: scene that no word tells of: `flood`"),
        ("W708", "W708.script:1:1: W708: scene that nothing links: `flood`"),
        ("W709", "W709.script:3:12: W709: script out of order: `flood` after `river`"),
        ("W710", "W710.script:4:9: W710: link that another line makes idle: `wet_ground`"),
    ],
)
def test_what_is_said(code: str, message: str) -> None:
    assert message in text_report(check(code))


DEEDS = """\
event_class(know). event_class(doubt). sort_of_class((know;doubt),lasting). property(knows;ignorant;doubting).
opposite(knows,ignorant). opposite(knows,doubting). gives(know,experiencer,knows). gives(doubt,experiencer,doubting).
event_class(break). verb("snap",break). alternates("snap"). event_class(avoid).
"""


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ("effect(harm,other,does(know),5).\neffect(harm,other,ignorant,4).", ["E506"]),
        ("effect(harm,other,does(know),5).\neffect(harm,other,does(doubt),4).", ["E506"]),
        ("effect(harm,other,does(know),5).\neffect(harm,actor,ignorant,4).", []),
        ("effect(harm,other,(does(avoid);gets(avoid)),5).", ["E509"]),
        (
            "effect(harm,other,does(neg(avoid)),5).\neffect(harm,other,gets(neg(avoid)),5).",
            ["E509"],
        ),
        ("effect(harm,other,does(avoid),5).\neffect(harm,other,gets(avoid),4).", []),
        ("effect(harm,other,(does(break);gets(break)),5).", []),
    ],
)
def test_deeds_that_contradict(rows: str, found: list[str], tmp_path: Path) -> None:
    path = tmp_path / "new.lp"
    path.write_text(f"{DEEDS}{rows}\n", encoding="utf-8")
    errors = [one for one in lint([path], context=[CONTEXT]) if one.code in ("E506", "E509")]
    assert [one.code for one in errors] == found


def test_deeds_of_a_profile_that_contradict() -> None:
    words = [Word("thank", "said"), Word("break", "said"), Word("weep", "said")]
    words += [Word("break", "object"), Word("thank", "object")]
    found = both_ways(words, {"break"})
    assert [(str(one), str(first)) for one, first in found] == [("thank/obj", "thank")]


def test_a_profile_in_two_files_of_a_folder(tmp_path: Path) -> None:
    for name in ("a.tsv", "b.tsv"):
        (tmp_path / name).write_text("hit\tobj\thurt\n", "utf-8")
    (found,) = lint([tmp_path], context=[CONTEXT], select=["W612"])
    assert "profile written in another file: `hit` obj (first in" in str(found)
    assert (found.location.line, (found.location.file or "")[-5:]) == (1, "b.tsv")
    assert lint([tmp_path / "a.tsv"], select=["W612"]) == []  # one's own is merged with what ships


def test_selection_status_and_reports() -> None:
    found = lint([FILES / "E204.lp", FILES / "W501.lp"], context=[CONTEXT])
    assert status(found) == 1
    warnings = lint([FILES / "E204.lp", FILES / "W501.lp"], context=[CONTEXT], select=["W"])
    assert [diagnostic.code for diagnostic in warnings] == ["W501"]
    assert status(warnings) == 0
    assert text_report(found).endswith("1 error, 1 warning")
    assert text_report([]) == ""
    first = json.loads(json_report(found))[0]
    assert (first["code"], Path(first["file"]).name, first["line"]) == ("E204", "E204.lp", 1)
    assert json_report([]) == "[]"


def test_context_is_found_and_not_reported(tmp_path: Path) -> None:
    home = tmp_path / "kb"
    (home / "rows").mkdir(parents=True)
    (home / "axioms").mkdir()
    (home / "rows" / "a.lp").write_text('property(sly).\nadj("foxy",sly).\nadj(3,sly).\n')
    rules = home / "axioms" / "b.lp"
    rules.write_text("% @id r\n% @text t\nclash(r,X,Y) :- trait_of(X,sly), coref(X,Y).\n")
    assert lint([rules]) == []
    assert [diagnostic.code for diagnostic in lint([home])] == ["E208"]


def test_missing_path() -> None:
    with pytest.raises(KnowledgeError, match="does not exist"):
        lint([FILES / "nowhere"])


def test_shipped_knowledge_has_no_error() -> None:
    found = [diagnostic for diagnostic in lint() if diagnostic.is_error]
    assert text_report(found) == ""


def mutate(text: str, chance: random.Random) -> str:
    """Damage a text in one to four places."""
    pieces = [*'().,"é#X_;\\@%{}|-3\n\t\r\x1a𝄞:', ":-", "not ", "%*", "..", "#include ", "a("]
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice([0, 0, 1, 1, 2, 5, 20]))
        insert = chance.choice([*pieces, "", text[start - 5 : start + 5]])
        text = text[:start] + insert + text[end:]
    return text


@pytest.mark.parametrize("seed", range(150))
def test_damaged_files_give_findings_not_tracebacks(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    files = [FILES / "clean.lp", CONTEXT / "rows" / "base.lp", FILES / "clean.tsv"]
    original = chance.choice(files)
    file = tmp_path / f"damaged{original.suffix}"
    file.write_text(mutate(original.read_text(), chance), newline="")
    for diagnostic in lint([file], context=[CONTEXT]):
        assert diagnostic.location.line is not None
        assert diagnostic.message
    read(sources([file]))
