"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# How long something takes is measured by the benchmarks; a test on a busy machine may take its time.
settings.register_profile("tablelight", deadline=None)
settings.load_profile("tablelight")
