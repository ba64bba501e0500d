"""The verbs of the command line, as ``coindex/commands/verbs.toml`` declares them."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from pkgutil import resolve_name
from typing import Any

from coindex.commands.options import asking_option, common, knowledge_option
from coindex.commands.options.answer_output import add_explain_option
from coindex.commands.options.common import Verbs

SHARED: dict[str, Callable[..., None]] = {
    "asking": asking_option.add_asking_options,
    "confidence": common.add_confidence_option,
    "explain": add_explain_option,
    "further": common.add_further_option,
    "knowledge": common.add_knowledge_options,
    "knowledge or sentences": knowledge_option.add_knowledge_or_sentences,
    "mined": common.add_mined_option,
    "model": common.add_model_option,
    "place": common.add_place_options,
    "workers": common.add_worker_options,
}
"""Options that several verbs share, by the names that the table uses."""
_ACTIONS: dict[str, dict[str, Any]] = {
    "flag": {"action": "store_true"},
    "many": {"action": "append", "default": []},
    "once": {"action": common.Once},
}


def declare_all(verbs: Verbs) -> None:
    """Declare all verbs."""
    groups: dict[str, Verbs] = {"": verbs}
    for path, entry in tomllib.loads(_table()).items():
        above, _, name = path.rpartition(" ")
        if "register" in entry:
            resolve_name(entry["register"])(groups[above])
        elif "group" in entry:
            groups[path] = common.add_group(groups[above], name, entry["group"], entry["order"])
        else:
            declare(groups[above], name, entry)


def declare(verbs: Verbs, name: str, entry: Mapping[str, Any]) -> argparse.ArgumentParser:
    """Declare one verb."""
    parser = common.add_verb(verbs, name, resolve_name(entry["run"]), entry.get("epilog", ""))
    if "keeps" in entry:
        common.keeps(parser, *entry["keeps"])
    if "usage" in entry:
        parser.usage = entry["usage"].format(prog=parser.prog)
    place: argparse._ActionsContainer = parser
    for option in entry["options"]:
        if isinstance(option, str):
            SHARED[option](place)
        elif "heading" in option:
            place = parser.add_argument_group(option["heading"])
        elif "shared" in option:
            SHARED[option["shared"]](place, **{k: v for k, v in option.items() if k != "shared"})
        else:
            _add(place, dict(option))
    return parser


def _add(place: argparse._ActionsContainer, option: dict[str, Any]) -> None:
    names = option.pop("name")
    for key, settings in _ACTIONS.items():
        if option.pop(key, False):
            option = {**settings, **option}
    if kind := option.get("type"):
        option["type"] = resolve_name(kind) if ":" in kind else getattr(common, kind)
    if isinstance(metavar := option.get("metavar"), list):
        option["metavar"] = tuple(metavar)
    if option.get("default") == "none":
        del option["default"]
    place.add_argument(*([names] if isinstance(names, str) else names), **option)


def _table() -> str:
    return files("coindex.commands").joinpath("verbs.toml").read_text(encoding="utf-8")
