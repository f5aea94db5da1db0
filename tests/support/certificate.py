"""A certificate in a test, for names of its own, that signs itself."""

import shutil
import subprocess
from pathlib import Path


def certificate_of(folder: Path, *names: str) -> tuple[Path, Path]:
    """A certificate and its key for names such as `DNS:almanac.example` or `IP:127.0.0.1`."""
    program = shutil.which("openssl")
    assert program, "openssl is missing; Debian's package openssl has it"
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    asked = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=stand-in"
    extension = f"subjectAltName={','.join(names)}"
    command = [program, *asked.split(), "-addext", extension, "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    return certificate, key
