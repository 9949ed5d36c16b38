"""The notebook of the tutorial runs, cell by cell."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support import ROOT, BridgeTest

NOTEBOOK = Path(ROOT).parent / "docs" / "tutorial-python.ipynb"


class TutorialTest(BridgeTest):
    def test_every_cell_runs_and_nothing_is_lost(self) -> None:
        cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        printed = self.run_script("\n\n".join(sources), has_own_daemons=True)
        self.assertIn("durable: 150", printed)
        self.assertIn("nothing that was handed over is lost", printed)
        self.assertIn("ok: output/pendulum: 1 run file, 3 episodes", printed)
