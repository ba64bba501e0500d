"""The Django app."""

from __future__ import annotations

from django.apps import AppConfig


class WinoFlexi(AppConfig):
    """The only app of the project."""

    name = "coindex.winoflexi"
    label = "winoflexi"
    default_auto_field = "django.db.models.BigAutoField"
