"""spaCy is imported without its command line, and whole where one asks for it."""

from __future__ import annotations

import subprocess
import sys

IMPORTS = """
import sys
from kparse.input.spacy_import import import_spacy
spacy = import_spacy()
assert not [name for name in sys.modules if name.startswith("spacy.cli")]
assert not hasattr(spacy, "cli")
assert "spacy_version" in spacy.info(silent=True)
import spacy.cli
assert spacy.cli.info.__module__ == "spacy.cli.info"
assert import_spacy() is spacy
"""


def test_spacy_is_imported_without_its_command_line_and_whole_where_one_asks() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORTS], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
