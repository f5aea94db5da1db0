"""The examples in deploy/ are read by the very programs they are for."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from ipaddress import ip_network
from pathlib import Path

import pytest

from service.settings import VARIABLES
from tests.support.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
SCALE_OUT = ROOT / "docs" / "scale-out.md"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
MOST_EXPOSED = 2.0
"""On systemd-analyze's scale from 0 (sealed) to 10."""


def program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    assert found, f"{name} is missing; scripts/test installs it"
    return found


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificate")
    names = ("-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem"))
    kind = ("-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1")
    done = run(program("openssl"), "req", *kind, "-subj", "/CN=almanac.example", *names)
    assert done.returncode == 0, done.stderr
    return folder


def nginx(folder: Path, example: str) -> subprocess.CompletedProcess[str]:
    """nginx's own judgement of an example, which it reads as it would in conf.d."""
    (folder / "almanac.conf").write_text(example.replace("/var/log/nginx/", f"{folder}/"))
    http = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in TEMPORARY) + "include almanac.conf;"
    whole = f"pid {folder}/pid; error_log {folder}/error.log; events {{}} http {{ {http} }}"
    (folder / "nginx.conf").write_text(whole)
    return run(program("nginx"), "-t", "-p", str(folder), "-c", str(folder / "nginx.conf"))


def example(certificate: Path) -> str:
    text = (DEPLOY / "nginx.conf").read_text()
    return text.replace("/etc/letsencrypt/live/almanac.example", str(certificate))


def test_nginx_takes_its_example(tmp_path: Path, certificate: Path) -> None:
    done = nginx(tmp_path, example(certificate))
    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr


def test_nginx_would_say_what_is_wrong_with_it(tmp_path: Path, certificate: Path) -> None:
    done = nginx(tmp_path, example(certificate).replace("proxy_read_timeout", "proxy_reed_timeout"))
    assert done.returncode != 0
    assert "proxy_reed_timeout" in done.stderr


def test_nginx_hands_on_nothing_a_visitor_wrote_about_himself() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    handed = dict(re.findall(r"proxy_set_header (\S+) (.+);", text))
    assert handed["X-Forwarded-For"] == "$remote_addr"
    assert handed["X-Forwarded-Proto"] == "$scheme"
    assert handed["X-Request-ID"] == "$request_id"
    assert handed["Forwarded"] == '""'


def test_nginx_speaks_modern_tls_only_and_leads_only_people_to_it() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    assert re.findall(r"ssl_protocols (.+);", text) == ["TLSv1.2 TLSv1.3"]
    (ciphers,) = re.findall(r"ssl_ciphers (.+);", text)
    assert all(re.match(r"ECDHE-.*(GCM-SHA|CHACHA20-POLY1305)", each) for each in ciphers.split(":"))
    plain = text[text.index("listen 80") : text.index("listen 443")]
    assert re.search(r"location /api/ \{\s+return 403;", plain)


def connected(listening: Path) -> socket.socket:
    """A line to a socket that is about to be there."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        line = socket.socket(socket.AF_UNIX)
        try:
            line.connect(str(listening))
        except OSError:
            line.close()
            time.sleep(0.05)
        else:
            return line
    pytest.fail(f"nobody listens at {listening}")


def answer(listening: Path, request: str) -> str:
    with connected(listening) as line:
        line.sendall(f"{request} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: line.recv(65536), b"")).decode()


def test_nginx_leads_to_its_own_name_and_lets_nobody_write_headers(certificate: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="nginx-") as short:
        folder = Path(short)
        text = re.sub(r"listen \[::\]:\d+.*;", "", example(certificate))
        for port in ("80", "443"):
            text = text.replace(f"listen {port}", f"listen unix:{folder}/{port}")
        assert nginx(folder, text).returncode == 0
        alone = ("-g", "daemon off; master_process off;")
        command = (program("nginx"), "-p", short, "-c", str(folder / "nginx.conf"), *alone)
        running = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            plain = answer(folder / "80", "GET /x%0d%0aSet-Cookie:%20a=b?user_email=zoe")
        finally:
            running.terminate()
            running.wait()
    head = plain.partition("\r\n\r\n")[0].split("\r\n")
    assert "Location: https://almanac.example/x%0d%0aSet-Cookie:%20a=b" in head
    assert not any(line.lower().startswith("set-cookie") for line in head)


def test_nginx_packs_answers_and_never_those_with_tokens() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    blocks = dict(re.findall(r"\n    location (\S+) \{(.+?)\n    \}", text, re.DOTALL))
    assert "gzip on;" in blocks["/"]
    assert "gzip_types application/json;" in blocks["/"]
    assert text.count("gzip on;") == 1
    assert "gzip" not in blocks["/api/auth/"]


def test_nginx_asks_for_no_export_twice() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    blocks = dict(re.findall(r"\n    location (?:= )?(\S+) \{(.+?)\n    \}", text, re.DOTALL))
    assert "proxy_next_upstream off;" in blocks["/api/v2/export"]
    assert "gzip" not in blocks["/api/v2/export"]


@pytest.mark.parametrize("example", ["deploy/k8s/settings.yaml", "docs/operations.md"])
def test_an_example_trusts_few_proxies(example: str) -> None:
    found = re.findall(r"TRUSTED_PROXIES[:=] ?([\d./]+)", (DEPLOY.parent / example).read_text())
    assert found
    assert all(ip_network(each).num_addresses <= 16 for each in found)


def test_nginx_sends_no_list_of_days_no_watch_and_no_guess_twice() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    (block,) = re.findall(r"location ~ \^/api/v2/\(lists\|watches\|quiz/answer\) \{(.+?)\}", text, re.DOTALL)
    assert "proxy_next_upstream error timeout;" in block
    assert "non_idempotent" not in block


def test_nginx_logs_no_query() -> None:
    (fields,) = re.findall(r"log_format almanac '(.+)';", (DEPLOY / "nginx.conf").read_text())
    assert not {"$uri", "$request", "$request_uri", "$args", "$query_string", "$http_referer"} & set(
        fields.split()
    )


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The example, with a Python that is here in the place of the one of an installation."""
    text = (DEPLOY / "almanac.service").read_text()
    path = tmp_path / "almanac.service"
    path.write_text(text.replace("/opt/almanac/.venv/bin/python", sys.executable))
    return path


