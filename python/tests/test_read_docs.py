"""The examples of the page on reading run, and say what was recorded; conformance/real/torch runs those on training."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

import roboreel as rr
from tests.support import ROOT, BridgeTest

PAGE = Path(ROOT).parent / "docs" / "how-to" / "read-python.md"


class ReadDocsTest(BridgeTest):
    def test_the_examples_of_the_page_say_what_was_recorded(self) -> None:
        fields = {"actions": rr.f32(2), "obs/q": rr.f64(3, unit="rad"), "obs/wrist_cam": rr.image(48, 64)}
        with rr.Recorder.open(self.folder + "/output/take_1", task="PushCube", dt=0.1, fields=fields, videos=False) as rec:
            for episode in range(2):
                rec.begin(seed=episode)
                for step in range(25 + episode):
                    row = {"actions": [step, 0], "obs/q": [step, 1, 2], "obs/wrist_cam": np.full((48, 64, 3), step, np.uint8)}
                    rec.step(row)
                rec.end(success=episode == 1)
        examples = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
        self.assertEqual(4, len(examples))
        checks = """
assert q.shape == (26, 3) and (q[:, 0] == range(26)).all(), q
assert frames.shape == (10, 48, 64, 3) and (frames[:, 5, 5, 1] == range(10, 20)).all()
assert ([e.seed for e in good], len(long), first.seed, len(rest), mean_steps) == ([1], 2, 0, 1, 25.5)
assert rows["success"] == [False, True] and report["groups"][0]["success_rate"] == 0.5
"""
        printed = self.run_script("\n".join(examples) + checks)
        tasks, field = "['PushCube'] 2 episodes", "obs/q float64 of shape (3,) rad"
        for said in (tasks, field, "success True 26 0.1 1", "PushCube 0.5", "(500, 2)"):
            self.assertIn(said, printed)
