"""What the built page ships lies beside it with its licences, and the page links them."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LICENCES = ROOT / "build" / "web" / "licenses.txt"


@pytest.mark.skipif(not LICENCES.parent.is_dir(), reason="the page is not built: make build/web")
def test_every_package_that_the_page_names_has_its_licence_beside_it() -> None:
    shipped = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["dependencies"]
    text = LICENCES.read_text(encoding="utf-8")
    named = set(re.findall(r"^## (\S+) - ", text, re.MULTILINE))
    assert set(shipped) <= named
    for part in ("SIL OPEN FONT LICENSE", "Apache License", "Permission is hereby granted"):
        assert part in text


@pytest.mark.skipif(not LICENCES.parent.is_dir(), reason="the page is not built: make build/web")
def test_notices_of_what_the_page_ships_stand_with_the_licences() -> None:
    text = LICENCES.read_text(encoding="utf-8")
    notice = (ROOT / "node_modules" / "echarts" / "NOTICE").read_text(encoding="utf-8")
    assert notice.strip() in text
    assert "## echarts: licenses/LICENSE-d3" in text


def test_the_page_links_the_licences() -> None:
    page = ROOT / "web" / "src" / "screens" / "methods" / "methods-page.tsx"
    assert 'href="/licenses.txt"' in page.read_text(encoding="utf-8")
