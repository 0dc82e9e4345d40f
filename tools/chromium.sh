# Sourced by ./check, after setup.sh. POSIX sh.
#
# find_chromium   sets CHROMIUM (an environment variable that the browser tests read) to a Chromium or Chrome, and
#                 installs Debian's when there is none and we may.

find_chromium() {
    [ -n "${CHROMIUM:-}" ] || CHROMIUM=$(look_for_chromium) || {
        # libatomic1 is for the node that Playwright brings along.
        apt_install chromium fonts-dejavu-core libatomic1 || fail "The browser tests need Chromium. On Debian, as root:
    apt-get install chromium
Elsewhere install Chromium or Chrome and set CHROMIUM to the program's path. Then run ./check again."
        CHROMIUM=$(look_for_chromium) || fail "There is no Chromium, even after apt-get install chromium."
    }
    export CHROMIUM
}

look_for_chromium() { command -v chromium || command -v chromium-browser || command -v google-chrome; }
