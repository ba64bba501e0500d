"""Django's settings, from the environment.

=================== ==================================================================================
WINOFLEXI_DIR       directory of the secret and, without DATABASE_URL, of the database; ``serve`` sets it
DATABASE_URL        see :mod:`coindex.winoflexi.site.database`
WINOFLEXI_HOSTS     host names of the site, separated by commas; default: this machine only
WINOFLEXI_HTTPS     1: the site is behind a proxy that speaks HTTPS (cookies only over HTTPS, HSTS)
WINOFLEXI_SOLVERS   number of worker processes for analyses; default 1, 0: none
WINOFLEXI_COUNTS    a file of `copa count`, for the check of association
WINOFLEXI_ASK       whom to ask for rules (docs/asking.md), until the organiser names somebody else
WINOFLEXI_SECONDS   time limit of an analysis; default 20
WINOFLEXI_PROXY     1: the address of a client is the last one in X-Forwarded-For
=================== ==================================================================================
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _

from coindex.winoflexi.site.database import database, sqlite
from coindex.winoflexi.site.secret import secret_of

HERE = Path(__file__).resolve().parent
DIRECTORY = os.environ.get("WINOFLEXI_DIR", "")
HTTPS = os.environ.get("WINOFLEXI_HTTPS") == "1"
BEHIND_PROXY = os.environ.get("WINOFLEXI_PROXY") == "1"
SOLVERS = int(os.environ.get("WINOFLEXI_SOLVERS") or 1)
COUNTS = os.environ.get("WINOFLEXI_COUNTS", "")
ASK = os.environ.get("WINOFLEXI_ASK", "")
SOLVE_SECONDS = float(os.environ.get("WINOFLEXI_SECONDS") or 20)

# Without a directory (tools, tests) nothing is written: secret and database are in memory.
SECRET_KEY = secret_of(Path(DIRECTORY)) if DIRECTORY else secrets.token_urlsafe(60)
_url = os.environ.get("DATABASE_URL", "")
_file = Path(DIRECTORY) / "winoflexi.sqlite" if DIRECTORY else Path(":memory:")
DATABASES: dict[str, dict[str, Any]] = {"default": database(_url) if _url else sqlite(_file)}

DEBUG = False
ALLOWED_HOSTS = [h for h in os.environ.get("WINOFLEXI_HOSTS", "").split(",") if h] or [
    "127.0.0.1",
    "localhost",
    "[::1]",
]
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "coindex.winoflexi",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "coindex.winoflexi.middleware.ContentSecurity",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "coindex.winoflexi.middleware.BannedPeople",
]
ROOT_URLCONF = "coindex.winoflexi.urls"
WSGI_APPLICATION = "coindex.winoflexi.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "libraries": {"flexi": "coindex.winoflexi.templatetags.flexi"},
            "builtins": [
                "django.templatetags.i18n",
                "coindex.winoflexi.templatetags.flexi",
            ],
        },
    }
]

AUTH_USER_MODEL = "winoflexi.Person"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
# Memory-hard, and in the standard library.
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
_validation = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_validation}.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": f"{_validation}.CommonPasswordValidator"},
    {"NAME": f"{_validation}.NumericPasswordValidator"},
    {"NAME": "coindex.winoflexi.site.passwords.VariedValidator"},
    {
        "NAME": f"{_validation}.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "label")},
    },
]

SESSION_COOKIE_NAME = "winoflexi"
SESSION_COOKIE_AGE = 12 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_NAME = "winoflexi-csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "coindex.winoflexi.views.errors.forged"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
CSRF_TRUSTED_ORIGINS = [f"https://{h}" for h in ALLOWED_HOSTS] if HTTPS else []
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 300
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", _("English"))]
LOCALE_PATHS = [HERE / "locale"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"one_line": {"()": "coindex.winoflexi.site.log_lines.OneLine"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler"},
        "one_line": {"class": "logging.StreamHandler", "formatter": "one_line"},
    },
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        # Requests that others send, such as one with a foreign host name, are no fault of the site.
        "django.security": {"handlers": ["one_line"], "level": "WARNING", "propagate": False},
        "django.request": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        "coindex.winoflexi": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
    },
}
