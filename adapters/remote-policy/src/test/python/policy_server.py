"""A policy server as openpi's are, with Debian's websockets, msgpack and numpy; its modes are the ways to go wrong.

    policy_server.py PORT MODE      prints the port it listens on; PORT 0 chooses one
"""
import asyncio
import os
import signal
import sys
import traceback

import msgpack
import numpy as np


def pack(value):
    def array(obj):
        if isinstance(obj, np.ndarray):
            return {b"__ndarray__": True, b"data": obj.tobytes(), b"dtype": obj.dtype.str, b"shape": obj.shape}
        if isinstance(obj, np.generic):
            return {b"__npgeneric__": True, b"data": obj.item(), b"dtype": obj.dtype.str}
        raise TypeError(type(obj))

    return msgpack.packb(value, default=array)


def unpack(message):
    def array(obj):
        if b"__ndarray__" in obj:
            return np.ndarray(buffer=obj[b"data"], dtype=np.dtype(obj[b"dtype"]), shape=obj[b"shape"])
        return obj

    return msgpack.unpackb(message, object_hook=array)


def resize_with_pad(image, height, width):
    """Bilinear by Pillow, as openpi's servers and clients resize; aspect kept, the rest black."""
    from PIL import Image

    ratio = max(image.shape[1] / width, image.shape[0] / height)
    h, w = max(1, int(image.shape[0] / ratio)), max(1, int(image.shape[1] / ratio))
    result = np.zeros((height, width, 3), np.uint8)
    top, left = (height - h) // 2, (width - w) // 2
    result[top:top + h, left:left + w] = np.asarray(Image.fromarray(image).resize((w, h), Image.BILINEAR))
    return result


def act(observation):
    """Fifteen actions that depend on every value sent."""
    joints, gripper = observation["observation/joint_position"], observation["observation/gripper_position"]
    assert joints.shape == (7,) and gripper.shape == (1,) and joints.dtype == gripper.dtype == np.float32
    assert isinstance(observation["prompt"], str)
    seen = len(observation["prompt"]) + float(gripper[0])
    for key in sorted(observation):
        if key.endswith("left"):
            assert observation[key].dtype == np.uint8
            seen += int(observation[key].astype(np.int64).sum()) % 1009
    rows = [np.append(joints + 1e-3 * (row + 1), [seen % 1.0 + seen / 1e5]) for row in range(15)]
    return np.array(rows, np.float64)


WRONG = {
    "nan": lambda actions: np.where(np.indices(actions.shape)[0] == 3, np.nan, actions),
    "narrow": lambda actions: actions[:, :6],
    "short": lambda actions: actions[:3],
    "flat": lambda actions: actions[0],
    "big": lambda actions: actions.astype(">f4"),
    "list": lambda actions: actions.tolist(),
}


def main(port, mode):
    import websockets

    requests = 0

    async def answer(ws, message):
        nonlocal requests
        requests += 1
        if mode == "die" and requests == 5:
            os.kill(os.getpid(), signal.SIGKILL)
        if mode == "drop":
            return await ws.close()
        if mode == "hang":
            await asyncio.sleep(1e6)
        if mode == "error":
            raise ValueError("the checkpoint has no joint 9")
        if mode == "garbage":
            return await ws.send(b"\xc1 is no MessagePack")
        if mode == "deep":
            return await ws.send(b"\x91" * 100_000)
        if mode == "claim":
            return await ws.send(b"\x81\xa7actions\xc6\x7f\xff\xff\xff")
        if mode == "huge":
            async def parts():
                for _ in range(1024):
                    yield bytes(1 << 20)
            return await ws.send(parts())
        if mode == "other":
            return await ws.send(pack({"action": 1}))
        actions = WRONG.get(mode, lambda given: given)(act(unpack(message)))
        await ws.send(pack({"actions": actions, "server_timing": {"infer_ms": 2.5}}))

    async def serve(ws, path=None):
        headers = ws.request_headers if hasattr(ws, "request_headers") else ws.request.headers
        if mode == "key" and headers.get("Authorization") != "Api-Key " + os.environ["HOME"]:
            return await ws.send("PermissionError: wrong key")
        await ws.send(pack({"name": "test", "numbers": np.arange(3)}))
        try:
            async for message in ws:
                await answer(ws, message)
        except websockets.ConnectionClosed:
            pass
        except Exception:
            await ws.send(traceback.format_exc())
            await ws.close(1011)

    async def run():
        server = await websockets.serve(serve, "127.0.0.1", port, compression=None, max_size=None)
        print(server.sockets[0].getsockname()[1], flush=True)
        await asyncio.get_running_loop().create_future()

    asyncio.run(run())


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
