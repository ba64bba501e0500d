"""The tables."""

from winoflexi.models.money import Code, Entry, Reason
from winoflexi.models.people import Link, Person, RateWindow, Setting
from winoflexi.models.reviews import Resolved, Review, TestQuestion, Verdict
from winoflexi.models.schemas import Analysis, Half, Library, Schema, State
from winoflexi.models.systems import SystemAnswer, SystemRun

__all__ = [
    "Analysis",
    "Code",
    "Entry",
    "Half",
    "Library",
    "Link",
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
