"""Lets the tests of secrets share a module, a key in a folder of its own."""

import sys
from pathlib import Path

import pytest

from zeroclaw_config.secrets.key_file import SecretKey, create_key

sys.path.insert(0, str(Path(__file__).parent.parent))


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    """Where the key is, or is to be."""
    return tmp_path / ".secret_key"


@pytest.fixture
def key(key_file: Path) -> SecretKey:
    """A key that is in its file."""
    return create_key(key_file)
