#!/usr/bin/python3
"""Writes transform-vectors.json: what transformations of steps and episodes must give, calculated here by plain loops.

  make_transform_vectors.py [FILE]

The rules are those of rlds.transformations (google-research/rlds, commit be119daba87f593d4d2952074419878ac8393574;
docs/transformations.md at 40f477ba6716909ee9368a9d6944743c807c1777), written down from its source and tests, because that
library needs TensorFlow and Reverb. Where it has no such operation, the rule is the one in the docstring here.
Pictures are resized by Pillow itself. Deterministic. Needs python3-numpy and python3-pil.
"""
import hashlib, json, math, os, sys
import numpy as np
from PIL import Image

MASK = (1 << 64) - 1
VECTORS = []


def plain(value):
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


def rows(steps):
    return [{"index": s["index"], "values": {k: plain(v) for k, v in s["values"].items()}} for s in steps]


def vector(name, op, episodes, params, **expected):
    VECTORS.append({
        "id": name, "op": op, "params": params,
        "episodes": [{k: plain(np.asarray(v)) for k, v in e.items()} for e in episodes],
        "expected": expected})


def episode(seed, length, terminal=True):
    """SAR steps: the last one holds the last observation, and has an action and a reward without meaning."""
    rng = np.random.default_rng(seed)
    flags = np.arange(length)
    return {
        "obs/p": np.round(rng.normal(size=(length, 2)), 6),
        "obs/count": rng.integers(-9, 9, size=(length, 1)),
        "actions": np.round(rng.normal(size=(length, 3)), 6),
        "reward": np.round(rng.normal(size=length), 6),
        "discount": np.where(flags == length - 2, 0.0 if terminal else 1.0, 1.0),
        "is_first": flags == 0,
        "is_last": flags == length - 1,
        "is_terminal": (flags == length - 1) & terminal}


def steps_of(columns):
    length = len(next(iter(columns.values())))
    return [{"index": i, "values": {k: np.asarray(v)[i] for k, v in columns.items()}} for i in range(length)]


def stacked(steps, path):
    return np.stack([s["values"][path] for s in steps])


# --- windows: flexible_batch.batch

def windows(steps, size, shift, stride, partial):
    out, start = [], 0
    while start < len(steps):
        chosen = [steps[start + k * stride] for k in range(size) if start + k * stride < len(steps)]
        if len(chosen) == size or partial != "DROP":
            filled = chosen + [chosen[-1]] * (size - len(chosen)) if partial == "PAD" else chosen
            values = {k: stacked(filled, k) for k in steps[0]["values"]}
            if partial == "PAD":
                values["valid"] = np.arange(size) < len(chosen)
            out.append({"index": chosen[0]["index"], "values": values})
        start += shift
    return out


def make_windows():
    four = {"x": np.array([1, 2, 3, 4])}
    for name, args in [("a", (2, 1, 1, "KEEP")), ("b", (2, 1, 1, "DROP")), ("c", (2, 2, 1, "KEEP")), ("d", (2, 1, 2, "KEEP"))]:
        vector("window-doc-" + name, "window", [four], dict(zip(("size", "shift", "stride", "partial"), args)),
               steps=rows(windows(steps_of(four), *args)))
    # The four results that the docstring there gives.
    assert [w["values"]["x"].tolist() for w in windows(steps_of(four), 2, 1, 1, "KEEP")] == [[1, 2], [2, 3], [3, 4], [4]]
    assert [w["values"]["x"].tolist() for w in windows(steps_of(four), 2, 1, 1, "DROP")] == [[1, 2], [2, 3], [3, 4]]
    assert [w["values"]["x"].tolist() for w in windows(steps_of(four), 2, 2, 1, "KEEP")] == [[1, 2], [3, 4]]
    assert [w["values"]["x"].tolist() for w in windows(steps_of(four), 2, 1, 2, "KEEP")] == [[1, 3], [2, 4], [3], [4]]
    for i, args in enumerate([(3, 2, 1, "PAD"), (3, 1, 2, "PAD"), (2, 5, 1, "KEEP"), (4, 3, 2, "DROP"), (1, 1, 1, "DROP"),
                              (9, 1, 1, "DROP"), (9, 4, 1, "PAD"), (3, 3, 3, "KEEP")]):
        e = episode(10 + i, 7)
        vector("window-%d" % i, "window", [e], dict(zip(("size", "shift", "stride", "partial"), args)),
               steps=rows(windows(steps_of(e), *args)))


# --- alignment: shift_keys

