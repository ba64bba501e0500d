"""A built wheel: its content, what building needs, and that it answers without a checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("coindex-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of scripts of an environment with the wheel.

    Its dependencies are those of the running environment, without the checkout: a path in a ``.pth`` file is not
    searched for further ``.pth`` files, such as the one of an editable installation.
    """
    home = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", str(scripts / "python")]
    install = [*pip, "install", "--no-deps", "--no-index", "--quiet", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    (packages,) = {path.parent for path in home.rglob("coindex") if path.is_dir()}
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return scripts


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    environment["COINDEX_CACHE"] = str(folder / "cache")
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_two_import_packages_with_their_data(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    assert tops == {"coindex", "kparse"}
    for name in (
        "coindex/knowledge/axioms/motion.lp",
        "coindex/knowledge.sqlite",
        "coindex/encodings/objective.lp",
        "coindex/winoflexi/static/style.css",
        "kparse/model/config.cfg",
        "kparse/notation/penman.lark",
    ):
        assert name in names
    assert not [name for name in names if "__pycache__" in name]


def with_dependencies(requirements: list[str]) -> set[str]:
    """The packages of requirements, and those that they need, as far as they are installed."""
    names = {re.split(r"[^\w.-]", each)[0].lower().replace("_", "-") for each in requirements}
    for name in [*names]:
        with suppress(PackageNotFoundError):  # it is for another Python
            names |= with_dependencies([r for r in requires(name) or () if "extra ==" not in r])
    return names


def smallest_files(folder: Path, copy: Path) -> None:
    """Copy the smallest file of each kind in each folder."""
    kinds: dict[tuple[Path, str], list[Path]] = {}
    for path in folder.rglob("*.*"):
        kinds.setdefault((path.parent, path.suffix), []).append(path)
    for (parent, _), paths in kinds.items():
        place = copy / parent.relative_to(folder)
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy(min(paths, key=lambda path: (path.stat().st_size, path)), place)


BUILDING = """
import sys
from pathlib import Path

root, *allowed = sys.argv[1:]

class Undeclared:
    def find_spec(self, name, path=None, target=None):
        if path is None and name not in sys.stdlib_module_names and name not in allowed:
            raise ModuleNotFoundError(f"build-system.requires does not bring {name}", name=name)

sys.meta_path.insert(0, Undeclared())
sys.path.insert(0, root)
from coindex.reasoner.store.store_file import ship
ship(Path("knowledge.sqlite"), Path("knowledge"))
"""


def test_building_imports_nothing_that_is_not_asked_for(tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = with_dependencies(project["build-system"]["requires"])
    brought = {
        module
        for module, packages in packages_distributions().items()
        if asked & {package.lower().replace("_", "-") for package in packages}
    }
    assert not {"numpy", "spacy"} & brought, "a build should stay light"
    smallest_files(ROOT / "knowledge", tmp_path / "knowledge")
    allowed = ["coindex", "kparse", *sorted(brought)]
    done = run([sys.executable, "-c", BUILDING, str(ROOT), *allowed], tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "knowledge.sqlite").is_file()


def test_it_answers_in_another_directory(installed: Path, tmp_path: Path) -> None:
    where = run(
        [str(installed / "python"), "-c", "import coindex, kparse; print(coindex.__file__)"],
        tmp_path,
    )
    assert str(installed.parent) in where.stdout, where.stderr
    text = "The gardener could not lift the crate because [it] was too heavy."
    done = run([str(installed / "coindex"), "solve", text], tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("it = the crate")
    assert not done.stderr  # it need not compile the knowledge


def test_it_knows_its_version(installed: Path, tmp_path: Path) -> None:
    code = "import coindex; print(coindex.__version__)"
    version = run([str(installed / "python"), "-c", code], tmp_path).stdout
    out = run([str(installed / "coindex"), "--version"], tmp_path).stdout
    assert out == f"coindex {version}"
    assert version[0].isdigit()


@pytest.mark.slow
@pytest.mark.skipif(
    "not config.getoption('-m')", reason="asked when wanted: -m slow; needs packages"
)
@pytest.mark.skipif(not (ROOT / ".ci").is_dir(), reason="a source archive has no .ci")
def test_it_installs_into_an_empty_environment(tmp_path: Path) -> None:
    done = run([sys.executable, str(ROOT / ".ci" / "install")], tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "can be installed and used" in done.stdout
