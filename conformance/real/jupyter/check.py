"""A recorder in a kernel of Jupyter's that is interrupted, restarted and killed: check.py RECORDED SCRATCH"""

import os
import sys
import time
from importlib.metadata import version
from pathlib import Path

import h5py
import numpy as np
from jupyter_client.manager import KernelManager
from recorded import Comparison, demos

SCRATCH = Path(sys.argv[2])
SECONDS = 300
ENDS = {"restarted": False, "killed": True}
OPEN = """
import numpy as np, roboreel as rr
recorder = rr.Recorder.open({folder!r}, task="Push", dt=0.05, fields={{"actions": rr.f32(2)}}, videos=False, metrics=False)
recorder.begin()
number = 0
def step():
    global number
    recorder.step({{"actions": [number, -number]}})
    number += 1
print(recorder._session._daemon.pid)
"""

comparison = Comparison()


class Kernel:
    """Cells as a notebook runs them."""

    def __init__(self):
        self.manager = KernelManager(kernel_name="python3")
        self.manager.start_kernel(env=dict(os.environ))
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=SECONDS)

    def run(self, code, interrupt_after=None):
        """What a cell printed, its exception's name behind it; it is interrupted when that text has come."""
        cell = self.client.execute(code)
        said = ""
        while True:
            message = self.client.get_iopub_msg(timeout=SECONDS)
            content = message["content"]
            if message["parent_header"].get("msg_id") != cell:
                continue
            if message["msg_type"] == "stream":
                said += content["text"]
            elif message["msg_type"] == "error":
                said += content["ename"]
            elif message["msg_type"] == "status" and content["execution_state"] == "idle":
                return said
            if interrupt_after and interrupt_after in said:
                self.manager.interrupt_kernel()
                interrupt_after = None

    def restart(self, now):
        self.manager.restart_kernel(now=now)
        self.client.wait_for_ready(timeout=SECONDS)

    def close(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_for_end(pid):
    end = time.monotonic() + SECONDS
    while is_alive(pid):
        assert time.monotonic() < end, f"daemon {pid} is still there"
        time.sleep(0.05)


def check(kernel, folder, now):
    daemon = int(kernel.run(OPEN.format(folder=str(folder))))
    said = kernel.run("print('begun', flush=True)\nwhile True: step()", interrupt_after="begun")
    assert said.endswith("KeyboardInterrupt"), said
    first = int(kernel.run("step(); recorder.end(success=True); recorder.flush(); print(number)"))
    last = int(kernel.run("recorder.begin()\nfor _ in range(700): step()\nrecorder.flush(); print(number)"))
    kernel.restart(now)
    assert kernel.run("print('number' in globals())").strip() == "False"
    wait_for_end(daemon)
    stored = list(demos(folder))
    assert [demo.text("status") for demo in stored] == ["success", "aborted"], [demo.attrs for demo in stored]
    for demo, numbers in zip(stored, (np.arange(first), np.arange(first, last)), strict=True):
        comparison.equal(demo.arrays["actions"], np.stack([numbers, -numbers], axis=1).astype(np.float32), demo.where)


os.environ.setdefault("ROBOREEL_BRIDGE_COMMAND", os.environ["ROBOREEL"])
kernel = Kernel()
try:
    for name, now in ENDS.items():
        check(kernel, SCRATCH / name, now)
finally:
    kernel.close()
comparison.report(jupyter=version("ipykernel"), jupyter_client=version("jupyter_client"), h5py=h5py.__version__)
