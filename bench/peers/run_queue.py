"""How long a thread waited for a core."""

import os


class RunQueue:
    """How long this thread was ready to run and no core was free, ns: that is the machine's doing."""

    def __init__(self):
        try:
            self._file = os.open("/proc/thread-self/schedstat", os.O_RDONLY)
        except OSError:
            self._file = -1

    def waited(self):
        return int(os.pread(self._file, 128, 0).split()[1]) if self._file >= 0 else 0
