"""A server in a process of its own, set up by PILOTTA_… alone."""

import sys

from pilotta.server.main import serve

if __name__ == "__main__":
    sys.exit(serve())
