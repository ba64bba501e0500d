"""Tags and filters for the templates."""

from __future__ import annotations

import re

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from coindex.files.templates import seen
from coindex.winoflexi.crowd import hardness_advice
from coindex.winoflexi.schemas import findings as findings_in_words
from coindex.winoflexi.site.assets import assets

register = template.Library()
_PRONOUN = re.compile(r"\[([^\[\]]*)\]")


@register.simple_tag
def asset(name: str) -> str:
    """Return the address of a static file."""
    return reverse("asset", args=[assets()[name].name])


@register.filter
def pronoun(sentence: str) -> SafeString:
    """Mark the pronoun in brackets; invisible characters are replaced by their code points."""
    parts = _PRONOUN.split(seen(sentence))
    return format_html_join(
        "",
        "{}",
        ((format_html("<b class=pronoun>{}</b>", p) if n % 2 else p,) for n, p in enumerate(parts)),
    )


@register.filter
def visible(text: object) -> str:
    """Replace invisible characters, and those that change the direction of text, by their code points."""
    return seen(str(text))


@register.filter
def money(cents: float, currency: str) -> str:
    """Format an amount: a code stands behind it, a sign before it.

    >>> money(1250, "£"), money(5, "EUR").split(), money(50, "")
    ('£12.50', ['0.05', 'EUR'], '0.50')
    """
    amount = f"{cents / 100:.2f}"
    return f"{amount}\N{NO-BREAK SPACE}{currency}" if currency.isalpha() else f"{currency}{amount}"


@register.filter
def signed(value: int) -> str:
    """Format points with their sign.

    >>> signed(3), signed(-2), signed(0)
    ('+3', '−2', '0')
    """
    return f"{value:+d}".replace("-", "−") if value else "0"


@register.filter
def percent(value: float | None) -> str:
    """Format a share as a percentage.

    >>> percent(0.625), percent(None)
    ('62.5%', '–')
    """
    return "–" if value is None else f"{100 * value:.1f}%"


@register.filter
def sure(confidence: float) -> str:
    """Say how sure the reasoner is.

    >>> sure(0.774)
    '77% sure'
    """
    return _("%d%% sure") % round(100 * confidence)


@register.filter
def hardness(index: float | None) -> str:
    """Say in a sentence how many people would answer wrongly.

    >>> hardness(0.083)
    'About 8 people in 100 would get this wrong.'
    >>> hardness(0.0049)
    'Fewer than 1 person in 100 would get this wrong.'
    >>> hardness(None)
    'How many people would get this wrong cannot be estimated.'
    """
    if index is None:
        return _("How many people would get this wrong cannot be estimated.")
    number = round(100 * index)
    if not number:
        return _("Fewer than 1 person in 100 would get this wrong.")
    text = ngettext(
        "About %d person in 100 would get this wrong.",
        "About %d people in 100 would get this wrong.",
        number,
    )
    return text % number


@register.filter
def told(findings: list[dict[str, object]]) -> list[findings_in_words.Told]:
    """Return findings of an analysis in the words of workers."""
    return findings_in_words.told(findings)


@register.filter
def advice(halves: hardness_advice.Halves) -> list[str]:
    """Return what would make a schema harder, or easier: whichever it needs."""
    return hardness_advice.lines(halves)


@register.filter
def decimals(value: float | None) -> str:
    """Format a number with two decimals.

    >>> decimals(0.4), decimals(-0.25), decimals(None)
    ('0.40', '−0.25', '–')
    """
    return "–" if value is None else f"{value:.2f}".replace("-", "−")


@register.filter
def duration(seconds: float | None) -> str:
    """Format a time in minutes and seconds.

    >>> duration(75)
    '1:15'
    """
    return "–" if seconds is None else f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


_DECIDED = {
    "knowledge": gettext_lazy("from what it knows"),
    "mined": gettext_lazy("from counts of texts"),
    "preference": gettext_lazy("a guess by word order"),
    "tie": gettext_lazy("a pure guess"),
}


@register.filter
def decided(outcome: str) -> str:
    """Return the label of what decided an answer."""
    return str(_DECIDED.get(outcome, outcome))
