"""Startup: Django's settings, migrations, the first library, the first administrator."""

from __future__ import annotations

import os
from pathlib import Path

from kparse.errors import InputError


def default_directory() -> Path:
    """Return the default directory of a site, among the user's data."""
    if given := os.environ.get("WINOFLEXI_DIR"):
        return Path(given)
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "coindex" / "winoflexi"


def set_up(directory: Path | None = None) -> None:
    """Set up Django for a site.

    Raises:
        InputError: the directory or DATABASE_URL is unusable.
    """
    import django
    from django.core.exceptions import ImproperlyConfigured

    place = (directory or default_directory()).resolve()
    os.umask(0o077)  # other users must not read the database
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"cannot use {place}: {error.strerror}", hint="Give another --directory."
        ) from error
    os.environ["WINOFLEXI_DIR"] = str(place)
    os.environ["DJANGO_SETTINGS_MODULE"] = "coindex.winoflexi.settings"
    try:
        django.setup()
    except (ImproperlyConfigured, ValueError) as error:
        raise InputError(f"the site's settings are wrong: {error}") from error


def prepare() -> tuple[int, str]:
    """Migrate the tables, and fill the experts' library if it is empty.

    Returns:
        The number of schemas added to the experts' library, and the token of the first administrator's link (empty
        if there is an administrator).

    Raises:
        InputError: the database cannot be reached, or its tables are too old.
    """
    from django.core.management import call_command
    from django.db import OperationalError

    from coindex.winoflexi.models import Library, Schema
    from coindex.winoflexi.schemas import exchange
    from coindex.winoflexi.site import one_time_links

    try:
        _check_age()
        call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as error:
        raise InputError(
            f"the database cannot be used: {str(error).strip().splitlines()[0]}",
            hint="Check DATABASE_URL, or the permissions of --directory.",
        ) from error
    first = not Schema.objects.filter(library=Library.EXPERT).exists()
    new = exchange.take_shipped().new if first else 0
    return new, one_time_links.make() if one_time_links.needs_administrator() else ""


def _check_age() -> None:
    """Refuse tables that stopped among the migrations that are one now."""
    from django.db import connection
    from django.db.migrations.loader import MigrationLoader
    from django.db.migrations.recorder import MigrationRecorder

    done = MigrationRecorder(connection).applied_migrations().keys()
    for migration in MigrationLoader(None, ignore_no_migrations=True).disk_migrations.values():
        left = set(migration.replaces) - done
        if left and left != set(migration.replaces):
            raise InputError(
                "the tables of this site are older than version 0.2",
                hint="Start the site once with version 0.2, then with this one.",
            )
