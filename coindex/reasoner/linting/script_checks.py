"""The linter's checks of scripts. What is malformed is found while reading (``knowledge.scripts``)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from coindex.reasoner.knowledge.scripts import KEYWORDS, Entry, Scene
from coindex.reasoner.linting.subject import Finding, Subject


def _own(subject: Subject) -> Iterator[Scene]:
    for content in subject.checked:
        if content.source.role == "scripts":
            yield from subject.scenes(content)


def _every(subject: Subject) -> Iterator[Scene]:
    """Yield the scenes of all files; none if no script is checked."""
    if any(content.source.role == "scripts" for content in subject.checked):
        for content in subject.everything:
            if content.source.role == "scripts":
                yield from subject.scenes(content)


def unknown_scene(subject: Subject) -> Iterator[Finding]:
    """Unknown scene."""
    known = {scene.name for scene in _every(subject)}
    for scene in _own(subject):
        for _, entry in scene.links:
            if entry.text not in known:
                hint = "a scene of knowledge/scripts; add it, or correct the name"
                yield scene.file, entry.line, entry.column, f"`{entry.text}`", hint


def scene_elsewhere(subject: Subject) -> Iterator[Finding]:
    """Scene written in another file."""
    first: dict[str, Scene] = {}
    checked = {content.source.name for content in subject.checked}
    for scene in _every(subject):
        other = first.setdefault(scene.name, scene)
        if other is not scene and scene.file in checked:
            hint = f"first in {other.file}:{other.line}"
            yield scene.file, scene.line, 1, f"`{scene.name}`", hint


def scene_without_trigger(subject: Subject) -> Iterator[Finding]:
    """Scene that no word tells of."""
    for scene in _own(subject):
        if not scene.triggers:
            hint = "add a line with `if`, `not`, `class` or `state`"
            yield scene.file, scene.line, 1, f"`{scene.name}`", hint


def lone_scene(subject: Subject) -> Iterator[Finding]:
    """Scene that nothing links."""
    linked: set[str] = set()
    for scene in _every(subject):
        names = {entry.text for _, entry in scene.links}
        linked |= names | ({scene.name} if names else set())
    for scene in _own(subject):
        if scene.name not in linked:
            hint = "say what it leads to, or name it in a `then` of another scene"
            yield scene.file, scene.line, 1, f"`{scene.name}`", hint


def unsorted_scripts(subject: Subject) -> Iterator[Finding]:
    """Script out of order."""
    for content in subject.checked:
        scenes = subject.scenes(content) if content.source.role == "scripts" else ()
        for one, two in pairwise(scenes):
            if one.name > two.name:
                what = f"`{two.name}` stands after `{one.name}`"
                yield two.file, two.line, 1, what, "sort the scenes of the file"
                break
        for scene in scenes:
            yield from _unsorted_lines(scene)


def _unsorted_lines(scene: Scene) -> Iterator[Finding]:
    for before, part in pairwise(scene.parts):
        if KEYWORDS.index(before.keyword) > KEYWORDS.index(part.keyword):
            what = f"`{part.keyword}` after `{before.keyword}`"
            yield scene.file, part.line, 3, what, f"the order is {', '.join(KEYWORDS)}"
    for part in scene.parts:
        for side in (part.entries, part.others):
            for one, two in pairwise(side):
                if one.text > two.text:
                    what = f"`{two.text}` after `{one.text}`"
                    yield scene.file, two.line, two.column, what, "sort the words of a line"
                    break


def idle_link(subject: Subject) -> Iterator[Finding]:
    """Link that another line makes idle."""
    for scene in _own(subject):
        links: dict[str, Entry] = {}
        for _, entry in scene.links:
            other = links.setdefault(entry.text, entry)
            if other is not entry or entry.text == scene.name:
                hint = "name a scene once, and not the scene itself"
                yield scene.file, entry.line, entry.column, f"`{entry.text}`", hint
