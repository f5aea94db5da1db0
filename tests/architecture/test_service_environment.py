"""The service runs where only its own dependency group is installed."""

import json
import os
import shutil
import subprocess
from pathlib import Path

from tests.support.snapshots import publish_random

ROOT = Path(__file__).resolve().parents[2]


def uv() -> str | None:
    local = ROOT / ".uv" / "bin" / "uv"
    return str(local) if local.exists() else shutil.which("uv")


def test_a_compute_is_answered_with_the_service_group_alone(tmp_path: Path) -> None:
    tool = uv()
    assert tool is not None, "uv is neither at .uv/bin/uv nor on PATH; `make setup` puts it there"
    environment = os.environ | {"UV_PROJECT_ENVIRONMENT": str(tmp_path / "venv")}
    sync = [tool, "sync", "--frozen", "--only-group", "service", "--no-install-project"]
    subprocess.run(sync, cwd=ROOT, env=environment, check=True, capture_output=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    assert subprocess.run([python, "-c", "import pandas"], capture_output=True, check=False).returncode != 0
    with_redis = [python, "-c", "import service.data.redis_source"]
    subprocess.run(with_redis, cwd=ROOT, env=environment, check=True)
    publish_random(tmp_path / "warehouse")
    answering = [python, "-m", "tests.architecture.answer_once", str(tmp_path)]
    done = subprocess.run(answering, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["total_days"] > 0
