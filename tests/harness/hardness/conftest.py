"""What these tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from coindex.harness.hardness import model


@pytest.fixture(autouse=True, scope="session")
def quick() -> Iterator[None]:
    """Cross-validate once, not ten times."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(model, "REPEATS", 1)
        yield
