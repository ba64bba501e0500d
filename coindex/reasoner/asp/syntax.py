"""Reads knowledge text with clingo: parsing, plain error messages, comments and annotations."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from coindex.reasoner.asp.records import FileContent, Note
from coindex.reasoner.asp.rows import CODE
from coindex.reasoner.asp.terms import STRING
from kparse.programs import nodes_of

if TYPE_CHECKING:
    from clingo.ast import AST

MESSAGE = re.compile(r"<(?:string|block)>:(\d+):(\d+)(?:-[\d:]+)?: (\w+): (.*)", re.DOTALL)
"""One of clingo's messages: line, column, severity, text."""

_UNEXPECTED = re.compile(
    r"(syntax|lexer) error, unexpected (.+?)(?:, expecting (.*))?\n*", re.DOTALL
)
_TOKENS = {
    "<IDENTIFIER>": "a name",
    "<VARIABLE>": "a variable",
    "<NUMBER>": "a number",
    "<STRING>": "a string",
    "<ANONYMOUS>": "`_`",
    "EOF": "the end of the file",
    "<EOF>": "the end of the file",
    "<CODE>": "code",
}
_NON_ASCII = re.compile(r"[^\x00-\x7f]")
_NOTE = re.compile(r"@(\w+)(?:\s+(.*))?")


def _plain_token(token: str) -> str:
    token = token.strip()
    return _TOKENS.get(token, f"`{token}`")


def plain_message(message: str) -> str:
    """Rewrite a message of clingo in plain words."""
    match = _UNEXPECTED.fullmatch(message)
    if match is None:
        return " ".join(message.split())
    what = _plain_token(match[2])
    if match[1] == "lexer":
        if match[2].strip() == '"':
            return 'this string is not closed, or has an escape other than \\\\, \\n, \\"'
        return f"unexpected character {what}" if "EOF" not in match[2] else f"unexpected {what}"
    if not match[3]:
        return f"did not expect {what} here"
    expected = " or ".join(_plain_token(token) for token in match[3].split(" or "))
    return f"did not expect {what} here, but {expected}"


def _previous_code(content: FileContent, line: int) -> tuple[int, str]:
    """Return the last code before a line, and its line number."""
    for number in range(min(line - 1, len(content.lines)), 0, -1):
        code = CODE.match(content.lines[number - 1])
        text = code[0].rstrip() if code else ""
        if text:
            return number, text
    return 0, ""


def _syntax_hint(content: FileContent, message: str, line: int, column: int) -> str:
    here = content.line(line) or ""
    before = here[: column - 1].strip()
    if "unexpected not" in message:
        return "`not` is a keyword of clingo and cannot be the name of a term"
    if "unexpected (" in message and re.search(r"(?:^|[^A-Za-z0-9_'])_*[A-Z]\w*$", before):
        return (
            "a capitalised name is a variable: predicates and constants begin with a small letter"
        )
    if "lexer error" in message and "EOF" in message:
        return "a block comment `%*` or `#script` is not closed"
    text = re.sub(STRING, "", _statement_before(content, line, column))
    opened, closed = text.count("("), text.count(")")
    if opened > closed and re.search(r"unexpected (\.|:-|EOF|<IDENTIFIER>)", message):
        return "is a `)` missing before this place?"
    number, code = _previous_code(content, line)
    if not before and code and not re.search(r"[,;:|(.]$|:-$", code):
        return f"is the full stop missing at the end of line {number}?"
    if "unexpected EOF" in message:
        return "the last statement needs a full stop"
    if "unexpected )" in message and closed >= opened:
        return "this `)` closes nothing"
    if "unexpected <IDENTIFIER>" in message and before:
        return "is a comma, an operator or a full stop missing before this place?"
    return ""


def _statement_before(content: FileContent, line: int, column: int) -> str:
    """Return the code from the end of the previous statement up to a place."""
    parts = [(content.line(line) or "")[: column - 1]]
    for number in range(line - 1, max(0, line - 30), -1):
        code = CODE.match(content.lines[number - 1]) if number <= len(content.lines) else None
        text = code[0].rstrip() if code else ""
        if text.endswith(".") and not text.endswith(".."):
            break
        parts.append(text)
    return "\n".join(reversed(parts))


def attempt(text: str) -> tuple[list[AST], list[str]]:
    """Parse a text with clingo; return its statements, or none and clingo's messages."""
    from clingo.ast import parse_string

    nodes: list[AST] = []
    messages: list[str] = []
    try:
        parse_string(text, nodes.append, logger=lambda _, message: messages.append(message))
    except RuntimeError as error:
        return [], messages or [str(error)]
    return nodes, []


