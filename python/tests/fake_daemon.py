"""A daemon in a thread of the test: speaks the protocol, takes slots as they come and checks what a client must keep."""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import shutil
import socket
import struct
import tempfile
import threading
import time
from typing import Any

import numpy as np

KINDS = {1: "STEP", 2: "BEGIN", 3: "END", 4: "EVENT", 5: "BLOCK"}
TEXTS = {"BEGIN": "begin", "END": "end", "EVENT": "event"}
HEADER = {"published": 64, "consumed": 128, "durable": 192, "waiting": 256, "pending_ends": 320}
FIRST_SLOT = 8192
ROOM = 4096


def _aligned(offset: int) -> int:
    return (offset + 63) // 64 * 64


def _dtype(column: dict[str, Any]) -> np.dtype[Any]:
    return np.dtype(f"S{column['shape'][0]}" if column["dtype"] == "text" else column["dtype"])


def _row_shape(column: dict[str, Any]) -> tuple[int, ...]:
    return () if column["dtype"] == "text" else tuple(column["shape"])


def layout_of(fields: list[dict[str, Any]], envs: int, slots: int, block_rows: int) -> dict[str, Any]:
    """A layout as the protocol describes it; INITIAL and FINAL columns share the room of the STEP columns."""
    rows = max(envs, block_rows)
    state, at = {}, 64
    for name, width in (("recording", 1), ("episodes", 4), ("steps", 4), ("events", 4), ("mask", 1), ("codes", 1)):
        state[name] = at
        at = _aligned(at + width * envs)
    text = {name: [at + k * ROOM, ROOM] for k, name in enumerate(("begin", "end", "event"))}
    first = at + 3 * ROOM
    clock = {"path": "timestamps/wall_time_ns", "phase": "step", "dtype": "int64", "shape": [], "fill": "wall_time"}
    columns, end = [], first
    for phase in ("step", "initial", "final"):
        at = first
        own = [field for field in fields if field["phase"] == phase] + ([clock] if phase == "step" else [])
        order = {"float64": 0, "float32": 1, "float16": 2}
        own.sort(key=lambda field: 3 if field.get("non_finite_allowed") else order.get(field["dtype"], 3))
        for field in own:
            column = {key: field[key] for key in ("path", "phase", "dtype", "shape", "fill") if key in field}
            is_float = field["dtype"].startswith("float")
            column.update(offset=at, rows=rows, checked=is_float and not field.get("non_finite_allowed", False))
            columns.append(column)
            at = _aligned(at + rows * _dtype(column).itemsize * int(np.prod(_row_shape(column), initial=1)))
        end = max(end, at)
    slot_bytes = _aligned(end)
    return {
        "type": "layout",
        "size": FIRST_SLOT + slots * slot_bytes,
        "slots": slots,
        "slot_bytes": slot_bytes,
        "first_slot": FIRST_SLOT,
        "num_envs": envs,
        "header": HEADER,
        "state": state,
        "text": text,
        "columns": columns,
    }


class Slot:
    """A slot as it was when it was consumed."""

    def __init__(self, kind: str, envs: list[int], values: dict[str, Any], text: Any, codes: list[int], env: int) -> None:
        self.kind, self.envs, self.values, self.text, self.codes, self.env = kind, envs, values, text, codes, env

    def __repr__(self) -> str:
        return f"{self.kind} {self.envs or self.env}"


class Client:
    """What the daemon knows of one client."""

    def __init__(self) -> None:
        self.slots: list[Slot] = []
        self.layout: dict[str, Any] = {}
        self.opening: dict[str, Any] = {}
        self.hello: dict[str, Any] = {}
        self.continued: list[dict[str, Any]] = []
        self.states: list[dict[str, Any]] = []
        self.close_reason: str | None = None
        self.bells = 0
        self.memory: mmap.mmap | None = None
        self.envs = 0

    def word(self, name: str, value: int | None = None) -> int:
        assert self.memory is not None
        if value is not None:
            self.memory[HEADER[name] : HEADER[name] + 8] = struct.pack("<Q", value)
        return int(struct.unpack_from("<Q", self.memory, HEADER[name])[0])


