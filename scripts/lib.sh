# Shared by the scripts: how they speak and stop.
step() { printf '\033[1m==> %s\033[0m\n' "$*"; }
stop() { printf 'session-almanac: %s\n' "$*" >&2; exit 1; }
need() { command -v "$1" >/dev/null || stop "$2 is missing. Install it, for example: apt-get install -y $3"; }

# Stops where the number given to `make TARGET NAME=NUMBER` is no free port of this machine.
free_port() {
  local target=$1 name=$2 port=$3
  need python3 "Python 3.11 or newer" python3
  [[ "$port" =~ ^[1-9][0-9]{0,4}$ ]] && [ "$port" -le 65535 ] || stop "$name must be a number from 1 to 65535, not \"$port\"."
  python3 - "$port" <<'PY' || stop "Port $port is taken on 127.0.0.1. Choose another, for example: make $target $name=$((port % 65535 + 1))"
import socket, sys
with socket.socket() as probe:
    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        probe.bind(("127.0.0.1", int(sys.argv[1])))
    except OSError:
        sys.exit(1)
PY
}

# Packages of Debian by the command or the path they bring, as COMMAND or COMMAND=PACKAGE: installed where root may
# do so.
debian() {
  local missing=() each
  for each; do
    [ -e "${each%%=*}" ] || PATH=$PATH:/usr/sbin command -v "${each%%=*}" >/dev/null || missing+=("${each#*=}")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" != 0 ] || [ ! -e /etc/debian_version ]; then
    stop "Missing: ${missing[*]}. Install them as root: apt-get update && apt-get install -y ${missing[*]}"
  fi
  install "${missing[@]}"
}
install() {
  step "Debian packages: $*"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# The Python tests, beside what follows; at the end what they said, and failure where one failed.
python_log=build/python-tests.log
start_python_tests() {
  # The tests start hundreds of processes: what Python compiles is kept, apart from the sources.
  unset PYTHONDONTWRITEBYTECODE
  export PYTHONPYCACHEPREFIX=$PWD/build/bytecode
  .venv/bin/python -m pytest -q -n auto --hypothesis-seed=0 "$@" >"$python_log" 2>&1 &
  python_tests=$!
  trap 'kill "$python_tests" 2>/dev/null || true' EXIT
}
finish_python_tests() {
  step "Python tests"
  tail --pid="$python_tests" -n +1 -f "$python_log"
  wait "$python_tests"
}
