"""What logging in uses of the machine is the real thing unless told otherwise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import trio

from zeroclaw.logins.means import LoginMeans

SECONDS = 30
OPEN = """
import trio
from zeroclaw.logins.means import LoginMeans
trio.run(LoginMeans().show, "http://127.0.0.1:1/page")
"""


def test_usual_means_wait_for_real_at_the_ports_of_the_service() -> None:
    means = LoginMeans()
    assert means.pause is trio.sleep
    assert means.ports == ()


def test_page_is_shown_by_the_browser_of_the_user(tmp_path: Path) -> None:
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    browser.chmod(0o755)
    environment = {"BROWSER": f"{browser} %s", "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", OPEN], env=environment, check=True, timeout=SECONDS)
    assert seen.read_text() == "http://127.0.0.1:1/page\n"