def parsed(text: str) -> list[AST]:
    """Parse a text that should have no errors.

    Raises:
        RuntimeError: clingo cannot parse the text.
    """
    nodes, messages = attempt(text)
    if messages:
        raise RuntimeError("\n".join(messages))
    return nodes


def is_fact(node: AST) -> bool:
    """Tell whether a statement is a fact (or a pool of facts) without anything that has to be computed."""
    from clingo.ast import ASTType

    if node.ast_type != ASTType.Rule or node.body or node.head.ast_type != ASTType.Literal:
        return False
    ground = (ASTType.Function, ASTType.SymbolicTerm, ASTType.Pool)
    return node.head.atom.ast_type == ASTType.SymbolicAtom and all(
        found.ast_type in ground and not getattr(found, "external", 0)
        for found in nodes_of(node.head.atom.symbol)
    )


def parse(content: FileContent, text: str) -> list[AST]:
    """Parse a text with clingo; its errors become problems, and the statements with them are left out."""
    # clingo's error messages can contain single bytes, which Python cannot decode. Characters that
    # are legal only in strings and comments are first tried as a backquote, which is as restricted.
    for _ in range(_MOST_ERRORS):
        masked = _NON_ASCII.sub("`", text)
        nodes, messages = attempt(masked)
        if not messages and masked != text:
            nodes, messages = attempt(text)
        if not messages:
            return nodes
        known = len(content.problems)
        _report(content, messages)
        if "EOF" in messages[0] and "lexer" in messages[0]:  # what is not closed has no end
            break
        lines = [problem.location.line or 0 for problem in content.problems[known:]]
        text = _without_statement(text, min(lines, default=0))
    return []


_MOST_ERRORS = 50
"""Statements of a file that are left out one by one; after more there is nothing to save."""


def _without_statement(text: str, line: int) -> str:
    """Make the lines of the statement on a line empty, so that all others keep their places."""
    lines = text.split("\n")

    def ends(number: int) -> bool:
        code = CODE.match(lines[number - 1])
        said = code[0].rstrip() if code else ""
        return said.endswith(".") and not said.endswith("..")

    first = min(max(line, 1), len(lines))
    last = first
    while first > 1 and not ends(first - 1) and lines[first - 2].strip():
        first -= 1
    while last < len(lines) and not ends(last) and lines[last].strip():
        last += 1
    return "\n".join("" if first <= n <= last else one for n, one in enumerate(lines, 1))


def _report(content: FileContent, messages: Sequence[str]) -> None:
    for message in messages:
        match = MESSAGE.match(message)
        if match is None or match[3] != "error":
            continue
        line, column = int(match[1]), int(match[2])
        text, hint = plain_message(match[4]), _syntax_hint(content, match[4], line, column)
        source = content.line(line)
        if source is not None and _NON_ASCII.match(source[column - 1 : column]):
            text = f"unexpected character `{source[column - 1]}`"
            hint = "letters beyond a-z are for strings and comments"
        if not (content.line(line) or "").strip() and "EOF" in match[4]:  # show the last code
            line, code = _previous_code(content, line)
            line, column = max(line, 1), len(code) + 1
        content.problem("E101", text, line, column, hint)
    if not any(problem.code == "E101" for problem in content.problems):
        content.problem("E101", plain_message(messages[0]), 1)


def comments_of(nodes: Sequence[AST], lines: Sequence[str]) -> dict[int, str]:
    """Return the comments on lines of their own, by line."""
    from clingo.ast import ASTType

    found: dict[int, str] = {}
    for node in nodes:
        if node.ast_type != ASTType.Comment:
            continue
        begin = node.location.begin.line
        before = lines[begin - 1].encode()[: node.location.begin.column - 1]
        if before.strip():
            continue
        for offset, text in enumerate(str(node.value).split("\n")):
            found[begin + offset] = re.sub(r"^\s*%+\*?|\*%\s*$", "", text.rstrip("\r"))
    return found


def notes_above(
    comments: Mapping[int, str], line: int, twice: Callable[[str, int], None] | None = None
) -> dict[str, Note]:
    """Read the annotation in the comment lines directly above a line; ``twice`` is told what is given again."""
    first = line
    while first - 1 in comments:
        first -= 1
    notes: dict[str, Note] = {}
    last: str | None = None
    for number in range(first, line):
        text = comments[number]
        match = _NOTE.fullmatch(text.strip())
        if match is not None:
            last = match[1]
            if last in notes and twice is not None:
                twice(last, number)
            notes[last] = Note((match[2] or "").strip(), number)
        elif last is not None and text.startswith("   ") and text.strip():
            notes[last] = Note(f"{notes[last].text} {text.strip()}".strip(), notes[last].line)
        else:
            last = None
    return notes