class FakeDaemon:
    """Stands where the package has its Daemon, and is that daemon as well."""

    def __init__(self, java: object = None, *, slots: int | None = None, is_durable: bool = True, protocol: int = 1) -> None:
        self.folder = tempfile.mkdtemp(prefix="roboreel-test-")
        self.socket = os.path.join(self.folder, "bridge.sock")
        self.slots = slots
        self.is_durable = is_durable
        self.protocol = protocol
        self.clients: list[Client] = []
        self.faults: list[str] = []
        self.runs = 0
        self.starts = 0
        self.is_removed = False
        self.refusal: dict[str, Any] | None = None
        # A run that is not open yet, or cannot be opened, when the ring is there already.
        self.may_open = threading.Event()
        self.may_open.set()
        self.open_refusal: dict[str, Any] | None = None
        self._sockets: list[socket.socket] = []
        self._by_memory: dict[str, Client] = {}
        self._fields: list[dict[str, Any]] = []
        self._taking = threading.Lock()
        self._dead = threading.Event()

    @property
    def client(self) -> Client:
        return self.clients[0]

    @property
    def taken(self) -> list[Slot]:
        return self.client.slots

    # --- As the package sees it ---

    def start(self) -> dict[str, Any]:
        self.starts += 1
        os.makedirs(self.folder, mode=0o700, exist_ok=True)
        if os.path.exists(self.socket):
            os.unlink(self.socket)
        self._dead = threading.Event()
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(self.socket)
        listener.listen()
        self._sockets = [listener]
        threading.Thread(target=self._accept, args=(listener, self._dead), daemon=True).start()
        return {"ready": True}

    def wait(self) -> int:
        return 0

    def abandon(self) -> None:
        pass

    def prepare_next_start(self) -> None:
        """A thread of this process starts fast enough."""

    def remove_folder(self) -> None:
        self.is_removed = True
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- As a daemon ---

    def die(self) -> None:
        """Ends as by kill -9: the sockets end, nothing more is taken."""
        with self._taking:
            self._dead.set()
        for one in self._sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def send(self, message: dict[str, Any]) -> None:
        """Says something by itself; after an error the session is over."""
        data = json.dumps(message).encode()
        self._sockets[-1].sendall(struct.pack("<I", len(data)) + data)
        if message["type"] == "error":
            self._sockets[-1].shutdown(socket.SHUT_WR)

    def _accept(self, listener: socket.socket, dead: threading.Event) -> None:
        while not dead.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            self._sockets.append(connection)
            threading.Thread(target=self._serve, args=(connection, dead), daemon=True).start()

    def _serve(self, connection: socket.socket, dead: threading.Event) -> None:
        stream = connection.makefile("rb")

        def send(message: dict[str, Any]) -> None:
            data = json.dumps(message).encode()
            connection.sendall(struct.pack("<I", len(data)) + data)

        client = Client()
        stop = threading.Event()
        consumer: threading.Thread | None = None
        try:
            while True:
                head = stream.read(4)
                if len(head) < 4:
                    break
                (length,) = struct.unpack("<I", head)
                if length == 0:
                    client.bells += 1
                    continue
                message = json.loads(stream.read(length))
                kind = message["type"]
                if kind == "hello":
                    client.hello = message
                    if self.protocol < message["min_protocol"] or self.protocol > message["protocol"]:
                        text = f"the client speaks protocol {message['protocol']}, this recorder {self.protocol}; update roboreel"
                        send({"type": "error", "kind": "version", "message": text})
                        break
                    send({"type": "welcome", "protocol": self.protocol, "daemon": "0.3.0", "pid": os.getpid()})
                elif kind in ("open_run", "join_run"):
                    if self.refusal is not None:
                        send(self.refusal)
                        break
                    client = self._opened(client, message)
                    send(client.layout)
                elif kind == "mapped":
                    self._map(client)
                    while not self.may_open.wait(0.001):
                        if dead.is_set():
                            raise OSError("died while it opened the run")
                    if self.open_refusal is not None:
                        send(self.open_refusal)
                        break
                    consumer = threading.Thread(target=self._consume, args=(client, stop, dead), daemon=True)
                    consumer.start()
                    send({"type": "opened", "run": self.runs, "folder": "f", "env_folder": "f/e", "continuous": True})
                    self.runs += 1
                elif kind == "close":
                    client.close_reason = message["reason"]
                    self._drain(client)
                    send({"type": "closed", "runs": list(range(self.runs)), "recovered": [], "problems": []})
        except (OSError, ValueError):
            pass
        except Exception as e:
            self.faults.append(repr(e))
        finally:
            stop.set()
            if consumer is not None:
                consumer.join()
            connection.close()

    def _opened(self, client: Client, message: dict[str, Any]) -> Client:
        if message.get("continue"):
            client = self._by_memory[message["memory"]]
            client.continued.append(message)
            durable = client.word("durable")
            client.word("consumed", durable)
            del client.slots[durable:], client.states[durable:]
            return client
        if message["type"] == "open_run":
            self._fields = message["fields"]
        client.opening = message
        client.envs = len(message["envs"])
        slots = self.slots or max(4, min(64, message["slots"]))
        client.layout = layout_of(self._fields, client.envs, slots, message["block_rows"])
        self.clients.append(client)
        self._by_memory[message["memory"]] = client
        return client

    @staticmethod
    def _map(client: Client) -> None:
        if client.memory is None:
            with open(client.opening["memory"], "r+b") as file:
                client.memory = mmap.mmap(file.fileno(), client.layout["size"])
            client.memory[:8] = b"RRBRIDG1"

    def _consume(self, client: Client, stop: threading.Event, dead: threading.Event) -> None:
        while not stop.is_set() and not dead.is_set():
            if not self._take_all(client, dead):
                time.sleep(0.0005)

    def _drain(self, client: Client) -> None:
        end = time.monotonic() + 60
        self.is_durable = True
        while client.word("durable") < client.word("published") and time.monotonic() < end:
            time.sleep(0.001)

    def _take_all(self, client: Client, dead: threading.Event) -> bool:
        published, taken = client.word("published"), client.word("consumed")
        for number in range(taken, published):
            with self._taking:
                if dead.is_set():
                    return True
                try:
                    client.slots.append(self._slot(client, number))
                except Exception as e:
                    self.faults.append(f"slot {number}: {e!r}")
                client.word("consumed", number + 1)
        with self._taking:
            if self.is_durable and not dead.is_set():
                client.word("durable", client.word("consumed"))
        return published > taken

    def _slot(self, client: Client, number: int) -> Slot:
        layout, memory = client.layout, client.memory
        assert memory is not None
        at = layout["first_slot"] + number % layout["slots"] * layout["slot_bytes"]
        told, kind_number, count, env, text_bytes = struct.unpack_from("<QIIII", memory, at)
        kind = KINDS[kind_number]
        state = {name: self._state(client, at, name) for name in layout["state"]}
        mask = state["mask"].astype(bool)
        before = client.states[-1] if client.states else {name: np.zeros_like(array) for name, array in state.items()}
        self._require(told == number, f"slot {number} says that it is {told}")
        self._check_state(number, kind, env, count, mask, before, state)
        client.states.append(state)
        text = None
        if text_bytes:
            offset, room = layout["text"][TEXTS[kind]]
            self._require(text_bytes <= room, f"slot {number} has a text of {text_bytes} bytes")
            text = json.loads(bytes(memory[at + offset : at + offset + text_bytes]))
        values = self._values(client, at, kind, count, mask)
        envs = np.flatnonzero(mask).tolist()
        return Slot(kind, envs, values, text, state["codes"][mask].tolist() if kind == "END" else [], env)

    @staticmethod
    def _state(client: Client, at: int, name: str) -> Any:
        dtype = "u1" if name in ("recording", "mask", "codes") else "<u4"
        return np.frombuffer(client.memory, dtype, client.envs, at + client.layout["state"][name]).copy()  # type: ignore[call-overload]

    def _require(self, is_right: Any, what: str) -> None:
        if not is_right:
            self.faults.append(what)

    def _check_state(self, number: int, kind: str, env: int, count: int, mask: Any, before: Any, after: Any) -> None:
        expected = {name: before[name].copy() for name in ("recording", "episodes", "steps", "events")}
        if kind == "BEGIN":
            self._require(not before["recording"][mask].any(), f"slot {number} begins what is recording")
            expected["recording"][mask] = 1
            expected["episodes"][mask] += 1
            expected["steps"][mask] = 0
            expected["events"][mask] = 0
        elif kind == "STEP":
            self._require(before["recording"][mask].all(), f"slot {number} is a step of what is not recording")
            expected["steps"][mask] += 1
        elif kind == "END":
            self._require(before["recording"][mask].all(), f"slot {number} ends what is not recording")
            expected["recording"][mask] = 0
        elif kind == "BLOCK":
            expected["steps"][env] += count
        else:
            expected["events"][env] += 1
        for name, array in expected.items():
            self._require((array == after[name]).all(), f"slot {number} has {name} {after[name]}, expected {array}")

    def _values(self, client: Client, at: int, kind: str, count: int, mask: Any) -> dict[str, Any]:
        phase = {"STEP": "step", "BLOCK": "step", "BEGIN": "initial", "END": "final"}.get(kind)
        if phase is None or (kind == "END" and not count):
            return {}
        values = {}
        for column in client.layout["columns"]:
            if column["phase"] != phase:
                continue
            shape = (column["rows"], *_row_shape(column))
            rows = np.ndarray(shape, _dtype(column), client.memory, at + column["offset"])
            values[column["path"]] = rows[:count].copy() if kind == "BLOCK" else rows[: client.envs][mask].copy()
            if column["checked"]:
                self._require(np.isfinite(values[column["path"]]).all(), f"{column['path']} is not finite")
        return values