def shifted(steps, keys, by):
    """Step i has the keys of step i + by; a key is a path or the group it is in. By 0: as they are."""
    def is_key(path):
        return any(path == k or path.startswith(k + "/") for k in keys)
    out = []
    for i, step in enumerate(steps):
        if 0 <= i + by < len(steps):
            out.append({"index": step["index"],
                        "values": {k: steps[i + by]["values"][k] if is_key(k) else v for k, v in step["values"].items()}})
    return out


def make_shifts():
    test = {"observation/field0": [[0, 0], [0, 1], [0, 2]], "reward": [0.0, 1.0, 2.0], "is_terminal": [False, False, True]}
    got = shifted(steps_of(test), ["observation"], -1)
    assert [s["values"]["observation/field0"].tolist() for s in got] == [[0, 0], [0, 1]]
    assert [float(s["values"]["reward"]) for s in got] == [1.0, 2.0]
    vector("shift-test-of-rlds", "shift", [test], {"keys": ["observation"], "by": -1}, steps=rows(got))
    for i, (keys, by) in enumerate([(["obs"], 1), (["actions", "reward"], -2), (["obs/p"], 3), (["reward"], 0), (["obs"], 9)]):
        e = episode(30 + i, 6)
        vector("shift-%d" % i, "shift", [e], {"keys": keys, "by": by}, steps=rows(shifted(steps_of(e), keys, by)))
    # Offsets of action and reward from the observation in a step: SAR (0, 0), ARS (-1, -1), RSA (0, -1).
    offsets = {"SAR": (0, 0), "ARS": (-1, -1), "RSA": (0, -1)}
    for i, (a, b) in enumerate([("SAR", "RSA"), ("SAR", "ARS"), ("ARS", "RSA"), ("RSA", "SAR"), ("ARS", "SAR")]):
        e = episode(40 + i, 5)
        got = steps_of(e)
        by = offsets[b][0] - offsets[a][0], offsets[b][1] - offsets[a][1]
        if by[0] == by[1]:
            got = shifted(got, ["actions", "reward"], by[0])
        else:
            got = shifted(got, ["actions"], by[0]) if by[0] else got
            got = shifted(got, ["reward"], by[1]) if by[1] else got
        vector("align-%s-%s" % (a, b), "align", [e], {"from": a, "to": b}, steps=rows(got))


# --- n-step transitions

def transitions(steps, n, gamma, keep_short):
    """Acme's n-step adder on SAR steps; step t + m ends a transition, and the last step begins none."""
    out = []
    for t in range(len(steps) - 1):
        m = min(n, len(steps) - 1 - t)
        if m < n and not keep_short:
            continue
        reward = 0.0
        for k in range(m):
            factor = math.prod([gamma * float(steps[t + j]["values"]["discount"]) for j in range(k)])
            reward += factor * float(steps[t + k]["values"]["reward"])
        discount = math.prod([gamma * float(steps[t + j]["values"]["discount"]) for j in range(m)])
        end = steps[t + m]["values"]
        values = dict(steps[t]["values"])
        values.update({"reward": reward, "discount": 0.0 if end["is_terminal"] else discount, "n": m})
        values.update({"next/" + k: v for k, v in end.items() if k.startswith("obs/")})
        out.append({"index": steps[t]["index"], "values": values})
    return out


def make_transitions():
    for i, (n, gamma, keep, length, terminal) in enumerate(
            [(1, 1.0, True, 6, True), (1, 0.99, True, 6, False), (3, 0.9, True, 8, True), (3, 0.9, False, 8, True),
             (5, 0.5, True, 4, False), (5, 0.5, False, 4, False), (2, 0.0, True, 5, True), (3, 0.99, True, 1, True)]):
        e = episode(50 + i, length, terminal)
        vector("nstep-%d" % i, "nstep", [e], {"n": n, "gamma": gamma, "keep": keep},
               steps=rows(transitions(steps_of(e), n, gamma, keep)))
    e = dict(episode(58, 6), discount=np.ones(6))  # only the flag says that nothing comes after the end
    vector("nstep-flag", "nstep", [e], {"n": 3, "gamma": 0.9, "keep": True}, steps=rows(transitions(steps_of(e), 3, 0.9, True)))


# --- patterns: pattern_map

def patterned(steps, picks):
    back = max(-p["from"] for p in picks)
    out = []
    for newest in range(back - 1, len(steps)):
        values = {}
        for p in picks:
            chosen = steps[newest + 1 + p["from"]:newest + 1 + p["end"]]
            values[p["name"]] = stacked(chosen, p["path"]) if p["slice"] else chosen[0]["values"][p["path"]]
        out.append({"index": steps[newest]["index"], "values": values})
    return out


