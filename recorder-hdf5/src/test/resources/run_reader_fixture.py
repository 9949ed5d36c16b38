"""Test files for Hdf5RunReader, and what h5py reads in them.

  run_reader_fixture.py dump FILE          every demo's datasets and attributes as tab-separated lines
  run_reader_fixture.py odd FILE LIBVER    all element types, layouts and attribute kinds
  run_reader_fixture.py nodata FILE        an HDF5 file that is no run file
  run_reader_fixture.py unclosed FILE      a file whose writer dies without SWMR
  run_reader_fixture.py live FILE          records in SWMR mode; each line on stdin is a command
"""
import base64
import os
import signal
import sys

import h5py
import numpy as np


def b64(array):
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()


def listing(values):
    return ",".join(str(v) for v in values)


def dump_dataset(demo, path, d):
    if d.dtype.kind not in "fiub" or d.nbytes > 2**30:
        return
    filters = [d.id.get_create_plist().get_filter(i)[3].decode() for i in range(d.id.get_create_plist().get_nfilters())]
    value = d[()]
    dtype = "bool" if d.dtype == bool else d.dtype.newbyteorder("=").name
    print("dataset", demo, path, dtype, listing(d.shape), listing(d.chunks or ()), listing(filters), d.id.get_storage_size(),
          d.attrs.get("unit", ""), b64(np.asarray(value).astype(d.dtype.newbyteorder("<"))), b64(np.asarray(value).astype("<f8")), sep="\t")


def dump_attributes(where, attributes):
    for name, value in attributes.items():
        if isinstance(value, str):
            text = "str:" + value
        elif isinstance(value, (bool, np.bool_)):
            text = "bool:" + str(bool(value)).lower()
        elif isinstance(value, np.integer):
            text = "int:" + str(int(value))
        elif isinstance(value, np.floating):
            text = "float:" + float(value).hex()
        else:
            continue
        print("attribute", where, name, base64.b64encode(text.encode()).decode(), sep="\t")


def datasets(group):
    """Each once, and again by each soft link in a group."""
    found = {}
    group.visititems(lambda p, o: found.update({p: o}) if isinstance(o, h5py.Dataset) else None)
    for name in group:
        if isinstance(group.get(name, getlink=True), h5py.SoftLink):
            found[name] = group[name]
    return found


def dump(path):
    with h5py.File(path, "r") as f:
        dump_attributes("", f["data"].attrs)
        for demo, group in f["data"].items():
            if isinstance(group, h5py.Group):
                print("demo", demo, sep="\t")
                dump_attributes(demo, group.attrs)
                for path, dataset in sorted(datasets(group).items()):
                    dump_dataset(demo, path, dataset)


