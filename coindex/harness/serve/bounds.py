"""How much a client may send, and how long it may take."""

from __future__ import annotations

from dataclasses import dataclass

MAX_CANDIDATES = 32
"""Candidates of a question."""
MAX_PHRASE = 1_000
"""Characters of a candidate."""
MAX_SENTENCE = 2_000
"""Characters of a premise or of an alternative."""
MAX_BATCH = 100
"""Questions of a batch."""
MAX_DEPTH = 16
"""Lists and objects inside one another; a request needs four."""
MAX_DIGITS = 300
"""Digits that a whole number may have."""
MAX_KEYS = 16
"""Keys of an object; a request needs seven."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What connections and requests may take. Sizes are in bytes, times in seconds."""

    head: int = 16_384
    """The head of a request: its path and its headers."""
    body: int = 1 << 18
    """The body of a request."""
    body_seconds: float = 10.0
    """From the head of a request to the end of its body."""
    head_seconds: float = 10.0
    """From the first byte of a request (of a new connection: from its start) to the end of its head."""
    idle_seconds: int = 30
    """Between two requests on a connection."""
    stall_seconds: float = 30.0
    """In which a client must read something of a reply that it does not read."""
    linger_seconds: float = 3.0
    """In which what a refused client still sends is thrown away, so that it can read why it was refused."""
    connections: int = 256
    """Open at a time."""
    requests: int = 128
    """Being worked on or waiting for a worker at a time."""
