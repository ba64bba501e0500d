"""``winoflexi``: the web application in which a crowd writes and reviews schemas."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from coindex.commands.options.common import Verbs, group, positive, say, verb
from kparse.errors import InputError

_SERVE = """On the first start the tables are made, the schemas that ship become the experts' library, and a link
for the administrator's account is said on standard error. DATABASE_URL names a PostgreSQL database instead of the
file in --directory. docs/winoflexi.md has the rest. Ctrl-C or SIGTERM ends it."""
PORT = 8766
THREADS = 8
_NEEDED = {"django": "Django", "waitress": "waitress"}


def _set_up(options: argparse.Namespace) -> tuple[int, str]:
    """Set Django up, bring the tables up to date."""
    from importlib.util import find_spec

    if missing := [name for module, name in _NEEDED.items() if find_spec(module) is None]:
        raise InputError(
            f"winoflexi needs {' and '.join(missing)}, which this Python does not have",
            hint='Install the project with its extra: pip install "coindex[winoflexi]".',
        )
    from coindex.winoflexi.starting import prepare, set_up

    set_up(Path(options.directory) if options.directory else None)
    return prepare()


def serve(options: argparse.Namespace) -> int:
    """Serve the application on this machine."""
    if options.name:
        os.environ["WINOFLEXI_HOSTS"] = ",".join(["127.0.0.1", "localhost", "[::1]", *options.name])
    if options.solvers is not None:
        os.environ["WINOFLEXI_SOLVERS"] = str(options.solvers)
    new, token = _set_up(options)
    if new:
        say(f"{new} schemas are in the experts' library")
    from coindex.winoflexi.serving import Options
    from coindex.winoflexi.serving import serve as run

    return run(
        Options(options.host, options.port, options.allow_remote, options.threads), token, say
    )


def migrate(options: argparse.Namespace) -> int:
    """Bring the tables up to date, for servers of another kind."""
    _, token = _set_up(options)
    if token:
        say(f"the administrator's account is made here, once: /link/{token}/")
    return 0


def link(options: argparse.Namespace) -> int:
    """Make a link for a new password, or for one more administrator."""
    _set_up(options)
    from coindex.winoflexi.models import Person
    from coindex.winoflexi.site import links

    person = Person.objects.filter(name=options.name).first() if options.name else None
    if options.name and person is None:
        raise InputError(f"there is nobody called {options.name!r}")
    print(f"/link/{links.make(person)}/")
    return 0


def dump(options: argparse.Namespace) -> int:
    """Write the whole site into a file."""
    _set_up(options)
    from coindex.winoflexi.site.backup import dump as write

    counts = write(Path(options.file))
    say(f"{sum(counts.values())} rows in {options.file}")
    return 0


def restore(options: argparse.Namespace) -> int:
    """Read such a file into an empty site."""
    _set_up(options)
    from coindex.winoflexi.site.backup import restore as read

    counts = read(Path(options.file))
    say(f"{sum(counts.values())} rows from {options.file}")
    return 0


def audit(options: argparse.Namespace) -> int:
    """Tell whether every score is the sum of its ledger."""
    _set_up(options)
    from coindex.winoflexi.crowd.scoring import differences

    found = differences()
    for person, total in found:
        print(f"{person.name}: score {person.score}, ledger {total}")
    say("every score is the sum of its ledger" if not found else f"{len(found)} scores differ")
    return 1 if found else 0


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise ValueError
    return number


def _some(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError
    return number


_port.__name__, _some.__name__ = "port (0 to 65535)", "number"


def register(verbs: Verbs) -> None:
    """Declare the verbs."""
    inner = group(
        verbs, "winoflexi", "a web application in which a crowd writes and reviews schemas"
    )
    parser = verb(inner, "serve", serve, _SERVE)
    _directory(parser)
    parser.add_argument(
        "--host", default="127.0.0.1", help="an address of this machine (127.0.0.1)"
    )
    parser.add_argument(
        "--port", type=_port, default=PORT, help=f"0: the system chooses one ({PORT})"
    )
    parser.add_argument(
        "--allow-remote", action="store_true", help="let --host be one that others can reach"
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="a name under which the site is reached, besides localhost",
    )
    parser.add_argument(
        "--threads", type=positive, default=THREADS, metavar="N", help=f"threads ({THREADS})"
    )
    parser.add_argument(
        "--solvers", type=_some, metavar="N", help="processes that check and solve; 0: none (1)"
    )
    _directory(verb(inner, "migrate", migrate))
    parser = verb(inner, "link", link)
    _directory(parser)
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="whose password; none: an administrator"
    )
    for name, run, what in (("dump", dump, "file to write"), ("restore", restore, "file to read")):
        parser = verb(inner, name, run)
        _directory(parser)
        parser.add_argument("file", metavar="FILE", help=f"{what} (.jsonl.gz)")
    _directory(verb(inner, "audit", audit))


def _directory(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--directory",
        metavar="DIR",
        help="where the site's secret and, without DATABASE_URL, its database lie",
    )
