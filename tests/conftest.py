"""Before anything is compiled: bounds are checked in all tests."""

import os

os.environ["NUMBA_BOUNDSCHECK"] = "1"
