"""`python -m chantier` is the command."""

import sys

from chantier.cli import main

sys.exit(main())
