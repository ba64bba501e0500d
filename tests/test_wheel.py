"""A built wheel: its content, and that it answers without a checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
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
