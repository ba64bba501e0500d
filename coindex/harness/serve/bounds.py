"""Limits of what a client may send, and of the time that it may take."""

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
"""Levels of nested lists and objects; a request needs four."""
MAX_DIGITS = 300
"""Digits that a whole number may have."""
MAX_KEYS = 16
"""Keys of an object; a request needs seven."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of connections and requests. Sizes are in bytes, times in seconds."""

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
    """Within which a client must read some part of a waiting reply."""
    linger_seconds: float = 3.0
    """For which the input of a refused client is discarded, so that it can read why it was refused."""
    connections: int = 256
    """Most open connections."""
    requests: int = 128
    """Most requests that are processed or wait for a worker."""
