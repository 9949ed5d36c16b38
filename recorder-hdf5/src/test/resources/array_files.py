"""Reads and writes array files with h5py.

  array_files.py FILE dump      every array and attribute, a line each, values as base64
  array_files.py FILE foreign   writes what our writer never would; FILE.other is linked
"""
import base64
import sys

import h5py
import numpy as np


def b64(data):
    return base64.b64encode(data).decode()


def dump_attributes(path, attributes):
    for name, value in attributes.items():
        kind = "bool" if isinstance(value, np.bool_) else type(value).__name__
        print("attribute", path, name, kind, b64(str(value).encode()), sep="\t")


def dump_array(path, d):
    vlen = h5py.check_vlen_dtype(d.dtype)
    if vlen is not None:
        print("blobs", path, vlen, len(d), ",".join(b64(row.tobytes()) for row in d[()]), sep="\t")
    elif h5py.check_string_dtype(d.dtype) is not None:
        info = h5py.check_string_dtype(d.dtype)
        print("texts", path, info.encoding, info.length, ",".join(b64(row) for row in d[()]), sep="\t")
    else:
        create = d.id.get_create_plist()
        filters = [create.get_filter(i)[3].decode() for i in range(create.get_nfilters())]
        print("array", path, d.dtype.str if d.dtype != bool else "bool", d.shape, d.maxshape, d.chunks,
              "+".join(filters), b64(np.ascontiguousarray(d[()]).tobytes()), sep="\t")
    dump_attributes(path, d.attrs)


def dump(path):
    with h5py.File(path, "r", swmr=True, libver="latest") as f:
        dump_attributes("", f.attrs)

        def visit(name, o):
            if isinstance(o, h5py.Dataset):
                dump_array(name, o)
            else:
                print("group", name, sep="\t")
                dump_attributes(name, o.attrs)

        f.visititems(visit)


def foreign(path):
    with h5py.File(path + ".other", "w") as f:
        rows = np.zeros((1_000_000, 5), "i8")  # 40 MB, more than the linking file could hold
        rows[3] = np.arange(15, 20)
        f.create_dataset("deep/rows", data=rows, compression="gzip", compression_opts=1)
        f["deep"].attrs["from"] = "the other file"
    with h5py.File(path, "w") as f:
        f["linked"] = h5py.ExternalLink(path.split("/")[-1] + ".other", "/deep")
        f["nowhere"] = h5py.SoftLink("/missing")
        f["soft"] = h5py.SoftLink("/plain/f4")
        f["lost"] = h5py.ExternalLink("lost.h5", "/deep")
        f["plain/f4"] = np.arange(6, dtype="f4").reshape(3, 2)
        f["plain/f2"] = np.array([1.5, -0.0, np.inf], "f2")
        f["plain/big"] = np.array([1, -2, 70000], ">i4")
        f["plain/scalar"] = np.float64(2.5)
        f["plain/flag"] = True
        f["plain/null"] = h5py.Empty("f4")
        f["plain/u4"] = np.array([4000000000], "u4")
        f["plain/compound"] = np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")])
        small = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        small.set_layout(h5py.h5d.COMPACT)
        space = h5py.h5s.create_simple((4,))
        h5py.h5d.create(f.id, b"compact", h5py.h5t.NATIVE_UINT16, space, small).write(
            h5py.h5s.ALL, h5py.h5s.ALL, np.array([1, 2, 3, 65535], "u2"))
        f.create_dataset("gzip", data=np.arange(1000, dtype="i2"), compression="gzip", chunks=(7,), fletcher32=True)
        f.create_dataset("text/variable", data=["a", "Größe 🤖", ""], dtype=h5py.string_dtype())
        f.create_dataset("text/fixed", data=np.array([b"demo_0", b"demo_10"]))
        f.create_dataset("text/one", data="single", dtype=h5py.string_dtype())
        f.create_dataset("text/none", shape=(0,), dtype=h5py.string_dtype())
        blobs = f.create_dataset("blobs", (3,), dtype=h5py.vlen_dtype("u1"))
        blobs[0], blobs[2] = np.arange(300, dtype="u1"), np.array([7], "u1")
        a = f["plain"].attrs
        a["int"], a["unsigned"], a["too_large"] = np.int16(-5), np.uint64(7), np.uint64(2 ** 63 + 1)
        a["float"], a["flag"], a["text"] = np.float32(0.5), False, "Größe 🤖"
        a.create("bytes", b"fixed", dtype="S8")
        a["list"], a["texts"], a["empty"] = np.arange(3), ["a"], h5py.Empty("S4")
        for name in ("episode_10", "episode_2", "episode_1", "é", "z"):
            f.create_group("many/" + name)


if __name__ == "__main__":
    {"dump": dump, "foreign": foreign}[sys.argv[2]](sys.argv[1])