def make_patterns():
    def pick(name, path, at):
        return {"name": name, "path": path, "from": at, "end": at + 1, "slice": False}

    def cut(name, path, start, end):
        return {"name": name, "path": path, "from": start, "end": end, "slice": True}
    sars = [pick("observation", "obs/p", -2), pick("action", "actions", -2), pick("reward", "reward", -2),
            pick("next_observation", "obs/p", -1)]
    frames = [cut("frames", "obs/p", -3, 0), pick("action", "actions", -1)]
    mixed = [cut("past", "obs/count", -4, -1), cut("actions", "actions", -2, 0)]
    for name, picks in [("sars", sars), ("frames", frames), ("mixed", mixed)]:
        es = [episode(60, 5), episode(61, 1), episode(62, 3)]
        each = [s for e in es for s in patterned(steps_of(e), picks)]
        flat = patterned([s for e in es for s in steps_of(e)], picks)
        vector("pattern-%s" % name, "pattern", es, {"picks": picks, "boundaries": True}, steps=rows(each))
        vector("pattern-%s-across" % name, "pattern", es, {"picks": picks, "boundaries": False}, steps=rows(flat))


# --- frames and chunks

def make_stacks():
    for i, (frames, length) in enumerate([(1, 3), (3, 5), (4, 2)]):
        e = episode(70 + i, length)
        steps = steps_of(e)
        out = [{"index": s["index"], "values": dict(s["values"], **{
            "obs/p": stacked([steps[max(0, t - frames + 1 + k)] for k in range(frames)], "obs/p")})}
            for t, s in enumerate(steps)]
        vector("stack-%d" % i, "stack", [e], {"path": "obs/p", "frames": frames}, steps=rows(out))
    for i, (horizon, length) in enumerate([(1, 3), (4, 6), (5, 2)]):
        e = episode(75 + i, length)
        steps = steps_of(e)
        out = [{"index": s["index"], "values": dict(
            s["values"], actions=stacked([steps[min(t + k, length - 1)] for k in range(horizon)], "actions"),
            action_is_pad=np.array([t + k >= length for k in range(horizon)]))} for t, s in enumerate(steps)]
        vector("chunk-%d" % i, "chunk", [e], {"horizon": horizon}, steps=rows(out))


# --- truncation and concatenation

def make_ends():
    """truncate_after_condition, concatenate, concat_if_terminal, with the data of their tests."""
    e = {"x": [5, 4, 3, 4], "is_terminal": [False, False, True, False]}
    vector("truncate-test-of-rlds", "truncate", [e], {"path": "is_terminal"}, steps=rows(steps_of(e)[:3]))
    for i, seed in enumerate([80, 81]):
        e = episode(seed, 5, terminal=False)
        vector("truncate-%d" % i, "truncate", [e], {"path": ["is_first", "is_terminal"][i]},
               steps=rows(steps_of(e)[:[1, 5][i]]))
    one = {"observation": [1, 2, 3], "action": [2, 3, 4], "extra": [4, 5, 6]}
    two = {"reward": [1.0, 1.0, 1.0], "is_terminal": [False, False, True], "extra": [7, 8, 9]}
    for name, a, b in [("fields", {k: one[k] for k in ("observation", "action")},
                        {k: two[k] for k in ("reward", "is_terminal")}), ("intersection", one, two), ("same", one, one)]:
        out = [{"index": s["index"], "values": dict(s["values"], **{
            k: np.zeros_like(np.asarray(v)[0]) for k, v in other.items() if k not in s["values"]})}
            for own, other in [(a, b), (b, a)] for s in steps_of(own)]
        vector("concat-" + name, "concat", [a, b], {}, steps=rows(out))
    for name, terminal in [("terminal", True), ("truncated", False)]:
        e = episode(85, 4, terminal)
        steps = steps_of(e)
        out = [{"index": s["index"], "values": dict(s["values"], absorbing=False)} for s in steps]
        if terminal:
            zeros = {k: np.zeros_like(v) for k, v in steps[-1]["values"].items()}
            out.append({"index": 4, "values": dict(zeros, absorbing=True)})
        vector("absorbing-" + name, "absorbing", [e], {}, steps=rows(out))
        out = [{"index": s["index"], "values": s["values"]} for s in steps]
        if terminal:
            zeros = {k: np.zeros_like(v) for k, v in steps[-1]["values"].items()}
            out.append({"index": 0, "values": dict(zeros, reward=float(steps[-1]["values"]["reward"]))})
        vector("concat-if-" + name, "concat_if_terminal", [e], {}, steps=rows(out))


# --- statistics: mean_and_std, and quantiles of numpy

