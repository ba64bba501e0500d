"""The WSGI application, ``coindex.winoflexi.wsgi:application``. It needs ``WINOFLEXI_DIR``."""

from __future__ import annotations

import os

from kparse.errors import InputError

if not os.environ.get("WINOFLEXI_DIR"):
    raise InputError(
        "WINOFLEXI_DIR is not set: there is no directory for the secret",
        hint="Set it to a directory for this site alone, the same for all its processes.",
    )
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "coindex.winoflexi.settings")

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
