#!/usr/bin/env python3
"""The command line from a checkout: ``python cli.py VERB ...`` is ``coindex VERB ...``."""

import sys

from coindex.commands.main import main

if __name__ == "__main__":
    sys.exit(main())
