"""One version everywhere: that of the installed package."""

import json
from importlib.metadata import version
from pathlib import Path

import pytest

from cli.main import main
from tests.support.service_client import running
from tests.support.small_warehouse import small_warehouse

VERSION = version("session-almanac")
TOKEN = "a-token-for-metrics-of-this-test"


def test_the_service_says_it_in_health_metrics_document_and_page(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "index.html").write_text(
        '<head><meta name="session-almanac" content="{}" /></head><body></body>'
    )
    with running(tmp_path, web=tmp_path / "web", metrics_token=TOKEN) as client:
        assert client.get("/healthz").json()["version"] == VERSION
        assert client.get("/api/openapi.json").json()["info"]["version"] == VERSION
        metrics = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
        assert f'almanac_build_info{{version="{VERSION}"}} 1' in metrics
        page = client.get("/dashboard").text
        assert f'<meta name="generator" content="Session Almanac {VERSION}" />' in page


def test_the_command_says_it_alone_and_in_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"almanac {VERSION}\n"
    small_warehouse(tmp_path, last="2024-06-04")
    main(["status", "--warehouse", str(tmp_path / "warehouse")])
    assert capsys.readouterr().out.endswith(f"version {VERSION}\n")
    main(["status", "--json", "--warehouse", str(tmp_path / "warehouse")])
    assert json.loads(capsys.readouterr().out)["version"] == VERSION
