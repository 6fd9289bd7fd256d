"""``python -m pilotta`` is the command ``pilotta``."""

import sys

from pilotta.cli.main import main

sys.exit(main())
