#!/usr/bin/python3
"""Writes RLDS datasets that are damaged or made to do harm, each with the words that their refusal has to have.

  python3 make_hostile_rlds.py OUT_DIR

OUT_DIR/<case>/        a dataset
OUT_DIR/cases.txt      a line per case: its name, a tab, the words; of one that has to come in, nothing

Needs: python3-numpy, python3-pil (of make_rlds.py).
"""
import json, os, struct, sys, zlib
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import numpy as np
from make_rlds import dataset, dictionary, example, field, image, masked_crc, node, numbers, record, sequence, tensor, text, varint

N = 3
FLAGS = dict(is_first=tensor("bool"), is_last=tensor("bool"), is_terminal=tensor("bool"))


def features(**more):
    return dictionary(steps=dataset(observation=tensor("float32", 2), action=tensor("float32", 1), **FLAGS, **more))


def lists(**more):
    flag = lambda i: ("int64", [int(k == i) for k in range(N)])
    base = {"steps/observation": numbers(np.ones((N, 2), np.float32)), "steps/action": numbers(np.ones((N, 1), np.float32)),
            "steps/is_first": flag(0), "steps/is_last": flag(N - 1), "steps/is_terminal": flag(-1)}
    base.update({"steps/" + k: v for k, v in more.items()})
    return base


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def huge_picture(side=60000, bytes_of_zeros=30_000_000):
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(bytes_of_zeros), 9)) + chunk(b"IEND", b""))


def nested(levels):
    inner = tensor("float32")
    for _ in range(levels):
        inner = dictionary(a=inner)
    return inner


class Cases:
    def __init__(self, out):
        self.out, self.lines = out, []

    def add(self, name, words, content=None, shard=None, info=None, declared=None, text_of_features=None, split=None):
        folder = os.path.join(self.out, name)
        os.makedirs(folder)
        whole = {"name": "d", "version": "1.0.0", "fileFormat": "tfrecord",
                 "splits": [{"name": "train", "shardLengths": ["1"], "numBytes": "0", **(split or {})}], **(info or {})}
        json.dump(whole, open(os.path.join(folder, "dataset_info.json"), "w"))
        with open(os.path.join(folder, "features.json"), "w") as f:
            f.write(text_of_features or json.dumps(declared or features()))
        with open(os.path.join(folder, "d-train.tfrecord-00000-of-00001"), "wb") as f:
            f.write(record(example(content or lists())) if shard is None else shard)
        self.lines.append(f"{name}\t{words}\n")
        return folder


def length(n):
    head = struct.pack("<Q", n)
    return head + struct.pack("<I", masked_crc(head))


def records(c):
    good = record(example(lists()))
    c.add("length_2_63", "says that record 0 has 9223372036854775808 bytes", shard=length(2 ** 63) + good[12:])
    c.add("length_2_62", "bytes, more than follow in the file", shard=length(2 ** 62) + good[12:])
    c.add("length_checksum", "wrong checksum of the length of record 0", shard=good[:9] + b"\0" + good[10:])
    c.add("payload_checksum", "wrong checksum of record 0", shard=good[:40] + bytes([good[40] ^ 1]) + good[41:])
    c.add("cut", "more than follow in the file", shard=good[:-5])
    c.add("cut_head", "is cut short in record 1", shard=good + good[:7], split={"shardLengths": ["2"]})
    c.add("more", "holds more than the 1 records", shard=good * 2)
    c.add("fewer", "holds 1 records, but dataset_info.json says 2", split={"shardLengths": ["2"]})
    c.add("many_empty", "holds more than the 1 records", shard=record(b"") * 1000)
    c.add("empty", "has no array of its steps", shard=record(b""))
    folder = c.add("larger_than_memory", "the memory that this Java has for one episode", shard=b"")
    with open(os.path.join(folder, "d-train.tfrecord-00000-of-00001"), "wb") as f:
        f.write(length(400_000_000))
        f.truncate(12 + 400_000_000 + 4)


def infos(c):
    c.add("shard_length_large", "holds 99999999999 episodes", split={"shardLengths": ["99999999999"]})
    c.add("shard_length_negative", "holds -1 episodes", split={"shardLengths": ["-1"]})
    c.add("shard_length_sum", "more than can be imported", split={"shardLengths": ["2147483647"] * 2,
          "filepathTemplate": "d-train.tfrecord-00000-of-00001"})
    c.add("name_leads_away", "which names no file of its own folder", info={"name": "../../etc/x"})
    c.add("split_leads_away", "which names no file of its own folder", split={"name": "a/../../b"})
    c.add("split_nul", "which names no file of its own folder", split={"name": "a\0b"})
    c.add("template_unknown", "which names no file of its own folder", split={"filepathTemplate": "{HOME}-{SPLIT}"})
    c.add("template_absolute", "which names no file of its own folder", split={"filepathTemplate": "/etc/passwd"})
    c.add("shard_missing", "is missing, which", split={"name": "test"})
    c.add("riegeli", "of format 'riegeli', but only 'tfrecord'", info={"fileFormat": "riegeli"})
    c.add("no_splits", "names no record files", info={"splits": []})


