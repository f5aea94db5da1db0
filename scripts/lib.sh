# Shared by the scripts: how they speak and stop.
step() { printf '\033[1m==> %s\033[0m\n' "$*"; }
stop() { printf 'session-almanac: %s\n' "$*" >&2; exit 1; }
need() { command -v "$1" >/dev/null || stop "$2 is missing. Install it, for example: apt-get install -y $3"; }

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
