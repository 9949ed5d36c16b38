"""The notebook of the tutorial runs, cell by cell."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.support import ROOT, BridgeTest

NOTEBOOK = Path(ROOT).parent / "docs" / "tutorial-python.ipynb"


class TutorialTest(BridgeTest):
    def test_every_cell_runs_and_nothing_is_lost(self) -> None:
        cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        script = Path(self.folder, "tutorial.py")
        script.write_text("\n\n".join(sources), "utf-8")
        environment = {**os.environ, "PYTHONPATH": ROOT}
        ran = subprocess.run(
            [sys.executable, str(script)],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        self.assertEqual((0, ""), (ran.returncode, ran.stderr))
        self.assertIn("durable: 150", ran.stdout)
        self.assertIn("nothing that was handed over is lost", ran.stdout)
        self.assertIn("ok: output/pendulum: 1 run file, 3 episodes", ran.stdout)
