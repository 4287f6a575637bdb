"""Registers the hypothesis profiles of the workspace; the environment chooses one."""

import os

from hypothesis import settings

# Without a deadline, since a busy machine is no failure; random each time, since a fixed choice
# would run the same examples for ever. A failure prints what replays it.
settings.register_profile("ci", deadline=None, print_blob=True)
settings.register_profile("nightly", settings.get_profile("ci"), max_examples=5_000)
settings.load_profile(os.environ.get("ZEROCLAW_HYPOTHESIS_PROFILE", "ci"))
