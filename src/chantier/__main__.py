"""`python -m chantier`"""

import sys

from chantier.cli import main

sys.exit(main())
