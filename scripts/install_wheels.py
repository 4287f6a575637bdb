"""Install our complete wheel set into an environment without asking an index for our names.

Names of this project on a public index are not ours. So an index supplies the third-party
requirements only, by their names; our wheels then come from one folder, with every index off.

    python3 scripts/install_wheels.py dist              try the set in a throw-away environment
    python3 scripts/install_wheels.py dist --into PATH  make an environment with it at PATH
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

_OURS = re.compile(r"zeroclaw(?:[-_.]\w+)*(?![\w.-])", re.IGNORECASE)
_CHECK = """
import importlib.metadata, importlib, sys
for pin in sys.argv[1:]:
    name, version = pin.split("==")
    found = importlib.metadata.version(name)
    assert found == version, f"{name}: installed {found}, built {version}"
    importlib.import_module(name.replace("-", "_"))
"""


class WheelSetError(Exception):
    """The folder holds no complete set: a wheel is missing or there twice."""


def requirements_of(wheel: Path) -> list[str]:
    """The requirements in the metadata of a wheel, those of extras left out."""
    with ZipFile(wheel) as archive:
        name = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        metadata = HeaderParser().parsestr(archive.read(name).decode("utf-8"))
    lines: Sequence[str] = metadata.get_all("Requires-Dist") or []
    return [line for line in lines if "extra ==" not in line]


def third_party(requirements: Iterable[str]) -> list[str]:
    """The requirements that an index may supply."""
    return sorted({line for line in requirements if not _OURS.match(line)})


def pins_of(wheels: Iterable[Path]) -> list[str]:
    """`name==version` for each wheel; raises `WheelSetError` when a name occurs twice."""
    pins = {}
    for wheel in wheels:
        name, version = wheel.name.split("-")[:2]
        if name in pins:
            raise WheelSetError(f"{wheel.parent} holds {name} twice; empty it, then build again")
        pins[name] = f"{name.replace('_', '-')}=={version}"
    return sorted(pins.values())


def install(dist: Path, environment: Path) -> list[str]:
    """Make an environment with the wheel set of a folder; returns what was installed of ours."""
    wheels = sorted(dist.glob("zeroclaw*.whl"))
    pins = pins_of(wheels)
    if not pins:
        raise WheelSetError(f"{dist} holds no wheel of ours; run `uv build --all-packages`")
    uv = os.environ.get("UV", "uv")
    python = environment / "bin" / "python"
    into = ["pip", "install", "--quiet", "--python", str(python)]
    foreign = third_party(line for wheel in wheels for line in requirements_of(wheel))
    for command in (
        ["venv", "--quiet", "--no-project", "--python", sys.executable, str(environment)],
        [*into, *foreign],
        # A cache tells wheels by their version, and ours are built again under the same one.
        [*into, "--no-cache", "--no-index", "--find-links", str(dist.resolve()), *pins],
        ["pip", "check", "--quiet", "--python", str(python)],
    ):
        subprocess.run([uv, *command], check=True)
    subprocess.run([str(python), "-I", "-c", _CHECK, *pins], check=True)
    return pins


def main(arguments: list[str]) -> int:
    """Run the command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("dist", type=Path)
    parser.add_argument("--into", type=Path)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        pins = install(options.dist, options.into or Path(folder) / "venv")
    print("installed " + " ".join(pins))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
