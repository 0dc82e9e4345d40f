# Sourced by ./play and ./check, which set $root, the checkout. POSIX sh.
#
# set_up play|check   makes .venv hold the locked packages (check: the developers' too) and Tablelight itself, editable.
#
# There are three lock files, so that a player downloads no browser driver and no type checker:
# requirements.lock (to play), requirements-dev.lock (to check), requirements-build.lock (uv and the build tools, which
# live in .venv-tools). Every package is checked against its hash. tools/lock makes the files.

say() { printf '%s\n' "$*" >&2; }
fail() { say "$@"; exit 1; }

set_up() {
    kind=$1
    stamp=$(cd "$root" && { pwd; cat requirements*.lock pyproject.toml hatch_build.py tools/setup.sh; } | cksum)
    [ -s "$root/src/tablelight/web/static/vendor/icons.svg" ] && [ -x "$root/.venv/bin/python" ] &&
        [ "$(cat "$root/.venv/ready-$kind" 2>/dev/null)" = "$stamp" ] && return
    say "Setting up Tablelight (only now and after an update) ..."
    (cd "$root" && make_tools && make_venv && install_tablelight) || fail "The set-up failed; see above."
    echo "$stamp" >"$root/.venv/ready-$kind"
    [ "$kind" = play ] || echo "$stamp" >"$root/.venv/ready-play"
}

make_tools() {
    same_place .venv-tools && [ -x .venv-tools/bin/pip ] || {
        python=$(find_python) && "$python" -m venv --clear .venv-tools && pwd >.venv-tools/place || return 1
    }
    .venv-tools/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-build.lock
}

make_venv() {
    same_place .venv || { uv venv --quiet --clear --python .venv-tools/bin/python .venv && pwd >.venv/place; } || return 1
    case $kind in
        play) uv pip install --quiet --require-hashes -r requirements.lock ;;
        check) uv pip install --quiet --require-hashes -r requirements.lock -r requirements-dev.lock ;;
    esac
}

# Built by the locked hatchling in .venv-tools instead of `uv pip install -e .`, which would fetch it without hashes.
install_tablelight() {
    wheels=.venv/wheels
    rm -rf $wheels
    output=$(.venv-tools/bin/python -m hatchling build -t wheel:editable -d $wheels 2>&1) || { say "$output"; return 1; }
    uv pip install --quiet --offline --no-deps --reinstall $wheels/*.whl
}

# A virtual environment works only where it was made, and only as long as its Python is there.
same_place() { [ -x "$1/bin/python" ] && [ "$(cat "$1/place" 2>/dev/null)" = "$(pwd)" ]; }

uv() { UV_PYTHON_DOWNLOADS=never VIRTUAL_ENV=$root/.venv "$root/.venv-tools/bin/uv" "$@"; }

find_python() {
    for python in python3 python3.14 python3.13 python3.12 python3.11 python; do
        "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
        can_make_venv || apt_install python3-venv && can_make_venv ||
            fail "$(command -v "$python") cannot make virtual environments. On Debian: apt-get install python3-venv"
        command -v "$python" && return
    done
    fail "Tablelight needs Python 3.11 or newer; none was found."
}

# Debian has ensurepip in a package of its own.
can_make_venv() { "$python" -c 'import ensurepip, venv' 2>/dev/null; }

# Only as root, and only where there is apt.
apt_install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    say "Installing Debian's $1 ..."
    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends "$@"; } >/dev/null
}
