"""A server in a process of its own, set up by PILOTTA_… alone."""

import sys

if __name__ == "__main__":
    # Not above: a bot's process loads this file again, and needs none of the server.
    from pilotta.server.main import serve

    sys.exit(serve())
