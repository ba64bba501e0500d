"""A site for tests: tables in a temporary file, or in WINOFLEXI_TEST_DATABASE."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

_DIRECTORY = tempfile.mkdtemp(prefix="winoflexi-tests-")
atexit.register(shutil.rmtree, _DIRECTORY, ignore_errors=True)
_kept = {k: os.environ.get(k) for k in ("WINOFLEXI_DIR", "DATABASE_URL", "DJANGO_SETTINGS_MODULE")}
os.environ["WINOFLEXI_DIR"] = _DIRECTORY
os.environ["DJANGO_SETTINGS_MODULE"] = "coindex.winoflexi.settings"
os.environ.pop("DATABASE_URL", None)
if _url := os.environ.get("WINOFLEXI_TEST_DATABASE"):
    os.environ["DATABASE_URL"] = _url

import django  # noqa: E402
from django.conf import settings  # noqa: E402

# What a test costs is not to be spent on passwords.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
settings.SOLVERS = 0
settings.ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
django.setup()
for _name, _value in _kept.items():  # what other tests start is not to find this site
    if _value is None:
        os.environ.pop(_name, None)
    else:
        os.environ[_name] = _value
os.environ["DJANGO_SETTINGS_MODULE"] = "coindex.winoflexi.settings"

from django.core.cache import cache  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, connections, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from coindex.winoflexi.analysis import worker_pool  # noqa: E402
from coindex.winoflexi.crowd import parameters  # noqa: E402
from coindex.winoflexi.schemas import similarity  # noqa: E402
from tests.winoflexi import making  # noqa: E402

if TYPE_CHECKING:
    from coindex.winoflexi.models import Person

setup_test_environment(debug=False)


@pytest.fixture(scope="session")
def tables() -> None:
    """The tables, made by the migrations."""
    call_command("migrate", interactive=False, verbosity=0)


def _fresh() -> None:
    """Forget what a process keeps of the tables."""
    worker_pool.use_pool(making.AtOnce())
    similarity.forget()
    cache.clear()


@pytest.fixture
def db(tables: None) -> Iterator[None]:
    """The tables, restored when the test is over."""
    _fresh()
    atom = transaction.atomic()
    atom.__enter__()
    try:
        making.expert_library()
        parameters.store({"test_share": 0.0, "training_length": 0})
        yield
    finally:
        transaction.set_rollback(True)
        atom.__exit__(None, None, None)
        worker_pool.use_pool(None)


@pytest.fixture
def committed(tables: None) -> Iterator[None]:
    """The tables for tests with several threads: emptied when the test is over."""
    _fresh()
    call_command("flush", interactive=False, verbosity=0)
    making.expert_library()
    parameters.store({"test_share": 0.0, "training_length": 0})
    yield
    worker_pool.use_pool(None)
    call_command("flush", interactive=False, verbosity=0)
    for each in connections.all(initialized_only=True):
        each.close()


@pytest.fixture
def login(db: None) -> Callable[..., Client]:
    """Log somebody in, in a role."""

    def logged_in(person: Person, role: str | None = None, **options: Any) -> Client:
        return making.logged_in(person, role, **options)

    return logged_in


@pytest.fixture(scope="session")
def vendor() -> str:
    """Which database it is."""
    return connection.vendor
