"""No folder of the product holds more source files beside each other than a reader takes in.

What counts is `.py`, `.ts` and `.tsx`. A test beside its component (`*.test.ts`) and a stylesheet (`*.css`)
belong to a file that is counted.
"""

from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("core", "service", "pipelines", "cli", "session_almanac", "web/src")
SOURCES = {".py", ".ts", ".tsx"}
MOST = 25


def crowded(root: Path) -> dict[str, int]:
    """Folders below `root` with too many source files, and how many."""
    files = (path for folder in FOLDERS for path in (root / folder).rglob("*") if path.suffix in SOURCES)
    counts = Counter(path.parent.relative_to(root).as_posix() for path in files if ".test." not in path.name)
    return {folder: count for folder, count in counts.items() if count > MOST}


def test_no_folder_is_crowded() -> None:
    assert all((ROOT / folder).is_dir() for folder in FOLDERS)
    assert crowded(ROOT) == {}


def test_the_check_sees_a_crowded_folder(tmp_path: Path) -> None:
    room = tmp_path / "web/src/app"
    room.mkdir(parents=True)
    for number in range(MOST + 1):
        (room / f"page-{number}.tsx").touch()
        (room / f"page-{number}.test.tsx").touch()
        (room / f"page-{number}.module.css").touch()
    assert crowded(tmp_path) == {"web/src/app": MOST + 1}
    (room / "page-0.tsx").unlink()
    assert crowded(tmp_path) == {}
