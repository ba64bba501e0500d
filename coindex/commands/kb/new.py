"""``kb new``: drafts of knowledge: all forms from one sentence, a profile, a sentence, rows, or an axiom."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.commands.options.common import print_message
from coindex.files.atomic import make_room
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.reasoner.store.store import Store


def kb_new(options: argparse.Namespace) -> int:
    """Draft knowledge, from one sentence on; or check one."""
    words, options.name = options.name, " ".join(options.name)
    if options.sentence + options.profile + options.from_sentence > 1:
        raise InputError("give one of --from, --sentence and --profile")
    if options.from_sentence:
        return _from(options)
    if options.sentence:
        return _sentence(options)
    from coindex.files.shipped import KNOWLEDGE
    from coindex.reasoner.authoring.scaffold import Slots, draft
    from coindex.reasoner.store.store import Store

    store = Store.open([KNOWLEDGE, *options.knowledge])
    if options.profile:
        return _profile(store, options)
    slots = Slots(options.head, options.happening, options.part, options.says, options.weight)
    made = draft(store, _named(store, words, options), slots)
    targets = [(options.to, made.rule, ".lp"), (options.examples, made.examples, ".txt")]
    for target, _, suffix in targets:
        _check(target, suffix)
    for target, text, _ in targets:
        if target is None:
            print(text, end="")
        else:
            _append(Path(target), text)
            print_message(f"the draft is at the end of {target}")
    return 0


def _named(store: Store, words: list[str], options: argparse.Namespace) -> str:
    """Give the class that words stand for, and say so; a name that is no word stands for itself."""
    from coindex.reasoner.authoring.scaffold import narrowest_class
    from coindex.reasoner.counterfactuals.class_coverage import Coverage

    first, coverage = words[0], Coverage(store)
    declares = {f"event_class({first})", f"property({first})"}
    if len(words) == 1 and (
        options.happening
        or store.rule(first) is not None
        or declares & {row.fact for row in store.rows_for(first)}
        or not coverage.narrowest(words)
    ):
        return first
    name, lines = narrowest_class(coverage, words)
    print("\n".join(lines))
    return name


def _from(options: argparse.Namespace) -> int:
    """Draft all forms that fit a sentence and its right answer; with ``--to`` put each into its file of a folder."""
    from coindex.reasoner import Reasoner
    from coindex.reasoner.authoring.from_sentence import drafts, split_answer

    if options.examples or options.happening or options.part or options.says:
        raise InputError("--from goes with --to and --knowledge only")
    folder = Path(options.to) if options.to is not None else None
    if folder is not None and (folder.suffix or folder.is_file()):
        raise InputError(f"{options.to}: with --from, --to takes a folder of your own, such as my")
    made = drafts(Reasoner(extra=options.knowledge), *split_answer(options.name))
    answer = made.answer
    now = f"{answer.pronoun} = {answer.candidate} ({answer.decided_by})"
    wanted = answer.candidates[made.index]
    if made.is_known:
        print_message(f"now: {now}; knowledge decides so already. An example keeps it so")
    else:
        print_message(f"now: {now}; wanted: {wanted}")
        if len(made.forms) == 1:
            print_message(
                "nothing that fits decides alone; `kb why-not` says what speaks against it"
            )
    for one in made.forms:
        if folder is None:
            print(f"{one}\n    -> {one.file}\n")
            continue
        path = folder / one.file
        make_room(path)
        _append(path, f"{one}\n")
        print_message(f"{path}: {one.title}")
    if folder is not None:
        print_message(
            "take the mark away from the lines that are true; then kb lint, kb test, kb watch"
        )
    return 0


def _profile(store: Store, options: argparse.Namespace) -> int:
    """Print the form of a profile; with ``--to`` put its lines into the file."""
    from coindex.files.textfile import write_text
    from coindex.reasoner.authoring.profile_form import INSTRUCTIONS, form, inserted

    if options.examples or options.happening or options.part or options.says:
        raise InputError("--profile goes with --to and --knowledge only")
    notes, lines = form(store, options.name)
    _check(options.to, ".tsv")
    said = INSTRUCTIONS + "".join(f"{note}\n" for note in notes)
    if options.to is None:
        print(said + "\n".join(lines))
        return 0
    path = Path(options.to)
    text, places = inserted(_read(path), lines)
    write_text(path, text)
    print(said, end="")
    numbers = " and ".join(map(str, places))
    print_message(f"fill in line{'s' * (len(places) > 1)} {numbers} of {path}")
    return 0


def _sentence(options: argparse.Namespace) -> int:
    """Say how a sentence is read; with ``--to`` put it at the end of the file, unless it is no rule."""
    from coindex.files.textfile import write_text
    from coindex.reasoner.authoring.sentence_form import checked
    from coindex.reasoner.knowledge.sentences import SENTENCES

    if options.profile or options.examples or options.happening or options.part or options.says:
        raise InputError("--sentence goes with --to only")
    _check(options.to, ".txt")
    if options.to is not None and Path(options.to).resolve().parent.name != SENTENCES:
        raise InputError(
            f"{options.to}: sentences are read from files in a folder `{SENTENCES}`",
            hint=f"Give a file such as my/{SENTENCES}/help.txt.",
        )
    text = " ".join(options.name.split())
    said, found = checked(text)
    print(f"read as {said}")
    for one in found:
        print(f"{one.code} {one.message}" + (f" ({one.hint})" if one.hint else ""))
    if any(one.is_error or one.code == "W809" for one in found):
        return 1
    if options.to is not None:
        path = Path(options.to)
        before = _read(path)
        if text in (line.partition("%")[0].strip() for line in before.splitlines()):
            raise InputError(f"{path} has this sentence already")
        write_text(
            path, before + ("\n" * (not before.endswith("\n")) if before else "") + f"{text}\n"
        )
        print_message(f"the sentence is at the end of {path}")
    return 0


def _check(target: str | None, suffix: str) -> None:
    """Check that text can be added to a file.

    Raises:
        InputError: it has another suffix, or its place cannot be written to.
    """
    if target is None:
        return
    path = Path(target)
    if path.suffix != suffix:
        raise InputError(f"{target}: the file's name must end in {suffix}")
    make_room(path)


def _append(path: Path, text: str) -> None:
    """Append text to a file after a blank line; the file is replaced atomically."""
    from coindex.files.textfile import write_text

    before = _read(path)
    if before:
        before = before.rstrip("\n") + "\n\n"
    write_text(path, before + text)


def _read(path: Path) -> str:
    """Give the text of a file with its line ends; nothing if there is no file."""
    try:
        return path.read_bytes().decode() if path.exists() else ""
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}: not UTF-8 (byte {error.start + 1})", hint="Save it as UTF-8."
        ) from error
