"""``winoflexi``: the web application in which a crowd writes and reviews schemas."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from coindex.commands.options.common import (
    Verbs,
    add_group,
    add_verb,
    not_negative,
    port,
    positive,
    print_message,
)
from coindex.files.extras import missing_extra
from kparse.errors import InputError

_SERVE = """The first start creates the tables, fills the experts' library with the shipped schemas, and prints a
link for the administrator's account on standard error. DATABASE_URL names a PostgreSQL database to use instead of the
file in --directory. See docs/winoflexi.md. Ctrl-C or SIGTERM ends it."""
PORT = 8766
OFFERS = 500
THREADS = 8  # that answer requests
_PACKAGES = {"django": "Django", "waitress": "waitress"}


def _set_up(options: argparse.Namespace) -> tuple[int, str]:
    """Set up Django and migrate the tables; return what ``prepare`` returns."""
    from importlib.util import find_spec

    if missing := [name for module, name in _PACKAGES.items() if find_spec(module) is None]:
        raise missing_extra(f"winoflexi needs {' and '.join(missing)}", "winoflexi")
    from coindex.winoflexi.startup import prepare, set_up

    set_up(Path(options.directory) if options.directory else None)
    return prepare()


def serve(options: argparse.Namespace) -> int:
    """Serve the application on this machine."""
    if options.name:
        os.environ["WINOFLEXI_HOSTS"] = ",".join(["127.0.0.1", "localhost", "[::1]", *options.name])
    if options.solvers is not None:
        os.environ["WINOFLEXI_SOLVERS"] = str(options.solvers)
    if options.ask:
        from coindex.asking.source import open_source

        open_source(options.ask)
        os.environ["WINOFLEXI_ASK"] = options.ask
    new, token = _set_up(options)
    if new:
        print_message(f"{new} schemas were added to the experts' library")
    from coindex.winoflexi.server import Options
    from coindex.winoflexi.server import serve as run

    return run(
        Options(options.host, options.port, options.allow_remote, options.threads),
        token,
        print_message,
    )


def migrate(options: argparse.Namespace) -> int:
    """Migrate the tables, for use with another web server."""
    _, token = _set_up(options)
    if token:
        print_message(f"create the administrator's account here (works once): /link/{token}/")
    return 0


def link(options: argparse.Namespace) -> int:
    """Print a link that sets a new password, or creates another administrator."""
    _set_up(options)
    from coindex.winoflexi.models import Person
    from coindex.winoflexi.site import one_time_links

    person = Person.objects.filter(name=options.name).first() if options.name else None
    if options.name and person is None:
        raise InputError(f"there is no account called {options.name!r}")
    print(f"/link/{one_time_links.make(person)}/")
    return 0


def dump(options: argparse.Namespace) -> int:
    """Write all data of the site to a file."""
    _set_up(options)
    from coindex.winoflexi.models import Person
    from coindex.winoflexi.site.backup import dump as dump_site

    if not Person.objects.exists():
        raise InputError(
            "this site has no people, so there is nothing to keep",
            hint="Name the directory that `winoflexi serve` uses with --directory.",
        )

    counts = dump_site(Path(options.file))
    print_message(f"{sum(counts.values())} rows in {options.file}")
    return 0


def restore(options: argparse.Namespace) -> int:
    """Read a file written by `winoflexi dump` into an empty site."""
    _set_up(options)
    from coindex.winoflexi.site.backup import restore as restore_site

    counts = restore_site(Path(options.file))
    print_message(f"{sum(counts.values())} rows from {options.file}")
    return 0


def audit(options: argparse.Namespace) -> int:
    """Check that every score is the sum of its ledger."""
    _set_up(options)
    from coindex.winoflexi.crowd.scoring import differences

    found = differences()
    for person, total in found:
        print(f"{person.name}: score {person.score}, ledger {total}")
    print_message(
        "every score is the sum of its ledger" if not found else f"{len(found)} scores differ"
    )
    return 1 if found else 0


def offer(options: argparse.Namespace) -> int:
    """Offer sentences of a text to writers: those with two parties, and a pronoun that could mean either."""
    if not Path(options.file).exists():
        raise InputError(f"there is no file {options.file}", hint="Give a file of raw text (.txt).")
    _set_up(options)
    from coindex.reasoner.running.engine import Reasoner
    from coindex.winoflexi.schemas.offers import take

    new, lines = take(options.file, Reasoner(), options.most)
    print_message(f"{new} sentences of {lines} lines are offered to writers")
    return 0


def register(verbs: Verbs) -> None:
    """Declare the verbs."""
    inner = add_group(
        verbs, "winoflexi", "a web application in which a crowd writes and reviews schemas"
    )
    parser = add_verb(inner, "serve", serve, _SERVE)
    _directory(parser)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    parser.add_argument(
        "--port", type=port, default=PORT, help=f"0 lets the system choose one ({PORT})"
    )
    parser.add_argument(
        "--allow-remote", action="store_true", help="allow a --host that other machines can reach"
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="another host name of the site, besides localhost",
    )
    parser.add_argument(
        "--threads", type=positive, default=THREADS, metavar="N", help=f"threads ({THREADS})"
    )
    parser.add_argument(
        "--solvers",
        type=not_negative,
        metavar="N",
        help="number of processes that check and solve schemas; 0 for none (1)",
    )
    parser.add_argument(
        "--ask",
        metavar="SOURCE",
        help="who can be asked for rules, for another system in the comparison (docs/asking.md)",
    )
    _directory(add_verb(inner, "migrate", migrate))
    parser = add_verb(inner, "link", link)
    _directory(parser)
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="the account; without it, a new administrator"
    )
    for name, run, what in (("dump", dump, "file to write"), ("restore", restore, "file to read")):
        parser = add_verb(inner, name, run)
        _directory(parser)
        parser.add_argument("file", metavar="FILE", help=f"{what} (.jsonl.gz)")
    _directory(add_verb(inner, "audit", audit))
    parser = add_verb(inner, "offer", offer)
    _directory(parser)
    parser.add_argument(
        "file", metavar="FILE", help="raw text, one paragraph a line (.txt, .gz, .xz)"
    )
    parser.add_argument(
        "--most",
        type=positive,
        default=OFFERS,
        metavar="N",
        help=f"stop after this many new sentences ({OFFERS})",
    )


def _directory(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--directory",
        metavar="DIR",
        help="directory of the site's secret and, without DATABASE_URL, of its database",
    )
