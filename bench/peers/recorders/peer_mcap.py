"""The mcap Python writer: a channel per environment and field, zstd chunks, a file per episode.

Variants: protobuf (doubles packed, pictures as bytes), json (numbers as text; state only in practice).
"""

import base64
import glob
import json
import os

import numpy as np

from work import Recorder, main


class Mcap(Recorder):
    name, envs_max, variants = "mcap writer", 16, ["protobuf", "json"]

    def __init__(self, out, world, args):
        super().__init__(out, world, args)
        self.episode, self.pb = 0, args.variant == "protobuf"
        if self.pb:
            from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

            f = descriptor_pb2.FileDescriptorProto(name="row.proto", package="bench", syntax="proto3")
            m = f.message_type.add(name="Row")
            field = descriptor_pb2.FieldDescriptorProto
            kinds = (("f64", field.TYPE_DOUBLE, 3), ("f32", field.TYPE_FLOAT, 3), ("raw", field.TYPE_BYTES, 1))
            for n, (name, t, label) in enumerate(kinds):
                m.field.add(name=name, number=n + 1, type=t, label=label)
            pool = descriptor_pool.DescriptorPool()
            pool.Add(f)
            self.Row = message_factory.GetMessageClass(pool.FindMessageTypeByName("bench.Row"))
            self.schema = descriptor_pb2.FileDescriptorSet(file=[f]).SerializeToString()

    def begin(self, b):
        from mcap.writer import Writer

        self.stream = open(os.path.join(self.out, f"episode_{self.episode}.mcap"), "wb")  # noqa: SIM115 (closed by end)
        self.m = Writer(self.stream)
        self.m.start()
        enc = "protobuf" if self.pb else "json"
        schema = self.m.register_schema(
            "bench.Row", "protobuf" if self.pb else "jsonschema", self.schema if self.pb else b'{"type": "object"}'
        )
        self.ch = [
            {k: self.m.register_channel(f"/env_{e}/{k}", enc, schema) for k in self.w.shapes} for e in range(self.args.envs)
        ]
        self.episode, self.t, self.now = self.episode + 1, 0, b

    def record(self, b):
        for e, ch in enumerate(self.ch):
            for k, c in ch.items():
                x = (b if k in ("action", "reward") else self.now)[k][e]
                self.m.add_message(c, self.t, self.bytes(x), self.t)
        self.now, self.t = b, self.t + int(1e9 / self.args.hz)

    def bytes(self, x):
        if not self.pb:
            return json.dumps({"data": base64.b64encode(x).decode() if x.dtype == np.uint8 else x.tolist()}).encode()
        if x.dtype == np.uint8:
            return self.Row(raw=x.tobytes()).SerializeToString()
        v = np.atleast_1d(x)
        return (self.Row(f32=v) if x.dtype == np.float32 else self.Row(f64=v)).SerializeToString()

    def end(self):
        self.m.finish()
        self.stream.close()

    @staticmethod
    def version():
        import mcap

        return "mcap " + mcap.__version__

    @staticmethod
    def load(out, args):
        from mcap.reader import NonSeekingReader, make_reader

        n, notes = [], []
        for path in sorted(glob.glob(os.path.join(out, "*.mcap"))):
            for reader in (make_reader, NonSeekingReader):
                count = dict.fromkeys((f"/env_{e}/reward" for e in range(args.envs)), 0)
                try:
                    with open(path, "rb") as f:
                        for _, channel, _ in reader(f).iter_messages(log_time_order=False):
                            if channel.topic in count:
                                count[channel.topic] += 1
                    break
                except Exception as e:
                    notes.append(f"{os.path.basename(path)}: {reader.__name__}: {type(e).__name__}")
            n += count.values()
        if notes:
            print("; ".join(notes))
        return n


if __name__ == "__main__":
    main(Mcap)
