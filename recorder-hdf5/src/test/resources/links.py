"""Run files whose values lie behind links, in virtual datasets or outside of HDF5 files.

  links.py FOLDER KIND [MEMBERS]   makes FOLDER/in/run_0.hdf5 and what its data/demo_0/x takes values from

With MEMBERS it is a file in the newest format, and its demo has as many more datasets: 8 fit into a group's header.

Values are 0 to 11 as float32 (4, 3), of secret places 100 and more. FOLDER/out is where nothing may be read from.
"""
import os
import sys

import h5py
import numpy as np

SHAPE = (4, 3)
VALUES = np.arange(12, dtype="f4").reshape(SHAPE)


def other(path, name="x", values=VALUES):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with h5py.File(path, "w") as f:
        f[name] = values


def virtual(group, file, dataset, shape=SHAPE):
    layout = h5py.VirtualLayout(shape=shape, dtype="f4")
    layout[:] = h5py.VirtualSource(file, dataset, shape=shape)
    group.create_virtual_dataset("x", layout, fillvalue=-1)


def storage(group, name, file):
    group.create_dataset(name, shape=SHAPE, dtype="f4", external=[(file, 0, VALUES.nbytes)])


def soft(demo):
    data = demo.parent
    demo["obs/y"] = VALUES
    demo["obs/y"].attrs["unit"] = ""
    demo["x"] = h5py.SoftLink("/data/demo_0/obs/y")
    demo["obs/relative"] = h5py.SoftLink("y")
    demo["obs/chain"] = h5py.SoftLink("/data/demo_0/x")
    demo["group"] = h5py.SoftLink("obs")
    demo["self"] = h5py.SoftLink("self")
    demo["obs/up"] = h5py.SoftLink("/data/demo_0")
    demo["above"] = h5py.SoftLink("/data")
    demo["nowhere"] = h5py.SoftLink("/data/nothing")
    demo["below_nothing"] = h5py.SoftLink("/data/demo_0/obs/y/z")
    data["demo_1"] = h5py.SoftLink("demo_0")


def make(folder, kind, members=None):
    inside, outside = os.path.join(folder, "in"), os.path.join(folder, "out")
    os.makedirs(inside)
    secret = os.path.join(outside, "secret.hdf5")
    other(secret, values=VALUES + 100)
    raw = os.path.join(outside, "secret.bin")
    (VALUES + 100).tofile(raw)
    VALUES.tofile(os.path.join(inside, "beside.bin"))
    beside = os.path.join(inside, "beside.hdf5")
    if kind != "link-missing":
        other(beside)
    with h5py.File(os.path.join(inside, "run_0.hdf5"), "w", libver="latest" if members else "earliest") as f:
        demo = f.create_group("data/demo_0")
        for i in range(int(members or 0)):
            demo[f"more_{i}"] = VALUES
        demo["actions"] = VALUES
        demo.attrs["num_samples"] = len(VALUES)
        if kind == "soft":
            soft(demo)
        elif kind == "storage":
            storage(demo, "x", raw)
        elif kind == "storage-beside":
            storage(demo, "x", "beside.bin")
        elif kind in ("link-beside", "link-missing"):
            demo["x"] = h5py.ExternalLink("beside.hdf5", "/x")
        elif kind == "link-below":
            other(os.path.join(inside, "sub/deep/below.hdf5"))
            demo["x"] = h5py.ExternalLink("./sub/deep/below.hdf5", "x")
        elif kind == "link-chain":
            with h5py.File(beside, "a") as b:
                b["z"] = h5py.ExternalLink("third.hdf5", "/group")
            other(os.path.join(inside, "third.hdf5"), "group/x")
            demo["x"] = h5py.ExternalLink("beside.hdf5", "/z/x")
        elif kind == "link-group":
            with h5py.File(beside, "a") as b:
                b["more/y"] = VALUES
            demo["x"] = VALUES
            demo["group"] = h5py.ExternalLink("beside.hdf5", "/more")
        elif kind == "link-absolute":
            demo["x"] = h5py.ExternalLink(secret, "/x")
        elif kind == "link-absolute-inside":
            demo["x"] = h5py.ExternalLink(beside, "/x")
        elif kind == "link-up":
            demo["x"] = h5py.ExternalLink("../out/secret.hdf5", "/x")
        elif kind == "link-symbolic":
            os.symlink(secret, os.path.join(inside, "symbolic.hdf5"))
            demo["x"] = h5py.ExternalLink("symbolic.hdf5", "/x")
        elif kind == "link-symbolic-folder":
            os.symlink(outside, os.path.join(inside, "sub"))
            demo["x"] = h5py.ExternalLink("sub/secret.hdf5", "/x")
        elif kind == "link-pipe":
            os.mkfifo(os.path.join(inside, "pipe.hdf5"))
            demo["x"] = h5py.ExternalLink("pipe.hdf5", "/x")
        elif kind == "link-chain-out":
            with h5py.File(beside, "a") as b:
                b["z"] = h5py.ExternalLink(secret, "/x")
            demo["x"] = h5py.ExternalLink("beside.hdf5", "/z")
        elif kind == "link-to-storage":
            with h5py.File(beside, "a") as b:
                storage(b, "z", raw)
            demo["x"] = h5py.ExternalLink("beside.hdf5", "/z")
        elif kind == "soft-out":
            demo["y"] = h5py.ExternalLink(secret, "/")
            demo["x"] = h5py.SoftLink("y/x")
        elif kind == "virtual-here":
            demo["y"] = VALUES
            virtual(demo, ".", "/data/demo_0/y")
        elif kind == "virtual-beside":
            virtual(demo, "beside.hdf5", "x")
        elif kind == "virtual-large":
            with h5py.File(beside, "a") as b:
                b.create_dataset("large", data=np.ones((6_000_000, 2), "f4"))
            virtual(demo, "beside.hdf5", "large", (6_000_000, 2))
        elif kind == "virtual-absolute":
            virtual(demo, secret, "/x")
        elif kind == "virtual-up":
            virtual(demo, "../out/secret.hdf5", "/x")
        elif kind == "virtual-missing":
            virtual(demo, "missing.hdf5", "/x")
        elif kind == "virtual-nothing":
            virtual(demo, "beside.hdf5", "/nothing")
        elif kind == "virtual-symbolic":
            os.symlink(secret, os.path.join(inside, "symbolic.hdf5"))
            virtual(demo, "symbolic.hdf5", "/x")
        elif kind == "virtual-pattern":
            create = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            space = h5py.h5s.create_simple((4, 3), (h5py.h5s.UNLIMITED, 3))
            space.select_hyperslab((0, 0), (h5py.h5s.UNLIMITED, 1), (4, 3), (4, 3))
            create.set_virtual(space, b"../out/%b.hdf5", b"/x", h5py.h5s.create_simple((4, 3)))
            h5py.h5d.create(demo.id, b"x", h5py.h5t.IEEE_F32LE, space, create)
        elif kind == "virtual-of-storage":
            storage(demo, "y", raw)
            virtual(demo, ".", "/data/demo_0/y")
        elif kind == "virtual-of-link":
            demo["y"] = h5py.ExternalLink(secret, "/x")
            virtual(demo, ".", "/data/demo_0/y")
        elif kind == "virtual-circle":
            virtual(demo, ".", "/data/demo_0/x")
        elif kind == "demo-out":
            other(secret, "d/actions", VALUES + 100)
            demo["x"] = VALUES
            f["data/demo_1"] = h5py.ExternalLink(secret, "/d")
        else:
            raise ValueError(kind)


if __name__ == "__main__":
    make(*sys.argv[1:])