def test_systemd_takes_its_example(unit: Path) -> None:
    done = run(program("systemd-analyze"), "verify", str(unit))
    assert (done.returncode, done.stderr.strip()) == (0, "")


def test_systemd_would_say_what_is_wrong_with_it(unit: Path) -> None:
    unit.write_text(unit.read_text().replace("ProtectSystem=strict", "ProtectSystem=strickt"))
    assert "strickt" in run(program("systemd-analyze"), "verify", str(unit)).stderr


def test_systemd_seals_the_service(unit: Path) -> None:
    threshold = f"--threshold={int(MOST_EXPOSED * 10)}"
    done = run(program("systemd-analyze"), "security", "--offline=true", threshold, str(unit))
    assert done.returncode == 0, done.stdout[-200:]


@pytest.fixture
def nights(tmp_path: Path) -> list[Path]:
    """The nightly units, with a program that is here in the place of an installation's."""
    paths = [tmp_path / name for name in ("almanac-nightly.service", "almanac-failed@.service")]
    for path in paths:
        text = (DEPLOY / path.name).read_text()
        path.write_text(text.replace("/opt/almanac/.venv/bin/almanac", sys.executable))
    return paths


def test_systemd_takes_the_nightly_units(nights: list[Path]) -> None:
    done = run(program("systemd-analyze"), "verify", str(nights[0]))
    assert (done.returncode, done.stderr.strip()) == (0, "")


def test_the_nightly_units_are_sealed_as_the_service_is(unit: Path, nights: list[Path]) -> None:
    (service,) = exposures([unit])
    assert max(exposures(nights)) <= service
    sealed = seals(unit) - {"InaccessiblePaths=-/opt/almanac/.git"}
    for path in nights:
        assert sealed <= seals(path), path.name
        assert "ReadWritePaths=/var/lib/almanac/warehouse" in path.read_text().splitlines()


def exposures(units: list[Path]) -> list[float]:
    """What systemd-analyze says of each, from 0 (sealed) to 10."""
    told = [run(program("systemd-analyze"), "security", "--offline=true", str(path)).stdout for path in units]
    return [float(re.findall(r"Overall exposure level for \S+: ([\d.]+)", text)[0]) for text in told]


def seals(unit: Path) -> set[str]:
    """The lines from NoNewPrivileges on: what the service gives up."""
    text = unit.read_text()
    lines = text[text.index("NoNewPrivileges=") :].partition("[Install]")[0].splitlines()
    return {line for line in lines if line}


def test_a_night_that_ends_from_outside_starts_the_unit_that_tells(nights: list[Path]) -> None:
    nightly, failed = (path.read_text() for path in nights)
    assert "\nOnFailure=almanac-failed@%n.service\n" in nightly
    (command,) = re.findall(r"ExecStart=\S+ (.+)", failed)
    assert command == "alert"
    for shared in ("EnvironmentFile=-/etc/almanac/nightly.env", "Environment=ALMANAC_WAREHOUSE="):
        assert shared in nightly
        assert shared in failed


def test_the_unit_starts_the_service_with_options_it_has(unit: Path) -> None:
    (line,) = re.findall(r"ExecStart=\S+ (.+)", unit.read_text())
    options = re.findall(r"--\w+", line)
    assert line.startswith("-m service ")
    told = run(sys.executable, "-m", "service", "--help").stdout
    assert options
    assert all(option in told for option in options)


def test_the_environment_file_holds_settings_there_are_and_no_secret() -> None:
    lines = (DEPLOY / "almanac.env").read_text().splitlines()
    given = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert set(given) <= set(VARIABLES)
    assert not any(value for name, value in given.items() if "SECRET" in name or "KEY" in name)


def test_the_unit_for_several_processes_is_one_that_systemd_takes(tmp_path: Path, unit: Path) -> None:
    """docs/scale-out.md makes it from the example with sed."""
    (words,) = re.findall(r"^sed '(s,.+,)' almanac.service", SCALE_OUT.read_text(), re.MULTILINE)
    several = tmp_path / "almanac@.service"
    several.write_text(run("sed", words, str(unit)).stdout)
    assert "--state /var/lib/almanac/state/%i --port %i\n" in several.read_text()
    done = run(program("systemd-analyze"), "verify", str(tmp_path / "almanac@8001.service"))
    assert (done.returncode, done.stderr.strip()) == (0, "")
