# Sourced by ./check, after setup.sh. POSIX sh.
#
# find_chromium   sets CHROMIUM (an environment variable that the browser tests read) to a Chromium or Chrome, and
#                 installs Debian's when there is none and we may.

find_chromium() {
    [ -n "${CHROMIUM:-}" ] || CHROMIUM=$(look_for_chromium) || {
        install_chromium
        CHROMIUM=$(look_for_chromium) || fail "No Chromium, even after apt-get install chromium."
    }
    export CHROMIUM
}

look_for_chromium() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

install_chromium() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || fail "The browser tests need Chromium. On Debian, as root:
    apt-get install chromium
Elsewhere install Chromium or Chrome and set CHROMIUM to the program's path. Then run ./check again."
    say "Installing Debian's Chromium for the browser tests ..."
    apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends \
        chromium fonts-dejavu-core >/dev/null || fail "apt-get could not install chromium."
}
