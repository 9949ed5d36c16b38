"""The floor: each step copied once into a ring in shared memory. No reader, no file: what no recorder in Python can beat."""

import mmap
import os
import struct

import numpy as np

from work import Recorder, main


class Ring(Recorder):
    name, envs_max, slots = "ring (floor)", 16, 64

    def __init__(self, out, world, args):
        super().__init__(out, world, args)
        size = world.row_bytes * args.envs + 4096
        self.path = f"/dev/shm/work_ring_{os.getpid()}"
        fd = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        os.ftruncate(fd, size * self.slots + 64)
        self.map = mmap.mmap(fd, size * self.slots + 64, flags=mmap.MAP_SHARED | getattr(mmap, "MAP_POPULATE", 0))
        self.n, self.views = 0, []
        for s in range(self.slots):
            at, v = 64 + s * size, {}
            for k, (d, shape) in world.shapes.items():
                at = (at + 63) // 64 * 64
                v[k] = np.ndarray((args.envs, *shape), d, self.map, at)
                at += v[k].nbytes
            self.views.append(v)

    def record(self, b):
        for k, v in self.views[self.n % self.slots].items():
            np.copyto(v, b[k], casting="no")
        self.n += 1
        struct.pack_into("<q", self.map, 0, self.n)

    def close(self):
        os.unlink(self.path)

    @staticmethod
    def load(out, args):
        return []


if __name__ == "__main__":
    main(Ring)
