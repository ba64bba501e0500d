"""Without Django and a WSGI server there is nothing to test here."""

from __future__ import annotations

from importlib.util import find_spec

MISSING = [name for name in ("django", "waitress") if find_spec(name) is None]

if MISSING:
    collect_ignore_glob = ["test_*.py"]
else:
    from tests.winoflexi.site import *  # noqa: F403  the fixtures


def pytest_report_header() -> str:
    return (
        f"winoflexi: not tested, there is no {' and no '.join(MISSING)}"
        if MISSING
        else "winoflexi: tested"
    )
