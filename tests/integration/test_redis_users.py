"""The users of deploy/redis-users.acl: each does its work on a real Redis, and nothing of another's."""

import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
import yaml

from core.contracts.next_session import so_far_key
from core.contracts.publication import current_key
from core.warehouse.paths import Warehouse
from pipelines.publication import connected, publish
from tests.support.redis_publishing import SYMBOL, small_snapshots
from tests.support.redis_server import RedisServer, redis_users, running_redis
from tests.support.service_client import VISITOR, running
from tests.support.waiting import eventually

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A server that knows these users alone; a user's password is the user's name."""
    users = redis_users(tmp_path_factory.mktemp("redis"))
    with running_redis("--aclfile", str(users)) as server:
        yield server


def url(server: RedisServer, who: str) -> str:
    return server.url.replace("unix://", f"unix://almanac-{who}:{who}@")


@pytest.fixture(scope="module")
def published(server: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    """A warehouse that the user of nights has published, twice."""
    warehouse, ids = small_snapshots(tmp_path_factory.mktemp("users") / "warehouse", 2)
    for each in ids:
        (warehouse.snapshots(SYMBOL) / "CURRENT").write_text(each)
        with connected(url(server, "nights")) as client:
            assert publish(client, warehouse, SYMBOL).snapshot_id == each
            client.set(so_far_key(SYMBOL), b"{}", ex=60)
    return warehouse


def test_the_service_signs_people_in_and_serves_what_nights_published(
    server: RedisServer, published: Warehouse, tmp_path: Path
) -> None:
    with running(tmp_path, redis_url=url(server, "service")) as client:
        answer = client.post("/api/auth/entry", json=VISITOR | {"profile": "pro"})
        assert answer.status_code == 200, answer.text
        token = {"Authorization": f"Bearer {answer.json()['access_token']}"}
        assert client.get("/api/v2/summary", headers=token).status_code == 200
        made = client.post("/api/v2/views", headers=token, json={"address": "/?x=1", "filters": []})
        assert made.status_code < 500, made.text
        assert client.post("/api/auth/logout", headers=token).status_code < 500


REFUSED = {
    "service": [
        ("SET", current_key(SYMBOL), "x"), ("DEL", current_key(SYMBOL)), ("FLUSHALL",),
        ("CONFIG", "GET", "*"),
        ("KEYS", "*"), ("GET", "another"), ("LPUSH", "celery:dagster", "a task"),
    ],
    "nights": [
        ("GET", "almanac:access:version"), ("SET", "almanac:access:account:ada", "x"), ("FLUSHALL",),
        ("CONFIG", "SET", "maxmemory-policy", "allkeys-lru"), ("EVAL", "return 1", "0"),
        ("LPUSH", "celery:dagster", "a task"),
    ],
    "workers": [
        ("GET", "almanac:access:version"), ("SET", "almanac:access:account:ada", "x"), ("FLUSHALL",),
        ("EVAL", "return 1", "0"),
    ],
    "backup": [("GET", current_key(SYMBOL)), ("SET", "x", "y"), ("FLUSHALL",)],
}  # fmt: skip


@pytest.mark.parametrize(
    ("who", "command"), [(who, command) for who, commands in REFUSED.items() for command in commands]
)
def test_nobody_reaches_what_is_another_s(
    server: RedisServer, published: Warehouse, who: str, command: tuple[str, ...]
) -> None:
    with redis.Redis.from_url(url(server, who)) as client, pytest.raises(redis.exceptions.NoPermissionError):
        client.execute_command(*command)


def test_without_a_name_there_is_ping_alone(server: RedisServer) -> None:
    with server.client() as client:
        assert client.ping()
        with pytest.raises(redis.exceptions.NoPermissionError):
            client.get("almanac:access:version")
    redis_yaml = list(yaml.safe_load_all((DEPLOY / "k8s" / "redis.yaml").read_text()))[1]
    (container,) = redis_yaml["spec"]["template"]["spec"]["containers"]
    probe = container["startupProbe"]["exec"]["command"]
    at = ["-s", server.url.removeprefix("unix://")]
    assert subprocess.run([probe[0], *at, *probe[1:]], check=True, capture_output=True).stdout == b"PONG\n"
    asked = subprocess.run([probe[0], *at, "-e", "get", "x"], check=False, capture_output=True)
    assert asked.returncode != 0


def test_the_cron_job_s_command_takes_a_dump(
    server: RedisServer, published: Warehouse, tmp_path: Path
) -> None:
    job = list(yaml.safe_load_all((DEPLOY / "k8s" / "backup.yaml").read_text()))[1]
    (dump,) = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]["initContainers"]
    script = dump["args"][0].replace(
        "-h almanac-redis", f"-s {shlex.quote(server.url.removeprefix('unix://'))}"
    )
    script = script.replace("/run/secrets/redis", str(tmp_path)).replace("/backups", str(tmp_path))
    (tmp_path / "backup-password").write_text("backup\n")
    subprocess.run([*dump["command"], script], check=True, capture_output=True)
    (file,) = tmp_path.glob("redis-*.rdb")
    assert file.read_bytes().startswith(b"REDIS")
    assert SYMBOL.encode() in file.read_bytes()


def test_the_settings_of_redis_are_read_by_it(tmp_path: Path) -> None:
    socket = tmp_path / "redis.sock"
    text = (DEPLOY / "k8s" / "redis.conf").read_text().replace("/data", str(tmp_path))
    text = text.replace("/run/secrets/redis", str(tmp_path))
    (tmp_path / "redis.conf").write_text(f"{text}port 0\nunixsocket {socket}\n")
    (tmp_path / "users.acl").write_text("user default on nopass ~* &* +@all\n")
    command = ["redis-server", str(tmp_path / "redis.conf")]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        eventually(socket.exists)
        with redis.Redis(unix_socket_path=str(socket)) as client:
            found = client.config_get("maxmemory-policy", "appendonly", "aclfile")
        server.terminate()
    users = str(tmp_path / "users.acl")
    assert found == {"maxmemory-policy": "noeviction", "appendonly": "yes", "aclfile": users}
