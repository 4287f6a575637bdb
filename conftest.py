"""Registers the hypothesis profiles of the workspace; the environment chooses one."""

import os

from hypothesis import settings

# Without a deadline, since a busy machine is no failure. The usual run repeats its examples, so
# that its verdict depends on the change alone; the nightly one looks for new ones, and a failure
# there prints what replays it.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("nightly", deadline=None, print_blob=True, max_examples=5_000)
settings.load_profile(os.environ.get("ZEROCLAW_HYPOTHESIS_PROFILE", "ci"))