def odd(path, libver):
    rng = np.random.default_rng(3)
    with h5py.File(path, "w", libver=libver) as f:
        data = f.create_group("data")
        a = data.attrs
        a["env_args"] = '{"env_name": "", "type": 2}'
        a["instruction"] = "Räume den Würfel 方块 auf 🤖"
        a.create("status", b"recording", dtype="S16")
        a.create("padded", "Größe".encode(), dtype=h5py.string_dtype("utf-8", 32))
        a["small"], a["unsigned"], a["half"], a["single"] = np.int8(-5), np.uint16(65535), np.float16(0.5), np.float32(0.1)
        a["big"], a["flag"], a["other"] = np.int64(2 ** 62 + 1), True, np.bool_(False)
        a["list"], a["names"] = np.arange(3), ["a", "ß"]
        a["empty"] = h5py.Empty("S4")
        data.create_dataset("notes", data=1)
        for name in ("demo_10", "demo_2", "demo_0", "extra", "demo_1"):
            data.create_group(name)
        data["demo_2"].create_dataset("actions", data=np.zeros((4, 8), "f4"))
        g = data["demo_0"]
        g.attrs["num_samples"], g.attrs["success"] = 20, True
        grown = dict(maxshape=(None,), chunks=(7,))
        g.create_dataset("types/f2", data=np.arange(65536, dtype="u2").view("f2"), chunks=(500,), compression="gzip", shuffle=True)
        g.create_dataset("types/f8", data=np.array([0.1, -0.0, np.nan, np.inf, 5e-324]), **grown)
        g.create_dataset("types/big_f4", data=rng.normal(size=(9, 2)).astype(">f4"))
        g.create_dataset("types/big_i2", data=np.array([-32768, -1, 0, 32767], ">i2"))
        g.create_dataset("types/i4", data=np.array([-2 ** 31, 2 ** 31 - 1], "i4"))
        g.create_dataset("types/i8", data=np.array([-2 ** 63, 2 ** 53, -1], "i8"), compression="gzip", fletcher32=True, **grown)
        g.create_dataset("types/u1", data=np.arange(256, dtype="u1"), shuffle=True, chunks=(100,))
        g.create_dataset("types/u2", data=np.array([0, 65535], "u2"))
        g.create_dataset("types/b", data=np.array([True, False, True]))
        g.create_dataset("types/u4", data=np.array([7, 2 ** 32 - 1], "u4"))
        g.create_dataset("types/u8", data=np.array([7, 2 ** 64 - 1], "u8"))
        g.create_dataset("types/i1", data=np.array([-128, 127], "i1"))
        g.create_dataset("types/c8", data=np.array([7], "c8"))
        g.create_dataset("types/text", data=["a", "b"], dtype=h5py.string_dtype())
        g.create_dataset("shapes/scalar", data=np.float32(2.5))
        g.create_dataset("shapes/none", shape=(0, 3), maxshape=(None, 3), dtype="f4")
        g.create_dataset("shapes/unwritten", shape=(6, 3), dtype="f4")
        g.create_dataset("shapes/padding", data=np.zeros(1 << 22, "u1"))  # 4 MiB make the next shape possible
        g.create_dataset("shapes/huge", shape=(1000, 720, 1280, 3), dtype="u1", chunks=(1, 720, 1280, 3))
        g.create_dataset("shapes/deep", data=rng.integers(0, 255, (5, 2, 3, 1, 4)).astype("i2"), chunks=(2, 2, 2, 1, 4))
        g.create_dataset("obs/image_obs/wrist_cam", data=rng.integers(0, 255, (20, 48, 64, 3)).astype("u1"), chunks=True, compression="gzip")
        d = g.create_dataset("ee_pose/position", data=rng.normal(size=(700, 3)).astype("f4"), chunks=(500, 3), compression="gzip")
        d.attrs["unit"], d.attrs["frame"] = "m", "env"
        g["soft"], g["hard"] = h5py.SoftLink("/data/demo_0/types/f8"), g["types/i4"]
        if libver == "earliest":
            del g["shapes/huge"]


def live(path):
    with h5py.File(path, "w", libver="latest") as f:
        g = f.create_group("data/demo_0")
        g.attrs["num_samples"] = np.int64(0)
        actions = g.create_dataset("actions", shape=(0, 8), maxshape=(None, 8), chunks=(500, 8), dtype="f4", compression="gzip")
        f.swmr_mode = True
        print("ready", flush=True)
        for command in sys.stdin:
            if command.strip() == "die":
                os.kill(os.getpid(), signal.SIGKILL)
            if command.strip() == "close":
                break
            n = actions.shape[0] + 300
            actions.resize(n, axis=0)
            actions[n - 300:] = np.arange((n - 300) * 8, n * 8).reshape(300, 8)
            actions.flush()
            g.attrs.modify("num_samples", np.int64(n))
            f.flush()
            print(n, flush=True)
    print("closed", flush=True)


def unclosed(path):
    f = h5py.File(path, "w", libver="latest")
    f.create_group("data/demo_0")
    f.flush()
    os.kill(os.getpid(), signal.SIGKILL)


def main():
    command, path = sys.argv[1:3]
    if command == "nodata":
        with h5py.File(path, "w") as f:
            f["episodes"] = [1, 2]
    else:
        {"dump": dump, "odd": odd, "live": live, "unclosed": unclosed}[command](path, *sys.argv[3:])


if __name__ == "__main__":
    main()
