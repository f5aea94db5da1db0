# Shared by the scripts: how they speak and stop.
step() { printf '\033[1m==> %s\033[0m\n' "$*"; }
stop() { printf 'session-almanac: %s\n' "$*" >&2; exit 1; }
need() { command -v "$1" >/dev/null || stop "$2 is missing. Install it, for example: apt-get install -y $3"; }
