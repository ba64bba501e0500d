"""A check of passwords beyond those of Django."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LEAST = 5
"""Different characters that a password needs."""


class VariedValidator:
    """Refuses a password of few different characters, such as one letter again and again."""

    def validate(self, password: str, user: object = None) -> None:
        """Check a password.

        Raises:
            ValidationError: it has too few different characters, upper and lower case counting as one.
        """
        if len(set(password.casefold())) < LEAST:
            raise ValidationError(self.get_help_text(), code="password_monotonous")

    def get_help_text(self) -> str:
        """Say what is asked for."""
        return _("Use at least %d different characters.") % LEAST
