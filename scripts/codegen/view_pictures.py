"""Pictures of the views that some plan lacks, in both themes, on the sample sessions.

Run as `python -m scripts.codegen.view_pictures` once the page is built; it takes a minute.
"""

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from qa.bench.almanac import sample_of
from qa.bench.service_process import new_service

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "codegen" / "view_pictures.mjs"
FOLDER = ROOT / "web" / "src" / "app" / "places" / "pictures"


def main() -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        with new_service(sample_of(folder / "sample"), folder / "state") as service:
            subprocess.run(["node", str(SCRIPT), service.address, str(FOLDER)], check=True)


if __name__ == "__main__":
    main()
