"""What a release needs: bounds of dependencies, container, list of licences."""

from __future__ import annotations

import json
import re
import tomllib

from tests.conftest import ROOT
from training.parser.ship import SPACY

TABLES = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = TABLES["project"]


def requirements() -> list[str]:
    """All requirements of the project and of those extras that users install."""
    extras = PROJECT["optional-dependencies"]
    asked = [
        *PROJECT["dependencies"],
        *(r for n, e in extras.items() if n not in ("bench", "dev", "docs") for r in e),
    ]
    return [each for each in asked if not each.startswith("coindex[")]


def test_every_requirement_has_a_lower_bound() -> None:
    assert [each for each in requirements() if ">=" not in each] == []


def test_the_model_runs_in_the_versions_of_spacy_that_are_asked_for() -> None:
    (asked,) = (each for each in requirements() if each.startswith("spacy"))
    assert asked == f"spacy{SPACY}"
    meta = json.loads((ROOT / "kparse" / "model" / "meta.json").read_text("utf-8"))
    assert meta["spacy_version"] == SPACY


def test_what_a_build_needs_has_the_bounds_that_it_has_elsewhere() -> None:
    known = {*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]}
    assert set(TABLES["build-system"]["requires"]) <= known


def test_no_registry_is_named() -> None:
    files = [ROOT / "pyproject.toml", *ROOT.glob("*.md"), *(ROOT / ".ci").iterdir()]
    for file in files:
        assert not re.search(r"index-url|find-links|pypi\.org", file.read_text("utf-8")), file
    assert not [*ROOT.glob("*.lock"), *ROOT.glob("requirements*.txt"), *ROOT.glob("pip.conf")]


def test_all_packages_are_on_the_page_of_dependencies_with_licence_and_reason() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    rows = re.findall(r"^\| ([\w-]+) \| \w+ \| ([^|]+) \| ([^|]+) \|$", page, re.MULTILINE)
    known = {name: (licence, reason) for name, licence, reason in rows}
    for each in requirements():
        name = re.split(r"[\[>]", each)[0].lower()
        assert name in known, "python .ci/licences docs/dependencies.md"
        assert known[name][0] != "not stated", name
        assert known[name][1] != "no reason is given yet", name


def test_the_readme_and_the_page_of_results_have_the_same_figures() -> None:
    row = re.compile(r"^\| (?:[^|]*)\| (tune|held) \| ([\d,]+) \| (.*)$", re.MULTILINE)
    readme = row.findall((ROOT / "README.md").read_text("utf-8"))
    page = row.findall((ROOT / "docs" / "evaluation.md").read_text("utf-8"))
    assert len(readme) == 8
    for (part, items, cells), (other, their_items, theirs) in zip(readme, page, strict=False):
        right, decided, precision, _ = re.findall(r"\(([\d.]+) %\)", cells)
        shares = [cell.split()[0] for cell in theirs.split(" | ")[:3]]
        assert (part, items) == (other, their_items.replace(",", ""))
        assert shares == [right, decided, precision], "python bench/results.py makes the page"