def declarations(c):
    c.add("no_json", "features.json is no JSON", text_of_features="{\"a\": ")
    c.add("no_object", "holds no JSON object", text_of_features="[1]")
    c.add("too_long", "bytes, but at most 16777216 are read", text_of_features=" " * 17_000_000 + "{}")
    c.add("no_steps", "declares no 'steps'", declared=dictionary(image=image("uint8", 2, 2, 3)))
    c.add("older_form", "is of the older form", text_of_features=json.dumps({"type": "x.FeaturesDict", "content": "{}"}))
    c.add("key_twice", "Duplicate field 'action'", text_of_features=json.dumps(features()).replace('"is_last"', '"action"'))
    c.add("deep", "nests features more than 32 deep", declared=features(deep=nested(100)))
    c.add("very_deep", "features.json is no JSON", text_of_features="{\"a\":" * 100_000)
    c.add("many_features", "declares more than 10000 features", declared=features(**{f"f{i}": text() for i in range(10_000)}))
    c.add("same_key", "declares 'steps/x/y' twice", declared=features(**{"x": dictionary(y=text()), "x/y": text()}))
    c.add("huge_shape", "is not what features.json declares", declared=features(x=tensor("float32", 10 ** 9, 10 ** 9)),
          content=lists(x=("float", [1.0] * N)))
    c.add("overflowing_shape", "is not what features.json declares", declared=features(x=tensor("int8", 10 ** 9, 10 ** 9, 10 ** 9)),
          content=lists(x=("int64", [1] * N)))
    c.add("huge_zlib_shape", "too large for one row", declared=features(x=tensor("float32", 10 ** 5, 10 ** 5, encoding="zlib")),
          content=lists(x=("bytes", [zlib.compress(b"1234")] * N)))
    c.add("negative_shape", "expected at least -1", declared=features(x=tensor("float32", -5)))
    c.add("shape_of_letters", "which is no number", declared=features(x=tensor("float32", "many")))
    c.add("many_axes", "more than 32 axes", declared=features(x=tensor("float32", *[1] * 40)))


def values(c):
    c.add("garbage", "is no Example", shard=record(b"\x0a\x7fgarbage"))
    c.add("endless_group", "is no Example", shard=record(b"\x0b" * 5000))
    entry = field(1, field(1, b"steps/action") + field(2, field(2, b"")))
    c.add("list_twice", "it holds 'steps/action' twice", shard=record(field(1, entry * 2)))
    c.add("many_lists", "it holds more than 20000 features",
          shard=record(field(1, b"".join(field(1, field(1, b"%d" % i)) for i in range(30_000)))))
    c.add("wrong_kind", "a list of kind INT64, expected FLOAT", content={**lists(), "steps/action": ("int64", [1] * N)})
    c.add("wrong_count", "has 4 rows, but", content={**lists(), "steps/action": ("float", [1.0] * 4)})
    c.add("no_multiple", "no multiple of the 2 of a row", content={**lists(), "steps/observation": ("float", [1.0] * 5)})
    c.add("no_action", "has no action", content={k: v for k, v in lists().items() if k != "steps/action"})
    c.add("out_of_range", "which is no uint8", declared=features(x=tensor("uint8")), content=lists(x=("int64", [1, 300, 2])))
    endless = field(1, field(1, b"steps/x") + field(2, field(3, field(1, b"\x01\x01\x01" + b"\xff" * 9))))
    c.add("endless_number", "has no end", declared=features(x=tensor("int64")),
          shard=record(example(lists()) + field(1, endless)))
    bomb = zlib.compress(bytes(100_000_000), 9)
    c.add("zlib_bomb", "a value has 17 bytes", declared=features(x=tensor("float64", 2, encoding="zlib")),
          content=lists(x=("bytes", [bomb] * N)))
    c.add("zlib_bomb_open", "the memory that this Java has for one episode",
          declared=features(x=tensor("float64", -1, 2, encoding="zlib")), content=lists(x=("bytes", [bomb] * N)))
    c.add("zlib_damaged", "a compressed value is", declared=features(x=tensor("float64", 2, encoding="zlib")),
          content=lists(x=("bytes", [b"\x78\x9c\x01"] * N)))
    png = huge_picture()
    c.add("picture_bomb", "60000x60000 pixels, but at most", declared=features(x=image("uint8", -1, -1, 3)),
          content=lists(x=("bytes", [png] * N)))
    c.add("picture_bomb_declared", "60000x60000 pixels, but at most", declared=features(x=image("uint8", 60000, 60000, 3)),
          content=lists(x=("bytes", [png] * N)))
    c.add("picture_large", "the JVM has no", declared=features(x=image("uint8", -1, -1, 3)),
          content=lists(x=("bytes", [huge_picture(8000, 1000)] * N)))
    c.add("no_picture", "no picture file", declared=features(x=image("uint8", 4, 4, 3)), content=lists(x=("bytes", [b"P6"] * N)))
    c.add("name_nul", "a name has no control characters", declared=features(**{"a\0b": text()}))
    c.add("name_lines", "a name has no control characters", declared=features(**{"a\nb": text()}))
    # What names are worth nothing as paths, and bytes that are no text, do no harm.
    names = {"../../x": tensor("float32"), "": tensor("float32"), "t": text()}
    c.add("names", "", declared=features(**names), content=lists(
        **{k: ("float", [1.0] * N) for k in names if k != "t"}, t=("bytes", [b"\xff\xfe"] * N)))


def main(out):
    cases = Cases(out)
    for make in (records, infos, declarations, values):
        make(cases)
    open(os.path.join(out, "cases.txt"), "w").write("".join(cases.lines))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
