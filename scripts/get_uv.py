"""Puts the pinned uv into a folder, without pip's help where Python came without it.

Debian's bare python3 has neither pip nor venv; the wheel is then fetched from the package index and
checked against the digest the index states.
"""

import hashlib
import io
import platform
import re
import shutil
import subprocess
import sys
import urllib.parse
import urllib.request
import zipfile
from pathlib import Path

INDEX = "https://pypi.org/simple/uv/"


def by_pip(version: str, folder: Path) -> bool:
    """Install through a virtual environment; False where venv or pip is not there."""
    made = subprocess.run([sys.executable, "-m", "venv", str(folder)], capture_output=True, check=False)
    if made.returncode != 0:
        shutil.rmtree(folder, ignore_errors=True)
        return False
    pip = [str(folder / "bin" / "pip"), "install", "--quiet", f"uv=={version}"]
    return subprocess.run(pip, capture_output=True, check=False).returncode == 0


def by_wheel(version: str, folder: Path) -> None:
    """Fetch the wheel of this machine, check its digest and unpack the one program."""
    machine = {"x86_64": "x86_64", "aarch64": "aarch64"}[platform.machine()]
    with urllib.request.urlopen(INDEX, timeout=60) as answer:
        page = answer.read().decode()
    name = rf"uv-{re.escape(version)}-py3-none-manylinux[^\"#/]*{machine}[^\"#/]*\.whl"
    link = re.search(rf'href="([^"#]*/{name})#sha256=([0-9a-f]{{64}})"', page)
    if link is None:
        raise SystemExit(f"session-almanac: the package index has no uv {version} for {machine}.")
    with urllib.request.urlopen(urllib.parse.urljoin(INDEX, link[1]), timeout=300) as answer:
        content = answer.read()
    if hashlib.sha256(content).hexdigest() != link[2]:
        raise SystemExit(f"session-almanac: uv {version} arrived damaged; run the command again.")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        name = next(n for n in archive.namelist() if n.endswith(".data/scripts/uv"))
        program = folder / "bin" / "uv"
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_bytes(archive.read(name))
        program.chmod(0o755)


if __name__ == "__main__":
    wanted, target = sys.argv[1], Path(sys.argv[2])
    if not by_pip(wanted, target):
        by_wheel(wanted, target)
