"""What a WSGI server runs: ``coindex.winoflexi.wsgi:application``; ``WINOFLEXI_DIR`` has to be set."""

from __future__ import annotations

import os

from kparse.errors import InputError

if not os.environ.get("WINOFLEXI_DIR"):
    raise InputError(
        "WINOFLEXI_DIR is not set: the secret has no place",
        hint="Set it to a directory of this site's own, the same for all its processes.",
    )
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "coindex.winoflexi.settings")

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