def make_statistics():
    def of(es, masked):
        out = {}
        for path in es[0]:
            values = []
            for e in es:
                for s in steps_of(e):
                    last = bool(s["values"].get("is_last", False))
                    if not (masked and last and path in ("actions", "reward", "discount")):
                        values.append(np.asarray(s["values"][path], dtype=np.float64))
            count, total = len(values), np.zeros_like(values[0])
            for v in values:
                total = total + v
            mean = total / count
            squares = np.zeros_like(mean)
            for v in values:
                squares = squares + (v - mean) ** 2
            out[path] = {"count": count, "mean": plain(mean), "sample_std": plain(np.sqrt(squares / (count - 1))),
                         "std": plain(np.sqrt(squares / count)), "min": plain(np.min(values, 0)), "max": plain(np.max(values, 0)),
                         "quantiles": {str(q): plain(np.quantile(values, q, axis=0)) for q in (0.01, 0.1, 0.5, 0.9, 0.99)}}
        return out
    test = [{"observation/field0": [[1, 0], [0, 1], [0, 2]], "actions": [[0, 10, 20], [10, 11, 21], [20, 21, 22]],
             "is_last": [False, False, False]},
            {"observation/field0": [[3, 0], [1, 1], [1, 2]], "actions": [[0, 10, 20], [10, 13, 22], [20, 22, 22]],
             "is_last": [False, False, True]}]
    vector("stats-like-test-of-rlds", "stats", test, {"sar": True}, fields=of(test, True))
    several = [episode(90, 7), episode(91, 3, False), episode(92, 12)]
    vector("stats-sar", "stats", several, {"sar": True}, fields=of(several, True))
    vector("stats-all", "stats", several, {"sar": False}, fields=of(several, False))
    far = [{"t": 1e9 + np.arange(20) * 0.25}, {"t": 1e9 + 5 + np.arange(40) * 0.25}]
    vector("stats-far-from-0", "stats", far, {"sar": True}, fields=of(far, True))


# --- interleaving: tf.data.Dataset.interleave, one thread

def interleaved(es, cycle, block):
    waiting, slots, out, slot = list(es), [None] * cycle, [], 0
    while waiting or any(s is not None for s in slots):
        if slots[slot] is None and waiting:
            slots[slot] = list(waiting.pop(0))
        if slots[slot] is not None:
            taken = slots[slot][:block]
            out += taken
            slots[slot] = slots[slot][block:]
            if len(taken) < block:
                slots[slot] = None
        slot = (slot + 1) % cycle
    return out


def make_interleaves():
    doc = [{"x": np.full(6, i)} for i in range(1, 6)]
    got = interleaved([steps_of(e) for e in doc], 2, 4)
    # The result that the documentation of tf.data gives.
    assert [int(s["values"]["x"]) for s in got] == [
        1, 1, 1, 1, 2, 2, 2, 2, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 3, 3, 4, 4, 5, 5, 5, 5, 5, 5]
    vector("interleave-doc", "interleave", doc, {"cycle": 2, "block": 4}, steps=rows(got))
    for i, (cycle, block) in enumerate([(1, 1), (3, 1), (4, 2), (9, 3)]):
        es = [{"x": 100 * k + np.arange(n)} for k, n in enumerate([3, 1, 5, 2, 4, 6])]
        vector("interleave-%d" % i, "interleave", es, {"cycle": cycle, "block": block},
               steps=rows(interleaved([steps_of(e) for e in es], cycle, block)))


# --- random numbers: SplitMix64

class Draws:
    def __init__(self, seed):
        self.state = seed & MASK

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, bound):
        return ((self.bits() >> 32) * bound) >> 32

    def unit(self):
        return (self.bits() >> 11) * 2.0 ** -53


