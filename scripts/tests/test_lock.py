"""Tests of the lock that names no host."""

import importlib
from types import ModuleType

import pytest
from lock import HostInLockError, host_free

HOST = "http://127.0.0.1:9/index"
FILLED = f"""version = 1
requires-python = ">=3.11"

[[package]]
name = "trio"
version = "0.35.0"
source = {{ registry = "{HOST}" }}
dependencies = [
    {{ name = "attrs" }},
    {{ name = "sphinx", version = "9.0.4", source = {{ registry = "{HOST}" }}, marker = "x" }},
]
sdist = {{ url = "{HOST}/trio.tar.gz", hash = "sha256:{"a" * 64}", size = 1 }}
wheels = [
    {{ url = "{HOST}/trio.whl", hash = "sha256:{"b" * 64}", size = 1 }},
]

[[package]]
name = "zeroclaw-api"
version = "0.1.0"
source = {{ editable = "packages/zeroclaw-api" }}
dependencies = [
    {{ name = "attrs" }},
]

[package.metadata]
requires-dist = [{{ name = "attrs", specifier = ">=24.2" }}]

[package.metadata.requires-dev]
dev = [{{ name = "mypy" }}]

[[package]]
name = "zlib"
version = "1"
source = {{ registry = "{HOST}" }}
"""
HASHES = f"""trio==0.35.0 ; python_full_version >= '3.11' \\
    --hash=sha256:{"a" * 64} \\
    --hash=sha256:{"b" * 64}
zlib==1 \\
    --hash=sha256:{"c" * 64}
"""


@pytest.fixture
def verify_lock() -> ModuleType:
    return importlib.import_module("verify-lock")


def test_a_cleaned_lock_keeps_versions_without_hosts() -> None:
    cleaned = host_free(FILLED)
    assert "example" not in cleaned
    assert "sha256" not in cleaned
    assert "[package.metadata" not in cleaned
    assert 'version = "9.0.4", source = { registry = "index" }, marker = "x"' in cleaned
    for name in ("trio", "zeroclaw-api", "zlib"):
        assert f'name = "{name}"' in cleaned


def test_cleaning_a_clean_lock_changes_nothing() -> None:
    assert host_free(host_free(FILLED)) == host_free(FILLED)


def test_a_source_that_stays_a_host_is_refused() -> None:
    line = 'source = { git = "https://forge.example/x?rev=1#abc" }'
    with pytest.raises(HostInLockError, match=r"forge\.example"):
        host_free(FILLED + line)


def test_a_lock_with_the_committed_hashes_passes(verify_lock: ModuleType) -> None:
    filled = FILLED + f'wheels = [{{ url = "x", hash = "sha256:{"c" * 64}" }}]\n'
    locked, committed = verify_lock.locked_pins(filled), verify_lock.committed_pins(HASHES)
    assert list(verify_lock.differences(locked, committed)) == []


@pytest.mark.parametrize(
    ("locked", "hashes", "expected"),
    [
        (
            FILLED.replace("b" * 64, "d" * 64),
            HASHES,
            "trio 0.35.0 has a file that nobody committed",
        ),
        (FILLED.replace("0.35.0", "0.36.0"), HASHES, "trio 0.36.0 is in uv.lock, not in"),
        (FILLED, HASHES + "gone==1", "gone 1 is in requirements.hashes, not in uv.lock"),
        (host_free(FILLED), HASHES, "trio 0.35.0 has no hash in uv.lock"),
    ],
)
def test_a_lock_that_differs_from_what_was_committed_is_refused(
    verify_lock: ModuleType, locked: str, hashes: str, expected: str
) -> None:
    pins = verify_lock.locked_pins(locked), verify_lock.committed_pins(hashes)
    assert expected in "\n".join(verify_lock.differences(*pins))


def test_an_export_is_written_without_the_index_it_came_from(verify_lock: ModuleType) -> None:
    text = f"--index-url {HOST}\n-i {HOST}\n--find-links {HOST}\n\n{HASHES}"
    assert verify_lock.without_hosts(text) == HASHES
