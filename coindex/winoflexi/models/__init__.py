"""The database tables."""

from coindex.winoflexi.models.money import Code, Entry, Reason
from coindex.winoflexi.models.offers import Offer
from coindex.winoflexi.models.people import Link, Person, RateWindow, Setting
from coindex.winoflexi.models.reviews import BlindAnswer, Resolved, Review, TestQuestion, Verdict
from coindex.winoflexi.models.schemas import Analysis, Half, Library, Schema, State
from coindex.winoflexi.models.systems import SystemAnswer, SystemRun

__all__ = [
    "Analysis",
    "BlindAnswer",
    "Code",
    "Entry",
    "Half",
    "Library",
    "Link",
    "Offer",
    "Person",
    "RateWindow",
    "Reason",
    "Resolved",
    "Review",
    "Schema",
    "Setting",
    "State",
    "SystemAnswer",
    "SystemRun",
    "TestQuestion",
    "Verdict",
]