def make_random():
    """Shuffle: of a buffer that is filled up in order, one is drawn, and the last of the buffer takes its place."""
    for i, (buffer, seed, length) in enumerate([(1, 7, 5), (4, 7, 12), (100, -3, 20)]):
        e = {"x": np.arange(length)}
        waiting, held, out, draws = steps_of(e), [], [], Draws(seed)
        while waiting or held:
            while waiting and len(held) < buffer:
                held.append(waiting.pop(0))
            at = draws.below(len(held))
            held[at], held[-1] = held[-1], held[at]
            out.append(held.pop())
        vector("shuffle-%d" % i, "shuffle", [e], {"buffer": buffer, "seed": seed}, steps=rows(out))
    for i, (least, bound, seed) in enumerate([(-2.0, 3.0, 1), (0.0, 255.0, 99)]):
        draws = Draws(seed)
        reals = [least + draws.unit() * (bound - least) for _ in range(6)]
        whole = [int(math.floor(least + draws.unit() * (bound - least))) for _ in range(3)]
        vector("uniform-%d" % i, "uniform", [], {"least": least, "bound": bound, "seed": seed},
               steps=[{"index": 0, "values": {"reals": np.reshape(reals, (2, 3)).tolist(), "whole": whole}}])
    keys = ["out/WaveTask/run_%d.hdf5/demo_%d" % (r, d) for r in range(3) for d in range(10)]
    for i, fractions in enumerate([[0.8, 0.1, 0.1], [0.25, 0.25]]):
        parts = []
        for key in keys:
            head = hashlib.sha256(b"salt\0" + key.encode()).digest()[:8]
            place, end, part = (int.from_bytes(head, "big") >> 11) * 2.0 ** -53, 0.0, -1
            for k, f in enumerate(fractions):
                end += f
                if place < end and part < 0:
                    part = k
            parts.append(part)
        vector("split-%d" % i, "split", [], {"fractions": fractions, "salt": "salt", "keys": keys}, parts=parts)


# --- fields

def make_fields():
    for i, (rate, length) in enumerate([(20.0, 5), (15.0, 6), (5.0, 9), (3.0, 8), (10.0, 4)]):
        """Times k / rate, of steps 0.1 s apart: floats between the two, others and actions before, rewards summed."""
        e = {k: v for k, v in episode(100 + i, length).items() if not k.startswith("is_")}
        e["obs/quat"] = np.round(np.random.default_rng(i).normal(size=(length, 4)), 6)
        steps, out, k = steps_of(e), [], 0
        while k * 10 <= (length - 1) * rate + 1e-9:
            place = k * 10 / rate
            at = int(math.floor(place + 1e-6))
            share = place - at
            values = dict(steps[at]["values"])
            if share > 1e-6:
                after = steps[at + 1]["values"]
                for path in ("obs/p", "discount"):
                    values[path] = values[path] + share * (after[path] - values[path])
            values["reward"] = float(sum(
                float(s["values"]["reward"]) for j, s in enumerate(steps) if place - 1e-6 <= j < (k + 1) * 10 / rate - 1e-6))
            out.append({"index": k, "values": values})
            k += 1
        vector("resample-%d" % i, "resample", [e], {"rate": rate}, steps=rows(out))
    e = episode(110, 4)
    mask = [True, False, True]
    e["obs/q"] = np.round(np.random.default_rng(9).normal(size=(4, 3)), 6)
    out = [{"index": s["index"], "values": dict(s["values"], actions=s["values"]["actions"] - np.where(
        mask, s["values"]["obs/q"], 0))} for s in steps_of(e)]
    vector("relative", "relative", [e], {"state": "obs/q", "mask": mask}, steps=rows(out))
    e = episode(111, 6)
    for i, gamma in enumerate([1.0, 0.9]):
        expected = {"return": float(sum(gamma ** t * r for t, r in enumerate(e["reward"]))), "length": 6,
                    "sum": plain(np.sum(e["obs/p"], 0)), "min": plain(np.min(e["actions"], 0)),
                    "max": plain(np.max(e["obs/count"], 0).astype(float)), "last": plain(e["obs/p"][-1])}
        vector("reduce-%d" % i, "reduce", [e], {"gamma": gamma}, **expected)


def make_pictures():
    for i, (size, result) in enumerate([((5, 7), (3, 4)), ((4, 6), (6, 9)), ((3, 5), (3, 2))]):
        pictures = ((np.arange(2 * size[0] * size[1] * 3) * 37) % 251).astype(np.uint8).reshape((2,) + size + (3,))
        out = [{"index": k, "values": {"image": np.asarray(Image.fromarray(p).resize(result[::-1], Image.BILINEAR))}}
               for k, p in enumerate(pictures)]
        vector("resize-%d" % i, "resize", [{"image": pictures}], {"height": result[0], "width": result[1]}, steps=rows(out))


def main():
    for make in (make_windows, make_shifts, make_transitions, make_patterns, make_stacks, make_ends, make_statistics,
                 make_interleaves, make_random, make_fields,
                 make_pictures):
        make()
    assert len({v["id"] for v in VECTORS}) == len(VECTORS)
    default = os.path.join(os.path.dirname(os.path.abspath(__file__)), "transform-vectors.json")
    with open(sys.argv[1] if len(sys.argv) > 1 else default, "w") as f:
        f.write("[\n" + ",\n".join(json.dumps(v) for v in VECTORS) + "\n]\n")
    print("%d vectors" % len(VECTORS))


if __name__ == "__main__":
    main()
