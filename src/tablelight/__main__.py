"""`python -m tablelight`: the same as the command `tablelight`."""

import sys

from tablelight.cli import main

sys.exit(main(sys.argv[1:]))
